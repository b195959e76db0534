//! Linear hashing: which cluster a key belongs to while the clusters grow in number one by one.
//!
//! The invariant: cluster `c` of `n` holds the keys that, cut to the bits that number `n` clusters, say `c`, with the
//! topmost bit left out where that number is not in use yet. So the cluster numbered `n`, when it is added, takes its
//! keys from one other. The reference: W. Litwin, Linear hashing, 1980.

/// The cluster of a key among the first `clusters`.
#[inline]
pub fn place(key: u64, clusters: usize) -> usize {
    let mask = clusters.next_power_of_two() - 1;
    let place = key as usize & mask;
    if place < clusters { place } else { place & (mask >> 1) }
}

/// The cluster that shares its keys with a new one, numbered `clusters`, and the mask that tells them apart: those of
/// the new cluster say its number.
pub fn split(clusters: usize) -> (usize, u64) {
    let power = (clusters + 1).next_power_of_two();
    (clusters - power / 2, power as u64 - 1)
}

#[cfg(test)]
mod tests {
    use super::{place, split};

    #[test]
    fn each_new_cluster_takes_its_keys_from_one() {
        for clusters in 1..200 {
            let (old, mask) = split(clusters);
            for key in 0..2000 {
                let (before, after) = (place(key, clusters), place(key, clusters + 1));
                if key & mask == clusters as u64 {
                    assert_eq!((before, after), (old, clusters));
                } else {
                    assert_eq!(before, after);
                }
            }
        }
    }
}
