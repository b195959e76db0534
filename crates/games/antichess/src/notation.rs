//! Moves as text: coordinates (`e2e4`, `e7e8k`) and standard algebraic notation (`Nf3`, `exd8=K`).
//!
//! The idea: a text is a move if it names exactly one of the legal moves. So nothing is parsed into a move that is then
//! found to be illegal, and a text that fits two moves is refused by naming both. Algebraic notation tells pieces of a kind
//! apart by the file, else by the rank, else by both; there are no checks, and so no signs for them. The cost: a pass over the
//! legal moves per text. The reference for both notations: the "Portable Game Notation Specification and Implementation Guide"
//! (Edwards 1994), section 8.2.3, and the UCI protocol (Huber and Meyer-Kahlen 2000).

use std::fmt::Write;

use cozy_chess::{Color, File, Move, Piece, Rank, Square};
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
    let mut position = *position;
    let mut number = 1;
    let mut words = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if !legal(&position).any(|other| other == mv) {
            let fen = fen::write(&position);
            return Err(NotationError::new(format!("move {} of the line, `{mv}`, is not legal in `{fen}`", index + 1)));
        }
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        number += u32::from(position.side_to_move() == Color::Black);
        words.push(san(&position, mv));
        position.play(mv, tick);
    }
    Ok(words.join(" "))
}

/// Reads a legal move in either notation.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let Some(pattern) = Pattern::read(text) else {
        let message = format!("`{text}` is not a move; expected coordinates such as e2e4 or e7e8k");
        return Err(NotationError::new(message + ", or algebraic notation such as Nf3 or exd8=K"));
    };
    let found: Vec<Move> = legal(position).filter(|&mv| pattern.fits(piece_on(position, mv.from), mv)).collect();
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(illegal(position, &pattern, text)),
        _ => {
            let choices: Vec<String> = found.iter().map(Move::to_string).collect();
            Err(NotationError::new(format!("the move `{text}` is ambiguous: it could be {}", choices.join(" or "))))
        }
    }
}

/// Why a move that can be read is not legal, as far as that is the rule that people forget.
fn illegal(position: &Position, pattern: &Pattern, text: &str) -> NotationError {
    let mut message = format!("the move `{text}` is not legal in `{}`", fen::write(position));
    let theirs = position.of(!position.side_to_move());
    let to = pattern.to();
    if let Some(capture) = legal(position).find(|mv| theirs.has(mv.to) && mv.to != to) {
        let _ = write!(message, "; a capture is compulsory, such as {capture}");
    }
    NotationError::new(message)
}

/// What a text says about a move.
enum Pattern {
    /// From, to and promotion.
    Coordinates(Square, Square, Option<Piece>),
    /// Piece, what is said of its square, target, promotion.
    Algebraic { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let symbols: Vec<char> = text.chars().collect();
        if let [file, rank, ref to @ ..] = symbols[..]
            && let Some(from) = square(file, rank)
        {
            match *to {
                [file, rank] if square(file, rank).is_some() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, None));
                }
                [file, rank, promotion] if square(file, rank).is_some() && promotion.is_ascii_lowercase() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, Some(promotion_piece(promotion)?)));
                }
                _ => {}
            }
        }
        Self::algebraic(text.trim_end_matches(['+', '#', '!', '?']))
    }

    fn algebraic(text: &str) -> Option<Self> {
        let mut symbols: Vec<char> = text.chars().collect();
        let promotion = match symbols.last() {
            Some(symbol) if symbol.is_ascii_uppercase() => Some(promotion_piece(symbols.pop()?.to_ascii_lowercase())?),
            _ => None,
        };
        if promotion.is_some() && symbols.last() == Some(&'=') {
            symbols.pop();
        }
        let (rank, file) = (symbols.pop()?, symbols.pop()?);
        let to = square(file, rank)?;
        if symbols.last() == Some(&'x') {
            symbols.pop();
        }
        let rank = symbols.last().and_then(|&symbol| Rank::try_from(symbol).ok());
        symbols.truncate(symbols.len() - usize::from(rank.is_some()));
        let file = symbols.last().and_then(|&symbol| File::try_from(symbol).ok());
        symbols.truncate(symbols.len() - usize::from(file.is_some()));
        let piece = match symbols[..] {
            [] => Piece::Pawn,
            [symbol] if symbol.is_ascii_uppercase() => Piece::try_from(symbol.to_ascii_lowercase()).ok()?,
            _ => return None,
        };
        Some(Self::Algebraic { piece, file, rank, to, promotion })
    }

    fn to(&self) -> Square {
        match *self {
            Self::Coordinates(_, to, _) | Self::Algebraic { to, .. } => to,
        }
    }

    fn fits(&self, moved: Option<Piece>, mv: Move) -> bool {
        match *self {
            Self::Coordinates(from, to, promotion) => (mv.from, mv.to, mv.promotion) == (from, to, promotion),
            Self::Algebraic { piece, file, rank, to, promotion } => {
                (moved, mv.to, mv.promotion) == (Some(piece), to, promotion)
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
            }
        }
    }
}

fn square(file: char, rank: char) -> Option<Square> {
    Some(Square::new(File::try_from(file).ok()?, Rank::try_from(rank).ok()?))
}

fn promotion_piece(symbol: char) -> Option<Piece> {
    Piece::try_from(symbol).ok().filter(|piece| PROMOTIONS.contains(piece))
}
