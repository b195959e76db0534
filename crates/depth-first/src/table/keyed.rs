//! A table of 16 bytes an entry, which tells states apart by their keys.
//!
//! A cluster of four entries is a line of the processor's cache. An entry is two words: 48 bits of the key and 16 of the
//! distance from the root (or of the state's resource, where the game orders states); the two numbers in 24 bits each,
//! 8 bits of work on a scale, and 8 of the child that was searched last. The key's lowest bits choose the cluster, so
//! that a table of 4 MiB or more compares all 64 of them. Unsolved numbers above what 24 bits hold are cut off, which
//! costs time and no truth.
//!
//! **Dominance.** Where states with the same key have resources, a state is proven if one with no more resource is, and
//! disproven if one with no less is. The domain promises that; see [`NodeView`](proofset_cursor::NodeView).
//!
//! Tables of less than 4 MiB have their size from the beginning on, and cannot grow once they hold something. Larger
//! ones grow as they fill.

use std::io::{self, Read, Write};

use prefetch_index::prefetch_index;
use proofset_core::{Evidence, TableUse, Value};
use proofset_cursor::Cursor;

use proofset_table::{Mapped, Replacement, WIDTH, cut, linear};

use super::entry::{Entry, Name, Room, Table, WORTHS};
use super::saved::{Head, read_clusters, write_clusters};
use super::slot::{KEY_BITS, LABEL_BITS, SMALLEST_GROWING, Slot};

type Cluster = [Slot; WIDTH];

/// A table that compares keys, of 64 bits if it has 4 MiB or more.
#[derive(Debug)]
pub struct KeyedTable {
    memory: Mapped<Cluster>,
    /// Clusters in use.
    clusters: usize,
    most: usize,
    /// True if entries are labelled with resources, else with distances.
    ordered: bool,
    /// True if decided states decide others with the same key.
    dominance: bool,
    replacement: Replacement,
    usage: TableUse,
}

impl KeyedTable {
    /// An empty table of one cluster for the states that a cursor shows. It may not grow yet.
    pub fn for_cursor<C: Cursor>(_cursor: &C) -> Self {
        Self::new(C::ORDERED)
    }

    /// An empty table of one cluster for keys alone. It may not grow yet.
    pub(crate) fn unordered() -> Self {
        Self::new(false)
    }

    fn new(ordered: bool) -> Self {
        let (replacement, usage) = (Replacement::Work, TableUse::default());
        let mut table =
            Self { memory: Mapped::new(), clusters: 0, most: 1, ordered, dominance: true, replacement, usage };
        table.begin();
        table
    }

    /// Makes room for so many clusters, of which those that are new are empty. Returns false if the system has none.
    fn extend(&mut self, clusters: usize) -> bool {
        // A table that cannot grow is mapped as it is, a growing one segment by segment.
        let at_a_time = if self.most < SMALLEST_GROWING { self.most } else { Mapped::<Cluster>::SEGMENT };
        let has_room = self.memory.reserve(clusters, at_a_time);
        if has_room {
            self.clusters = clusters;
        }
        has_room
    }

    /// The first clusters.
    fn begin(&mut self) {
        self.memory.clear();
        assert!(self.extend(self.most.min(SMALLEST_GROWING)), "the system gives a few megabytes of memory");
    }

    #[inline]
    fn cluster(&self, place: usize) -> &Cluster {
        self.memory.get(place)
    }

    #[inline]
    fn cluster_mut(&mut self, place: usize) -> &mut Cluster {
        self.memory.get_mut(place)
    }

    /// The label that an entry gets.
    #[inline]
    fn label(&self, resource: u16, distance: u32) -> u16 {
        if self.ordered { resource } else { u16::try_from(distance).unwrap_or(u16::MAX) }
    }

    /// Splits the next cluster in turn in two.
    fn split(&mut self) {
        let new = self.clusters;
        let (old, mask) = linear::split(new);
        if !self.extend(new + 1) {
            self.most = self.clusters;
            return;
        }
        // Entries hold the key's bits from 16 on; those below are the same for all of the cluster.
        let (mask, number) = (mask >> LABEL_BITS << LABEL_BITS, new as u64 >> LABEL_BITS << LABEL_BITS);
        let mut moved = 0;
        for slot in 0..WIDTH {
            let entry = self.cluster(old)[slot];
            if !entry.is_empty() && entry.name & mask == number {
                self.cluster_mut(old)[slot] = Slot::default();
                self.cluster_mut(new)[moved] = entry;
                moved += 1;
            }
        }
    }

