//! A place in the graph of a mate problem, for searches that keep a line and no states.
//!
//! The idea: states are packed to be stored, and packing and unpacking takes longer than making a move. A cursor keeps
//! the boards of its line; a child is a move, and the key of the position behind it. The key leaves out what orders
//! states, so that one that is decided decides others: a bounded question with more plies left is at least as good for
//! the attacker, an unbounded one with a smaller clock. The invariant: two states with the same key and the same
//! resource are equal, but for collisions of 64 bits.

use cozy_chess::{Board, Move};
use proofset_chess_notation::DRAW_CLOCK;
use proofset_core::{EdgeCost, LeafCost, Problem};
use proofset_cursor::{Cursor, NodeView};

use crate::fen;
use crate::mate::Mate;
use crate::moves;
use crate::state::State;
use crate::weighing::Weighing;

/// A node as a [`MateCursor`] marks it.
#[derive(Clone, Copy, Debug)]
pub struct MateMark {
    /// The move that leads there from its parent, if it has one.
    mv: Option<Move>,
    /// What the state counts: see [`State`].
    count: u16,
    resource: u16,
    key: u64,
}

/// A cursor over the graph of a mate problem. It tells states apart by keys of 64 bits.
#[derive(Clone, Debug)]
pub struct MateCursor<'a> {
    problem: &'a Mate,
    weighing: Weighing,
    /// The boards from where it was told to stand on, with what their states count.
    line: Vec<(Board, u16)>,
}

impl<'a> MateCursor<'a> {
    /// A cursor on the root, with leaves weighed like this.
    ///
    /// # Panics
    ///
    /// If the question is without the clock, for then states have no order that makes one decide another.
    pub fn new(problem: &'a Mate, weighing: Weighing) -> Self {
        assert!(problem.goal().has_clock(), "a question without the clock takes a cursor that copies states");
        let mut cursor = Self { problem, weighing, line: Vec::new() };
        cursor.stand(&problem.root());
        cursor
    }

    /// The board that it stands on, and what its state counts.
    fn here(&self) -> &(Board, u16) {
        self.line.last().expect("a cursor stands somewhere")
    }

    #[inline]
    fn node_view(&self, board: &Board, count: u16, mv: Option<Move>) -> NodeView<MateMark> {
        let problem = self.problem;
        let clock = problem.clock_that_counts(board, count);
        let idle = board.en_passant().is_some() && fen::usable_en_passant(board).is_none();
        let hash = if idle { board.hash_without_ep() } else { board.hash() };
        let bounded = problem.goal().moves().is_some();
        let (key, resource) = if bounded {
            (hash ^ u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15), count)
        } else {
            (hash, u16::from(DRAW_CLOCK - clock))
        };
        let status = problem.status_of(board, clock, count);
        let rank = Some(problem.rank_of(count, clock));
        NodeView { mark: MateMark { mv, count, resource, key }, key, resource, status, rank, edge: EdgeCost::NONE }
    }

    /// The board behind a mark.
    #[inline]
    fn board_of(&self, mark: &MateMark) -> Board {
        let mut board = self.here().0.clone();
        if let Some(mv) = mark.mv {
            board.play_unchecked(mv);
        }
        board
    }
}

impl<'a> Cursor for MateCursor<'a> {
    type Problem = &'a Mate;
    type Mark = MateMark;

    const EXACT: bool = false;
    const ORDERED: bool = true;

    fn problem(&self) -> &&'a Mate {
        &self.problem
    }

    fn view(&self, state: &State) -> NodeView<MateMark> {
        self.node_view(&state.unpack(), state.count(), None)
    }

    fn stand(&mut self, state: &State) {
        self.line.clear();
        self.line.push((state.unpack(), state.count()));
    }

    fn line(&self) -> Vec<State> {
        self.line.iter().map(|(board, count)| self.problem.state_of(board, *count)).collect()
    }

    #[inline]
    fn same(one: &MateMark, other: &MateMark) -> bool {
        one.key == other.key && one.resource == other.resource
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<MateMark>)) {
        let (board, count) = self.here();
        for moves in moves::lists(board) {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                if !self.problem.allows(&next) {
                    continue;
                }
                let count = self.problem.count_after(*count, &next);
                visit(self.node_view(&next, count, Some(mv)));
            }
        }
    }

    #[inline]
    fn cost(&mut self, mark: &MateMark) -> LeafCost {
        if self.weighing == Weighing::Unit {
            return LeafCost::UNIT;
        }
        self.weighing.cost(&self.board_of(mark), self.problem.attacker())
    }

    #[inline]
    fn enter(&mut self, mark: &MateMark) {
        let next = (self.board_of(mark), mark.count);
        self.line.push(next);
    }

    #[inline]
    fn leave(&mut self) {
        self.line.pop();
    }
}
