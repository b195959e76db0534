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
use std::rc::Rc;

use proofset_certificate::{
    CheckError, ProofGraph, ReadError, Reader, RecordKind, SolvedGraph, Strategy, Version, check,
};
use proofset_core::{Describe, Dominance, Problem, Repetition, Status, Value};
use proofset_erased::{AnyProblem, Erased, KnownValues, Sealed, WithKnown};

use crate::host::{ErasedQuestion, Host};
use crate::{RunError, Task};

/// A position whose value is known.
#[derive(Clone)]
struct Position {
    value: Value,
    /// Where the side that the value favours goes, if it has to move.
    choice: Option<Sealed>,
}

/// Positions whose values are known, with the moves that show it.
#[derive(Clone, Default)]
pub struct KnownPositions(HashMap<Sealed, Position>);

impl KnownPositions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What came of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// Its positions are known now; so many of them were not before.
    Positions(usize),
    /// It is about another game or goal, of a form that does not name positions one by one, or does not hold by the rules
    /// of the question.
    Nothing,
}

/// The problem of a question.
struct Hosted(Rc<dyn Host>);

impl Borrow<dyn AnyProblem> for Hosted {
    fn borrow(&self) -> &(dyn AnyProblem + 'static) {
        self.0.problem()
    }
}

/// The problem of a question, in which known positions are finished.
pub(crate) struct KnownGame {
    problem: WithKnown<Hosted>,
    positions: HashMap<Sealed, Position>,
}

/// The moves at the choices of a strategy, by states.
type Choices = HashMap<Sealed, Sealed>;

impl KnownGame {
    fn new(question: &ErasedQuestion, positions: KnownPositions) -> Self {
        let values = positions.0.iter().map(|(state, position)| (state.clone(), position.value));
        let problem = WithKnown::new(Hosted(Rc::clone(&question.host)), KnownValues::new(values));
        Self { problem, positions: positions.0 }
    }

    pub(crate) fn problem(&self) -> Erased<'_> {
        Erased::new(&self.problem)
    }

    pub(crate) fn values(&self) -> &KnownValues {
        self.problem.values()
    }

    /// What a search has found, with the moves of the known positions that it stopped at: a proof that rests on the rules alone.
    pub(crate) fn whole_proof(
        &self,
        rules: Erased<'_>,
        search: &impl SolvedGraph<State = Sealed>,
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
                    let known = self.positions.get(&state).filter(|position| position.value == value);
                    let known = known.and_then(|position| position.choice.as_ref());
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

/// A problem that begins with another of its states.
struct BeginningAt<'a> {
    problem: Erased<'a>,
    root: Sealed,
}

impl Problem for BeginningAt<'_> {
    type State = Sealed;
    type Move = u32;

    fn root(&self) -> Sealed {
        self.root.clone()
    }

    fn status(&self, state: &Sealed) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &Sealed, visit: impl FnMut(u32, Sealed)) {
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

impl Dominance for BeginningAt<'_> {}

impl Describe for BeginningAt<'_> {
    fn state_text(&self, state: &Sealed) -> String {
        self.problem.state_text(state)
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        self.problem.move_text(state, mv)
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.problem.successor(state, text)
    }
}

impl Task {
    /// Why positions of other questions are of no use to this one; `None` if they are of use.
    pub fn no_known_positions(&self) -> Option<&'static str> {
        let host = self.question.host();
        let problem = self.question.problem();
        if host.whole().is_some() {
            Some("the game is searched in a smaller form than that of its certificates")
        } else if !host.stands_alone() || !host.judges_itself() {
            Some("what its positions mean depends on the question")
        } else if problem.repetition() == Some(Repetition::MoverLoses) && problem.rank(&problem.root()).is_none() {
            Some("values depend on the line of play")
        } else {
            None
        }
    }

    /// Takes in the positions of a whole certificate about the same game and goal, once it has been checked with the rules of this
    /// question.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if it is no whole certificate.
    pub fn learn(&self, known: &mut KnownPositions, certificate: &[u8]) -> Result<Learned, ReadError> {
        let mut reader = Reader::new(certificate)?;
        let header = reader.header().clone();
        let is_of_use = self.no_known_positions().is_none()
            && [&*header.game, &*header.goal] == [self.game(), self.goal()]
            && reader.version() != Version::Sequences;
        let opened =
            is_of_use.then(|| self.catalog.read_question(&header.game, Some(&header.position), Some(&header.goal)));
        let Some(Ok((opened, _))) = opened else { return Ok(Learned::Nothing) };
        let (problem, root) = (self.question.problem(), opened.problem().root());
        if !root.is_like(&problem.root()) {
            return Ok(Learned::Nothing);
        }
        match check(&BeginningAt { problem, root: root.clone() }, &mut reader) {
            Ok(_) => {}
            Err(CheckError::Read(error)) => return Err(error),
            Err(_) => return Ok(Learned::Nothing),
        }
        let before = known.len();
        let value = header.verdict;
        let mut reader = Reader::new(certificate)?;
        let mut states: Vec<Option<Sealed>> = vec![None; reader.record_count() as usize];
        states[0] = Some(root);
        while let Some(record) = reader.next_record()? {
            let Some(state) = states[record.index() as usize].clone() else { continue };
            let mut reached = None;
            for edge in record.edges() {
                let slot = &mut states[edge.child as usize];
                if slot.is_none() || record.kind() == RecordKind::Choice {
                    *slot = problem.successor(&state, edge.mv);
                    reached.clone_from(slot);
                }
            }
            if record.kind() != RecordKind::Leaf {
                let choice = if record.kind() == RecordKind::Choice { reached } else { None };
                known.0.entry(state).or_insert(Position { value, choice });
            }
        }
        Ok(Learned::Positions(known.len() - before))
    }

    /// The same question, for which known positions are finished. They are those that it has [learned](Self::learn).
    #[must_use]
    pub fn with_known(mut self, positions: KnownPositions) -> Self {
        if !positions.is_empty() {
            self.question.known = Some(KnownGame::new(&self.question, positions));
        }
        self
    }
}
