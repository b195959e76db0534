//! Tables of what is known about states, within a fixed number of bytes.
//!
//! The idea: a depth-first search holds only the line that it looks at; everything else it may forget. A table entry
//! saves work and never carries the search's progress, so any entry may be dropped at any time. Entries lie in clusters
//! of four, and tables grow by linear hashing: one cluster is split at a time, nothing is ever copied as a whole, and a
//! search of a small problem holds little. [`ExactTable`] stores whole states and compares them; [`KeyedTable`] stores
//! 16 bytes for each state and compares keys.
//!
//! What gives way in a full cluster is the entry with the least worth: the expansions below it, eightfold if it is
//! solved. [`Replacement::SmallTreeGc`] (Nagai 1999) forgets many at a time instead, those of small subtrees, when the
//! table is nearly full, and leaves the rest of the clusters room.

mod exact;
mod keyed;
mod linear;

pub use exact::ExactTable;
pub use keyed::KeyedTable;

use std::num::NonZeroU32;

use proofset_core::{Evidence, TableUse};

use crate::numbers::Numbers;

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

/// Which entries give way when a table is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replacement {
    /// That with the least work in the cluster, one at a time.
    #[default]
    Work,
    /// Those with the least work in the table, two fifths of all at a time, when seven eighths of it are full (Nagai
    /// 1999). A cluster that is full before that drops the entry with the least work.
    SmallTreeGc,
}

/// What a state is looked up by.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a, M> {
    /// The key of its [`Sighting`](proofset_core::Sighting).
    pub key: u64,
    /// The resource of its sighting.
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
/// It is sealed by its entries, which have no public parts: there are [`ExactTable`] and [`KeyedTable`].
pub trait Table<M> {
    /// Changes how large the table may grow. It does not shrink.
    fn allow(&mut self, room: Room);

    /// The bytes that it holds.
    fn bytes(&self) -> u64;

    /// Forgets everything, but not how it was used.
    fn clear(&mut self);

    /// How it was used.
    fn usage(&self) -> TableUse;

    /// What a verdict rests on if it was found with this table and exact marks.
    fn evidence(&self) -> Evidence;

    /// Brings the cluster of a key near the processor. The value means nothing.
    fn touch(&self, key: u64) -> u64;

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
}

/// Entries of a cluster.
const WIDTH: usize = 4;

/// How much a work of so many expansions counts, on a scale of eight steps to a doubling: from 0 to 255.
#[inline]
fn scale(work: NonZeroU32) -> u8 {
    let octave = work.ilog2();
    let step = ((u64::from(work.get()) << 3 >> octave) & 7) as u32;
    (octave * 8 + step) as u8
}

/// The least work of a step of the scale.
#[inline]
fn unscale(step: u8) -> NonZeroU32 {
    let work = ((8 + u64::from(step & 7)) << (step >> 3) >> 3) as u32;
    NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN)
}

/// What a solved entry's work counts more: eight times the work is three doublings.
const SOLVED: u16 = 24;

/// From which worth on entries are kept, if so many of them have each worth and two fifths are to go.
fn cut(counts: &[u64]) -> u16 {
    let most: u64 = counts.iter().sum::<u64>() * 2 / 5;
    let mut gone = 0;
    let below = counts.iter().take_while(|&&count| {
        gone += count;
        gone <= most
    });
    // At least one step goes, or nothing would be gained.
    (below.count() as u16).max(counts.iter().position(|&count| count > 0).unwrap_or(0) as u16 + 1)
}

/// The number of different worths.
const WORTHS: usize = 256 + SOLVED as usize;

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{WORTHS, cut, scale, unscale};

    #[test]
    fn the_scale_is_monotone_and_within_an_eighth() {
        let works = (1..5000).chain((1..u32::BITS).flat_map(|bit| [(1 << bit) - 1, 1 << bit])).chain([u32::MAX]);
        for work in works.filter_map(NonZeroU32::new) {
            let back = unscale(scale(work));
            assert!(back <= work && u64::from(work.get()) * 8 <= u64::from(back.get()) * 9, "{work}: {back}");
            assert_eq!(scale(back), scale(work));
        }
        assert_eq!([1, 2, u32::MAX].map(|work| scale(NonZeroU32::new(work).unwrap())), [0, 8, 255]);
    }

    #[test]
    fn two_fifths_go_and_at_least_one_step() {
        let mut counts = [0; WORTHS];
        (counts[3], counts[5], counts[9], counts[20]) = (20, 20, 50, 10);
        assert_eq!(cut(&counts), 9, "the forty below 9 go");
        counts[3] = 0;
        assert_eq!(cut(&counts), 9);
        counts[5] = 0;
        assert_eq!(cut(&counts), 10);
    }
}
