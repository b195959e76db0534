//! Memory for a table of keys that threads may share, without locks.
//!
//! The idea: an entry is two words that are written one after the other. The first holds the name mixed with the content, so that an
//! entry of which one word is new and the other old has the name of no state, and is not found (Hyatt and Mann 2002). What a thread
//! overwrites, another one may have needed: that costs work and no truth, as with every entry that is forgotten.
//!
//! It grows by linear hashing while it is used. One thread at a time splits clusters; others may look for an entry
//! where it was, or write it where it was, which loses it and nothing else: an entry holds all bits of the key that tell
//! clusters apart, so it is never taken for another one's.
//!
//! A search by one thread has the same memory: on common processors a word that may be shared costs no more to read than another.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use proofset_table::{AtomicLines, AtomicWords, Line, WIDTH, cut, linear};
use tracing::warn;

use super::entry::WORTHS;
use super::slot::{LABEL_BITS, SMALLEST_GROWING, Slot};

/// The bytes of a cluster.
pub(super) const CLUSTER: usize = size_of::<Line>();

/// Clusters of a segment, which is mapped at once: 64 MiB.
const SEGMENT: usize = 1 << 20;

/// Segments of a group. Most tables have one group, and the list of groups is short.
const GROUP: usize = 128;

/// The most clusters that there may be, a terabyte: a limit that there is not is no reason for a list of groups without end.
pub(super) const MOST: usize = 1 << 34;

/// Clusters of a huge page.
const PAGE: usize = (2 << 20) / CLUSTER;

/// Four entries.
#[derive(Clone, Copy)]
pub(super) struct Cluster<'m>(&'m Line);

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

impl<'m> Cluster<'m> {
    /// All of it, to be brought near the processor.
    #[inline]
    pub(super) fn line(self) -> &'m Line {
        self.0
    }

    #[inline]
    pub(super) fn read(self, slot: usize) -> Slot {
        read(&self.0[2 * slot], &self.0[2 * slot + 1])
    }

    /// The first entry that is like this.
    #[inline]
    pub(super) fn find(self, is_it: impl Fn(Slot) -> bool) -> Option<Slot> {
        (0..WIDTH).map(|slot| self.read(slot)).find(|&slot| is_it(slot))
    }

    #[inline]
    pub(super) fn write(self, slot: usize, new: Slot) {
        write(&self.0[2 * slot], &self.0[2 * slot + 1], new);
    }
}

/// Something on lines of the cache that hold nothing else, so that nobody who reads it waits for what others write beside it.
#[derive(Debug)]
#[repr(align(128))]
struct Apart<T>(T);

/// Segments, each from the time on when it is used.
type Group = [OnceLock<Arc<AtomicWords>>; GROUP];

/// The entries.
#[derive(Debug)]
pub(super) struct Memory {
    groups: Vec<OnceLock<Box<Group>>>,
    /// Clusters in use, which every thread asks for before it looks an entry up.
    clusters: Apart<AtomicUsize>,
    /// The most clusters that there may be.
    most: usize,
    /// Entries as far as the threads have said how many they have added.
    pub(super) entries: AtomicU64,
    /// Whoever holds it splits clusters, or forgets entries.
    pub(super) keeper: Mutex<()>,
}

impl Memory {
    /// Empty memory for so many clusters; for few of them, if the system has no room for more.
    pub(super) fn new(most: usize) -> Self {
        let memory = Self {
            groups: vec![OnceLock::new(); most.div_ceil(GROUP * SEGMENT)],
            clusters: Apart(AtomicUsize::new(0)),
            most,
            entries: AtomicU64::new(0),
            keeper: Mutex::new(()),
        };
        if memory.extend(most.min(SMALLEST_GROWING)) {
            return memory;
        }
        assert!(most >= SMALLEST_GROWING, "the system gives a few megabytes of memory");
        Self::new(SMALLEST_GROWING - 1)
    }

