//! An entry of a table of keys, in two words.
//!
//! The idea: what a search needs of a state fits into 16 bytes if its numbers are cut to 24 bits and its work to a scale.

use bytemuck::{Pod, Zeroable};
use proofset_numbers::{INFINITE, Numbers};
use proofset_table::{scale, unscale};

use super::entry::{Entry, NONE, SOLVED};

/// An entry. All zero, it is empty: no node has both numbers zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Slot {
    /// The topmost bits of the key, and the label: distance or resource.
    pub(super) name: u64,
    /// From the lowest bits: proof number, disproof number, work, last child.
    pub(super) content: u64,
}

pub(super) const LABEL_BITS: u32 = 16;
const NUMBER_BITS: u32 = 24;
pub(super) const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

/// What stands for all numbers that are too large. It is read as the largest one: as a smaller one it would lie below thresholds that the
/// search has just exceeded, and the node would be searched again and again.
const CUT_OFF: u64 = NUMBER_MASK - 1;

/// Bits of the key that an entry holds.
pub(super) const KEY_BITS: u32 = 64 - LABEL_BITS;

/// Clusters from which on a table can grow: the cluster's number and the entry hold the whole key together.
pub(super) const SMALLEST_GROWING: usize = 1 << LABEL_BITS;

impl Slot {
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.content == 0
    }

    #[inline]
    pub(super) fn has_key(self, key: u64) -> bool {
        (self.name ^ key) >> LABEL_BITS == 0 && !self.is_empty()
    }

    #[inline]
    pub(super) fn label(self) -> u16 {
        self.name as u16
    }

    #[inline]
    pub(super) fn numbers(self) -> Numbers {
        // What is cut off is MOST, one below INFINITE as it is one below the mask.
        let number = |bits: u64| if bits < CUT_OFF { bits as u32 } else { INFINITE - (NUMBER_MASK - bits) as u32 };
        Numbers {
            proof: number(self.content & NUMBER_MASK),
            disproof: number(self.content >> NUMBER_BITS & NUMBER_MASK),
        }
    }

    #[inline]
    fn step(self) -> u8 {
        (self.content >> (2 * NUMBER_BITS)) as u8
    }

    /// What it counts when one has to give way; nothing if it is empty.
    #[inline]
    pub(super) fn worth(self) -> u16 {
        if self.is_empty() {
            return 0;
        }
        1 + u16::from(self.step()) + if self.numbers().is_solved() { SOLVED } else { 0 }
    }

    #[inline]
    pub(super) fn new(key: u64, label: u16, entry: Entry) -> Self {
        let number = |number: u32| match number {
            INFINITE => NUMBER_MASK,
            finite => u64::from(finite).min(CUT_OFF),
        };
        let last = u64::from(u8::try_from(entry.last).unwrap_or(u8::MAX));
        let content = number(entry.numbers.proof)
            | number(entry.numbers.disproof) << NUMBER_BITS
            | u64::from(scale(entry.work)) << (2 * NUMBER_BITS)
            | last << (2 * NUMBER_BITS + 8);
        Self { name: key >> LABEL_BITS << LABEL_BITS | u64::from(label), content }
    }

    #[inline]
    pub(super) fn entry(self, distance: u32) -> Entry {
        let last = (self.content >> (2 * NUMBER_BITS + 8)) as u8;
        Entry {
            numbers: self.numbers(),
            work: unscale(self.step()),
            distance,
            last: if last == u8::MAX { NONE } else { u32::from(last) },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proofset_core::Value;
    use proofset_numbers::{INFINITE, MOST, Numbers};

    use super::{CUT_OFF, Entry, NONE, Slot};

    fn entry(work: u32, solved: Option<Value>) -> Entry {
        let numbers = solved.map_or(Numbers { proof: 3, disproof: 5 }, Numbers::decided);
        Entry { numbers, work: NonZeroU32::new(work).unwrap(), distance: 7, last: 2 }
    }

    #[test]
    fn an_entry_has_16_bytes_and_loses_little() {
        assert_eq!(size_of::<Slot>(), 16);
        for numbers in [
            Numbers { proof: 1, disproof: 1 },
            Numbers { proof: 0, disproof: INFINITE },
            Numbers { proof: INFINITE, disproof: 0 },
            Numbers { proof: CUT_OFF as u32 - 1, disproof: 77 },
        ] {
            for (work, last) in [(1, 0), (9, 254), (1 << 20, NONE)] {
                let entry = Entry { distance: 65_535, last, ..entry(work, numbers.value()) };
                let entry = Entry { numbers, ..entry };
                let slot = Slot::new(u64::MAX / 3, 65_535, entry);
                assert!(slot.has_key(u64::MAX / 3) && !slot.has_key((u64::MAX / 3) ^ (1 << 40)));
                assert_eq!(slot.entry(u32::from(slot.label())), entry);
            }
        }
        for proof in [MOST, MOST - 1, CUT_OFF as u32 + 1, CUT_OFF as u32] {
            let large = Entry { numbers: Numbers { proof, disproof: 1 }, last: 300, ..entry(1, None) };
            let back = Slot::new(0, 0, large).entry(0);
            assert_eq!((back.numbers.proof, back.last), (MOST, NONE), "unsolved stays unsolved");
        }
    }
}
