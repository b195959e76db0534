//! Tables that compare states in full, so that they never mistake one for another.
//!
//! While such a table may still grow, entries that find their cluster full can be kept beside, in a chain that begins in the
//! cluster, so that nothing is forgotten before the limit is reached. When the cluster is split, they find room in its halves.
//! How a slot looks in memory is up to a [`Layout`]; what the table does with its slots stands here, once.

use proofset_core::TableUse;

use crate::layout::{Beside, Layout};
use crate::{Capacity, Kept, Replacement, WIDTH, cut, linear};

/// A table that compares states in full, whose slots are laid out in this way.
#[derive(Clone, Debug)]
pub struct Clusters<L: Layout> {
    pub(crate) slots: L,
    /// At most so many clusters, and bytes.
    most: usize,
    most_bytes: u64,
    /// Entries whose cluster is full, while the table may still grow.
    pub(crate) beside: L::Beside,
    replacement: Replacement,
    overflow: bool,
    usage: TableUse,
}

impl<L: Layout> Clusters<L> {
    /// An empty table that may not grow yet; it always has one cluster.
    pub fn with_layout(slots: L) -> Self {
        let mut table = Self {
            beside: slots.beside(),
            slots,
            most: 1,
            most_bytes: 0,
            replacement: Replacement::Work,
            overflow: true,
            usage: TableUse::default(),
        };
        table.begin();
        table
    }

    /// The first cluster.
    fn begin(&mut self) {
        assert!(self.slots.append(self.most), "the system gives a few hundred kilobytes of memory");
    }

    /// The bytes that it would hold with one cluster more.
    fn bytes_when_grown(&self) -> u64 {
        self.bytes() + (self.slots.growth(self.most) * self.slots.cluster_bytes()) as u64
    }

    fn may_grow(&self) -> bool {
        self.slots.clusters() < self.most && self.bytes_when_grown() <= self.most_bytes
    }

    /// True if there is room for one more entry beside the clusters, and then still for one cluster more. Else the entry would be what
    /// keeps the table from growing, and be given up for it at once; the next one would come to the same, and each time costs a walk
    /// through all clusters.
    fn has_room_beside(&self) -> bool {
        self.bytes_when_grown() + self.beside.growth() as u64 <= self.most_bytes
    }

    /// Splits the next cluster in turn in two.
    fn split(&mut self) {
        let new = self.slots.clusters();
        let (old, mask) = linear::split(new);
        if !self.slots.append(self.most) {
            self.most = new;
            return;
        }
        self.slots.divide(old, new, mask);
        // There is room now for entries beside the cluster.
        let mut link = self.slots.chain(old);
        if link != 0 {
            self.slots.set_chain(old, 0);
        }
        while link != 0 {
            let next = self.beside.next(link);
            let (state, key, entry) = self.beside.read(link);
            let place = if key & mask == new as u64 { new } else { old };
            if let Some(slot) = (0..WIDTH).find(|&slot| self.slots.entry((place, slot)).is_none()) {
                self.slots.write((place, slot), state, entry);
                self.beside.remove(link);
            } else {
                self.beside.set_next(link, self.slots.chain(place));
                self.slots.set_chain(place, link);
            }
            link = next;
        }
    }

    /// The link of a state in the chain that begins with a link.
    #[inline]
    fn link(&self, mut link: u32, state: &L::State) -> Option<u32> {
        while link != 0 && !self.beside.is(link, state) {
            link = self.beside.next(link);
        }
        (link != 0).then_some(link)
    }

    /// Grows as for so many entries, as far as it may.
    pub fn reserve(&mut self, entries: u64) {
        while self.is_crowded(entries) && self.may_grow() {
            self.split();
        }
    }

    /// True if it is to grow with so many entries. Clusters fill unevenly: five of eight slots are as many as is good.
    fn is_crowded(&self, entries: u64) -> bool {
        entries * 8 >= (self.slots.clusters() * WIDTH) as u64 * 5
    }

