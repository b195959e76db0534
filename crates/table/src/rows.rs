//! Slots with states that are written as words.
//!
//! The idea: the table does not know what states are, only how many words they take; so a search that uses it is compiled
//! once for all problems. A slot is a row of words: those of the state, then those of what is kept for it. States are
//! compared word by word. When a cluster is split, the keys of its states are asked for, so that they need not be stored.
//!
//! The cost: a comparison takes the words one after the other, and a key has to be found anew once an entry or so.

use std::marker::PhantomData;

use hashbrown::HashTable;
use prefetch_index::prefetch_index;
use proofset_core::Format;

use crate::exact::Clusters;
use crate::layout::{Beside, Layout, Slot};
use crate::mapped::MappedRows;
use crate::{Kept, WIDTH};

/// A table of states that are written as words. A slot is a row of words, without padding.
pub type RowTable<E> = Clusters<Rows<E>>;

/// What a table keeps for a state, as words.
pub trait Row: Kept {
    /// The words that it takes.
    const WORDS: usize;

    /// Writes it down, into so many words. They must not all be 0: that is an empty slot.
    fn write(&self, words: &mut [u32]);

    /// Reads what was written; nothing if all words are 0.
    fn read(words: &[u32]) -> Option<Self>;
}

/// Rows of words.
#[derive(Debug)]
pub struct Rows<E> {
    segments: MappedRows,
    shape: Shape<E>,
}

/// What a row looks like.
#[derive(Debug)]
struct Shape<E> {
    format: Format,
    entry: PhantomData<fn() -> E>,
}

impl<E> Clone for Shape<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Shape<E> {}

