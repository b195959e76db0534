//! Zones by the keys of states.
//!
//! The idea: they are kept in two lists. When the newer one is full, the older one is forgotten, and the newer one becomes the older.
//! A value without its zone costs work, for then all replies are searched, and no truth.

use std::io::{self, Read, Write};

use hashbrown::HashMap;
use proofset_core::{Pack, Words};
use rustc_hash::FxBuildHasher;

/// Zones by keys.
pub(crate) struct Store<Z> {
    newer: HashMap<u64, Z, FxBuildHasher>,
    older: HashMap<u64, Z, FxBuildHasher>,
    /// The most that one of both holds.
    most: usize,
}

impl<Z: Clone + Pack> Store<Z> {
    pub(crate) fn new() -> Self {
        Self { newer: HashMap::default(), older: HashMap::default(), most: 0 }
    }

    /// Both lists may take so many bytes.
    pub(crate) fn allow(&mut self, bytes: u64) {
        // A hash map is at most seven eighths full, has a byte beside each place, and is there twice when it grows.
        let one = 3 * (size_of::<(u64, Z)>() as u64 + 1);
        self.most = usize::try_from(bytes / 2 / one).unwrap_or(usize::MAX);
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.newer.allocation_size() + self.older.allocation_size()) as u64
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Z> {
        self.newer.get(&key).or_else(|| self.older.get(&key))
    }

    pub(crate) fn insert(&mut self, key: u64, zone: Z) {
        if self.newer.len() >= self.most {
            self.older = std::mem::take(&mut self.newer);
        }
        if self.most > 0 {
            self.newer.insert(key, zone);
        }
    }

    /// Writes all of them down, the older ones first.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = (self.newer.len() + self.older.len()) as u64;
        out.write_all(&count.to_le_bytes())?;
        for (key, zone) in self.older.iter().chain(&self.newer) {
            out.write_all(&key.to_le_bytes())?;
            for word in Words::of(zone).as_slice() {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads what was written. What there is no room for is forgotten.
    pub(crate) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let count = Z::BITS.div_ceil(u32::BITS) as usize;
        let mut number = [0; 8];
        from.read_exact(&mut number)?;
        for _ in 0..u64::from_le_bytes(number) {
            from.read_exact(&mut number)?;
            let mut bytes = vec![0; 4 * count];
            from.read_exact(&mut bytes)?;
            let words = Words::new(count, |words| {
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
            });
            self.insert(u64::from_le_bytes(number), words.unpack());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn the_newest_are_kept_in_the_room_that_there_is() {
        let mut store = Store::new();
        store.insert(1, 1_u64);
        assert!(store.get(1).is_none(), "there is no room yet");
        store.allow(100_000);
        for key in 0..100_000 {
            store.insert(key, key);
            assert_eq!(store.get(key), Some(&key));
            assert!(store.bytes() <= 100_000, "{} after {key}", store.bytes());
        }
        let kept = (0..100_000).filter(|&key| store.get(key).is_some()).count();
        assert!(kept > 1_000 && store.get(0).is_none(), "{kept}");
        let mut saved = Vec::new();
        store.save(&mut saved).unwrap();
        let mut loaded = Store::<u64>::new();
        loaded.allow(100_000);
        loaded.load(&mut &saved[..]).unwrap();
        assert!((0..100_000).all(|key| loaded.get(key) == store.get(key)));
        assert!(loaded.load(&mut &saved[..saved.len() - 1]).is_err());
    }
}
