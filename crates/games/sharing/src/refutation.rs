//! Refutations by splitting: is a formula unsatisfiable?
//!
//! The idea: to refute a formula in conjunctive normal form, choose a variable (an OR node) and refute both halves (an
//! AND node): the procedure of Davis, Logemann and Loveland (1962). Clauses of one literal are satisfied at once. States
//! are what is left of the formula, so two assignments that leave the same clauses are one node: formula caching (P.
//! Beame, R. Impagliazzo, T. Pitassi and N. Segerlind, 2003). Every order of variables leads to a refutation, and they
//! differ in size from linear to exponential.
//!
//! The families are the classical ones: [`pigeonhole`](Refutation::pigeonhole) (`hole` of the DIMACS collection), and
//! [`parity`](Refutation::parity) (`dubois`).
//!
//! The invariants: clauses are sorted and different, and no clause has one literal; a variable that is gone does not
//! come back, so the number of variables left falls along every line. The cost: a state holds its clauses, 16 bytes each.

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// A clause: the variables that it names positively, and those that it names negatively, as bits.
type Clause = (u64, u64);

/// The clause that cannot be satisfied.
const EMPTY: Clause = (0, 0);

/// A formula of at most 64 variables, and the question whether it can be refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    variables: u32,
    clauses: Vec<Clause>,
}

/// What is left of the formula, and the variable to split, if it has been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Residue {
    clauses: Vec<Clause>,
    split: Option<u8>,
}

impl Refutation {
    /// A formula from its clauses; literals are variables from 1 on, negated below 0. The seed renames the variables.
    ///
    /// # Panics
    ///
    /// With more than 64 variables, or a literal 0.
    pub fn new(clauses: &[Vec<i32>], seed: u64) -> Self {
        let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        assert!(variables <= 64, "a formula has at most 64 variables, not {variables}");
        let mut names: Vec<u32> = (0..variables).collect();
        Rng::with_seed(seed).shuffle(&mut names);
        let clause = |literals: &Vec<i32>| {
            literals.iter().fold(EMPTY, |(positive, negative), &literal| {
                assert!(literal != 0, "variables count from 1");
                let bit = 1 << names[literal.unsigned_abs() as usize - 1];
                if literal > 0 { (positive | bit, negative) } else { (positive, negative | bit) }
            })
        };
        Self { variables, clauses: propagated(clauses.iter().map(clause).collect()) }
    }

    /// One pigeon more than holes, two of which share no hole: `holes * (holes + 1)` variables.
    pub fn pigeonhole(holes: u32, seed: u64) -> Self {
        let holes = i32::try_from(holes).expect("few holes");
        let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<i32>> =
            (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
        for hole in 0..holes {
            for pigeon in 0..=holes {
                clauses.extend((0..pigeon).map(|other| vec![-sits(pigeon, hole), -sits(other, hole)]));
            }
        }
        Self::new(&clauses, seed)
    }

    /// Two chains of exclusive ors over the same inputs, whose sums differ: `3 * inputs - 4` variables.
    pub fn parity(inputs: u32, seed: u64) -> Self {
        assert!(inputs >= 3, "a chain has at least three inputs");
        let inputs = i32::try_from(inputs).expect("few inputs");
        let mut clauses = Vec::new();
        let mut partial = inputs;
        for odd in [false, true] {
            let mut sum = 1;
            for input in 2..inputs {
                partial += 1;
                exclusive_or(&[sum, input, partial], false, &mut clauses);
                sum = partial;
            }
            exclusive_or(&[sum, inputs], odd, &mut clauses);
        }
        Self::new(&clauses, seed)
    }
}

/// An odd (or even) number of these variables is true.
fn exclusive_or(variables: &[i32], odd: bool, clauses: &mut Vec<Vec<i32>>) {
    for signs in 0..1_u32 << variables.len() {
        if (signs.count_ones() % 2 == 1) != odd {
            let literal =
                |(place, &variable): (usize, &i32)| if signs >> place & 1 == 1 { -variable } else { variable };
            clauses.push(variables.iter().enumerate().map(literal).collect());
        }
    }
}

/// What is left once the variable has this value.
fn assigned(clauses: &[Clause], variable: u32, value: bool) -> Vec<Clause> {
    let bit = 1_u64 << variable;
    let holds = |&(positive, negative): &Clause| (if value { positive } else { negative }) & bit != 0;
    clauses
        .iter()
        .filter(|clause| !holds(clause))
        .map(|&(positive, negative)| (positive & !bit, negative & !bit))
        .collect()
}

/// The clauses in normal form, after all clauses of one literal have had their way.
fn propagated(mut clauses: Vec<Clause>) -> Vec<Clause> {
    loop {
        clauses.sort_unstable();
        clauses.dedup();
        if clauses.first() == Some(&EMPTY) {
            return vec![EMPTY];
        }
        let Some(&(positive, negative)) = clauses.iter().find(|clause| (clause.0 | clause.1).is_power_of_two()) else {
            return clauses;
        };
        clauses = assigned(&clauses, (positive | negative).trailing_zeros(), positive != 0);
    }
}

impl Residue {
    fn variables(&self) -> u64 {
        self.clauses.iter().fold(0, |variables, clause| variables | clause.0 | clause.1)
    }
}

impl Problem for Refutation {
    type State = Residue;
    /// The variable to split, or the value that it takes.
    type Move = u8;

    fn root(&self) -> Residue {
        Residue { clauses: self.clauses.clone(), split: None }
    }

    fn status(&self, residue: &Residue) -> Status {
        match (residue.split, residue.clauses.first()) {
            (Some(_), _) => Status::Open(Role::And),
            (None, None) => Status::Decided(Value::Disproven),
            (None, Some(&EMPTY)) => Status::Decided(Value::Proven),
            (None, Some(_)) => Status::Open(Role::Or),
        }
    }

    fn for_each_successor(&self, residue: &Residue, mut visit: impl FnMut(u8, Residue)) {
        match residue.split {
            None => {
                let variables = residue.variables();
                for variable in (0..64).filter(|variable| variables >> variable & 1 == 1) {
                    visit(variable, Residue { clauses: residue.clauses.clone(), split: Some(variable) });
                }
            }
            Some(variable) => {
                for value in [false, true] {
                    let clauses = propagated(assigned(&residue.clauses, u32::from(variable), value));
                    visit(u8::from(value), Residue { clauses, split: None });
                }
            }
        }
    }

    fn owned_bytes(&self, residue: &Residue) -> usize {
        residue.clauses.capacity() * size_of::<Clause>()
    }

    fn rank(&self, residue: &Residue) -> Option<u32> {
        Some(2 * (self.variables - residue.variables().count_ones()) + u32::from(residue.split.is_some()))
    }
}

impl Dominance for Refutation {}

impl Describe for Refutation {
    fn state_text(&self, residue: &Residue) -> String {
        let literals = |&(positive, negative): &Clause| {
            let names = |bits: u64, sign: &'static str| {
                (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| format!("{sign}{}", bit + 1))
            };
            names(positive, "").chain(names(negative, "-")).collect::<Vec<_>>().join(" ")
        };
        let clauses: Vec<String> = residue.clauses.iter().map(|clause| format!("({})", literals(clause))).collect();
        let split = residue.split.map_or(String::new(), |variable| format!(" split {}", variable + 1));
        clauses.concat() + &split
    }

    fn move_text(&self, residue: &Residue, mv: u8) -> String {
        match residue.split {
            None => (mv + 1).to_string(),
            Some(_) => if mv == 1 { "true" } else { "false" }.to_owned(),
        }
    }
}
