//! A table of 16 bytes an entry that threads share, without locks.
//!
//! The idea: an entry is that of the [keyed table](super::keyed), in two words that are written one after the other. The first holds the
//! name mixed with the content, so that an entry of which one word is new and the other old has the name of no state, and is
//! not found (Hyatt and Mann 2002). What a thread overwrites, another one may have needed: that costs work and no truth, as
//! with every entry that is forgotten.
//!
//! The table grows by linear hashing while it is used. One thread at a time splits clusters; others may look for an entry
//! where it was, or write it where it was, which loses it and nothing else: an entry holds all bits of the key that tell
//! clusters apart, so it is never taken for another one's.
//!
//! Tables of less than 4 MiB have their size from the beginning on.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use prefetch_index::prefetch_index;
use proofset_core::{Evidence, TableUse, Value};
use proofset_table::{AtomicWords, Replacement, WIDTH, cut, linear};
use tracing::warn;

use super::entry::{Entry, Name, Room, Table, WORTHS};
use super::saved::{Head, read_clusters, write_clusters};
use super::slot::{KEY_BITS, LABEL_BITS, SMALLEST_GROWING, Slot};

/// The words of a cluster: two for each entry, a line of the processor's cache.
const WORDS: usize = 2 * WIDTH;

/// The bytes of a cluster.
const CLUSTER: usize = WORDS * size_of::<AtomicU64>();

/// Clusters of a segment, which is mapped at once: 64 MiB.
const SEGMENT: usize = 1 << 20;

/// Clusters of a huge page.
const PAGE: usize = (2 << 20) / CLUSTER;

/// Four entries.
#[derive(Clone, Copy)]
struct Cluster<'m>(&'m [AtomicU64; WORDS]);

/// Entries that a thread stores between two looks at how full the table is.
const PATIENCE: u32 = 64;

/// A word that threads share.
trait Word {
    fn get(&self) -> u64;

    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Reads an entry. If another thread is writing it, what is read may be the name of no state.
#[inline]
fn read(mixed: &impl Word, content: &impl Word) -> Slot {
    let content = content.get();
    Slot { name: mixed.get() ^ content, content }
}

#[inline]
fn write(mixed: &impl Word, content: &impl Word, slot: Slot) {
    mixed.set(slot.name ^ slot.content);
    content.set(slot.content);
}

impl Cluster<'_> {
    #[inline]
    fn read(self, slot: usize) -> Slot {
        read(&self.0[2 * slot], &self.0[2 * slot + 1])
    }

    #[inline]
    fn write(self, slot: usize, new: Slot) {
        write(&self.0[2 * slot], &self.0[2 * slot + 1], new);
    }
}

/// The entries.
#[derive(Debug)]
pub(crate) struct Memory {
    segments: Vec<OnceLock<Arc<AtomicWords>>>,
    /// Clusters in use, and the most that there may be.
    clusters: AtomicUsize,
    most: usize,
    /// About as many entries as there are.
    entries: AtomicU64,
    /// Whoever holds it splits clusters, or forgets entries.
    keeper: Mutex<()>,
}

impl Memory {
    /// Empty memory for so many clusters.
    fn new(most: usize) -> Self {
        let memory = Self {
            segments: (0..most.div_ceil(SEGMENT)).map(|_| OnceLock::new()).collect(),
            clusters: AtomicUsize::new(0),
            most,
            entries: AtomicU64::new(0),
            keeper: Mutex::new(()),
        };
        assert!(memory.extend(most.min(SMALLEST_GROWING)), "the system gives a few megabytes of memory");
        memory
    }

    /// The same entries with room for more clusters.
    fn larger(&self, most: usize) -> Self {
        let mut segments = self.segments.clone();
        segments.resize_with(most.div_ceil(SEGMENT), OnceLock::new);
        Self {
            segments,
            clusters: AtomicUsize::new(self.count()),
            most,
            entries: AtomicU64::new(self.entries.load(Ordering::Relaxed)),
            keeper: Mutex::new(()),
        }
    }

