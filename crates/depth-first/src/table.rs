//! Tables of what is known about states, within a fixed number of bytes.
//!
//! The idea: a depth-first search holds only the line that it looks at; everything else it may forget. A table entry
//! saves work and never carries the search's progress, so any entry may be dropped at any time. States lie in clusters
//! of four; in a full cluster the unsolved entry with the least work below it gives way, then the solved one with the
//! least work.
//!
//! [`ExactTable`] stores whole states and compares them, so it never mistakes one state for another. It grows by linear
//! hashing: one cluster is split at a time, nothing is ever copied as a whole, and a search of a small problem holds
//! little. While it may still grow, entries that find their cluster full are kept beside, so that nothing is forgotten
//! before the limit is reached. The invariant: cluster `c` of `n` holds the states whose hash, cut to the bits that
//! number `n` clusters, says `c`, with the topmost bit left out where that number is not in use yet. The reference: W.
//! Litwin, Linear hashing, 1980.

use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use crate::numbers::Numbers;

/// What is known about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) numbers: Numbers,
    /// Expansions below the state, as far as they are known; saturating.
    pub(crate) work: u32,
    /// The least distance from the root at which the state was met.
    pub(crate) distance: u32,
    /// The child that was searched last.
    pub(crate) last: u32,
}

/// How a table was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// States that were looked up.
    pub probes: u64,
    /// Look-ups that found something.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// Entries of other states that gave way.
    pub evictions: u64,
    /// Entries that the table holds now.
    pub entries: u64,
}

const WIDTH: usize = 4;

/// Clusters that are allocated at a time.
const SEGMENT: usize = 1024;

type Cluster<S> = [Option<(S, Entry)>; WIDTH];

/// A table that compares states in full.
#[derive(Clone, Debug)]
pub(crate) struct ExactTable<S> {
    segments: Vec<Vec<Cluster<S>>>,
    /// Clusters in use.
    clusters: usize,
    /// Clusters that there is memory for.
    allocated: usize,
    /// At most so many clusters, and bytes.
    most: usize,
    most_bytes: u64,
    /// Entries whose cluster is full, while the table may still grow.
    beside: HashMap<S, Entry, FxBuildHasher>,
    usage: TableUse,
}

impl<S: Clone + Eq + Hash> ExactTable<S> {
    /// An empty table of at most so many bytes; it always has one cluster.
    pub(crate) fn new(bytes: u64) -> Self {
        let mut table = Self {
            segments: Vec::new(),
            clusters: 0,
            allocated: 0,
            most: 1,
            most_bytes: 0,
            beside: HashMap::with_hasher(FxBuildHasher),
            usage: TableUse::default(),
        };
        table.allow(bytes, None);
        table.append();
        table
    }

    /// Changes how large the table may grow. It does not shrink.
    pub(crate) fn allow(&mut self, bytes: u64, entries: Option<u64>) {
        let most = (bytes / size_of::<Cluster<S>>() as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
        self.most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
        self.most_bytes = bytes;
    }

    fn may_grow(&self) -> bool {
        let needed =
            if self.clusters < self.allocated { 0 } else { SEGMENT.min(self.most.saturating_sub(self.clusters)) };
        self.clusters < self.most && self.bytes() + (needed * size_of::<Cluster<S>>()) as u64 <= self.most_bytes
    }

    /// True if there is room for one more entry beside the clusters.
    fn has_room_beside(&self) -> bool {
        let full = self.beside.len() == self.beside.capacity();
        let growth = if full { (2 * self.beside.capacity().max(4)) * (size_of::<(S, Entry)>() + 1) } else { 0 };
        self.bytes() + growth as u64 <= self.most_bytes
    }

    pub(crate) fn bytes(&self) -> u64 {
        let beside = self.beside.capacity() * (size_of::<(S, Entry)>() + 1);
        (self.allocated * size_of::<Cluster<S>>() + beside) as u64
    }

    /// Forgets everything, but not how it was used.
    pub(crate) fn clear(&mut self) {
        (self.segments, self.clusters, self.allocated, self.usage.entries) = (Vec::new(), 0, 0, 0);
        self.beside = HashMap::with_hasher(FxBuildHasher);
        self.append();
    }

    pub(crate) fn usage(&self) -> TableUse {
        self.usage
    }

    /// The cluster of a hash among the first `clusters`.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        let mask = self.clusters.next_power_of_two() - 1;
        let place = hash as usize & mask;
        if place < self.clusters { place } else { place & (mask >> 1) }
    }

