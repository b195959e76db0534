//! Setting up a position piece by piece, from any notation.
//!
//! The idea: what every reader has to refuse is refused here, in words that fit all of them. The invariant: no square is
//! filled twice, no side gets two kings or more pieces in hand than there are; the rest is [`check`]ed at the end.

use proofset_core::NotationError;

use crate::attacks;
use crate::board::Board;
use crate::generate::dead_squares;
use crate::piece::{Color, Kind, Piece};
use crate::square::{Square, SquareSet};

pub(crate) fn error(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

/// Puts a piece on a square.
pub(crate) fn place(board: &mut Board, square: Square, piece: Piece) -> Result<(), NotationError> {
    if board.piece_on(square).is_some() {
        return Err(error(format!("{square} has two pieces; expected 1 at most")));
    }
    if piece.kind == Kind::King
        && let Some(king) = board.king(piece.color)
    {
        let name = piece.color.name();
        return Err(error(format!("{name} has two kings, on {king} and {square}; expected 1 at most")));
    }
    board.put(square, piece);
    Ok(())
}

/// Puts pieces in hand, beside those that are there; `count` is absent if it is larger than its type, and `given` is what to
/// call it. Some programs write a sign for each piece.
pub(crate) fn hold(
    board: &mut Board,
    color: Color,
    kind: Kind,
    count: Option<u8>,
    given: &str,
) -> Result<(), NotationError> {
    let most = kind.full_count();
    let Some(count) = count.filter(|count| (1..=most).contains(count)) else {
        return Err(error(format!("`{given}` is out of range; expected a number from 1 to {most}")));
    };
    let hand = board.hand_mut(color);
    let total = hand.count(kind) + count;
    if total > most {
        return Err(error(format!("`{given}` makes {total} {}s in hand; a set has {most}", kind.name())));
    }
    *hand = hand.with(kind, count);
    Ok(())
}

/// Puts all pieces in hand that are not yet on the board or in a hand, but for kings.
pub(crate) fn hold_the_rest(board: &mut Board, color: Color) {
    for kind in Kind::IN_HAND {
        let missing = u32::from(kind.full_count()).saturating_sub(board.count(kind));
        let hand = board.hand_mut(color);
        *hand = hand.with(kind, missing as u8);
    }
}

/// Squares in words: `7g, 8h`.
fn list(squares: SquareSet) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

/// Refuses what no game and no problem contains.
pub(crate) fn check(board: &Board) -> Result<(), NotationError> {
    for kind in Kind::IN_HAND {
        let (count, most) = (board.count(kind), kind.full_count());
        if count > u32::from(most) {
            let name = kind.name();
            return Err(error(format!(
                "there are {count} {name}s, promoted ones and hands included; a set has {most}"
            )));
        }
    }
    for color in Color::ALL {
        for kind in [Kind::Pawn, Kind::Lance, Kind::Knight] {
            if let Some(square) = (board.pieces(color, kind) & dead_squares(color, kind)).first() {
                let (owner, name) = (color.name(), kind.name());
                return Err(error(format!("{owner} has a {name} on {square}, where it could never move")));
            }
        }
        let pawns = board.pieces(color, Kind::Pawn);
        for file in 1..=9 {
            let here = pawns & SquareSet::file(file);
            if here.len() > 1 {
                let owner = color.name();
                return Err(error(format!(
                    "{owner} has {} unpromoted pawns on file {file}: {}; expected 1 at most",
                    here.len(),
                    list(here)
                )));
            }
        }
    }
    let (side, other) = (board.side_to_move(), board.side_to_move().opponent());
    if let (Some(own), Some(king)) = (board.king(side), board.king(other))
        && attacks::king(own).has(king)
    {
        return Err(error(format!("the kings on {own} and {king} stand next to each other")));
    }
    let given = board.checkers(other);
    if let Some(king) = board.king(other)
        && !given.is_empty()
    {
        return Err(error(format!(
            "{} is to move, but {}'s king on {king} is in check from {}; whoever has just moved cannot be in check",
            side.name(),
            other.name(),
            list(given)
        )));
    }
    if board.king(side).is_none() && board.king(other).is_none() {
        return Err(error("there is no king on the board; expected one or two"));
    }
    Ok(())
}
