//! Clusters in memory that the system gives when it is touched.
//!
//! The idea: a table that may grow to gigabytes must not cost them before it has grown. Address space is mapped, 64 MiB
//! at a time, and nothing that is there is ever copied. Huge pages are asked for where the system has them: a search
//! looks up places all over the table, and with small pages each look would miss twice. The invariant: what was never
//! written is zero.

use std::marker::PhantomData;

use bytemuck::Pod;
use memmap2::{MmapMut, MmapOptions};
use tracing::warn;

use crate::layout::SEGMENT_CLUSTERS;

/// Bytes that are mapped at a time.
const SEGMENT_BYTES: usize = 64 << 20;

/// Bytes of a huge page.
const PAGE: usize = 2 << 20;

/// A list of clusters, all zero at first. A cluster's size is a power of two.
#[derive(Debug)]
pub struct Mapped<T> {
    segments: Vec<MmapMut>,
    cluster: PhantomData<T>,
}

impl<T: Pod> Mapped<T> {
    /// Clusters of a whole segment.
    pub const SEGMENT: usize = SEGMENT_BYTES / size_of::<T>();

    /// No clusters.
    pub fn new() -> Self {
        const { assert!(size_of::<T>().is_power_of_two() && size_of::<T>() <= PAGE) };
        Self { segments: Vec::new(), cluster: PhantomData }
    }

    /// Makes room for so many clusters, `at_a_time` clusters at a time: a whole segment, or less if there will never be
    /// more. Returns false if the system gives no more memory.
    pub fn reserve(&mut self, clusters: usize, at_a_time: usize) -> bool {
        while self.segments.len() * Self::SEGMENT < clusters {
            match map(at_a_time * size_of::<T>()) {
                Ok(segment) => self.segments.push(segment),
                Err(error) => {
                    warn!(%error, "the system gives the table no more memory");
                    return false;
                }
            }
        }
        true
    }

    /// Gives all memory back.
    pub fn clear(&mut self) {
        self.segments.clear();
    }

    /// A cluster that there is room for.
    #[inline]
    pub fn get(&self, place: usize) -> &T {
        &bytemuck::cast_slice::<u8, T>(&self.segments[place / Self::SEGMENT])[place % Self::SEGMENT]
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, place: usize) -> &mut T {
        &mut bytemuck::cast_slice_mut::<u8, T>(&mut self.segments[place / Self::SEGMENT])[place % Self::SEGMENT]
    }

    /// The bytes that so many clusters take, in whole pages but for the last of `most`.
    pub fn bytes(clusters: usize, most: usize) -> u64 {
        let clusters = clusters.next_multiple_of(PAGE / size_of::<T>()).min(most);
        (clusters * size_of::<T>()) as u64
    }
}

