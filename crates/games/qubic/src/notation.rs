//! Text for positions and moves.
//!
//! The idea: a diagram says exactly what a position holds, so equal positions have equal texts however they were reached.
//! Lists of moves are what people type; they are read by playing them, so whatever is wrong has a place.
//!
//! The invariant: a diagram is accepted if and only if play can reach it: the numbers of stones fit, and some stone of the
//! last mover can have been the last one, for without it nobody has a line.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::lines::has_line;
use crate::{Cell, Position, Qubic};

/// Cells along an edge.
const SIDE: usize = 4;

/// What a move looks like, for error messages.
const MOVE: &str = "a cell is its column, row and level, each from 1 to 4, as in 111 or 432";

impl Qubic {
    /// The cell with this name, whatever lies there.
    fn cell_named(text: &str) -> Result<Cell, NotationError> {
        let digit = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'1');
        let cell = match *text.as_bytes() {
            [column, row, level] => match (digit(column), digit(row), digit(level)) {
                (Some(column), Some(row), Some(level)) => Some(Cell(column + 4 * row + 16 * level)),
                _ => None,
            },
            _ => None,
        };
        cell.ok_or_else(|| NotationError::new(format!("`{text}` is not a cell; {MOVE}")))
    }

    /// Plays a list of moves from the empty cube. Each is a possible move of the usual game: forced answers are asked for
    /// from the position on that is reached.
    fn parse_played(text: &str) -> Result<Position, NotationError> {
        let mut position = Position::EMPTY;
        for word in text.split(is_separator).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let Cell(cell) = Self::cell_named(word)
                .and_then(|cell| check_empty(position, cell, word))
                .map_err(|error| NotationError::new(format!("character {place}: {error}")))?;
            position = position.after(cell);
        }
        Ok(position)
    }

    /// Reads the levels from the bottom, separated by `|`, and in each the rows from the back, separated by `/`.
    fn parse_diagram(text: &str) -> Result<Position, NotationError> {
        let levels: Vec<&str> = text.trim().split('|').collect();
        if levels.len() != SIDE {
            let message = format!("the diagram has {} levels, but the cube has {SIDE}, separated by `|`", levels.len());
            return Err(NotationError::new(message));
        }
        let (mut first, mut second) = (0u64, 0u64);
        for (level, rows) in levels.into_iter().enumerate() {
            let rows: Vec<&str> = rows.trim().split(['/', '\n']).collect();
            let place = format!("level {} of the diagram", level + 1);
            if rows.len() != SIDE {
                let message = format!("{place} has {} rows, but the cube has {SIDE}, separated by `/`", rows.len());
                return Err(NotationError::new(message));
            }
            for (index, row) in rows.into_iter().enumerate() {
                let place = format!("{place}, row {} from the back", index + 1);
                let symbols: Vec<char> = row.chars().filter(|symbol| !symbol.is_whitespace()).collect();
                if symbols.len() != SIDE {
                    let message = format!("{place} has {} cells, but the cube has {SIDE}", symbols.len());
                    return Err(NotationError::new(message));
                }
                for (column, symbol) in symbols.into_iter().enumerate() {
                    let stone = 1 << (column + SIDE * (SIDE - 1 - index) + SIDE * SIDE * level);
                    match symbol {
                        'X' | 'x' => first |= stone,
                        'O' | 'o' => second |= stone,
                        '.' => {}
                        other => {
                            let message = format!(
                                "{place}, cell {}: `{other}` is none of `X`, `O`, and `.` for an empty cell",
                                column + 1
                            );
                            return Err(NotationError::new(message));
                        }
                    }
                }
            }
        }
        reached_position(first, second)
    }
}

/// The position with these stones, if play can reach it.
fn reached_position(first: u64, second: u64) -> Result<Position, NotationError> {
    let (x, o) = (first.count_ones(), second.count_ones());
    let last_mover = match x.checked_sub(o) {
        Some(0) => second,
        Some(1) => first,
        _ => {
            let message = format!("{x} X and {o} O: X moves first, so there are as many X as O, or one more");
            return Err(NotationError::new(message));
        }
    };
    let position = Position { last_mover, occupied: first | second };
    let [last, other] = if x > o { ["X", "O"] } else { ["O", "X"] };
    if has_line(position.own()) {
        let message = format!("{other} has four in a row, and yet {last} has moved since");
        return Err(NotationError::new(message));
    }
    if has_line(last_mover) && (0..64).all(|cell| last_mover >> cell & 1 == 0 || has_line(last_mover ^ 1 << cell)) {
        let message = format!("{last} moved last, but none of its stones can have been the last one");
        return Err(NotationError::new(message));
    }
    Ok(position)
}

/// The cell, if it can get a stone.
fn check_empty(position: Position, cell: Cell, text: &str) -> Result<Cell, NotationError> {
    if has_line(position.last_mover) || position.occupied == u64::MAX {
        return Err(NotationError::new("the game is over, there are no moves"));
    }
    if position.occupied >> cell.0 & 1 == 1 {
        return Err(NotationError::new(format!("cell {text} is taken")));
    }
    Ok(cell)
}

impl Notation for Qubic {
    /// Reads a diagram or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains(['.', '/', '|', 'X', 'x', 'O', 'o']) {
            Self::parse_diagram(text)
        } else {
            Self::parse_played(text)
        }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let mut text = String::with_capacity(80);
        let first = position.stones(Player::First);
        for level in 0..SIDE {
            for row in (0..SIDE).rev() {
                for column in 0..SIDE {
                    let cell = column + SIDE * row + SIDE * SIDE * level;
                    text.push(match (first >> cell & 1, position.occupied >> cell & 1) {
                        (1, _) => 'X',
                        (_, 1) => 'O',
                        _ => '.',
                    });
                }
                if row > 0 {
                    text.push('/');
                }
            }
            if level + 1 < SIDE {
                text.push('|');
            }
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        let text = text.trim();
        let cell = check_empty(*position, Self::cell_named(text)?, text)?;
        if self.outcome(position).is_some() {
            return Err(NotationError::new("a sequence of threats wins the game here, so it counts as over"));
        }
        if self.moves(position).any(|other| other == cell) {
            return Ok(cell);
        }
        let moves: Vec<String> = self.moves(position).map(|mv| self.move_text(position, mv)).collect();
        Err(NotationError::new(format!("{text} is not among the forced moves: {}", moves.join(", "))))
    }

    fn move_text(&self, _position: &Position, Cell(cell): Cell) -> String {
        format!("{}{}{}", cell % 4 + 1, cell / 4 % 4 + 1, cell / 16 + 1)
    }
}

fn is_separator(symbol: char) -> bool {
    symbol == ',' || symbol.is_whitespace()
}
