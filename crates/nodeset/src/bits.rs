//! Exact node sets as bitsets over node ids (`bitvec`).
//!
//! A union is one pass over words, whatever the sets hold; a set costs N/8 bytes in a graph of N nodes. Good for graphs
//! of some thousands of nodes, and as an implementation of exact sets that shares no code with the lists.

use std::cmp::Ordering;

use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use proofset_core::{NodeId, Size};

use crate::weights::Weights;
use crate::{Amendment, Effort, Full, TieOrder};

/// A handle to a bitset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitSetRef(u32);

const EMPTY: BitSetRef = BitSetRef(u32::MAX);
const INFINITE: BitSetRef = BitSetRef(u32::MAX - 1);

#[derive(Clone, Debug)]
struct Slot {
    bits: BitVec<u64, Lsb0>,
    size: Size,
    count: u32,
    holders: u32,
}

/// Exact node sets as bitsets: the algebra of proof-set search, PSS.
#[derive(Clone, Debug)]
pub struct BitSet {
    ties: TieOrder,
    slots: Vec<Slot>,
    free: Vec<u32>,
    weights: Weights,
    union: BitVec<u64, Lsb0>,
    /// Parts added so far that were not empty, or `None` once one was infinite.
    parts: Option<usize>,
    words: usize,
}

impl BitSet {
    /// Exact sets under this tie order.
    pub fn new(ties: TieOrder) -> Self {
        Self {
            ties,
            slots: Vec::new(),
            free: Vec::new(),
            weights: Weights::default(),
            union: BitVec::new(),
            parts: Some(0),
            words: 0,
        }
    }

    fn slot(&self, set: BitSetRef) -> Option<&Slot> {
        self.slots.get(set.0 as usize)
    }

    fn insert(&mut self, bits: BitVec<u64, Lsb0>) -> Result<BitSetRef, Full> {
        let count = bits.count_ones() as u32;
        let size = if self.weights.are_unit() {
            Size::new(count)
        } else {
            bits.iter_ones().map(|node| Size::new(self.weights.of(node as u32))).sum()
        };
        self.words += bits.as_raw_slice().len();
        let slot = Slot { bits, size, count, holders: 1 };
        if let Some(free) = self.free.pop() {
            self.slots[free as usize] = slot;
            return Ok(BitSetRef(free));
        }
        let index = u32::try_from(self.slots.len()).ok().filter(|&i| i < INFINITE.0).ok_or(Full)?;
        self.slots.push(slot);
        Ok(BitSetRef(index))
    }
}

/// The first word, from the low or the high end, at which two bitsets differ, with missing words taken as zero.
fn first_difference(a: &[u64], b: &[u64], ties: TieOrder) -> Option<(u64, u64)> {
    let words = a.len().max(b.len());
    let pair = |i: usize| (a.get(i).copied().unwrap_or(0), b.get(i).copied().unwrap_or(0));
    match ties {
        TieOrder::Lex => (0..words).map(pair).find(|(x, y)| x != y),
        TieOrder::Colex | TieOrder::First => (0..words).rev().map(pair).find(|(x, y)| x != y),
    }
}

impl Effort for BitSet {
    type Value = BitSetRef;
    /// A union of bitsets is put together anew: one pass over words costs less than finding out what changed.
    type Delta = ();

    const LISTS_NODES: bool = true;

    #[inline]
    fn is_idempotent(&self) -> bool {
        true
    }

    fn nothing(&self) -> BitSetRef {
        EMPTY
    }

    fn hopeless(&self) -> BitSetRef {
        INFINITE
    }

    fn leaf(&mut self, node: NodeId, cost: Size) -> Result<BitSetRef, Full> {
        debug_assert!(!cost.is_zero() && !cost.is_infinite(), "a leaf of cost {cost} would look decided");
        self.weights.set(node, cost);
        let mut bits = BitVec::repeat(false, node.index() + 1);
        bits.set(node.index(), true);
        self.insert(bits)
    }

    fn growth_for(&self, leaves: usize, nodes: usize) -> usize {
        self.growth_for_units(leaves, nodes).saturating_add(self.weights.growth_for(nodes))
    }

    /// A leaf has the bits of all nodes before it.
    fn growth_for_units(&self, leaves: usize, nodes: usize) -> usize {
        leaves.saturating_mul(nodes.div_ceil(64) * size_of::<u64>() + 2 * size_of::<Slot>())
    }

