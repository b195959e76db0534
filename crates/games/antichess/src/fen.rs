//! Positions as text: Forsyth-Edwards Notation, with six fields, five, or the four of EPD.
//!
//! The idea: everything is checked field by field, in the order in which people read, and each message names the field,
//! rank or square at fault. Any number of kings is fine, and nine queens are too; what no game can come to is refused, such as
//! an en passant capture of a pawn that should have captured itself.
//!
//! The invariant: a position that is read has an en passant file only if a pawn can capture there, a clock of at most 100 and
//! the full-move number 1. So equal futures have equal texts. The cost: microseconds; this is for input and output, not for
//! searches. The reference: the "Portable Game Notation Specification and Implementation Guide" (Edwards 1994), sections 16.1
//! and 16.2.

use std::fmt::{self, Write};

use cozy_chess::{Color, File, Piece, Rank, Square};
use proofset_core::NotationError;

use crate::moves::Moves;
use crate::position::{DRAW_CLOCK, Position};

/// The start of the game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

/// The names of the fields, in order.
const FIELDS: [&str; 6] =
    ["board", "side to move", "castling rights", "en passant square", "half-move clock", "full-move number"];

/// The pieces by square.
type Pieces = [Option<(Piece, Color)>; Square::NUM];

/// The start of the game.
pub(crate) fn start() -> Position {
    read(&words(START)).expect("the start is a position")
}

/// The words of a position, without UCI's `position` before it. What stands behind the fields of an EPD are operations, such as
/// `bm Ra8#;`, which say nothing of the position.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    let fields = 4 + usize::from(words.first() == Some(&"fen"));
    let is_operation = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    if text.contains(';')
        && let Some(operations) = words.iter().skip(fields).position(is_operation)
    {
        words.truncate(fields + operations);
    }
    words
}

/// Reads the fields of a position.
pub(crate) fn read(fields: &[&str]) -> Result<Position, NotationError> {
    if fields.is_empty() {
        return Err(error(format!("the position is empty; expected a FEN such as `{START}`")));
    }
    if fields.len() < 4 {
        let (number, name) = (fields.len() + 1, FIELDS[fields.len()]);
        let expected = "expected board, side to move, castling rights and en passant square";
        return Err(error(format!("field {number} of the FEN, the {name}, is missing; {expected}")));
    }
    if let Some(field) = fields.get(6) {
        return Err(error(format!(
            "field 7 of the FEN is `{field}`; expected 6 fields at most, and operations of an EPD with `;` behind them"
        )));
    }

    let pieces = read_board(fields[0])?;
    let side = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(error(format!("the side to move (field 2) is `{other}`; expected `w` or `b`"))),
    };
    check_pieces(&pieces, side)?;
    if fields[2] != "-" {
        let message = format!("castling rights (field 3) are `{}`; there is no castling, expected `-`", fields[2]);
        return Err(error(message));
    }
    let en_passant = read_en_passant(fields[3], &pieces, side)?;
    let clock = fields.get(4).map_or(Ok(0), |field| read_clock(field))?;
    if clock > 0 && en_passant.is_some() {
        let message = format!("the half-move clock (field 5) is {clock} behind a double step of a pawn (field 4)");
        return Err(error(message + "; expected 0"));
    }
    if let Some(field) = fields.get(5)
        && field.parse::<u32>().is_err()
    {
        return Err(error(format!("the full-move number (field 6) is `{field}`; expected a number such as 1")));
    }
    Ok(Position::new(&pieces, side, en_passant, clock))
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

