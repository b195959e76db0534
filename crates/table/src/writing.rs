//! How the states of a table are written as words, whatever the table knows of their type.

use std::fmt;
use std::hash::Hash;

use proofset_core::{Format, Pack, Words, state_hash};

/// How states are written as words.
pub trait Writing<S: ?Sized>: Copy {
    /// The words of a state.
    fn words(&self) -> usize;

    /// Writes one into so many words.
    fn write(&self, state: &S, words: &mut [u32]);

    /// Gives the state that was written, with its key.
    fn read(&self, words: &[u32], then: &mut dyn FnMut(u64, &S));
}

impl Writing<[u32]> for Format {
    fn words(&self) -> usize {
        Self::words(self)
    }

    fn write(&self, state: &[u32], words: &mut [u32]) {
        words.copy_from_slice(state);
    }

    fn read(&self, words: &[u32], then: &mut dyn FnMut(u64, &[u32])) {
        then(self.key(words), words);
    }
}

/// How states of a type that can be packed are written.
pub struct Packing<S> {
    words: usize,
    pack: fn(&S) -> Words,
    unpack: fn(&Words) -> S,
}

impl<S> Clone for Packing<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Packing<S> {}

impl<S> fmt::Debug for Packing<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packing").field("words", &self.words).finish_non_exhaustive()
    }
}

impl<S: Pack + Hash> Packing<S> {
    pub(crate) fn new() -> Self {
        Self { words: Format::of::<S>().words(), pack: Words::of, unpack: Words::unpack }
    }
}

impl<S: Hash> Writing<S> for Packing<S> {
    fn words(&self) -> usize {
        self.words
    }

    fn write(&self, state: &S, words: &mut [u32]) {
        words.copy_from_slice((self.pack)(state).as_slice());
    }

    fn read(&self, words: &[u32], then: &mut dyn FnMut(u64, &S)) {
        let state = (self.unpack)(&Words::new(self.words, |filled| filled.copy_from_slice(words)));
        then(state_hash(&state), &state);
    }
}