    /// Forgets the entries with the least work.
    fn collect(&mut self) {
        let mut counts = vec![0; L::Entry::WORTHS];
        for place in 0..self.slots.clusters() {
            for entry in (0..WIDTH).filter_map(|slot| self.slots.entry((place, slot))) {
                counts[usize::from(entry.worth())] += 1;
            }
        }
        let kept = cut(&counts);
        for place in 0..self.slots.clusters() {
            for slot in 0..WIDTH {
                if self.slots.entry((place, slot)).is_some_and(|entry| entry.worth() < kept) {
                    self.slots.free((place, slot));
                    self.usage.evictions += 1;
                    self.usage.entries -= 1;
                }
            }
        }
        self.usage.collections += 1;
    }

    /// Changes how large the table may grow. It does not shrink.
    pub fn allow(&mut self, capacity: Capacity) {
        let Capacity { bytes, entries, replacement, overflow } = capacity;
        let most =
            (bytes / self.slots.cluster_bytes() as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
        self.most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
        self.most_bytes = bytes;
        self.replacement = replacement;
        self.overflow = overflow;
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> u64 {
        (self.slots.allocated() * self.slots.cluster_bytes() + self.beside.bytes()) as u64
    }

    /// Forgets everything, but not how it was used.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.usage.entries = 0;
        self.beside = self.slots.beside();
        self.begin();
    }

    /// Entries for which there is room when it is as large as it may grow.
    pub fn most_entries(&self) -> u64 {
        (self.most * WIDTH) as u64
    }

    /// How it was used.
    pub fn usage(&self) -> TableUse {
        self.usage
    }

    /// Says how it was used before, by a search that goes on with its entries. How many there are is known.
    pub fn set_usage(&mut self, usage: TableUse) {
        let entries = self.usage.entries;
        self.usage = usage;
        self.usage.entries = entries;
    }

    /// Brings the memory of a key's entries near the processor. The value means nothing.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.slots.touch(linear::place(key, self.slots.clusters()))
    }

    /// True if nothing waits when it is [touched](Self::touch).
    #[inline]
    pub fn prefetches(&self) -> bool {
        self.slots.prefetches()
    }

    /// What is known about a state, whose [`state_hash`](proofset_core::state_hash) is `key`.
    #[inline]
    pub fn get(&mut self, key: u64, state: &L::State) -> Option<L::Entry> {
        let found = self.peek(key, state);
        self.count_probe(found.is_some());
        found
    }

    /// The same without being counted.
    #[inline]
    pub fn peek(&self, key: u64, state: &L::State) -> Option<L::Entry> {
        let place = linear::place(key, self.slots.clusters());
        match self.slots.find(place, state) {
            Ok((_, entry)) => Some(entry),
            Err(chain) => self.link(chain, state).map(|link| self.beside.entry(link)),
        }
    }

    /// Counts a look-up.
    #[inline]
    pub fn count_probe(&mut self, hit: bool) {
        self.usage.probes += 1;
        self.usage.hits += u64::from(hit);
    }

