//! Sets of cells as bits over `W` words.
//!
//! The idea: one type for every board size, so that the rules of a game are written once and compiled for one word (Connect
//! Four) as well as for seven (20x20). The invariant: bits beyond the board are zero, because no operation here but `!` and
//! [`Bits::sum`] can set them, and the rules mask those. The cost: a few instructions per word, nothing allocated.

mod images;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitXor, Not};

pub use images::Images;

/// A set of cells; bit `i` is bit `i % 64` of word `i / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Self = Self([0; W]);

    /// The set whose bits these words hold, the lowest first.
    #[inline]
    pub fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The set whose words are these, by their places. A loop of its own: `array::from_fn` is many calls where nothing is inlined
    /// from one part of a crate to another, as in tests, and several times the code.
    #[inline]
    fn by_places(mut word: impl FnMut(usize) -> u64) -> Self {
        let mut words = [0; W];
        for (place, slot) in words.iter_mut().enumerate() {
            *slot = word(place);
        }
        Self(words)
    }

    /// Its bits, the lowest first.
    #[inline]
    pub fn words(self) -> [u64; W] {
        self.0
    }

    /// One cell.
    ///
    /// # Panics
    ///
    /// If the bit is none of the `64 * W` that there are.
    #[inline]
    pub fn single(bit: usize) -> Self {
        let mut words = [0; W];
        words[bit / 64] = 1 << (bit % 64);
        Self(words)
    }

    /// Adds a cell. Of a set that changes often this is faster than a union, since one word is touched.
    ///
    /// # Panics
    ///
    /// If the bit is none of the `64 * W` that there are.
    #[inline]
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Takes a cell out.
    ///
    /// # Panics
    ///
    /// If the bit is none of the `64 * W` that there are.
    #[inline]
    pub fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    /// Whether the cell is in the set.
    ///
    /// # Panics
    ///
    /// If the bit is none of the `64 * W` that there are.
    #[inline]
    pub fn contains(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        // Comparing arrays of several words would be a call.
        self.0.iter().fold(0, |folded, word| folded | word) == 0
    }

    /// Whether there is one, and no more.
    #[inline]
    pub fn is_single(self) -> bool {
        !self.is_empty() && !self.has_more_than(1)
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are more than so many; cheaper than counting where that is a small number.
    #[inline]
    pub fn has_more_than(self, most: u32) -> bool {
        let mut left = most;
        for mut word in self.0 {
            while word != 0 {
                if left == 0 {
                    return true;
                }
                left -= 1;
                word &= word - 1;
            }
        }
        false
    }

    /// Whether the number of bits is odd; cheaper than counting them.
    #[inline]
    pub fn is_odd(self) -> bool {
        self.0.iter().fold(0, |folded, word| folded ^ word).count_ones() % 2 == 1
    }

    /// All bits moved down by `distance`; those below bit 0 are lost.
    #[inline]
    pub fn shifted_down(self, distance: usize) -> Self {
        let (words, bits) = (distance / 64, distance % 64);
        let mut moved = self;
        for _ in 0..words.min(W) {
            moved = Self::by_places(|index| moved.0.get(index + 1).copied().unwrap_or(0));
        }
        Self::by_places(|index| {
            let high = moved.0.get(index + 1).copied().unwrap_or(0);
            // In two steps, for a shift by all 64 bits is not defined.
            moved.0[index] >> bits | high << 1 << (63 - bits)
        })
    }

    /// All bits moved up by `distance`; those above the last bit are lost.
    #[inline]
    pub fn shifted_up(self, distance: usize) -> Self {
        let (words, bits) = (distance / 64, distance % 64);
        let mut moved = self;
        for _ in 0..words.min(W) {
            moved = Self::by_places(|index| if index == 0 { 0 } else { moved.0[index - 1] });
        }
        Self::by_places(|index| {
            let low = if index == 0 { 0 } else { moved.0[index - 1] };
            // In two steps, for a shift by all 64 bits is not defined.
            moved.0[index] << bits | low >> 1 >> (63 - bits)
        })
    }

    /// The sum of two numbers of `64 * W` bits; a carry out of the last word is lost.
    #[inline]
    pub fn sum(self, other: Self) -> Self {
        let mut carry = false;
        Self::by_places(|index| {
            let (sum, first) = self.0[index].overflowing_add(other.0[index]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            sum
        })
    }

    /// The bits from low to high.
    #[inline]
    pub fn ascending(self) -> Ascending<W> {
        Ascending { rest: self, word: 0 }
    }
}

/// Iterates over the bits of a set, from low to high.
#[derive(Clone, Debug)]
pub struct Ascending<const W: usize> {
    rest: Bits<W>,
    /// All words before this one are used up.
    word: usize,
}

impl<const W: usize> Iterator for Ascending<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::by_places(|index| self.0[index] & other.0[index])
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::by_places(|index| self.0[index] | other.0[index])
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::by_places(|index| self.0[index] ^ other.0[index])
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::by_places(|index| !self.0[index])
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::Bits;

    /// Random sets over `W` words, compared with vectors of `bool`.
    fn check_against_bools<const W: usize>() {
        let mut rng = Rng::with_seed(W as u64);
        for round in 0..300 {
            // From many cells to few, one and none.
            let thinned = round % 10;
            let bits = Bits::<W>(std::array::from_fn(|_| (0..thinned).fold(rng.u64(..), |word, _| word & rng.u64(..))));
            let bools: Vec<bool> = (0..64 * W).map(|bit| bits.contains(bit)).collect();
            let members: Vec<usize> = (0..64 * W).filter(|&bit| bools[bit]).collect();

            assert_eq!(bits.ascending().collect::<Vec<_>>(), members);
            assert_eq!(bits.count() as usize, members.len());
            assert_eq!(bits.is_odd(), members.len() % 2 == 1);
            assert_eq!(bits.is_single(), members.len() == 1);
            for most in 0..=members.len() {
                assert_eq!(bits.has_more_than(most as u32), most < members.len());
            }
            assert_eq!(members.iter().fold(Bits::EMPTY, |set, &bit| set | Bits::single(bit)), bits);
            let (mut filled, mut emptied) = (Bits::EMPTY, bits);
            for &bit in &members {
                filled.insert(bit);
                emptied.remove(bit);
                assert!(!emptied.contains(bit));
            }
            assert_eq!((filled, emptied), (bits, Bits::EMPTY));

            let distance = rng.usize(..70 * W);
            let moved: Vec<usize> = members.iter().filter_map(|bit| bit.checked_sub(distance)).collect();
            assert_eq!(bits.shifted_down(distance).ascending().collect::<Vec<_>>(), moved, "down by {distance}");
            let places = members.iter().map(|bit| bit + distance);
            let moved: Vec<usize> = places.filter(|&bit| bit < 64 * W).collect();
            assert_eq!(bits.shifted_up(distance).ascending().collect::<Vec<_>>(), moved, "up by {distance}");
        }
    }

    #[test]
    fn sets_agree_with_vectors_of_bool() {
        check_against_bools::<1>();
        check_against_bools::<2>();
        check_against_bools::<4>();
        check_against_bools::<7>();
    }

    #[test]
    fn shifts_by_whole_words_lose_nothing_else() {
        let bits = Bits([0, 5, 1 << 63]);
        assert_eq!(bits.shifted_down(0), bits);
        assert_eq!(bits.shifted_down(64), Bits([5, 1 << 63, 0]));
        assert_eq!(bits.shifted_down(191), Bits([1, 0, 0]));
        assert_eq!(bits.shifted_down(192), Bits::EMPTY);
    }

    #[test]
    fn shifts_beyond_all_words_leave_nothing_at_once() {
        let bits = Bits([u64::MAX; 7]);
        for distance in [7 * 64, 1 << 33, usize::MAX].map(std::hint::black_box) {
            assert_eq!((bits.shifted_up(distance), bits.shifted_down(distance)), (Bits::EMPTY, Bits::EMPTY));
        }
    }

    #[test]
    fn sums_carry_into_the_next_word() {
        assert_eq!(Bits([u64::MAX, u64::MAX, 3]).sum(Bits([1, 0, 4])), Bits([0, 0, 8]));
        assert_eq!(Bits([u64::MAX, 0]).sum(Bits([u64::MAX, 0])), Bits([u64::MAX - 1, 1]));
        assert_eq!(Bits([u64::MAX]).sum(Bits([1])), Bits([0]));
    }
}
