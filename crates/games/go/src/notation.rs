//! Positions as text: diagrams, lists of stones, and SGF.
//!
//! A diagram has its rows from the top with `/` between them, and behind them who is to move and the point of a ko that may
//! not be taken at once: `.X./XOO/.X. o ko:C3`. A list begins with the size of the board: `19x19 black C3 D4 white E5, white to
//! play`. A text with a game that begins with `(;` is SGF.

use std::str::FromStr;

use proofset_core::NotationError;

use crate::board::{Board, Color, Point, Size};
use crate::position::Position;
use crate::sgf;

/// What a position is written as, for help texts.
pub const POSITIONS: &str = "a diagram, rows from the top, then x (Black) or o (White) to move, as in .X./XOO/.X. o, and perhaps \
                             ko:C3 for a point that may not be taken back; or a list, as in \"19x19 black C3 D4 white E5, white \
                             to play\"; or SGF, as text or as a file problem.sgf";

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        if sgf::is_sgf(text) {
            return Ok(sgf::parse(text)?.position);
        }
        let Some(first) = text.split_whitespace().next() else {
            return Err(wrong(format!("the position is empty; expected {POSITIONS}")));
        };
        match Size::read(first) {
            Some(size) => list(size?, &text[first.len()..]),
            None => diagram(text),
        }
    }
}

fn diagram(text: &str) -> Result<Position, NotationError> {
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
    let size = Size::new(rows[0].chars().count(), rows.len())?;
    let mut board = Board::empty(size);
    for (row, line) in (0..rows.len()).rev().zip(&rows) {
        let count = line.chars().count();
        if count != size.columns() {
            let columns = size.columns();
            return Err(wrong(format!(
                "row {} of the diagram, `{line}`, has {count} points; expected {columns}",
                row + 1
            )));
        }
        for (column, symbol) in line.chars().enumerate() {
            let point = Point::new(column, row);
            match symbol {
                '.' | '+' => {}
                'X' | 'x' | '#' => board.set(point, Some(Color::Black)),
                'O' | 'o' => board.set(point, Some(Color::White)),
                _ => {
                    return Err(wrong(format!(
                        "row {} of the diagram, `{line}`, has `{symbol}` on {point}; expected X, O or .",
                        row + 1
                    )));
                }
            }
        }
    }
    let mut to_move = Color::Black;
    let mut ko = None;
    for (index, word) in words.enumerate() {
        if let Some(point) = word.strip_prefix("ko:") {
            ko = Some(size.parse_point(point)?);
        } else if let Some(color) = Color::read(word).filter(|_| index == 0) {
            to_move = color;
        } else {
            return Err(wrong(format!(
                "`{word}` stands behind the diagram; expected x or o, who is to move, or ko:POINT"
            )));
        }
    }
    with_ban(Position::new(board, to_move)?, ko)
}

fn list(size: Size, text: &str) -> Result<Position, NotationError> {
    let mut board = Board::empty(size);
    let mut color = None;
    let (mut to_move, mut ko) = (Color::Black, None);
    let mut words = text.split(|symbol: char| symbol.is_whitespace() || symbol == ',' || symbol == ';').peekable();
    while let Some(word) = words.next() {
        if word.is_empty() {
            continue;
        }
        if let Some(named) = Color::read(word) {
            if words.peek() == Some(&"to") {
                words.next();
                if words.next() != Some("play") {
                    return Err(wrong(format!("`{word} to` in the list; expected `{word} to play`")));
                }
                to_move = named;
            } else {
                color = Some(named);
            }
            continue;
        }
        if let Some(point) = word.strip_prefix("ko:") {
            ko = Some(size.parse_point(point)?);
            continue;
        }
        let Some(color) = color else {
            return Err(wrong(format!(
                "`{word}` in the list has no colour before it; expected black or white, then points"
            )));
        };
        let point = size.parse_point(word)?;
        if board.stone(point).is_some() {
            return Err(wrong(format!("{point} is named twice in the list")));
        }
        board.set(point, Some(color));
    }
    with_ban(Position::new(board, to_move)?, ko)
}

/// The position with a point that may not be taken back, if there is one.
fn with_ban(position: Position, ko: Option<Point>) -> Result<Position, NotationError> {
    match ko {
        Some(point) => position.with_ko(point),
        None => Ok(position),
    }
}
