//! Horn programs: which atoms follow from the facts?
//!
//! The idea: an atom is an OR node over its clauses, a clause an AND node over its body. Lemmas are shared wherever two
//! bodies name the same atom. Two ordinary kinds of random programs, in neither of which the sharing is tuned:
//!
//! * [`packages`](HornProgram::packages): a package is installable if one of its versions is, a version if all that it
//!   depends on is. A dependency is copied from an earlier package or drawn evenly, so some packages become hubs; the
//!   copying model of R. Kumar and others, Stochastic models for the web graph, 2000.
//! * [`path_system`](HornProgram::path_system): Cook's path systems, in which an element follows from two others (S. A.
//!   Cook, An observation on time-storage trade off, 1974).
//!
//! The invariant: the body of a clause names smaller atoms only, so programs are acyclic and the distance from the
//! largest atom is a rank. The cost: the whole program is in memory, a few words a clause.

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// A program without variables, and the question whether its last atom follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HornProgram {
    atoms: Vec<Atom>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    /// Given.
    Fact(Value),
    /// The bodies of the clauses for it.
    Derived(Vec<Vec<u32>>),
}

/// An atom, or one of its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The number of the atom.
    pub atom: u32,
    /// The number of the clause, if this is one.
    pub clause: Option<u32>,
}

/// What a network of packages is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packages {
    /// Packages in all.
    pub count: u32,
    /// How many of the oldest depend on nothing.
    pub base: u32,
    /// The most versions of a package; it has at least one.
    pub versions: usize,
    /// The most dependencies of a version; it has at least one.
    pub dependencies: usize,
    /// How often a dependency is one that an older package has already, instead of any older package.
    pub copying: f64,
    /// How often a package of the base cannot be had.
    pub missing: f64,
}

/// What a path system is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSystem {
    /// Elements in all.
    pub count: u32,
    /// How many of the smallest are given.
    pub base: u32,
    /// The most pairs from which an element follows; it has at least one.
    pub pairs: usize,
    /// Both elements of a pair are among this many below the element.
    pub window: u32,
    /// How often an element of the base is false.
    pub missing: f64,
}

impl HornProgram {
    /// A random network of packages; is the newest installable? The same seed gives the same network.
    pub fn packages(packages: &Packages, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut atoms = facts(packages.base, packages.missing, &mut rng);
        // Every package once for itself, and once for each version that depends on it.
        let mut named: Vec<u32> = (0..packages.base).collect();
        for package in packages.base..packages.count {
            let versions = (0..rng.usize(1..=packages.versions)).map(|_| {
                let body = (0..rng.usize(1..=packages.dependencies)).map(|_| {
                    if rng.f64() < packages.copying { named[rng.usize(..named.len())] } else { rng.u32(..package) }
                });
                body.collect::<Vec<_>>()
            });
            let versions: Vec<Vec<u32>> = versions.map(normal).collect();
            named.extend(versions.iter().flatten());
            named.push(package);
            atoms.push(Atom::Derived(versions));
        }
        Self { atoms }
    }

    /// A random path system; does the largest element follow? The same seed gives the same system.
    pub fn path_system(system: &PathSystem, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut atoms = facts(system.base, system.missing, &mut rng);
        for element in system.base..system.count {
            let lowest = element.saturating_sub(system.window);
            let pairs = (0..rng.usize(1..=system.pairs)).map(|_| [0; 2].map(|_| rng.u32(lowest..element)).to_vec());
            atoms.push(Atom::Derived(pairs.map(normal).collect()));
        }
        Self { atoms }
    }
}

fn facts(base: u32, missing: f64, rng: &mut Rng) -> Vec<Atom> {
    let value = |rng: &mut Rng| if rng.f64() < missing { Value::Disproven } else { Value::Proven };
    (0..base).map(|_| Atom::Fact(value(rng))).collect()
}

/// A body in which every atom stands once.
fn normal(mut body: Vec<u32>) -> Vec<u32> {
    body.sort_unstable();
    body.dedup();
    body
}

impl Problem for HornProgram {
    type State = Step;
    /// The number of the clause, or the atom of the body.
    type Move = u32;

    fn root(&self) -> Step {
        Step { atom: self.atoms.len() as u32 - 1, clause: None }
    }

    fn status(&self, step: &Step) -> Status {
        match (&self.atoms[step.atom as usize], step.clause) {
            (&Atom::Fact(value), _) => Status::Decided(value),
            (Atom::Derived(_), None) => Status::Open(Role::Or),
            (Atom::Derived(_), Some(_)) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, step: &Step, mut visit: impl FnMut(u32, Step)) {
        let Atom::Derived(clauses) = &self.atoms[step.atom as usize] else { return };
        match step.clause {
            None => (0..clauses.len() as u32).for_each(|clause| visit(clause, Step { clause: Some(clause), ..*step })),
            Some(clause) => clauses[clause as usize].iter().for_each(|&atom| visit(atom, Step { atom, clause: None })),
        }
    }

    fn rank(&self, step: &Step) -> Option<u32> {
        Some(2 * (self.atoms.len() as u32 - 1 - step.atom) + u32::from(step.clause.is_some()))
    }
}

impl Dominance for HornProgram {}

impl Describe for HornProgram {
    fn state_text(&self, step: &Step) -> String {
        match step.clause {
            None => format!("p{}", step.atom),
            Some(clause) => format!("p{}, clause {clause}", step.atom),
        }
    }

    fn move_text(&self, _step: &Step, mv: u32) -> String {
        mv.to_string()
    }
}
