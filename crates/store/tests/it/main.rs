//! Stores of states in memory, and what searches do with them.

mod expander;
mod growing_dag;
mod growth;
mod interned;

use std::cell::Cell;

use proofset_core::{Cancel, Limits, NodeId, Problem, Role, Status, Value};

/// A graph given by the successors of each of its states, which are numbers.
#[derive(Clone, Default)]
struct Net {
    successors: Vec<Vec<u32>>,
    /// Ranks, if there are any.
    ranks: Option<Vec<u32>>,
    proven: Vec<u32>,
    /// Raised when the rules are asked about this state.
    raised_at: Option<u32>,
    cancel: Cancel,
    /// How often the rules were asked.
    asked: Cell<u32>,
}

impl Net {
    fn new(successors: &[&[u32]]) -> Self {
        Self { successors: successors.iter().map(|&list| list.into()).collect(), ..Self::default() }
    }

    /// State 0 leads to so many others.
    fn wide(width: u32) -> Self {
        Self { successors: vec![(1..=width).collect()], ..Self::default() }
    }

    fn limits(&self) -> Limits {
        Limits::none().with_cancel(self.cancel.clone())
    }
}

impl Problem for Net {
    type State = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn status(&self, state: &u32) -> Status {
        self.asked.set(self.asked.get() + 1);
        if self.raised_at == Some(*state) {
            self.cancel.raise();
        }
        if self.proven.contains(state) { Status::Decided(Value::Proven) } else { Status::Open(Role::Or) }
    }

    fn for_each_successor(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
        self.successors.get(state as usize).into_iter().flatten().for_each(|&next| visit(next, next));
    }

    fn rank(&self, &state: &u32) -> Option<u32> {
        Some(self.ranks.as_ref()?[state as usize])
    }
}

fn node(index: usize) -> NodeId {
    NodeId::new(index).expect("small")
}
