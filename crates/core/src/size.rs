//! Proof and disproof sizes: counts that saturate, with an infinity that only infinity can produce.
//!
//! In a DAG the sum rule counts a leaf once per path, so numbers can double every second level and overflow any
//! integer. Saturation must never look like infinity: an unknown node whose proof number became infinite would be taken
//! for disproven.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// How the number of a node's summed side follows from those of its children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// Their sum: proof-number search.
    #[default]
    Sum,
    /// The largest, and one unit for each other unsolved child (Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
    /// The largest.
    Max,
}

/// A saturating size with `0 <= MAX_FINITE < INFINITE`.
///
/// ```
/// use proofset_core::Size;
///
/// assert_eq!(Size::new(2) + Size::new(3), Size::new(5));
/// assert_eq!(Size::MAX_FINITE + Size::ONE, Size::MAX_FINITE);
/// assert_eq!(Size::INFINITE + Size::ONE, Size::INFINITE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u32);

impl Size {
    /// Nothing left to do.
    pub const ZERO: Self = Self(0);
    /// One leaf.
    pub const ONE: Self = Self(1);
    /// Finite, but too large to represent.
    pub const MAX_FINITE: Self = Self(u32::MAX - 1);
    /// Impossible.
    pub const INFINITE: Self = Self(u32::MAX);

    /// A finite size; values above [`MAX_FINITE`](Self::MAX_FINITE) are clamped to it.
    pub const fn new(value: u32) -> Self {
        if value > Self::MAX_FINITE.0 { Self::MAX_FINITE } else { Self(value) }
    }

    /// A finite size from a length; values above [`MAX_FINITE`](Self::MAX_FINITE) are clamped to it.
    pub const fn from_len(len: usize) -> Self {
        if len > Self::MAX_FINITE.0 as usize { Self::MAX_FINITE } else { Self(len as u32) }
    }

    /// The number, or `None` for infinity.
    pub const fn finite(self) -> Option<u32> {
        if self.0 == u32::MAX { None } else { Some(self.0) }
    }

    /// True for infinity.
    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    /// True for zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Takes away a part that was counted twice. Saturated sizes stay saturated, for nobody knows what they hide.
    pub const fn minus_overlap(self, overlap: Self) -> Self {
        if self.0 >= Self::MAX_FINITE.0 { self } else { Self(self.0.saturating_sub(overlap.0)) }
    }

    /// The stored bits, for tables that keep sizes among other words.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl Add for Size {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        if self.is_infinite() || other.is_infinite() {
            Self::INFINITE
        } else {
            Self(self.0.saturating_add(other.0).min(Self::MAX_FINITE.0))
        }
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Self>>(sizes: I) -> Self {
        sizes.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            None => f.pad("inf"),
            Some(n) => n.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn saturation_is_never_infinity() {
        assert_eq!(Size::new(u32::MAX), Size::MAX_FINITE);
        assert_eq!(Size::MAX_FINITE + Size::MAX_FINITE, Size::MAX_FINITE);
        assert!(Size::MAX_FINITE < Size::INFINITE);
        assert_eq!(Size::MAX_FINITE + Size::INFINITE, Size::INFINITE);
    }

    #[test]
    fn overlap_is_kept_where_the_sum_saturated() {
        assert_eq!(Size::new(7).minus_overlap(Size::new(3)), Size::new(4));
        assert_eq!(Size::MAX_FINITE.minus_overlap(Size::ONE), Size::MAX_FINITE);
        assert_eq!(Size::INFINITE.minus_overlap(Size::ONE), Size::INFINITE);
    }

    #[test]
    fn sums() {
        assert_eq!([1, 2, 3].map(Size::new).into_iter().sum::<Size>(), Size::new(6));
        assert_eq!(format!("{:>4}|{:?}", Size::INFINITE, Size::new(12)), " inf|12");
    }
}
