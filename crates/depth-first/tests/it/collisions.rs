//! Keys that collide: a verdict from a keyed table is right, or it is withdrawn.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use proofset_and_or::Graph;
use proofset_core::{Limits, Problem, Progress, Solver, Status, StopReason, Verdict};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;

use crate::common::{exact, keyed, variants};

type Node = <Ranked<Graph> as Problem>::State;

/// A state of which only every so many have different hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Confused {
    node: Node,
    number: u64,
}

impl Hash for Confused {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// A graph whose states share a few hashes.
struct Confusing<'a> {
    graph: &'a Ranked<Graph>,
    /// The hash of each node.
    numbers: HashMap<Node, u64>,
}

impl<'a> Confusing<'a> {
    /// On average four nodes have the same hash.
    fn new(graph: &'a Ranked<Graph>) -> Self {
        let nodes = nodes(graph);
        let hashes = nodes.len() as u64 / 4 + 1;
        let numbers = nodes.into_iter().zip(0..).map(|(node, number)| (node, number % hashes)).collect();
        Self { graph, numbers }
    }

    fn state(&self, node: Node) -> Confused {
        Confused { node, number: self.numbers[&node] }
    }
}

impl Problem for Confusing<'_> {
    type State = Confused;
    type Move = <Ranked<Graph> as Problem>::Move;

    fn root(&self) -> Confused {
        self.state(self.graph.root())
    }

    fn status(&self, state: &Confused) -> Status {
        self.graph.status(&state.node)
    }

    fn for_each_successor(&self, state: &Confused, mut visit: impl FnMut(Self::Move, Confused)) {
        self.graph.for_each_successor(&state.node, |mv, next| visit(mv, self.state(next)));
    }

    fn rank(&self, state: &Confused) -> Option<u32> {
        self.graph.rank(&state.node)
    }
}

/// All nodes, from the root on.
fn nodes(graph: &Ranked<Graph>) -> Vec<Node> {
    let mut nodes = vec![graph.root()];
    let mut next = 0;
    while next < nodes.len() {
        let node = nodes[next];
        if matches!(graph.status(&node), Status::Open(_)) {
            graph.for_each_successor(&node, |_, child| {
                if !nodes.contains(&child) {
                    nodes.push(child);
                }
            });
        }
        next += 1;
    }
    nodes
}

#[test]
fn a_collision_withdraws_the_verdict() {
    let shape = RandomGraph { depth: 5, proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    let variants = variants();
    let (mut withdrawn, mut right) = (0, 0);
    for seed in 0..300 {
        let graph = Ranked::new(shape.generate(seed));
        let problem = Confusing::new(&graph);
        let expected = proofset_oracle::solve(&graph, 10_000).expect("the graph is small").root();
        let options = variants[seed as usize % variants.len()];
        let exact = exact(&problem, options).solve(&Limits::none(), &mut ()).expect("the graph is acyclic");
        assert_eq!((exact.verdict, exact.stop), (expected, StopReason::Decided), "states are compared in full");
        let mut search = keyed(&problem, options);
        // A node that is taken for its own ancestor is searched until its numbers are as large as can be.
        let mut looks = 0;
        let mut patience = |_: &Progress| {
            looks += 1;
            if looks > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = search.solve(&Limits::none(), &mut patience).expect("the graph is acyclic");
        if report.stop == StopReason::Cancelled {
            assert_eq!(report.verdict, Verdict::Unknown);
            continue;
        }
        if report.stop == StopReason::Collision {
            withdrawn += 1;
            assert_eq!((report.verdict, report.line.len(), search.has_proof()), (Verdict::Unknown, 0, false));
            let again = search.solve(&Limits::none(), &mut ()).expect("the graph is acyclic");
            assert_eq!((again.verdict, again.stop), (Verdict::Unknown, StopReason::Collision), "and stays withdrawn");
        } else {
            right += 1;
            assert_eq!((report.verdict, search.has_proof()), (expected, true), "seed {seed}, {options:?}");
        }
    }
    assert!(withdrawn > 20 && right > 20, "{withdrawn} withdrawn, {right} right");
}
