//! Proofs as clauses, and why nothing proves an atom as remarks.
//!
//! The idea: what a strategy has chosen is all that is needed. A proof names one clause for each atom that is no fact, and put
//! in order, premises first, these clauses are a program by themselves. A disproof names for each clause an atom of its
//! body that does not follow.

use std::collections::{HashMap, HashSet};

use proofset_core::{Describe, Problem};

use crate::derivation::{Derivation, Part, Step};

impl Derivation {
    /// The clauses of a proof, each behind those for the atoms of its body. `steps` are those of a strategy that proves the
    /// goal: from each atom that is no fact to one clause, from the clause to each atom of its body.
    ///
    /// What is written is a program that has this proof and nothing else. `None` if `steps` are no proof.
    pub fn proof_text(&self, steps: &[(Step, Step)]) -> Option<String> {
        let chosen: HashMap<Step, Step> = steps.iter().copied().filter(|&(from, _)| self.is_atom(from)).collect();
        let mut text = String::new();
        let mut done = HashSet::new();
        // The atoms that wait for others, each with the clause that derives it, and those of its atoms that were not looked at.
        let mut waiting: Vec<(Step, Option<Step>, Vec<Step>)> = Vec::new();
        let mut open = HashSet::new();
        let mut next = Some(self.root());
        loop {
            if let Some(atom) = next.take()
                && !done.contains(&atom)
            {
                if !open.insert(atom) {
                    return None;
                }
                let clause = if self.is_fact(atom) { None } else { Some(*chosen.get(&atom)?) };
                let mut body = Vec::new();
                if let Some(clause) = &clause {
                    self.for_each_successor(clause, |_, atom| body.push(atom));
                }
                body.reverse();
                waiting.push((atom, clause, body));
            }
            let Some((atom, clause, body)) = waiting.last_mut() else { return Some(text) };
            next = body.pop();
            if next.is_none() {
                text.push_str(&self.whole_text(clause.unwrap_or(*atom)));
                text.push_str(".\n");
                done.insert(*atom);
                waiting.pop();
            }
        }
    }

    /// Why the goal does not follow, in remarks: for each clause an atom of its body that does not either. `steps` are those
    /// of a strategy that disproves the goal: from each atom to all of its clauses, from a clause to one atom of its body.
    pub fn disproof_text(&self, steps: &[(Step, Step)]) -> String {
        let mut remarks = vec![format!("{} does not follow", self.goal())];
        let mut told = HashSet::new();
        for atom in std::iter::once(self.root()).chain(steps.iter().map(|&(_, to)| to)) {
            if self.is_atom(atom) && told.insert(atom) && self.has_no_clause(atom) {
                remarks.push(format!("{} is no fact and has no clause", self.state_text(&atom)));
            }
        }
        for (clause, atom) in steps.iter().filter(|&&(from, _)| !self.is_atom(from)) {
            remarks.push(format!("{}: not {}", self.state_text(clause), self.state_text(atom)));
        }
        remarks.iter().flat_map(|remark| ["% ", remark, ".\n"]).collect()
    }

    /// A clause as the program has it, however long it is, or an atom.
    fn whole_text(&self, step: Step) -> String {
        match self.part(step) {
            Part::Atom(atom) => self.program().name(atom).to_owned(),
            Part::Clause(clause) => self.program().clause_text(clause),
        }
    }

    fn is_atom(&self, step: Step) -> bool {
        matches!(self.part(step), Part::Atom(_))
    }

    fn is_fact(&self, step: Step) -> bool {
        matches!(self.part(step), Part::Atom(atom) if self.program().atoms[atom as usize].fact)
    }

    fn has_no_clause(&self, step: Step) -> bool {
        matches!(self.part(step), Part::Atom(atom) if self.program().atoms[atom as usize].clauses.is_empty())
    }
}
