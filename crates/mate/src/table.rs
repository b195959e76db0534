//! What is known about boards: a table in which one hand answers for others.
//!
//! The idea: a look-up is for a board and a hand, and every entry of the same board has a say. An entry whose mate
//! needs no more than what is held is a mate; one whose defence stands against at least as much is a defence; and the
//! numbers of unsolved entries are bounds of ours. So the entries of a board lie together, in the cluster that its key
//! finds, and where that is full in the next of a few others that the key finds as well; a cluster counts what was sent
//! on from it, so that a look-up knows where to stop. A cluster is eight lines of the processor's cache: the first
//! holds a tag of each of fifteen entries, so that as a rule a look-up touches one line, or two when there is something
//! to be found.
//!
//! An entry can hold both a mate within so many plies and that there is none within so many: entries serve questions with
//! any bound. It has 32 bytes, a cluster 512; the table grows by linear hashing, one cluster at a time, up to its limit.
//! When four fifths of the largest table are full, the two fifths of the entries with least work below them go, unsolved
//! before solved (Nagai 1999): a few clusters with each entry that is added, so that no search ever pauses. Keys have 64
//! bits.

use std::io::{self, Read, Write};
use std::num::NonZeroU32;

use bytemuck::{Pod, Zeroable};
use prefetch_index::prefetch_index;
use proofset_core::{TableUse, Value};
use proofset_cursor::MateNode;
use proofset_numbers::Numbers;
use proofset_table::{Mapped, cut, linear, scale, unscale};

/// Of a bound: none. Of a mate: none is known. Of a defence: it holds whatever the bound.
pub(crate) const ENDLESS: u16 = u16::MAX;

/// Entries of a cluster.
const WIDTH: usize = 15;

/// How many steps of work a solved entry counts more than an unsolved one.
const SOLVED: u16 = 40;

/// Different worths of entries.
const WORTHS: usize = 256 + SOLVED as usize;

/// Clusters of the smallest table.
const FEWEST: usize = 1 << 6;

/// Clusters that may hold entries of a board.
const LEVELS: u32 = 8;

/// Clusters that are swept with each entry that is added, while a collection runs.
const SWEPT: usize = 4;

/// Clusters that tell which entries have least work.
const SAMPLE: usize = 2000;

