//! Positions as text: Forsyth-Edwards Notation, with six fields, five, or the four of EPD.
//!
//! The idea: what all variants agree on is checked here, so that each says its own rules alone: which pieces there may be beside those
//! that fit on a board, who may castle, and what the move before a double step must have been.
//!
//! The invariant: a position that is read has eight pawns of a colour at most, none of them on the first or the last rank, and
//! 16 pieces; a clock of at most [`DRAW_CLOCK`]; and the pawn of a double step stands where that has left it.

use cozy_chess::{Color, File, Piece, Rank, Square};
use proofset_core::NotationError;

use crate::color_name;

/// The names of the fields, in order.
const FIELDS: [&str; 6] =
    ["board", "side to move", "castling rights", "en passant square", "half-move clock", "full-move number"];

/// From this clock on, the player to move can claim a draw. It has to be claimed, so games may go on behind it.
pub const DRAW_CLOCK: u8 = 100;

/// The pieces by square.
pub type Pieces = [Option<(Piece, Color)>; Square::NUM];

/// The fields of a position, as far as all variants read them alike.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fen<'a> {
    /// The pieces by square.
    pub pieces: Pieces,
    /// Who is to move.
    pub side: Color,
    /// The text of the castling rights.
    pub castling: &'a str,
    /// The double step of a pawn that has just been made, if one is told.
    pub double_step: Option<DoubleStep>,
    /// The half-moves since a pawn moved or something was captured, at most [`DRAW_CLOCK`].
    pub clock: u8,
}

impl<'a> Fen<'a> {
    /// Reads the fields of a position; of none, the error shows this example.
    ///
    /// # Errors
    ///
    /// When a field is missing, is too many, or is wrong whatever the variant is.
    pub fn read(fields: &[&'a str], example: &str) -> Result<Self, NotationError> {
        if fields.is_empty() {
            return Err(error(format!("the position is empty; expected a FEN such as `{example}`")));
        }
        let &[board, side, castling, en_passant, ref numbers @ ..] = fields else {
            let (number, name) = (fields.len() + 1, FIELDS[fields.len()]);
            let expected = "expected board, side to move, castling rights and en passant square";
            return Err(error(format!("field {number} of the FEN, the {name}, is missing; {expected}")));
        };
        if let Some(field) = numbers.get(2) {
            return Err(error(format!(
                "field 7 of the FEN is `{field}`; expected 6 fields at most, and operations of an EPD with `;` behind them"
            )));
        }
        let pieces = read_board(board)?;
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(error(format!("the side to move (field 2) is `{other}`; expected `w` or `b`"))),
        };
        check_pieces(&pieces)?;
        let double_step = DoubleStep::read(en_passant, &pieces, side)?;
        let clock = numbers.first().map_or(Ok(0), |field| read_clock(field))?;
        if let Some(field) = numbers.get(1)
            && field.parse::<u32>().is_err()
        {
            return Err(error(format!("the full-move number (field 6) is `{field}`; expected a number such as 1")));
        }
        Ok(Self { pieces, side, castling, double_step, clock })
    }
}

/// A pawn that has just made two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubleStep {
    /// Where it came from.
    pub from: Square,
    /// The square that it passed, which is told.
    pub passed: Square,
    /// Where it stands.
    pub to: Square,
}

impl DoubleStep {
    fn read(text: &str, pieces: &Pieces, side: Color) -> Result<Option<Self>, NotationError> {
        if text == "-" {
            return Ok(None);
        }
        let Ok(passed) = text.parse::<Square>() else {
            let message = format!("the en passant square (field 4) is `{text}`; expected `-` or a square such as e3");
            return Err(error(message));
        };
        let rank = Rank::Sixth.relative_to(side);
        if passed.rank() != rank {
            let message = format!("the en passant square (field 4) is {passed}, but {} is to move", color_name(side));
            return Err(error(format!("{message}; expected `-` or a square on rank {rank}")));
        }
        let on = |rank: Rank| Square::new(passed.file(), rank.relative_to(side));
        let step = Self { from: on(Rank::Seventh), passed, to: on(Rank::Fifth) };
        if pieces[step.to as usize] != Some((Piece::Pawn, !side)) {
            return Err(step.impossible(&format!("{} has no pawn on {}", color_name(!side), step.to)));
        }
        for square in [step.passed, step.from] {
            if pieces[square as usize].is_some() {
                let Self { from, to, .. } = step;
                return Err(step.impossible(&format!("{square} is not empty, so no pawn has just moved {from}-{to}")));
            }
        }
        Ok(Some(step))
    }

    /// The error that no game can have come to this step, and why.
    pub fn impossible(&self, why: &str) -> NotationError {
        error(format!("en passant on {} (field 4) is impossible: {why}; expected `-`", self.passed))
    }
}

fn error(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
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
fn check_pieces(pieces: &Pieces) -> Result<(), NotationError> {
    for color in Color::ALL {
        let name = color_name(color);
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
    }
    for &square in &Square::ALL {
        let is_pawn = pieces[square as usize].is_some_and(|(piece, _)| piece == Piece::Pawn);
        if is_pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            return Err(error(format!("there is a pawn on {square}; pawns stand on ranks 2 to 7")));
        }
    }
    Ok(())
}

fn read_clock(text: &str) -> Result<u8, NotationError> {
    let clock: u32 = text.parse().map_err(|_| {
        let expected = "expected a number; operations of an EPD have `;` behind them";
        error(format!("the half-move clock (field 5) is `{text}`; {expected}"))
    })?;
    Ok(clock.min(DRAW_CLOCK.into()) as u8)
}
