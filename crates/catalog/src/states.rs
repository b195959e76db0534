//! The graph of a question by numbers, for programs that build a part of it themselves.
//!
//! The idea: equal states have one number, so that whoever merges by numbers merges as the game does, and needs no text that
//! tells states apart.

use std::collections::HashMap;

use proofset_core::{Describe, Problem, Repetition, Status, state_hash};
use proofset_erased::Sealed;

use crate::Task;

/// The states of one question that have been met, each with a number; 0 is that of the position.
#[derive(Default)]
pub struct States {
    numbers: HashMap<Sealed, u32>,
    states: Vec<Sealed>,
}

/// A move from a state.
#[non_exhaustive]
pub struct NumberedMove {
    /// The move as certificates have it.
    pub text: String,
    /// The state that it leads to.
    pub number: u32,
    /// What the rules say of that state.
    pub status: Status,
}

impl States {
    fn number(&mut self, state: Sealed) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }
}

/// States whose moves a fingerprint is made of, and moves after which no more are asked for.
const FINGERPRINT: (usize, usize) = (64, 4096);

impl Task {
    /// A number that tells the rules of the question from others, as far as they are seen near its position: what is said of some
    /// states, which moves there are and in which order, and how states are hashed. It is the same in every process.
    pub fn fingerprint(&self) -> u64 {
        let problem = self.problem();
        let (most_states, most_moves) = FINGERPRINT;
        let mut states = vec![problem.root()];
        let (mut print, mut moves, mut next) = (0_u64, 0, 0);
        while next < states.len().min(most_states) && moves < most_moves {
            let state = states[next].clone();
            let status = problem.status(&state);
            print = state_hash(&(print, state_hash(&state), status, problem.rank(&state)));
            if let Status::Open(_) = status {
                problem.for_each_successor(&state, |_, reached| {
                    print = state_hash(&(print, state_hash(&reached)));
                    moves += 1;
                    if states.len() < most_states {
                        states.push(reached);
                    }
                });
            }
            next += 1;
        }
        state_hash(&(print, problem.repetition().map(Repetition::fixed_value)))
    }

    /// What the rules say of a state, and its moves in their order if play goes on there. The states that moves lead to get
    /// numbers, from 1 on as they are met. `None` if no state has this number.
    pub fn expand(&self, states: &mut States, number: u32) -> Option<(Status, Vec<NumberedMove>)> {
        let problem = self.problem();
        if states.states.is_empty() {
            states.number(problem.root());
        }
        let state = states.states.get(number as usize)?.clone();
        let status = problem.status(&state);
        let mut moves = Vec::new();
        if let Status::Open(_) = status {
            problem.for_each_successor(&state, |mv, next| {
                let (text, status) = (problem.move_text(&state, mv), problem.status(&next));
                moves.push(NumberedMove { text, number: states.number(next), status });
            });
        }
        Some((status, moves))
    }
}
