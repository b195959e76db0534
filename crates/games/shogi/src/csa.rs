//! Positions in CSA files: ranks (`P1-KY-KE ...`), single pieces (`P+28HI`), hands (`P-00AL`), the start less some
//! pieces (`PI82HI`).
//!
//! The idea: each line stands for itself, and they are obeyed in order. The invariant: the same as for SFEN. The
//! reference: the "CSA standard game record file format" (Computer Shogi Association), version 2.2, section 2.5.

use proofset_core::NotationError;

use crate::board::Board;
use crate::moves::{Move, Origin};
use crate::piece::{Color, Kind, Piece};
use crate::setup::{check, error, hold_the_rest, place};
use crate::square::Square;

const NAMES: [&str; Kind::COUNT] = ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

fn kind(name: &str) -> Option<Kind> {
    NAMES.iter().position(|&other| other == name).map(|at| Kind::ALL[at])
}

pub(crate) fn name(kind: Kind) -> &'static str {
    NAMES[kind as usize]
}

pub(crate) fn sign(color: Color) -> char {
    if color == Color::Black { '+' } else { '-' }
}

/// A move as CSA files have it: who moves, from where (`00` is the hand), where to, and what the piece is then.
pub(crate) fn move_text(mv: Move, board: &Board) -> String {
    let digits = |square: Square| format!("{}{}", square.file(), square.rank());
    let (from, kind) = match mv.origin() {
        Origin::Hand(kind) => ("00".to_owned(), kind),
        Origin::Board(from) => {
            let kind = board.piece_on(from).expect("a move starts from a piece").kind;
            (digits(from), kind.promoted().filter(|_| mv.promotes()).unwrap_or(kind))
        }
    };
    format!("{}{from}{}{}", sign(board.side_to_move()), digits(mv.to()), name(kind))
}

/// The move that a text such as `+7776FU` means, legal or not, if it is one of the side to move.
pub(crate) fn read_move(text: &str, board: &Board) -> Option<Move> {
    let (from, rest) = read_piece(text.strip_prefix(sign(board.side_to_move()))?)?;
    let (to, after) = read_piece(rest)?;
    let (to, after) = (to?, kind(after)?);
    let Some(from) = from else { return Kind::IN_HAND.contains(&after).then(|| Move::drop(after, to)) };
    let before = board.piece_on(from)?.kind;
    let promotes = before != after;
    (!promotes || before.promoted() == Some(after)).then(|| Move::new(from, to, promotes))
}

impl Board {
    /// Reads the position at the start of a CSA file. Moves that follow are not read. Without a line that says who moves
    /// first, it is Black.
    ///
    /// ```
    /// # fn main() -> Result<(), proofset_core::NotationError> {
    /// let board = proofset_shogi::Board::from_csa("P-51OU\nP+53FU00KI\nP-00AL\n+")?;
    /// assert_eq!(board.to_string(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Says what is wrong, in which line, and what is expected instead.
    pub fn from_csa(text: &str) -> Result<Self, NotationError> {
        let lines = || {
            text.lines().zip(1..).flat_map(|(line, number)| {
                // Comments, names and what the record says of the game may hold commas.
                let line = if line.starts_with(['\'', 'N', '$']) { "" } else { line };
                line.split(',').map(move |part| (part.trim_end(), number))
            })
        };
        let side = lines().find_map(|(line, _)| match line {
            "+" => Some(Color::Black),
            "-" => Some(Color::White),
            _ => None,
        });
        let mut board = Board::empty(side.unwrap_or(Color::Black));
        for (line, number) in lines() {
            read_line(line, &mut board).map_err(|cause| error(format!("line {number}: {cause}")))?;
            if matches!(line, "+" | "-") {
                break;
            }
        }
        check(&board)?;
        Ok(board)
    }
}

