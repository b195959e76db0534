//! A table that compares states in full, so that it never mistakes one for another.
//!
//! While it may still grow, entries that find their cluster full can be kept beside, so that nothing is forgotten before
//! the limit is reached. A slot holds the state and what is kept for it, and perhaps padding.

use std::collections::HashMap;
use std::hash::Hash;

use proofset_core::{TableUse, state_hash};
use rustc_hash::FxBuildHasher;

use crate::{Capacity, Kept, Replacement, WIDTH, cut, linear};

/// Clusters that are allocated at a time.
const SEGMENT: usize = 1024;

type Cluster<S, E> = [Option<(S, E)>; WIDTH];

/// A table that compares states in full.
#[derive(Clone, Debug)]
pub struct ExactTable<S, E> {
    segments: Vec<Vec<Cluster<S, E>>>,
    /// Clusters in use.
    clusters: usize,
    /// Clusters that there is memory for.
    allocated: usize,
    /// At most so many clusters, and bytes.
    most: usize,
    most_bytes: u64,
    /// Entries whose cluster is full, while the table may still grow.
    beside: HashMap<S, E, FxBuildHasher>,
    replacement: Replacement,
    overflow: bool,
    usage: TableUse,
}

impl<S: Clone + Eq + Hash, E: Kept> ExactTable<S, E> {
    /// An empty table that may not grow yet; it always has one cluster.
    pub fn new() -> Self {
        let mut table = Self {
            segments: Vec::new(),
            clusters: 0,
            allocated: 0,
            most: 1,
            most_bytes: 0,
            beside: HashMap::with_hasher(FxBuildHasher),
            replacement: Replacement::Work,
            overflow: true,
            usage: TableUse::default(),
        };
        table.append();
        table
    }

    fn may_grow(&self) -> bool {
        let needed =
            if self.clusters < self.allocated { 0 } else { SEGMENT.min(self.most.saturating_sub(self.clusters)) };
        self.clusters < self.most && self.bytes() + (needed * size_of::<Cluster<S, E>>()) as u64 <= self.most_bytes
    }

    /// True if there is room for one more entry beside the clusters.
    fn has_room_beside(&self) -> bool {
        let full = self.beside.len() == self.beside.capacity();
        let growth = if full { (2 * self.beside.capacity().max(4)) * (size_of::<(S, E)>() + 1) } else { 0 };
        self.bytes() + growth as u64 <= self.most_bytes
    }

