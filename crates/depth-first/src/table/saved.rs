//! Tables of keys in files, so that a search can go on in another process.
//!
//! The idea: where an entry lies says a part of its key, so the clusters are written as they lie. Both tables of keys lay them
//! out in the same way, and each reads what the other has saved.

use std::io::{self, Read, Write};

use proofset_core::TableUse;
use proofset_table::{RowTable, WIDTH};

use super::entry::Entry;
use super::slot::{SMALLEST_GROWING, Slot};

/// The bytes of a cluster in a file.
const CLUSTER: usize = 16 * WIDTH;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// What stands before the clusters, or rows.
pub(super) struct Head {
    pub(super) clusters: usize,
    pub(super) usage: TableUse,
}

/// Writes a number.
pub(crate) fn put(out: &mut (impl Write + ?Sized), number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Reads a number.
pub(crate) fn get(from: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

impl Head {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let TableUse { probes, hits, stores, evictions, collections, entries, .. } = self.usage;
        [self.clusters as u64, probes, hits, stores, evictions, collections, entries]
            .into_iter()
            .try_for_each(|number| put(out, number))
    }

    /// Reads it for a table that may have at most so many clusters.
    pub(super) fn read(from: &mut dyn Read, most: usize) -> io::Result<Self> {
        let Self { clusters, usage } = Self::read_any(from)?;
        let mib = |clusters: usize| (clusters.saturating_mul(CLUSTER)).div_ceil(1 << 20);
        if clusters >= SMALLEST_GROWING && clusters > most {
            let message =
                format!("its table has {} MiB, and there is room for {}: allow more memory", mib(clusters), mib(most));
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        }
        if clusters < SMALLEST_GROWING && clusters != most {
            let message = "its table is small, and fits only the limit on memory with which it was saved";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(Self { clusters, usage })
    }

    /// Reads it, whatever it says.
    fn read_any(from: &mut dyn Read) -> io::Result<Self> {
        let clusters = usize::try_from(get(from)?).unwrap_or(usize::MAX);
        let mut usage = TableUse::default();
        for number in [
            &mut usage.probes,
            &mut usage.hits,
            &mut usage.stores,
            &mut usage.evictions,
            &mut usage.collections,
            &mut usage.entries,
        ] {
            *number = get(from)?;
        }
        Ok(Self { clusters, usage })
    }
}

/// Writes the rows of a table that compares states in full: how it was used, how many there are and of how many words, and they.
pub(super) fn write_rows(table: &RowTable<Entry>, out: &mut dyn Write) -> io::Result<()> {
    Head { clusters: table.rows().count(), usage: table.usage() }.write(out)?;
    put(out, table.row_words() as u64)?;
    let mut bytes = Vec::new();
    for row in table.rows() {
        bytes.extend(row.iter().flat_map(|word| word.to_le_bytes()));
        if bytes.len() >= BUFFER {
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    out.write_all(&bytes)
}

/// Stores the rows of another table in this one. Where there is no room for all, it forgets some as it always does.
pub(super) fn read_rows(table: &mut RowTable<Entry>, from: &mut dyn Read) -> io::Result<()> {
    let Head { clusters: rows, usage } = Head::read_any(from)?;
    if get(from)? != table.row_words() as u64 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "its states are written in another way"));
    }
    let (mut bytes, mut words) = (vec![0; 4 * table.row_words()], vec![0; table.row_words()]);
    for _ in 0..rows {
        from.read_exact(&mut bytes)?;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        table.put_row(&words);
    }
    table.set_usage(usage);
    Ok(())
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
            write(place, slot, Slot { name: word(0), content: word(8) });
        }
    }
    Ok(())
}
