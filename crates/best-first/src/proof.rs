//! From a decided search to a proof: the solved part of the graph, as certificates want it, and lines of play.

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{NodeId, Role, Value};
use proofset_nodeset::Effort;
use proofset_store::{Leaf, MoveOf, ROOT, StateOf, Store, Visitor};

use crate::Engine;

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> SolvedGraph for Engine<X, E, D, V> {
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        ROOT
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.ground.store.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.dag.label(node).kind.role()
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        // What the visitor has solved has no proof here, so nothing here has one that is whole.
        if self.graph.dag.is_empty() || self.found() > 0 { None } else { Self::value(self, node) }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.dag.children(node)
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Engine<X, E, D, V> {
    /// The line that a report shows: for a decided root the winning choice against the longest resistance, else along
    /// the children that the selected sides were taken from.
    pub(crate) fn line(&self) -> Vec<MoveOf<X>> {
        let nodes = match Strategy::extract(self) {
            Ok(strategy) => strategy.principal_line(self),
            Err(_) => self.graph.selected_line(),
        };
        leading_moves(self.problem(), self, &nodes)
    }
}
