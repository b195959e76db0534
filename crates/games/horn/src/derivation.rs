//! The question whether an atom follows, as an AND/OR graph.
//!
//! The idea: a step is a number. The atoms come first, the clauses behind them. A fact is proven and an atom without clauses
//! disproven by the rules alone, so that a search need not expand either.

use proofset_core::{Describe, Dominance, Pack, Packer, Problem, Repetition, Role, Status, Unpacker, Value};

use crate::program::{Clause, Program};

/// The most bytes of a clause that is named by what it says; those of proofs on file have room for four times as many.
const MOST_TEXT: usize = 1000;

/// The question whether an atom of a [`Program`] follows.
///
/// Methods that take a [`Step`] expect one of this program, and may panic on that of a larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    program: Program,
    goal: u32,
}

/// An atom to derive, or a clause to derive it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u32);

impl Pack for Step {
    const BITS: u32 = u32::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        self.0.pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self(u32::unpack(from))
    }
}

/// A step, taken apart.
pub(crate) enum Part {
    Atom(u32),
    Clause(u32),
}

impl Program {
    /// The question whether an atom follows; `None` if no clause names it.
    pub fn ask(self, atom: &str) -> Option<Derivation> {
        let goal = self.atoms().position(|name| name == atom)?;
        Some(Derivation { program: self, goal: goal as u32 })
    }
}

impl Derivation {
    /// The clauses.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The name of the atom that is asked for.
    pub fn goal(&self) -> &str {
        self.program.name(self.goal)
    }

    pub(crate) fn part(&self, Step(number): Step) -> Part {
        match number.checked_sub(self.program.atoms.len() as u32) {
            None => Part::Atom(number),
            Some(clause) => Part::Clause(clause),
        }
    }

    fn clause(&self, clause: u32) -> Step {
        Step(self.program.atoms.len() as u32 + clause)
    }
}

impl Problem for Derivation {
    type State = Step;
    type Move = Step;

    fn root(&self) -> Step {
        Step(self.goal)
    }

    fn status(&self, &step: &Step) -> Status {
        match self.part(step) {
            Part::Clause(_) => Status::Open(Role::And),
            Part::Atom(atom) => match &self.program.atoms[atom as usize] {
                atom if atom.fact => Status::Decided(Value::Proven),
                atom if atom.clauses.is_empty() => Status::Decided(Value::Disproven),
                _ => Status::Open(Role::Or),
            },
        }
    }

    fn for_each_successor(&self, &step: &Step, mut visit: impl FnMut(Step, Step)) {
        let mut visit = |step| visit(step, step);
        match self.part(step) {
            Part::Atom(atom) => {
                self.program.atoms[atom as usize].clauses.iter().for_each(|&clause| visit(self.clause(clause)));
            }
            Part::Clause(clause) => {
                self.program.clauses[clause as usize].body.iter().for_each(|&atom| visit(Step(atom)));
            }
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::Disproves)
    }
}

impl Dominance for Derivation {}

/// A long clause is named by its head and its number among all clauses, from 1.
impl Describe for Derivation {
    fn state_text(&self, &step: &Step) -> String {
        match self.part(step) {
            Part::Atom(atom) => self.program.name(atom).to_owned(),
            Part::Clause(clause) => {
                let text = self.program.clause_text(clause);
                if text.len() <= MOST_TEXT {
                    return text;
                }
                let Clause { head, body } = &self.program.clauses[clause as usize];
                format!("{} <- ({} atoms, clause {})", self.program.name(*head), body.len(), clause + 1)
            }
        }
    }

    fn move_text(&self, _step: &Step, next: Step) -> String {
        self.state_text(&next)
    }
}
