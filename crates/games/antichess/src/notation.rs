//! Moves as text: coordinates (`e2e4`, `e7e8k`) and standard algebraic notation (`Nf3`, `exd8=K`).
//!
//! The idea: what a text says is [read](MovePattern) as in all variants; a legal move has to be it, and only one. Algebraic notation
//! tells pieces of a kind apart by the file, else by the rank, else by both; there are no checks, and so no signs for them. The
//! cost: a pass over the legal moves per text.

use std::fmt::Write;

use cozy_chess::{Move, Piece, Square};
use proofset_chess_notation::{MovePattern, ambiguous, numbered};
use proofset_core::NotationError;

use crate::fen;
use crate::moves::{Moves, PROMOTIONS};
use crate::position::Position;

/// The legal moves of a position.
fn legal(position: &Position) -> impl Iterator<Item = Move> {
    Moves::of(position).iter(position.side_to_move())
}

fn piece_on(position: &Position, square: Square) -> Option<Piece> {
    position.piece_on(square).map(|(piece, _)| piece)
}

/// Writes a legal move in algebraic notation.
fn san(position: &Position, mv: Move) -> String {
    let moved = piece_on(position, mv.from);
    let captures = position.occupied().has(mv.to) || (moved == Some(Piece::Pawn) && mv.from.file() != mv.to.file());
    let mut text = String::new();
    match moved {
        Some(Piece::Pawn) | None => {
            if captures {
                let _ = write!(text, "{}", mv.from.file());
            }
        }
        Some(piece) => {
            text.push(letter(piece));
            let rivals: Vec<Square> = legal(position)
                .filter(|other| other.to == mv.to && other.from != mv.from && piece_on(position, other.from) == moved)
                .map(|other| other.from)
                .collect();
            let is_alone = |same: &dyn Fn(&Square) -> bool| !rivals.iter().any(same);
            if rivals.is_empty() {
            } else if is_alone(&|rival| rival.file() == mv.from.file()) {
                let _ = write!(text, "{}", mv.from.file());
            } else if is_alone(&|rival| rival.rank() == mv.from.rank()) {
                let _ = write!(text, "{}", mv.from.rank());
            } else {
                let _ = write!(text, "{}", mv.from);
            }
        }
    }
    if captures {
        text.push('x');
    }
    let _ = write!(text, "{}", mv.to);
    if let Some(promotion) = mv.promotion {
        text.push('=');
        text.push(letter(promotion));
    }
    text
}

fn letter(piece: Piece) -> char {
    let symbol: char = piece.into();
    symbol.to_ascii_uppercase()
}

/// Writes a line of play in algebraic notation with move numbers from 1. A move adds `tick` to the clock.
pub(crate) fn san_line(position: &Position, line: &[Move], tick: u8) -> Result<String, NotationError> {
    let first = position.side_to_move();
    let mut position = *position;
    let mut moves = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if !legal(&position).any(|other| other == mv) {
            let fen = fen::write(&position);
            return Err(NotationError::new(format!("move {} of the line, `{mv}`, is not legal in `{fen}`", index + 1)));
        }
        moves.push(san(&position, mv));
        position.play(mv, tick);
    }
    Ok(numbered(first, moves))
}

/// Reads a legal move in either notation.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let pattern = MovePattern::read(text, &PROMOTIONS);
    let Some((pattern, to)) = pattern.and_then(|pattern| Some((pattern, target(pattern)?))) else {
        let message = format!("`{text}` is not a move; expected coordinates such as e2e4 or e7e8k");
        return Err(NotationError::new(message + ", or algebraic notation such as Nf3 or exd8=K"));
    };
    let is_meant = |mv: &Move| piece_on(position, mv.from).is_some_and(|moved| pattern.fits(moved, *mv));
    let found: Vec<Move> = legal(position).filter(is_meant).collect();
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(illegal(position, to, text)),
        _ => Err(ambiguous(text, found.iter().map(Move::to_string))),
    }
}

/// Where a move goes; nobody castles.
fn target(pattern: MovePattern) -> Option<Square> {
    match pattern {
        MovePattern::Coordinates(_, to, _) | MovePattern::Algebraic { to, .. } => Some(to),
        MovePattern::Castling { .. } => None,
    }
}

/// Why a move that can be read is not legal, as far as that is the rule that people forget.
fn illegal(position: &Position, to: Square, text: &str) -> NotationError {
    let mut message = format!("the move `{text}` is not legal in `{}`", fen::write(position));
    let theirs = position.of(!position.side_to_move());
    if let Some(capture) = legal(position).find(|mv| theirs.has(mv.to) && mv.to != to) {
        let _ = write!(message, "; a capture is compulsory, such as {capture}");
    }
    NotationError::new(message)
}
