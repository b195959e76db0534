//! A problem behind `dyn` that keeps the types of its states and moves.
//!
//! The idea: tests search the same graphs as they are, by another rule, from another root, with states of known rank. A
//! search of each of these types would be compiled once more, and says nothing that one of them all does not.

use proofset_core::{Problem, Repetition, Status};

/// [`Problem`] without its type.
trait AnyProblem<S, M> {
    fn root(&self) -> S;
    fn status(&self, state: &S) -> Status;
    fn for_each_successor(&self, state: &S, visit: &mut dyn FnMut(M, S));
    fn rank(&self, state: &S) -> Option<u32>;
    fn owned_bytes(&self, state: &S) -> usize;
    fn repetition(&self) -> Option<Repetition>;
}

impl<P: Problem> AnyProblem<P::State, P::Move> for P {
    fn root(&self) -> P::State {
        Problem::root(self)
    }

    fn status(&self, state: &P::State) -> Status {
        Problem::status(self, state)
    }

    fn for_each_successor(&self, state: &P::State, visit: &mut dyn FnMut(P::Move, P::State)) {
        Problem::for_each_successor(self, state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        Problem::rank(self, state)
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        Problem::owned_bytes(self, state)
    }

    fn repetition(&self) -> Option<Repetition> {
        Problem::repetition(self)
    }
}

/// A problem of any type with these states and moves.
pub struct Opaque<'a, S, M>(&'a dyn AnyProblem<S, M>);

/// Any problem that has states and moves as another one has.
pub type OpaqueOf<'a, P> = Opaque<'a, <P as Problem>::State, <P as Problem>::Move>;

impl<S, M> Clone for Opaque<'_, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M> Copy for Opaque<'_, S, M> {}

impl<'a, S, M> Opaque<'a, S, M> {
    /// Hides the type of a problem.
    pub fn new<P: Problem<State = S, Move = M>>(problem: &'a P) -> Self {
        Self(problem)
    }
}

impl<S, M> Problem for Opaque<'_, S, M>
where
    S: Clone + Eq + std::hash::Hash,
    M: Copy + Eq,
{
    type State = S;
    type Move = M;

    fn root(&self) -> S {
        self.0.root()
    }

    fn status(&self, state: &S) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &S, mut visit: impl FnMut(M, S)) {
        self.0.for_each_successor(state, &mut visit);
    }

    fn rank(&self, state: &S) -> Option<u32> {
        self.0.rank(state)
    }

    fn owned_bytes(&self, state: &S) -> usize {
        self.0.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition()
    }
}
