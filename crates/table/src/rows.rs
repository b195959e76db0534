//! Slots with states that are written as words.
//!
//! The idea: the table does not know what states are, only how many words they take; so a search that uses it is compiled
//! once for all problems. A slot is a row of words: those of the state, then those of what is kept for it. Behind the rows of a
//! cluster is a word more, where its chain begins. States are compared word by word. When a cluster is split, the keys of its
//! states are asked for, so that they need not be stored.
//!
//! The cost: a comparison takes the words one after the other, and a key has to be found anew once an entry or so.

use std::marker::PhantomData;

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

    /// False if nobody can have written it: a file was changed.
    fn is_possible(&self) -> bool {
        true
    }
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
        // The word behind the rows would look like one more.
        assert!(shape.row() > 1, "a state and what is kept for it take two words at least");
        Self::with_layout(Rows { segments: MappedRows::new(WIDTH * shape.row() + 1), shape })
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
        (WIDTH * self.shape.row() + 1) * size_of::<u32>()
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
        RowsBeside { words: Vec::new(), count: 0, free: 0, shape: self.shape }
    }

    #[inline]
    fn chain(&self, cluster: usize) -> u32 {
        self.cluster(cluster)[WIDTH * self.shape.row()]
    }

    fn set_chain(&mut self, cluster: usize, first: u32) {
        self.segments.get_mut(cluster)[WIDTH * self.shape.row()] = first;
    }

    #[inline]
    fn touch(&self, cluster: usize) -> u64 {
        // A cluster lies on up to three or four lines of the processor's cache.
        let (words, row) = (self.cluster(cluster), self.shape.row());
        for slot in 0..WIDTH {
            prefetch_index(words, slot * row);
        }
        prefetch_index(words, WIDTH * row);
        0
    }

    #[inline]
    fn prefetches(&self) -> bool {
        true
    }

    #[inline]
    fn find(&self, cluster: usize, state: &[u32]) -> Result<(usize, E), u32> {
        let words = self.cluster(cluster);
        let found = match state.len() {
            1 => find_short::<E, 1>(words, state),
            2 => find_short::<E, 2>(words, state),
            3 => find_short::<E, 3>(words, state),
            4 => find_short::<E, 4>(words, state),
            5 => find_short::<E, 5>(words, state),
            6 => find_short::<E, 6>(words, state),
            _ => find_long(words, state),
        };
        found.ok_or_else(|| words[words.len() - 1])
    }

    #[inline]
    fn entry(&self, slot: Slot) -> Option<E> {
        E::read(&self.row(slot)[self.shape.state()..])
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

    fn divide(&mut self, old: usize, new: usize, mask: u64) {
        let Self { segments, shape } = self;
        let (row, state) = (shape.row(), shape.state());
        let (from, to) = segments.two_mut(old, new);
        let mut free = to.chunks_exact_mut(row);
        for kept in from.chunks_exact_mut(row).filter(|kept| E::read(&kept[state..]).is_some()) {
            if shape.format.key(&kept[..state]) & mask == new as u64
                && let Some(free) = free.next()
            {
                free.copy_from_slice(kept);
                kept.fill(0);
            }
        }
    }
}

/// Rows in a list, each with the number of the next link behind it. Rows that are free are a chain as well.
#[derive(Debug)]
pub struct RowsBeside<E> {
    words: Vec<u32>,
    count: usize,
    free: u32,
    shape: Shape<E>,
}

impl<E: Row> RowsBeside<E> {
    /// The words of a link.
    #[inline]
    fn words(&self) -> usize {
        self.shape.row() + 1
    }

    #[inline]
    fn link(&self, link: u32) -> &[u32] {
        let words = self.words();
        &self.words[(link as usize - 1) * words..][..words]
    }

    #[inline]
    fn link_mut(&mut self, link: u32) -> &mut [u32] {
        let words = self.words();
        &mut self.words[(link as usize - 1) * words..][..words]
    }
}

impl<E: Row> Beside for RowsBeside<E> {
    type State = [u32];
    type Entry = E;

    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>()
    }

    fn growth(&self) -> usize {
        if self.free != 0 {
            return 0;
        }
        // There are no numbers for more.
        if self.words.len() / self.words() >= u32::MAX as usize {
            return usize::MAX / 2;
        }
        if self.words.len() < self.words.capacity() {
            return 0;
        }
        2 * self.words.capacity().max(2 * self.words()) * size_of::<u32>()
    }

    #[inline]
    fn is(&self, link: u32, state: &[u32]) -> bool {
        same(&self.link(link)[..state.len()], state)
    }

    fn read(&self, link: u32) -> (&[u32], u64, E) {
        let state = &self.link(link)[..self.shape.state()];
        (state, self.shape.format.key(state), self.entry(link))
    }

    #[inline]
    fn entry(&self, link: u32) -> E {
        E::read(&self.link(link)[self.shape.state()..self.shape.row()]).expect("links in a chain have entries")
    }

    #[inline]
    fn set(&mut self, link: u32, entry: E) {
        let (state, row) = (self.shape.state(), self.shape.row());
        entry.write(&mut self.link_mut(link)[state..row]);
    }

    #[inline]
    fn next(&self, link: u32) -> u32 {
        self.link(link)[self.shape.row()]
    }

    fn set_next(&mut self, link: u32, next: u32) {
        let row = self.shape.row();
        self.link_mut(link)[row] = next;
    }

    fn insert(&mut self, state: &[u32], entry: E, next: u32) -> u32 {
        let (shape, words) = (self.shape, self.words());
        let link = if self.free == 0 {
            if self.words.len() == self.words.capacity() {
                // Whole links, so that nothing is left over.
                self.words.reserve_exact(self.words.capacity().max(2 * words));
            }
            self.words.resize(self.words.len() + words, 0);
            (self.words.len() / words) as u32
        } else {
            let link = self.free;
            self.free = self.next(link);
            link
        };
        shape.write(&mut self.link_mut(link)[..words - 1], state, entry);
        self.set_next(link, next);
        self.count += 1;
        link
    }

    fn remove(&mut self, link: u32) {
        let free = std::mem::replace(&mut self.free, link);
        self.link_mut(link).fill(0);
        self.set_next(link, free);
        self.count -= 1;
    }

    fn for_each(&self, visit: &mut dyn FnMut(&[u32], E)) {
        for row in self.words.chunks_exact(self.words()) {
            let (state, kept) = row[..self.shape.row()].split_at(self.shape.state());
            if let Some(entry) = E::read(kept) {
                visit(state, entry);
            }
        }
    }
}