    /// Forgets the entries with the least work.
    fn collect(&mut self) {
        let mut counts = [0; WORTHS + 1];
        for place in 0..self.clusters {
            for slot in self.cluster(place) {
                counts[usize::from(slot.worth())] += 1;
            }
        }
        counts[0] = 0;
        let kept = cut(&counts);
        let mut gone = 0;
        for place in 0..self.clusters {
            for slot in self.cluster_mut(place) {
                if !slot.is_empty() && slot.worth() < kept {
                    *slot = Slot::default();
                    gone += 1;
                }
            }
        }
        self.usage.evictions += gone;
        self.usage.entries -= gone;
        self.usage.collections += 1;
    }

    fn grow_or_collect(&mut self) {
        if self.clusters < self.most {
            // Clusters fill unevenly, those that wait to be split most: the table grows when three of eight slots are
            // taken, and forgets little before it is as large as it may be.
            if self.usage.entries * 8 >= (self.clusters * WIDTH * 3) as u64 {
                self.split();
            }
        } else if self.replacement == Replacement::SmallTreeGc
            && self.usage.entries * 8 >= (self.clusters * WIDTH * 7) as u64
        {
            self.collect();
        }
    }
}

impl<M> Table<M> for KeyedTable {
    fn allow(&mut self, room: Room) {
        let Room { bytes, entries, replacement, dominance } = room;
        let most = (bytes / size_of::<Cluster>() as u64).min(entries.map_or(u64::MAX, |most| most / WIDTH as u64));
        let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
        (self.replacement, self.dominance) = (replacement, dominance);
        if self.usage.entries == 0 {
            if most != self.most {
                self.most = most;
                self.begin();
            }
        } else if self.clusters >= SMALLEST_GROWING {
            // The entries of smaller tables do not hold the bits that growing needs.
            self.most = most.max(self.clusters);
        }
    }

    fn bytes(&self) -> u64 {
        let most = if self.clusters >= SMALLEST_GROWING { self.most } else { self.clusters };
        Mapped::<Cluster>::bytes(self.clusters, most)
    }

    fn clear(&mut self) {
        self.usage.entries = 0;
        self.begin();
    }

    fn usage(&self) -> TableUse {
        self.usage
    }

    fn most_entries(&self) -> u64 {
        (self.most * WIDTH) as u64
    }

    fn evidence(&self) -> Evidence {
        Evidence::Keyed { bits: (KEY_BITS + self.clusters.ilog2()).min(64) }
    }

    #[inline]
    fn touch(&self, key: u64) -> u64 {
        prefetch_index(self.cluster(linear::place(key, self.clusters)), 0);
        0
    }

    #[inline]
    fn prefetches(&self) -> bool {
        true
    }