impl<T: Pod> Default for Mapped<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// So many bytes, all zero, in huge pages.
pub(crate) fn map(bytes: usize) -> std::io::Result<MmapMut> {
    let map = MmapOptions::new().len(bytes).map_anon()?;
    // Where huge pages are not to be had, small ones do.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

/// Clusters of so many words each, which is known when the program runs; all zero at first.
///
/// The first segment has 1,024 clusters, and each other one as many as all before it. So there are few, whatever the size, and a small
/// table maps little. Those of at least two huge pages are in huge pages.
#[derive(Debug)]
pub(crate) struct MappedRows {
    segments: Vec<MmapMut>,
    /// Words of a cluster.
    words: usize,
    clusters: usize,
    /// Clusters that there is memory for: of what is mapped, no more is counted than is touched.
    allocated: usize,
}

/// The segment of a cluster, and its place there.
#[inline]
fn locate(place: usize) -> (usize, usize) {
    let number = (usize::BITS - (place / SEGMENT_CLUSTERS).leading_zeros()) as usize;
    (number, place - first_of(number))
}

/// The first cluster of a segment.
#[inline]
fn first_of(segment: usize) -> usize {
    ((1 << segment) >> 1) * SEGMENT_CLUSTERS
}

impl MappedRows {
    /// No clusters.
    pub(crate) fn new(words: usize) -> Self {
        Self { segments: Vec::new(), words, clusters: 0, allocated: 0 }
    }

    #[inline]
    pub(crate) fn clusters(&self) -> usize {
        self.clusters
    }

    #[inline]
    pub(crate) fn allocated(&self) -> usize {
        self.allocated
    }

    fn cluster_bytes(&self) -> usize {
        self.words * size_of::<u32>()
    }

    /// The bytes of a segment.
    fn segment_bytes(&self, segment: usize) -> usize {
        (first_of(segment + 1) - first_of(segment)) * self.cluster_bytes()
    }

    /// The clusters that memory is touched for if one more is appended, of `most` in all.
    #[inline]
    pub(crate) fn growth(&self, most: usize) -> usize {
        if self.clusters < self.allocated {
            return 0;
        }
        let (segment, _) = locate(self.clusters);
        let is_huge = self.segment_bytes(segment) >= 2 * PAGE;
        let step = if is_huge { SEGMENT_CLUSTERS.max(PAGE.div_ceil(self.cluster_bytes())) } else { SEGMENT_CLUSTERS };
        step.min(most.saturating_sub(self.clusters))
    }

    /// One cluster more, of `most` in all. False if the system gives no more memory.
    pub(crate) fn append(&mut self, most: usize) -> bool {
        let (segment, _) = locate(self.clusters);
        if segment == self.segments.len() {
            let bytes = self.segment_bytes(segment);
            let mapped = if bytes >= 2 * PAGE { map(bytes) } else { MmapOptions::new().len(bytes).map_anon() };
            match mapped {
                Ok(mapped) => self.segments.push(mapped),
                Err(error) => {
                    warn!(%error, "the system gives the table no more memory");
                    return false;
                }
            }
        }
        self.allocated += self.growth(most.max(self.clusters + 1));
        self.clusters += 1;
        true
    }

    /// Gives all memory back.
    pub(crate) fn clear(&mut self) {
        (self.clusters, self.allocated) = (0, 0);
        self.segments.clear();
    }

    /// The words of a cluster.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> &[u32] {
        let (segment, inside) = locate(place);
        &bytemuck::cast_slice(&self.segments[segment])[inside * self.words..][..self.words]
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, place: usize) -> &mut [u32] {
        let (segment, inside) = locate(place);
        &mut bytemuck::cast_slice_mut(&mut self.segments[segment])[inside * self.words..][..self.words]
    }

    /// The words of two clusters, the first of which has the lower number.
    pub(crate) fn two_mut(&mut self, first: usize, second: usize) -> (&mut [u32], &mut [u32]) {
        let Self { segments, words, .. } = self;
        let (segment, inside) = locate(first);
        let (other, place) = locate(second);
        let (before, from) = segments.split_at_mut(other);
        let (low, high) = bytemuck::cast_slice_mut(&mut from[0]).split_at_mut(place * *words);
        let low = before.get_mut(segment).map_or(low, |segment| bytemuck::cast_slice_mut(segment));
        (&mut low[inside * *words..][..*words], &mut high[..*words])
    }
}

#[cfg(test)]
mod tests {
    use super::{Mapped, MappedRows, SEGMENT_CLUSTERS};

    /// A word of each cluster says which it is, so that two that lie in one place are seen.
    #[test]
    fn rows_lie_beside_each_other_and_are_zero_at_first() {
        let mut rows = MappedRows::new(28);
        let most = 40 * SEGMENT_CLUSTERS;
        for place in 0..most {
            assert!(rows.append(most));
            assert_eq!(rows.get(place), [0; 28]);
            rows.get_mut(place)[27] = place as u32 + 1;
            assert!(rows.allocated() > place && rows.allocated() <= most);
        }
        assert!((0..most).all(|place| rows.get(place)[27] == place as u32 + 1));
        assert_eq!((rows.clusters(), rows.allocated(), rows.segments.len()), (most, most, 7));
        rows.clear();
        assert!(rows.append(most));
        assert_eq!((rows.get(0), rows.clusters(), rows.allocated()), (&[0; 28][..], 1, SEGMENT_CLUSTERS));
    }

    #[test]
    fn clusters_are_zero_and_stay_where_they_are() {
        let mut clusters = Mapped::<[u64; 8]>::new();
        let segment = Mapped::<[u64; 8]>::SEGMENT;
        assert!(clusters.reserve(segment, segment));
        clusters.get_mut(segment - 1)[7] = 5;
        assert!(clusters.reserve(segment + 1, segment));
        assert_eq!((clusters.get(segment - 1)[7], clusters.get(segment)[0]), (5, 0));
        clusters.clear();
        assert!(clusters.reserve(10, 10));
        assert_eq!(clusters.get(9), &[0; 8]);
        assert_eq!([0, 1, 40_000].map(|count| Mapped::<[u64; 8]>::bytes(count, 40_000)), [0, 2 << 20, 2_560_000]);
    }
}
