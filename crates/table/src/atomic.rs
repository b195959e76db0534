//! Memory that threads share, as words that each of them may read and write at any time.
//!
//! The idea: it is mapped as that of the [tables of one thread](crate::Mapped), with huge pages where the system has them, one
//! segment at a time. A segment lies with the view of it as words in one place, which no thread can change any more. A few words
//! are worth no mapping.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, IntoBytes};

use crate::mapped::map;

/// So many words at most, 128 KiB, come from the heap, which has them at hand: each page of a mapping is asked for when it is touched, and
/// given back by all threads of the process.
const FEW: usize = 1 << 14;

/// Where words lie.
enum Memory {
    Few(Vec<u64>),
    Mapped(MmapMut),
}

impl Memory {
    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Self::Few(words) => words.as_mut_bytes(),
            Self::Mapped(bytes) => bytes,
        }
    }
}

/// Memory as words.
struct Words<'m>(&'m [AtomicU64]);

self_cell!(
    /// Memory with its words.
    struct Cell {
        owner: MutBorrow<Memory>,
        #[covariant]
        dependent: Words,
    }
);

/// Words in memory that the system gives when it is touched, all zero at first.
pub struct AtomicWords(Cell);

impl AtomicWords {
    /// So many words.
    ///
    /// # Errors
    ///
    /// If the system gives no more memory.
    pub fn new(count: usize) -> std::io::Result<Self> {
        let memory = if count <= FEW {
            Memory::Few(vec![0; count])
        } else {
            Memory::Mapped(map(count * size_of::<AtomicU64>())?)
        };
        Ok(Self(Cell::new(MutBorrow::new(memory), |memory| {
            let words = <[AtomicU64]>::mut_from_bytes(memory.borrow_mut().bytes());
            Words(words.expect("words are aligned, and none is cut"))
        })))
    }

    /// All of them.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        self.0.borrow_dependent().0
    }
}

/// A line of the processor's cache.
pub type Line = [AtomicU64; 8];

/// The lines of some segments.
struct View<'m>(Vec<&'m [Line]>);

self_cell!(
    /// Segments with a view of their lines.
    struct Viewed {
        owner: Vec<Arc<AtomicWords>>,
        #[covariant]
        dependent: View,
    }
);

/// Segments as lines, for one thread that looks lines up all the time: it finds each with fewer steps here than from the words.
pub struct AtomicLines(Viewed);

impl AtomicLines {
    /// The lines of these segments; what is no whole line at the end of one is left out.
    pub fn new(segments: Vec<Arc<AtomicWords>>) -> Self {
        Self(Viewed::new(segments, |segments| {
            View(segments.iter().map(|segment| segment.words().as_chunks().0).collect())
        }))
    }

    /// The segments.
    pub fn segments(&self) -> &[Arc<AtomicWords>] {
        self.0.borrow_owner()
    }

    /// A line of a segment; `None` if the segment is not among these.
    ///
    /// # Panics
    ///
    /// If the segment has no such line.
    #[inline]
    pub fn line(&self, segment: usize, place: usize) -> Option<&Line> {
        self.0.borrow_dependent().0.get(segment).map(|lines| &lines[place])
    }
}

impl fmt::Debug for AtomicLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AtomicLines").field(&self.segments()).finish()
    }
}

impl fmt::Debug for AtomicWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtomicWords").field("count", &self.words().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;

    use super::AtomicWords;

    #[test]
    fn threads_see_what_others_write() {
        for count in [1000, 5000] {
            written_by_four(count);
        }
    }

    fn written_by_four(count: usize) {
        let words = Arc::new(AtomicWords::new(count).unwrap());
        assert!(words.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        thread::scope(|scope| {
            for thread in 0..4 {
                let words = Arc::clone(&words);
                scope.spawn(move || words.words()[thread * count / 4].store(thread as u64 + 1, Ordering::Relaxed));
            }
        });
        let written = [0, 1, 2, 3].map(|thread| words.words()[thread * count / 4].load(Ordering::Relaxed));
        assert_eq!((written, words.words().len()), ([1, 2, 3, 4], count));
    }
}
