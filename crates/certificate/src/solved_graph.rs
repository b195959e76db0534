//! What a certificate is made of: the part of a search's graph whose values are known.

use proofset_core::{NodeId, Role, Value};

/// A graph whose root a search has decided: what a strategy is extracted from.
///
/// The ids are the graph's own. Values may be missing wherever the root's value does not need them.
pub trait SolvedGraph {
    /// What a node stands for.
    type State;

    /// The node whose value was asked for.
    fn root(&self) -> NodeId;

    /// The state of a node.
    fn state(&self, node: NodeId) -> Self::State;

    /// The role of a node whose successors count; `None` if the rules decide the node itself.
    fn role(&self, node: NodeId) -> Option<Role>;

    /// The value of a node, if it is known.
    fn value(&self, node: NodeId) -> Option<Value>;

    /// The successors of a node that has a role, in move order. Moves to equal states give one child.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;

    /// The first of a node's [children](Self::children) for which the predicate holds; no later one is asked.
    fn find_child(&self, node: NodeId, is: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.children(node).find(|&child| is(child))
    }

    /// The value of play that never ends, if the problem gives it one. `None`: the graph has no cycles, or a circle
    /// supports nothing.
    fn endless(&self) -> Option<Value> {
        None
    }

    /// False if the child that a move leads to may have a state that only [decides](proofset_core::Dominance::decides) the
    /// one that the move reaches. Such a graph has no cycles among the nodes of its strategy.
    fn is_exact(&self) -> bool {
        true
    }
}
