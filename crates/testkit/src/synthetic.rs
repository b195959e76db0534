//! A random game that is never stored: each state is the seed of its own future.
//!
//! The idea: a state is 64 bits, the ply in the upper 16 and a label in the lower 48. A hash of the game's seed and the
//! state seeds a generator, from which the state draws its value or its children. Children get a label of 48 fresh
//! bits, which no other node is likely to have, or one of a few labels that the whole ply shares: a transposition.
//!
//! The invariants: the same parameters give the same game; every move leads to the next ply, so the ply is a rank; OR
//! and AND plies alternate, an OR node at the root.
//!
//! The cost: a few nanoseconds a state and a successor, and no memory. The hash is the finaliser of G. Steele, D. Lea
//! and C. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.

use std::ops::RangeInclusive;

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};
use proofset_sharing::scatter;

const LABEL_BITS: u32 = 48;
const LABEL_MASK: u64 = (1 << LABEL_BITS) - 1;

/// The parameters of a synthetic game, which are the game. Rates are probabilities from 0 to 1.
///
/// ```
/// use proofset_core::{Problem, Role, Status};
/// use proofset_testkit::synthetic::SyntheticGame;
///
/// let game = SyntheticGame { seed: 7, depth: 40, ..SyntheticGame::default() };
/// assert_eq!(game.status(&game.root()), Status::Open(Role::Or));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SyntheticGame {
    /// Different seeds give unrelated games.
    pub seed: u64,
    /// States of this ply are terminal. With 0, the root is.
    pub depth: u16,
    /// Moves of an open state. Two of them may lead to the same state. A range that begins at 0 gives dead ends.
    pub branching: RangeInclusive<u32>,
    /// How often a move leads to a shared state. 0 makes trees, but for one chance in 2^48 per two states of a ply.
    pub transposition: f64,
    /// Shared states of each ply: at least one.
    pub shared_states: u32,
    /// How often a state before the last ply is terminal; the root never is.
    pub terminal: f64,
    /// How often a terminal state is proven; the others are disproven.
    pub proven: f64,
}

impl Default for SyntheticGame {
    /// Twelve plies of two to four moves, with some transpositions and early ends.
    fn default() -> Self {
        Self { seed: 0, depth: 12, branching: 2..=4, transposition: 0.3, shared_states: 64, terminal: 0.1, proven: 0.5 }
    }
}

impl SyntheticGame {
    /// The ply of a state: its distance from the root.
    pub fn ply(state: u64) -> u16 {
        (state >> LABEL_BITS) as u16
    }

    /// The value of the state if it is terminal, else the generator from which its moves are drawn.
    fn future(&self, state: u64) -> Result<Value, Rng> {
        let mut rng = Rng::with_seed(scatter(scatter(self.seed) ^ state));
        let ends = rng.f64() < self.terminal && state != 0;
        if !ends && Self::ply(state) < self.depth {
            Err(rng)
        } else if rng.f64() < self.proven {
            Ok(Value::Proven)
        } else {
            Ok(Value::Disproven)
        }
    }
}

impl Problem for SyntheticGame {
    type State = u64;
    /// The number of the move in its state, from 0.
    type Move = u32;

    fn root(&self) -> u64 {
        0
    }

    fn status(&self, &state: &u64) -> Status {
        match self.future(state) {
            Ok(value) => Status::Decided(value),
            Err(_) if Self::ply(state) % 2 == 0 => Status::Open(Role::Or),
            Err(_) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &state: &u64, mut visit: impl FnMut(u32, u64)) {
        let Err(mut rng) = self.future(state) else { return };
        let next_ply = (u64::from(Self::ply(state)) + 1) << LABEL_BITS;
        for number in 0..rng.u32(self.branching.clone()) {
            let label = if rng.f64() < self.transposition {
                u64::from(rng.u32(..self.shared_states))
            } else {
                rng.u64(..) & LABEL_MASK
            };
            visit(number, next_ply | label);
        }
    }

    fn rank(&self, &state: &u64) -> Option<u32> {
        Some(u32::from(Self::ply(state)))
    }
}

impl Dominance for SyntheticGame {}

impl Describe for SyntheticGame {
    fn state_text(&self, &state: &u64) -> String {
        format!("{}:{:012x}", Self::ply(state), state & LABEL_MASK)
    }

    fn move_text(&self, _state: &u64, number: u32) -> String {
        number.to_string()
    }
}
