//! What the tests of both searches share.

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Problem, Repetition, Role, Status, Value};
use proofset_testkit::random::RandomGraph;

/// The nodes that the side with this aim can force to an end of its own, if open leaves are or are not: the least
/// fixpoint, by its definition.
pub(crate) fn forced(graph: &Graph, aim: Value, open_leaves: bool) -> Vec<bool> {
    let mut forced = vec![false; graph.node_count()];
    loop {
        let mut changed = false;
        for node in graph.nodes() {
            let children = || graph.children(node).iter().map(|child| forced[child.index()]);
            let now = match graph.status(&node) {
                Status::Decided(value) => value == aim,
                Status::OpenLeaf => open_leaves,
                Status::Open(role) if role == aim.chooser() => children().any(|child| child),
                Status::Open(_) => children().all(|child| child),
            };
            changed |= now != forced[node.index()];
            forced[node.index()] |= now;
        }
        if !changed {
            return forced;
        }
    }
}

/// The value of each node under a rule: `None` if it depends on open leaves.
pub(crate) fn values(graph: &Graph, rule: Repetition) -> Vec<Option<Value>> {
    let aim = rule.fixed_value().expect("it depends on no line").opposite();
    let (certainly, possibly) = (forced(graph, aim, false), forced(graph, aim, true));
    let value = |(certainly, possibly): (bool, bool)| match (certainly, possibly) {
        (true, _) => Some(aim),
        (false, true) => None,
        (false, false) => Some(aim.opposite()),
    };
    certainly.into_iter().zip(possibly).map(value).collect()
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

/// A node's role, if it is open.
pub(crate) fn role(graph: &Graph, node: NodeIndex) -> Option<Role> {
    match graph.status(&node) {
        Status::Open(role) => Some(role),
        Status::Decided(_) | Status::OpenLeaf => None,
    }
}
