//! What all tables keep about a state, and what a search asks of them.

use std::io::{self, Read, Write};
use std::num::NonZeroU32;

use proofset_core::{Evidence, TableUse};
use proofset_numbers::Numbers;
use proofset_table::Replacement;

/// The last child of a node that has not searched any.
pub(crate) const NONE: u32 = u32::MAX;

/// What is known about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub(crate) numbers: Numbers,
    /// Expansions below the state, its own included, as far as they are known; saturating. It is never 0, so that an
    /// empty place in a table needs no mark of its own.
    pub(crate) work: NonZeroU32,
    /// The least distance from the root at which the state was met.
    pub(crate) distance: u32,
    /// The child that was searched last.
    pub(crate) last: u32,
}

/// What a state is looked up by.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a, M> {
    /// The key of its [`NodeView`](proofset_cursor::NodeView).
    pub key: u64,
    /// The resource of its view.
    pub resource: u16,
    /// Its mark.
    pub mark: &'a M,
}

/// How much a table may hold, and how it is used.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// At most so many bytes.
    pub bytes: u64,
    /// At most so many entries, rounded down to whole clusters, and up to one.
    pub entries: Option<u64>,
    /// What gives way when it is full.
    pub replacement: Replacement,
    /// True if a decided state decides others, where states are ordered.
    pub dominance: bool,
}

/// A table for states with marks of this type.
///
/// It is sealed by its entries, which have no public parts: there are [`ExactTable`](super::ExactTable),
/// [`PackedTable`](super::PackedTable) and [`KeyedTable`](super::KeyedTable).
pub trait Table<M> {
    /// Changes how large the table may grow. It does not shrink.
    fn allow(&mut self, room: Room);

    /// The bytes that it holds.
    fn bytes(&self) -> u64;

    /// Forgets everything, but not how it was used.
    fn clear(&mut self);

    /// How it was used.
    fn usage(&self) -> TableUse;

    /// Entries for which there is room when it is as large as it may grow.
    fn most_entries(&self) -> u64;

    /// What a verdict rests on if it was found with this table and exact marks.
    fn evidence(&self) -> Evidence;

    /// Brings the memory of what is known of a state near the processor. The value means nothing.
    fn touch(&self, key: u64, resource: u16) -> u64;

    /// True if nothing waits when the table is [touched](Self::touch). Then that is done as soon as a child is generated, while the next
    /// one is made, and else when all of them are there, so that what waits does so for all at once.
    fn prefetches(&self) -> bool;

    /// What is known about a state.
    fn get(&mut self, name: Name<'_, M>) -> Option<Entry> {
        let found = self.peek(name);
        self.count_probe(found.is_some());
        found
    }

    /// The same without being counted.
    fn peek(&self, name: Name<'_, M>) -> Option<Entry>;

    /// Counts a look-up.
    fn count_probe(&mut self, hit: bool);

    /// Stores what is known about a state. A solved entry is not replaced by an unsolved one of the same state.
    fn put(&mut self, name: Name<'_, M>, entry: Entry);

    /// Writes down all entries. Returns false, and has written nothing, if it is a table that cannot.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        let _ = out;
        Ok(false)
    }

    /// Takes the entries that a table of this kind has saved, in the place of its own.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it: this table has no room for so many entries, or too few bits for keys.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let _ = from;
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A table that is chosen while the program runs: a search is then compiled once for all of them.
pub type AnyTable<M> = Box<dyn Table<M>>;

impl<M, T: Table<M> + ?Sized> Table<M> for Box<T> {
    fn allow(&mut self, room: Room) {
        (**self).allow(room);
    }

    #[inline]
    fn bytes(&self) -> u64 {
        (**self).bytes()
    }

    fn clear(&mut self) {
        (**self).clear();
    }

    fn usage(&self) -> TableUse {
        (**self).usage()
    }

    fn most_entries(&self) -> u64 {
        (**self).most_entries()
    }

    fn evidence(&self) -> Evidence {
        (**self).evidence()
    }

    #[inline]
    fn touch(&self, key: u64, resource: u16) -> u64 {
        (**self).touch(key, resource)
    }

    #[inline]
    fn prefetches(&self) -> bool {
        (**self).prefetches()
    }

    #[inline]
    fn get(&mut self, name: Name<'_, M>) -> Option<Entry> {
        (**self).get(name)
    }

    fn peek(&self, name: Name<'_, M>) -> Option<Entry> {
        (**self).peek(name)
    }

    fn count_probe(&mut self, hit: bool) {
        (**self).count_probe(hit);
    }

    #[inline]
    fn put(&mut self, name: Name<'_, M>, entry: Entry) {
        (**self).put(name, entry);
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        (**self).save(out)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        (**self).load(from)
    }
}

/// What a solved entry's work counts more: eight times the work is three doublings.
pub(super) const SOLVED: u16 = 24;

/// The number of different worths.
pub(super) const WORTHS: usize = 256 + SOLVED as usize;
