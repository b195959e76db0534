//! Text for positions and moves.
//!
//! The idea: a diagram, rows from the top with `/` between them: `X` the first player's stones, `O` the second's, `.`
//! empty points. Who is to move follows from the numbers of stones if they are equal, or if the first player has one
//! more; else, and only then, `x` or `o` behind the diagram says it. Points are named as in Go, `a1` being lower left.
//!
//! The invariant: a diagram is accepted if every chain has a liberty, or if a chain of the player to move has none; then
//! that player has just lost it, and the game is over. Whether the colours can have come in turn is not checked: composed
//! problems have their own stones.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::{AtariGo, Point, Position};

/// Who is to move where nothing is said, if the numbers of stones tell.
fn implied(first: u64, second: u64) -> Option<Player> {
    match (first.count_ones(), second.count_ones()) {
        (first, second) if first == second => Some(Player::First),
        (first, second) if first == second + 1 => Some(Player::Second),
        _ => None,
    }
}

fn column_name(column: usize) -> char {
    char::from(b'a' + column as u8)
}

fn point_text(point: Point) -> String {
    format!("{}{}", column_name(point.column()), point.row() + 1)
}

impl AtariGo {
    fn parse_stones(&self, diagram: &str) -> Result<[u64; 2], NotationError> {
        let (columns, rows) = (self.board().columns(), self.board().rows());
        let lines: Vec<&str> = diagram.split('/').collect();
        if lines.len() != rows {
            let count = lines.len();
            return Err(NotationError::new(format!("the diagram has {count} rows, separated by `/`; expected {rows}")));
        }
        let mut stones = [0; 2];
        for (line, row) in lines.iter().zip((0..rows).rev()) {
            let row_error =
                |message| NotationError::new(format!("row {} of the diagram, `{line}`, {message}", row + 1));
            if line.chars().count() != columns {
                return Err(row_error(format!("has {} points; expected {columns}", line.chars().count())));
            }
            for (column, symbol) in line.chars().enumerate() {
                let bit = Point::at(column, row).bit();
                match symbol {
                    'X' | 'x' => stones[0] |= bit,
                    'O' | 'o' => stones[1] |= bit,
                    '.' => {}
                    _ => {
                        let place = column_name(column);
                        return Err(row_error(format!("has `{symbol}` in column {place}; expected X, O or .")));
                    }
                }
            }
        }
        Ok(stones)
    }

    fn parse_point(&self, text: &str) -> Result<Point, NotationError> {
        let (columns, rows) = (self.board().columns(), self.board().rows());
        let mut symbols = text.chars();
        let name = symbols.next().map(|name| name.to_ascii_lowercase());
        let column = (0..columns).find(|&column| Some(column_name(column)) == name);
        let row = (1..=rows).find(|row| symbols.as_str() == row.to_string());
        if let (Some(column), Some(row)) = (column, row) {
            return Ok(Point::at(column, row - 1));
        }
        let last = column_name(columns - 1);
        Err(NotationError::new(format!("`{text}` is not a point; points are a1 to {last}{rows}")))
    }
}

impl Notation for AtariGo {
    /// Reads a diagram, and behind it `x` or `o` where the stones do not tell who is to move.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let Some(diagram) = words.next() else {
            let message = "the position is empty; expected a diagram, rows from the top, such as ../X./O.";
            return Err(NotationError::new(message));
        };
        let [first, second] = self.parse_stones(diagram)?;
        let said = match words.next() {
            None => None,
            Some("x" | "X") => Some(Player::First),
            Some("o" | "O") => Some(Player::Second),
            Some(other) => {
                let message =
                    format!("`{other}` stands behind the diagram; expected x or o, who is to move, or nothing");
                return Err(NotationError::new(message));
            }
        };
        if let Some(rest) = words.next() {
            return Err(NotationError::new(format!("`{rest}` stands behind the position; expected nothing more")));
        }
        let to_move = said.or_else(|| implied(first, second)).ok_or_else(|| {
            let (x, o) = (first.count_ones(), second.count_ones());
            NotationError::new(format!("{x} X and {o} O do not tell who is to move; put x or o behind the diagram"))
        })?;
        let (own, other) = if to_move == Player::First { (first, second) } else { (second, first) };
        let empty = self.board().points() & !(own | other);
        let dead = |stones| self.board().chains(stones, empty).find(|(_, liberties)| *liberties == 0);
        let captured = dead(own).is_some();
        if !captured && let Some((chain, _)) = dead(other) {
            let bit = chain.trailing_zeros() as usize;
            let stone = point_text(Point::at(bit % 8, bit / 8));
            let message = format!("the chain of {stone} has no liberty, and its owner is not to move; nobody moves so");
            return Err(NotationError::new(message));
        }
        Ok(Position { own, other, to_move, captured })
    }

    fn position_text(&self, position: &Position) -> String {
        let (first, second) = (position.stones(Player::First), position.stones(Player::Second));
        let mut text = String::new();
        for row in (0..self.board().rows()).rev() {
            for column in 0..self.board().columns() {
                let bit = Point::at(column, row).bit();
                text.push(match (first & bit, second & bit) {
                    (0, 0) => '.',
                    (0, _) => 'O',
                    _ => 'X',
                });
            }
            if row > 0 {
                text.push('/');
            }
        }
        if implied(first, second) != Some(position.to_move) {
            text.push_str(if position.to_move == Player::First { " x" } else { " o" });
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Point, NotationError> {
        let point = self.parse_point(text)?;
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        if self.empty(position) & point.bit() == 0 {
            return Err(NotationError::new(format!("point {text} is taken")));
        }
        if self.legal(position) & point.bit() == 0 {
            let message = format!("a stone on {text} would have no liberty and capture nothing; that is not allowed");
            return Err(NotationError::new(message));
        }
        Ok(point)
    }

    fn move_text(&self, _position: &Position, point: Point) -> String {
        point_text(point)
    }
}
