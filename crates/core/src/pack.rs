//! States written as words of 32 bits, for searches that keep states whose type they do not know.
//!
//! The idea: a search with a table compares and keeps states, and never looks into them. Written as words, the states of
//! all problems look alike to it: [`Words`] are compared word by word, and a table keeps rows of them. A state says how
//! many bits it takes and writes its fields one after the other, without gaps; so a state that is a tuple of integers is
//! packed as closely as can be, and a state with fields packs the tuple of its fields:
//!
//! ```
//! use proofset_core::{Pack, Packer, Player, Unpacker, Words};
//!
//! #[derive(Debug, PartialEq)]
//! struct Nim {
//!     heaps: [u8; 3],
//!     to_move: Player,
//! }
//!
//! impl Pack for Nim {
//!     const BITS: u32 = <([u8; 3], Player)>::BITS;
//!
//!     fn pack(&self, to: &mut Packer<'_>) {
//!         (self.heaps, self.to_move).pack(to);
//!     }
//!
//!     fn unpack(from: &mut Unpacker<'_>) -> Self {
//!         let (heaps, to_move) = Pack::unpack(from);
//!         Self { heaps, to_move }
//!     }
//! }
//!
//! let nim = Nim { heaps: [3, 5, 7], to_move: Player::Second };
//! let words = Words::of(&nim);
//! assert_eq!(words.as_slice(), [0x0107_0503]);
//! assert_eq!(words.unpack::<Nim>(), nim);
//! ```

use std::array;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::{Player, state_hash};

/// A state that can be written as words.
///
/// The laws: `unpack` gives back what `pack` has written, and equal states write the same bits. So different states write
/// different ones. `pack` writes [`BITS`](Self::BITS) bits, and `unpack` reads as many.
pub trait Pack: Sized {
    /// The bits that every state takes.
    const BITS: u32;

    /// Writes it down.
    fn pack(&self, to: &mut Packer<'_>);

    /// Reads what was written.
    fn unpack(from: &mut Unpacker<'_>) -> Self;
}

/// The words that states of this type take.
const fn words_of<S: Pack>() -> usize {
    S::BITS.div_ceil(u32::BITS) as usize
}

/// Writes bits into words, from the lowest on.
#[derive(Debug)]
pub struct Packer<'a> {
    words: &'a mut [u32],
    /// Words that are full.
    full: usize,
    /// What does not fill a word yet, and how many bits that is: less than 32.
    rest: u64,
    length: u32,
}

impl Packer<'_> {
    /// Writes at most 32 bits; there are none in `value` beyond them.
    #[inline]
    pub fn put(&mut self, value: u32, bits: u32) {
        debug_assert!(bits <= u32::BITS && u64::from(value) >> bits == 0, "{value} has more than {bits} bits");
        self.rest |= u64::from(value) << self.length;
        self.length += bits;
        if self.length >= u32::BITS {
            self.words[self.full] = self.rest as u32;
            self.full += 1;
            self.rest >>= u32::BITS;
            self.length -= u32::BITS;
        }
    }

    #[inline]
    fn finish(self) {
        if self.length > 0 {
            self.words[self.full] = self.rest as u32;
        }
    }
}

/// Reads bits from words, in the order in which they were written.
#[derive(Debug)]
pub struct Unpacker<'a> {
    words: &'a [u32],
    begun: usize,
    rest: u64,
    length: u32,
}

impl Unpacker<'_> {
    /// Reads at most 32 bits.
    #[inline]
    pub fn take(&mut self, bits: u32) -> u32 {
        if self.length < bits {
            self.rest |= u64::from(self.words[self.begun]) << self.length;
            self.begun += 1;
            self.length += u32::BITS;
        }
        let value = (self.rest & ((1 << bits) - 1)) as u32;
        self.rest >>= bits;
        self.length -= bits;
        value
    }
}

/// States of at most so many words are kept without an allocation.
const SHORT: usize = 9;

#[derive(Clone, PartialEq, Eq)]
enum Content {
    /// Words beyond the count are 0.
    Short(u8, [u32; SHORT]),
    Long(Box<[u32]>),
}

/// A state written as words: 40 bytes, and an allocation where there are more than nine words.
#[derive(Clone, PartialEq, Eq)]
pub struct Words(Content);

