//! What the table keeps for a position: bounds of its value, how deep they were searched, and the move that was best.
//!
//! The invariant: both bounds are about the same depth. Twelve bytes, of which one is never 0, so that an empty place in
//! the table needs no mark of its own.

use std::num::{NonZeroU8, NonZeroU32};

use proofset_core::Score;
use proofset_table::{Kept, Row, scale};

/// The number of the best move, if none is known.
pub const NO_MOVE: u8 = u8::MAX;

/// Bounds of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub(crate) low: Score,
    pub(crate) high: Score,
    /// Plies from here to the depth limit; [`TO_THE_END`] without one.
    pub(crate) depth: u16,
    /// The number of the move that was best, in the order of the rules.
    pub(crate) best: u8,
    /// How much was searched below, on a scale.
    work: NonZeroU8,
}

/// The depth of a search without a limit.
pub(crate) const TO_THE_END: u16 = u16::MAX;

impl Entry {
    pub(crate) fn new(low: Score, high: Score, depth: u16, best: u8, work: u64) -> Self {
        let work = NonZeroU32::new(u32::try_from(work).unwrap_or(u32::MAX)).unwrap_or(NonZeroU32::MIN);
        let work = NonZeroU8::new(scale(work)).unwrap_or(NonZeroU8::MIN);
        Self { low, high, depth, best, work }
    }
}

impl Kept for Entry {
    const WORTHS: usize = 256;

    #[inline]
    fn worth(&self) -> u16 {
        u16::from(self.work.get())
    }

    /// Bounds of one depth are joined; those of another one are replaced, but for the best move if none is known now.
    #[inline]
    fn renew(&mut self, new: Self) {
        let best = if new.best == NO_MOVE { self.best } else { new.best };
        let (low, high) = if self.depth == new.depth {
            (self.low.max(new.low), self.high.min(new.high))
        } else {
            (new.low, new.high)
        };
        let work = self.work.max(new.work);
        *self = Self { low, high, depth: new.depth, best, work };
    }
}

impl Row for Entry {
    const WORDS: usize = 3;

    #[inline]
    fn write(&self, words: &mut [u32]) {
        let Self { low, high, depth, best, work } = *self;
        let rest = u32::from(depth) << 16 | u32::from(best) << 8 | u32::from(work.get());
        words.copy_from_slice(&[low.cast_unsigned(), high.cast_unsigned(), rest]);
    }

    #[inline]
    fn read(words: &[u32]) -> Option<Self> {
        let &[low, high, rest] = words else { return None };
        let [work, best, ..] = rest.to_le_bytes();
        let work = NonZeroU8::new(work)?;
        Some(Self { low: low.cast_signed(), high: high.cast_signed(), depth: (rest >> 16) as u16, best, work })
    }

    fn is_possible(&self) -> bool {
        self.low <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Kept, NO_MOVE, Row, TO_THE_END};

    #[test]
    fn an_entry_is_small_and_leaves_room_for_nothing() {
        assert_eq!(size_of::<Option<Entry>>(), 12);
        assert_eq!(size_of::<Option<([u64; 2], Entry)>>(), 32, "what the book says");
    }

    #[test]
    fn an_entry_comes_back_from_words() {
        for entry in [Entry::new(-5, 9, TO_THE_END, 3, 10), Entry::new(i32::MIN, i32::MAX, 0, NO_MOVE, 1 << 40)] {
            let mut words = [0; 3];
            entry.write(&mut words);
            assert_eq!(Entry::read(&words), Some(entry));
        }
        assert_eq!(Entry::read(&[0; 3]), None);
    }

    #[test]
    fn bounds_of_one_depth_are_joined() {
        let mut entry = Entry::new(-5, 9, TO_THE_END, 3, 10);
        entry.renew(Entry::new(2, 30, TO_THE_END, NO_MOVE, 1));
        assert_eq!((entry.low, entry.high, entry.best), (2, 9, 3));
        entry.renew(Entry::new(-7, 4, 6, 1, 1));
        assert_eq!((entry.low, entry.high, entry.best, entry.depth), (-7, 4, 1, 6));
        assert_eq!(entry.worth(), Entry::new(0, 0, 0, 0, 10).worth());
    }
}
