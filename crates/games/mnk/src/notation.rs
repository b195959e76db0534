//! Text for positions and moves.
//!
//! The idea: a diagram says exactly what a position holds, so equal positions have equal texts however they were
//! reached. Lists of moves are what people type; they are read by playing them, so whatever is wrong has a place.
//!
//! The invariant: a diagram is accepted only if the numbers of stones fit, no stone hangs in the air, and some stone of
//! the last mover can have been the last one: nothing lies on it, and without it nobody has a line. Without gravity
//! that is exactly what play can reach. With gravity it is not checked further whether the colours can have come in
//! turn; such a diagram is a sound position to play on from, like a composed problem.
//!
//! The cost: a line test per stone of the last mover at worst, and nothing of it where a search runs.

use std::fmt::Write;

use proofset_core::{Game, Notation, NotationError, Player};

use crate::{Cell, Mnk, Position, Rules};
use proofset_bits::Bits;

/// What needs no board.
impl Rules {
    /// With gravity `1` to `9`, then `a` to `j`; without, `a` to `s`.
    fn column_name(self, column: usize) -> char {
        let letters_from = if self.gravity() { 9 } else { 0 };
        let name = if column < letters_from { b'1' + column as u8 } else { b'a' + (column - letters_from) as u8 };
        char::from(name)
    }

    fn column_named(self, name: char) -> Option<usize> {
        (0..self.columns()).find(|&column| self.column_name(column) == name.to_ascii_lowercase())
    }

    /// The column with this name alone.
    fn parse_column(self, text: &str) -> Result<usize, NotationError> {
        let mut symbols = text.chars();
        let column = match (symbols.next(), symbols.next()) {
            (Some(name), None) => self.column_named(name),
            _ => None,
        };
        column.ok_or_else(|| {
            let last = self.column_name(self.columns() - 1);
            NotationError::new(format!("`{text}` is not a column; columns are 1 to {last}"))
        })
    }

