//! Defences that hold on one line only.
//!
//! The idea: where the attacker comes back to a position, the check was in vain; a defence that rests on that holds on
//! lines that have been through the position. Such results are kept by the node *and* the line above it, so that the
//! search need not find them again while it is there. They are few, and soon of no use: each finds one place by its key,
//! and the newest stays. The line is known by a hash of 64 bits that says which node stands where.

use proofset_core::state_hash;
use proofset_cursor::MateNode;

/// A defence, and what it rests on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Condition {
    key: u64,
    /// The hand that it was found for.
    pub(crate) hand: u32,
    /// The place on the line that it depends on.
    pub(crate) dependence: u32,
    /// There is no mate within so many plies.
    pub(crate) plies: u16,
}

/// The defences that are remembered.
#[derive(Debug)]
pub(crate) struct Conditional {
    places: Vec<Condition>,
    /// A bit for boards of which there may be one: most boards have none, and this fits the processor's cache.
    boards: Box<[u64]>,
    taken: usize,
    most_bytes: u64,
}

const FEWEST: usize = 1 << 10;

/// Bits for boards.
const BOARDS: usize = 1 << 18;

/// What a node at a place adds to the hash of a line.
#[inline]
pub(crate) fn step(node: MateNode, place: u32) -> u64 {
    state_hash(&(node, place))
}

/// The key of a node below a line.
#[inline]
fn key(node: MateNode, line: u64) -> u64 {
    step(node, u32::MAX) ^ line.rotate_left(17)
}

impl Conditional {
    pub(crate) fn new() -> Self {
        Self {
            places: vec![Condition::default(); FEWEST],
            boards: vec![0; BOARDS / 64].into_boxed_slice(),
            taken: 0,
            most_bytes: 0,
        }
    }

    pub(crate) fn allow(&mut self, bytes: u64) {
        self.most_bytes = bytes;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.places.capacity() * size_of::<Condition>() + BOARDS / 8) as u64
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.places.len() - 1)
    }

    /// The word and the bit of a board.
    #[inline]
    fn bit(board: u64) -> (usize, u64) {
        ((board >> 32) as usize % (BOARDS / 64), 1 << (board >> 58))
    }

    /// A defence of a node below a line, if there is one.
    #[inline]
    pub(crate) fn get(&self, node: MateNode, line: u64) -> Option<Condition> {
        let (word, bit) = Self::bit(node.board);
        if self.boards[word] & bit == 0 {
            return None;
        }
        let key = key(node, line);
        Some(self.places[self.index(key)]).filter(|place| place.key == key)
    }

    /// Remembers a defence.
    pub(crate) fn put(&mut self, node: MateNode, line: u64, hand: u32, dependence: u32, plies: u16) {
        let (word, bit) = Self::bit(node.board);
        self.boards[word] |= bit;
        let key = key(node, line);
        let index = self.index(key);
        self.taken += usize::from(self.places[index].key == 0);
        self.places[index] = Condition { key, hand, dependence, plies };
        if self.taken * 2 > self.places.len() && 3 * self.bytes() <= self.most_bytes {
            let larger = vec![Condition::default(); self.places.len() * 2];
            let smaller = std::mem::replace(&mut self.places, larger);
            for place in smaller.into_iter().filter(|place| place.key != 0) {
                let index = self.index(place.key);
                self.places[index] = place;
            }
        }
    }
}
