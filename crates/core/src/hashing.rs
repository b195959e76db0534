//! Hashes of states, for tables that compare states in full and only need buckets.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// The hash of a state: the same in every run.
///
/// `FxHasher` leaves the bits of plain words poorly mixed, and tables want good low bits (the bucket) and good high ones
/// (the tag); one wide multiplication folds all into all.
#[inline]
pub fn state_hash<S: Hash>(state: &S) -> u64 {
    let product = u128::from(FxBuildHasher.hash_one(state)) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
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
}
