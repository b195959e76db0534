//! What the tests of both searches share.

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Problem, Repetition, Role, Status, Value};
use proofset_oracle::solve_all;
use proofset_testkit::random::{Kinds, RandomGraph};
use proofset_testkit::ruled::Ruled;

/// The value of each node under a rule: `None` if it depends on open leaves.
pub(crate) fn values(graph: &Graph, rule: Repetition) -> Vec<Option<Value>> {
    let values = solve_all(&Ruled(graph, rule), graph.nodes(), usize::MAX).expect("there is no limit");
    graph.nodes().map(|node| values.get(&node).expect("all nodes were asked about").value()).collect()
}

/// Graphs of several shapes, with and without open leaves.
pub(crate) fn shapes() -> [RandomGraph; 5] {
    let solved = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    [
        solved.clone(),
        RandomGraph { depth: 6, width: 4, branching: 1..=3, ..solved.clone() },
        RandomGraph { depth: 7, width: 6, back: 0.6, proven: 0.3, disproven: 0.7, ..solved.clone() },
        RandomGraph { back: 0.5, proven: 0.2, disproven: 0.2, ..solved.clone() },
        RandomGraph { depth: 8, width: 10, branching: 2..=4, share: 0.6, back: 0.5, early_leaf: 0.1, ..solved },
    ]
}

/// Graphs with alternating roles, on which searches need hundreds of expansions.
pub(crate) fn large_shapes() -> [RandomGraph; 2] {
    let shape = RandomGraph {
        depth: 18,
        width: 300,
        branching: 2..=4,
        share: 0.5,
        skip: 0.1,
        back: 0.03,
        early_leaf: 0.0,
        proven: 0.62,
        disproven: 0.38,
        kinds: Kinds::Alternating(Role::Or),
        ..RandomGraph::cyclic()
    };
    [shape.clone(), RandomGraph { back: 0.15, proven: 0.75, disproven: 0.25, ..shape }]
}

/// A node's role, if it is open.
pub(crate) fn role(graph: &Graph, node: NodeIndex) -> Option<Role> {
    match graph.status(&node) {
        Status::Open(role) => Some(role),
        Status::Decided(_) | Status::OpenLeaf => None,
    }
}
