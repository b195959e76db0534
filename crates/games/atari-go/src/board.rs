//! Points as bits, and what floods say about chains.
//!
//! The idea: a set of points is a word, a row its eight bits, whatever the width of the board. A step is a shift; what
//! falls off an edge is masked. A chain is flooded from one of its stones until it grows no more. The invariant: all sets
//! lie within the board. The cost: a few shifts for each step of a flood, and nothing is allocated.

use proofset_core::NotationError;

/// Bits of a row.
pub(crate) const STRIDE: usize = 8;

/// The points of the leftmost column, and of the rightmost of eight.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << (STRIDE - 1);

/// A board of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    rows: usize,
    points: u64,
}

impl Board {
    /// The shortest and the longest side.
    pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 2..=STRIDE;

    /// A board of this size.
    ///
    /// # Errors
    ///
    /// When a side is not from 2 to 8.
    pub fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        if !Self::SIDES.contains(&columns) || !Self::SIDES.contains(&rows) {
            let message = format!("a board of {columns}x{rows} points is out of range; expected sides from 2 to 8");
            return Err(NotationError::new(message));
        }
        let row = (1_u64 << columns) - 1;
        let points = (0..rows).fold(0, |points, index| points | row << (index * STRIDE));
        Ok(Self { columns, rows, points })
    }

    /// The number of columns.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// All points.
    #[inline]
    pub(crate) fn points(self) -> u64 {
        self.points
    }

    /// The points next to those of a set.
    #[inline]
    pub(crate) fn neighbours(self, set: u64) -> u64 {
        let sideways = (set << 1 & !LEFT) | (set >> 1 & !RIGHT);
        (sideways | set << STRIDE | set >> STRIDE) & self.points
    }

    /// The stones that are connected to those of a set.
    #[inline]
    pub(crate) fn chain(self, set: u64, stones: u64) -> u64 {
        let mut chain = set;
        loop {
            let larger = chain | (self.neighbours(chain) & stones);
            if larger == chain {
                return chain;
            }
            chain = larger;
        }
    }

    /// Each chain of some stones with its liberties, given the points that are empty.
    #[inline]
    pub(crate) fn chains(self, stones: u64, empty: u64) -> impl Iterator<Item = (u64, u64)> {
        let mut rest = stones;
        std::iter::from_fn(move || {
            let first = rest & rest.wrapping_neg();
            (first != 0).then(|| {
                let chain = self.chain(first, stones);
                rest &= !chain;
                (chain, self.neighbours(chain) & empty)
            })
        })
    }
}

/// The single points of a set, in order.
#[inline]
pub(crate) fn singles(set: u64) -> impl Iterator<Item = u64> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let single = rest & rest.wrapping_neg();
        rest &= !single;
        (single != 0).then_some(single)
    })
}
