//! Graphs of the oracle, as this crate takes them.

use proofset_core::{NodeId, Problem, Role, Size, Value};
use proofset_exact::{AndOrDag, GateKind, Minimum, MinimumSets, minimum_sets};
use proofset_oracle::{Graph, Kind};

/// The oracle's graph.
pub(crate) struct Listed(pub(crate) Graph);

impl AndOrDag for Listed {
    fn kind(&self, node: NodeId) -> GateKind {
        match self.0.kind(node.index()) {
            Kind::Proven => GateKind::Decided(Value::Proven),
            Kind::Disproven => GateKind::Decided(Value::Disproven),
            Kind::Unknown { proof, disproof } => {
                GateKind::Leaf { proof: Size::new(proof), disproof: Size::new(disproof) }
            }
            Kind::Interior(role) => GateKind::Gate(role),
        }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.children(node.index()).iter().map(|&child| id(child))
    }
}

impl Listed {
    /// The minimum sets of a node.
    pub(crate) fn sets(&self, node: usize, work: u64) -> MinimumSets {
        minimum_sets(self, id(node), work).unwrap()
    }

    /// The minimum sets of the root, which are exact.
    pub(crate) fn exact(&self) -> MinimumSets {
        let sets = self.sets(self.0.root_node(), u64::MAX);
        assert!(sets.proof.is_exact() && sets.disproof.is_exact());
        sets
    }

    /// Checks that a set is what it is called, and weighs what it is said to weigh.
    pub(crate) fn check(&self, node: usize, side: Value, minimum: &Minimum, context: &str) {
        let Some(set) = minimum.set() else {
            assert_eq!(minimum, &Minimum::None, "{context}");
            return;
        };
        assert!(set.is_sorted_by(|a, b| a < b), "{context}");
        let set = set.iter().map(|leaf| leaf.index()).collect();
        match side {
            Value::Proven => assert!(self.0.is_proof_set(node, &set), "{context}"),
            Value::Disproven => assert!(self.0.is_disproof_set(node, &set), "{context}"),
        }
        let weight = set.iter().map(|&leaf| Size::new(self.0.cost(leaf, side))).sum::<Size>();
        assert_eq!(weight, minimum.upper(), "{context}");
    }
}

pub(crate) fn id(node: usize) -> NodeId {
    NodeId::new(node).unwrap()
}

/// Nodes keep their places.
pub(crate) fn listed(graph: &proofset_and_or::Graph) -> Listed {
    let kinds = graph.nodes().map(|node| match (graph.leaf_value(node), graph.is_leaf(node)) {
        (Some(Value::Proven), _) => Kind::Proven,
        (Some(Value::Disproven), _) => Kind::Disproven,
        (None, true) => {
            let (proof, disproof) = graph.cost(node);
            Kind::Unknown { proof: proof.to_bits(), disproof: disproof.to_bits() }
        }
        (None, false) => Kind::Interior(graph.kind(node).unwrap_or(Role::Or)),
    });
    let children = graph.nodes().map(|node| graph.children(node).iter().map(|child| child.index()).collect());
    Listed(Graph::new(kinds.collect(), children.collect(), graph.root().index()).unwrap())
}
