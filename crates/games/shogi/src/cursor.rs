//! A place in the graph of a mate problem, for searches that keep a line and no states.
//!
//! The idea: a child is a move, and a key of the position behind it. The invariant: two states with the same key are
//! equal, but for collisions of 64 bits. The cost: a move is made and taken back for each child.

use proofset_core::{EdgeCost, LeafCost};
use proofset_cursor::{Cursor, NodeView};

use crate::board::Board;
use crate::generate::MoveList;
use crate::moves::Move;
use crate::piece::Color;
use crate::state::State;
use crate::tsume::Tsume;
use crate::walk::Walk;

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
    walk: Walk<'a>,
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
        Self { walk: Walk::new(problem) }
    }

    #[inline]
    fn node_view(&self, board: &Board, plies_left: u16, mv: Option<Move>) -> NodeView<TsumeMark> {
        let key = key(board, plies_left);
        let status = self.walk.problem.status_of(board, plies_left);
        let rank = self.walk.problem.rank_of(plies_left);
        NodeView { mark: TsumeMark { mv, key }, key, resource: 0, status, rank, edge: EdgeCost::NONE }
    }
}

impl<'a> Cursor for TsumeCursor<'a> {
    type Problem = &'a Tsume;
    type Mark = TsumeMark;

    const EXACT: bool = false;

    fn problem(&self) -> &&'a Tsume {
        &self.walk.problem
    }

    fn view(&self, state: &State) -> NodeView<TsumeMark> {
        self.node_view(&state.board(), state.plies_left(), None)
    }

    fn stand(&mut self, state: &State) {
        self.walk.stand(state);
    }

    fn line(&self) -> Vec<State> {
        self.walk.line()
    }

    #[inline]
    fn same(one: &TsumeMark, other: &TsumeMark) -> bool {
        one.key == other.key
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<TsumeMark>)) {
        let mut moves = MoveList::new();
        self.walk.problem.moves(&self.walk.board, &mut moves);
        let plies_left = self.walk.plies_left().saturating_sub(1);
        for mv in moves {
            let undo = self.walk.board.make(mv);
            let node_view = self.node_view(&self.walk.board, plies_left, Some(mv));
            self.walk.board.unmake(mv, undo);
            visit(node_view);
        }
    }

    #[inline]
    fn cost(&mut self, _: &TsumeMark) -> LeafCost {
        LeafCost::UNIT
    }

    #[inline]
    fn enter(&mut self, mark: &TsumeMark) {
        let Some(mv) = mark.mv else { unreachable!("only children are entered") };
        self.walk.make(mv);
    }

    #[inline]
    fn leave(&mut self) {
        self.walk.take_back();
    }
}
