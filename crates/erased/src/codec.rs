//! How states become words.
//!
//! A state that can be packed is packed: words are all there is of it. Any other state is [kept](Keeping) on the game's
//! side, and gets a number.

use std::cell::RefCell;
use std::hash::Hash;
use std::marker::PhantomData;

use hashbrown::HashTable;
use proofset_core::{Format, Pack, Words, state_hash};

/// Writes states as words, and reads them again.
pub(crate) trait Codec<S> {
    /// What tables have to know of the words.
    fn format(&self) -> Format;

    /// The words of a state with this hash. `None` if there is no room left.
    fn words(&self, key: u64, state: &S) -> Option<Words>;

    /// The same, wherever there is room.
    fn words_anyway(&self, key: u64, state: &S) -> Words;

    /// The state that was written.
    fn state(&self, words: &Words) -> S;

    /// See [`Cursor::allow`](proofset_cursor::Cursor::allow).
    fn allow(&self, bytes: u64) -> u64;

    /// The bytes that it holds.
    fn bytes(&self) -> u64;
}

/// Packs states.
pub(crate) struct Packing<S>(PhantomData<fn() -> S>);

impl<S> Packing<S> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Pack + Hash> Codec<S> for Packing<S> {
    fn format(&self) -> Format {
        Format::of::<S>()
    }

    #[inline]
    fn words(&self, _key: u64, state: &S) -> Option<Words> {
        Some(Words::of(state))
    }

    #[inline]
    fn words_anyway(&self, _key: u64, state: &S) -> Words {
        Words::of(state)
    }

    #[inline]
    fn state(&self, words: &Words) -> S {
        words.unpack()
    }

    fn allow(&self, _bytes: u64) -> u64 {
        0
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// Of the bytes for states that are kept and for the table, one in so many is for the states.
const SHARE: u64 = 2;

/// Words of a state that is kept: its number, and its key.
const WORDS: usize = 3;

/// Keeps every state that it has been shown, and numbers it.
///
/// The cost: a look-up for each child, and memory for every state that is generated, which is never given back.
pub(crate) struct Keeping<'a, S>(RefCell<Kept<'a, S>>);

struct Kept<'a, S> {
    states: Vec<S>,
    /// Says what a state owns beside itself.
    owned_bytes: Box<dyn Fn(&S) -> usize + 'a>,
    /// What those that are kept own.
    owned: usize,
    /// The numbers of states, by their hashes.
    numbers: HashTable<u32>,
    most_bytes: u64,
}

impl<'a, S: Eq + Hash + Clone> Keeping<'a, S> {
    pub(crate) fn new(owned_bytes: impl Fn(&S) -> usize + 'a) -> Self {
        let (states, numbers) = (Vec::new(), HashTable::new());
        let owned_bytes = Box::new(owned_bytes);
        Self(RefCell::new(Kept { states, owned_bytes, owned: 0, numbers, most_bytes: u64::MAX }))
    }
}

impl<S: Eq + Hash + Clone> Kept<'_, S> {
    fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<S>() + self.owned + self.numbers.allocation_size()) as u64
    }

    /// True if one state more fits, which owns so many bytes.
    fn has_room(&self, owned: usize) -> bool {
        let is_full = self.states.len() == self.states.capacity();
        let states = if is_full { (2 * self.states.capacity()).max(4) * size_of::<S>() } else { 0 };
        let is_full = self.numbers.len() == self.numbers.capacity();
        let numbers = if is_full { 2 * self.numbers.allocation_size() } else { 0 };
        self.bytes() + (owned + states + numbers) as u64 <= self.most_bytes
    }

    /// The number of a state. `None` if it has none yet, and `may_add` says no.
    fn number(&mut self, key: u64, state: &S, may_add: impl FnOnce(&Self, usize) -> bool) -> Option<u32> {
        if let Some(&number) = self.numbers.find(key, |&number| self.states[number as usize] == *state) {
            return Some(number);
        }
        let owned = (self.owned_bytes)(state);
        let number = u32::try_from(self.states.len()).ok().filter(|_| may_add(self, owned))?;
        self.owned += owned;
        let Self { states, numbers, .. } = self;
        states.push(state.clone());
        numbers.insert_unique(key, number, |&other| state_hash(&states[other as usize]));
        Some(number)
    }
}

fn numbered(number: u32, key: u64) -> Words {
    Words::new(WORDS, |words| words.copy_from_slice(&[number, key as u32, (key >> 32) as u32]))
}

impl<S: Eq + Hash + Clone> Codec<S> for Keeping<'_, S> {
    fn format(&self) -> Format {
        Format::new(WORDS, |words| u64::from(words[1]) | u64::from(words[2]) << 32)
    }

    fn words(&self, key: u64, state: &S) -> Option<Words> {
        let number = self.0.borrow_mut().number(key, state, Kept::has_room)?;
        Some(numbered(number, key))
    }

    fn words_anyway(&self, key: u64, state: &S) -> Words {
        let number = self.0.borrow_mut().number(key, state, |_, _| true);
        numbered(number.expect("there are fewer states in memory than 32 bits can number"), key)
    }

    fn state(&self, words: &Words) -> S {
        self.0.borrow().states[words.as_slice()[0] as usize].clone()
    }

    fn allow(&self, bytes: u64) -> u64 {
        let share = bytes / SHARE;
        self.0.borrow_mut().most_bytes = share;
        share
    }

    fn bytes(&self) -> u64 {
        self.0.borrow().bytes()
    }
}
