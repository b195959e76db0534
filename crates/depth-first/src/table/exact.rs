//! The tables that compare states in full, holding what df-pn knows of them.
//!
//! An entry has 20 bytes besides those of its state, and perhaps padding where the type of states is known; a cluster of four
//! has four or eight more.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::num::NonZeroU32;

use proofset_core::{Evidence, TableUse, Words};
use proofset_numbers::Numbers;
use proofset_table::{Capacity, Kept, Row, scale};

use super::entry::{Entry, Name, Room, SOLVED, Table, WORTHS};

/// What a table that compares states in full keeps.
pub type ExactTable<S> = proofset_table::ExactTable<S, Entry>;

/// The same for states that are written as words, whatever their type is.
pub type PackedTable = proofset_table::RowTable<Entry>;

impl Kept for Entry {
    const WORTHS: usize = WORTHS;

    #[inline]
    fn worth(&self) -> u16 {
        u16::from(scale(self.work)) + if self.numbers.is_solved() { SOLVED } else { 0 }
    }

    /// A solved entry is not given up for an unsolved one.
    #[inline]
    fn renew(&mut self, new: Self) {
        if new.numbers.is_solved() || !self.numbers.is_solved() {
            *self = new;
        }
    }
}

/// The numbers, the work, the distance and the last child.
impl Row for Entry {
    const WORDS: usize = 5;

    #[inline]
    fn write(&self, words: &mut [u32]) {
        let Self { numbers: Numbers { proof, disproof }, work, distance, last } = *self;
        words.copy_from_slice(&[proof, disproof, work.get(), distance, last]);
    }

    #[inline]
    fn read(words: &[u32]) -> Option<Self> {
        let &[proof, disproof, work, distance, last] = words else { return None };
        let work = NonZeroU32::new(work)?;
        Some(Self { numbers: Numbers { proof, disproof }, work, distance, last })
    }

    fn is_possible(&self) -> bool {
        self.numbers.are_possible()
    }
}

/// Keys are [`state_hash`](proofset_core::state_hash)es.
macro_rules! compare_states {
    ($table:ty, $mark:ty, $content:expr $(, $state:ident)?) => {
        impl$(<$state: Clone + Eq + Hash>)? Table<$mark> for $table {
            fn allow(&mut self, room: Room) {
                let Room { bytes, entries, replacement, .. } = room;
                Self::allow(self, Capacity { bytes, entries, replacement, overflow: true });
            }

            fn bytes(&self) -> u64 {
                Self::bytes(self)
            }

            fn clear(&mut self) {
                Self::clear(self);
            }

            fn most_entries(&self) -> u64 {
                Self::most_entries(self)
            }

            fn usage(&self) -> TableUse {
                Self::usage(self)
            }

            fn evidence(&self) -> Evidence {
                Evidence::Exact
            }

            #[inline]
            fn touch(&self, key: u64, _resource: u16) -> u64 {
                Self::touch(self, key)
            }

            #[inline]
            fn prefetches(&self) -> bool {
                Self::prefetches(self)
            }

            #[inline]
            fn peek(&self, name: Name<'_, $mark>) -> Option<Entry> {
                Self::peek(self, name.key, $content(name.mark))
            }

            #[inline]
            fn count_probe(&mut self, hit: bool) {
                Self::count_probe(self, hit);
            }

            fn put(&mut self, name: Name<'_, $mark>, entry: Entry) {
                Self::put(self, name.key, $content(name.mark), entry);
            }

            fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
                self.write_rows(out)
            }

            fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
                self.read_rows(from)
            }
        }
    };
}

compare_states!(ExactTable<S>, S, std::convert::identity, S);
compare_states!(PackedTable, Words, Words::as_slice);

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{Capacity, Entry, ExactTable, Kept, Name, Table};
    use proofset_core::{Value, state_hash};
    use proofset_numbers::Numbers;
    use proofset_table::Replacement;

    fn entry(work: u32, solved: bool) -> Entry {
        let numbers = if solved { Numbers::decided(Value::Proven) } else { Numbers { proof: 1, disproof: 1 } };
        Entry { numbers, work: NonZeroU32::new(work).unwrap(), distance: 0, last: 0 }
    }

    /// With its part of where the chain of its cluster begins, an entry has 42, as the book says.
    #[test]
    fn entries_of_two_words_have_40_bytes() {
        assert_eq!(size_of::<Option<([u64; 2], Entry)>>(), 40);
        let mut table = ExactTable::<[u64; 2]>::new();
        table.allow(Capacity { bytes: 1 << 20, entries: None, replacement: Replacement::Work, overflow: false });
        assert_eq!(table.most_entries(), (1 << 20) / (4 * 42) * 4);
    }

    #[test]
    fn solved_work_counts_eightfold() {
        assert!(entry(1, true).worth() > entry(7, false).worth());
        assert!(entry(1, true).worth() < entry(9, false).worth());
    }

    #[test]
    fn solved_entries_are_not_forgotten_for_unsolved_ones() {
        let mut table = ExactTable::<u64>::new();
        let name = Name { key: state_hash(&1_u64), resource: 0, mark: &1 };
        Table::put(&mut table, name, entry(5, true));
        Table::put(&mut table, name, entry(50, false));
        assert_eq!(Table::get(&mut table, name), Some(entry(5, true)));
    }
}