    /// The same entries with room for so many clusters, of which there are no more already.
    pub(super) fn with_room(&self, most: usize) -> Self {
        let mut groups = self.groups.clone();
        groups.resize(most.div_ceil(GROUP * SEGMENT), OnceLock::new());
        Self {
            groups,
            clusters: Apart(AtomicUsize::new(self.count())),
            most,
            entries: AtomicU64::new(self.entries.load(Ordering::Relaxed)),
            keeper: Mutex::new(()),
        }
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.clusters.0.load(Ordering::Acquire)
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }

    #[inline]
    pub(super) fn bytes(&self) -> u64 {
        (self.count().next_multiple_of(PAGE).min(self.most) * CLUSTER) as u64
    }

    /// Takes so many clusters into use, of which those that are new are empty. False if the system gives no memory for them.
    pub(super) fn extend(&self, clusters: usize) -> bool {
        let is_given = self.map(clusters);
        if is_given {
            self.clusters.0.store(clusters, Ordering::Release);
        }
        is_given
    }

    /// Gets the memory of so many clusters. False if the system gives none.
    fn map(&self, clusters: usize) -> bool {
        for place in self.count() / SEGMENT..clusters.div_ceil(SEGMENT) {
            let segment = self.segment(place);
            if segment.get().is_some() {
                continue;
            }
            // Of a table that grows all are whole, for there may be room for more one day.
            let size = if self.most < SMALLEST_GROWING { self.most } else { SEGMENT };
            match AtomicWords::new(size * CLUSTER / size_of::<u64>()) {
                // Only the keeper comes here.
                Ok(words) => drop(segment.set(Arc::new(words))),
                Err(error) => {
                    warn!(%error, "the system gives the table no more memory");
                    return false;
                }
            }
        }
        true
    }

    /// Where a segment is, or will be.
    fn segment(&self, place: usize) -> &OnceLock<Arc<AtomicWords>> {
        &self.groups[place / GROUP].get_or_init(|| Box::new([const { OnceLock::new() }; GROUP]))[place % GROUP]
    }

    /// A cluster that is in use.
    pub(super) fn cluster(&self, place: usize) -> Cluster<'_> {
        let segment = self.segment(place / SEGMENT).get().expect("clusters in use are there");
        Cluster(&segment.words().as_chunks().0[place % SEGMENT])
    }

    /// Splits clusters in two, each in its turn, until so many are in use. False if the system gives no memory.
    ///
    /// Other threads hear of it when all are split, for each time that they hear of something they wait. Until then what has
    /// been moved is not found.
    pub(super) fn split_up_to(&self, clusters: usize) -> bool {
        if clusters <= self.count() {
            return true;
        }
        if !self.map(clusters) {
            return false;
        }
        (self.count()..clusters).for_each(|new| self.split(new));
        self.clusters.0.store(clusters, Ordering::Release);
        true
    }

    /// Moves to a new cluster what belongs there.
    fn split(&self, new: usize) {
        let (old, mask) = linear::split(new);
        // Entries hold the key's bits from 16 on; those below are the same for all of the cluster.
        let (mask, number) = (mask >> LABEL_BITS << LABEL_BITS, new as u64 >> LABEL_BITS << LABEL_BITS);
        let (from, to) = (self.cluster(old), self.cluster(new));
        let mut moved = 0;
        for slot in 0..WIDTH {
            let entry = from.read(slot);
            if !entry.is_empty() && entry.name & mask == number {
                to.write(moved, entry);
                from.write(slot, Slot::default());
                moved += 1;
            }
        }
    }

    /// Forgets the entries with the least work, and says how many.
    pub(super) fn collect(&self) -> u64 {
        let clusters = || (0..self.count()).map(|place| self.cluster(place));
        let mut counts = [0; WORTHS + 1];
        for cluster in clusters() {
            for slot in 0..WIDTH {
                counts[usize::from(cluster.read(slot).worth())] += 1;
            }
        }
        counts[0] = 0;
        let kept = cut(&counts);
        let mut gone = 0;
        for cluster in clusters() {
            for slot in 0..WIDTH {
                let entry = cluster.read(slot);
                if !entry.is_empty() && entry.worth() < kept {
                    cluster.write(slot, Slot::default());
                    gone += 1;
                }
            }
        }
        gone
    }
}

