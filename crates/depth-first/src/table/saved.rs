//! Tables of keys in files, so that a search can go on in another process.
//!
//! The idea: where an entry lies says a part of its key, so the clusters are written as they lie. A table of one thread and one that
//! threads share lay them out in the same way, and each reads what the other has saved.

use std::io::{self, Read, Write};

use proofset_core::TableUse;
use proofset_table::{WIDTH, get, put, read_use, write_use};

use super::slot::{SMALLEST_GROWING, Slot};

/// The bytes of a cluster in a file.
const CLUSTER: usize = 16 * WIDTH;

/// What stands before the clusters.
pub(super) struct Head {
    pub(super) clusters: usize,
    pub(super) usage: TableUse,
}

impl Head {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, self.clusters as u64)?;
        write_use(out, self.usage)
    }

    /// Reads it for a table that may have at most so many clusters.
    pub(super) fn read(from: &mut dyn Read, most: usize) -> io::Result<Self> {
        let clusters = usize::try_from(get(from)?).unwrap_or(usize::MAX);
        let usage = read_use(from)?;
        if clusters == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its table has no room for anything"));
        }
        let kib = |clusters: usize| clusters.saturating_mul(CLUSTER).div_ceil(1 << 10);
        if clusters > most {
            let message =
                format!("its table has {} KiB, and there is room for {}: allow more memory", kib(clusters), kib(most));
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        }
        Ok(Self { clusters, usage })
    }

    /// How many clusters there may be in a table that may have this many: a small one stays as it was, for it cannot grow.
    pub(super) fn most(&self, most: usize) -> usize {
        if self.clusters < SMALLEST_GROWING { self.clusters } else { most }
    }
}

/// Writes clusters.
pub(super) fn write_clusters(
    out: &mut dyn Write,
    clusters: usize,
    read: impl Fn(usize, usize) -> Slot,
) -> io::Result<()> {
    let mut bytes = [0; CLUSTER];
    for place in 0..clusters {
        for (slot, bytes) in bytes.chunks_exact_mut(16).enumerate() {
            let Slot { name, content } = read(place, slot);
            bytes[..8].copy_from_slice(&name.to_le_bytes());
            bytes[8..].copy_from_slice(&content.to_le_bytes());
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Reads clusters.
pub(super) fn read_clusters(
    from: &mut dyn Read,
    clusters: usize,
    mut write: impl FnMut(usize, usize, Slot),
) -> io::Result<()> {
    let mut bytes = [0; CLUSTER];
    for place in 0..clusters {
        from.read_exact(&mut bytes)?;
        for (slot, bytes) in bytes.chunks_exact(16).enumerate() {
            let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("a word has eight bytes"));
            let entry = Slot { name: word(0), content: word(8) };
            if !entry.is_empty() && !entry.numbers().are_possible() {
                let message = "an entry of its table says what no search can have found";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            write(place, slot, entry);
        }
    }
    Ok(())
}
