//! Values of states that are known before a search begins.
//!
//! The idea: a state whose value is known is finished, as if the rules had decided it. A search asks about states in three ways:
//! of a store, of a cursor, and of the problem itself, when it puts a proof together. All three are wrapped here, so that no search
//! knows of it, and one that is given no known values has nothing to pay.
//!
//! The cost: a look-up for each new node. A cursor has the key of a state at hand, and makes the state only where that is found.

use std::borrow::Borrow;
use std::sync::Arc;

use hashbrown::HashTable;
use proofset_core::{Repetition, Status, Value, state_hash};
use proofset_cursor::Pair;

use crate::problem::AnyProblem;
use crate::sealed::Sealed;

/// States of one problem with their values. A copy is the same list, until something is added to either.
#[derive(Clone, Debug, Default)]
pub struct KnownValues(Arc<HashTable<(Sealed, Value)>>);

impl KnownValues {
    /// Adds the value of a state, unless it has one. Returns whether it was added.
    ///
    /// The cost: a look-up. While there are copies of the list, it is copied as a whole first.
    pub fn add(&mut self, state: Sealed, value: Value) -> bool {
        let key = state_hash(&state);
        if self.find(key, || state.clone()).is_some() {
            return false;
        }
        let table = Arc::make_mut(&mut self.0);
        table.insert_unique(key, (state, value), |(state, _)| state_hash(state));
        true
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a state.
    pub fn get(&self, state: &Sealed) -> Option<Value> {
        self.find(state_hash(state), || state.clone())
    }

    /// True if a state with this hash is known.
    pub(crate) fn has_key(&self, key: u64) -> bool {
        self.0.find(key, |(state, _)| state_hash(state) == key).is_some()
    }

    /// The value of a state with this hash, which is made only if a state with the same hash is known.
    pub(crate) fn find(&self, key: u64, state: impl FnOnce() -> Sealed) -> Option<Value> {
        let mut made = None;
        let mut state = Some(state);
        let found = self.0.find(key, |(other, _)| {
            let made = made.get_or_insert_with(|| (state.take().expect("it is made once"))());
            *other == *made
        });
        found.map(|&(_, value)| value)
    }
}

/// A problem in which states with known values are finished. Its states decide themselves alone.
pub struct WithKnown<B> {
    problem: B,
    values: KnownValues,
}

impl<B: Borrow<dyn AnyProblem>> WithKnown<B> {
    /// The problem, with these values.
    pub fn new(problem: B, values: KnownValues) -> Self {
        Self { problem, values }
    }

    /// The values.
    pub fn values(&self) -> &KnownValues {
        &self.values
    }
}

impl<B: Borrow<dyn AnyProblem>> AnyProblem for WithKnown<B> {
    fn root(&self) -> Sealed {
        self.problem.borrow().root()
    }

    fn status(&self, state: &Sealed) -> Status {
        self.values.get(state).map_or_else(|| self.problem.borrow().status(state), Status::Decided)
    }

    fn for_each_successor(&self, state: &Sealed, visit: &mut dyn FnMut(u32, Sealed)) {
        self.problem.borrow().for_each_successor(state, visit);
    }

    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        self.problem.borrow().paired_children(state, other, most)
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.problem.borrow().rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.borrow().repetition()
    }

    fn decides(&self, known: &Sealed, _value: Value, state: &Sealed) -> bool {
        known == state
    }

    fn common(&self, one: &Sealed, _value: Value, other: &Sealed) -> Option<Sealed> {
        (one == other).then(|| one.clone())
    }

    fn state_text(&self, state: &Sealed) -> String {
        self.problem.borrow().state_text(state)
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        self.problem.borrow().move_text(state, mv)
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.problem.borrow().successor(state, text)
    }

    fn owned_bytes(&self, state: &Sealed) -> usize {
        self.problem.borrow().owned_bytes(state)
    }

    fn state_bytes(&self) -> usize {
        self.problem.borrow().state_bytes()
    }
}
