//! Positions as text: what the rules of antichess say of the fields of a FEN.
//!
//! The idea: what all variants agree on is read by [`Fen`]. Any number of kings is fine, and nine queens are too; what no game can
//! come to is refused, such as an en passant capture of a pawn that should have captured itself.
//!
//! The invariant: a position that is read has an en passant file only if a pawn can capture there, a clock of at most 100 and
//! the full-move number 1. So equal futures have equal texts.

use std::fmt::{self, Write};

use cozy_chess::{Color, File, Rank, Square};
use proofset_chess_notation::{DoubleStep, Fen, Pieces, color_name};
use proofset_core::NotationError;

use crate::moves::Moves;
use crate::position::Position;

/// The start of the game.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

/// Reads the fields of a position.
pub(crate) fn read(fields: &[&str]) -> Result<Position, NotationError> {
    let fen = Fen::read(fields, START)?;
    let has_piece = fen.pieces.iter().flatten().any(|&(_, color)| color != fen.side);
    if !has_piece {
        let name = color_name(!fen.side);
        let message = format!("{name} has no piece, but has just moved one, for the other side is to move (field 2)");
        return Err(NotationError::new(message + "; expected a piece, or the other side to move"));
    }
    if fen.castling != "-" {
        let message = format!("castling rights (field 3) are `{}`; there is no castling, expected `-`", fen.castling);
        return Err(NotationError::new(message));
    }
    if let Some(step) = fen.double_step {
        check_double_step(step, &fen.pieces, fen.side)?;
        if fen.clock > 0 {
            let message =
                format!("the half-move clock (field 5) is {} behind a double step of a pawn (field 4)", fen.clock);
            return Err(NotationError::new(message + "; expected 0"));
        }
    }
    Ok(Position::new(&fen.pieces, fen.side, fen.double_step.map(|step| step.passed.file()), fen.clock))
}

/// A pawn makes a double step only if its side has nothing to capture.
fn check_double_step(step: DoubleStep, pieces: &Pieces, side: Color) -> Result<(), NotationError> {
    let DoubleStep { from, to, .. } = step;
    let mut before = *pieces;
    before.swap(from as usize, to as usize);
    let before = Position::new(&before, !side, None, 0);
    match Moves::of(&before).iter(!side).find(|mv| before.of(side).has(mv.to)) {
        Some(capture) => Err(step.impossible(&format!(
            "{} had to capture, as by {capture}, and could not move {from}-{to}",
            color_name(!side)
        ))),
        None => Ok(()),
    }
}

/// Writes a position with all six fields, and the full-move number 1.
pub(crate) fn write(position: &Position) -> String {
    let mut text = String::new();
    for &rank in Rank::ALL.iter().rev() {
        let mut empty = 0;
        for &file in &File::ALL {
            let Some((piece, color)) = position.piece_on(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            let symbol: char = piece.into();
            text.push(if color == Color::White { symbol.to_ascii_uppercase() } else { symbol });
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    let side = position.side_to_move();
    let passed = position.en_passant_square().map_or_else(|| "-".to_owned(), |square| square.to_string());
    let _ = write!(text, " {side} - {passed} {} 1", position.half_move_clock());
    text
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", write(self))
    }
}
