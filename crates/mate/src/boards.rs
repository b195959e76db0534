//! The table as a search sees it: its own, or one that threads share.
//!
//! The idea: all entries of a board have to be read together, and are often changed together, so words that are written one after
//! the other would not do. A shared table is several tables, each behind a lock; the key of a board says which. There are many
//! more of them than threads, so that two seldom want the same. What a thread changes is seen by others as a whole.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proofset_core::{TableUse, Value};
use proofset_cursor::MateNode;
use proofset_numbers::Numbers;

use crate::table::{Known, MateTable};

/// Tables for each thread where there are few threads, and where there are many: each table takes a huge page at least.
const PARTS_OF_FEW: usize = 16;
const PARTS_OF_MANY: usize = 8;

/// With so many tables the first give way to the second.
const MANY: usize = 64;

/// A part is not to have less, but where there is one alone.
const LEAST_BYTES: u64 = 1 << 20;

/// More parts than any file of ours has.
const MOST_PARTS: u64 = 1 << 16;

/// Tables that threads share. A board's entries are in one of them.
#[derive(Debug)]
pub(crate) struct Parts(Box<[Mutex<MateTable>]>);

fn lock(part: &Mutex<MateTable>) -> MutexGuard<'_, MateTable> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Parts {
    /// Empty tables for so many threads that may have so many bytes.
    pub(crate) fn new(threads: usize, bytes: u64, dominance: bool) -> Self {
        let room = usize::try_from(bytes / LEAST_BYTES).unwrap_or(usize::MAX).max(1);
        let wanted = (threads * PARTS_OF_FEW).min(MANY).max(threads * PARTS_OF_MANY).next_power_of_two();
        // The greatest power of two that is not more than what there is room for.
        let parts = wanted.min(1 << room.ilog2());
        Self((0..parts).map(|_| Mutex::new(MateTable::new(dominance))).collect())
    }

    /// The table of a board. The bits are those that find no cluster and no tag.
    #[inline]
    fn part(&self, board: u64) -> &Mutex<MateTable> {
        &self.0[(board >> 32) as usize & (self.0.len() - 1)]
    }

    #[inline]
    fn of(&self, board: u64) -> MutexGuard<'_, MateTable> {
        lock(self.part(board))
    }

    fn sum(&self, number: impl Fn(&MateTable) -> u64) -> u64 {
        self.0.iter().map(|part| number(&lock(part))).sum()
    }
}

/// What is known about boards.
#[derive(Debug)]
pub(crate) enum Boards {
    /// A table of one thread.
    Own(MateTable),
    /// One that threads share. That which leads says how large it is, and its bytes are those of the table.
    Shared {
        /// The tables.
        parts: Arc<Parts>,
        /// False for helpers.
        leads: bool,
    },
}

