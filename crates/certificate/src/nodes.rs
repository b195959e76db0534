//! A solved graph behind `dyn`, so that all that turns graphs into strategies and files is compiled once, and not anew
//! for each search for each game. Its few virtual calls a node are lost beside the memory that they look up.

use proofset_core::{NodeId, Role, Value};

use crate::solved_graph::SolvedGraph;

/// The nodes of a [`SolvedGraph`].
pub(crate) trait Nodes {
    /// [`SolvedGraph::root`].
    fn root(&self) -> NodeId;

    /// [`SolvedGraph::role`].
    fn role(&self, node: NodeId) -> Option<Role>;

    /// [`SolvedGraph::value`].
    fn value(&self, node: NodeId) -> Option<Value>;

    /// [`SolvedGraph::endless`].
    fn endless(&self) -> Option<Value>;

    /// [`SolvedGraph::is_exact`].
    fn is_exact(&self) -> bool;

    /// The first of a node's [children](SolvedGraph::children) for which the predicate holds; no later one is asked.
    fn find_child(&self, node: NodeId, is: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId>;
}

/// The nodes with their states.
pub(crate) trait States<S>: Nodes {
    /// [`SolvedGraph::state`].
    fn state(&self, node: NodeId) -> S;
}

impl<G: SolvedGraph> Nodes for G {
    fn root(&self) -> NodeId {
        SolvedGraph::root(self)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        SolvedGraph::role(self, node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        SolvedGraph::value(self, node)
    }

    fn endless(&self) -> Option<Value> {
        SolvedGraph::endless(self)
    }

    fn is_exact(&self) -> bool {
        SolvedGraph::is_exact(self)
    }

    fn find_child(&self, node: NodeId, is: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.children(node).find(|&child| is(child))
    }
}

impl<G: SolvedGraph> States<G::State> for G {
    fn state(&self, node: NodeId) -> G::State {
        SolvedGraph::state(self, node)
    }
}
