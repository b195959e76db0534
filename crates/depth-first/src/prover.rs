//! What the making of a proof asks of a search.
//!
//! The idea: a proof is made of states, and of what is known about them; which cursor and which table found it out does
//! not matter. So proofs see a search through this trait, and are compiled once for each type of states.

use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{Repetition, SolveError, Status, StopReason, Value, Watch};
use proofset_cursor::Zones;

use crate::table::Entry;

/// The end of a search: a value, and the children of the node with their values, as far as they hold on every line.
#[derive(Debug)]
pub(crate) struct Outcome<S> {
    pub(crate) value: Value,
    pub(crate) children: Vec<(S, Option<Value>)>,
}

/// Why a call ended.
pub(crate) enum End<S> {
    Solved(Outcome<S>),
    Stopped(StopReason),
    Error(SolveError<S>),
}

/// A search that can be asked about one state after the other.
pub(crate) trait Prover {
    /// The states of its problem.
    type State;

    /// The root of the problem.
    fn root(&self) -> Self::State;

    /// What the problem says of a state.
    fn status(&self, state: &Self::State) -> Status;

    /// The successors of an open state, in move order.
    fn successors(&self, state: &Self::State) -> Vec<Self::State>;

    /// What the problem says of repetitions.
    fn repetition(&self) -> Option<Repetition>;

    /// True if the problem may have cycles.
    fn may_have_cycles(&self) -> bool;

    /// True if values depend on the line.
    fn goes_by_lines(&self) -> bool;

    /// The parts of states that values rest on, if the cursor keeps them of this value.
    fn zones(&self, value: Value) -> Option<&dyn Zones<State = Self::State>>;

    /// Forgets the line of the search that has ended, and is ready to be asked by a proof of this value: without a limit
    /// on expansions, without searches that the probe nests, and with open leaves that are no proof of it.
    fn begin_proof(&mut self, value: Value);

    /// Successors of an open state that are known to have a value: the first that the rules give it, if there is one; else
    /// all that the table gives it, in move order where there may be cycles, and else those with the least work first.
    fn choices(&self, state: &Self::State, value: Value) -> Vec<Self::State>;

    /// What the table knows about a state.
    fn known(&self, state: &Self::State) -> Option<Entry>;

    /// Searches a state, or goes on with the search of the same state that was stopped.
    fn search(&mut self, root: &Self::State, watch: &mut Watch<'_>) -> End<Self::State>;

    /// From now on a state counts as standing above the root of the search, below those that do so already.
    fn put_above(&mut self, state: &Self::State);

    /// The last of those states does so no more.
    fn take_from_above(&mut self);

    /// The value of a state below those that stand above the root, if it is known.
    fn value_below_line(&self, state: &Self::State) -> Option<Value>;

    /// The bytes that it holds.
    fn bytes(&self) -> u64;

    /// The bytes that so many states take beside their handles.
    fn bytes_beside_states(&self, count: usize) -> u64;

    /// Notes that so many bytes are held.
    fn note_bytes(&mut self, bytes: u64);
}

/// A search whose states have this type.
pub(crate) type DynProver<'a, S> = dyn Prover<State = S> + 'a;

/// Why there is no proof yet.
pub(crate) enum Missing<S> {
    /// A limit was reached.
    Stopped,
    /// The problem breaks its contract.
    Error(SolveError<S>),
    /// The rules contradict what the table knew.
    Contradiction,
}

/// A proof, and the part of it that a certificate needs.
pub(crate) type Rebuilt<S> = Result<(ProofGraph<S>, Strategy), Missing<S>>;