    /// Stores what is known about a state, whose [`state_hash`](proofset_core::state_hash) is `key`.
    pub fn put(&mut self, key: u64, state: &L::State, entry: L::Entry) {
        self.usage.stores += 1;
        let may_grow = self.may_grow();
        if may_grow && self.is_crowded(self.usage.entries) {
            self.split();
        }
        let all = (self.slots.clusters() * WIDTH) as u64;
        if !may_grow && self.replacement == Replacement::SmallTreeGc && self.usage.entries * 8 >= all * 7 {
            self.collect();
        }
        let place = linear::place(key, self.slots.clusters());
        let chain = match self.slots.find(place, state) {
            Ok((slot, mut old)) => {
                old.renew(entry);
                self.slots.set((place, slot), old);
                return;
            }
            Err(chain) => chain,
        };
        if let Some(link) = self.link(chain, state) {
            let mut old = self.beside.entry(link);
            old.renew(entry);
            self.beside.set(link, old);
            return;
        }
        // An empty slot is worth least.
        let (victim, gives_way) = self.slots.least(place);
        if gives_way && may_grow && self.overflow && self.has_room_beside() {
            let link = self.beside.insert(state, entry, chain);
            self.slots.set_chain(place, link);
            self.usage.entries += 1;
            return;
        }
        if !may_grow && self.beside.count() > 0 {
            self.usage.evictions += self.beside.count() as u64;
            self.usage.entries -= self.beside.count() as u64;
            self.beside = self.slots.beside();
            (0..self.slots.clusters()).for_each(|place| self.slots.set_chain(place, 0));
        }
        self.slots.write((place, victim), state, entry);
        self.usage.evictions += u64::from(gives_way);
        self.usage.entries += u64::from(!gives_way);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use fastrand::Rng;
    use proofset_core::{Format, Words, state_hash};

    use super::{Capacity, Clusters, Kept, Layout, Replacement, WIDTH};
    use crate::{Beside, Row, scale};
    use crate::{ExactTable, RowTable};

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

    /// Work, with the answer in the highest bit.
    impl Row for Entry {
        const WORDS: usize = 1;

        fn write(&self, words: &mut [u32]) {
            words[0] = self.work.get() | u32::from(self.solved) << 31;
        }

        fn read(words: &[u32]) -> Option<Self> {
            let work = NonZeroU32::new(words[0] & (u32::MAX >> 1))?;
            Some(Self { work, solved: words[0] >> 31 == 1 })
        }
    }

    /// The bytes of a cluster: four entries and where the chain begins, as a multiple of 8.
    const CLUSTER: usize = size_of::<[Option<(u64, Entry)>; WIDTH]>() + 8;

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
        table.allow(capacity((clusters * CLUSTER) as u64, Replacement::Work));
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
        assert!(table.beside.count() == 0 && usage.evictions > 0, "{usage:?}");
        assert_eq!(usage.entries + usage.evictions, 200_000);
    }

    #[test]
    fn the_limit_holds_and_never_less_than_a_cluster() {
        for clusters in [0, 1, 5, 1500, 5000] {
            let mut table = table(clusters);
            let limit = (clusters.max(1) * CLUSTER) as u64;
            for state in 0..100_000 {
                put(&mut table, state, entry(1, false));
                assert!(table.bytes() <= limit + limit / 8, "{} of {limit}", table.bytes());
            }
            let usage = table.usage();
            assert_eq!(usage.entries + usage.evictions, 100_000);
            assert!(table.beside.count() == 0);
        }
    }

    /// Whatever the limit, what lies beside is given up a few times while the table grows, and not for each entry that finds no room.
    #[test]
    fn what_lies_beside_is_given_up_seldom() {
        for clusters in (1000..9000).step_by(170) {
            let mut table = table(clusters);
            let (mut given_up, mut beside) = (0, 0);
            for state in 0..40_000 {
                put(&mut table, state, entry(1, false));
                given_up += usize::from(table.beside.count() == 0 && beside > 0);
                beside = table.beside.count();
            }
            assert!(given_up < 12, "{given_up} times of {clusters} clusters");
        }
    }

