//! How hard a mate looks: estimates of leaves, from the board alone.
//!
//! The idea: a defender with few replies is nearly mated, and a king that cannot move is mated by any check that nothing
//! answers. The cost: one or two generations of moves for each leaf, of which only the number counts.

use cozy_chess::{BitBoard, Board, Color, Piece};
use proofset_core::{LeafCost, Size};

use crate::moves;

/// What a leaf is taken to cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weighing {
    /// One to prove and one to disprove.
    #[default]
    Unit,
    /// A leaf with m legal moves costs one for the side that moves there, m for the other (Allis 1994).
    Mobility,
    /// The same, with the cost of proof multiplied by one plus the moves that the king has that is to be mated, or would
    /// have if it were its side's turn. With the attacker in check there is no telling that, and mobility stands alone.
    KingMoves,
}

impl Weighing {
    /// The cost of a position as a leaf, with `attacker` to give mate.
    #[inline]
    pub(crate) fn cost(self, board: &Board, attacker: Color) -> LeafCost {
        if self == Self::Unit {
            return LeafCost::UNIT;
        }
        let moves = Size::new(moves::count(board, BitBoard::FULL).max(1));
        let LeafCost { proof, disproof } = if board.side_to_move() == attacker {
            LeafCost { proof: Size::ONE, disproof: moves }
        } else {
            LeafCost { proof: moves, disproof: Size::ONE }
        };
        if self == Self::Mobility {
            return LeafCost { proof, disproof };
        }
        let factor = 1 + king_moves(board, attacker).unwrap_or(0);
        LeafCost { proof: Size::new(proof.finite().unwrap_or(1) * factor), disproof }
    }
}

/// The moves of the king that is to be mated. `None` where the attacker is in check and so cannot let the other side
/// move.
pub(crate) fn king_moves(board: &Board, attacker: Color) -> Option<u32> {
    let count = |board: &Board| {
        let king = board.colored_pieces(board.side_to_move(), Piece::King);
        moves::count(board, king)
    };
    if board.side_to_move() == attacker { board.null_move().map(|board| count(&board)) } else { Some(count(board)) }
}
