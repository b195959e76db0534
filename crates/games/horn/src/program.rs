//! The clauses: atoms in a table, clauses by numbers, names only at the border.
//!
//! The invariants: the names of atoms differ; no body names an atom twice; no two clauses have the same head and the same
//! atoms in their bodies. The cost: a name and three words an atom, four words a clause, and 4 bytes for each atom of a body.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// Definite clauses without variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub(crate) atoms: Vec<Atom>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) query: Option<u32>,
}

/// What is known of an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) name: String,
    /// Whether it is given.
    pub(crate) fact: bool,
    /// The clauses for it with a body.
    pub(crate) clauses: Vec<u32>,
}

/// A clause; a fact has no body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) head: u32,
    pub(crate) body: Vec<u32>,
}

impl Program {
    /// What the text asks, if it does.
    pub fn query(&self) -> Option<&str> {
        self.query.map(|atom| self.name(atom))
    }

    /// The names of the atoms, in the order in which the text has them.
    pub fn atoms(&self) -> impl Iterator<Item = &str> {
        self.atoms.iter().map(|atom| &*atom.name)
    }

    /// Whether a clause has an atom of this name. One that is only asked about has none.
    pub fn mentions(&self, name: &str) -> bool {
        let is_it = |&atom: &u32| self.name(atom) == name;
        self.clauses.iter().any(|clause| is_it(&clause.head) || clause.body.iter().any(is_it))
    }

    /// How many clauses there are, facts among them.
    pub fn clause_count(&self) -> usize {
        self.clauses.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let atom = |atom: &Atom| atom.name.capacity() + atom.clauses.capacity() * size_of::<u32>();
        let clause = |clause: &Clause| clause.body.capacity() * size_of::<u32>();
        self.atoms.capacity() * size_of::<Atom>()
            + self.clauses.capacity() * size_of::<Clause>()
            + self.atoms.iter().map(atom).sum::<usize>()
            + self.clauses.iter().map(clause).sum::<usize>()
    }

    pub(crate) fn name(&self, atom: u32) -> &str {
        &self.atoms[atom as usize].name
    }

    /// A clause without its full stop.
    pub(crate) fn clause_text(&self, clause: u32) -> String {
        let Clause { head, body } = &self.clauses[clause as usize];
        let names: Vec<&str> = body.iter().map(|&atom| self.name(atom)).collect();
        let arrow = if body.is_empty() { "" } else { " <- " };
        format!("{}{arrow}{}", self.name(*head), names.join(", "))
    }
}

/// The clauses, one a line, each as it was first written; without what is asked.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.clauses.len() as u32).try_for_each(|clause| writeln!(f, "{}.", self.clause_text(clause)))
    }
}

/// A program while it is read.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    program: Program,
    numbers: HashMap<String, u32>,
    seen: HashSet<(u32, Vec<u32>)>,
}

impl Builder {
    /// The number of an atom.
    pub(crate) fn atom(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.program.atoms.len() as u32;
        self.program.atoms.push(Atom { name: name.to_owned(), fact: false, clauses: Vec::new() });
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Adds a clause, unless there is one like it.
    pub(crate) fn clause(&mut self, head: u32, mut body: Vec<u32>) {
        let mut named = HashSet::new();
        body.retain(|&atom| named.insert(atom));
        let mut sorted = body.clone();
        sorted.sort_unstable();
        if !self.seen.insert((head, sorted)) {
            return;
        }
        let atom = &mut self.program.atoms[head as usize];
        if body.is_empty() {
            atom.fact = true;
        } else {
            atom.clauses.push(self.program.clauses.len() as u32);
        }
        self.program.clauses.push(Clause { head, body });
    }

    /// Says what is asked. False if that was said before.
    pub(crate) fn query(&mut self, atom: u32) -> bool {
        self.program.query.replace(atom).is_none()
    }

    pub(crate) fn finish(self) -> Program {
        self.program
    }
}
