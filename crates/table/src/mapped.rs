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

/// Bytes that are mapped at a time.
const SEGMENT: usize = 64 << 20;

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
    pub const SEGMENT: usize = SEGMENT / size_of::<T>();

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

/// So many bytes, all zero.
pub(crate) fn map(bytes: usize) -> std::io::Result<MmapMut> {
    let map = MmapOptions::new().len(bytes).map_anon()?;
    // Where huge pages are not to be had, small ones do.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::Mapped;

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
