//! What a side has in hand, packed into one word.
//!
//! The idea: each kind has a field that can count a full set, with a guard bit above it that is always 0. Then one
//! subtraction compares all counts at once: with the guards set, a field that is too small borrows its guard. The
//! invariant: no count exceeds the full set of its kind. The cost: a few instructions, no branches.

use std::fmt;

use crate::piece::Kind;

/// The first bit of each kind's field: pawns have five bits, lances, knights, silvers and golds three, bishops and
/// rooks two, each with one more for the guard.
const SHIFTS: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];

/// The counts of each kind's field.
const MASKS: [u32; 7] = [31, 7, 7, 7, 7, 3, 3];

const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

/// The pieces that a side has in hand: a count for each kind from pawn to rook.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u32);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// How many of a kind there are; `kind` is one that can be in hand.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> SHIFTS[kind as usize] & MASKS[kind as usize]) as u8
    }

    /// True if there is one of this kind.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & MASKS[kind as usize] << SHIFTS[kind as usize] != 0
    }

    /// True if there is nothing in hand.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With some more of a kind.
    #[inline]
    pub const fn with(self, kind: Kind, count: u8) -> Self {
        Self(self.0 + ((count as u32) << SHIFTS[kind as usize]))
    }

    /// With one of a kind less, of which there is one.
    #[inline]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 - (1 << SHIFTS[kind as usize]))
    }

    /// True if there are at least as many as in the other hand, of every kind.
    #[inline]
    pub const fn is_at_least(self, other: Self) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// With the pieces of another hand, if a full set has that many.
    #[inline]
    pub(crate) const fn joined(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Without the pieces of another hand, which has no more of any kind.
    #[inline]
    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// With none of a kind.
    #[inline]
    pub(crate) const fn none_of(self, kind: Kind) -> Self {
        Self(self.0 & !(MASKS[kind as usize] << SHIFTS[kind as usize]))
    }

    /// Of each kind the larger number.
    #[inline]
    pub(crate) fn max_each(self, other: Self) -> Self {
        self.each(other, u32::max)
    }

    /// Of each kind the smaller number.
    #[inline]
    pub(crate) fn min_each(self, other: Self) -> Self {
        self.each(other, u32::min)
    }

    #[inline]
    fn each(self, other: Self, choose: impl Fn(u32, u32) -> u32) -> Self {
        let fields = SHIFTS.into_iter().zip(MASKS).map(|(shift, mask)| {
            let field = mask << shift;
            choose(self.0 & field, other.0 & field)
        });
        Self(fields.fold(0, |word, field| word | field))
    }

    /// The hand that has these [`bits`](Self::bits), which are those of a hand.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The number of pieces.
    pub fn len(self) -> u32 {
        self.counts().map(|(_, count)| u32::from(count)).sum()
    }

    /// The kinds of which there is at least one, each with its count, from pawn to rook.
    pub fn counts(self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::IN_HAND.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }

    /// The counts as one number: equal exactly for equal hands.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.counts()).finish()
    }
}
