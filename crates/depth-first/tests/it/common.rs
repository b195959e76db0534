//! What the tests share.

use std::cell::RefCell;

use proofset_core::{Problem, Repetition, Status};
use proofset_depth_first::{Deep, Epsilon, Method, Options, Replacement, SumRule, Ties};

/// A problem that notes which states are expanded, each for the first time only.
pub(crate) struct Noting<P: Problem> {
    problem: P,
    pub(crate) expanded: RefCell<Vec<P::State>>,
}

impl<P: Problem> Noting<P> {
    pub(crate) fn new(problem: P) -> Self {
        Self { problem, expanded: RefCell::new(Vec::new()) }
    }

    pub(crate) fn problem(&self) -> &P {
        &self.problem
    }
}

impl<P: Problem> Problem for Noting<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.problem.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        let mut expanded = self.expanded.borrow_mut();
        if !expanded.contains(state) {
            expanded.push(state.clone());
        }
        drop(expanded);
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

/// Options of every kind.
pub(crate) fn variants() -> Vec<Options> {
    let epsilon = |epsilon| Epsilon::new(epsilon).expect("a slack");
    vec![
        Options::default(),
        Options { ties: Ties::Last, ..Options::default() },
        Options { epsilon: epsilon(0.25), ..Options::default() },
        Options { epsilon: epsilon(1.0), ties: Ties::Last, ..Options::default() },
        Options { proof_sum: SumRule::Weak, disproof_sum: SumRule::Weak, ..Options::default() },
        Options { proof_sum: SumRule::Max, disproof_sum: SumRule::Sum, ..Options::default() },
        Options { proof_sum: SumRule::Weak, disproof_sum: SumRule::Max, epsilon: epsilon(0.5), ..Options::default() },
        Options { method: Method::PnStar, ..Options::default() },
        Options { method: Method::PnStar, epsilon: epsilon(0.5), ties: Ties::Last, ..Options::default() },
        Options { method: Method::CStar, ..Options::default() },
        Options { method: Method::Pds, ..Options::default() },
        Options { method: Method::Pds, epsilon: epsilon(0.0625), proof_sum: SumRule::Weak, ..Options::default() },
        Options { source_detection: true, ..Options::default() },
        Options { source_detection: true, proof_sum: SumRule::Weak, disproof_sum: SumRule::Max, ..Options::default() },
        Options { source_detection: true, proof_sum: SumRule::Max, disproof_sum: SumRule::Weak, ..Options::default() },
        Options { source_detection: true, method: Method::Pds, ties: Ties::Last, ..Options::default() },
        Options { deep: Some(Deep { depth: 4, base: 3 }), replacement: Replacement::SmallTreeGc, ..Options::default() },
    ]
}