    fn cluster(&mut self, place: usize) -> &mut Cluster<S, E> {
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
    fn split(&mut self) {
        let new = self.clusters;
        let (old, mask) = linear::split(new);
        self.append();
        let mut moved = 0;
        for slot in 0..WIDTH {
            let moves =
                self.cluster(old)[slot].as_ref().is_some_and(|(state, _)| state_hash(state) & mask == new as u64);
            if moves {
                let entry = self.cluster(old)[slot].take();
                self.cluster(new)[moved] = entry;
                moved += 1;
            }
        }
    }

    /// Forgets the entries with the least work.
    fn collect(&mut self) {
        let mut counts = vec![0; E::WORTHS];
        for (_, entry) in self.segments.iter().flatten().flatten().flatten() {
            counts[usize::from(entry.worth())] += 1;
        }
        let kept = cut(&counts);
        for slot in self.segments.iter_mut().flatten().flatten() {
            if slot.take_if(|(_, entry)| entry.worth() < kept).is_some() {
                self.usage.evictions += 1;
                self.usage.entries -= 1;
            }
        }
        self.usage.collections += 1;
    }

    /// Changes how large the table may grow. It does not shrink.
    pub fn allow(&mut self, capacity: Capacity) {
        let Capacity { bytes, entries, replacement, overflow } = capacity;
        let most =
            (bytes / size_of::<Cluster<S, E>>() as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
        self.most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
        self.most_bytes = bytes;
        self.replacement = replacement;
        self.overflow = overflow;
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> u64 {
        let beside = self.beside.capacity() * (size_of::<(S, E)>() + 1);
        (self.allocated * size_of::<Cluster<S, E>>() + beside) as u64
    }

    /// Forgets everything, but not how it was used.
    pub fn clear(&mut self) {
        (self.segments, self.clusters, self.allocated, self.usage.entries) = (Vec::new(), 0, 0, 0);
        self.beside = HashMap::with_hasher(FxBuildHasher);
        self.append();
    }

    /// How it was used.
    pub fn usage(&self) -> TableUse {
        self.usage
    }

    /// Brings the cluster of a key near the processor. The value means nothing.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        let place = linear::place(key, self.clusters);
        u64::from(self.segments[place / SEGMENT][place % SEGMENT][0].is_some())
    }

    /// What is known about a state, whose [`state_hash`] is `key`.
    #[inline]
    pub fn get(&mut self, key: u64, state: &S) -> Option<E> {
        let found = self.peek(key, state);
        self.count_probe(found.is_some());
        found
    }

    /// The same without being counted.
    #[inline]
    pub fn peek(&self, key: u64, state: &S) -> Option<E> {
        let place = linear::place(key, self.clusters);
        self.segments[place / SEGMENT][place % SEGMENT]
            .iter()
            .flatten()
            .find_map(|(other, entry)| (other == state).then_some(*entry))
            .or_else(|| if self.beside.is_empty() { None } else { self.beside.get(state).copied() })
    }

    /// Counts a look-up.
    #[inline]
    pub fn count_probe(&mut self, hit: bool) {
        self.usage.probes += 1;
        self.usage.hits += u64::from(hit);
    }

    /// Stores what is known about a state, whose [`state_hash`] is `key`.
    pub fn put(&mut self, key: u64, state: &S, entry: E) {
        self.usage.stores += 1;
        let may_grow = self.may_grow();
        // Clusters fill unevenly: the table grows when five of eight slots are taken.
        if may_grow && self.usage.entries * 8 >= (self.clusters * WIDTH * 5) as u64 {
            self.split();
        }
        if !may_grow
            && self.replacement == Replacement::SmallTreeGc
            && self.usage.entries * 8 >= (self.clusters * WIDTH * 7) as u64
        {
            self.collect();
        }
        let place = linear::place(key, self.clusters);
        let may_wait = may_grow && self.overflow && self.has_room_beside();
        let Self { segments, beside, usage, .. } = self;
        let cluster = &mut segments[place / SEGMENT][place % SEGMENT];
        let old = cluster.iter_mut().flatten().find(|(other, _)| other == state).map(|(_, old)| old);
        if let Some(old) = old.or_else(|| beside.get_mut(state)) {
            old.renew(entry);
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
        // An empty slot is worth least.
        let worth = |slot: &Option<(S, E)>| slot.as_ref().map(|(_, entry)| entry.worth());
        let victim = cluster.iter_mut().min_by_key(|slot| worth(slot)).expect("clusters have slots");
        let evicted = victim.replace((state.clone(), entry)).is_some();
        usage.evictions += u64::from(evicted);
        usage.entries += u64::from(!evicted);
    }
}

impl<S: Clone + Eq + Hash, E: Kept> Default for ExactTable<S, E> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{Capacity, Cluster, ExactTable, Kept, Replacement, WIDTH, state_hash};
    use crate::scale;

    /// Work, and whether it has led to an answer: then it counts eightfold, and is not given up for an unfinished one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Entry {
        work: NonZeroU32,
        solved: bool,
    }

    impl Kept for Entry {
        const WORTHS: usize = 280;

        fn worth(&self) -> u16 {
            u16::from(scale(self.work)) + if self.solved { 24 } else { 0 }
        }

        fn renew(&mut self, new: Self) {
            if new.solved || !self.solved {
                *self = new;
            }
        }
    }

    type Clusters = Cluster<u64, Entry>;

    fn entry(work: u32, solved: bool) -> Entry {
        Entry { work: NonZeroU32::new(work).unwrap(), solved }
    }

    fn get(table: &mut ExactTable<u64, Entry>, state: u64) -> Option<Entry> {
        table.get(state_hash(&state), &state)
    }

    fn put(table: &mut ExactTable<u64, Entry>, state: u64, entry: Entry) {
        table.put(state_hash(&state), &state, entry);
    }

    fn capacity(bytes: u64, replacement: Replacement) -> Capacity {
        Capacity { bytes, entries: None, replacement, overflow: true }
    }

    fn table(clusters: usize) -> ExactTable<u64, Entry> {
        let mut table = ExactTable::new();
        table.allow(capacity((clusters * size_of::<Clusters>()) as u64, Replacement::Work));
        table
    }

    #[test]
    fn with_room_nothing_is_lost() {
        let mut table = table(1 << 20);
        for state in 0..200_000 {
            put(&mut table, state, entry(1, false));
        }
        assert!((0..200_000).all(|state| get(&mut table, state).is_some()));
        let usage = table.usage();
        assert_eq!((usage.entries, usage.evictions, usage.probes, usage.hits), (200_000, 0, 200_000, 200_000));
        assert_eq!(get(&mut table, 200_000), None);
    }

    #[test]
    fn without_overflow_full_clusters_forget_while_the_table_grows() {
        let mut table = table(1 << 20);
        table.allow(Capacity { overflow: false, ..capacity(1 << 40, Replacement::Work) });
        for state in 0..200_000 {
            put(&mut table, state, entry(1, false));
        }
        let usage = table.usage();
        assert!(table.beside.is_empty() && usage.evictions > 0, "{usage:?}");
        assert_eq!(usage.entries + usage.evictions, 200_000);
    }

    #[test]
    fn the_limit_holds_and_never_less_than_a_cluster() {
        for clusters in [0, 1, 5, 1500, 5000] {
            let mut table = table(clusters);
            let limit = (clusters.max(1) * size_of::<Clusters>()) as u64;
            for state in 0..100_000 {
                put(&mut table, state, entry(1, false));
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
            put(&mut table, state, entry(1, false));
        }
        let before = (table.bytes(), table.clusters);
        table.allow(capacity(1000, Replacement::Work));
        for state in 0..5_000 {
            put(&mut table, state, entry(2, false));
        }
        assert_eq!((table.bytes(), table.clusters), before);
        assert_eq!(table.usage().evictions, 0);
    }

    #[test]
    fn the_least_work_gives_way_and_solved_entries_count_eightfold() {
        let mut table = table(1);
        for (state, work, solved) in [(1, 5, false), (2, 3, true), (3, 9, false), (4, 7, true)] {
            put(&mut table, state, entry(work, solved));
        }
        put(&mut table, 5, entry(1, true));
        assert_eq!(get(&mut table, 1), None, "5 is less than 8 times 1");
        put(&mut table, 6, entry(1, false));
        assert_eq!(get(&mut table, 5), None, "8 times 1 is less than 9");
        put(&mut table, 7, entry(2, true));
        let left: Vec<u64> = (0..10).filter(|state| get(&mut table, *state).is_some()).collect();
        assert_eq!(left, [2, 3, 4, 7]);
    }

    #[test]
    fn small_subtrees_are_collected() {
        let mut table = ExactTable::new();
        table.allow(capacity((64 * size_of::<Clusters>()) as u64, Replacement::SmallTreeGc));
        for state in 0..10_000 {
            put(&mut table, state, entry(1 + state as u32 % 1000, false));
        }
        let usage = table.usage();
        assert!(usage.collections > 5 && usage.evictions + usage.entries == 10_000, "{usage:?}");
        assert!(usage.entries <= 64 * WIDTH as u64 * 7 / 8 + 1);
        let work: Vec<u64> = (0..10_000).filter(|state| get(&mut table, *state).is_some()).map(|s| s % 1000).collect();
        assert!(work.iter().sum::<u64>() / work.len() as u64 > 800, "the large ones are left: {work:?}");
    }

    #[test]
    fn solved_entries_are_not_forgotten_for_unsolved_ones() {
        let mut table = table(4);
        put(&mut table, 1, entry(5, true));
        put(&mut table, 1, entry(50, false));
        assert_eq!(get(&mut table, 1), Some(entry(5, true)));
    }
}
