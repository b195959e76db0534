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

    /// [`SolvedGraph::find_child`].
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
        SolvedGraph::find_child(self, node, is)
    }
}

impl<G: SolvedGraph> States<G::State> for G {
    fn state(&self, node: NodeId) -> G::State {
        SolvedGraph::state(self, node)
    }
}

/// A solved graph whose type is not known: what takes it is compiled once for all graphs with such states.
pub struct AnyGraph<'g, S>(&'g dyn States<S>);

impl<'g, S> AnyGraph<'g, S> {
    /// This graph.
    pub fn new(graph: &'g impl SolvedGraph<State = S>) -> Self {
        Self(graph)
    }
}

impl<S> SolvedGraph for AnyGraph<'_, S> {
    type State = S;

    fn root(&self) -> NodeId {
        self.0.root()
    }

    fn state(&self, node: NodeId) -> S {
        self.0.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.0.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.0.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let mut children = Vec::new();
        self.0.find_child(node, &mut |child| {
            children.push(child);
            false
        });
        children.into_iter()
    }

    fn find_child(&self, node: NodeId, is: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.0.find_child(node, is)
    }

    fn endless(&self) -> Option<Value> {
        self.0.endless()
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }
}
