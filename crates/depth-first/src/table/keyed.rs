//! A table of 16 bytes an entry, which tells states apart by their keys, for one thread or for many.
//!
//! A cluster of four entries is a line of the processor's cache. An entry is two words: 48 bits of the key and 16 of the
//! distance from the root (or of the state's resource, where the game orders states); the two numbers in 24 bits each,
//! 8 bits of work on a scale, and 8 of the child that was searched last. The key's lowest bits choose the cluster, so
//! that a table of 4 MiB or more compares all 64 of them. Unsolved numbers above what 24 bits hold are all read as
//! the largest that there is, which costs time and no truth.
//!
//! **Dominance.** Where states with the same key have resources, a state is proven if one with no more resource is, and
//! disproven if one with no less is. The domain promises that; see [`NodeView`](proofset_cursor::NodeView). So solved states of a key lie
//! together, and there are two at most: the proven one with the least resource, and the disproven one with the greatest. What is
//! unsolved has a place of its own for each resource: a state is met with dozens of them, and a cluster has room for four.
//!
//! **Threads** have a handle of the table each. Whoever has it alone counts entries exactly, and finds in every run what it found in the
//! others; where it is shared, each handle says now and then how many entries it has added.
//!
//! Tables of less than 4 MiB have their size from the beginning on, and cannot grow once they hold something. Larger
//! ones grow as they fill.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prefetch_index::prefetch_index;
use proofset_core::{Evidence, TableUse, Value};
use proofset_cursor::Cursor;
use proofset_table::{Replacement, WIDTH};

use super::entry::{AnyTable, Entry, Name, Room, Table};
use super::memory::{CLUSTER, Cluster, Clusters, MOST, Memory};
use super::saved::{Head, read_clusters, write_clusters};
use super::slot::{KEY_BITS, SMALLEST_GROWING, Slot};

/// Entries that a thread stores in a shared table between two looks at how full it is.
const PATIENCE: u32 = 64;

/// A table grows when three of eight slots are taken: clusters fill unevenly, those that wait to be split most, and so it
/// forgets little before it is as large as it may be.
const GROWS: u64 = 3;

/// It forgets the entries with the least work when seven of eight slots are taken, if it is told to.
const COLLECTS: u64 = 7;

/// What the handles of a table have in common.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Replaced between searches alone, when there is room for more.
    memory: Mutex<Arc<Memory>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// A table of one cluster.
    pub(crate) fn new() -> Self {
        Self { memory: Mutex::new(Arc::new(Memory::new(1))) }
    }
}

/// Whose a handle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    /// There is no other one.
    Alone,
    /// It says how large the table is, and its bytes are those of the table.
    Leader,
    Helper,
}

/// A table that compares keys, of 64 bits if it has 4 MiB or more; or one thread's handle of one that threads share.
#[derive(Debug)]
pub struct KeyedTable {
    shared: Arc<Shared>,
    memory: Arc<Memory>,
    clusters: Clusters,
    holder: Holder,
    /// True if entries are labelled with resources, else with distances.
    ordered: bool,
    /// True if decided states decide others with the same key.
    dominance: bool,
    replacement: Replacement,
    usage: TableUse,
    /// With so many entries something has to give way, if nobody else has the table.
    full_at: u64,
    /// Entries that were added and not counted for all yet, and stores since the last look, if others have it too.
    added: u64,
    stores: u32,
}

impl KeyedTable {
    /// An empty table of one cluster for the states that a cursor shows. It may not grow yet.
    pub fn for_cursor<C: Cursor>(_cursor: &C) -> Self {
        Self::new(&Arc::new(Shared::new()), C::ORDERED, Holder::Alone)
    }

    /// An empty table of one cluster for keys alone. It may not grow yet.
    pub(crate) fn unordered() -> Self {
        Self::new(&Arc::new(Shared::new()), false, Holder::Alone)
    }

    /// The handle of the thread that begins a search, for states with resources or without.
    pub(crate) fn leader(shared: &Arc<Shared>, ordered: bool) -> Self {
        Self::new(shared, ordered, Holder::Leader)
    }

    /// That of a thread that helps.
    pub(crate) fn helper(shared: &Arc<Shared>, ordered: bool) -> Self {
        Self::new(shared, ordered, Holder::Helper)
    }