/// True if both are equal. States have few words, and the first one nearly always tells that they differ: a call costs
/// more than that.
#[inline]
fn same(one: &[u32], other: &[u32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

/// The slot of a cluster whose row begins with these words, and what is kept there. The number of words is known to the
/// compiler, which makes a look-up faster.
#[inline]
fn find_short<E: Row, const N: usize>(cluster: &[u32], state: &[u32]) -> Option<(usize, E)> {
    let state: &[u32; N] = state.try_into().ok()?;
    // The state of zeros looks like an empty row; only what is kept tells them apart.
    let kept = |row: &[u32]| if row.first_chunk() == Some(state) { E::read(&row[N..]) } else { None };
    cluster.chunks_exact(N + E::WORDS).enumerate().find_map(|(slot, row)| Some((slot, kept(row)?)))
}

/// The same for any number of words.
fn find_long<E: Row>(cluster: &[u32], state: &[u32]) -> Option<(usize, E)> {
    let count = state.len();
    let kept = |row: &[u32]| if same(&row[..count], state) { E::read(&row[count..]) } else { None };
    cluster.chunks_exact(count + E::WORDS).enumerate().find_map(|(slot, row)| Some((slot, kept(row)?)))
}

impl<E: Row> Shape<E> {
    /// The words of a state.
    #[inline]
    fn state(&self) -> usize {
        self.format.words()
    }

    /// The words of a row.
    #[inline]
    fn row(&self) -> usize {
        self.format.words() + E::WORDS
    }

    #[inline]
    fn write(&self, row: &mut [u32], state: &[u32], entry: E) {
        row[..self.state()].copy_from_slice(state);
        entry.write(&mut row[self.state()..]);
    }
}

impl<E: Row> RowTable<E> {
    /// An empty table of states in this format. It may not grow yet; it always has one cluster.
    pub fn for_format(format: Format) -> Self {
        let shape = Shape { format, entry: PhantomData };
        Self::with_layout(Rows { segments: MappedRows::new(WIDTH * shape.row()), shape })
    }
}

impl<E: Row> Rows<E> {
    #[inline]
    fn cluster(&self, place: usize) -> &[u32] {
        self.segments.get(place)
    }

    #[inline]
    fn row(&self, (place, slot): Slot) -> &[u32] {
        let row = self.shape.row();
        &self.cluster(place)[slot * row..][..row]
    }

    #[inline]
    fn row_mut(&mut self, (place, slot): Slot) -> &mut [u32] {
        let row = self.shape.row();
        &mut self.segments.get_mut(place)[slot * row..][..row]
    }
}

impl<E: Row> Layout for Rows<E> {
    type State = [u32];
    type Entry = E;
    type Beside = RowsBeside<E>;
    type Writing = Format;

    #[inline]
    fn cluster_bytes(&self) -> usize {
        WIDTH * self.shape.row() * size_of::<u32>()
    }

    #[inline]
    fn clusters(&self) -> usize {
        self.segments.clusters()
    }

    #[inline]
    fn allocated(&self) -> usize {
        self.segments.allocated()
    }

    #[inline]
    fn growth(&self, most: usize) -> usize {
        self.segments.growth(most)
    }

    fn append(&mut self, most: usize) -> bool {
        self.segments.append(most)
    }

    fn clear(&mut self) {
        self.segments.clear();
    }

    fn beside(&self) -> RowsBeside<E> {
        RowsBeside { words: Vec::new(), rows: HashTable::new(), shape: self.shape }
    }

    #[inline]
    fn touch(&self, cluster: usize) -> u64 {
        // A cluster lies on up to three or four lines of the processor's cache.
        let (words, row) = (self.cluster(cluster), self.shape.row());
        for slot in 0..WIDTH {
            prefetch_index(words, slot * row);
        }
        prefetch_index(words, WIDTH * row - 1);
        0
    }

    #[inline]
    fn prefetches(&self) -> bool {
        true
    }

    #[inline]
    fn find(&self, cluster: usize, state: &[u32]) -> Option<(usize, E)> {
        let words = self.cluster(cluster);
        match state.len() {
            1 => find_short::<E, 1>(words, state),
            2 => find_short::<E, 2>(words, state),
            3 => find_short::<E, 3>(words, state),
            4 => find_short::<E, 4>(words, state),
            5 => find_short::<E, 5>(words, state),
            6 => find_short::<E, 6>(words, state),
            _ => find_long(words, state),
        }
    }

    #[inline]
    fn entry(&self, slot: Slot) -> Option<E> {
        E::read(&self.row(slot)[self.shape.state()..])
    }

    fn key(&self, slot: Slot) -> Option<u64> {
        self.entry(slot)?;
        Some(self.shape.format.key(&self.row(slot)[..self.shape.state()]))
    }

    fn state(&self, slot: Slot) -> Option<&[u32]> {
        self.entry(slot)?;
        Some(&self.row(slot)[..self.shape.state()])
    }

    fn writing(&self) -> Option<Format> {
        Some(self.shape.format)
    }

    #[inline]
    fn set(&mut self, slot: Slot, entry: E) {
        let state = self.shape.state();
        entry.write(&mut self.row_mut(slot)[state..]);
    }

    #[inline]
    fn write(&mut self, slot: Slot, state: &[u32], entry: E) {
        let shape = self.shape;
        shape.write(self.row_mut(slot), state, entry);
    }

    fn free(&mut self, slot: Slot) {
        self.row_mut(slot).fill(0);
    }

    fn shift(&mut self, from: Slot, to: Slot) {
        for word in 0..self.shape.row() {
            let moved = std::mem::take(&mut self.row_mut(from)[word]);
            self.row_mut(to)[word] = moved;
        }
    }
}

/// Rows in a list, and where they are in it.
#[derive(Clone, Debug)]
pub struct RowsBeside<E> {
    words: Vec<u32>,
    /// The numbers of the rows, by the keys of their states.
    rows: HashTable<u32>,
    shape: Shape<E>,
}

impl<E: Row> RowsBeside<E> {
    /// Where the row of a state begins.
    #[inline]
    fn place(&self, key: u64, state: &[u32]) -> Option<usize> {
        let row = self.shape.row();
        let found = self.rows.find(key, |&number| same(&self.words[number as usize * row..][..state.len()], state));
        found.map(|&number| number as usize * row)
    }
}

impl<E: Row> Beside for RowsBeside<E> {
    type State = [u32];
    type Entry = E;

    #[inline]
    fn count(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>() + self.rows.allocation_size()
    }

    fn growth(&self) -> usize {
        let row = self.shape.row();
        let lacks_words = self.words.len() + row > self.words.capacity();
        let words = if lacks_words { 2 * self.words.capacity().max(4 * row) } else { 0 };
        let is_full = self.rows.len() == self.rows.capacity();
        let rows = if is_full { 2 * self.rows.allocation_size().max(4 * (size_of::<u32>() + 1)) } else { 0 };
        words * size_of::<u32>() + rows
    }

    #[inline]
    fn get(&self, key: u64, state: &[u32]) -> Option<E> {
        let place = self.place(key, state)?;
        E::read(&self.words[place + state.len()..place + self.shape.row()])
    }

    fn renew(&mut self, key: u64, state: &[u32], entry: E) -> bool {
        let Some(place) = self.place(key, state) else { return false };
        let kept = &mut self.words[place + state.len()..place + self.shape.row()];
        if let Some(mut old) = E::read(kept) {
            old.renew(entry);
            old.write(kept);
        }
        true
    }

    fn insert(&mut self, key: u64, state: &[u32], entry: E) {
        let Self { words, rows, shape } = self;
        let (row, first) = (shape.row(), words.len());
        words.resize(first + row, 0);
        shape.write(&mut words[first..], state, entry);
        let key_of = |&number: &u32| shape.format.key(&words[number as usize * row..][..shape.state()]);
        rows.insert_unique(key, rows.len() as u32, key_of);
    }

    fn for_each(&self, visit: &mut dyn FnMut(&[u32], E)) {
        for row in self.words.chunks_exact(self.shape.row()) {
            let (state, kept) = row.split_at(self.shape.state());
            if let Some(entry) = E::read(kept) {
                visit(state, entry);
            }
        }
    }
}
