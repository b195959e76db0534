//! From a decided search to a proof: the decided part of the graph, as certificates want it, and lines of play.

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{NodeId, Problem, Role, Value};
use proofset_nodeset::Effort;
use proofset_store::{Leaf, MoveOf, StateOf, Store};

use crate::Engine;

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> SolvedGraph for Engine<X, G, H> {
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        self.root_node().unwrap_or(NodeId::from_bits(0))
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store().state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.values.node(node).kind.role()
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.root_node().and_then(|_| self.values.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.values.graph.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.problem().repetition()?.fixed_value()
    }
}

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> Engine<X, G, H> {
    /// The line that a report shows: for a decided root the winning choice against the longest resistance, else along
    /// the children that a selection follows.
    pub(crate) fn line(&self) -> Vec<MoveOf<X>> {
        let nodes = match Strategy::extract(self) {
            Ok(strategy) => strategy.principal_line(self),
            Err(_) => self.selected_line(),
        };
        leading_moves(self.problem(), self, &nodes)
    }
}