    fn new(shared: &Arc<Shared>, ordered: bool, holder: Holder) -> Self {
        let memory = Arc::clone(&lock(&shared.memory));
        let mut table = Self {
            shared: Arc::clone(shared),
            clusters: Clusters::of(&memory),
            memory,
            holder,
            ordered,
            dominance: true,
            replacement: Replacement::Work,
            usage: TableUse::default(),
            full_at: 0,
            added: 0,
            stores: 0,
        };
        table.follow();
        table
    }

    /// Puts other memory into the place of its own.
    fn replace(&mut self, memory: Memory) {
        self.memory = Arc::new(memory);
        *lock(&self.shared.memory) = Arc::clone(&self.memory);
        self.clusters = Clusters::of(&self.memory);
        self.follow();
    }

    /// Takes note of how large the memory is.
    fn follow(&mut self) {
        self.clusters.follow(&self.memory);
        let slots_in_eight = if self.memory.count() < self.memory.most() {
            GROWS
        } else if self.replacement == Replacement::SmallTreeGc {
            COLLECTS
        } else {
            self.full_at = u64::MAX;
            return;
        };
        self.full_at = share_of(self.memory.count(), slots_in_eight);
    }

    fn is_alone(&self) -> bool {
        self.holder == Holder::Alone
    }

    #[inline]
    fn cluster_of(&self, key: u64) -> Cluster<'_> {
        self.clusters.of_key(key, &self.memory)
    }

    /// Makes room where nobody else has the table: it grows by one cluster, or forgets the entries with the least work.
    #[cold]
    fn make_room(&mut self) {
        if self.memory.count() == self.memory.most() {
            self.collect();
        } else if !self.memory.split_up_to(self.memory.count() + 1) {
            self.replace(self.memory.with_room(self.memory.count()));
        }
        self.follow();
    }

    fn collect(&mut self) {
        let gone = self.memory.collect();
        self.usage.evictions += gone;
        self.usage.entries = self.usage.entries.saturating_sub(gone);
        self.usage.collections += 1;
    }

    /// Looks how full the table is that others have too, and makes room if nobody else does.
    #[cold]
    fn keep(&mut self) {
        self.stores = 0;
        let memory = Arc::clone(&self.memory);
        let added = std::mem::take(&mut self.added);
        let all = memory.entries.fetch_add(added, Ordering::Relaxed) + added;
        self.usage.entries = all;
        if let Ok(_keeper) = memory.keeper.try_lock() {
            let is_full = |count: usize| count < memory.most() && all >= share_of(count, GROWS);
            let mut wanted = memory.count();
            while wanted >= SMALLEST_GROWING && is_full(wanted) {
                wanted += 1;
            }
            // Without more memory it forgets.
            memory.split_up_to(wanted);
            let count = memory.count();
            if count == memory.most()
                && self.replacement == Replacement::SmallTreeGc
                && all >= share_of(count, COLLECTS)
            {
                let before = self.usage.entries;
                self.collect();
                memory.entries.fetch_sub(before - self.usage.entries, Ordering::Relaxed);
            }
        }
        self.clusters.follow(&memory);
    }
}

/// The key of an unsolved state with this resource, where states with the same key lie apart: in one of eight clusters beside each other,
/// which are found faster than some elsewhere. Resources at which a state is met are often all even or all odd.
#[inline]
fn with_resource(key: u64, resource: u16) -> u64 {
    key ^ u64::from(resource >> 1 & 7)
}

/// So many of eight slots.
fn share_of(clusters: usize, of_eight: u64) -> u64 {
    ((clusters * WIDTH) as u64 * of_eight).div_ceil(8)
}

impl<M> From<KeyedTable> for AnyTable<M> {
    fn from(table: KeyedTable) -> Self {
        Box::new(table)
    }
}