    fn cluster(&mut self, place: usize) -> &mut Cluster<S> {
        &mut self.segments[place / SEGMENT][place % SEGMENT]
    }

    /// One empty cluster more.
    fn append(&mut self) {
        if self.clusters.is_multiple_of(SEGMENT) {
            self.segments.push(Vec::new());
        }
        let base = self.clusters / SEGMENT * SEGMENT;
        let segment = &mut self.segments[self.clusters / SEGMENT];
        if segment.len() == segment.capacity() {
            // The last segment is as small as the limit asks for, and grows if that is raised.
            let before = segment.capacity();
            segment.reserve_exact(SEGMENT.min(self.most - base).max(before + 1) - before);
            self.allocated += segment.capacity() - before;
        }
        segment.push([const { None }; WIDTH]);
        self.clusters += 1;
    }

    /// Splits the next cluster in turn in two.
    fn split(&mut self, hash_of: impl Fn(&S) -> u64) {
        let new = self.clusters;
        let old = new - (new + 1).next_power_of_two() / 2;
        self.append();
        let mut moved = 0;
        for slot in 0..WIDTH {
            let moves = self.cluster(old)[slot]
                .as_ref()
                .is_some_and(|(state, _)| hash_of(state) as usize & ((new + 1).next_power_of_two() - 1) == new);
            if moves {
                let entry = self.cluster(old)[slot].take();
                self.cluster(new)[moved] = entry;
                moved += 1;
            }
        }
    }

    #[inline]
    pub(crate) fn get(&mut self, hash: u64, state: &S) -> Option<Entry> {
        let found = self.peek(hash, state);
        self.usage.probes += 1;
        self.usage.hits += u64::from(found.is_some());
        found
    }

    /// The same without being counted.
    #[inline]
    pub(crate) fn peek(&self, hash: u64, state: &S) -> Option<Entry> {
        let place = self.place(hash);
        self.segments[place / SEGMENT][place % SEGMENT]
            .iter()
            .flatten()
            .find_map(|(other, entry)| (other == state).then_some(*entry))
            .or_else(|| if self.beside.is_empty() { None } else { self.beside.get(state).copied() })
    }

    /// Stores what is known about a state. A solved entry is not replaced by an unsolved one of the same state.
    pub(crate) fn put(&mut self, hash: u64, state: &S, entry: Entry, hash_of: impl Fn(&S) -> u64) {
        self.usage.stores += 1;
        let may_grow = self.may_grow();
        // Clusters fill unevenly: the table grows when five of eight slots are taken.
        if may_grow && self.usage.entries * 8 >= (self.clusters * WIDTH * 5) as u64 {
            self.split(hash_of);
        }
        let place = self.place(hash);
        let may_wait = may_grow && self.has_room_beside();
        let Self { segments, beside, usage, .. } = self;
        let cluster = &mut segments[place / SEGMENT][place % SEGMENT];
        let old = cluster.iter_mut().flatten().find(|(other, _)| other == state).map(|(_, old)| old);
        if let Some(old) = old.or_else(|| beside.get_mut(state)) {
            if entry.numbers.is_solved() || !old.numbers.is_solved() {
                *old = entry;
            }
            return;
        }
        if may_wait && cluster.iter().all(Option::is_some) {
            beside.insert(state.clone(), entry);
            usage.entries += 1;
            return;
        }
        if !may_grow && !beside.is_empty() {
            usage.evictions += beside.len() as u64;
            usage.entries -= beside.len() as u64;
            *beside = HashMap::with_hasher(FxBuildHasher);
        }
        let worth = |slot: &Option<(S, Entry)>| slot.as_ref().map(|(_, entry)| (entry.numbers.is_solved(), entry.work));
        // An empty slot is worth least.
        let victim = cluster.iter_mut().min_by_key(|slot| worth(slot)).expect("clusters have slots");
        let evicted = victim.replace((state.clone(), entry)).is_some();
        usage.evictions += u64::from(evicted);
        usage.entries += u64::from(!evicted);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cluster, Entry, ExactTable, WIDTH};
    use crate::numbers::Numbers;
    use proofset_core::Value;