    #[inline]
    fn count(&self) -> usize {
        self.clusters.load(Ordering::Acquire)
    }

    fn bytes(&self) -> u64 {
        (self.count().next_multiple_of(PAGE).min(self.most) * CLUSTER) as u64
    }

    /// Takes so many clusters into use, of which those that are new are empty. False if the system gives no memory for them.
    fn extend(&self, clusters: usize) -> bool {
        for place in self.count() / SEGMENT..clusters.div_ceil(SEGMENT) {
            if self.segments[place].get().is_some() {
                continue;
            }
            // Of a table that grows all are whole, for there may be room for more one day.
            let size = if self.most < SMALLEST_GROWING { self.most } else { SEGMENT };
            match AtomicWords::new(size * WORDS) {
                // Only the keeper comes here.
                Ok(segment) => drop(self.segments[place].set(Arc::new(segment))),
                Err(error) => {
                    warn!(%error, "the system gives the table no more memory");
                    return false;
                }
            }
        }
        self.clusters.store(clusters, Ordering::Release);
        true
    }

    #[inline]
    fn cluster(&self, place: usize) -> Cluster<'_> {
        let segment = self.segments[place / SEGMENT].get().expect("clusters in use are there");
        let first = place % SEGMENT * WORDS;
        Cluster(segment.words()[first..].first_chunk().expect("segments hold whole clusters"))
    }

    /// The cluster of a key.
    #[inline]
    fn cluster_of(&self, key: u64) -> Cluster<'_> {
        self.cluster(linear::place(key, self.count()))
    }

    /// Splits the next cluster in turn in two. False if the system gives no memory.
    fn split(&self) -> bool {
        let new = self.count();
        let (old, mask) = linear::split(new);
        // Entries hold the key's bits from 16 on; those below are the same for all of the cluster.
        let (mask, number) = (mask >> LABEL_BITS << LABEL_BITS, new as u64 >> LABEL_BITS << LABEL_BITS);
        if !self.extend(new + 1) {
            return false;
        }
        let mut moved = 0;
        for slot in 0..WIDTH {
            let entry = self.cluster(old).read(slot);
            if !entry.is_empty() && entry.name & mask == number {
                self.cluster(new).write(moved, entry);
                self.cluster(old).write(slot, Slot::default());
                moved += 1;
            }
        }
        true
    }

    /// Forgets the entries with the least work, and says how many.
    fn collect(&self) -> u64 {
        let mut counts = [0; WORTHS + 1];
        for place in 0..self.count() {
            for slot in 0..WIDTH {
                counts[usize::from(self.cluster(place).read(slot).worth())] += 1;
            }
        }
        counts[0] = 0;
        let kept = cut(&counts);
        let mut gone = 0;
        for place in 0..self.count() {
            for slot in 0..WIDTH {
                let entry = self.cluster(place).read(slot);
                if !entry.is_empty() && entry.worth() < kept {
                    self.cluster(place).write(slot, Slot::default());
                    gone += 1;
                }
            }
        }
        gone
    }
}

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

/// One thread's handle of a table that threads share.
#[derive(Debug)]
pub struct SharedTable {
    shared: Arc<Shared>,
    memory: Arc<Memory>,
    /// True for the handle that says how large the table is, and whose bytes are those of the table.
    leads: bool,
    ordered: bool,
    dominance: bool,
    replacement: Replacement,
    usage: TableUse,
    /// Entries that were added and not counted for all yet, and stores since the last look.
    added: i64,
    stores: u32,
}

impl SharedTable {
    /// A handle for states with resources or without.
    pub(crate) fn new(shared: &Arc<Shared>, ordered: bool, leads: bool) -> Self {
        Self {
            shared: Arc::clone(shared),
            memory: Arc::clone(&lock(&shared.memory)),
            leads,
            ordered,
            dominance: true,
            replacement: Replacement::Work,
            usage: TableUse::default(),
            added: 0,
            stores: 0,
        }
    }

