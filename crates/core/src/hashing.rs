//! Hashes of states: for tables that compare states in full and need buckets, and for those that compare 64 bits alone.
//!
//! The idea: each word of a state is folded into the hash by one wide multiplication, whose upper half is added to the
//! lower one without carries, as in wyhash (Wang Yi 2019). The invariant: no simple change of one word, such as a disc
//! less on a square, is undone by a simple change of the next, such as a disc more on the same square. A hash that only
//! adds and multiplies modulo 2^64, such as `FxHasher`, has such pairs in the upper bits: those never reach the lower ones.

use std::hash::{Hash, Hasher};

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const SEED: u64 = 0x243f_6a88_85a3_08d3;

/// A hash in the making.
struct Folding(u64);

impl Hasher for Folding {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(FACTOR);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The hash of a state: the same in every run.
#[inline]
pub fn state_hash<S: Hash>(state: &S) -> u64 {
    let mut hash = Folding(SEED);
    state.hash(&mut hash);
    hash.finish()
}

/// An order of moves that is drawn from a seed: the same for all searches and machines.
///
/// Whenever several moves are equally good, a search takes the first, so that the order in which a game lists them decides much.
/// What is said of a search should hold in many orders. Here moves go by the states that they lead to, whose hashes are mixed with
/// the seed; moves to equal states stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomOrder {
    seed: u64,
}

impl RandomOrder {
    /// The order of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// What the moves of a state are sorted by: `key` is the [`state_hash`] of the state that a move leads to.
    #[inline]
    pub fn place(self, key: u64) -> u64 {
        state_hash(&(self.seed, key))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::state_hash;

    #[test]
    fn low_and_high_bits_of_small_numbers_differ() {
        for shift in [0, 52] {
            let bits: HashSet<u64> = (0..4096_u64).map(|state| state_hash(&state) >> shift & 4095).collect();
            assert!(bits.len() > 2300, "{} different of 4096; random ones would be 2590", bits.len());
        }
    }

    /// Boards of two words that differ in the owners of up to three squares.
    #[test]
    fn boards_that_differ_in_few_squares_have_different_hashes() {
        let squares: Vec<u64> = (0..64).map(|square| 1 << square).collect();
        let mut boards = HashSet::new();
        for &first in &squares {
            for &second in &squares {
                for discs in [[first, second, 0], [first, second, 1 << 63], [first, second, 3 << 62]] {
                    let all: u64 = discs.iter().fold(0, |all, disc| all | disc);
                    boards.extend([(all, 0), (0, all), (first, all & !first), (all & !first, first)]);
                }
            }
        }
        let hashes: HashSet<u64> = boards.iter().map(state_hash).collect();
        assert_eq!(hashes.len(), boards.len());
    }

    #[test]
    fn bytes_count_with_their_places() {
        let hashes: HashSet<u64> =
            (0..17).map(|place| state_hash(&std::array::from_fn::<u8, 17, _>(|at| u8::from(at == place)))).collect();
        assert_eq!(hashes.len(), 17);
    }
}
