//! Keys that collide: a verdict from a keyed table is right, or it is withdrawn.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use proofset_core::{Limits, Problem, Progress, Repetition, Solver, Status, StopReason, Verdict};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::ruled::Ruled;

use crate::common::{exact, keyed, variants};

/// A state of which only every so many have different hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Confused<S> {
    node: S,
    number: u64,
}

impl<S> Hash for Confused<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// A problem whose states share a few hashes.
struct Confusing<'a, P: Problem> {
    problem: &'a P,
    /// The hash of each node.
    numbers: HashMap<P::State, u64>,
}

impl<'a, P: Problem> Confusing<'a, P> {
    /// On average so many nodes have the same hash.
    fn new(problem: &'a P, share: u64) -> Self {
        let nodes = nodes(problem);
        let hashes = nodes.len() as u64 / share + 1;
        let numbers = nodes.into_iter().zip(0..).map(|(node, number)| (node, number % hashes)).collect();
        Self { problem, numbers }
    }

    fn state(&self, node: P::State) -> Confused<P::State> {
        let number = self.numbers[&node];
        Confused { node, number }
    }
}

impl<P: Problem> Problem for Confusing<'_, P> {
    type State = Confused<P::State>;
    type Move = P::Move;

    fn root(&self) -> Self::State {
        self.state(self.problem.root())
    }

    fn status(&self, state: &Self::State) -> Status {
        self.problem.status(&state.node)
    }

    fn for_each_successor(&self, state: &Self::State, mut visit: impl FnMut(P::Move, Self::State)) {
        self.problem.for_each_successor(&state.node, |mv, next| visit(mv, self.state(next)));
    }

    fn rank(&self, state: &Self::State) -> Option<u32> {
        self.problem.rank(&state.node)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

/// All nodes, from the root on.
fn nodes<P: Problem>(problem: &P) -> Vec<P::State> {
    let mut nodes = vec![problem.root()];
    let mut next = 0;
    while next < nodes.len() {
        let node = nodes[next].clone();
        if matches!(problem.status(&node), Status::Open(_)) {
            problem.for_each_successor(&node, |_, child| {
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
        let problem = Confusing::new(&graph, 4);
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

/// Where lines come back to states, what keys have confused may lead round in circles, with no end that says otherwise. Such a verdict
/// is withdrawn as well.
#[test]
fn a_verdict_that_rests_on_circles_of_confused_states_is_withdrawn() {
    let shape = RandomGraph { depth: 5, proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    let variants = variants();
    let (mut withdrawn, mut right) = (0, 0);
    for rule in [Repetition::Disproves, Repetition::Proves, Repetition::MoverLoses] {
        for seed in 0..400 {
            let graph = Ruled(shape.generate(seed), rule);
            let options = variants[seed as usize % variants.len()];
            let expected = exact(&graph, options).solve(&Limits::none(), &mut ()).expect("cycles have a rule");
            assert_eq!(expected.stop, StopReason::Decided);
            let problem = Confusing::new(&graph, 2);
            let mut search = keyed(&problem, options);
            let mut looks = 0;
            let mut patience = |_: &Progress| {
                looks += 1;
                if looks > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let report = search.solve(&Limits::none(), &mut patience).expect("cycles have a rule");
            match report.stop {
                StopReason::Cancelled => assert_eq!(report.verdict, Verdict::Unknown),
                StopReason::Collision => withdrawn += 1,
                _ => {
                    right += 1;
                    let found = (report.verdict, search.has_proof());
                    assert_eq!(found, (expected.verdict, true), "seed {seed}, {rule}, {options:?}");
                }
            }
        }
    }
    assert!(withdrawn > 50 && right > 50, "{withdrawn} withdrawn, {right} right");
}