    fn size(&self, value: BitSetRef) -> Size {
        match self.slot(value) {
            Some(slot) => slot.size,
            None if value == EMPTY => Size::ZERO,
            None => Size::INFINITE,
        }
    }

    fn order(&self, a: BitSetRef, b: BitSetRef) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let sizes = self.size(a).cmp(&self.size(b));
        let (Some(a), Some(b)) = (self.slot(a), self.slot(b)) else { return sizes };
        if self.ties == TieOrder::First {
            return sizes;
        }
        sizes.then(a.count.cmp(&b.count)).then_with(|| {
            // At the first difference one set has a member that the other lacks. Seen from the low end that member
            // comes earlier in its list, hence is smaller; seen from the high end it is larger.
            match (first_difference(a.bits.as_raw_slice(), b.bits.as_raw_slice(), self.ties), self.ties) {
                (None, _) => Ordering::Equal,
                (Some((x, y)), TieOrder::Lex) => {
                    let lowest = (x ^ y) & (x ^ y).wrapping_neg();
                    if x & lowest != 0 { Ordering::Less } else { Ordering::Greater }
                }
                (Some((x, y)), TieOrder::Colex | TieOrder::First) => x.cmp(&y),
            }
        })
    }

    fn same(&self, a: BitSetRef, b: BitSetRef) -> bool {
        match (self.slot(a), self.slot(b)) {
            (Some(a), Some(b)) => {
                first_difference(a.bits.as_raw_slice(), b.bits.as_raw_slice(), TieOrder::Lex).is_none()
            }
            _ => a == b,
        }
    }

    fn begin(&mut self) {
        self.union.clear();
        self.parts = Some(0);
    }

    fn add(&mut self, part: BitSetRef) {
        if part == INFINITE {
            self.parts = None;
        }
        if let (Some(slot), Some(parts)) = (self.slots.get(part.0 as usize), &mut self.parts) {
            *parts += 1;
            if self.union.len() < slot.bits.len() {
                self.union.resize(slot.bits.len(), false);
            }
            for (word, more) in self.union.as_raw_mut_slice().iter_mut().zip(slot.bits.as_raw_slice()) {
                *word |= more;
            }
        }
    }

    fn finish(&mut self, old: BitSetRef) -> Result<Option<BitSetRef>, Full> {
        let simple = match self.parts {
            None => Some(INFINITE),
            Some(0) => Some(EMPTY),
            Some(_) => None,
        };
        if let Some(new) = simple {
            return Ok((new != old).then_some(new));
        }
        if let Some(slot) = self.slot(old)
            && first_difference(slot.bits.as_raw_slice(), self.union.as_raw_slice(), TieOrder::Lex).is_none()
        {
            return Ok(None);
        }
        let bits = self.union.clone();
        self.insert(bits).map(Some)
    }

    fn apart(&self) -> bool {
        false
    }

    fn begin_update(&mut self, _leaving: &[NodeId]) {}

    fn delta(&mut self, _old: BitSetRef, _new: BitSetRef) {}

    fn amend(
        &mut self,
        _old: BitSetRef,
        _apart: bool,
        _changes: impl Iterator<Item = (BitSetRef, ())> + Clone,
        _parts: impl Iterator<Item = BitSetRef>,
    ) -> Result<Option<Amendment<Self>>, Full> {
        Ok(None)
    }

    fn share(&mut self, value: BitSetRef) {
        if let Some(slot) = self.slots.get_mut(value.0 as usize) {
            slot.holders += 1;
        }
    }

    fn release(&mut self, value: BitSetRef) {
        if let Some(slot) = self.slots.get_mut(value.0 as usize) {
            slot.holders -= 1;
            if slot.holders == 0 {
                self.words -= slot.bits.as_raw_slice().len();
                slot.bits = BitVec::new();
                self.free.push(value.0);
            }
        }
    }

    fn members(&self, value: BitSetRef) -> impl DoubleEndedIterator<Item = NodeId> {
        self.slot(value).into_iter().flat_map(|slot| slot.bits.iter_ones()).map(|index| NodeId::from_bits(index as u32))
    }

    fn bytes(&self) -> usize {
        self.words * size_of::<u64>()
            + self.slots.len() * size_of::<Slot>()
            + self.free.len() * size_of::<u32>()
            + self.weights.bytes()
            + size_of_val(self.union.as_raw_slice())
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.free.clear();
        self.weights.clear();
        self.words = 0;
    }

    fn shrink(&mut self) {
        self.slots.shrink_to_fit();
        self.free.shrink_to_fit();
        self.weights.shrink();
    }
}
