//! Sets of the dark squares of a board, and steps along its diagonals.
//!
//! The idea: squares are numbered as in print, row by row from the top, with White below; bit `i` is square `i + 1`. Rows
//! have half as many squares as the board has columns, and every other row begins one column further right; so one step is a
//! shift by one amount from even rows, by another from odd ones. A set is a word of 32 bits on 8x8, and one of 64 on 10x10:
//! positions hold these. All that is computed is computed in 64 bits, which takes no longer.
//!
//! The invariant: a step never leaves the board, for steps off it are masked or shifted out. The cost: five instructions a
//! step.

use std::fmt::Debug;
use std::hash::Hash;

mod sealed {
    pub trait Sealed {}

    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A set of the dark squares of a board: `u32` for 8x8, `u64` for 10x10.
pub trait Squares: Copy + Debug + Default + Eq + Hash + Send + Sync + sealed::Sealed + 'static {
    /// Columns of the board, and rows.
    const SIDE: u32;

    /// Dark squares in a row.
    const HALF: u32 = Self::SIDE / 2;

    /// Dark squares on the board.
    const COUNT: u32 = Self::SIDE * Self::HALF;

    /// The most pieces that a side can have: those of the start.
    const PIECES: u32 = Self::HALF * (Self::HALF - 1);

    /// The set as a word of 64 bits.
    fn wide(self) -> u64;

    /// The set that has these bits, all of them on the board.
    fn narrow(bits: u64) -> Self;
}

impl Squares for u32 {
    const SIDE: u32 = 8;

    #[inline]
    fn wide(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn narrow(bits: u64) -> Self {
        bits as Self
    }
}

impl Squares for u64 {
    const SIDE: u32 = 10;

    #[inline]
    fn wide(self) -> u64 {
        self
    }

    #[inline]
    fn narrow(bits: u64) -> Self {
        bits
    }
}

/// One of the four ways along the diagonals, with White below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    #[inline]
    pub(crate) fn back(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    #[inline]
    pub(crate) fn goes_up(self) -> bool {
        matches!(self, Self::UpLeft | Self::UpRight)
    }
}

/// What follows from the size of a board.
pub(crate) struct Board<S>(std::marker::PhantomData<S>);

impl<S: Squares> Board<S> {
    /// All squares.
    pub(crate) const ALL: u64 = (1 << S::COUNT) - 1;
    /// Those of the rows that begin with a light square: the first row, the third, and so on.
    const EVEN: u64 = Self::every_other_row(0, S::HALF);
    const ODD: u64 = Self::ALL & !Self::EVEN;
    /// Those of odd rows in the first column, and of even rows in the last one.
    const EDGES: u64 = Self::every_other_row(S::HALF, 1) | Self::every_other_row(S::HALF - 1, 1);

    /// So many squares, from this one on, of the first two rows and of all that are like them.
    const fn every_other_row(first: u32, length: u32) -> u64 {
        let (mut set, mut row) = (0, 0);
        while row < S::HALF {
            set |= ((1 << length) - 1) << (first + row * S::SIDE);
            row += 1;
        }
        set
    }

    /// The squares one step from these.
    #[inline]
    pub(crate) fn step(set: u64, way: Way) -> u64 {
        let (even, odd) = (set & Self::EVEN, set & Self::ODD);
        let (inner_even, inner_odd) = (even & !Self::EDGES, odd & !Self::EDGES);
        match way {
            Way::UpLeft => even >> S::HALF | inner_odd >> (S::HALF + 1),
            Way::UpRight => inner_even >> (S::HALF - 1) | odd >> S::HALF,
            Way::DownLeft => even << S::HALF | (inner_odd << (S::HALF - 1)) & Self::ALL,
            Way::DownRight => inner_even << (S::HALF + 1) | (odd << S::HALF) & Self::ALL,
        }
    }

    /// The squares of this row and of those below it.
    pub(crate) const fn from_row(row: u32) -> u64 {
        Self::ALL & !((1 << (row * S::HALF)) - 1)
    }

    /// The first row, where White's men become kings, and the last one.
    pub(crate) const TOP: u64 = Self::ALL & !Self::from_row(1);
    pub(crate) const BOTTOM: u64 = Self::from_row(S::SIDE - 1);
}

/// The column from the left and the row from the top, from 0 on, on a board with so many rows.
pub(crate) fn place(side: u32, square: u32) -> (u32, u32) {
    let half = side / 2;
    let row = square / half;
    (2 * (square % half) + 1 - row % 2, row)
}

/// The dark square on this column and row.
pub(crate) fn square_at(side: u32, column: u32, row: u32) -> Option<u32> {
    let is_dark = column < side && row < side && (column + row) % 2 == 1;
    is_dark.then(|| row * (side / 2) + column / 2)
}

/// The numbers of the bits of a set, from the lowest on.
pub(crate) fn numbers(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::{Board, Squares, Way, numbers, place, square_at};

    /// Steps against columns and rows.
    fn check<S: Squares>() {
        for square in 0..S::COUNT {
            let (column, row) = place(S::SIDE, square);
            assert_eq!(square_at(S::SIDE, column, row), Some(square));
            for way in Way::ALL {
                let (right, down) = match way {
                    Way::UpLeft => (-1, -1),
                    Way::UpRight => (1, -1),
                    Way::DownLeft => (-1, 1),
                    Way::DownRight => (1, 1),
                };
                let next = column.checked_add_signed(right).zip(row.checked_add_signed(down));
                let next = next.and_then(|(column, row)| square_at(S::SIDE, column, row));
                let found: Vec<u32> = numbers(Board::<S>::step(1 << square, way)).collect();
                assert_eq!(found, Vec::from_iter(next), "{way:?} from {square}");
            }
        }
        assert_eq!(numbers(Board::<S>::TOP).collect::<Vec<_>>(), (0..S::HALF).collect::<Vec<_>>());
        assert_eq!(numbers(Board::<S>::BOTTOM).collect::<Vec<_>>(), (S::COUNT - S::HALF..S::COUNT).collect::<Vec<_>>());
        assert_eq!((0..S::SIDE).filter(|&row| square_at(S::SIDE, 0, row).is_some()).count() as u32, S::HALF);
    }

    #[test]
    fn steps_go_along_diagonals() {
        check::<u32>();
        check::<u64>();
        assert_eq!(<u32 as Squares>::PIECES, 12);
        assert_eq!(<u64 as Squares>::PIECES, 20);
    }
}