    fn entry(work: u32, solved: bool) -> Entry {
        let numbers = if solved { Numbers::decided(Value::Proven) } else { Numbers { proof: 1, disproof: 1 } };
        Entry { numbers, work, distance: 0, last: 0 }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "states are passed by reference")]
    fn hash(state: &u64) -> u64 {
        state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    }

    fn table(clusters: usize) -> ExactTable<u64> {
        ExactTable::new((clusters * size_of::<Cluster<u64>>()) as u64)
    }

    #[test]
    fn with_room_nothing_is_lost() {
        let mut table = table(1 << 20);
        for state in 0..200_000 {
            table.put(hash(&state), &state, entry(1, false), hash);
        }
        assert!((0..200_000).all(|state| table.get(hash(&state), &state).is_some()));
        let usage = table.usage();
        assert_eq!((usage.entries, usage.evictions, usage.probes, usage.hits), (200_000, 0, 200_000, 200_000));
        assert_eq!(table.get(hash(&200_000), &200_000), None);
    }

    #[test]
    fn the_limit_holds_and_never_less_than_a_cluster() {
        for clusters in [0, 1, 5, 1500, 5000] {
            let mut table = table(clusters);
            let limit = (clusters.max(1) * size_of::<Cluster<u64>>()) as u64;
            for state in 0..100_000 {
                table.put(hash(&state), &state, entry(1, false), hash);
                assert!(table.bytes() <= limit + limit / 8, "{} of {limit}", table.bytes());
            }
            let usage = table.usage();
            assert_eq!(usage.entries + usage.evictions, 100_000);
            assert!(table.beside.is_empty());
        }
    }

    #[test]
    fn a_lower_limit_stops_the_growth_and_forgets_nothing() {
        let mut table = table(5000);
        for state in 0..5_000 {
            table.put(hash(&state), &state, entry(1, false), hash);
        }
        let before = (table.bytes(), table.clusters);
        table.allow(1000, None);
        for state in 0..5_000 {
            table.put(hash(&state), &state, entry(2, false), hash);
        }
        assert_eq!((table.bytes(), table.clusters), before);
        assert_eq!(table.usage().evictions, 0);
    }

    #[test]
    fn the_least_work_gives_way_and_solved_entries_stay_longer() {
        let mut table = table(1);
        for (state, work, solved) in [(1, 5, false), (2, 3, true), (3, 9, false), (4, 7, true)] {
            table.put(hash(&state), &state, entry(work, solved), hash);
        }
        table.put(hash(&5), &5, entry(1, true), hash);
        assert_eq!(table.get(hash(&1), &1), None);
        table.put(hash(&6), &6, entry(1, true), hash);
        assert_eq!(table.get(hash(&3), &3), None);
        table.put(hash(&7), &7, entry(8, true), hash);
        let left: Vec<u64> = (0..10).filter(|state| table.get(hash(state), state).is_some()).collect();
        assert_eq!(left.len(), WIDTH);
        assert!(left.contains(&4) && left.contains(&2) && left.contains(&7), "{left:?}");
    }

    #[test]
    fn solved_entries_are_not_forgotten_for_unsolved_ones() {
        let mut table = table(4);
        table.put(hash(&1), &1, entry(5, true), hash);
        table.put(hash(&1), &1, entry(50, false), hash);
        assert_eq!(table.get(hash(&1), &1), Some(entry(5, true)));
    }
}