impl<M> Table<M> for KeyedTable {
    fn allow(&mut self, room: Room) {
        let Room { bytes, entries, replacement, dominance } = room;
        (self.replacement, self.dominance) = (replacement, dominance);
        if self.holder != Holder::Helper {
            let most = (bytes / CLUSTER as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
            let most = usize::try_from(most).unwrap_or(usize::MAX).clamp(1, MOST);
            if self.usage.entries == 0 && self.added == 0 && self.memory.entries.load(Ordering::Relaxed) == 0 {
                if most != self.memory.most() {
                    self.replace(Memory::new(most));
                }
            } else if self.memory.count() >= SMALLEST_GROWING {
                // The entries of smaller tables do not hold the bits that growing needs.
                let most = most.max(self.memory.count());
                if most > self.memory.most() || self.is_alone() && most < self.memory.most() {
                    self.replace(self.memory.with_room(most));
                }
            }
        }
        self.follow();
    }

    fn bytes(&self) -> u64 {
        if self.holder == Holder::Helper { 0 } else { self.memory.bytes() }
    }

    fn clear(&mut self) {
        self.usage.entries = 0;
        (self.added, self.stores) = (0, 0);
        self.replace(Memory::new(self.memory.most()));
    }

    fn usage(&self) -> TableUse {
        self.usage
    }

    fn most_entries(&self) -> u64 {
        (self.memory.most() * WIDTH) as u64
    }

    fn evidence(&self) -> Evidence {
        Evidence::Keyed { bits: (KEY_BITS + self.memory.count().ilog2()).min(64) }
    }

    #[inline]
    fn touch(&self, key: u64, resource: u16) -> u64 {
        prefetch_index(self.cluster_of(key).line(), 0);
        if self.ordered {
            prefetch_index(self.cluster_of(with_resource(key, resource)).line(), 0);
        }
        0
    }

    #[inline]
    fn prefetches(&self) -> bool {
        true
    }

    #[inline]
    fn peek(&self, name: Name<'_, M>) -> Option<Entry> {
        if !self.ordered {
            let slot = self.cluster_of(name.key).find(|slot| slot.has_key(name.key))?;
            return Some(slot.entry(u32::from(slot.label())));
        }
        if self.dominance {
            let decides = |slot: Slot| {
                slot.has_key(name.key)
                    && match slot.numbers().value() {
                        Some(Value::Proven) => slot.label() <= name.resource,
                        Some(Value::Disproven) => slot.label() >= name.resource,
                        None => false,
                    }
            };
            if let Some(slot) = self.cluster_of(name.key).find(decides) {
                return Some(slot.entry(0));
            }
        }
        let key = with_resource(name.key, name.resource);
        // A solved entry here is that of a state whose key differs in the bits that tell the eight clusters apart.
        let may_be_there = |slot: Slot| !self.dominance || !slot.numbers().is_solved();
        let is_same = |slot: Slot| slot.has_key(key) && slot.label() == name.resource && may_be_there(slot);
        Some(self.cluster_of(key).find(is_same)?.entry(0))
    }

    #[inline]
    fn count_probe(&mut self, hit: bool) {
        self.usage.probes += 1;
        self.usage.hits += u64::from(hit);
    }

    fn put(&mut self, name: Name<'_, M>, entry: Entry) {
        self.usage.stores += 1;
        if self.is_alone() {
            if self.usage.entries >= self.full_at {
                self.make_room();
            }
        } else {
            self.stores += 1;
            if self.stores >= PATIENCE {
                self.keep();
            }
        }
        let value = entry.numbers.value();
        let (key, label) = match (self.ordered, value) {
            (false, _) => (name.key, u16::try_from(entry.distance).unwrap_or(u16::MAX)),
            (true, Some(_)) if self.dominance => (name.key, name.resource),
            (true, _) => (with_resource(name.key, name.resource), name.resource),
        };
        let new = Slot::new(key, label, entry);
        let cluster = self.cluster_of(key);
        // Whether an entry with the same key gives way; nothing if it is about another state.
        let gives_way = |old: Slot| {
            let (known, other) = (old.numbers().value(), old.label());
            if !self.ordered || other == label {
                return Some(value.is_some() || known.is_none());
            }
            match value.filter(|_| self.dominance && known == value)? {
                Value::Proven => Some(label < other),
                Value::Disproven => Some(label > other),
            }
        };
        let (mut victim, mut least) = (0, u16::MAX);
        for place in 0..WIDTH {
            let old = cluster.read(place);
            if old.has_key(key)
                && let Some(gives_way) = gives_way(old)
            {
                if gives_way {
                    cluster.write(place, new);
                }
                return;
            }
            if old.worth() < least {
                (victim, least) = (place, old.worth());
            }
        }
        cluster.write(victim, new);
        let evicted = least > 0;
        self.usage.evictions += u64::from(evicted);
        if self.is_alone() {
            self.usage.entries += u64::from(!evicted);
        } else {
            self.added += u64::from(!evicted);
        }
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        let (clusters, mut usage) = (self.memory.count(), self.usage);
        if !self.is_alone() {
            usage.entries = self.memory.entries.load(Ordering::Relaxed);
        }
        Head { clusters, usage }.write(out)?;
        write_clusters(out, clusters, |place, slot| self.memory.cluster(place).read(slot))?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let head = Head::read(from, self.memory.most())?;
        self.replace(Memory::new(head.most(self.memory.most())));
        let Head { clusters, usage } = head;
        if !self.memory.extend(clusters.max(self.memory.count())) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        read_clusters(from, clusters, |place, slot, entry| self.memory.cluster(place).write(slot, entry))?;
        self.memory.entries.store(usage.entries, Ordering::Relaxed);
        (self.usage, self.added, self.stores) = (usage, 0, 0);
        self.follow();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use super::{CLUSTER, Head, Holder, KeyedTable, SMALLEST_GROWING, Shared};
    use crate::table::{Entry, Name, Replacement, Room, Table};
    use proofset_core::{Evidence, TableUse, Value, state_hash};
    use proofset_numbers::Numbers;

    /// A table of one thread, and one that others might have.
    const HOLDERS: [Holder; 2] = [Holder::Alone, Holder::Leader];

    fn entry(work: u32, solved: Option<Value>) -> Entry {
        let numbers = solved.map_or(Numbers { proof: 3, disproof: 5 }, Numbers::decided);
        Entry { numbers, work: NonZeroU32::new(work).unwrap(), distance: 7, last: 2 }
    }

    fn name(state: u64) -> Name<'static, ()> {
        Name { key: state_hash(&state), resource: 0, mark: &() }
    }

    fn room(bytes: u64, replacement: Replacement) -> Room {
        Room { bytes, entries: None, replacement, dominance: true }
    }

    fn new(holder: Holder, ordered: bool) -> KeyedTable {
        KeyedTable::new(&Arc::new(Shared::new()), ordered, holder)
    }

    fn table(holder: Holder, bytes: u64, replacement: Replacement) -> KeyedTable {
        let mut table = new(holder, false);
        Table::<()>::allow(&mut table, room(bytes, replacement));
        table
    }

    fn count(table: &mut KeyedTable, states: impl Iterator<Item = u64>) -> u64 {
        states.filter(|&state| table.get(name(state)).is_some()).count() as u64
    }

    #[test]
    fn tables_grow_and_lose_only_what_finds_its_cluster_full() {
        for holder in HOLDERS {
            let mut table = table(holder, 64 << 20, Replacement::Work);
            let before = Table::<()>::bytes(&table);
            assert_eq!(table.memory.count(), SMALLEST_GROWING);
            for state in 0..600_000 {
                table.put(name(state), entry(1 + state as u32 % 2, None));
            }
            let found = count(&mut table, 0..600_000);
            let usage = Table::<()>::usage(&table);
            assert_eq!(found + usage.evictions, 600_000);
            // A handle that others might have looks how full the table is now and then.
            assert!(found - usage.entries < if holder == Holder::Alone { 1 } else { 64 }, "{found}, {usage:?}");
            assert!(usage.evictions < 60_000 && Table::<()>::bytes(&table) > 2 * before, "{usage:?}");
            assert_eq!(Table::<()>::evidence(&table), Evidence::Keyed { bits: 64 });
            assert_eq!(table.get(name(7)), Some(entry(2, None)));
            assert_eq!(count(&mut table, 600_000..700_000), 0);
            Table::<()>::clear(&mut table);
            assert_eq!((table.get(name(1)), Table::<()>::bytes(&table)), (None, before));
        }
    }

    #[test]
    fn the_limit_holds() {
        for holder in HOLDERS {
            for bytes in [0, 64, 4096, 100_000, 4 << 20, (4 << 20) + 64_000, 5 << 20, 70 << 20] {
                for replacement in [Replacement::Work, Replacement::SmallTreeGc] {
                    let mut table = table(holder, bytes, replacement);
                    for state in 0..500_000 {
                        table.put(name(state), entry(1 + state as u32 % 100, None));
                    }
                    let held = Table::<()>::bytes(&table);
                    assert!(held <= bytes.max(CLUSTER as u64), "{held} of {bytes}");
                    let (found, usage) = (count(&mut table, 0..500_000), Table::<()>::usage(&table));
                    assert!(found * 16 <= held && found + usage.evictions == 500_000, "{found}, {usage:?}");
                    assert!(holder != Holder::Alone || usage.entries == found, "{found}, {usage:?}");
                }
            }
        }
    }

    #[test]
    fn small_subtrees_are_collected() {
        for holder in HOLDERS {
            let mut table = table(holder, 64 * CLUSTER as u64, Replacement::SmallTreeGc);
            for state in 0..10_000 {
                table.put(name(state), entry(1 + state as u32 % 1000, None));
            }
            let usage = Table::<()>::usage(&table);
            assert!(usage.collections > 5, "{usage:?}");
            let work: Vec<u64> = (0..10_000).filter(|&s| table.get(name(s)).is_some()).map(|s| s % 1000).collect();
            assert!(work.iter().sum::<u64>() / work.len() as u64 > 800, "the large ones are left: {work:?}");
        }
    }

    /// A search may go on with more room or with less, and what a table holds it keeps.
    #[test]
    fn room_may_change_while_there_are_entries() {
        let mut table = table(Holder::Alone, 8 << 20, Replacement::Work);
        (0..100_000).for_each(|state| table.put(name(state), entry(1, None)));
        let (found, clusters) = (count(&mut table, 0..100_000), table.memory.count());
        for bytes in [1 << 20, 16 << 20, 4 << 20] {
            Table::<()>::allow(&mut table, room(bytes, Replacement::Work));
            let most = Table::<()>::most_entries(&table);
            assert_eq!(most, (bytes / 16).max(clusters as u64 * 4), "for {bytes} bytes");
            assert_eq!(count(&mut table, 0..100_000), found);
        }
        (100_000..500_000).for_each(|state| table.put(name(state), entry(1, None)));
        assert_eq!(table.memory.count(), clusters.max((4 << 20) / CLUSTER));
    }

    /// With more resource what is proven stays proven, with less what is disproven stays disproven; the other way round
    /// nothing follows.
    #[test]
    fn resources_dominate() {
        let ordered = || {
            let mut table = new(Holder::Alone, true);
            Table::<()>::allow(&mut table, room(4 * CLUSTER as u64, Replacement::Work));
            table
        };
        let mut table = ordered();
        let at = |resource| Name { resource, ..name(1) };
        table.put(at(5), entry(1, Some(Value::Proven)));
        table.put(at(3), entry(1, Some(Value::Disproven)));
        table.put(at(4), entry(1, None));
        let value = |table: &KeyedTable, resource| table.peek(at(resource)).map(|entry| entry.numbers.value());
        assert_eq!([2, 3].map(|resource| value(&table, resource)), [Some(Some(Value::Disproven)); 2]);
        assert_eq!(value(&table, 4), Some(None));
        assert_eq!([5, 6].map(|resource| value(&table, resource)), [Some(Some(Value::Proven)); 2]);
        let mut only = ordered();
        only.put(at(5), entry(1, Some(Value::Proven)));
        assert_eq!((value(&only, 4), value(&only, 5)), (None, Some(Some(Value::Proven))));
    }

    /// A state is met with many resources: what is unsolved keeps its numbers for each, and what is solved has two entries at most.
    #[test]
    fn many_resources_of_a_state_have_room() {
        let mut table = new(Holder::Alone, true);
        Table::<()>::allow(&mut table, room(64 * CLUSTER as u64, Replacement::Work));
        let at = |resource| Name { resource, ..name(1) };
        for resource in (0..32).step_by(2) {
            table.put(at(resource), entry(1 + u32::from(resource), None));
        }
        for resource in (0..32).step_by(2) {
            assert_eq!(table.peek(at(resource)).map(|entry| entry.numbers.value()), Some(None), "{resource}");
        }
        let before = Table::<()>::usage(&table).entries;
        for resource in [30, 28, 29, 20, 25] {
            table.put(at(resource), entry(1, Some(Value::Proven)));
        }
        for resource in [3, 7, 5, 9] {
            table.put(at(resource), entry(1, Some(Value::Disproven)));
        }
        let usage = Table::<()>::usage(&table);
        assert_eq!((usage.entries + usage.evictions, usage.evictions), (before + 2, 0));
        let value = |resource| table.peek(at(resource)).and_then(|entry| entry.numbers.value());
        assert_eq!(
            [0, 9, 20, 31].map(value),
            [Some(Value::Disproven), Some(Value::Disproven), Some(Value::Proven), Some(Value::Proven)]
        );
        assert_eq!([10, 12, 18].map(value), [None; 3]);
    }

    /// What is solved of one state is not taken for another's, though the clusters for its resources are among those of the other.
    #[test]
    fn keys_that_differ_in_their_last_bits_are_told_apart() {
        for dominance in [true, false] {
            let mut table = new(Holder::Alone, true);
            let room = Room { dominance, ..room(64 * CLUSTER as u64, Replacement::Work) };
            Table::<()>::allow(&mut table, room);
            for value in [Value::Proven, Value::Disproven] {
                table.put(Name { resource: 6, ..name(1) }, entry(1, Some(value)));
                for bits in 1..8 {
                    for resource in 0..16 {
                        let other = Name { key: name(1).key ^ bits, resource, mark: &() };
                        assert_eq!(table.peek(other), None, "{dominance} {bits} {resource}");
                    }
                }
            }
        }
    }

    #[test]
    fn solved_entries_are_not_forgotten_for_unsolved_ones() {
        let mut table = table(Holder::Alone, 4 * CLUSTER as u64, Replacement::Work);
        table.put(name(1), entry(5, Some(Value::Disproven)));
        table.put(name(1), entry(50, None));
        assert_eq!(table.get(name(1)).and_then(|entry| entry.numbers.value()), Some(Value::Disproven));
    }

    /// What one thread stores, others find, while the table grows under them. How much is lost depends on who has to wait for
    /// whom; that nothing is found wrong does not.
    #[test]
    fn threads_find_what_others_have_stored() {
        let shared = Arc::new(Shared::new());
        let mut leader = KeyedTable::leader(&shared, false);
        Table::<()>::allow(&mut leader, room(128 << 20, Replacement::Work));
        let of = |state: u64| Entry { numbers: Numbers { proof: 1 + state as u32, disproof: 5 }, ..entry(1, None) };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let mut handle = KeyedTable::helper(&shared, false);
                scope.spawn(move || {
                    for state in (thread..800_000).step_by(4) {
                        handle.put(name(state), of(state));
                        let other = state / 3;
                        if let Some(found) = handle.get(name(other)) {
                            assert_eq!(found, of(other));
                        }
                    }
                });
            }
        });
        let found = count(&mut leader, 0..800_000);
        assert!(found > 300_000, "{found}");
    }

    #[test]
    fn a_small_table_keeps_its_size_and_one_without_room_is_refused() {
        let mut small = table(Holder::Alone, 100 << 10, Replacement::Work);
        (0..500).for_each(|state| small.put(name(state), entry(1, None)));
        let mut bytes = Vec::new();
        assert!(Table::<()>::save(&small, &mut bytes).unwrap());
        let mut larger = table(Holder::Alone, 64 << 20, Replacement::Work);
        Table::<()>::load(&mut larger, &mut &*bytes).unwrap();
        assert_eq!((larger.memory.count(), larger.memory.most()), (small.memory.count(), small.memory.count()));
        assert_eq!(count(&mut larger, 0..500), count(&mut small, 0..500));
        let refused = |table: &mut KeyedTable, bytes: &[u8]| Table::<()>::load(table, &mut &*bytes).unwrap_err().kind();
        let mut smaller = table(Holder::Alone, 50 << 10, Replacement::Work);
        assert_eq!(refused(&mut smaller, &bytes), ErrorKind::OutOfMemory);
        let mut none = Vec::new();
        Head { clusters: 0, usage: TableUse::default() }.write(&mut none).unwrap();
        assert_eq!(refused(&mut smaller, &none), ErrorKind::InvalidData);
    }
}
