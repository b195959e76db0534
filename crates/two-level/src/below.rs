//! A problem from one of its states on: what a search of the second level sees.

use proofset_core::{LeafCost, Probe, Problem, Repetition, Status};

/// The problem whose root is a state of another.
#[derive(Clone, Debug)]
pub(crate) struct Below<P: Problem> {
    pub(crate) problem: P,
    pub(crate) root: P::State,
}

impl<P: Problem> Problem for Below<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.root.clone()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

/// A probe of the whole problem, for a search below one of its states.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<C>(pub(crate) C);

impl<P: Problem, C: Probe<P>> Probe<Below<P>> for Weighed<C> {
    #[inline]
    fn cost(&mut self, below: &Below<P>, state: &P::State) -> LeafCost {
        self.0.cost(&below.problem, state)
    }
}
