//! Positions that are known from certificates of other questions about the same game and goal.
//!
//! The idea: a certificate proves each of its positions, and not the first alone. So a search may stop at them, and what it finds
//! is completed with their moves. Nothing is believed for that: before a certificate is used it is checked, from its own position
//! on, by the rules of the question at hand; whatever its names say, each of its positions then has that value *here*. And what is
//! put together from a search and from certificates is a strategy that [`Strategy::extract`] takes from the union of both, with
//! heights of its own, so that no circle can arise where they meet.
//!
//! The cost: the check, and some 150 bytes a position, for as long as the question is there.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::Arc;

use proofset_certificate::{AnyGraph, ProofGraph, SolvedGraph, Strategy};
use proofset_core::{Problem, Repetition, Status, Value};
use proofset_erased::{AnyProblem, Erased, KnownValues, Sealed, WithKnown};

use crate::error::RunError;

/// Positions whose values are known, with the moves that show it. A copy is the same list, until something is added to either: so
/// a question that is given a book costs nothing for what is in it.
#[derive(Clone, Default)]
pub struct KnownPositions {
    values: KnownValues,
    /// Where the side that the value favours goes, where it has to move.
    choices: Arc<Choices>,
}

/// The moves at the choices of a strategy, by states.
type Choices = HashMap<Sealed, Sealed>;

impl KnownPositions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds a position, unless it is known.
    pub(crate) fn add(&mut self, state: Sealed, value: Value, choice: Option<Sealed>) {
        if self.values.add(state.clone(), value)
            && let Some(choice) = choice
        {
            Arc::make_mut(&mut self.choices).insert(state, choice);
        }
    }

    /// Where the side that a value favours goes, if the position has this value and that side has to move.
    fn choice(&self, state: &Sealed, value: Value) -> Option<&Sealed> {
        self.choices.get(state).filter(|_| self.values.get(state) == Some(value))
    }
}

/// The problem of a question, in which known positions are finished.
pub(crate) struct KnownGame {
    problem: Box<dyn AnyProblem>,
    positions: KnownPositions,
}

impl KnownGame {
    /// A problem with positions that were [learned](crate::Task::learn) for it.
    pub(crate) fn new(problem: impl Borrow<dyn AnyProblem> + 'static, positions: KnownPositions) -> Self {
        let problem = Box::new(WithKnown::new(problem, positions.values.clone()));
        Self { problem, positions }
    }

    pub(crate) fn problem(&self) -> Erased<'_> {
        Erased::new(&*self.problem)
    }

    pub(crate) fn values(&self) -> &KnownValues {
        &self.positions.values
    }

    /// What a search has found, with the moves of the known positions that it stopped at: a proof that rests on the rules alone.
    pub(crate) fn whole_proof(
        &self,
        rules: Erased<'_>,
        search: &AnyGraph<'_, Sealed>,
    ) -> Result<(ProofGraph<Sealed>, Strategy), RunError> {
        let own = Strategy::extract(search).map_err(|_| RunError::NoProof)?;
        let value = own.verdict();
        let mut choices = Choices::new();
        for &node in own.order() {
            if let Some(child) = own.choice(search, node) {
                choices.entry(search.state(node)).or_insert_with(|| search.state(child));
            }
        }
        let endless = rules.repetition().and_then(Repetition::fixed_value);
        let mut proof = ProofGraph::new(&rules.root(), value, endless);
        let mut next = 0;
        while next < proof.len() {
            let state = proof.state_at(next).clone();
            match rules.status(&state) {
                Status::Open(role) if role == value.chooser() => {
                    let known = self.positions.choice(&state, value);
                    let mut children = proof.open(next, role);
                    for child in choices.get(&state).into_iter().chain(known) {
                        children.add(child);
                    }
                }
                Status::Open(role) => {
                    let mut children = proof.open(next, role);
                    rules.for_each_successor(&state, |_, child| {
                        children.add(&child);
                    });
                }
                _ => {}
            }
            next += 1;
        }
        let strategy = Strategy::extract(&proof).map_err(|_| RunError::NoProof)?;
        Ok((proof, strategy))
    }
}