impl Boards {
    pub(crate) fn allow(&mut self, bytes: u64) {
        match self {
            Self::Own(table) => table.allow(bytes),
            Self::Shared { parts, leads } => {
                if *leads {
                    let share = bytes / parts.0.len() as u64;
                    parts.0.iter().for_each(|part| lock(part).allow(share));
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Own(table) => table.bytes(),
            Self::Shared { parts, leads } => {
                if *leads {
                    parts.sum(MateTable::bytes)
                } else {
                    0
                }
            }
        }
    }

    pub(crate) fn usage(&self) -> TableUse {
        match self {
            Self::Own(table) => table.usage(),
            Self::Shared { parts, .. } => {
                parts.0.iter().fold(TableUse::default(), |sum, part| sum.beside(lock(part).usage()))
            }
        }
    }

    /// Entries for which there is room when it is as large as it may grow.
    pub(crate) fn most_entries(&self) -> u64 {
        match self {
            Self::Own(table) => table.most_entries(),
            Self::Shared { parts, .. } => {
                parts.0.iter().fold(0, |sum, part| lock(part).most_entries().saturating_add(sum))
            }
        }
    }

    /// Writes down all entries.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Own(table) => {
                out.write_all(&1_u64.to_ne_bytes())?;
                table.save(out)
            }
            Self::Shared { parts, .. } => {
                out.write_all(&(parts.0.len() as u64).to_ne_bytes())?;
                parts.0.iter().try_for_each(|part| lock(part).save(out))
            }
        }
    }

    /// Takes the entries that a table has saved, in the place of its own: those of other numbers of threads as well.
    pub(crate) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        let saved = u64::from_ne_bytes(bytes);
        if saved == 0 || saved > MOST_PARTS {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its table has no such number of parts"));
        }
        match self {
            Self::Own(table) if saved == 1 => return table.load(from),
            Self::Shared { parts, .. } if saved == parts.0.len() as u64 => {
                return parts.0.iter().try_for_each(|part| lock(part).load(from));
            }
            _ => {}
        }
        for _ in 0..saved {
            let mut part = match self {
                Self::Own(table) => table.empty(1),
                Self::Shared { parts, .. } => lock(&parts.0[0]).empty(parts.0.len()),
            };
            part.load(from)?;
            match self {
                Self::Own(table) => part.for_each_entry(|entry| table.take(entry)),
                Self::Shared { parts, .. } => part.for_each_entry(|entry| parts.of(entry.board).take(entry)),
            }
        }
        Ok(())
    }

    /// Asks for the memory of a board, so that a look-up need not wait for it, and with a lock nobody else for the look-up. What another
    /// thread has just locked is not asked for.
    #[inline]
    pub(crate) fn prefetch(&self, board: u64) {
        match self {
            Self::Own(table) => table.prefetch(board),
            Self::Shared { parts, .. } => {
                if let Ok(table) = parts.part(board).try_lock() {
                    table.prefetch(board);
                }
            }
        }
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
        match self {
            Self::Own(table) => table.get(node, plies, distance, covers),
            Self::Shared { parts, .. } => parts.of(node.board).get(node, plies, distance, covers),
        }
    }

    /// The value of a node whose mate may take so many plies, with the fewest plies of a mate that any entry tells, or the
    /// most of a defence, and the hand of that entry.
    pub(crate) fn best_value(
        &self,
        node: MateNode,
        plies: u16,
        covers: impl Fn(u32, u32) -> bool,
    ) -> Option<(Value, u16, u32)> {
        match self {
            Self::Own(table) => table.best_value(node, plies, covers),
            Self::Shared { parts, .. } => parts.of(node.board).best_value(node, plies, covers),
        }
    }

    /// Keeps the numbers of an unsolved node.
    #[inline]
    pub(crate) fn put(&mut self, node: MateNode, numbers: Numbers, distance: u16, work: u32) {
        match self {
            Self::Own(table) => table.put(node, numbers, distance, work),
            Self::Shared { parts, .. } => parts.of(node.board).put(node, numbers, distance, work),
        }
    }

    /// Keeps the value of a node, found for some hand.
    #[inline]
    pub(crate) fn put_value(
        &mut self,
        node: MateNode,
        value: Value,
        plies: u16,
        work: u32,
        covers: impl Fn(u32, u32) -> bool,
    ) {
        match self {
            Self::Own(table) => table.put_value(node, value, plies, work, covers),
            Self::Shared { parts, .. } => parts.of(node.board).put_value(node, value, plies, work, covers),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proofset_core::{Value, state_hash};
    use proofset_cursor::MateNode;
    use proofset_numbers::Numbers;

    use super::{Boards, Parts};
    use crate::table::{ENDLESS, MateTable};

    fn covers(more: u32, less: u32) -> bool {
        more >= less
    }

    fn shared(threads: usize, bytes: u64) -> Boards {
        let mut boards = Boards::Shared { parts: Arc::new(Parts::new(threads, bytes, true)), leads: true };
        boards.allow(bytes);
        boards
    }

    fn own(bytes: u64) -> Boards {
        let mut table = MateTable::new(true);
        table.allow(bytes);
        Boards::Own(table)
    }

    fn node(number: u64) -> MateNode {
        MateNode { board: state_hash(&number), hand: 3 }
    }

    /// Threads write and read at a time; what is found is what was written.
    #[test]
    fn threads_find_what_others_have_stored() {
        let Boards::Shared { parts, .. } = shared(4, 64 << 20) else { unreachable!("it was just made") };
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let mut boards = Boards::Shared { parts: Arc::clone(&parts), leads: thread == 0 };
                scope.spawn(move || {
                    for number in (thread..40_000).step_by(4) {
                        boards.put(node(number), Numbers { proof: number as u32 + 1, disproof: 7 }, 2, 1);
                        if number % 3 == 0 {
                            boards.put_value(node(number), Value::Proven, 1 + number as u16 % 9, 1, covers);
                        }
                        let other = number / 2;
                        if let Some(found) = boards.get(node(other), ENDLESS, 2, covers) {
                            let is_right = match found.numbers.value() {
                                None => found.numbers == Numbers { proof: other as u32 + 1, disproof: 7 },
                                Some(value) => {
                                    value == Value::Proven && other % 3 == 0 && found.plies == 1 + other as u16 % 9
                                }
                            };
                            assert!(is_right, "{other}: {found:?}");
                        }
                    }
                });
            }
        });
        let mut boards = Boards::Shared { parts, leads: true };
        let found = (0..40_000).filter(|&number| boards.get(node(number), ENDLESS, 2, covers).is_some()).count();
        assert_eq!((found, boards.usage().entries), (40_000, 40_000));
    }

    /// What one number of threads has saved, another one goes on with.
    #[test]
    fn saved_tables_go_to_other_numbers_of_threads() {
        let kinds: [fn() -> Boards; 3] = [|| own(8 << 20), || shared(2, 8 << 20), || shared(1, 4 << 20)];
        for from in kinds {
            let mut boards = from();
            for number in 0..5_000 {
                boards.put(node(number), Numbers { proof: number as u32 + 1, disproof: 9 }, 4, 1);
            }
            let mut saved = Vec::new();
            boards.save(&mut saved).unwrap();
            for to in kinds {
                let mut boards = to();
                boards.load(&mut &saved[..]).unwrap();
                for number in 0..5_000 {
                    let known = boards.get(node(number), ENDLESS, 4, covers).expect("it was saved");
                    assert_eq!(known.numbers, Numbers { proof: number as u32 + 1, disproof: 9 });
                }
                assert_eq!(boards.usage().entries, 5_000);
            }
        }
    }

    #[test]
    fn the_limit_holds() {
        for bytes in [1 << 20, 3 << 20, 40 << 20] {
            let mut boards = shared(4, bytes);
            for number in 0..200_000 {
                boards.put(node(number), Numbers::LEAST, 0, 1);
            }
            assert!(boards.bytes() <= bytes, "{} of {bytes}", boards.bytes());
        }
    }
}
