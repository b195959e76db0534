//! A board that moves are made and taken back on, from a state of a mate problem.
//!
//! The idea: states are packed to be stored, and packing takes longer than making a move. What searches go through the
//! graph of a problem with is one board, and the moves that have led it where it is. The cost: a board, and four bytes
//! for each move.

use proofset_core::Problem;

use crate::board::{Board, Undo};
use crate::moves::Move;
use crate::state::State;
use crate::tsume::Tsume;

/// A line of play from a state.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    pub(crate) problem: &'a Tsume,
    /// Where it began, and the plies left there.
    start: (Board, u16),
    pub(crate) board: Board,
    made: Vec<(Move, Undo)>,
}

impl<'a> Walk<'a> {
    /// At the root.
    pub(crate) fn new(problem: &'a Tsume) -> Self {
        let root = problem.root();
        let board = root.board();
        Self { problem, start: (board.clone(), root.plies_left()), board, made: Vec::new() }
    }

    /// The plies left where it is.
    #[inline]
    pub(crate) fn plies_left(&self) -> u16 {
        self.start.1.saturating_sub(self.made.len() as u16)
    }

    /// Begins again at a state.
    pub(crate) fn stand(&mut self, state: &State) {
        self.made.clear();
        self.start = (state.board(), state.plies_left());
        self.board = self.start.0.clone();
    }

    /// The states from where it began to where it is.
    pub(crate) fn line(&self) -> Vec<State> {
        let (mut board, mut plies_left) = self.start.clone();
        let mut line = vec![self.problem.state_of(&board, plies_left)];
        for &(mv, _) in &self.made {
            board.make(mv);
            plies_left = plies_left.saturating_sub(1);
            line.push(self.problem.state_of(&board, plies_left));
        }
        line
    }

    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        let undo = self.board.make(mv);
        self.made.push((mv, undo));
    }

    #[inline]
    pub(crate) fn take_back(&mut self) {
        let (mv, undo) = self.made.pop().expect("one goes back from where one went");
        self.board.unmake(mv, undo);
    }
}