/// The key that finds a board's cluster of a level.
#[inline]
fn key(board: u64, level: u32) -> u64 {
    board.wrapping_add(u64::from(level).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// An entry.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    pub(crate) board: u64,
    hand: u32,
    proof: u32,
    disproof: u32,
    /// There is a mate within so many plies.
    mate: u16,
    /// There is none within so many.
    defence: u16,
    /// The least distance from the root at which the node was met.
    distance: u16,
    work: u8,
    /// 1 if it is that of a node, as opposed to a result for a hand that no node had.
    expanded: u8,
    /// Which of the clusters of its board it lies in.
    level: u32,
}

impl Slot {
    fn is_solved(&self) -> bool {
        self.mate != ENDLESS || self.defence > 0
    }

    fn decided(&self, value: Value, plies: u16) -> Known {
        let (hand, work) = (self.hand, unscale(self.work).get());
        Known { numbers: Numbers::decided(value), hand, plies, distance: None, work }
    }

    fn worth(&self) -> u16 {
        u16::from(self.work) + if self.is_solved() { SOLVED } else { 0 }
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Cluster {
    /// Some bits of the key of each entry; 0 where there is none.
    tags: [u16; WIDTH],
    /// At least how many entries were sent on from here; when a cluster is split, both halves keep the count.
    sent_on: u16,
    slots: [Slot; WIDTH],
}

#[inline]
fn tag(board: u64) -> u16 {
    (board >> 48) as u16 | 1
}

impl Cluster {
    /// A bit for each entry that may be of the board.
    #[inline]
    fn matches(&self, board: u64) -> u32 {
        let tag = tag(board);
        let mut matches = 0;
        for (index, &other) in self.tags.iter().enumerate() {
            matches |= u32::from(other == tag) << index;
        }
        matches
    }

    /// The entries of a board.
    #[inline]
    fn of_board(&self, board: u64) -> impl Iterator<Item = usize> + '_ {
        let mut matches = self.matches(board);
        std::iter::from_fn(move || {
            while matches != 0 {
                let index = matches.trailing_zeros() as usize;
                matches &= matches - 1;
                if self.slots[index].board == board {
                    return Some(index);
                }
            }
            None
        })
    }
}

/// What the table knows about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) numbers: Numbers,
    /// If it is solved, the hand that the value was found for.
    pub(crate) hand: u32,
    /// If it is solved: within so many plies there is a mate, or none.
    pub(crate) plies: u16,
    /// The least distance at which the very node was met; nothing if it was not.
    pub(crate) distance: Option<u16>,
    pub(crate) work: u32,
}

/// The table.
#[derive(Debug)]
pub(crate) struct MateTable {
    memory: Mapped<Cluster>,
    clusters: usize,
    most: usize,
    dominance: bool,
    /// The collection that runs: the next cluster, and from which worth on entries are kept.
    sweep: Option<(usize, u16)>,
    usage: TableUse,
}

impl MateTable {
    pub(crate) fn new(dominance: bool) -> Self {
        let mut table = Self {
            memory: Mapped::new(),
            clusters: 0,
            most: FEWEST,
            dominance,
            sweep: None,
            usage: TableUse::default(),
        };
        table.extend(FEWEST);
        table
    }

    pub(crate) fn allow(&mut self, bytes: u64) {
        let most = usize::try_from(bytes / size_of::<Cluster>() as u64).unwrap_or(usize::MAX);
        self.most = most.max(FEWEST).max(self.clusters);
    }

    pub(crate) fn bytes(&self) -> u64 {
        Mapped::<Cluster>::bytes(self.clusters, self.most)
    }

    pub(crate) fn usage(&self) -> TableUse {
        self.usage
    }

    /// Entries for which there is room when it is as large as it may grow.
    pub(crate) fn most_entries(&self) -> u64 {
        (self.most * WIDTH) as u64
    }

    /// Writes down all entries.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let TableUse { probes, hits, stores, evictions, collections, entries, .. } = self.usage;
        for number in [self.clusters as u64, probes, hits, stores, evictions, collections, entries] {
            out.write_all(&number.to_ne_bytes())?;
        }
        (0..self.clusters).try_for_each(|place| out.write_all(bytemuck::bytes_of(self.cluster(place))))
    }

    /// Takes the entries that a table has saved, in the place of its own.
    pub(crate) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut number = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_ne_bytes(bytes))
        };
        let clusters = usize::try_from(number()?).unwrap_or(usize::MAX);
        let mut usage = TableUse::default();
        let TableUse { probes, hits, stores, evictions, collections, entries, .. } = &mut usage;
        for counter in [probes, hits, stores, evictions, collections, entries] {
            *counter = number()?;
        }
        if clusters < FEWEST || clusters > self.most {
            let message = "there is no room for all of it: allow more memory";
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        }
        self.extend(clusters);
        if self.clusters != clusters {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        for place in 0..clusters {
            from.read_exact(bytemuck::bytes_of_mut(self.cluster_mut(place)))?;
        }
        (self.usage, self.sweep) = (usage, None);
        Ok(())
    }

    /// An empty table that may have so many times the room of this one.
    pub(crate) fn empty(&self, times: usize) -> Self {
        Self { most: self.most.saturating_mul(times), ..Self::new(self.dominance) }
    }

    /// Shows all entries.
    pub(crate) fn for_each_entry(&self, mut visit: impl FnMut(&Slot)) {
        for place in 0..self.clusters {
            let Cluster { tags, slots, .. } = self.cluster(place);
            tags.iter().zip(slots).filter(|(tag, _)| **tag != 0).for_each(|(_, slot)| visit(slot));
        }
    }

    /// Keeps an entry of another table.
    pub(crate) fn take(&mut self, entry: &Slot) {
        let own = self.slot(MateNode { board: entry.board, hand: entry.hand });
        *own = Slot { level: own.level, ..*entry };
    }

    /// Makes room for so many clusters, as far as the system has it.
    fn extend(&mut self, clusters: usize) {
        if self.memory.reserve(clusters, Mapped::<Cluster>::SEGMENT) {
            self.clusters = clusters;
        } else {
            assert!(self.clusters > 0, "the system gives a few megabytes of memory");
            self.most = self.clusters;
        }
    }

    #[inline]
    fn cluster(&self, place: usize) -> &Cluster {
        self.memory.get(place)
    }

    #[inline]
    fn cluster_mut(&mut self, place: usize) -> &mut Cluster {
        self.memory.get_mut(place)
    }

    /// The cluster of a board on some level.
    #[inline]
    fn place(&self, board: u64, level: u32) -> usize {
        linear::place(key(board, level), self.clusters)
    }

    /// Splits the next cluster in turn in two.
    fn split(&mut self) {
        let new = self.clusters;
        let (old, mask) = linear::split(new);
        self.extend(new + 1);
        if self.clusters == new {
            return;
        }
        self.cluster_mut(new).sent_on = self.cluster(old).sent_on;
        let mut moved = 0;
        for index in 0..WIDTH {
            let slot = self.cluster(old).slots[index];
            let tag = self.cluster(old).tags[index];
            if tag != 0 && key(slot.board, slot.level) & mask == new as u64 {
                self.cluster_mut(old).tags[index] = 0;
                let target = self.cluster_mut(new);
                (target.tags[moved], target.slots[moved]) = (tag, slot);
                moved += 1;
            }
        }
    }

    /// Asks for the memory of a board, so that a look-up need not wait for it.
    #[inline]
    pub(crate) fn prefetch(&self, board: u64) {
        // Where they lie, and not a copy.
        let tags: &[u16] = &self.cluster(linear::place(board, self.clusters)).tags;
        prefetch_index(tags, 0);
    }

    /// What is known about a node whose mate may take so many plies.
    #[inline]
    pub(crate) fn get(
        &mut self,
        node: MateNode,
        plies: u16,
        distance: u16,
        covers: impl Fn(u32, u32) -> bool,
    ) -> Option<Known> {
        self.usage.probes += 1;
        let known = self.peek(node, plies, distance, covers);
        self.usage.hits += u64::from(known.is_some());
        known
    }

    /// The same, and nobody counts.
    #[inline]
    pub(crate) fn peek(
        &self,
        node: MateNode,
        plies: u16,
        distance: u16,
        covers: impl Fn(u32, u32) -> bool,
    ) -> Option<Known> {
        // What the entries of other holdings say at least.
        let mut least = Numbers::LEAST;
        let mut exact: Option<&Slot> = None;
        for level in 0..LEVELS {
            let cluster = self.cluster(self.place(node.board, level));
            for index in cluster.of_board(node.board) {
                let slot = &cluster.slots[index];
                let same = slot.hand == node.hand;
                if !same && !self.dominance {
                    continue;
                }
                let ours_is_better = same || covers(node.hand, slot.hand);
                if ours_is_better && slot.mate <= plies && slot.mate != ENDLESS {
                    return Some(slot.decided(Value::Proven, slot.mate));
                }
                let theirs_is_better = same || covers(slot.hand, node.hand);
                if theirs_is_better && slot.defence >= plies {
                    return Some(slot.decided(Value::Disproven, slot.defence));
                }
                if same {
                    exact = Some(slot);
                } else if slot.expanded != 0 && slot.distance <= distance {
                    if ours_is_better {
                        least.disproof = least.disproof.max(slot.disproof);
                    } else if theirs_is_better {
                        least.proof = least.proof.max(slot.proof);
                    }
                }
            }
            if cluster.sent_on == 0 {
                break;
            }
        }
        let exact = exact.filter(|slot| slot.expanded != 0);
        if exact.is_none() && least == Numbers::LEAST {
            return None;
        }
        let own = exact.map_or(Numbers::LEAST, |slot| Numbers { proof: slot.proof, disproof: slot.disproof });
        Some(Known {
            numbers: Numbers { proof: own.proof.max(least.proof), disproof: own.disproof.max(least.disproof) },
            hand: node.hand,
            plies: 0,
            distance: exact.map(|slot| slot.distance),
            work: exact.map_or(0, |slot| unscale(slot.work).get()),
        })
    }

    /// The value of a node whose mate may take so many plies, with the fewest plies of a mate that any entry tells, or the
    /// most of a defence, and the hand of that entry.
    pub(crate) fn best_value(
        &self,
        node: MateNode,
        plies: u16,
        covers: impl Fn(u32, u32) -> bool,
    ) -> Option<(Value, u16, u32)> {
        let (mut mate, mut defence) = ((ENDLESS, node.hand), (0, node.hand));
        for level in 0..LEVELS {
            let cluster = self.cluster(self.place(node.board, level));
            for index in cluster.of_board(node.board) {
                let slot = &cluster.slots[index];
                let same = slot.hand == node.hand;
                if same || self.dominance && covers(node.hand, slot.hand) {
                    mate = if slot.mate < mate.0 { (slot.mate, slot.hand) } else { mate };
                }
                if same || self.dominance && covers(slot.hand, node.hand) {
                    defence = if slot.defence > defence.0 { (slot.defence, slot.hand) } else { defence };
                }
            }
            if cluster.sent_on == 0 {
                break;
            }
        }
        if mate.0 != ENDLESS && mate.0 <= plies {
            return Some((Value::Proven, mate.0, mate.1));
        }
        (defence.0 > 0 && defence.0 >= plies).then_some((Value::Disproven, defence.0, defence.1))
    }

    /// Keeps the numbers of an unsolved node.
    pub(crate) fn put(&mut self, node: MateNode, numbers: Numbers, distance: u16, work: u32) {
        let step = scale(NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN));
        let slot = self.slot(node);
        (slot.proof, slot.disproof) = (numbers.proof, numbers.disproof);
        slot.distance = if slot.expanded != 0 { distance.min(slot.distance) } else { distance };
        slot.expanded = 1;
        slot.work = step;
    }

    /// Keeps the value of a node, found for some hand. What says less goes.
    pub(crate) fn put_value(
        &mut self,
        node: MateNode,
        value: Value,
        plies: u16,
        work: u32,
        covers: impl Fn(u32, u32) -> bool,
    ) {
        let step = scale(NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN));
        if self.dominance {
            self.drop_covered(node, value, plies, covers);
        }
        let slot = self.slot(node);
        match value {
            Value::Proven => slot.mate = slot.mate.min(plies),
            Value::Disproven => slot.defence = slot.defence.max(plies),
        }
        slot.work = slot.work.max(step);
    }

    /// Drops entries of other holdings that a new value decides as well.
    fn drop_covered(&mut self, node: MateNode, value: Value, plies: u16, covers: impl Fn(u32, u32) -> bool) {
        for level in 0..LEVELS {
            let place = self.place(node.board, level);
            let cluster = self.cluster(place);
            let covered = |&index: &usize| {
                let slot = &cluster.slots[index];
                slot.hand != node.hand
                    && match value {
                        Value::Proven => slot.defence == 0 && slot.mate >= plies && covers(slot.hand, node.hand),
                        Value::Disproven => {
                            slot.mate == ENDLESS && slot.defence <= plies && covers(node.hand, slot.hand)
                        }
                    }
            };
            let is_last = cluster.sent_on == 0;
            let mut covered = cluster.of_board(node.board).filter(covered).fold(0u32, |set, index| set | 1 << index);
            while covered != 0 {
                self.remove(place, covered.trailing_zeros() as usize);
                covered &= covered - 1;
            }
            if is_last {
                break;
            }
        }
    }

    /// Empties a place.
    fn remove(&mut self, place: usize, index: usize) {
        let cluster = self.cluster_mut(place);
        cluster.tags[index] = 0;
        let Slot { board, level, .. } = cluster.slots[index];
        self.usage.entries -= 1;
        self.count_sent_on(board, level, |count| count.saturating_sub(1));
    }

    /// Changes the counts of the clusters that have sent on an entry of this level.
    fn count_sent_on(&mut self, board: u64, level: u32, change: impl Fn(u16) -> u16) {
        for lower in 0..level {
            let place = self.place(board, lower);
            let cluster = self.cluster_mut(place);
            // A count that is full is not known.
            if cluster.sent_on < u16::MAX {
                cluster.sent_on = change(cluster.sent_on);
            }
        }
    }

    /// The entry of a node, made if there is none.
    fn slot(&mut self, node: MateNode) -> &mut Slot {
        self.usage.stores += 1;
        for level in 0..LEVELS {
            let place = self.place(node.board, level);
            let cluster = self.cluster(place);
            let known = cluster.of_board(node.board).find(|&index| cluster.slots[index].hand == node.hand);
            if let Some(index) = known {
                return &mut self.cluster_mut(place).slots[index];
            }
            if cluster.sent_on == 0 {
                break;
            }
        }
        let room = (self.clusters * WIDTH) as u64;
        if self.clusters < self.most && self.usage.entries * 8 >= room * 3 {
            self.split();
        } else if self.sweep.is_none() && self.clusters == self.most && self.usage.entries * 5 >= room * 4 {
            self.begin_collection();
        }
        self.sweep();
        for level in 0..LEVELS {
            let place = self.place(node.board, level);
            if let Some(index) = self.cluster(place).tags.iter().position(|&tag| tag == 0) {
                self.count_sent_on(node.board, level, |count| count + 1);
                return self.begin(place, index, level, node);
            }
        }
        let place = self.place(node.board, 0);
        let worths = self.cluster(place).slots.iter().map(Slot::worth).enumerate();
        let index = worths.min_by_key(|&(_, worth)| worth).map_or(0, |(index, _)| index);
        self.remove(place, index);
        self.usage.evictions += 1;
        self.begin(place, index, 0, node)
    }

    /// A new entry.
    fn begin(&mut self, place: usize, index: usize, level: u32, node: MateNode) -> &mut Slot {
        self.usage.entries += 1;
        let cluster = self.cluster_mut(place);
        cluster.tags[index] = tag(node.board);
        let slot = &mut cluster.slots[index];
        *slot = Slot { board: node.board, hand: node.hand, mate: ENDLESS, level, ..Slot::zeroed() };
        slot
    }

    /// Finds out, from a sample, which entries have least work, and begins to forget them.
    fn begin_collection(&mut self) {
        let mut counts = [0; WORTHS];
        for place in (0..self.clusters).step_by(self.clusters.div_ceil(SAMPLE)) {
            let cluster = self.cluster(place);
            for (_, slot) in cluster.tags.iter().zip(&cluster.slots).filter(|(tag, _)| **tag != 0) {
                counts[usize::from(slot.worth())] += 1;
            }
        }
        self.sweep = Some((0, cut(&counts)));
        self.usage.collections += 1;
    }

    /// Goes on with the collection that runs, if one does.
    fn sweep(&mut self) {
        let Some((next, kept)) = self.sweep else { return };
        let end = (next + SWEPT).min(self.clusters);
        for place in next..end {
            for index in 0..WIDTH {
                let cluster = self.cluster(place);
                if cluster.tags[index] != 0 && cluster.slots[index].worth() < kept {
                    self.remove(place, index);
                    self.usage.evictions += 1;
                }
            }
        }
        self.sweep = Some((end, kept)).filter(|_| end < self.clusters);
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Value, state_hash};
    use proofset_cursor::MateNode;

    use super::{ENDLESS, MateTable};
    use proofset_numbers::Numbers;

    /// As if one number were held.
    fn covers(more: u32, less: u32) -> bool {
        more >= less
    }

    fn node(number: u64, hand: u32) -> MateNode {
        MateNode { board: state_hash(&number), hand }
    }

    fn table(bytes: u64) -> MateTable {
        let mut table = MateTable::new(true);
        table.allow(bytes);
        table
    }

    #[test]
    fn what_is_kept_is_found_while_the_table_grows() {
        let mut table = table(32 << 20);
        // Some boards have more holdings than a cluster has room.
        for number in 0..20_000 {
            for hand in 0..if number % 1000 == 0 { 30 } else { 3 } {
                let numbers = Numbers { proof: number as u32 + 1, disproof: hand + 1 };
                table.put(node(number, hand), numbers, 7, 1);
            }
        }
        assert_eq!((table.usage().evictions, table.usage().entries), (0, 20_000 * 3 + 20 * 27));
        for number in 0..20_000 {
            let known = table.peek(node(number, 1), ENDLESS, 0, covers).expect("it was kept");
            assert_eq!(known.numbers, Numbers { proof: number as u32 + 1, disproof: 2 });
        }
    }

    #[test]
    fn a_full_table_forgets_what_took_least_work() {
        let mut table = table(1 << 20);
        for number in 0..200_000 {
            let work = if number % 50 == 0 { 1_000_000 } else { 1 };
            table.put(node(number, 1), Numbers { proof: 2, disproof: 3 }, 0, work);
        }
        let usage = table.usage();
        assert!(usage.collections > 0 && usage.entries + usage.evictions == 200_000, "{usage:?}");
        assert!(table.bytes() <= 1 << 20);
        let kept = (0..200_000).step_by(50).filter(|&number| table.peek(node(number, 1), ENDLESS, 0, covers).is_some());
        assert_eq!(kept.count(), 4_000);
    }

    #[test]
    fn one_holding_answers_for_others() {
        let mut table = table(1 << 20);
        let value = |table: &MateTable, hand: u32, plies: u16| {
            let known = table.peek(node(1, hand), plies, 0, covers)?;
            known.numbers.value().map(|value| (value, known.hand, known.plies))
        };
        table.put(node(1, 5), Numbers { proof: 9, disproof: 4 }, 0, 3);
        table.put_value(node(1, 4), Value::Proven, 11, 1, covers);
        table.put_value(node(1, 2), Value::Disproven, 9, 1, covers);
        table.put_value(node(1, 1), Value::Disproven, ENDLESS, 1, covers);
        let mate = Some((Value::Proven, 4, 11));
        assert_eq!([3, 4, 5].map(|hand| value(&table, hand, ENDLESS)), [None, mate, mate]);
        assert_eq!([9, 10, 11].map(|plies| value(&table, 6, plies)), [None, None, mate]);
        let defence = Some((Value::Disproven, 2, 9));
        assert_eq!([7, 9, 11].map(|plies| value(&table, 2, plies)), [defence, defence, None]);
        assert_eq!([0, 1, 2].map(|hand| value(&table, hand, 99).is_some()), [true, true, false]);
        table.put_value(node(1, 6), Value::Proven, 7, 1, covers);
        let best = [3, 5, 7].map(|hand| table.best_value(node(1, hand), ENDLESS, covers));
        assert_eq!(best, [None, Some((Value::Proven, 11, 4)), Some((Value::Proven, 7, 6))]);
        assert_eq!(table.best_value(node(1, 2), 5, covers), Some((Value::Disproven, 9, 2)));
        // The mate has made the numbers for more than it needs superfluous.
        assert!(table.peek(node(1, 5), 9, 0, covers).is_none());

        let mut alone = MateTable::new(false);
        alone.put_value(node(1, 4), Value::Proven, 11, 1, covers);
        assert!(alone.peek(node(1, 5), ENDLESS, 0, covers).is_none());
        assert!(alone.peek(node(1, 4), ENDLESS, 0, covers).is_some());
    }

    #[test]
    fn numbers_of_less_and_of_more_are_bounds() {
        let mut table = table(1 << 20);
        table.put(node(1, 2), Numbers { proof: 50, disproof: 60 }, 4, 1);
        table.put(node(1, 4), Numbers { proof: 10, disproof: 20 }, 4, 1);
        let numbers =
            |hand: u32, distance: u16| table.peek(node(1, hand), ENDLESS, distance, covers).map(|known| known.numbers);
        // With three in hand, a mate is no easier than with four, and a defence no easier than against two.
        assert_eq!(numbers(3, 4), Some(Numbers { proof: 10, disproof: 60 }));
        assert_eq!(numbers(3, 3), None, "what was met farther down may rest on it");
    }
}