    fn replace(&mut self, memory: Memory) {
        self.memory = Arc::new(memory);
        *lock(&self.shared.memory) = Arc::clone(&self.memory);
    }

    /// Looks how full the table is, and makes room if nobody else does.
    #[cold]
    fn keep(&mut self) {
        self.stores = 0;
        let Memory { entries, keeper, most, .. } = &*self.memory;
        let added = std::mem::take(&mut self.added);
        let all = if added >= 0 {
            entries.fetch_add(added.unsigned_abs(), Ordering::Relaxed) + added.unsigned_abs()
        } else {
            let less = added.unsigned_abs();
            let before =
                entries.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all.saturating_sub(less)));
            before.unwrap_or(0).saturating_sub(less)
        };
        self.usage.entries = all;
        let Ok(_keeper) = keeper.try_lock() else { return };
        if self.memory.count() >= SMALLEST_GROWING {
            // As the keyed table: it grows when three of eight slots are taken.
            let is_full = |count: usize| count < *most && all * 8 >= (count * WIDTH * 3) as u64;
            while is_full(self.memory.count()) && self.memory.split() {}
        }
        let count = self.memory.count();
        if count == *most && self.replacement == Replacement::SmallTreeGc && all * 8 >= (count * WIDTH * 7) as u64 {
            let gone = self.memory.collect();
            entries.fetch_sub(gone.min(all), Ordering::Relaxed);
            self.usage.evictions += gone;
            self.usage.entries -= gone.min(all);
            self.usage.collections += 1;
        }
    }
}