    #[test]
    fn a_lower_limit_stops_the_growth_and_forgets_nothing() {
        let mut table = table(5000);
        for state in 0..5_000 {
            put(&mut table, state, entry(1, false));
        }
        let before = (table.bytes(), table.slots.clusters());
        table.allow(capacity(1000, Replacement::Work));
        for state in 0..5_000 {
            put(&mut table, state, entry(2, false));
        }
        assert_eq!((table.bytes(), table.slots.clusters()), before);
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
        table.allow(capacity((64 * CLUSTER) as u64, Replacement::SmallTreeGc));
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

    /// A state as a table of rows is asked for it.
    fn row_get(table: &mut RowTable<Entry>, state: (u64, u64)) -> Option<Entry> {
        table.get(state_hash(&state), Words::of(&state).as_slice())
    }

    /// Whether the type of states is known or not: the same entries are kept, and the same give way.
    #[test]
    fn tables_of_rows_keep_what_typed_ones_keep() {
        let mut rng = Rng::with_seed(5);
        for round in 0..60 {
            let replacement = if round % 2 == 0 { Replacement::Work } else { Replacement::SmallTreeGc };
            let entries = [Some(0), Some(4), Some(16), Some(100), Some(5000), None][round % 6];
            let overflow = round % 5 > 0;
            let mut typed = ExactTable::<(u64, u64), Entry>::new();
            let mut rows = RowTable::<Entry>::for_format(Format::of::<(u64, u64)>());
            let capacity = Capacity { bytes: 1 << 40, entries, replacement, overflow };
            typed.allow(capacity);
            rows.allow(capacity);
            let states = [5, 300, 20_000][round % 3];
            for step in 0..20_000 {
                // All in the low words, or all in the high ones; the state of zeros as well.
                let number = rng.u64(..states);
                let state = if round % 4 < 2 { (number, 0) } else { (0, number << 32) };
                let key = state_hash(&state);
                if rng.bool() {
                    let entry = entry(rng.u32(1..50), rng.u32(..4) == 0);
                    typed.put(key, &state, entry);
                    rows.put(key, Words::of(&state).as_slice(), entry);
                } else {
                    assert_eq!(typed.get(key, &state), row_get(&mut rows, state), "step {step} of round {round}");
                }
                if step == 10_000 && round % 7 == 0 {
                    typed.clear();
                    rows.clear();
                }
            }
            assert_eq!(typed.usage(), rows.usage());
            assert_eq!(typed.beside.count(), rows.beside.count());
        }
    }

    fn bytes_for<L: Layout<Entry = Entry>>(table: &mut Clusters<L>, limit: u64, put: impl Fn(&mut Clusters<L>, u64)) {
        table.allow(capacity(limit, Replacement::Work));
        for state in 0..20_000 {
            put(table, state);
            assert!(table.bytes() <= limit, "{} of {limit}", table.bytes());
        }
        assert!(table.bytes() * 10 > limit * 9, "{} of {limit}", table.bytes());
    }

    #[test]
    fn tables_of_rows_keep_to_their_bytes() {
        for limit in [3_000, 50_000, 250_000] {
            bytes_for(&mut RowTable::for_format(Format::of::<u64>()), limit, |table, state| {
                table.put(state_hash(&state), Words::of(&state).as_slice(), entry(1, false));
            });
            bytes_for(&mut ExactTable::new(), limit, |table, state| put(table, state, entry(1, false)));
        }
    }

    /// Links that are removed are used again, the last of them first.
    fn links_come_back<B: Beside<Entry = Entry>>(mut beside: B, state: impl Fn(u64) -> Box<B::State>) {
        let links: Vec<u32> = (0..10).map(|number| beside.insert(&state(number), entry(1, false), 0)).collect();
        let bytes = beside.bytes();
        links[..4].iter().for_each(|&link| beside.remove(link));
        assert_eq!(beside.count(), 6);
        let again: Vec<u32> = (10..14).map(|number| beside.insert(&state(number), entry(2, true), 0)).collect();
        assert_eq!(again, [links[3], links[2], links[1], links[0]]);
        assert_eq!((beside.count(), beside.bytes()), (10, bytes));
        assert!(beside.is(links[0], &state(13)) && beside.is(links[9], &state(9)) && !beside.is(links[0], &state(0)));
    }

    #[test]
    fn links_that_are_removed_are_used_again() {
        links_come_back(ExactTable::<u64, Entry>::new().slots.beside(), Box::new);
        let rows = RowTable::<Entry>::for_format(Format::of::<u64>());
        links_come_back(rows.slots.beside(), |number| Words::of(&number).as_slice().into());
    }

    /// Rows have no padding, and a cluster takes a word more.
    #[test]
    fn rows_of_five_words_have_20_bytes() {
        let table = RowTable::<Entry>::for_format(Format::of::<(u64, u64)>());
        assert_eq!(table.slots.cluster_bytes(), WIDTH * 20 + 4);
    }
}