impl Words {
    /// So many words, as `fill` leaves them; it gets zeros.
    #[inline]
    pub fn new(count: usize, fill: impl FnOnce(&mut [u32])) -> Self {
        if count > SHORT {
            let mut words = vec![0; count].into_boxed_slice();
            fill(&mut words);
            return Self(Content::Long(words));
        }
        let mut words = [0; SHORT];
        fill(&mut words[..count]);
        Self(Content::Short(count as u8, words))
    }

    /// A state, written down.
    #[inline]
    pub fn of<S: Pack>(state: &S) -> Self {
        Self::new(words_of::<S>(), |words| {
            let mut packer = Packer { words, full: 0, rest: 0, length: 0 };
            state.pack(&mut packer);
            packer.finish();
        })
    }

    /// The state that was written down.
    #[inline]
    pub fn unpack<S: Pack>(&self) -> S {
        unpacked(self.as_slice())
    }

    /// The words.
    #[inline]
    pub fn as_slice(&self) -> &[u32] {
        match &self.0 {
            Content::Short(count, words) => &words[..usize::from(*count)],
            Content::Long(words) => words,
        }
    }
}

/// Two words at a time: hashing a state takes as many steps as words are written.
impl Hash for Words {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for pair in self.as_slice().chunks(2) {
            let high = pair.get(1).map_or(0, |&word| u64::from(word));
            hasher.write_u64(high << u32::BITS | u64::from(pair[0]));
        }
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Words").field(&self.as_slice()).finish()
    }
}

#[inline]
fn unpacked<S: Pack>(words: &[u32]) -> S {
    S::unpack(&mut Unpacker { words, begun: 0, rest: 0, length: 0 })
}

/// How the states of a problem are written down: what a table has to know of them.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    words: usize,
    key: fn(&[u32]) -> u64,
}

impl Format {
    /// States of so many words, whose hash `key` finds.
    pub fn new(words: usize, key: fn(&[u32]) -> u64) -> Self {
        Self { words, key }
    }

    /// States of this type, packed.
    pub fn of<S: Pack + Hash>() -> Self {
        Self::new(words_of::<S>(), |words| state_hash(&unpacked::<S>(words)))
    }

    /// The words of each state.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The [`state_hash`] of the state that was written as these words.
    pub fn key(&self, words: &[u32]) -> u64 {
        (self.key)(words)
    }
}

macro_rules! pack_small {
    ($($unsigned:ty),*) => {$(
        impl Pack for $unsigned {
            const BITS: u32 = <$unsigned>::BITS;

            #[inline]
            fn pack(&self, to: &mut Packer<'_>) {
                to.put(u32::from(*self), <$unsigned>::BITS);
            }

            #[inline]
            fn unpack(from: &mut Unpacker<'_>) -> Self {
                from.take(<$unsigned>::BITS) as $unsigned
            }
        }
    )*};
}

pack_small!(u8, u16, u32);

/// Its two halves, the lower one first.
macro_rules! pack_halves {
    ($($unsigned:ty, $half:ty;)*) => {$(
        impl Pack for $unsigned {
            const BITS: u32 = <$unsigned>::BITS;

            #[inline]
            fn pack(&self, to: &mut Packer<'_>) {
                (*self as $half).pack(to);
                ((*self >> <$half>::BITS) as $half).pack(to);
            }

            #[inline]
            fn unpack(from: &mut Unpacker<'_>) -> Self {
                let (low, high) = <($half, $half)>::unpack(from);
                <$unsigned>::from(low) | <$unsigned>::from(high) << <$half>::BITS
            }
        }
    )*};
}

pack_halves! {
    u64, u32;
    u128, u64;
}

/// The bits are those of the unsigned integer.
macro_rules! pack_signed {
    ($($signed:ty, $unsigned:ty;)*) => {$(
        impl Pack for $signed {
            const BITS: u32 = <$signed>::BITS;

            #[inline]
            fn pack(&self, to: &mut Packer<'_>) {
                self.cast_unsigned().pack(to);
            }

            #[inline]
            fn unpack(from: &mut Unpacker<'_>) -> Self {
                <$unsigned>::unpack(from).cast_signed()
            }
        }
    )*};
}

pack_signed! {
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
}

impl Pack for bool {
    const BITS: u32 = 1;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        to.put(u32::from(*self), 1);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        from.take(1) == 1
    }
}

impl Pack for Player {
    const BITS: u32 = 1;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (*self == Self::Second).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        if bool::unpack(from) { Self::Second } else { Self::First }
    }
}

