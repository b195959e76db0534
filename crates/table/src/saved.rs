//! Tables that compare states in full, in files.
//!
//! The idea: an entry is a row of words, those of the state and then those of what is kept for it, whatever the table looks like
//! in memory. A table that reads them stores them as if they had been found; where it has less room, it forgets some
//! as it always does. So tables of states whose type is known and of states that are words read what the other has written,
//! and several tables that threads share what one has.

use std::io::{self, Error, ErrorKind, Read, Write};

use proofset_core::TableUse;

use crate::WIDTH;
use crate::exact::Clusters;
use crate::layout::{Beside, Layout};
use crate::rows::Row;
use crate::writing::Writing;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// Writes a number.
///
/// # Errors
///
/// Those of the output.
pub fn put(out: &mut (impl Write + ?Sized), number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Reads a number.
///
/// # Errors
///
/// Those of the input.
pub fn get(from: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// More than any search has counted, and little enough to be added to.
const MOST_COUNTED: u64 = 1 << 60;

/// Reads a number of things that were counted.
///
/// # Errors
///
/// Those of the input, or that nobody can have counted so many: a file was changed.
pub fn get_count(from: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    let count = get(from)?;
    if count > MOST_COUNTED {
        return Err(Error::new(ErrorKind::InvalidData, "it counts more than can have been counted"));
    }
    Ok(count)
}

/// Writes how a table was used.
///
/// # Errors
///
/// Those of the output.
pub fn write_use(out: &mut (impl Write + ?Sized), usage: TableUse) -> io::Result<()> {
    let TableUse { probes, hits, stores, evictions, collections, entries, .. } = usage;
    [probes, hits, stores, evictions, collections, entries].into_iter().try_for_each(|number| put(out, number))
}

/// Reads how a table was used.
///
/// # Errors
///
/// Those of the input.
pub fn read_use(from: &mut (impl Read + ?Sized)) -> io::Result<TableUse> {
    let mut usage = TableUse::default();
    for number in [
        &mut usage.probes,
        &mut usage.hits,
        &mut usage.stores,
        &mut usage.evictions,
        &mut usage.collections,
        &mut usage.entries,
    ] {
        *number = get_count(from)?;
    }
    Ok(usage)
}

impl<L: Layout> Clusters<L>
where
    L::Entry: Row,
{
    /// Writes all entries: how the table was used, which says how many there are, how many words each row has, and they. Returns
    /// false, and has written nothing, if its states cannot be written.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn write_rows(&self, out: &mut (impl Write + ?Sized)) -> io::Result<bool> {
        let Some(writing) = self.slots.writing() else { return Ok(false) };
        let state_words = writing.words();
        let mut row = vec![0; state_words + L::Entry::WORDS];
        write_use(out, self.usage())?;
        put(out, row.len() as u64)?;
        let (mut bytes, mut result) = (Vec::new(), Ok(()));
        self.for_each(&mut |state, entry| {
            if result.is_err() {
                return;
            }
            writing.write(state, &mut row[..state_words]);
            entry.write(&mut row[state_words..]);
            for word in &row {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            if bytes.len() >= BUFFER {
                result = out.write_all(&bytes);
                bytes.clear();
            }
        });
        result?;
        out.write_all(&bytes)?;
        Ok(true)
    }

    /// Stores the entries of another table in this one.
    ///
    /// # Errors
    ///
    /// Those of the input, or that states are written in another way.
    pub fn read_rows(&mut self, from: &mut (impl Read + ?Sized)) -> io::Result<()> {
        let writing = self.slots.writing().ok_or(ErrorKind::Unsupported)?;
        let usage = read_use(from)?;
        self.reserve(usage.entries);
        put_rows::<L>(writing, from, usage.entries, |key, state, entry| self.put(key, state, entry))?;
        self.set_usage(usage);
        Ok(())
    }

    /// How its states are written; nothing if they cannot be.
    pub fn writing(&self) -> Option<L::Writing> {
        self.slots.writing()
    }

    fn for_each(&self, visit: &mut dyn FnMut(&L::State, L::Entry)) {
        for slot in (0..self.slots.clusters()).flat_map(|place| (0..WIDTH).map(move |slot| (place, slot))) {
            if let (Some(state), Some(entry)) = (self.slots.state(slot), self.slots.entry(slot)) {
                visit(state, entry);
            }
        }
        self.beside.for_each(visit);
    }
}

/// Reads what a table has written behind how it was used: so many rows. Has each of them stored.
///
/// # Errors
///
/// Those of the input, or that states are written in another way.
pub fn put_rows<L: Layout>(
    writing: L::Writing,
    from: &mut (impl Read + ?Sized),
    rows: u64,
    mut store: impl FnMut(u64, &L::State, L::Entry),
) -> io::Result<()>
where
    L::Entry: Row,
{
    let state_words = writing.words();
    let mut row = vec![0; state_words + L::Entry::WORDS];
    if get(from)? != row.len() as u64 {
        return Err(Error::new(ErrorKind::InvalidData, "its states are written in another way"));
    }
    let mut bytes = vec![0; 4 * row.len()];
    for _ in 0..rows {
        from.read_exact(&mut bytes)?;
        for (word, bytes) in row.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let entry = L::Entry::read(&row[state_words..]);
        let entry = entry.ok_or_else(|| Error::new(ErrorKind::InvalidData, "a row of its table is empty"))?;
        if !entry.is_possible() {
            return Err(Error::new(ErrorKind::InvalidData, "a row of its table says what no search can have found"));
        }
        writing.read(&row[..state_words], &mut |key, state| store(key, state, entry));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind, Write};
    use std::num::NonZeroU32;

    use proofset_core::{Format, Words, state_hash};

    use super::BUFFER;

    use crate::{Capacity, ExactTable, Kept, Replacement, Row, RowTable};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Work(NonZeroU32);

    impl Kept for Work {
        const WORTHS: usize = 256;

        fn worth(&self) -> u16 {
            self.0.get().min(255) as u16
        }

        fn renew(&mut self, new: Self) {
            *self = new;
        }
    }

    impl Row for Work {
        const WORDS: usize = 1;

        fn write(&self, words: &mut [u32]) {
            words[0] = self.0.get();
        }

        fn read(words: &[u32]) -> Option<Self> {
            NonZeroU32::new(words[0]).map(Self)
        }
    }

    fn work(number: u64) -> Work {
        Work(NonZeroU32::new(number as u32 + 1).unwrap())
    }

    fn capacity(entries: u64) -> Capacity {
        Capacity { bytes: 1 << 30, entries: Some(entries), replacement: Replacement::Work, overflow: true }
    }

    fn rows() -> RowTable<Work> {
        RowTable::for_format(Format::of::<u64>())
    }

    /// Through a table of the other kind and back, all entries are there; one with less room keeps what is worth most.
    #[test]
    fn tables_of_both_kinds_read_what_the_other_has_written() {
        let mut typed = ExactTable::<u64, Work>::packing();
        typed.allow(capacity(1 << 14));
        for state in 0..5000 {
            typed.put(state_hash(&state), &state, work(state));
        }
        assert_eq!(typed.usage().entries, 5000);
        let mut bytes = Vec::new();
        assert!(typed.write_rows(&mut bytes).unwrap());
        let mut words = rows();
        words.allow(capacity(1 << 14));
        words.read_rows(&mut &*bytes).unwrap();
        assert_eq!(words.usage(), typed.usage());
        let known = |state: u64| words.peek(state_hash(&state), Words::of(&state).as_slice());
        assert!((0..5000).all(|state| known(state) == Some(work(state))));
        let mut again = Vec::new();
        words.write_rows(&mut again).unwrap();
        let mut small = ExactTable::<u64, Work>::packing();
        small.allow(capacity(64));
        small.read_rows(&mut &*again).unwrap();
        assert!(small.usage().entries <= 64);
        let known = (0..5000).filter(|state| small.peek(state_hash(state), state).is_some()).count() as u64;
        assert_eq!(known, small.usage().entries);
    }

    /// An output with room for so many bytes.
    struct Room(usize);

    impl Write for Room {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_output_without_room_is_an_error() {
        let mut table = rows();
        table.allow(capacity(1 << 16));
        for state in 0..20_000_u64 {
            table.put(state_hash(&state), Words::of(&state).as_slice(), work(state));
        }
        let mut bytes = Vec::new();
        assert!(table.write_rows(&mut bytes).unwrap());
        assert!(bytes.len() > 3 * BUFFER, "it is written in pieces");
        assert!(table.write_rows(&mut Room(bytes.len())).unwrap());
        for room in [0, 100, BUFFER, 2 * BUFFER, bytes.len() - 1] {
            let error = table.write_rows(&mut Room(room)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull, "{room}");
        }
    }

    #[test]
    fn states_that_nothing_says_how_to_write_are_not_written() {
        let mut bytes = Vec::new();
        assert!(!ExactTable::<u64, Work>::new().write_rows(&mut bytes).unwrap());
        assert!(bytes.is_empty());
        rows().write_rows(&mut bytes).unwrap();
        assert!(ExactTable::<u64, Work>::new().read_rows(&mut &*bytes).is_err());
        let mut wider = RowTable::<Work>::for_format(Format::of::<(u64, u64)>());
        assert!(wider.read_rows(&mut &*bytes).is_err(), "its rows have more words");
    }
}
