//! Checks that mate at once.
//!
//! The idea: most checks leave the king a square to flee to, and that is seen without making them. The squares that the
//! king could go to now are found once; a check takes away those that the piece attacks from where it ends, and no
//! others, unless it opens a line. Only checks that leave none are made, and the defender's moves generated.

use std::ops::ControlFlow;

use crate::attacks;
use crate::board::Board;
use crate::generate::MoveList;
use crate::moves::{Move, Origin};
use crate::square::SquareSet;

impl Board {
    /// A check that mates, if there is one among these, which are all of the side to move. `cannot_answer` says of the
    /// board behind a check whether it does.
    pub(crate) fn mate_among(&mut self, checks: &MoveList, cannot_answer: impl Fn(&Self) -> bool) -> Option<Move> {
        let side = self.side_to_move();
        let other = side.opponent();
        let king = self.king(other)?;
        let beyond_king = self.occupied() - king.set();
        let mut flights = SquareSet::EMPTY;
        for to in attacks::king(king) - self.color(other) {
            if self.attackers(to, side, beyond_king).is_empty() {
                flights |= to.set();
            }
        }
        let mates = checks.iter().find(|&&mv| {
            if self.leaves_flight(mv, flights, beyond_king).is_break() {
                return false;
            }
            let undo = self.make(mv);
            let mates = cannot_answer(self);
            self.unmake(mv, undo);
            mates
        });
        mates.copied()
    }

    /// Breaks if one of the squares that nobody attacks stays so behind a move.
    #[inline]
    fn leaves_flight(&self, mv: Move, flights: SquareSet, beyond_king: SquareSet) -> ControlFlow<()> {
        let (side, to) = (self.side_to_move(), mv.to());
        let (kind, occupied, from) = match mv.origin() {
            Origin::Hand(kind) => (kind, beyond_king | to.set(), SquareSet::EMPTY),
            Origin::Board(from) => {
                let Some(piece) = self.piece_on(from) else { unreachable!("a move starts from a piece") };
                let kind = if mv.promotes() { piece.kind.promoted().unwrap_or(piece.kind) } else { piece.kind };
                (kind, (beyond_king - from.set()) | to.set(), from.set())
            }
        };
        let left = flights - attacks::attacks(side, kind, to, occupied) - to.set();
        for flight in left {
            // Nothing that stood still attacks it, unless along a line that was opened.
            if from.is_empty() || (self.sliders(flight, side, occupied) - from).is_empty() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
