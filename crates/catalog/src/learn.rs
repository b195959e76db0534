//! Certificates of other questions, checked and taken in as [known positions](KnownPositions).

use std::borrow::Borrow;
use std::io::Read;
use std::rc::Rc;

use proofset_certificate::{CheckError, ReadError, Reader, RecordKind, Version, check};
use proofset_core::{Describe, Problem, Repetition, Status, Value, goes_by_lines};
use proofset_cursor::Pair;
use proofset_erased::{AnyProblem, Erased, Sealed};

use crate::host::Host;
use crate::known::{KnownGame, KnownPositions};
use crate::task::Task;

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
struct ProblemOf(Rc<Host>);

impl Borrow<dyn AnyProblem> for ProblemOf {
    fn borrow(&self) -> &(dyn AnyProblem + 'static) {
        self.0.problem()
    }
}

/// A problem that begins with another of its states, in which a state decides itself alone.
struct BeginningAt<'a> {
    problem: &'a dyn AnyProblem,
    root: Sealed,
}

impl AnyProblem for BeginningAt<'_> {
    fn root(&self) -> Sealed {
        self.root.clone()
    }

    fn status(&self, state: &Sealed) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &Sealed, visit: &mut dyn FnMut(u32, Sealed)) {
        self.problem.for_each_successor(state, visit);
    }

    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        self.problem.paired_children(state, other, most)
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }

    fn decides(&self, known: &Sealed, _value: Value, state: &Sealed) -> bool {
        known == state
    }

    fn common(&self, one: &Sealed, _value: Value, other: &Sealed) -> Option<Sealed> {
        (one == other).then(|| one.clone())
    }

    fn state_text(&self, state: &Sealed) -> String {
        self.problem.state_text(state)
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        self.problem.move_text(state, mv)
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.problem.successor(state, text)
    }

    fn owned_bytes(&self, state: &Sealed) -> usize {
        self.problem.owned_bytes(state)
    }

    fn state_bytes(&self) -> usize {
        self.problem.state_bytes()
    }
}

/// A certificate that is at hand, to be read as one from a file is.
pub(crate) fn reader(certificate: &[u8]) -> Result<Reader<Box<dyn Read + '_>>, ReadError> {
    Reader::new(Box::new(certificate))
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
        } else if goes_by_lines(&problem) {
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
        let mut reader = reader(certificate)?;
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
        let beginning = BeginningAt { problem: self.question.host().problem(), root: root.clone() };
        match check(&Erased::new(&beginning), &mut reader) {
            Ok(_) => {}
            Err(CheckError::Read(error)) => return Err(error),
            Err(_) => return Ok(Learned::Nothing),
        }
        let before = known.len();
        let value = header.verdict;
        let mut reader = self::reader(certificate)?;
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
                known.add(state, value, choice);
            }
        }
        Ok(Learned::Positions(known.len() - before))
    }

    /// The same question, for which these known positions are finished, and no others. They are those that it has
    /// [learned](Self::learn).
    #[must_use]
    pub fn with_known(mut self, positions: KnownPositions) -> Self {
        let host = || ProblemOf(Rc::clone(&self.question.host));
        self.question.known = (!positions.is_empty()).then(|| KnownGame::new(host(), positions));
        self
    }
}
