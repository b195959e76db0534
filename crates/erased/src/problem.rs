//! A problem whose type is not known.
//!
//! The idea: what is done once a record, once a line of a report or once a state of a proof may cost a virtual call and
//! an allocation; in turn all that works on proofs is compiled once. Moves are named by their place among the successors
//! of a state; the moves of the state that was asked about last are kept, so that naming all of them takes linear time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use proofset_core::{Describe, Dominance, Problem, Repetition, Status, Value};
use proofset_cursor::{Pair, paired_children};

use crate::sealed::Sealed;

/// A problem behind `dyn`.
pub trait AnyProblem {
    /// [`Problem::root`].
    fn root(&self) -> Sealed;

    /// [`Problem::status`].
    fn status(&self, state: &Sealed) -> Status;

    /// [`Problem::for_each_successor`]; a move is its place among them.
    fn for_each_successor(&self, state: &Sealed, visit: &mut dyn FnMut(u32, Sealed));

    /// [`paired_children`](proofset_cursor::paired_children).
    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>>;

    /// [`Problem::rank`].
    fn rank(&self, state: &Sealed) -> Option<u32>;

    /// [`Problem::repetition`].
    fn repetition(&self) -> Option<Repetition>;

    /// [`Dominance::decides`].
    fn decides(&self, known: &Sealed, value: Value, state: &Sealed) -> bool;

    /// [`Dominance::common`].
    fn common(&self, one: &Sealed, value: Value, other: &Sealed) -> Option<Sealed>;

    /// [`Describe::state_text`].
    fn state_text(&self, state: &Sealed) -> String;

    /// [`Describe::move_text`].
    fn move_text(&self, state: &Sealed, mv: u32) -> String;

    /// [`Describe::successor`].
    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed>;

    /// [`Problem::owned_bytes`].
    fn owned_bytes(&self, state: &Sealed) -> usize;

    /// The bytes of a state, but for what it [owns](Self::owned_bytes).
    fn state_bytes(&self) -> usize;
}

/// A problem that can be put behind `dyn`.
#[derive(Debug)]
pub struct Erasable<P: Problem> {
    problem: P,
    moves: Mutex<Moves<P::Move>>,
}

/// The moves of the state that was asked about last.
#[derive(Debug)]
struct Moves<M> {
    of: Option<Sealed>,
    list: Vec<M>,
}

/// True if this is the state.
fn is_of(of: Option<&Sealed>, state: &Sealed) -> bool {
    of.is_some_and(|of| of.is_copy_of(state) || of == state)
}

impl<P: Problem> Erasable<P> {
    /// Takes a problem in.
    pub fn new(problem: P) -> Self {
        Self { problem, moves: Mutex::new(Moves { of: None, list: Vec::new() }) }
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    fn moves(&self) -> MutexGuard<'_, Moves<P::Move>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Problem> Erasable<P>
where
    P::State: 'static,
{
    /// Lists the moves of a state, and shows what they lead to.
    fn list(&self, moves: &mut Moves<P::Move>, state: &Sealed, show: &mut dyn FnMut(P::State)) {
        // Whoever does not come to the end has listed nothing.
        *moves = Moves { of: None, list: Vec::new() };
        let visit: &mut dyn FnMut(_, _) = &mut |mv, next| {
            moves.list.push(mv);
            show(next);
        };
        self.problem.for_each_successor(state.open(), visit);
        moves.of = Some(state.clone());
    }
}

impl<P: Describe> AnyProblem for Erasable<P>
where
    P::State: Send + Sync + 'static,
{
    fn root(&self) -> Sealed {
        Sealed::new(self.problem.root())
    }

    fn status(&self, state: &Sealed) -> Status {
        self.problem.status(state.open())
    }

    fn for_each_successor(&self, state: &Sealed, visit: &mut dyn FnMut(u32, Sealed)) {
        let mut reached = Vec::new();
        self.list(&mut self.moves(), state, &mut |next| reached.push(Sealed::new(next)));
        visit_all(reached, visit);
    }

    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        paired_children(&self.problem, state.open(), other.open(), most, Sealed::new)
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.problem.rank(state.open())
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }

    fn decides(&self, known: &Sealed, value: Value, state: &Sealed) -> bool {
        self.problem.decides(known.open(), value, state.open())
    }

    fn common(&self, one: &Sealed, value: Value, other: &Sealed) -> Option<Sealed> {
        self.problem.common(one.open(), value, other.open()).map(Sealed::new)
    }

    fn state_text(&self, state: &Sealed) -> String {
        self.problem.state_text(state.open())
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        let mut moves = self.moves();
        if !is_of(moves.of.as_ref(), state) {
            self.list(&mut moves, state, &mut |_| {});
        }
        match moves.list.get(mv as usize) {
            Some(&mv) => self.problem.move_text(state.open(), mv),
            None => unnamed(mv),
        }
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.problem.successor(state.open(), text).map(Sealed::new)
    }

    fn owned_bytes(&self, state: &Sealed) -> usize {
        self.problem.owned_bytes(state.open())
    }

    fn state_bytes(&self) -> usize {
        size_of::<P::State>()
    }
}

/// The text of a move that is not there: of a problem that has fewer moves each time it is asked.
fn unnamed(mv: u32) -> String {
    format!("#{mv}")
}

/// Visits states, each with its place.
fn visit_all(states: Vec<Sealed>, visit: &mut dyn FnMut(u32, Sealed)) {
    for (place, state) in (0..).zip(states) {
        visit(place, state);
    }
}

/// A problem whose type is not known, as one that searches and checkers take.
#[derive(Clone, Copy)]
pub struct Erased<'a>(&'a dyn AnyProblem);

impl<'a> Erased<'a> {
    /// The problem behind `dyn`.
    pub fn new(problem: &'a dyn AnyProblem) -> Self {
        Self(problem)
    }

    /// The bytes of a state beside its handle, with the counters of its holders and what the system keeps of an allocation.
    pub(crate) fn bytes_beside_state(self) -> usize {
        const COUNTERS_AND_SYSTEM: usize = 32;
        self.0.state_bytes() + COUNTERS_AND_SYSTEM
    }

    /// The children of a state, each with that child of another one which the same move leads to: moves, which are places among the
    /// successors here, do not tell.
    pub fn paired_children(self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        self.0.paired_children(state, other, most)
    }
}

impl Problem for Erased<'_> {
    type State = Sealed;
    type Move = u32;

    fn root(&self) -> Sealed {
        self.0.root()
    }

    fn status(&self, state: &Sealed) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &Sealed, mut visit: impl FnMut(u32, Sealed)) {
        self.0.for_each_successor(state, &mut visit);
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.0.rank(state)
    }

    /// With the state itself, which stands behind a handle.
    fn owned_bytes(&self, state: &Sealed) -> usize {
        self.bytes_beside_state() + self.0.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition()
    }
}

impl Dominance for Erased<'_> {
    fn decides(&self, known: &Sealed, value: Value, state: &Sealed) -> bool {
        self.0.decides(known, value, state)
    }

    fn common(&self, one: &Sealed, value: Value, other: &Sealed) -> Option<Sealed> {
        self.0.common(one, value, other)
    }
}

impl Describe for Erased<'_> {
    fn state_text(&self, state: &Sealed) -> String {
        self.0.state_text(state)
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        self.0.move_text(state, mv)
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.0.successor(state, text)
    }
}
