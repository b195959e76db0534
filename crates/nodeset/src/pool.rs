//! Storage for sets that list their members: blocks of 32-bit words in one growing array.
//!
//! A block is `[holders, size, length, member, member, ...]`, rounded up to one of two size classes an octave (at most a
//! third is slack) and recycled through a free list per class. The empty set, the infinite set and single leaves of
//! cost one, listed or not, need no block at all: their handle says everything. Handles are word offsets, so a pool ends
//! at 2^31 words (8 GiB).

use proofset_core::{NodeId, Size};

use crate::Full;

/// A handle to a set in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetRef(u32);

impl SetRef {
    pub(crate) const EMPTY: Self = Self(0);
    pub(crate) const INFINITE: Self = Self(1);
    /// A set that stands for one leaf of cost one and lists nothing.
    pub(crate) const UNLISTED: Self = Self(2);
    const SINGLE: u32 = 1 << 31;
    /// How many nodes there are that can be the member of a set without a block.
    pub(crate) const SINGLES: usize = Self::SINGLE as usize;

    /// The set of one leaf of cost one, if its id leaves room for the mark.
    #[inline]
    pub(crate) fn single(node: NodeId) -> Option<Self> {
        (node.to_bits() < Self::SINGLE).then_some(Self(node.to_bits() | Self::SINGLE))
    }

    #[inline]
    fn block(self) -> Option<usize> {
        (self.0 > Self::UNLISTED.0 && self.0 < Self::SINGLE).then_some(self.0 as usize)
    }
}

const HEADER: usize = 3;
/// The first words stay unused: their offsets are the handles of the sets that need no block.
const UNUSED: usize = SetRef::UNLISTED.0 as usize + 1;
const CLASSES: usize = 60;

/// Words in a block of this class: 4, 6, 8, 12, 16, 24, ...
const fn class_words(class: usize) -> usize {
    (4 + 2 * (class & 1)) << (class >> 1)
}

/// The smallest class with at least this many words.
#[inline]
fn class_of(words: usize) -> usize {
    if words <= 4 {
        return 0;
    }
    let octave = (words - 1).ilog2() as usize;
    let class = 2 * (octave - 2);
    if class_words(class + 1) >= words { class + 1 } else { class + 2 }
}

#[derive(Clone, Debug)]
pub(crate) struct Pool {
    words: Vec<u32>,
    /// Head of the list of free blocks per class, linked through their first word; 0 ends a list.
    free: [u32; CLASSES],
}

impl Pool {
    /// Bytes of the block of a set that lists one node, or none.
    pub(crate) const LEAF: usize = class_words(0) * size_of::<u32>();

    pub(crate) fn new() -> Self {
        Self { words: vec![0; UNUSED], free: [0; CLASSES] }
    }

    #[inline]
    pub(crate) fn size(&self, set: SetRef) -> Size {
        match set.block() {
            Some(at) => Size::from_bits(self.words[at + 1]),
            None if set == SetRef::EMPTY => Size::ZERO,
            None if set == SetRef::INFINITE => Size::INFINITE,
            None => Size::ONE,
        }
    }

    /// The members as stored; `single` is room for the member of a set without a block.
    #[inline]
    pub(crate) fn members<'a>(&'a self, set: SetRef, single: &'a mut [u32; 1]) -> &'a [u32] {
        match self.listed(set) {
            (_, Some(member)) => {
                single[0] = member;
                single
            }
            (members, None) => members,
        }
    }

    /// The members as stored, or the one member of a set without a block.
    #[inline]
    pub(crate) fn listed(&self, set: SetRef) -> (&[u32], Option<u32>) {
        if set.0 >= SetRef::SINGLE {
            return (&[], Some(set.0 & !SetRef::SINGLE));
        }
        match set.block() {
            Some(at) => (&self.words[at + HEADER..at + HEADER + self.words[at + 2] as usize], None),
            None => (&[], None),
        }
    }

    /// A new block with one holder.
    pub(crate) fn insert(&mut self, size: Size, members: &[u32]) -> Result<SetRef, Full> {
        let class = class_of(HEADER + members.len());
        let at = match self.free[class] {
            0 => {
                let at = self.words.len();
                let end = at + class_words(class);
                if end >= SetRef::SINGLE as usize {
                    return Err(Full);
                }
                self.words.resize(end, 0);
                at
            }
            head => {
                self.free[class] = self.words[head as usize];
                head as usize
            }
        };
        let block = &mut self.words[at..at + HEADER + members.len()];
        block[0] = 1;
        block[1] = size.to_bits();
        block[2] = members.len() as u32;
        block[HEADER..].copy_from_slice(members);
        Ok(SetRef(at as u32))
    }

    #[inline]
    pub(crate) fn share(&mut self, set: SetRef) {
        if let Some(at) = set.block() {
            self.words[at] += 1;
        }
    }

    #[inline]
    pub(crate) fn release(&mut self, set: SetRef) {
        if let Some(at) = set.block() {
            debug_assert!(self.words[at] > 0, "a set was released more often than it was shared");
            self.words[at] -= 1;
            if self.words[at] == 0 {
                let class = class_of(HEADER + self.words[at + 2] as usize);
                self.words[at] = self.free[class];
                self.free[class] = at as u32;
            }
        }
    }

    /// Forgets all sets and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.words.truncate(UNUSED);
        self.free = [0; CLASSES];
    }

    /// Gives back room behind the last block.
    pub(crate) fn shrink(&mut self) {
        self.words.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, Pool, SetRef, class_of, class_words};
    use proofset_core::{NodeId, Size};

    #[test]
    fn classes_fit_with_at_most_a_third_of_slack() {
        for words in 4..5000 {
            let class = class_of(words);
            assert!(class < CLASSES);
            assert!(class_words(class) >= words);
            assert!(class == 0 || class_words(class - 1) < words, "{words} words fit class {}", class - 1);
        }
    }

    #[test]
    fn a_released_block_is_used_again() {
        let mut pool = Pool::new();
        let first = pool.insert(Size::new(2), &[3, 4]).unwrap();
        pool.share(first);
        pool.release(first);
        let second = pool.insert(Size::new(2), &[5, 6]).unwrap();
        assert_ne!(first, second, "a block with a holder must not be reused");
        pool.release(first);
        let bytes = pool.bytes();
        let third = pool.insert(Size::new(3), &[7, 8, 9]).unwrap();
        assert_eq!(third, first);
        assert_eq!(pool.bytes(), bytes);
        assert_eq!(pool.members(second, &mut [0]), [5, 6]);
    }

    #[test]
    fn single_leaves_need_no_block() {
        let pool = Pool::new();
        let single = SetRef::single(NodeId::new(17).unwrap()).unwrap();
        assert_eq!(pool.members(single, &mut [0]), [17]);
        assert_eq!(pool.size(single), Size::ONE);
        assert_eq!(SetRef::single(NodeId::new(1 << 31).unwrap()), None);
    }
}
