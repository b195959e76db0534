//! Slots with states of a known type.

use std::hash::Hash;

use proofset_core::{Pack, state_hash};

use crate::exact::Clusters;
use crate::layout::{Beside, Layout, SEGMENT_CLUSTERS, Slot};
use crate::writing::Packing;
use crate::{Kept, WIDTH};

/// A table of states of a known type. A slot holds the state and what is kept for it, and perhaps padding.
pub type ExactTable<S, E> = Clusters<Typed<S, E>>;

/// Four slots, and where the chain begins.
#[derive(Clone, Debug)]
struct Cluster<S, E> {
    slots: [Option<(S, E)>; WIDTH],
    chain: u32,
}

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
        if self.clusters.is_multiple_of(SEGMENT_CLUSTERS) {
            self.parts.push(Vec::new());
        }
        let (index, inside) = (self.clusters / SEGMENT_CLUSTERS, self.clusters % SEGMENT_CLUSTERS);
        if self.clusters == self.allocated {
            // The last segment is as small as the limit asks for, and grows if that is raised.
            let room = SEGMENT_CLUSTERS.min(most - index * SEGMENT_CLUSTERS).max(inside + 1) - inside;
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
        &self.segments.parts[place / SEGMENT_CLUSTERS][place % SEGMENT_CLUSTERS]
    }

    #[inline]
    fn cluster_mut(&mut self, place: usize) -> &mut Cluster<S, E> {
        &mut self.segments.parts[place / SEGMENT_CLUSTERS][place % SEGMENT_CLUSTERS]
    }

    #[inline]
    fn slot_mut(&mut self, (place, slot): Slot) -> &mut Option<(S, E)> {
        &mut self.cluster_mut(place).slots[slot]
    }
}

impl<S: Clone + Eq + Hash, E: Kept> Layout for Typed<S, E> {
    type State = S;
    type Entry = E;
    type Beside = TypedBeside<S, E>;
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
        if clusters < allocated { 0 } else { SEGMENT_CLUSTERS.min(most.saturating_sub(clusters)) }
    }

    fn append(&mut self, most: usize) -> bool {
        self.segments.append(most, Cluster { slots: [const { None }; WIDTH], chain: 0 });
        true
    }

    fn clear(&mut self) {
        self.segments = Segments::new();
    }

    fn beside(&self) -> Self::Beside {
        TypedBeside { links: Vec::new(), count: 0, free: 0 }
    }

    #[inline]
    fn chain(&self, cluster: usize) -> u32 {
        self.cluster(cluster).chain
    }

    fn set_chain(&mut self, cluster: usize, first: u32) {
        self.cluster_mut(cluster).chain = first;
    }

    #[inline]
    fn touch(&self, cluster: usize) -> u64 {
        u64::from(self.cluster(cluster).slots[0].is_some())
    }

    /// Its memory is in small pages. A prefetch waits until the page is found, and a load does not.
    #[inline]
    fn prefetches(&self) -> bool {
        false
    }

    #[inline]
    fn find(&self, cluster: usize, state: &S) -> Result<(usize, E), u32> {
        let Cluster { slots, chain } = self.cluster(cluster);
        let slots = slots.iter().enumerate().filter_map(|(slot, kept)| Some((slot, kept.as_ref()?)));
        let mut found = slots.filter_map(|(slot, (other, entry))| (other == state).then_some((slot, *entry)));
        found.next().ok_or(*chain)
    }

    #[inline]
    fn entry(&self, (place, slot): Slot) -> Option<E> {
        self.cluster(place).slots[slot].as_ref().map(|(_, entry)| *entry)
    }

    fn state(&self, (place, slot): Slot) -> Option<&S> {
        self.cluster(place).slots[slot].as_ref().map(|(state, _)| state)
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

    fn divide(&mut self, old: usize, new: usize, mask: u64) {
        let mut moved = 0;
        for slot in 0..WIDTH {
            let from = self.slot_mut((old, slot));
            if from.as_ref().is_some_and(|(state, _)| state_hash(state) & mask == new as u64) {
                let kept = from.take();
                *self.slot_mut((new, moved)) = kept;
                moved += 1;
            }
        }
    }
}

/// A state with what is kept for it, or nothing if the link is free; and the next link.
#[derive(Clone, Debug)]
struct Link<S, E> {
    kept: Option<(S, E)>,
    next: u32,
}

/// Links in a list. Those that are free are a chain as well.
#[derive(Clone, Debug)]
pub struct TypedBeside<S, E> {
    links: Vec<Link<S, E>>,
    count: usize,
    free: u32,
}

impl<S, E> TypedBeside<S, E> {
    #[inline]
    fn link(&self, link: u32) -> &Link<S, E> {
        &self.links[link as usize - 1]
    }

    #[inline]
    fn kept(&self, link: u32) -> &(S, E) {
        self.link(link).kept.as_ref().expect("links in a chain have entries")
    }
}

impl<S: Clone + Eq + Hash, E: Kept> Beside for TypedBeside<S, E> {
    type State = S;
    type Entry = E;

    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link<S, E>>()
    }

    fn growth(&self) -> usize {
        if self.free != 0 {
            return 0;
        }
        // There are no numbers for more.
        if self.links.len() >= u32::MAX as usize {
            return usize::MAX / 2;
        }
        if self.links.len() < self.links.capacity() {
            return 0;
        }
        2 * self.links.capacity().max(2) * size_of::<Link<S, E>>()
    }

    #[inline]
    fn is(&self, link: u32, state: &S) -> bool {
        self.kept(link).0 == *state
    }

    fn read(&self, link: u32) -> (&S, u64, E) {
        let (state, entry) = self.kept(link);
        (state, state_hash(state), *entry)
    }

    #[inline]
    fn entry(&self, link: u32) -> E {
        self.kept(link).1
    }

    fn set(&mut self, link: u32, entry: E) {
        if let Some((_, kept)) = &mut self.links[link as usize - 1].kept {
            *kept = entry;
        }
    }

    #[inline]
    fn next(&self, link: u32) -> u32 {
        self.link(link).next
    }

    fn set_next(&mut self, link: u32, next: u32) {
        self.links[link as usize - 1].next = next;
    }

    fn insert(&mut self, state: &S, entry: E, next: u32) -> u32 {
        let new = Link { kept: Some((state.clone(), entry)), next };
        self.count += 1;
        if self.free == 0 {
            if self.links.len() == self.links.capacity() {
                self.links.reserve_exact(self.links.capacity().max(2));
            }
            self.links.push(new);
            return self.links.len() as u32;
        }
        let link = self.free;
        self.free = self.next(link);
        self.links[link as usize - 1] = new;
        link
    }

    fn remove(&mut self, link: u32) {
        self.links[link as usize - 1] = Link { kept: None, next: std::mem::replace(&mut self.free, link) };
        self.count -= 1;
    }

    fn for_each(&self, visit: &mut dyn FnMut(&S, E)) {
        for (state, entry) in self.links.iter().filter_map(|link| link.kept.as_ref()) {
            visit(state, *entry);
        }
    }
}
