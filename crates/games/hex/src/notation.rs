//! Text for positions and moves.
//!
//! The idea: a diagram says exactly what a position holds, so equal positions have equal texts however they were reached. Lists of moves are
//! what people write; they are read by playing them, so whatever is wrong has a place.
//!
//! The invariant: a diagram is accepted if and only if play can reach it: the numbers of stones fit, and some stone of the
//! last mover can have been the last one, for without it nobody has connected the edges.

use proofset_core::{Notation, NotationError, Player};

use crate::board::each;
use crate::position::Position;
use crate::{Cell, Hex};

fn column_name(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// A player's stones in diagrams, and which edges the player connects.
fn described(player: Player) -> (char, &'static str) {
    match player {
        Player::First => ('X', "top and bottom"),
        Player::Second => ('O', "left and right"),
    }
}

impl Hex {
    fn cell_text(&self, Cell(cell): Cell) -> String {
        let (column, row) = (usize::from(cell) % self.board.columns(), usize::from(cell) / self.board.columns());
        format!("{}{}", column_name(column), row + 1)
    }

    /// The cell with this name, whatever lies there.
    fn cell_named(&self, text: &str) -> Result<Cell, NotationError> {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let mut symbols = text.chars();
        let name = symbols.next().map(|name| name.to_ascii_lowercase());
        let column = (0..columns).find(|&column| Some(column_name(column)) == name);
        let row = (0..rows).find(|row| symbols.as_str() == (row + 1).to_string());
        if let (Some(column), Some(row)) = (column, row) {
            return Ok(Cell((row * columns + column) as u8));
        }
        let last = column_name(columns - 1);
        Err(NotationError::new(format!("`{text}` is not a cell; cells are a1, top left, to {last}{rows}")))
    }

    /// The cell, if it can get a stone in the game as people play it.
    fn check_empty(&self, position: Position, cell: Cell, text: &str) -> Result<Cell, NotationError> {
        if self.has_won(position.to_move().opponent(), position) {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        if position.both() >> cell.0 & 1 == 1 {
            return Err(NotationError::new(format!("cell {text} is taken")));
        }
        Ok(cell)
    }

    /// Plays a list of moves from the empty board. Each is one of the game as people play it.
    fn parse_played(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = Position::EMPTY;
        for word in text.split(|symbol: char| symbol == ',' || symbol.is_whitespace()).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let Cell(cell) = self
                .cell_named(word)
                .and_then(|cell| self.check_empty(position, cell, word))
                .map_err(|error| NotationError::new(format!("character {place}: {error}")))?;
            position = position.with(position.to_move(), 1 << cell);
        }
        Ok(position)
    }

    /// Reads the rows from the top, separated by `/` or line ends.
    fn parse_diagram(&self, text: &str) -> Result<Position, NotationError> {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let lines: Vec<&str> = text.trim().split(['/', '\n']).collect();
        if lines.len() != rows {
            let count = lines.len();
            return Err(NotationError::new(format!("the diagram has {count} rows, separated by `/`; expected {rows}")));
        }
        let mut position = Position::EMPTY;
        for (row, line) in lines.into_iter().enumerate() {
            let wrong = |message| NotationError::new(format!("row {} of the diagram {message}", row + 1));
            let symbols: Vec<char> = line.chars().filter(|symbol| !symbol.is_whitespace()).collect();
            if symbols.len() != columns {
                return Err(wrong(format!("has {} cells; expected {columns}", symbols.len())));
            }
            for (column, symbol) in symbols.into_iter().enumerate() {
                let player = match symbol {
                    'X' | 'x' => Player::First,
                    'O' | 'o' => Player::Second,
                    '.' => continue,
                    other => {
                        let place = column_name(column);
                        return Err(wrong(format!(
                            "has `{other}` in column {place}; expected X, O, or . if it is empty"
                        )));
                    }
                };
                position = position.with(player, 1 << (row * columns + column));
            }
        }
        self.check_reached(position)
    }

    /// The position, if play can reach it.
    fn check_reached(&self, position: Position) -> Result<Position, NotationError> {
        let (x, o) = (position.first.count_ones(), position.second.count_ones());
        if x != o && x != o + 1 {
            let message = format!("{x} X and {o} O: X moves first, so there are as many X as O, or one more");
            return Err(NotationError::new(message));
        }
        let (mover, last) = (position.to_move(), position.to_move().opponent());
        if self.has_won(mover, position) {
            let ((mover, edges), (last, _)) = (described(mover), described(last));
            let message = format!("{mover} has connected {edges}, and yet {last} has moved since");
            return Err(NotationError::new(message));
        }
        let stones = position.of(last);
        if self.has_won(last, position) && each(stones).all(|cell| self.board.has_won(last, stones ^ 1 << cell)) {
            let (last, edges) = described(last);
            let message =
                format!("{last} connects {edges} without any one of its stones, so none can have been the last");
            return Err(NotationError::new(message));
        }
        Ok(position)
    }
}

impl Notation for Hex {
    /// Reads a diagram or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains(['.', '/', 'X', 'x', 'O', 'o']) { self.parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let columns = self.board.columns();
        let mut text = String::with_capacity((columns + 1) * self.board.rows());
        for cell in each(self.board.all()) {
            if cell > 0 && cell % columns == 0 {
                text.push('/');
            }
            text.push(match (position.first >> cell & 1, position.second >> cell & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            });
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        let text = text.trim();
        let cell = self.check_empty(*position, self.cell_named(text)?, text)?;
        let (winner, moves) = self.known(*position);
        if let Some(winner) = winner {
            let (winner, edges) = described(winner);
            let message = format!("{winner} has a virtual connection of {edges} here, so the game counts as over");
            return Err(NotationError::new(message));
        }
        if moves >> cell.0 & 1 == 1 {
            return Ok(cell);
        }
        let moves: Vec<String> = each(moves).map(|cell| self.cell_text(Cell(cell as u8))).collect();
        let message = format!("{text} is left out, for it does not help; the moves here are {}", moves.join(", "));
        Err(NotationError::new(message))
    }

    fn move_text(&self, _position: &Position, cell: Cell) -> String {
        self.cell_text(cell)
    }
}
