//! A problem with another rule for repetitions, so that one graph tests them all.

use proofset_core::{Describe, Dominance, Problem, Repetition, Status, Value};

/// A problem with another rule for repetitions.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<P>(pub P, pub Repetition);

impl<P: Problem> Problem for Ruled<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.0.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.0.for_each_successor(state, visit);
    }

    fn repetition(&self) -> Option<Repetition> {
        Some(self.1)
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        self.0.owned_bytes(state)
    }
}

impl<P: Dominance> Dominance for Ruled<P> {
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        self.0.decides(known, value, state)
    }

    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        self.0.common(one, value, other)
    }
}

impl<P: Describe> Describe for Ruled<P> {
    fn state_text(&self, state: &P::State) -> String {
        self.0.state_text(state)
    }

    fn move_text(&self, state: &P::State, mv: P::Move) -> String {
        self.0.move_text(state, mv)
    }
}
