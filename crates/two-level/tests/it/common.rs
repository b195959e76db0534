//! What the tests share.

use std::cell::RefCell;
use std::num::NonZeroU64;

use proofset_core::{Goal, Player, Problem, Repetition, Solve, Status};
use proofset_mnk::{Mnk, Rules};
use proofset_two_level::Budget;

pub(crate) fn connect_four(board: &str) -> Solve<Mnk<1>> {
    Solve::from_start(Mnk::new(Rules::connect_four(board).unwrap()), Goal::win(Player::First))
}

/// Small searches, large ones, and those that grow.
pub(crate) fn budgets() -> [Budget; 5] {
    [
        Budget::Nodes(3),
        Budget::Nodes(20),
        Budget::Nodes(1_000_000),
        Budget::Full,
        Budget::Growth { a: Some(20), b: NonZeroU64::new(10) },
    ]
}

/// A problem that notes whose successors were asked for, in order.
pub(crate) struct Noting<P: Problem> {
    problem: P,
    pub(crate) expanded: RefCell<Vec<P::State>>,
}

impl<P: Problem> Noting<P> {
    pub(crate) fn new(problem: P) -> Self {
        Self { problem, expanded: RefCell::new(Vec::new()) }
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
        self.expanded.borrow_mut().push(state.clone());
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}