/// The clusters of a memory that were in use when they were last looked up, which are found faster here.
#[derive(Debug)]
pub(super) struct Clusters(AtomicLines);

impl Clusters {
    pub(super) fn of(memory: &Memory) -> Self {
        let count = memory.count();
        let segments = (0..count.div_ceil(SEGMENT)).filter_map(|place| memory.segment(place).get().cloned()).collect();
        Self(AtomicLines::new(segments))
    }

    /// Looks up those that came to it.
    pub(super) fn follow(&mut self, memory: &Memory) {
        if memory.count().div_ceil(SEGMENT) > self.0.segments().len() {
            *self = Self::of(memory);
        }
    }

    /// The cluster of a key in this memory.
    #[inline]
    pub(super) fn of_key<'m>(&'m self, key: u64, memory: &'m Memory) -> Cluster<'m> {
        let place = linear::place(key, memory.count());
        // Other threads may have taken a segment into use since.
        self.0.line(place / SEGMENT, place % SEGMENT).map_or_else(|| memory.cluster(place), Cluster)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use loom::sync::atomic::{AtomicU64, Ordering};
    use proofset_core::{Value, state_hash};
    use proofset_numbers::Numbers;
    use proofset_table::{AtomicWords, linear};

    use super::{GROUP, Memory, SEGMENT, SMALLEST_GROWING, Slot, Word, read, write};
    use crate::table::Entry;

    impl Word for AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    /// Of gigabytes only what a few segments take here is taken, each of another size.
    #[test]
    fn segments_of_several_groups_are_told_apart() {
        let places = [1, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP];
        let memory = Memory::new(3 * GROUP * SEGMENT);
        for (index, &place) in places.iter().enumerate() {
            let words = AtomicWords::new(8 * (index + 1)).expect("a few words");
            memory.segment(place).set(Arc::new(words)).expect("nothing is there");
        }
        let sizes =
            |memory: &Memory| places.map(|place| memory.segment(place).get().map_or(0, |words| words.words().len()));
        assert_eq!(sizes(&memory), [8, 16, 24, 32, 40]);
        let wider = memory.with_room(5 * GROUP * SEGMENT);
        assert_eq!((sizes(&wider), wider.groups.len()), ([8, 16, 24, 32, 40], 5));
        assert!(wider.segment(4 * GROUP + 1).get().is_none());
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

    /// Two keys in each cluster that is split: one stays, and one belongs to the new cluster.
    #[test]
    fn clusters_that_are_split_together_hold_what_belongs_to_them() {
        const NEW: usize = 30_000;
        let memory = Memory::new(2 * SMALLEST_GROWING);
        let key = |place: usize| state_hash(&place) & !(2 * SMALLEST_GROWING as u64 - 1) | place as u64;
        let keys: Vec<u64> = (0..NEW).flat_map(|place| [key(place), key(SMALLEST_GROWING + place)]).collect();
        for (index, &key) in keys.iter().enumerate() {
            let cluster = memory.cluster(linear::place(key, memory.count()));
            cluster.write(index % 2, Slot::new(key, 7, entry(9, None)));
        }
        assert_eq!(memory.count(), SMALLEST_GROWING);
        assert!(memory.split_up_to(SMALLEST_GROWING + NEW) && memory.split_up_to(SMALLEST_GROWING + 1));
        assert_eq!(memory.count(), SMALLEST_GROWING + NEW);
        for (index, &key) in keys.iter().enumerate() {
            let place = linear::place(key, memory.count());
            assert_eq!(place >= SMALLEST_GROWING, index % 2 == 1);
            assert!(memory.cluster(place).find(|slot| slot.has_key(key)).is_some(), "{place}");
        }
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
}
