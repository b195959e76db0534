//! Text for positions and moves.
//!
//! The idea: a diagram says which cells are empty, and a letter behind it who is to move. Lists of moves are what people write; they
//! are read by playing them, with Vertical first, so whatever is wrong has a place.
//!
//! The invariant: any cells may be taken, and either player may be to move: parts of a board are studied as games of their own. Cells of no
//! use are taken in every position, so equal positions have equal texts.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::board::{Cells, MOST};
use crate::{Domineering, Domino, Position};

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

/// A player's letter, name, and how the cells of a domino lie.
fn described(player: Player) -> (char, &'static str, &'static str) {
    match player {
        Player::First => ('V', "Vertical", "above each other"),
        Player::Second => ('H', "Horizontal", "beside each other"),
    }
}

fn moves_text(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

impl Domineering {
    fn cell_text(&self, cell: usize) -> String {
        let (column, row) = (cell % self.board.columns, cell / self.board.columns);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The cell whose name a text begins with, and what stands behind it.
    fn parse_cell<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let name = text.bytes().next()?.to_ascii_lowercase();
        let column = usize::from(name.checked_sub(b'a')?);
        let row = text.get(1..)?;
        let digits = row.bytes().take_while(u8::is_ascii_digit).count();
        let (row, rest) = row.split_at(digits);
        let row = (1..=MOST).find(|number| row == number.to_string())?;
        (column < self.board.columns && row <= self.board.rows)
            .then_some(((row - 1) * self.board.columns + column, rest))
    }

    /// The two cells that a text names, the upper or left one first.
    fn parse_cells(&self, text: &str) -> Option<[usize; 2]> {
        let (one, rest) = self.parse_cell(text)?;
        let (other, rest) = self.parse_cell(rest.strip_prefix('-').unwrap_or(rest))?;
        rest.is_empty().then_some([one.min(other), one.max(other)])
    }

    /// The move, if the rules allow it.
    fn legal(&self, position: &Position, text: &str) -> Result<Domino, NotationError> {
        let Some([cell, other]) = self.parse_cells(text) else {
            let last = self.cell_text(self.board.columns * self.board.rows - 1);
            return Err(wrong(format!(
                "`{text}` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to {last}"
            )));
        };
        let (_, name, lie) = described(position.to_move);
        if self.is_over(position) {
            return Err(wrong(format!("the game is over: {name} is to move and cannot")));
        }
        let is_wrapped = position.to_move == Player::Second && other.is_multiple_of(self.board.columns);
        if other - cell != self.board.step(position.to_move) || is_wrapped {
            return Err(wrong(format!("{text}: {name} is to move, whose dominoes lie on two cells {lie}")));
        }
        if let Some(taken) = [cell, other].into_iter().find(|&cell| position.empty >> cell & 1 == 0) {
            return Err(wrong(format!("{text}: {} is taken", self.cell_text(taken))));
        }
        Ok(Domino(cell as u8))
    }

    /// Plays a list of moves on the empty board, Vertical first. Play may go on where it is known who wins.
    fn parse_played(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = self.start();
        let is_separator = |symbol: char| symbol == ',' || symbol.is_whitespace();
        for word in text.split(is_separator).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let domino = self.legal(&position, word).map_err(|error| wrong(format!("character {place}: {error}")))?;
            self.play(&mut position, domino);
        }
        Ok(position)
    }

    /// The empty cells of a diagram.
    fn parse_cells_of(&self, diagram: &str) -> Result<Cells, NotationError> {
        let (rows, columns) = (self.board.rows, self.board.columns);
        let lines: Vec<&str> = diagram.split('/').collect();
        if lines.len() != rows {
            return Err(wrong(format!("the diagram has {} rows, separated by `/`; expected {rows}", lines.len())));
        }
        let mut empty = 0;
        for (row, line) in lines.into_iter().enumerate() {
            let wrong = |message| wrong(format!("row {} of the diagram, `{line}`, {message}", row + 1));
            let count = line.chars().count();
            if count != columns {
                return Err(wrong(format!("has {count} cells; expected {columns}")));
            }
            for (column, symbol) in line.chars().enumerate() {
                let cell = row * columns + column;
                match symbol {
                    '.' => empty |= 1 << cell,
                    '#' => {}
                    _ => {
                        let place = self.cell_text(cell);
                        return Err(wrong(format!(
                            "has `{symbol}` on {place}; expected . if it is empty, and # if not"
                        )));
                    }
                }
            }
        }
        Ok(empty)
    }

    fn parse_diagram(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let empty = self.parse_cells_of(words.next().unwrap_or_default())?;
        let to_move = match words.next() {
            Some("V" | "v") => Player::First,
            Some("H" | "h") => Player::Second,
            Some(word) => {
                return Err(wrong(format!("`{word}` stands behind the diagram; expected V or H, who is to move")));
            }
            None => return Err(wrong("nothing behind the diagram says who is to move; write V or H there")),
        };
        match words.next() {
            Some(word) => Err(wrong(format!("`{word}` stands behind the position; expected nothing more"))),
            None => Ok(Position { empty: self.board.useful(empty), to_move }),
        }
    }
}

impl Notation for Domineering {
    /// Reads a diagram with who is to move, or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains(['/', '.', '#']) { self.parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let columns = self.board.columns;
        let mut text = String::with_capacity((columns + 1) * self.board.rows + 1);
        for row in 0..self.board.rows {
            for column in 0..columns {
                text.push(if position.empty >> (row * columns + column) & 1 == 1 { '.' } else { '#' });
            }
            text.push(if row + 1 < self.board.rows { '/' } else { ' ' });
        }
        text.push(described(position.to_move).0);
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Domino, NotationError> {
        let domino = self.legal(position, text.trim())?;
        let Some(winner) = self.outcome(position).and(self.known_winner(position)) else { return Ok(domino) };
        let (winner, loser) = (described(winner).1, winner.opponent());
        Err(wrong(format!(
            "{winner} is sure to outlast {}, who can make {} at most, so the game counts as over; no-static plays it out",
            described(loser).1,
            moves_text(self.most_moves(position, loser))
        )))
    }

    fn move_text(&self, position: &Position, Domino(cell): Domino) -> String {
        let cell = usize::from(cell);
        format!("{}{}", self.cell_text(cell), self.cell_text(cell + self.board.step(position.to_move)))
    }
}
