//! Positions as text: SFEN, with or without the words that USI puts before it and the moves that it lets follow.
//!
//! The idea: everything is checked in the order in which people read, and each message names the field, rank or square at
//! fault. Problems have few pieces, and often one king; so pieces may be missing, but there are no more than in a full
//! set. The invariant: a board that is read has at least one king; no piece stands where it could never move; no side has
//! two pawns on a file; whoever has just moved is not in check. The cost: microseconds. The reference: the Universal
//! Shogi Interface (Romstad 2007).

use std::fmt;
use std::str::FromStr;

use proofset_core::NotationError;

use crate::board::Board;
use crate::piece::{Color, Kind, Piece};
use crate::setup::{check, error, hold, place};
use crate::square::Square;

/// The start position of the even game.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const FIELDS: [&str; 4] = ["board", "side to move", "pieces in hand", "move number"];

impl FromStr for Board {
    type Err = NotationError;

    /// Reads a position: an SFEN, with `sfen` before it or without; `startpos`; either with `position` before it, and
    /// with `moves` and some moves after it.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.first() == Some(&"position") {
            words.remove(0);
        }
        let moves = words.iter().position(|&word| word == "moves").map(|at| words.split_off(at));
        let mut board = match words.as_slice() {
            ["startpos"] => read(&START.split(' ').collect::<Vec<_>>())?,
            ["startpos", word, ..] => {
                return Err(error(format!("`{word}` follows `startpos`; expected `moves`, or nothing")));
            }
            ["sfen", fields @ ..] | fields => read(fields)?,
        };
        for (number, word) in moves.iter().flatten().skip(1).enumerate() {
            let mv = board.parse_move(word).map_err(|cause| error(format!("move {}: {cause}", number + 1)))?;
            board.make(mv);
        }
        Ok(board)
    }
}

impl fmt::Display for Board {
    /// Writes the position as SFEN, with the move number 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for file in (1..=9).rev() {
                let piece = Square::at(file, rank).and_then(|square| self.piece_on(square));
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let mark = if piece.kind == piece.kind.basic() { "" } else { "+" };
                write!(f, "{mark}{}", symbol(piece.color, piece.kind))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        f.write_str(if self.side_to_move() == Color::Black { " b " } else { " w " })?;
        if self.hand(Color::Black).is_empty() && self.hand(Color::White).is_empty() {
            f.write_str("-")?;
        }
        for color in Color::ALL {
            for kind in Kind::IN_HAND.into_iter().rev() {
                let count = self.hand(color).count(kind);
                if count > 1 {
                    write!(f, "{count}")?;
                }
                if count > 0 {
                    write!(f, "{}", symbol(color, kind))?;
                }
            }
        }
        f.write_str(" 1")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn symbol(color: Color, kind: Kind) -> char {
    match color {
        Color::Black => kind.letter(),
        Color::White => kind.letter().to_ascii_lowercase(),
    }
}

/// The colour and the unpromoted kind that a letter stands for.
fn read_letter(letter: char) -> Option<(Color, Kind)> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some((color, Kind::from_letter(letter.to_ascii_uppercase())?))
}

fn read(fields: &[&str]) -> Result<Board, NotationError> {
    if fields.is_empty() {
        return Err(error(format!("the position is empty; expected an SFEN such as `{START}`")));
    }
    if fields.len() < 3 {
        let (number, name) = (fields.len() + 1, FIELDS[fields.len()]);
        let expected = "expected board, side to move and pieces in hand";
        return Err(error(format!("field {number} of the SFEN, the {name}, is missing; {expected}")));
    }
    if let Some(field) = fields.get(4) {
        return Err(error(format!("field 5 of the SFEN is `{field}`; expected 4 fields at most, or `moves`")));
    }
    let side_to_move = match fields[1] {
        "b" => Color::Black,
        "w" => Color::White,
        other => return Err(error(format!("the side to move (field 2) is `{other}`; expected `b` or `w`"))),
    };
    let mut board = Board::empty(side_to_move);
    read_board(fields[0], &mut board)?;
    read_hands(fields[2], &mut board)?;
    if let Some(field) = fields.get(3)
        && field.parse::<u32>().is_err()
    {
        return Err(error(format!("the move number (field 4) is `{field}`; expected a number such as 1")));
    }
    check(&board)?;
    Ok(board)
}

fn read_board(text: &str, board: &mut Board) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        let count = rows.len();
        return Err(error(format!("the board (field 1) has {count} ranks, separated by `/`; expected 9")));
    }
    for (row, rank) in rows.iter().zip(1..) {
        let here = || format!("rank {} of the board, `{row}`", (b'a' + rank - 1) as char);
        let mut squares = 0;
        let mut symbols = row.chars();
        while let Some(symbol) = symbols.next() {
            if let Some(empty @ 1..=9) = symbol.to_digit(10) {
                squares += empty as usize;
                continue;
            }
            let promoted = symbol == '+';
            let letter = if promoted { symbols.next() } else { Some(symbol) };
            let Some((color, basic)) = letter.and_then(read_letter) else {
                let shown = letter.map_or_else(|| "+".to_owned(), |letter| letter.to_string());
                let expected = "expected one of PLNSGBRK (Black), plnsgbrk (White), `+` before one of them";
                return Err(error(format!(
                    "{}: `{shown}` is no piece; {expected}, or 1 to 9 for empty squares",
                    here()
                )));
            };
            let kind = match (promoted, basic.promoted()) {
                (false, _) => basic,
                (true, Some(kind)) => kind,
                (true, None) => return Err(error(format!("{}: a {} does not promote", here(), basic.name()))),
            };
            squares += 1;
            let file = 10_usize.saturating_sub(squares) as u8;
            if let Some(square) = Square::at(file, rank) {
                place(board, square, Piece { color, kind })?;
            }
        }
        if squares != 9 {
            return Err(error(format!("{} has {squares} squares; expected 9", here())));
        }
    }
    Ok(())
}

fn read_hands(text: &str, board: &mut Board) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    let fault = |what: String| error(format!("the pieces in hand (field 3) are `{text}`: {what}"));
    let mut digits = String::new();
    for symbol in text.chars() {
        if symbol.is_ascii_digit() {
            digits.push(symbol);
            continue;
        }
        let Some((color, kind)) = read_letter(symbol).filter(|&(_, kind)| kind != Kind::King) else {
            let expected = "expected `-`, or letters of RBGSNLP (Black) and rbgsnlp (White), with a number before each";
            return Err(fault(format!("`{symbol}` cannot be in hand; {expected}")));
        };
        let count = if digits.is_empty() { Some(1) } else { digits.parse::<u8>().ok() };
        hold(board, color, kind, count, &format!("{digits}{symbol}")).map_err(|cause| fault(cause.to_string()))?;
        digits.clear();
    }
    if digits.is_empty() { Ok(()) } else { Err(fault(format!("the number {digits} has no piece after it"))) }
}
