//! A place in the graph of a mate problem, for searches that keep a line and no states.
//!
//! The idea: states are packed to be stored, and packing takes longer than making a move. A cursor makes and takes back
//! moves on one board; a child is a move, and a key of the position behind it. The invariant: two states with the same
//! key are equal, but for collisions of 64 bits. The cost: a board, and four bytes for each move of the line.

use proofset_core::{Cursor, EdgeCost, LeafCost, Problem, Sighting};

use crate::board::{Board, Undo};
use crate::generate::MoveList;
use crate::moves::Move;
use crate::piece::Color;
use crate::state::State;
use crate::tsume::Tsume;

/// A node as a [`TsumeCursor`] marks it.
#[derive(Clone, Copy, Debug)]
pub struct TsumeMark {
    /// The move that leads there from its parent, if it has one.
    mv: Option<Move>,
    key: u64,
}

/// A cursor over the graph of a mate problem. It tells states apart by keys of 64 bits.
#[derive(Clone, Debug)]
pub struct TsumeCursor<'a> {
    problem: &'a Tsume,
    /// Where it was told to stand, and the plies left there.
    start: (Board, u16),
    board: Board,
    made: Vec<(Move, Undo)>,
}

/// A key of all that a state is: the hands and the plies are folded into that of the board, as in wyhash (Wang Yi 2019).
#[inline]
fn key(board: &Board, plies_left: u16) -> u64 {
    let hands = u64::from(board.hand(Color::Black).bits()) | u64::from(board.hand(Color::White).bits()) << 32;
    let rest = hands ^ u64::from(plies_left).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let product = u128::from(rest ^ 0xd1b5_4a32_d192_ed03) * u128::from(board.key() ^ 0xabc9_8388_fb8f_ac03);
    product as u64 ^ (product >> 64) as u64
}

impl<'a> TsumeCursor<'a> {
    /// A cursor on the root.
    pub fn new(problem: &'a Tsume) -> Self {
        let root = problem.root();
        let board = root.board();
        Self { problem, start: (board.clone(), root.plies_left()), board, made: Vec::new() }
    }

    /// The plies left where it stands.
    #[inline]
    fn plies_left(&self) -> u16 {
        self.start.1.saturating_sub(self.made.len() as u16)
    }

    #[inline]
    fn sighting(&self, board: &Board, plies_left: u16, mv: Option<Move>) -> Sighting<TsumeMark> {
        let key = key(board, plies_left);
        let status = self.problem.status_of(board, plies_left);
        let rank = self.problem.rank_of(plies_left);
        Sighting { mark: TsumeMark { mv, key }, key, resource: 0, status, rank, edge: EdgeCost::NONE }
    }
}

impl<'a> Cursor for TsumeCursor<'a> {
    type Problem = &'a Tsume;
    type Mark = TsumeMark;

    const EXACT: bool = false;

    fn problem(&self) -> &&'a Tsume {
        &self.problem
    }

    fn sight(&self, state: &State) -> Sighting<TsumeMark> {
        self.sighting(&state.board(), state.plies_left(), None)
    }

    fn stand(&mut self, state: &State) {
        self.made.clear();
        self.start = (state.board(), state.plies_left());
        self.board = self.start.0.clone();
    }

    fn line(&self) -> Vec<State> {
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
    fn same(one: &TsumeMark, other: &TsumeMark) -> bool {
        one.key == other.key
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(Sighting<TsumeMark>)) {
        let mut moves = MoveList::new();
        self.problem.moves(&self.board, &mut moves);
        let plies_left = self.plies_left().saturating_sub(1);
        for mv in moves {
            let undo = self.board.make(mv);
            let sighting = self.sighting(&self.board, plies_left, Some(mv));
            self.board.unmake(mv, undo);
            visit(sighting);
        }
    }

    #[inline]
    fn cost(&mut self, _: &TsumeMark) -> LeafCost {
        LeafCost::UNIT
    }

    #[inline]
    fn enter(&mut self, mark: &TsumeMark) {
        let Some(mv) = mark.mv else { unreachable!("only children are entered") };
        let undo = self.board.make(mv);
        self.made.push((mv, undo));
    }

    #[inline]
    fn leave(&mut self) {
        let (mv, undo) = self.made.pop().expect("one goes back from where one went");
        self.board.unmake(mv, undo);
    }
}
