//! Proof numbers: sizes without members.
//!
//! The algebra of proof-number search (Allis, van der Meulen and van den Herik 1994). In a DAG a leaf counts once per
//! path to it. Constant time and space; nothing is stored outside the nodes.

use std::cmp::Ordering;

use proofset_core::{NodeId, Size};

use crate::{Effort, Full};

/// Counts leaves, or adds up their costs.
#[derive(Clone, Debug)]
pub struct Count {
    total: Size,
}

impl Count {
    /// The algebra; it holds no more than a running total.
    pub fn new() -> Self {
        Self { total: Size::ZERO }
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::new()
    }
}

impl Effort for Count {
    type Value = Size;

    const LISTS_NODES: bool = false;

    fn nothing(&self) -> Size {
        Size::ZERO
    }

    fn hopeless(&self) -> Size {
        Size::INFINITE
    }

    #[inline]
    fn leaf(&mut self, _node: NodeId, cost: Size) -> Result<Size, Full> {
        Ok(cost)
    }

    #[inline]
    fn size(&self, value: Size) -> Size {
        value
    }

    #[inline]
    fn order(&self, a: Size, b: Size) -> Ordering {
        a.cmp(&b)
    }

    #[inline]
    fn begin(&mut self) {
        self.total = Size::ZERO;
    }

    #[inline]
    fn add(&mut self, part: Size) {
        self.total = self.total + part;
    }

    #[inline]
    fn finish(&mut self, old: Size) -> Result<Option<Size>, Full> {
        Ok((self.total != old).then_some(self.total))
    }

    #[inline]
    fn share(&mut self, _value: Size) {}

    #[inline]
    fn release(&mut self, _value: Size) {}

    fn members(&self, _value: Size) -> impl DoubleEndedIterator<Item = NodeId> {
        std::iter::empty()
    }

    fn bytes(&self) -> usize {
        0
    }
}
