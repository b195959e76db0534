//! What the search knows of the nodes: both efforts, and what belongs to them.
//!
//! The [search](crate::Search) grows it; [waves](crate::wave) keep the efforts of progress, and
//! [resistance](crate::resistance) those of the other side.

use std::cmp::Reverse;

use proofset_core::{LeafCost, NodeId, Size, Status, StopReason, Value};
use proofset_graph::Digraph;
use proofset_nodeset::Effort;
use proofset_store::{Leaf, NodeKind};

/// The order in which nodes get their efforts: by size, among equal sizes by the number of edges in a row that lead
/// back, and at last the node farther from the root first.
///
/// A parent always comes after the child that its effort follows from. If their sizes are equal, the edge leads away
/// from the root, and the parent is nearer to it; or the edge leads back, and counts one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    size: Size,
    pub(crate) turns: u32,
    depth: Reverse<u32>,
}

impl Key {
    pub(crate) fn new(size: Size, turns: u32, depth: u32) -> Self {
        Self { size, turns, depth: Reverse(depth) }
    }
}

/// A child, one up so that there is room for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best(u32);

impl Best {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn new(child: NodeId) -> Self {
        Self(child.to_bits() + 1)
    }

    pub(crate) fn child(self) -> Option<NodeId> {
        self.0.checked_sub(1).map(NodeId::from_bits)
    }
}

/// A node's entry in the graph: 28 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<G, H> {
    /// The effort of progress.
    pub(crate) progress: G,
    /// The effort of resistance.
    pub(crate) resistance: H,
    /// Edges that lead back, in a row, in the derivation of the effort of progress; see [`Key`].
    pub(crate) turns: u32,
    /// Edges on the path by which the node was first reached.
    pub(crate) depth: u32,
    /// Where the side moves that makes progress: the child that the effort was taken from.
    pub(crate) best: Best,
    /// The place of the node in the update that is under way, one up; 0 for none.
    pub(crate) mark: u32,
    /// True while the effort of resistance is to be made anew.
    pub(crate) waits: bool,
    pub(crate) kind: NodeKind,
}

/// The graph with the two algebras: what updates work on.
#[derive(Debug)]
pub(crate) struct Values<G: Effort, H: Effort> {
    /// The nodes of the store of states, under the same numbers.
    pub(crate) graph: Digraph<Node<G::Value, H::Value>>,
    pub(crate) progress: G,
    pub(crate) resistance: H,
    /// The value that needs progress.
    pub(crate) aim: Value,
    pub(crate) recomputed: u64,
}

impl<G: Effort, H: Effort> Values<G, H> {
    /// Takes a node into the graph that was reached so far from the root.
    pub(crate) fn admit(&mut self, Leaf { status, cost }: Leaf, depth: u32) -> Result<(), StopReason> {
        let Self { graph, progress, resistance, aim, .. } = self;
        let node = NodeId::new(graph.len()).ok_or(StopReason::Memory)?;
        let (kind, (progress, resistance)) = match status {
            Some(Status::Decided(value)) if value == *aim => {
                (NodeKind::Terminal, (progress.nothing(), resistance.hopeless()))
            }
            Some(Status::Decided(_)) => (NodeKind::Terminal, (progress.hopeless(), resistance.nothing())),
            Some(Status::Open(role)) => (NodeKind::leaf(role), leaf(progress, resistance, *aim, node, cost)?),
            Some(Status::OpenLeaf) | None => (NodeKind::OpenLeaf, leaf(progress, resistance, *aim, node, cost)?),
        };
        let new = Node { progress, resistance, turns: 0, depth, best: Best::NONE, mark: 0, waits: false, kind };
        graph.add(new)?;
        Ok(())
    }

    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> Node<G::Value, H::Value> {
        *self.graph.weight(node)
    }

    /// True where the side moves that makes progress.
    #[inline]
    pub(crate) fn chooses(&self, node: NodeId) -> bool {
        self.graph.weight(node).kind.role() == Some(self.aim.chooser())
    }

    #[inline]
    pub(crate) fn is_decided(&self, node: NodeId) -> bool {
        let effort = self.graph.weight(node).progress;
        effort == self.progress.nothing() || effort == self.progress.hopeless()
    }

    #[inline]
    pub(crate) fn is_hopeless(&self, node: NodeId) -> bool {
        self.graph.weight(node).progress == self.progress.hopeless()
    }

    pub(crate) fn value(&self, node: NodeId) -> Option<Value> {
        let effort = self.graph.weight(node).progress;
        if effort == self.progress.nothing() {
            Some(self.aim)
        } else if effort == self.progress.hopeless() {
            Some(self.aim.opposite())
        } else {
            None
        }
    }

    #[inline]
    pub(crate) fn size(&self, node: NodeId) -> Size {
        self.progress.size(self.graph.weight(node).progress)
    }

    /// True if an edge does not lead away from the root.
    #[inline]
    pub(crate) fn leads_back(&self, parent: NodeId, child: NodeId) -> bool {
        self.graph.weight(child).depth <= self.graph.weight(parent).depth
    }

    /// The place of a node's effort among all efforts.
    #[inline]
    pub(crate) fn key(&self, node: NodeId) -> Key {
        let Node { turns, depth, .. } = *self.graph.weight(node);
        Key::new(self.size(node), turns, depth)
    }

    /// The key that a parent gets from a child of the same size.
    #[inline]
    pub(crate) fn key_through(&self, parent: NodeId, child: NodeId) -> Key {
        let turns = self.graph.weight(child).turns + u32::from(self.leads_back(parent, child));
        Key::new(self.size(child), turns, self.graph.weight(parent).depth)
    }

    /// Gives a node its final value.
    pub(crate) fn decide(&mut self, node: NodeId, value: Value) {
        let Node { progress, resistance, .. } = self.node(node);
        self.progress.release(progress);
        self.resistance.release(resistance);
        let (progress, resistance) = if value == self.aim {
            (self.progress.nothing(), self.resistance.hopeless())
        } else {
            (self.progress.hopeless(), self.resistance.nothing())
        };
        let entry = self.graph.weight_mut(node);
        (entry.progress, entry.resistance) = (progress, resistance);
    }

    /// The bytes that so many children of a node take at most. It is less where all leaves of a search cost one and one.
    pub(crate) fn growth_for(&self, count: usize, has_unit_costs: bool) -> usize {
        let nodes = self.graph.len() + count;
        let efforts = if has_unit_costs {
            self.progress.growth_for_units(count, nodes) + self.resistance.growth_for_units(count, nodes)
        } else {
            self.progress.growth_for(count, nodes) + self.resistance.growth_for(count, nodes)
        };
        self.graph.growth_for(count) + efforts
    }

    pub(crate) fn bytes(&self) -> usize {
        self.graph.bytes() + self.progress.bytes() + self.resistance.bytes()
    }
}

/// The efforts of a leaf.
fn leaf<G: Effort, H: Effort>(
    progress: &mut G,
    resistance: &mut H,
    aim: Value,
    node: NodeId,
    cost: LeafCost,
) -> Result<(G::Value, H::Value), StopReason> {
    let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
    let (own, others) = match aim {
        Value::Proven => (cost.proof, cost.disproof),
        Value::Disproven => (cost.disproof, cost.proof),
    };
    Ok((progress.leaf(node, clamp(own))?, resistance.leaf(node, clamp(others))?))
}