/// A bit more than what it may hold.
impl<S: Pack> Pack for Option<S> {
    const BITS: u32 = 1 + S::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        self.is_some().pack(to);
        match self {
            Some(state) => state.pack(to),
            None => (0..S::BITS).for_each(|_| to.put(0, 1)),
        }
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        if bool::unpack(from) {
            return Some(S::unpack(from));
        }
        (0..S::BITS).for_each(|_| {
            from.take(1);
        });
        None
    }
}

impl<S: Pack, const N: usize> Pack for [S; N] {
    const BITS: u32 = N as u32 * S::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        for state in self {
            state.pack(to);
        }
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        array::from_fn(|_| S::unpack(from))
    }
}

macro_rules! pack_tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: Pack),*> Pack for ($($part,)*) {
            const BITS: u32 = 0 $(+ $part::BITS)*;

            #[inline]
            fn pack(&self, to: &mut Packer<'_>) {
                #[expect(non_snake_case, reason = "parts are called as their types are")]
                let ($($part,)*) = self;
                $($part.pack(to);)*
            }

            #[inline]
            fn unpack(from: &mut Unpacker<'_>) -> Self {
                ($($part::unpack(from),)*)
            }
        }
    )*};
}

pack_tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Debug;
    use std::hash::Hash;

    use fastrand::Rng;

    use super::{Format, Pack, Words};
    use crate::{Player, state_hash};

    /// Among many states, those that were packed come back, as many different ones as there were, in as few words as
    /// hold them.
    fn check<S: Pack + Clone + Eq + Hash + Debug>(words: usize, mut make: impl FnMut(&mut Rng) -> S) {
        let mut rng = Rng::with_seed(11);
        let states: HashSet<S> = (0..2000).map(|_| make(&mut rng)).collect();
        let format = Format::of::<S>();
        assert_eq!(format.words(), words);
        let mut met = HashSet::new();
        for state in states {
            let packed = Words::of(&state);
            assert_eq!(packed.as_slice().len(), words);
            assert_eq!(packed.unpack::<S>(), state);
            assert_eq!(packed, Words::of(&state.clone()));
            assert_eq!(format.key(packed.as_slice()), state_hash(&state));
            assert!(met.insert(packed.as_slice().to_vec()), "another state was written like {state:?}");
        }
    }

    fn player(rng: &mut Rng) -> Player {
        if rng.bool() { Player::First } else { Player::Second }
    }

    #[test]
    fn packed_states_come_back_and_differ() {
        check(1, |rng| rng.u8(..));
        check(1, |rng| rng.i8(..));
        check(1, |rng| rng.u16(..));
        check(1, |rng| rng.i16(..));
        check(1, |rng| rng.u32(..) >> rng.u32(..32));
        check(1, |rng| rng.i32(..));
        check(2, |rng| rng.u64(..) >> rng.u32(..64));
        check(2, |rng| rng.i64(..));
        check(4, |rng| rng.u128(..) >> rng.u32(..128));
        check(4, |rng| rng.i128(..));
        check(1, Rng::bool);
        check(1, player);
        check(1, |rng| (rng.u16(..5), rng.bool(), player(rng), rng.u8(..)));
        check(5, |rng| (rng.bool(), rng.u64(..), rng.u64(..)));
        check(5, |rng| (rng.u64(..), rng.u64(..), player(rng)));
        check(2, |rng| rng.bool().then(|| rng.u32(..)));
        check(1, |rng| (rng.bool().then(|| rng.u8(..2)), rng.u8(..3)));
        check(2, |rng| [(); 10].map(|()| (rng.bool(), rng.bool(), rng.u8(..2) == 1, rng.bool(), rng.bool())));
        check(40, |rng| [(); 20].map(|()| rng.u64(..4)));
        check(9, |rng| ([(); 4].map(|()| rng.u64(..)), rng.u32(..)));
        check(10, |rng| ([(); 4].map(|()| rng.u64(..)), rng.u32(..), rng.bool()));
        check(3, |rng| {
            (rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..), rng.u32(..))
        });
    }

    #[test]
    fn a_state_without_content_takes_no_words() {
        assert_eq!(Words::of(&[0_u8; 0]).as_slice(), [] as [u32; 0]);
        assert_eq!(Words::of(&[0_u8; 0]).unpack::<[u8; 0]>(), []);
    }

    #[test]
    fn short_states_take_40_bytes() {
        assert_eq!(size_of::<Words>(), 40);
    }
}
