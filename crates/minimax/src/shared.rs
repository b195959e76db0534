//! The table as a search sees it: its own, or one that threads share.
//!
//! The idea: a shared table is several tables, each behind a lock; the hash of a position says which. There are many more of them
//! than threads, so that two seldom want the same. Positions are compared in full, as in a table of one thread.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proofset_core::TableUse;
use proofset_table::{Capacity, Clusters, Layout, get, put, put_rows, read_use};

use crate::entry::Entry;

/// Tables for each thread.
const PARTS_PER_THREAD: usize = 32;

/// A part is not to have less, but where there is one alone.
const LEAST_BYTES: u64 = 1 << 16;

/// Tables that threads share.
pub(crate) struct Parts<L: Layout> {
    parts: Box<[Mutex<Clusters<L>>]>,
    /// The bytes of all of them. A proof asks for them at each of its positions, and would take every lock for that.
    bytes: AtomicU64,
}

fn lock<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<L: Layout> Parts<L> {
    /// Empty tables for so many threads that may have so many bytes.
    pub(crate) fn new(threads: usize, bytes: u64, table: impl Fn() -> Clusters<L>) -> Self {
        let room = usize::try_from(bytes / LEAST_BYTES).unwrap_or(usize::MAX).max(1);
        let wanted = (threads * PARTS_PER_THREAD).next_power_of_two();
        // The greatest power of two that is not more than what there is room for.
        let parts = (0..wanted.min(1 << room.ilog2())).map(|_| Mutex::new(table())).collect();
        let all = Self { parts, bytes: AtomicU64::new(0) };
        all.change_each(|_| ());
        all
    }

    fn len(&self) -> u64 {
        self.parts.len() as u64
    }

    fn each(&self) -> impl Iterator<Item = MutexGuard<'_, Clusters<L>>> {
        self.parts.iter().map(lock)
    }

    /// The table of a hash. Clusters are found by the lowest bits.
    #[inline]
    fn of(&self, key: u64) -> MutexGuard<'_, Clusters<L>> {
        lock(&self.parts[(key >> 40) as usize & (self.parts.len() - 1)])
    }

    /// Changes each table, which may grow.
    fn change_each(&self, mut change: impl FnMut(&mut Clusters<L>)) {
        let bytes = self.each().map(|mut part| {
            change(&mut part);
            part.bytes()
        });
        self.bytes.store(bytes.sum(), Ordering::Relaxed);
    }

    fn put(&self, key: u64, state: &L::State, entry: L::Entry) {
        let mut part = self.of(key);
        let before = part.bytes();
        part.put(key, state, entry);
        let more = part.bytes().wrapping_sub(before);
        if more != 0 {
            self.bytes.fetch_add(more, Ordering::Relaxed);
        }
    }
}

/// What is known about positions.
pub(crate) enum Table<L: Layout> {
    /// A table of one thread.
    Own(Clusters<L>),
    /// One that threads share. That which leads says how large it is, and its bytes are those of the table.
    Shared {
        /// The tables.
        parts: Arc<Parts<L>>,
        /// False for helpers.
        leads: bool,
    },
}

impl<L: Layout<Entry = Entry>> Table<L> {
    pub(crate) fn allow(&mut self, capacity: Capacity) {
        match self {
            Self::Own(table) => table.allow(capacity),
            Self::Shared { parts, leads } => {
                let count = parts.len();
                let share = Capacity {
                    bytes: capacity.bytes / count,
                    entries: capacity.entries.map(|entries| entries / count),
                    ..capacity
                };
                if *leads {
                    parts.change_each(|part| part.allow(share));
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Own(table) => table.bytes(),
            Self::Shared { parts, leads: true } => parts.bytes.load(Ordering::Relaxed),
            Self::Shared { .. } => 0,
        }
    }

    pub(crate) fn usage(&self) -> TableUse {
        match self {
            Self::Own(table) => table.usage(),
            Self::Shared { parts, .. } => parts.each().fold(TableUse::default(), |sum, part| sum.beside(part.usage())),
        }
    }

    pub(crate) fn most_entries(&self) -> u64 {
        match self {
            Self::Own(table) => table.most_entries(),
            Self::Shared { parts, .. } => parts.each().fold(0, |sum, part| part.most_entries().saturating_add(sum)),
        }
    }

    fn writing(&self) -> Option<L::Writing> {
        match self {
            Self::Own(table) => table.writing(),
            Self::Shared { parts, .. } => lock(&parts.parts[0]).writing(),
        }
    }

    /// Writes down how many tables there are, and their entries. Returns false, and has written nothing, if positions cannot be
    /// written.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        if self.writing().is_none() {
            return Ok(false);
        }
        match self {
            Self::Own(table) => {
                put(out, 1)?;
                table.write_rows(out)
            }
            Self::Shared { parts, .. } => {
                put(out, parts.len())?;
                parts.each().try_fold(true, |_, part| part.write_rows(out))
            }
        }
    }

    /// Grows as for so many entries.
    fn reserve(&mut self, entries: u64) {
        match self {
            Self::Own(table) => table.reserve(entries),
            Self::Shared { parts, .. } => {
                parts.change_each(|part| part.reserve(entries / parts.len()));
            }
        }
    }

    /// Stores what other tables have written.
    pub(crate) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let writing = self.writing().ok_or(io::ErrorKind::Unsupported)?;
        let mut usage = TableUse::default();
        let count = get(from)?;
        for _ in 0..count {
            let part = read_use(from)?;
            usage = usage.beside(part);
            // All have about as many. Entries come in the order of their places, and would crowd each other out in a small table.
            self.reserve(part.entries.saturating_mul(count));
            put_rows::<L>(writing, from, part.entries, |key, state, entry| self.put(key, state, entry))?;
        }
        match self {
            Self::Own(table) => table.set_usage(usage),
            // One of them has done it all.
            Self::Shared { parts, .. } => {
                parts.each().for_each(|mut part| part.set_usage(TableUse::default()));
                lock(&parts.parts[0]).set_usage(usage);
            }
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        match self {
            Self::Own(table) => table.clear(),
            Self::Shared { parts, .. } => parts.change_each(Clusters::clear),
        }
    }

    /// True if an entry can be sent for while something else is done.
    #[inline]
    pub(crate) fn prefetches(&self) -> bool {
        matches!(self, Self::Own(table) if table.prefetches())
    }

    /// Sends for the entry of a hash.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        if let Self::Own(table) = self {
            table.touch(key);
        }
    }

    #[inline]
    pub(crate) fn get(&mut self, key: u64, state: &L::State) -> Option<Entry> {
        match self {
            Self::Own(table) => table.get(key, state),
            Self::Shared { parts, .. } => parts.of(key).get(key, state),
        }
    }

    #[inline]
    pub(crate) fn peek(&self, key: u64, state: &L::State) -> Option<Entry> {
        match self {
            Self::Own(table) => table.peek(key, state),
            Self::Shared { parts, .. } => parts.of(key).peek(key, state),
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, state: &L::State, entry: Entry) {
        match self {
            Self::Own(table) => table.put(key, state, entry),
            Self::Shared { parts, .. } => parts.put(key, state, entry),
        }
    }
}