    #[inline]
    fn peek(&self, name: Name<'_, M>) -> Option<Entry> {
        let cluster = self.cluster(linear::place(name.key, self.clusters));
        if !self.ordered {
            let slot = cluster.iter().find(|slot| slot.has_key(name.key))?;
            return Some(slot.entry(u32::from(slot.label())));
        }
        let mut found = None;
        for slot in cluster.iter().filter(|slot| slot.has_key(name.key)) {
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

    fn put(&mut self, name: Name<'_, M>, entry: Entry) {
        self.usage.stores += 1;
        self.grow_or_collect();
        let label = self.label(name.resource, entry.distance);
        let ordered = self.ordered;
        let new = Slot::new(name.key, label, entry);
        let cluster = self.cluster_mut(linear::place(name.key, self.clusters));
        let same = |slot: &&mut Slot| slot.has_key(name.key) && (!ordered || slot.label() == label);
        if let Some(old) = cluster.iter_mut().find(same) {
            if entry.numbers.is_solved() || !old.numbers().is_solved() {
                *old = new;
            }
            return;
        }
        let victim = cluster.iter_mut().min_by_key(|slot| slot.worth()).expect("clusters have slots");
        let evicted = !victim.is_empty();
        *victim = new;
        self.usage.evictions += u64::from(evicted);
        self.usage.entries += u64::from(!evicted);
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        Head { clusters: self.clusters, usage: self.usage }.write(out)?;
        write_clusters(out, self.clusters, |place, slot| self.cluster(place)[slot])?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let Head { clusters, usage } = Head::read(from, self.most)?;
        self.begin();
        if !self.extend(clusters.max(self.clusters)) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        read_clusters(from, clusters, |place, slot, entry| self.cluster_mut(place)[slot] = entry)?;
        self.usage = usage;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{Cluster, KeyedTable, SMALLEST_GROWING};
    use crate::table::{Entry, Name, Replacement, Room, Table};
    use proofset_core::{Evidence, Value, state_hash};
    use proofset_numbers::Numbers;

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

    fn table(clusters: usize, ordered: bool) -> KeyedTable {
        let mut table = KeyedTable::new(ordered);
        Table::<()>::allow(&mut table, room((clusters * size_of::<Cluster>()) as u64, Replacement::Work));
        table
    }

    #[test]
    fn tables_grow_and_lose_only_what_finds_its_cluster_full() {
        let mut table = table(1 << 19, false);
        assert_eq!(table.clusters, SMALLEST_GROWING);
        for state in 0..600_000 {
            table.put(name(state), entry(1 + state as u32 % 2, None));
        }
        let found = (0..600_000).filter(|&state| table.get(name(state)).is_some()).count() as u64;
        let usage = Table::<()>::usage(&table);
        assert_eq!((found, found + usage.evictions), (usage.entries, 600_000));
        assert!(usage.evictions < 60_000 && table.clusters > 2 * SMALLEST_GROWING, "{usage:?}");
        assert_eq!(Table::<()>::evidence(&table), Evidence::Keyed { bits: 64 });
        assert_eq!((600_000..700_000).filter(|&state| table.get(name(state)).is_some()).count(), 0);
    }

    #[test]
    fn the_limit_holds() {
        for clusters in [0, 1, 5, 1500, 70_000] {
            let mut table = table(clusters, false);
            for state in 0..500_000 {
                table.put(name(state), entry(1, None));
            }
            let bytes = Table::<()>::bytes(&table);
            assert!(bytes <= (clusters.max(1) * size_of::<Cluster>()) as u64, "{bytes} for {clusters} clusters");
            let usage = Table::<()>::usage(&table);
            assert_eq!(usage.entries + usage.evictions, 500_000);
            Table::<()>::clear(&mut table);
            assert_eq!(table.get(name(499_999)), None);
        }
    }

    #[test]
    fn small_subtrees_are_collected() {
        let mut table = KeyedTable::new(false);
        Table::<()>::allow(&mut table, room(64 * size_of::<Cluster>() as u64, Replacement::SmallTreeGc));
        for state in 0..10_000 {
            table.put(name(state), entry(1 + state as u32 % 1000, None));
        }
        let usage = Table::<()>::usage(&table);
        assert!(usage.collections > 5 && usage.evictions + usage.entries == 10_000, "{usage:?}");
        let work: Vec<u64> = (0..10_000).filter(|&s| table.get(name(s)).is_some()).map(|s| s % 1000).collect();
        assert!(work.iter().sum::<u64>() / work.len() as u64 > 800, "the large ones are left: {work:?}");
    }

    /// With more resource what is proven stays proven, with less what is disproven stays disproven; the other way round
    /// nothing follows.
    #[test]
    fn resources_dominate() {
        let mut table = table(4, true);
        let at = |resource| Name { resource, ..name(1) };
        table.put(at(5), entry(1, Some(Value::Proven)));
        table.put(at(3), entry(1, Some(Value::Disproven)));
        table.put(at(4), entry(1, None));
        let value = |table: &KeyedTable, resource| table.peek(at(resource)).map(|entry| entry.numbers.value());
        assert_eq!([2, 3].map(|resource| value(&table, resource)), [Some(Some(Value::Disproven)); 2]);
        assert_eq!(value(&table, 4), Some(None));
        assert_eq!([5, 6].map(|resource| value(&table, resource)), [Some(Some(Value::Proven)); 2]);
        let mut only = self::table(4, true);
        only.put(at(5), entry(1, Some(Value::Proven)));
        assert_eq!((value(&only, 4), value(&only, 5)), (None, Some(Some(Value::Proven))));
    }

    #[test]
    fn solved_entries_are_not_forgotten_for_unsolved_ones() {
        let mut table = table(4, false);
        table.put(name(1), entry(5, Some(Value::Disproven)));
        table.put(name(1), entry(50, None));
        assert_eq!(table.get(name(1)).and_then(|entry| entry.numbers.value()), Some(Value::Disproven));
    }
}
