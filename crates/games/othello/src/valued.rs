//! Scores, and hints for searches for values.
//!
//! The idea: the score is the difference of discs; an unfinished game is judged by moves, corners, and empty squares
//! beside discs. Moves that leave the opponent few replies come first (fastest first); corners, and squares in
//! quadrants with an odd number of empty ones, may come before those that leave one reply less. The last empty squares
//! are solved by a search of their own.
//!
//! The invariant: nothing here changes a value; see the laws of [`ValuedGame`] and [`Hints`]. The cost: the order of a
//! move takes the opponent's moves after it, some ten nanoseconds. The reference:
//! G. Andersson, "Writing an Othello program" (2007).

use proofset_core::{Hints, Score, ValuedGame};

use crate::board::{beside, flips, squares};
use crate::endgame::Endgame;
use crate::{Move, Othello, Position};

/// Weights of the order of moves, found by trying some on endgames of 15 and 18 empty squares: for taking a corner, for
/// a square in an odd quadrant, for each reply of the opponent (twice for a corner), for each empty square beside the
/// mover's discs, where a reply may come up later.
const CORNER: i32 = 2;
const ODD: i32 = 3;
const REPLY: i32 = 4;
const POTENTIAL: i32 = 1;

impl Othello {
    /// Positions with at most so many empty squares are solved by [`finish`](Hints::finish). In a search with a table,
    /// 6 to 8 take about the same time with 15 and 18 empty squares; more keep positions out of the table that come
    /// back.
    pub const FINISHED: u32 = 7;

    /// The number of discs of the player to move, and of the other, that nothing can ever flip, as far as a simple rule
    /// sees: full lines, borders, and stable neighbours.
    pub fn stable_discs(&self, position: &Position) -> (u32, u32) {
        let Position { own, other, .. } = *position;
        (self.board.stable(own, other).count_ones(), self.board.stable(other, own).count_ones())
    }

    /// The least and the greatest value that the [stable discs](Self::stable_discs) allow.
    pub fn stability_bounds(&self, position: &Position) -> (Score, Score) {
        let (own, other) = self.stable_discs(position);
        let limit = self.limit();
        (2 * own.cast_signed() - limit, limit - 2 * other.cast_signed())
    }

    /// The quadrants with an odd number of empty squares.
    #[inline]
    fn odd_quadrants(&self, position: &Position) -> u64 {
        let empty = self.board.squares & !(position.own | position.other);
        let board = &self.board;
        let parity = |odd: u64, corner: usize| {
            let quadrant = board.quadrants[corner];
            if (empty & quadrant).count_ones() % 2 == 1 { odd | quadrant } else { odd }
        };
        squares(board.corners()).fold(0, parity)
    }

    #[inline]
    fn order_of(&self, odd: u64, mv: Move, next: &Position) -> i32 {
        if mv == Move::PASS {
            return 0;
        }
        let square = mv.index();
        let replies = self.legal(next);
        let corners = self.board.corners();
        let empty = self.board.squares & !(next.own | next.other);
        let mobility = replies.count_ones() + (replies & corners).count_ones();
        let potential = (beside(next.other) & empty).count_ones();
        let is_corner = i32::from(corners >> square & 1 == 1);
        let is_odd = i32::from(odd >> square & 1 == 1);
        CORNER * is_corner + ODD * is_odd - REPLY * mobility.cast_signed() - POTENTIAL * potential.cast_signed()
    }
}

impl ValuedGame for Othello {
    fn limit(&self) -> Score {
        self.board.squares.count_ones().cast_signed()
    }

    #[inline]
    fn score(&self, position: &Position) -> Option<Score> {
        self.is_over(position).then(|| self.final_score(position.own.count_ones(), position.other.count_ones()))
    }

    /// What the player to move has more: moves, corners at 5 each, and at half each, empty squares beside the
    /// opponent's discs.
    fn evaluate(&self, position: &Position) -> Score {
        let Position { own, other, .. } = *position;
        let corners = self.board.corners();
        let count = |set: u64| set.count_ones().cast_signed();
        let mobility = count(self.board.legal(own, other)) - count(self.board.legal(other, own));
        let taken = count(own & corners) - count(other & corners);
        let empty = self.board.squares & !(own | other);
        let frontier = count(beside(other) & empty) - count(beside(own) & empty);
        let limit = self.limit();
        (mobility + 5 * taken + frontier / 2).clamp(-limit, limit)
    }
}

impl Hints for Othello {
    const MOVES: usize = 65;

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        mv.index()
    }

    #[inline]
    fn order(&self, position: &Position, mv: Move, next: &Position) -> i32 {
        self.order_of(self.odd_quadrants(position), mv, next)
    }

    #[inline]
    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, Position, i32)) {
        let legal = self.legal(position);
        if legal == 0 {
            visit(Move::PASS, position.passed(), 0);
            return;
        }
        let odd = self.odd_quadrants(position);
        for square in squares(legal) {
            let next = position.after(square, flips(position.own, position.other, square));
            let mv = Move::on(square);
            visit(mv, next, self.order_of(odd, mv, &next));
        }
    }

    fn finish(&self, position: &Position, alpha: Score, beta: Score, nodes: &mut u64) -> Option<Score> {
        if self.empties(position) > Self::FINISHED {
            return None;
        }
        let mut endgame = Endgame::new(self);
        let score = endgame.solve(position.own, position.other, alpha, beta);
        *nodes += endgame.nodes;
        Some(score)
    }
}
