//! Giving a problem a rank, and taking it away: to search the same graph with and without one.
//!
//! The idea: the longest distance from the root strictly increases along every edge of an acyclic graph, so every
//! finite acyclic problem has a rank once it has been walked through.
//!
//! The cost: [`Ranked::new`] generates every state that the root reaches and keeps them all.

use std::collections::HashMap;

use proofset_core::{Describe, Dominance, Problem, Repetition, Status, Value};

/// A problem with the longest distance from the root as its rank.
#[derive(Clone, Debug)]
pub struct Ranked<P: Problem> {
    problem: P,
    rank: HashMap<P::State, u32>,
}

impl<P: Problem> Ranked<P> {
    /// Walks through the whole problem, which must be finite and acyclic.
    ///
    /// # Panics
    ///
    /// If a state can be reached from itself.
    pub fn new(problem: P) -> Self {
        let order = children_first(&problem);
        let mut rank: HashMap<P::State, u32> = order.iter().map(|state| (state.clone(), 0)).collect();
        for state in order.iter().rev() {
            let below = rank[state] + 1;
            for child in successors(&problem, state) {
                let known = rank.get_mut(&child).expect("the walk saw every successor");
                *known = below.max(*known);
            }
        }
        Self { problem, rank }
    }

    /// The problem itself.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// How many states the root reaches, itself included.
    pub fn state_count(&self) -> usize {
        self.rank.len()
    }
}

/// All states, each after its successors; with a stack of its own, for problems may be deep.
fn children_first<P: Problem>(problem: &P) -> Vec<P::State> {
    let mut order = Vec::new();
    // Whether the walk is through with the state; false for the states of the current path.
    let mut done = HashMap::from([(problem.root(), false)]);
    let mut path = vec![(problem.root(), successors(problem, &problem.root()).into_iter())];
    while let Some((_, rest)) = path.last_mut() {
        if let Some(child) = rest.next() {
            match done.get(&child) {
                Some(true) => {}
                Some(false) => panic!("a state of the problem can be reached from itself: it has no rank"),
                None => {
                    done.insert(child.clone(), false);
                    let rest = successors(problem, &child).into_iter();
                    path.push((child, rest));
                }
            }
        } else if let Some((state, _)) = path.pop() {
            done.insert(state.clone(), true);
            order.push(state);
        }
    }
    order
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<P::State> {
    let mut successors = Vec::new();
    if let Status::Open(_) = problem.status(state) {
        problem.for_each_successor(state, |_, child| successors.push(child));
    }
    successors
}

impl<P: Problem> Problem for Ranked<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.problem.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.rank.get(state).copied()
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        self.problem.owned_bytes(state)
    }
}

impl<P: Dominance> Dominance for Ranked<P> {
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        self.problem.decides(known, value, state)
    }

    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        self.problem.common(one, value, other)
    }
}

impl<P: Describe> Describe for Ranked<P> {
    fn state_text(&self, state: &P::State) -> String {
        self.problem.state_text(state)
    }

    fn move_text(&self, state: &P::State, mv: P::Move) -> String {
        self.problem.move_text(state, mv)
    }
}

/// A problem that hides its rank, so that searches must find the order of its states themselves.
#[derive(Clone, Debug)]
pub struct Unranked<P>(pub P);

impl<P: Problem> Problem for Unranked<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.0.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.0.for_each_successor(state, visit);
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition()
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        self.0.owned_bytes(state)
    }
}

impl<P: Dominance> Dominance for Unranked<P> {
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        self.0.decides(known, value, state)
    }

    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        self.0.common(one, value, other)
    }
}

impl<P: Describe> Describe for Unranked<P> {
    fn state_text(&self, state: &P::State) -> String {
        self.0.state_text(state)
    }

    fn move_text(&self, state: &P::State, mv: P::Move) -> String {
        self.0.move_text(state, mv)
    }
}