fn read_line(line: &str, board: &mut Board) -> Result<(), NotationError> {
    let mut signs = line.chars();
    if signs.next() != Some('P') {
        return Ok(());
    }
    let (sign, rest) = (signs.next(), signs.as_str());
    match sign {
        Some('I') => read_start(rest, board),
        Some('+') => read_pieces(rest, Color::Black, board),
        Some('-') => read_pieces(rest, Color::White, board),
        Some(digit @ '1'..='9') => read_rank(rest, digit as u8 - b'0', board),
        _ => Err(error(format!("`{line}` is no position; expected `P1` to `P9`, `P+`, `P-` or `PI` and pieces"))),
    }
}

/// Parts of so many characters; the last may have fewer.
fn parts(text: &str, length: usize) -> Vec<String> {
    let signs: Vec<char> = text.chars().collect();
    signs.chunks(length).map(|part| part.iter().collect()).collect()
}

fn read_rank(text: &str, rank: u8, board: &mut Board) -> Result<(), NotationError> {
    let mut cells = parts(text, 3);
    if cells.len() > 9 {
        return Err(error(format!("the rank has {} squares; expected 9", cells.len())));
    }
    // Blanks at the end of a line get lost.
    cells.resize(9, " * ".to_owned());
    for (cell, file) in cells.iter().zip((1..=9).rev()) {
        if matches!(cell.trim(), "*" | "") {
            continue;
        }
        let color = match cell.chars().next() {
            Some('+') => Some(Color::Black),
            Some('-') => Some(Color::White),
            _ => None,
        };
        let (Some(color), Some(kind)) = (color, cell.get(1..).and_then(kind)) else {
            let expected = "expected ` * `, or one such as `+FU` or `-RY`";
            return Err(error(format!("`{cell}` on file {file} is no piece; {expected}")));
        };
        let square = Square::at(file, rank).expect("files and ranks are from 1 to 9");
        place(board, square, Piece { color, kind })?;
    }
    Ok(())
}

/// A square and a kind: `28HI`; no square for the hand: `00HI`.
fn read_piece(part: &str) -> Option<(Option<Square>, &str)> {
    let (place, name) = part.split_at_checked(2)?;
    let &[file, rank] = place.as_bytes() else { return None };
    if place == "00" {
        return Some((None, name));
    }
    Some((Some(Square::at(file.checked_sub(b'0')?, rank.checked_sub(b'0')?)?), name))
}

fn read_pieces(text: &str, color: Color, board: &mut Board) -> Result<(), NotationError> {
    for part in parts(text, 4) {
        let piece = read_piece(&part).map(|(square, name)| (square, name, kind(name)));
        match piece {
            Some((None, "AL", _)) => hold_the_rest(board, color),
            Some((None, _, Some(kind))) if Kind::IN_HAND.contains(&kind) => {
                if board.hand(color).count(kind) == kind.full_count() {
                    let most = kind.full_count();
                    return Err(error(format!("there are more than {most} {}s in hand", kind.name())));
                }
                let hand = board.hand_mut(color);
                *hand = hand.with(kind, 1);
            }
            Some((Some(square), _, Some(kind))) => place(board, square, Piece { color, kind })?,
            _ => {
                let expected = "expected a square and a kind such as `28HI`, or `00HI` for the hand";
                return Err(error(format!("`{part}` is no piece; {expected}")));
            }
        }
    }
    Ok(())
}

fn read_start(text: &str, board: &mut Board) -> Result<(), NotationError> {
    let start = Board::start();
    let mut missing = Vec::new();
    for part in parts(text, 4) {
        let stands = |(square, name): (Option<Square>, &str)| {
            let square = square?;
            start.piece_on(square).filter(|piece| kind(name) == Some(piece.kind)).map(|_| square)
        };
        let Some(square) = read_piece(&part).and_then(stands) else {
            let expected = "expected its square and kind, such as `82HI`";
            return Err(error(format!("`{part}` is no piece of the start position; {expected}")));
        };
        missing.push(square);
    }
    for square in start.occupied() {
        if let Some(piece) = start.piece_on(square)
            && !missing.contains(&square)
        {
            place(board, square, piece)?;
        }
    }
    Ok(())
}
