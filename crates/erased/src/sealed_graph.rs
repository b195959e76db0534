//! A solved graph of known states, for what does not know their type.
//!
//! The idea: what makes certificates, checks and shows them is compiled once, for sealed states. A search that knows the type of its
//! states seals each as it is asked for.

use std::hash::Hash;

use proofset_certificate::SolvedGraph;
use proofset_core::{NodeId, Role, Value};

use crate::sealed::Sealed;

/// A graph whose states are sealed when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct SealedGraph<'g, G>(&'g G);

impl<'g, G> SealedGraph<'g, G> {
    /// This graph.
    pub fn new(graph: &'g G) -> Self {
        Self(graph)
    }
}

impl<G: SolvedGraph<State: Eq + Hash + Send + Sync + 'static>> SolvedGraph for SealedGraph<'_, G> {
    type State = Sealed;

    fn root(&self) -> NodeId {
        self.0.root()
    }

    fn state(&self, node: NodeId) -> Sealed {
        Sealed::new(self.0.state(node))
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.0.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.0.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.0.endless()
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }
}
