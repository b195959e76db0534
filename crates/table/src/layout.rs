//! How slots lie in memory, and what they hold of a state.
//!
//! Slots lie in clusters of four, in segments, so that a table that grows never copies all that it holds.

use crate::writing::Writing;
use crate::{Kept, WIDTH};

/// Clusters that are allocated at a time.
pub(crate) const SEGMENT_CLUSTERS: usize = 1024;

/// A slot: the number of its cluster, and which of the four it is.
pub type Slot = (usize, usize);

/// Slots in clusters of four, which may be appended one by one.
pub trait Layout {
    /// What states are looked up by.
    type State: ?Sized;
    /// What is kept for a state.
    type Entry: Kept;
    /// Keeps entries beside the clusters.
    type Beside: Beside<State = Self::State, Entry = Self::Entry>;
    /// How states are written into files.
    type Writing: Writing<Self::State>;

    /// The bytes of a cluster.
    fn cluster_bytes(&self) -> usize;

    /// The number of clusters.
    fn clusters(&self) -> usize;

    /// The number of clusters that there is memory for.
    fn allocated(&self) -> usize;

    /// The clusters that memory is asked for if one more is appended, of `most` in all.
    fn growth(&self, most: usize) -> usize;

    /// One empty cluster more, of `most` in all. False if the system gives no more memory.
    fn append(&mut self, most: usize) -> bool;

    /// Removes all clusters.
    fn clear(&mut self);

    /// Keeps nothing yet.
    fn beside(&self) -> Self::Beside;

    /// The first link of the chain of a cluster.
    fn chain(&self, cluster: usize) -> u32;

    /// Gives a cluster another chain.
    fn set_chain(&mut self, cluster: usize, first: u32);

    /// Brings the memory of a cluster near the processor. The value means nothing.
    fn touch(&self, cluster: usize) -> u64;

    /// True if that waits for nothing.
    fn prefetches(&self) -> bool;

    /// The slot of a cluster that holds a state, and what is kept there.
    ///
    /// # Errors
    ///
    /// The first link of the chain of the cluster, if no slot holds it.
    fn find(&self, cluster: usize, state: &Self::State) -> Result<(usize, Self::Entry), u32>;

    /// What is kept in a slot; nothing if it is empty.
    fn entry(&self, slot: Slot) -> Option<Self::Entry>;

    /// The state in a slot; nothing if it is empty.
    fn state(&self, slot: Slot) -> Option<&Self::State>;

    /// How states are written into files; nothing if they cannot be.
    fn writing(&self) -> Option<Self::Writing>;

    /// Keeps something else for the state in a slot.
    fn set(&mut self, slot: Slot, entry: Self::Entry);

    /// Puts a state into a slot.
    fn write(&mut self, slot: Slot, state: &Self::State, entry: Self::Entry);

    /// Empties a slot.
    fn free(&mut self, slot: Slot);

    /// Moves what is kept for states whose keys, cut by the mask, are the number of a new cluster from an older one into that.
    fn divide(&mut self, old: usize, new: usize, mask: u64);

    /// The first slot of a cluster with the least worth, and true if it holds a state: empty slots are worth least.
    #[inline]
    fn least(&self, cluster: usize) -> (usize, bool) {
        let worth = |slot: usize| self.entry((cluster, slot)).map(|entry| entry.worth());
        let slots = (0..WIDTH).map(|slot| (slot, worth(slot)));
        let (slot, worth) = slots.min_by_key(|(_, worth)| *worth).expect("clusters have slots");
        (slot, worth.is_some())
    }
}

/// Entries that found their cluster full. Each is a link of the chain of its cluster.
///
/// Links have numbers from 1 on, so that 0 is the end of a chain.
pub trait Beside {
    /// What states are looked up by.
    type State: ?Sized;
    /// What is kept for a state.
    type Entry;

    /// The number of entries.
    fn count(&self) -> usize;

    /// The bytes that they take.
    fn bytes(&self) -> usize;

    /// The bytes that they take more for a moment if one is inserted.
    fn growth(&self) -> usize;

    /// True if a link is of this state.
    fn is(&self, link: u32, state: &Self::State) -> bool;

    /// The state of a link, its key, and what is kept for it.
    fn read(&self, link: u32) -> (&Self::State, u64, Self::Entry);

    /// What is kept for the state of a link.
    fn entry(&self, link: u32) -> Self::Entry;

    /// Keeps something else for it.
    fn set(&mut self, link: u32, entry: Self::Entry);

    /// The link behind a link.
    fn next(&self, link: u32) -> u32;

    /// Puts a link before another one.
    fn set_next(&mut self, link: u32, next: u32);

    /// A new link before another one.
    fn insert(&mut self, state: &Self::State, entry: Self::Entry, next: u32) -> u32;

    /// Removes a link that no chain has any more.
    fn remove(&mut self, link: u32);

    /// Shows all that is kept, in no order that means anything.
    fn for_each(&self, visit: &mut dyn FnMut(&Self::State, Self::Entry));
}
