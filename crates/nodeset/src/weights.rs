//! Costs of leaves, by node: nothing is stored while every cost is one.

use proofset_core::{NodeId, Size};

/// The cost of each leaf that was ever created with a cost other than one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    by_node: Vec<u32>,
}

impl Weights {
    /// True while every cost is one.
    #[inline]
    pub(crate) fn are_unit(&self) -> bool {
        self.by_node.is_empty()
    }

    /// Notes the cost of a new leaf.
    pub(crate) fn set(&mut self, node: NodeId, cost: Size) {
        if cost == Size::ONE && node.index() >= self.by_node.len() {
            return;
        }
        if node.index() >= self.by_node.len() {
            self.by_node.resize(node.index() + 1, 1);
        }
        self.by_node[node.index()] = cost.to_bits();
    }

    /// The cost of a node, by its bits as sets store it.
    #[inline]
    pub(crate) fn of(&self, node: u32) -> u32 {
        self.by_node.get(node as usize).copied().unwrap_or(1)
    }

    /// The cost of several nodes together.
    #[inline]
    pub(crate) fn sum(&self, nodes: &[u32]) -> Size {
        if self.are_unit() {
            return Size::from_len(nodes.len());
        }
        nodes.iter().map(|&node| Size::new(self.of(node))).sum()
    }

    /// The bytes that the costs of new leaves take at most, in a graph that has so many nodes with them.
    pub(crate) fn growth_for(&self, nodes: usize) -> usize {
        nodes.saturating_sub(self.by_node.len()) * size_of::<u32>()
    }

    pub(crate) fn shrink(&mut self) {
        self.by_node.shrink_to_fit();
    }

    pub(crate) fn clear(&mut self) {
        self.by_node.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.by_node.len() * size_of::<u32>()
    }
}