impl<M> Table<M> for SharedTable {
    fn allow(&mut self, room: Room) {
        let Room { bytes, entries, replacement, dominance } = room;
        (self.replacement, self.dominance) = (replacement, dominance);
        if !self.leads {
            return;
        }
        let most = (bytes / CLUSTER as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
        let most = usize::try_from(most).unwrap_or(usize::MAX).clamp(1, usize::MAX / CLUSTER);
        // A limit that there is not is no reason for a list of segments without end. Tables that grow have whole pages.
        let most = most.min(1 << 36);
        let most = if most < SMALLEST_GROWING { most } else { most / PAGE * PAGE };
        if self.memory.entries.load(Ordering::Relaxed) == 0 && self.added == 0 {
            if most != self.memory.most {
                self.replace(Memory::new(most));
            }
        } else if self.memory.count() >= SMALLEST_GROWING && most > self.memory.most {
            self.replace(self.memory.larger(most));
        }
    }

    fn bytes(&self) -> u64 {
        if self.leads { self.memory.bytes() } else { 0 }
    }

    fn clear(&mut self) {
        self.usage.entries = 0;
        (self.added, self.stores) = (0, 0);
        self.replace(Memory::new(self.memory.most));
    }

    fn usage(&self) -> TableUse {
        self.usage
    }

    fn most_entries(&self) -> u64 {
        (self.memory.most * WIDTH) as u64
    }

    fn evidence(&self) -> Evidence {
        Evidence::Keyed { bits: (KEY_BITS + self.memory.count().ilog2()).min(64) }
    }

    #[inline]
    fn touch(&self, key: u64) -> u64 {
        prefetch_index(self.memory.cluster_of(key).0, 0);
        0
    }

    #[inline]
    fn prefetches(&self) -> bool {
        true
    }

    #[inline]
    fn peek(&self, name: Name<'_, M>) -> Option<Entry> {
        let cluster = self.memory.cluster_of(name.key);
        let mut found = None;
        for slot in 0..WIDTH {
            let slot = cluster.read(slot);
            if !slot.has_key(name.key) {
                continue;
            }
            if !self.ordered {
                return Some(slot.entry(u32::from(slot.label())));
            }
            let holds = match slot.numbers().value() {
                Some(Value::Proven) if self.dominance => slot.label() <= name.resource,
                Some(Value::Disproven) if self.dominance => slot.label() >= name.resource,
                _ => false,
            };
            if holds {
                return Some(slot.entry(0));
            }
            if slot.label() == name.resource {
                found = Some(slot.entry(0));
            }
        }
        found
    }

    #[inline]
    fn count_probe(&mut self, hit: bool) {
        self.usage.probes += 1;
        self.usage.hits += u64::from(hit);
    }

    #[inline]
    fn put(&mut self, name: Name<'_, M>, entry: Entry) {
        self.usage.stores += 1;
        self.stores += 1;
        if self.stores >= PATIENCE {
            self.keep();
        }
        let label = if self.ordered { name.resource } else { u16::try_from(entry.distance).unwrap_or(u16::MAX) };
        let new = Slot::new(name.key, label, entry);
        let cluster = self.memory.cluster_of(name.key);
        let (mut victim, mut least) = (0, u16::MAX);
        for place in 0..WIDTH {
            let old = cluster.read(place);
            if old.has_key(name.key) && (!self.ordered || old.label() == label) {
                if entry.numbers.is_solved() || !old.numbers().is_solved() {
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
        self.added += i64::from(!evicted);
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        let (clusters, mut usage) = (self.memory.count(), self.usage);
        usage.entries = self.memory.entries.load(Ordering::Relaxed);
        Head { clusters, usage }.write(out)?;
        write_clusters(out, clusters, |place, slot| self.memory.cluster(place).read(slot))?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let Head { clusters, usage } = Head::read(from, self.memory.most)?;
        self.replace(Memory::new(self.memory.most));
        if !self.memory.extend(clusters.max(self.memory.count())) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        read_clusters(from, clusters, |place, slot, entry| self.memory.cluster(place).write(slot, entry))?;
        self.memory.entries.store(usage.entries, Ordering::Relaxed);
        (self.usage, self.added, self.stores) = (usage, 0, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use loom::sync::atomic::{AtomicU64, Ordering};
    use proofset_core::{Value, state_hash};
    use proofset_numbers::Numbers;

    use super::{Shared, SharedTable, Slot, Word, read, write};
    use crate::table::{Entry, Name, Replacement, Room, Table};

    impl Word for AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    fn entry(work: u32, solved: Option<Value>) -> Entry {
        let numbers = solved.map_or(Numbers { proof: 3, disproof: 5 }, Numbers::decided);
        Entry { numbers, work: NonZeroU32::new(work).unwrap(), distance: 7, last: 2 }
    }

    /// Two states and what is known of them.
    fn known() -> [(u64, Slot); 2] {
        let known = |key: u64, solved| (key, Slot::new(key, 7, entry(9, solved)));
        [known(state_hash(&1), Some(Value::Proven)), known(state_hash(&2), None)]
    }

    /// One thread writes each of them to the same place, and a third reads there: what it finds of a state is what was
    /// written of it. Every way is tried in which the threads can take turns, and memory can be late.
    fn race(put: fn(&AtomicU64, &AtomicU64, Slot), get: fn(&AtomicU64, &AtomicU64) -> Slot) {
        loom::model(move || {
            let words = Arc::new((AtomicU64::new(0), AtomicU64::new(0)));
            let writers = known().map(|(_, slot)| {
                let words = Arc::clone(&words);
                loom::thread::spawn(move || put(&words.0, &words.1, slot))
            });
            let found = get(&words.0, &words.1);
            for (key, slot) in known() {
                assert!(!found.has_key(key) || found == slot, "what is known of one state is taken for the other's");
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    #[test]
    fn no_entry_is_taken_for_that_of_another_state() {
        race(write, read);
    }

    /// The same with names that are not mixed with the content: this is what the test would find.
    #[test]
    #[should_panic(expected = "what is known of one state is taken for the other's")]
    fn names_alone_would_not_do() {
        race(
            |name, content, slot| {
                name.set(slot.name);
                content.set(slot.content);
            },
            |name, content| Slot { name: name.get(), content: content.get() },
        );
    }

    fn name(state: u64) -> Name<'static, ()> {
        Name { key: state_hash(&state), resource: 0, mark: &() }
    }

    fn table(bytes: u64, ordered: bool, replacement: Replacement) -> SharedTable {
        let mut table = SharedTable::new(&Arc::new(Shared::new()), ordered, true);
        Table::<()>::allow(&mut table, Room { bytes, entries: None, replacement, dominance: true });
        table
    }

    #[test]
    fn tables_grow_and_lose_little() {
        let mut table = table(64 << 20, false, Replacement::Work);
        let before = Table::<()>::bytes(&table);
        for state in 0..600_000 {
            table.put(name(state), entry(1 + state as u32 % 2, None));
        }
        let found =
            (0..600_000).filter(|&state| table.get(name(state)) == Some(entry(1 + state as u32 % 2, None))).count();
        let evictions = Table::<()>::usage(&table).evictions;
        assert_eq!(found as u64 + evictions, 600_000);
        assert!(evictions < 60_000 && Table::<()>::bytes(&table) > 2 * before, "{evictions}");
        assert_eq!((600_000..700_000).filter(|&state| table.get(name(state)).is_some()).count(), 0);
        Table::<()>::clear(&mut table);
        assert_eq!((table.get(name(1)), Table::<()>::bytes(&table)), (None, before));
    }

    #[test]
    fn the_limit_holds() {
        for bytes in [0, 64, 4096, 100_000, 4 << 20, 5 << 20, 70 << 20] {
            for replacement in [Replacement::Work, Replacement::SmallTreeGc] {
                let mut table = table(bytes, false, replacement);
                for state in 0..500_000 {
                    table.put(name(state), entry(1 + state as u32 % 100, None));
                }
                let held = Table::<()>::bytes(&table);
                assert!(held <= bytes.max(64), "{held} of {bytes}");
                let found = (0..500_000).filter(|&state| table.get(name(state)).is_some()).count() as u64;
                assert!(found * 16 <= held && found + Table::<()>::usage(&table).evictions == 500_000, "{found}");
            }
        }
    }

    /// As of the table of one thread: more resource keeps a proof, less keeps a disproof.
    #[test]
    fn resources_dominate() {
        let mut table = table(4096, true, Replacement::Work);
        let at = |resource| Name { resource, ..name(1) };
        table.put(at(5), entry(1, Some(Value::Proven)));
        table.put(at(3), entry(1, Some(Value::Disproven)));
        table.put(at(4), entry(1, None));
        let value = |resource| table.peek(at(resource)).map(|entry| entry.numbers.value());
        assert_eq!([2, 3].map(value), [Some(Some(Value::Disproven)); 2]);
        assert_eq!((value(4), value(5), value(6)), (Some(None), Some(Some(Value::Proven)), Some(Some(Value::Proven))));
    }

    /// What one thread stores, others find, while the table grows under them. How much is lost depends on who has to wait for
    /// whom; that nothing is found wrong does not.
    #[test]
    fn threads_find_what_others_have_stored() {
        let shared = Arc::new(Shared::new());
        let mut leader = SharedTable::new(&shared, false, true);
        let room = Room { bytes: 128 << 20, entries: None, replacement: Replacement::Work, dominance: true };
        Table::<()>::allow(&mut leader, room);
        let of = |state: u64| Entry { numbers: Numbers { proof: 1 + state as u32, disproof: 5 }, ..entry(1, None) };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let mut handle = SharedTable::new(&shared, false, false);
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
        let found = (0..800_000).filter(|&state| leader.get(name(state)).is_some()).count();
        assert!(found > 100_000, "{found}");
    }
}
