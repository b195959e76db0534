//! The same problem with its moves in another order, drawn from a seed: to tell what a search owes to luck.
//!
//! The idea: whenever several children are equally good, a search takes the first, so the order of moves decides ties
//! and with them the size of the search. [`Shuffled`] leaves the graph as it is and lists the successors of each state
//! in a random order. There are two ways to draw it: for each state on its own, or once for all states, as a programmer
//! who lists the cells of a board in some order does.
//!
//! The invariants: states, values, edges and ranks are those of the problem; the same seed gives the same orders; equal
//! states have equal orders. Different moves whose texts have the same hash stay in the order of the problem.
//!
//! The cost: a list of the successors, and for orders by move a text for each. The hash is FNV-1a with 64 bits.

use std::hash::{Hash, Hasher};

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Repetition, Status, Value};
use proofset_sharing::scatter;

/// How the orders of different states are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// None: each state draws its own order, from the seed and a hash of the state.
    ByState,
    /// The moves are ranked once, by a hash of the seed and their texts, and every state lists its moves by that rank.
    /// On a board on which stones are placed, this is a random order of the cells.
    ByMove,
}

/// A problem whose moves come in another order.
///
/// ```
/// use proofset_core::Problem;
/// use proofset_testkit::shuffled::{MoveOrder, Shuffled};
/// use proofset_testkit::synthetic::SyntheticGame;
///
/// let moves = |seed| {
///     let game = Shuffled::new(SyntheticGame { branching: 9..=9, ..SyntheticGame::default() }, MoveOrder::ByMove, seed);
///     let mut moves = Vec::new();
///     game.for_each_successor(&game.root(), |mv, _| moves.push(mv));
///     moves
/// };
/// assert_eq!(moves(1), moves(1));
/// assert_ne!(moves(1), moves(2));
/// ```
#[derive(Clone, Debug)]
pub struct Shuffled<P> {
    problem: P,
    order: MoveOrder,
    seed: u64,
}

impl<P> Shuffled<P> {
    /// The problem with its moves in the order of this seed.
    pub fn new(problem: P, order: MoveOrder, seed: u64) -> Self {
        Self { problem, order, seed }
    }

    /// The problem itself.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    fn hash(&self, value: &(impl Hash + ?Sized)) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        value.hash(&mut hasher);
        scatter(scatter(self.seed) ^ hasher.finish())
    }
}

impl<P: Describe> Problem for Shuffled<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.problem.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State)) {
        let mut successors = Vec::new();
        self.problem.for_each_successor(state, |mv, next| successors.push((mv, next)));
        match self.order {
            MoveOrder::ByState => Rng::with_seed(self.hash(state)).shuffle(&mut successors),
            MoveOrder::ByMove => {
                successors.sort_by_cached_key(|&(mv, _)| self.hash(&self.problem.move_text(state, mv)));
            }
        }
        for (mv, next) in successors {
            visit(mv, next);
        }
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        self.problem.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

impl<P: Describe> Dominance for Shuffled<P> {
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        self.problem.decides(known, value, state)
    }

    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        self.problem.common(one, value, other)
    }
}

impl<P: Describe> Describe for Shuffled<P> {
    fn state_text(&self, state: &P::State) -> String {
        self.problem.state_text(state)
    }

    fn move_text(&self, state: &P::State, mv: P::Move) -> String {
        self.problem.move_text(state, mv)
    }
}

/// FNV-1a: the hashers of the standard library may change between its releases, and orders must not.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