fn error(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn read_board(text: &str) -> Result<Pieces, NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        let count = rows.len();
        return Err(error(format!("the board (field 1) has {count} ranks, separated by `/`; expected 8")));
    }
    let mut pieces: Pieces = [None; Square::NUM];
    for (row, &rank) in rows.iter().zip(Rank::ALL.iter().rev()) {
        let mut squares = 0;
        for symbol in row.chars() {
            if let Some(empty @ 1..=8) = symbol.to_digit(10) {
                squares += empty as usize;
                continue;
            }
            let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Ok(piece) = Piece::try_from(symbol.to_ascii_lowercase()) else {
                let expected = "expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 for empty squares";
                return Err(error(format!("rank {rank} of the board, `{row}`: `{symbol}` is no piece; {expected}")));
            };
            if let Some(file) = File::try_index(squares) {
                pieces[Square::new(file, rank) as usize] = Some((piece, color));
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(error(format!("rank {rank} of the board, `{row}`, has {squares} squares; expected 8")));
        }
    }
    Ok(pieces)
}

/// Counts the pieces, and looks for pawns that have gone astray.
fn check_pieces(pieces: &Pieces, side: Color) -> Result<(), NotationError> {
    for color in Color::ALL {
        let name = name(color);
        let count = |wanted: &dyn Fn(Piece) -> bool| {
            pieces.iter().flatten().filter(|&&(piece, owner)| owner == color && wanted(piece)).count()
        };
        let (all, pawns) = (count(&|_| true), count(&|piece| piece == Piece::Pawn));
        if pawns > 8 {
            return Err(error(format!("{name} has {pawns} pawns; expected 8 at most")));
        }
        if all > 16 {
            return Err(error(format!("{name} has {all} pieces, pawns included; expected 16 at most")));
        }
        if all == 0 && color != side {
            let message =
                format!("{name} has no piece, but has just moved one, for the other side is to move (field 2)");
            return Err(error(message + "; expected a piece, or the other side to move"));
        }
    }
    for &square in &Square::ALL {
        let is_pawn = pieces[square as usize].is_some_and(|(piece, _)| piece == Piece::Pawn);
        if is_pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            return Err(error(format!("there is a pawn on {square}; pawns stand on ranks 2 to 7")));
        }
    }
    Ok(())
}

/// The file of an en passant square, if it is one.
fn read_en_passant(text: &str, pieces: &Pieces, side: Color) -> Result<Option<File>, NotationError> {
    if text == "-" {
        return Ok(None);
    }
    let Ok(target) = text.parse::<Square>() else {
        let message = format!("the en passant square (field 4) is `{text}`; expected `-` or a square such as e3");
        return Err(error(message));
    };
    let rank = Rank::Sixth.relative_to(side);
    if target.rank() != rank {
        let message = format!("the en passant square (field 4) is {target}, but {} is to move", name(side));
        return Err(error(format!("{message}; expected `-` or a square on rank {rank}")));
    }

    let source = Square::new(target.file(), Rank::Seventh.relative_to(side));
    let pawn = Square::new(target.file(), Rank::Fifth.relative_to(side));
    let impossible =
        |why: String| error(format!("en passant on {target} (field 4) is impossible: {why}; expected `-`"));
    if pieces[pawn as usize] != Some((Piece::Pawn, !side)) {
        return Err(impossible(format!("{} has no pawn on {pawn}", name(!side))));
    }
    for square in [target, source] {
        if pieces[square as usize].is_some() {
            return Err(impossible(format!("{square} is not empty, so no pawn has just moved {source}-{pawn}")));
        }
    }
    let mut before = *pieces;
    before.swap(source as usize, pawn as usize);
    let before = Position::new(&before, !side, None, 0);
    if let Some(capture) = Moves::of(&before).iter(!side).find(|mv| before.of(side).has(mv.to)) {
        let why = format!("{} had to capture, as by {capture}, and could not move {source}-{pawn}", name(!side));
        return Err(impossible(why));
    }
    Ok(Some(target.file()))
}

fn read_clock(text: &str) -> Result<u8, NotationError> {
    // The draw has to be claimed, so games may go on behind it.
    let clock: u32 = text.parse().map_err(|_| {
        let expected = "expected a number; operations of an EPD have `;` behind them";
        error(format!("the half-move clock (field 5) is `{text}`; {expected}"))
    })?;
    Ok(clock.min(DRAW_CLOCK.into()) as u8)
}
