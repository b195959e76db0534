//! Legal moves from texts, and why others are not legal.

use proofset_core::NotationError;

use crate::board::Board;
use crate::generate::MoveList;
use crate::moves::{Move, Origin};
use crate::piece::Kind;

impl Board {
    /// Reads a legal move in USI's notation.
    ///
    /// # Errors
    ///
    /// Says whether the text is no move at all, or not a legal one here.
    pub fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let Some(mv) = Move::parse(text.trim()) else {
            let expected = "expected one such as `7g7f`, `8h2b+` with promotion, or `P*5e` for a drop";
            return Err(NotationError::new(format!("`{}` is no move; {expected}", text.trim())));
        };
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) {
            return Ok(mv);
        }
        Err(NotationError::new(format!("the move `{mv}` is not legal in `{self}`; {}", self.fault(mv))))
    }

    /// Why a move is not legal.
    fn fault(&self, mv: Move) -> String {
        let side = self.side_to_move();
        let to = mv.to();
        let kind = match mv.origin() {
            Origin::Hand(kind) if !self.hand(side).has(kind) => {
                return format!("{} has no {} in hand", side.name(), kind.name());
            }
            Origin::Hand(_) if self.piece_on(to).is_some() => return format!("{to} is not empty"),
            Origin::Hand(kind) => kind,
            Origin::Board(from) => match self.piece_on(from) {
                Some(piece) if piece.color == side => piece.kind,
                _ => return format!("{} has no piece on {from}", side.name()),
            },
        };
        let name = kind.name();
        if self.is_check() {
            return format!("{} is in check", side.name());
        }
        match mv.origin() {
            Origin::Hand(Kind::Pawn) => "pawns are not dropped on the last rank, on a file with an own unpromoted \
                 pawn, or to give mate"
                .to_owned(),
            Origin::Hand(_) => format!("a {name} on {to} could never move"),
            Origin::Board(_) => {
                format!("the {name} does not go there in that way, or leaves its king in check")
            }
        }
    }
}
