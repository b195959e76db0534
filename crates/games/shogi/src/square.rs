//! Squares, and sets of them in one word of 128 bits.
//!
//! The idea: squares are numbered file by file, from the right as Black sees the board, and within a file from the top,
//! so that a file is nine bits in a row and a step along it is a step by one. The invariant: a square's number is below
//! 81, and a set has no bit from 81 on. The cost: one or two instructions on each half of a word for most operations.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// One of the 81 squares, such as `7g`: the file from 1 to 9, from Black's right, and the rank from a to i, from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The square on this file and rank, both from 1 to 9.
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 { Some(Self((file - 1) * 9 + rank - 1)) } else { None }
    }

    /// The square with this number, which is below [`COUNT`](Self::COUNT).
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// All squares: the file of 1 from the top, then that of 2.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The number of the square, below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 1 on Black's right to 9.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank, from 1, White's last row, to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The square as USI writes it, if it is one: `7g`.
    pub fn parse(text: &str) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        Self::at(file.checked_sub(b'0')?, rank.checked_sub(b'a')?.checked_add(1)?)
    }

    /// The set of this square alone.
    #[inline]
    pub const fn set(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(crate) u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All squares.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// The squares of a file, from 1 to 9.
    pub(crate) const fn file(file: u8) -> Self {
        Self(0x1ff << ((file - 1) * 9))
    }

    /// The squares of some ranks in a row, all from 1 to 9.
    pub(crate) const fn ranks(first: u8, last: u8) -> Self {
        let mut set = 0;
        let mut file = 0;
        while file < 9 {
            let mut rank = first;
            while rank <= last {
                set |= 1 << (file * 9 + rank - 1);
                rank += 1;
            }
            file += 1;
        }
        Self(set)
    }

    /// True if there is no square in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is exactly one square in the set.
    #[inline]
    pub(crate) const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// True if the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// The square with the smallest number, if there is one.
    #[inline]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// All squares of the files on which the set has one.
    #[inline]
    pub(crate) const fn fill_files(self) -> Self {
        const LAST: u128 = SquareSet::ranks(9, 9).0;
        // In each file, anything but 0 in the first eight bits carries into the ninth.
        let marks = (((self.0 & !LAST) + (LAST - (LAST >> 8))) | self.0) & LAST;
        Self((marks << 1) - (marks >> 8))
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for SquareSet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for SquareSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set, by number.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
