//! A place in the graph of a mate problem, with what such problems know of themselves.
//!
//! The idea: a mate problem asks whether one side, the attacker, can force an end by a series of threats that the other
//! side must answer. A search for mates goes through its graph with a cursor, as other depth-first searches do, and asks
//! for more than [`Cursor`](crate::Cursor) tells:
//!
//! * **Hands.** A state is a *board* and what the attacker holds; the defender holds the rest. On the same board the
//!   attacker is at least as well off with more. So a mate found with little is a mate with more, and a defence found
//!   against much is one against less. When a state is decided, the cursor says for which hand its value was really
//!   found: the least with which the mate still works, the most against which the defence does (in shogi, Nagai's proof
//!   and disproof hands).
//! * **Replies that can wait.** Moves of one *chain* are much alike, such as pieces of several kinds put on one square.
//!   A search may leave out all but the first that is not decided yet, for all have to be decided in the end.
//! * **Lengths.** The sides move in turn, and every move costs one ply of a bound, if there is one.
//!
//! The laws: what is true of a hand is true of every other that [`covers`](MateLine::covers) says is better for the
//! side that the value favours; [`proof_hand`](MateLine::proof_hand) of a decided node is no worse for that side than what
//! the children give it. Games where nothing is held give 0 for every hand.

use proofset_core::{Dominance, Problem, Role, Value};

/// A node as a search for mates knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MateNode {
    /// A hash of the board and of the side to move, good in all of its bits.
    pub board: u64,
    /// What the attacker holds.
    pub hand: u32,
}

/// A move as it looks before it is made.
#[derive(Clone, Copy, Debug)]
pub struct MateMove<M> {
    /// The move.
    pub mv: M,
    /// The node that it leads to.
    pub node: MateNode,
    /// Of moves with equal numbers, those with the least order are tried first.
    pub order: i16,
    /// Moves with the same chain, other than 0, wait for each other, in the order in which they are shown.
    pub chain: u8,
}

/// A node as it looks at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLook {
    /// It is decided, by the rules or within a ply, and has this value for this hand. A mate takes so many plies; a
    /// disproof holds whatever the bound.
    Decided {
        /// Its value.
        value: Value,
        /// The hand that it was found for.
        hand: u32,
        /// The plies of a mate; 0 where there is none.
        plies: u16,
    },
    /// It is open, and its first numbers are these; each is at least one.
    Open {
        /// Proof number.
        proof: u32,
        /// Disproof number.
        disproof: u32,
    },
}

/// What a search wants to know of a node that it looks at for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLookOptions {
    /// False if it is known that the node is open: then only its numbers are asked for.
    pub ruling: bool,
    /// True if a mate in one counts as a decision.
    pub mate_in_one: bool,
    /// What the numbers of a node come to of which nothing is known.
    pub unit: u32,
    /// True if the game may say more of them.
    pub weighed: bool,
}

/// A place in the graph of a mate problem.
pub trait MateLine {
    /// Whose graph it is.
    type Problem: Dominance<Move = Self::Move>;
    /// Its moves.
    type Move: Copy + PartialEq;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// A state as the search knows it, and the plies that its bound leaves, if it has one.
    fn node_of(&self, state: &<Self::Problem as Problem>::State) -> (MateNode, Option<u16>);

    /// Stands on a state, with nothing to go back to.
    fn stand(&mut self, state: &<Self::Problem as Problem>::State);

    /// The states from the one that it was told to [`stand`](Self::stand) on to where it is.
    fn line(&self) -> Vec<<Self::Problem as Problem>::State>;

    /// True if the attacker is at least as well off with `more` as with `less`, on any board.
    fn covers(more: u32, less: u32) -> bool;

    /// The same board with another hand, and with so many plies left if the question has a bound.
    fn with_hand(
        &self,
        state: &<Self::Problem as Problem>::State,
        hand: u32,
        plies: u16,
    ) -> <Self::Problem as Problem>::State;

    /// Shows the moves from where it stands: the attacker's threats, or all of the defender's moves.
    fn for_each_move(&mut self, visit: impl FnMut(MateMove<Self::Move>));

    /// Looks at the node behind a move.
    fn first_look(&mut self, mv: Self::Move, wanted: FirstLookOptions) -> FirstLook;

    /// The hand for which the value of the node that it stands on was really found: from the moves that the value
    /// rests on, one if the favoured side has the move and else all, each with the hand that the value of the node
    /// behind it was found for.
    fn proof_hand(&self, value: Value, moves: impl Iterator<Item = (Self::Move, u32)>) -> u32;

    /// Makes a move.
    fn enter(&mut self, mv: Self::Move);

    /// Goes back.
    fn leave(&mut self);

    /// Who chooses where it stands.
    fn role(&self) -> Role;
}
