//! From a decided search to a proof: the decided part of the graph, as certificates want it, and lines of play.

use proofset_certificate::{SolvedGraph, Strategy, line_moves};
use proofset_core::{NodeId, Probe, Problem, Role, Value};
use proofset_nodeset::Effort;

use crate::Search;
use crate::search::Kind;

impl<P: Problem, G: Effort, H: Effort, C: Probe<P>> SolvedGraph for Search<P, G, H, C> {
    type State = P::State;

    fn root(&self) -> NodeId {
        self.root_node().unwrap_or(NodeId::from_bits(0))
    }

    fn state(&self, node: NodeId) -> P::State {
        self.store.graph.state(node).clone()
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        match self.store.node(node).kind {
            Kind::Leaf(role) | Kind::Expanded(role) => Some(role),
            Kind::Terminal | Kind::OpenLeaf => None,
        }
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.root_node().and_then(|_| self.store.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.store.graph.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.problem().repetition()?.fixed_value()
    }
}

impl<P: Problem, G: Effort, H: Effort, C: Probe<P>> Search<P, G, H, C> {
    /// The line that a report shows: for a decided root the winning choice against the longest resistance, else along
    /// the children that a selection follows.
    pub(crate) fn line(&self) -> Vec<P::Move> {
        let nodes = match Strategy::extract(self) {
            Ok(strategy) => strategy.principal_line(self),
            Err(_) => self.selected_line(),
        };
        line_moves(&self.problem(), self, &nodes).expect("every child was reached by a move")
    }
}
