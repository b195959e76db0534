//! Random numbers without a generator: bits that are a function of other bits, and rearrangements that can be undone.
//!
//! The idea: one function scatters the information of each bit over all bits, one to one. What is drawn at a place is
//! the scattered number of the place; different draws at one place scatter it once more, each with a salt of its own.
//!
//! The invariant: [`Arrangement`] is a bijection of `0..len`, for each key. The cost: two multiplications a draw; an
//! arrangement takes two multiplications, twice on average at most. The finaliser of G. Steele, D. Lea and C. Flood,
//! Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.

use proofset_core::Score;

/// What neighbouring numbers are held apart by before they are scattered: the golden ratio, 64 bits of it.
pub(crate) const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// An odd number and its inverse modulo 2^64, and another such pair.
const FACTORS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
const INVERSES: [u64; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];

/// The inverse of an odd number modulo 2^64, by Newton's method: each step doubles the bits that are right.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

/// Spreads the information of each bit over all bits, one to one.
#[inline]
pub(crate) fn scatter(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(FACTORS[0]);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(FACTORS[1]);
    bits ^ (bits >> 31)
}

/// A number below `count`, all equally likely but for one part in 2^32.
#[inline]
pub(crate) fn below(bits: u64, count: u64) -> u64 {
    ((u128::from(bits) * u128::from(count)) >> 64) as u64
}

/// A score from `low` to `high`, all equally likely but for one part in 2^32; there are fewer than 2^31.
#[inline]
pub(crate) fn score(bits: u64, low: Score, high: Score) -> Score {
    low + below(bits, u64::from(high.abs_diff(low)) + 1) as Score
}

/// What has this probability: bits below it, and all bits if nothing is held against 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance(u128);

impl Chance {
    /// It never happens.
    pub(crate) const NEVER: Self = Self(0);

    /// The chance of a rate from 0 to 1.
    #[expect(clippy::cast_sign_loss, reason = "rates are not negative")]
    pub(crate) fn new(rate: f64) -> Self {
        Self((rate * 2_f64.powi(64)) as u128)
    }

    #[inline]
    pub(crate) fn happens(self, bits: u64) -> bool {
        u128::from(bits) < self.0
    }
}

/// Random arrangements of the numbers below a length, one for each key.
///
/// Numbers of as many bits as the length has are added to, multiplied and shifted, one to one; those that come out at
/// or above the length go through the same once more (cycle walking).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    len: u64,
    mask: u64,
    shift: u32,
}

impl Arrangement {
    /// The arrangements of `0..len`, which is not empty.
    pub(crate) fn new(len: u64) -> Self {
        let bits = u64::BITS - (len - 1).leading_zeros();
        let mask = if bits == 0 { 0 } else { u64::MAX >> (u64::BITS - bits) };
        // A shift by half of the bits or more is its own inverse when its result is taken exclusively.
        Self { len, mask, shift: bits.div_ceil(2) }
    }

    /// Where a number goes.
    #[inline]
    pub(crate) fn place(self, key: u64, number: u64) -> u64 {
        let mut bits = number;
        loop {
            bits = bits.wrapping_add(key).wrapping_mul(FACTORS[0]) & self.mask;
            bits ^= bits >> self.shift;
            bits = bits.wrapping_add(key >> 32).wrapping_mul(FACTORS[1]) & self.mask;
            bits ^= bits >> self.shift;
            if bits < self.len {
                return bits;
            }
        }
    }

    /// What number goes to a place.
    pub(crate) fn number_at(self, key: u64, place: u64) -> u64 {
        let mut bits = place;
        loop {
            bits ^= bits >> self.shift;
            bits = bits.wrapping_mul(INVERSES[1]).wrapping_sub(key >> 32) & self.mask;
            bits ^= bits >> self.shift;
            bits = bits.wrapping_mul(INVERSES[0]).wrapping_sub(key) & self.mask;
            if bits < self.len {
                return bits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrangement, Chance, FACTORS, INVERSES, below, scatter, score};

    #[test]
    fn inverses_are_inverse() {
        for (factor, inverse) in FACTORS.into_iter().zip(INVERSES) {
            assert_eq!(factor.wrapping_mul(inverse), 1);
        }
    }

    #[test]
    fn an_arrangement_is_a_bijection_and_is_undone() {
        for len in (1..70).chain([127, 128, 129, 1000, 4097]) {
            for key in (0..5).map(scatter) {
                let arrangement = Arrangement::new(len);
                let places: Vec<u64> = (0..len).map(|number| arrangement.place(key, number)).collect();
                let mut sorted = places.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..len), "{len}");
                for (number, place) in (0..len).zip(places) {
                    assert_eq!(arrangement.number_at(key, place), number);
                }
            }
        }
        let largest = Arrangement::new(u64::MAX);
        for number in [0, 1, u64::MAX / 3, u64::MAX - 1] {
            assert_eq!(largest.number_at(7, largest.place(7, number)), number);
        }
    }

    #[test]
    fn ends_of_ranges_are_drawn() {
        assert_eq!((below(0, 5), below(u64::MAX, 5)), (0, 4));
        assert_eq!((score(0, -3, 3), score(u64::MAX, -3, 3), score(u64::MAX / 2, -3, 3)), (-3, 3, 0));
        assert!(Chance::new(1.0).happens(u64::MAX) && !Chance::new(0.0).happens(0));
        assert!(Chance::new(0.5).happens(u64::MAX / 2) && !Chance::new(0.5).happens(u64::MAX / 2 + 1));
    }
}