    /// The cell with this name, on a board without gravity.
    pub(crate) fn cell_named(self, text: &str) -> Result<Cell, NotationError> {
        let mut symbols = text.chars();
        let column = symbols.next().and_then(|name| self.column_named(name));
        let digits = symbols.as_str();
        // `parse` alone would read `+2` as well.
        let row = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().unwrap_or(0) } else { 0 };
        let (Some(column), 1..) = (column, row) else {
            return Err(self.not_a_cell(text));
        };
        if row > self.rows() {
            return Err(self.not_a_cell(text));
        }
        Ok(Cell::from_bit(self.bit(column, row - 1)))
    }

    fn not_a_cell(self, text: &str) -> NotationError {
        let (last, rows) = (self.column_name(self.columns() - 1), self.rows());
        NotationError::new(format!("`{text}` is not a cell; cells are a1 to {last}{rows}"))
    }

    /// The moves of a list, each with where it begins.
    fn split_moves(self, text: &str) -> Vec<(usize, &str)> {
        let mut words = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(is_separator);
            let Some(first) = rest.chars().next() else { return words };
            // With gravity every character is a move; else a move goes on for as long as digits follow.
            let after_first = &rest[first.len_utf8()..];
            let after = if self.gravity() {
                after_first
            } else {
                after_first.trim_start_matches(|symbol: char| symbol.is_ascii_digit())
            };
            words.push((text.len() - rest.len(), &rest[..rest.len() - after.len()]));
            rest = after;
        }
    }

    fn move_name(self, cell: Cell) -> String {
        let (column, row) = self.column_and_row(cell.bit());
        let name = self.column_name(column);
        if self.gravity() { name.to_string() } else { format!("{name}{}", row + 1) }
    }

    /// The bits of the stones of both players in a diagram.
    fn read_rows(self, text: &str) -> Result<[Vec<usize>; 2], NotationError> {
        let lines: Vec<&str> = text.trim().split(['/', '\n']).collect();
        if lines.len() != self.rows() {
            let message = format!("the diagram has {} rows, but the board has {}", lines.len(), self.rows());
            return Err(NotationError::new(message));
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (index, line) in lines.into_iter().enumerate() {
            let place = format!("row {} of the diagram", index + 1);
            let symbols: Vec<char> = line.chars().filter(|symbol| !symbol.is_whitespace()).collect();
            if symbols.len() != self.columns() {
                let message = format!("{place} has {} cells, but the board has {}", symbols.len(), self.columns());
                return Err(NotationError::new(message));
            }
            for (column, symbol) in symbols.into_iter().enumerate() {
                let stone = self.bit(column, self.rows() - 1 - index);
                match symbol {
                    'X' | 'x' => first.push(stone),
                    'O' | 'o' => second.push(stone),
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
        Ok([first, second])
    }
}

impl<const W: usize> Mnk<W> {
    /// The board in several lines with its coordinates, for people to look at.
    ///
    /// ```
    /// use proofset_core::Notation;
    /// use proofset_mnk::{Mnk, Rules};
    ///
    /// # fn main() -> Result<(), proofset_core::NotationError> {
    /// let game = Mnk::<1>::new(Rules::new(4, 3, 3)?);
    /// let position = game.parse_position("b2 a1")?;
    /// assert_eq!(game.board_text(&position), "3 . . . .\n2 . X . .\n1 O . . .\n  a b c d\n");
    /// # Ok(())
    /// # }
    /// ```
    pub fn board_text(&self, position: &Position<W>) -> String {
        let rules = self.rules();
        let width = rules.rows().to_string().len();
        let mut text = String::new();
        for row in (0..rules.rows()).rev() {
            write!(text, "{:>width$}", row + 1).expect("writing to a string cannot fail");
            for column in 0..rules.columns() {
                text.extend([' ', self.symbol(position, column, row)]);
            }
            text.push('\n');
        }
        text.extend(std::iter::repeat_n(' ', width));
        for column in 0..rules.columns() {
            text.extend([' ', self.rules().column_name(column)]);
        }
        text.push('\n');
        text
    }

    fn symbol(&self, position: &Position<W>, column: usize, row: usize) -> char {
        let bit = self.rules().bit(column, row);
        if position.stones(Player::First).contains(bit) {
            'X'
        } else if position.occupied.contains(bit) {
            'O'
        } else {
            '.'
        }
    }

    /// Reads a column and finds the cell into which a stone falls there.
    fn parse_drop(&self, position: &Position<W>, text: &str) -> Result<Cell, NotationError> {
        let rules = self.rules();
        let column = rules.parse_column(text)?;
        self.check_unfinished(position)?;
        let playable = self.playable(position);
        (0..rules.rows())
            .map(|row| rules.bit(column, row))
            .find(|&bit| playable.contains(bit))
            .map(Cell::from_bit)
            .ok_or_else(|| NotationError::new(format!("column {text} is full")))
    }

    /// Reads a cell and checks that it is empty.
    fn parse_cell(&self, position: &Position<W>, text: &str) -> Result<Cell, NotationError> {
        let cell = self.rules().cell_named(text)?;
        self.check_unfinished(position)?;
        if position.occupied.contains(cell.bit()) {
            return Err(NotationError::new(format!("cell {text} is taken")));
        }
        Ok(cell)
    }

    fn check_unfinished(&self, position: &Position<W>) -> Result<(), NotationError> {
        match self.outcome(position) {
            Some(_) => Err(NotationError::new("the game is over, there are no moves")),
            None => Ok(()),
        }
    }

    /// Plays a list of moves from the empty board.
    fn parse_played(&self, text: &str) -> Result<Position<W>, NotationError> {
        let mut position = self.start();
        for (at, word) in self.rules().split_moves(text) {
            let cell = self.parse_move(&position, word).map_err(|error| at_place(text, at, &error))?;
            self.play(&mut position, cell);
        }
        Ok(position)
    }

    /// Reads rows from the top, separated by `/` or line breaks; blanks within them are ignored.
    fn parse_diagram(&self, text: &str) -> Result<Position<W>, NotationError> {
        let [first, second] = self.read_diagram(text)?;
        self.reached_position(first, second, self.rules().k(), &|_, stones| self.has_line(stones))
    }

    /// The stones of both players in a diagram.
    pub(crate) fn read_diagram(&self, text: &str) -> Result<[Bits<W>; 2], NotationError> {
        let of = |cells: Vec<usize>| cells.into_iter().fold(Bits::EMPTY, |all, bit| all | Bits::single(bit));
        let [first, second] = self.rules().read_rows(text)?;
        Ok([of(first), of(second)])
    }

    /// The position with these stones, if they can lie there; a line of so many stones would have ended play.
    pub(crate) fn reached_position(
        &self,
        first: Bits<W>,
        second: Bits<W>,
        line: usize,
        has_line: &dyn Fn(Player, Bits<W>) -> bool,
    ) -> Result<Position<W>, NotationError> {
        let (x, o) = (first.count(), second.count());
        let last_mover = match x.checked_sub(o) {
            Some(0) => second,
            Some(1) => first,
            _ => return Err(Unreached::Numbers { x, o }.told(self.rules())),
        };
        let position = Position { last_mover, occupied: first | second };
        let [last, other] = if last_mover == first { ["X", "O"] } else { ["O", "X"] };
        let last_player = position.last_to_move();

        let below = position.occupied.shifted_down(1);
        let gravity = self.rules().gravity();
        if gravity && let Some(bit) = (below & self.cells() & !position.occupied).ascending().next() {
            return Err(Unreached::Hangs { above: bit }.told(self.rules()));
        }
        if has_line(last_player.opponent(), position.occupied ^ last_mover) {
            return Err(Unreached::Line { of: other, line, last }.told(self.rules()));
        }
        let removable = if gravity { last_mover & !below } else { last_mover };
        if x > 0 && !removable.ascending().any(|bit| !has_line(last_player, last_mover ^ Bits::single(bit))) {
            return Err(Unreached::Last { last }.told(self.rules()));
        }
        Ok(position)
    }
}

impl<const W: usize> Notation for Mnk<W> {
    /// Reads a diagram or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        if is_diagram(text) { self.parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position<W>) -> String {
        let rules = self.rules();
        let mut text = String::with_capacity((rules.columns() + 1) * rules.rows());
        for row in (0..rules.rows()).rev() {
            text.extend((0..rules.columns()).map(|column| self.symbol(position, column, row)));
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Cell, NotationError> {
        let text = text.trim();
        if self.rules().gravity() { self.parse_drop(position, text) } else { self.parse_cell(position, text) }
    }

    fn move_text(&self, _position: &Position<W>, cell: Cell) -> String {
        self.rules().move_name(cell)
    }
}

/// Why no play leads to the stones of a diagram.
enum Unreached {
    /// So many stones of each player.
    Numbers { x: u32, o: u32 },
    /// A stone lies above this cell, which is empty.
    Hangs { above: usize },
    /// A player has had a line of so many stones before the other one moved.
    Line { of: &'static str, line: usize, last: &'static str },
    /// No stone of this player was laid last.
    Last { last: &'static str },
}

impl Unreached {
    fn told(self, rules: Rules) -> NotationError {
        NotationError::new(match self {
            Self::Numbers { x, o } => {
                format!("{x} X and {o} O: X moves first, so there are as many X as O, or one more")
            }
            Self::Hangs { above } => {
                let (column, _) = rules.column_and_row(above);
                format!("a stone in column {} lies above an empty cell", rules.column_name(column))
            }
            Self::Line { of, line, last } => format!("{of} has {line} in a row, and yet {last} has moved since"),
            Self::Last { last } => format!("{last} moved last, but none of its stones can have been the last one"),
        })
    }
}

/// A fault of a move that begins there in a list.
pub(crate) fn at_place(text: &str, at: usize, error: &NotationError) -> NotationError {
    NotationError::new(format!("character {}: {error}", text[..at].chars().count() + 1))
}

/// Dots and slashes occur in diagrams only; a row without empty cells is all `X` and `O`, which no list of moves is:
/// columns go up to `k`, and cells have digits.
pub(crate) fn is_diagram(text: &str) -> bool {
    let text = text.trim();
    let in_full_row = |symbol: char| matches!(symbol, 'X' | 'x' | 'O' | 'o') || symbol.is_whitespace();
    text.contains(['.', '/']) || (!text.is_empty() && text.chars().all(in_full_row))
}

fn is_separator(symbol: char) -> bool {
    symbol == ',' || symbol.is_whitespace()
}
