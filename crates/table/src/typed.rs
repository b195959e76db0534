//! Slots with states of a known type.

use std::collections::HashMap;
use std::hash::Hash;

use proofset_core::{Pack, state_hash};
use rustc_hash::FxBuildHasher;

use crate::exact::Clusters;
use crate::layout::{Beside, Layout, SEGMENT, Slot};
use crate::writing::Packing;
use crate::{Kept, WIDTH};

/// A table of states of a known type. A slot holds the state and what is kept for it, and perhaps padding.
pub type ExactTable<S, E> = Clusters<Typed<S, E>>;

type Cluster<S, E> = [Option<(S, E)>; WIDTH];

/// Clusters in segments that are never copied, but for the last.
#[derive(Clone, Debug)]
struct Segments<C> {
    parts: Vec<Vec<C>>,
    clusters: usize,
    /// Clusters that there is memory for.
    allocated: usize,
}

impl<C> Segments<C> {
    fn new() -> Self {
        Self { parts: Vec::new(), clusters: 0, allocated: 0 }
    }

    /// One cluster more, of `most` in all.
    fn append(&mut self, most: usize, cluster: C) {
        if self.clusters.is_multiple_of(SEGMENT) {
            self.parts.push(Vec::new());
        }
        let (index, inside) = (self.clusters / SEGMENT, self.clusters % SEGMENT);
        if self.clusters == self.allocated {
            // The last segment is as small as the limit asks for, and grows if that is raised.
            let room = SEGMENT.min(most - index * SEGMENT).max(inside + 1) - inside;
            self.parts[index].reserve_exact(room);
            self.allocated += room;
        }
        self.parts[index].push(cluster);
        self.clusters += 1;
    }
}

/// Slots with a state and what is kept for it.
#[derive(Clone, Debug)]
pub struct Typed<S, E> {
    segments: Segments<Cluster<S, E>>,
    writing: Option<Packing<S>>,
}

impl<S: Clone + Eq + Hash, E: Kept> ExactTable<S, E> {
    /// An empty table that may not grow yet; it always has one cluster.
    pub fn new() -> Self {
        Self::with_layout(Typed { segments: Segments::new(), writing: None })
    }

    /// The same for states that can be packed, so that it can be [written](Self::write_rows).
    pub fn packing() -> Self
    where
        S: Pack,
    {
        Self::with_layout(Typed { segments: Segments::new(), writing: Some(Packing::new()) })
    }
}

impl<S: Clone + Eq + Hash, E: Kept> Default for ExactTable<S, E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S, E> Typed<S, E> {
    #[inline]
    fn cluster(&self, place: usize) -> &Cluster<S, E> {
        &self.segments.parts[place / SEGMENT][place % SEGMENT]
    }

    #[inline]
    fn slot_mut(&mut self, (place, slot): Slot) -> &mut Option<(S, E)> {
        &mut self.segments.parts[place / SEGMENT][place % SEGMENT][slot]
    }
}

impl<S: Clone + Eq + Hash, E: Kept> Layout for Typed<S, E> {
    type State = S;
    type Entry = E;
    type Beside = HashMap<S, E, FxBuildHasher>;
    type Writing = Packing<S>;

    #[inline]
    fn cluster_bytes(&self) -> usize {
        size_of::<Cluster<S, E>>()
    }

    #[inline]
    fn clusters(&self) -> usize {
        self.segments.clusters
    }

    #[inline]
    fn allocated(&self) -> usize {
        self.segments.allocated
    }

    #[inline]
    fn growth(&self, most: usize) -> usize {
        let Segments { clusters, allocated, .. } = self.segments;
        if clusters < allocated { 0 } else { SEGMENT.min(most.saturating_sub(clusters)) }
    }

    fn append(&mut self, most: usize) -> bool {
        self.segments.append(most, [const { None }; WIDTH]);
        true
    }

    fn clear(&mut self) {
        self.segments = Segments::new();
    }

    fn beside(&self) -> Self::Beside {
        HashMap::with_hasher(FxBuildHasher)
    }

    #[inline]
    fn touch(&self, cluster: usize) -> u64 {
        u64::from(self.cluster(cluster)[0].is_some())
    }

    /// Its memory is in small pages. A prefetch waits until the page is found, and a load does not.
    #[inline]
    fn prefetches(&self) -> bool {
        false
    }

    #[inline]
    fn find(&self, cluster: usize, state: &S) -> Option<(usize, E)> {
        let slots = self.cluster(cluster).iter().enumerate();
        slots
            .filter_map(|(slot, kept)| Some((slot, kept.as_ref()?)))
            .find_map(|(slot, (other, entry))| (other == state).then_some((slot, *entry)))
    }

    #[inline]
    fn entry(&self, (place, slot): Slot) -> Option<E> {
        self.cluster(place)[slot].as_ref().map(|(_, entry)| *entry)
    }

    fn key(&self, (place, slot): Slot) -> Option<u64> {
        self.cluster(place)[slot].as_ref().map(|(state, _)| state_hash(state))
    }

    fn state(&self, (place, slot): Slot) -> Option<&S> {
        self.cluster(place)[slot].as_ref().map(|(state, _)| state)
    }

    fn writing(&self) -> Option<Packing<S>> {
        self.writing
    }

    #[inline]
    fn set(&mut self, slot: Slot, entry: E) {
        if let Some((_, kept)) = self.slot_mut(slot) {
            *kept = entry;
        }
    }

    #[inline]
    fn write(&mut self, slot: Slot, state: &S, entry: E) {
        *self.slot_mut(slot) = Some((state.clone(), entry));
    }

    fn free(&mut self, slot: Slot) {
        *self.slot_mut(slot) = None;
    }

    fn shift(&mut self, from: Slot, to: Slot) {
        let kept = self.slot_mut(from).take();
        *self.slot_mut(to) = kept;
    }
}

impl<K: Clone + Eq + Hash, V: Kept> Beside for HashMap<K, V, FxBuildHasher> {
    type State = K;
    type Entry = V;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.capacity() * (size_of::<(K, V)>() + 1)
    }

    fn growth(&self) -> usize {
        let is_full = self.len() == self.capacity();
        if is_full { (2 * self.capacity().max(4)) * (size_of::<(K, V)>() + 1) } else { 0 }
    }

    fn get(&self, _key: u64, state: &K) -> Option<V> {
        Self::get(self, state).copied()
    }

    fn renew(&mut self, _key: u64, state: &K, entry: V) -> bool {
        let kept = self.get_mut(state);
        kept.map(|kept| kept.renew(entry)).is_some()
    }

    fn insert(&mut self, _key: u64, state: &K, entry: V) {
        Self::insert(self, state.clone(), entry);
    }

    fn for_each(&self, visit: &mut dyn FnMut(&K, V)) {
        for (state, entry) in self {
            visit(state, *entry);
        }
    }
}
