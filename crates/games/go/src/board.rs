//! Boards with stones on them, as they are read and written.
//!
//! The idea: a plain grid, for everything that is done once a problem: reading, checking, finding regions. Searches work on
//! what [`Region`](crate::Region) makes of it. Points are named as Go players do: columns by letters from the left without
//! `I`, rows by numbers from below.

use std::fmt;

use proofset_core::{NotationError, Player};

/// The letters of columns; there is no I.
const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The colour of a stone, and who moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Moves first in a game.
    Black,
    /// Moves second.
    White,
}

impl Color {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other one.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// Reads `b`, `black`, `x` and the like.
    pub fn read(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" | "x" => Some(Self::Black),
            "w" | "white" | "o" => Some(Self::White),
            _ => None,
        }
    }

    /// The player who has these stones.
    pub fn player(self) -> Player {
        match self {
            Self::Black => Player::First,
            Self::White => Player::Second,
        }
    }
}

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// From below, from 0 on.
    row: u8,
    /// From the left, from 0 on.
    column: u8,
}

impl Point {
    /// The point in this column from the left and row from below, both from 0 on.
    pub fn new(column: usize, row: usize) -> Self {
        Self { row: row as u8, column: column as u8 }
    }

    /// The column from the left, from 0 on.
    pub fn column(self) -> usize {
        self.column.into()
    }

    /// The row from below, from 0 on.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// Reads a name such as `D4`; `None` if it is none, on any board.
    pub fn read(text: &str) -> Option<Self> {
        let (letter, row) = text.split_at_checked(1)?;
        let letter = letter.bytes().next()?.to_ascii_uppercase();
        let column = LETTERS.iter().position(|&other| other == letter)?;
        let is_number = !row.starts_with('0') && row.bytes().all(|byte| byte.is_ascii_digit());
        let row: usize = row.parse().ok().filter(|_| is_number)?;
        (1..=Size::MAX).contains(&row).then(|| Self::new(column, row - 1))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(LETTERS[self.column()]), self.row + 1)
    }
}

/// The sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The longest side.
    pub const MAX: usize = 19;

    /// A board with these sides.
    ///
    /// # Errors
    ///
    /// When a side is 0 or longer than 19.
    pub fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        let sides = 1..=Self::MAX;
        if sides.contains(&columns) && sides.contains(&rows) {
            return Ok(Self { columns: columns as u8, rows: rows as u8 });
        }
        Err(NotationError::new(format!("a board of {columns}x{rows} points; expected sides from 1 to {}", Self::MAX)))
    }

    /// Reads `19` or `19x13`: columns and rows.
    pub(crate) fn read(text: &str) -> Option<Result<Self, NotationError>> {
        let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Some(Self::new(columns.parse().ok()?, rows.parse().ok()?))
    }

    /// The columns.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// The rows.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// The number of points.
    pub fn count(self) -> usize {
        self.columns() * self.rows()
    }

    /// Whether the point is on the board.
    pub fn contains(self, point: Point) -> bool {
        point.column() < self.columns() && point.row() < self.rows()
    }

    /// All points, row by row from the top, each from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows()).rev().flat_map(move |row| (0..self.columns()).map(move |column| Point::new(column, row)))
    }

    /// The points beside one.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let (column, row) = (point.column(), point.row());
        let left = column.checked_sub(1).map(|column| (column, row));
        let below = row.checked_sub(1).map(|row| (column, row));
        let all = [left, below, Some((column + 1, row)), Some((column, row + 1))];
        all.into_iter()
            .flatten()
            .map(|(column, row)| Point::new(column, row))
            .filter(move |&point| self.contains(point))
    }

    /// The place of a point in lists of all points by row.
    pub(crate) fn index(self, point: Point) -> usize {
        point.row() * self.columns() + point.column()
    }

    /// Reads the name of a point that must be on the board.
    ///
    /// # Errors
    ///
    /// When it is no name, or that of a point beyond the board.
    pub fn parse_point(self, text: &str) -> Result<Point, NotationError> {
        Point::read(text).filter(|&point| self.contains(point)).ok_or_else(|| {
            let last = Point::new(self.columns() - 1, self.rows() - 1);
            NotationError::new(format!(
                "`{text}` is not a point of the board; points are A1 to {last}, without the letter I"
            ))
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Stones of one colour that hang together, and their liberties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones.
    pub color: Color,
    /// The stones.
    pub stones: Vec<Point>,
    /// The empty points beside them.
    pub liberties: Vec<Point>,
}

/// What a move did to the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The stones that were captured.
    pub captured: Vec<Point>,
    /// The point of a single stone that was captured and may not be taken back at once.
    pub ko: Option<Point>,
}

/// A board with stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    stones: Vec<Option<Color>>,
}

impl Board {
    /// A board without stones.
    pub fn empty(size: Size) -> Self {
        Self { size, stones: vec![None; size.count()] }
    }

    /// Its sides.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones[self.size.index(point)]
    }

    /// Puts a stone on a point of the board, or takes it away.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[self.size.index(point)] = stone;
    }

    /// The chain of the stone on a point; `None` if the point is empty.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.stone(point)?;
        let mut stones = vec![point];
        let mut liberties = Vec::new();
        let mut seen = vec![false; self.size.count()];
        seen[self.size.index(point)] = true;
        let mut next = 0;
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for beside in self.size.neighbours(stone) {
                let seen = &mut seen[self.size.index(beside)];
                match self.stone(beside) {
                    _ if *seen => {}
                    None => {
                        *seen = true;
                        liberties.push(beside);
                    }
                    Some(other) if other == color => {
                        *seen = true;
                        stones.push(beside);
                    }
                    Some(_) => {}
                }
            }
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        Some(Chain { color, stones, liberties })
    }

    /// All chains.
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.size.count()];
        let mut chains = Vec::new();
        for point in self.size.points() {
            if seen[self.size.index(point)] {
                continue;
            }
            if let Some(chain) = self.chain(point) {
                chain.stones.iter().for_each(|&stone| seen[self.size.index(stone)] = true);
                chains.push(chain);
            }
        }
        chains
    }

    /// Puts a stone on an empty point by the rules, and takes off what has no liberty then; `None`, and nothing has changed,
    /// if there is a stone already, or if it would be the suicide of a single stone, or of several and that is not allowed.
    pub fn play(&mut self, point: Point, color: Color, allows_suicide: bool) -> Option<Played> {
        if self.stone(point).is_some() {
            return None;
        }
        self.set(point, Some(color));
        let mut captured = Vec::new();
        for beside in self.size.neighbours(point) {
            if let Some(chain) = self.chain(beside).filter(|chain| chain.color != color && chain.liberties.is_empty()) {
                chain.stones.iter().for_each(|&stone| self.set(stone, None));
                captured.extend(chain.stones);
            }
        }
        let own = self.chain(point).filter(|own| allows_suicide && own.stones.len() > 1 || !own.liberties.is_empty());
        let Some(own) = own else {
            self.set(point, None);
            return None;
        };
        if own.liberties.is_empty() {
            own.stones.iter().for_each(|&stone| self.set(stone, None));
        }
        let is_ko = captured.len() == 1 && own.stones.len() == 1 && own.liberties == captured;
        let ko = captured.first().copied().filter(|_| is_ko);
        Some(Played { captured, ko })
    }

    /// Every chain has a liberty.
    ///
    /// # Errors
    ///
    /// Names a chain that has none.
    pub fn check(&self) -> Result<(), NotationError> {
        match self.chains().into_iter().find(|chain| chain.liberties.is_empty()) {
            None => Ok(()),
            Some(chain) => {
                let (color, stone) = (chain.color.name(), chain.stones[0]);
                Err(NotationError::new(format!(
                    "the chain of {color}'s stone on {stone} has no liberty; it would have been taken off the board"
                )))
            }
        }
    }
}

impl fmt::Display for Board {
    /// Rows from the top with `/` between them: `X` for Black, `O` for White, `.` for an empty point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.size.points() {
            if point.column() == 0 && point.row() + 1 < self.size.rows() {
                f.write_str("/")?;
            }
            f.write_str(match self.stone(point) {
                None => ".",
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
            })?;
        }
        Ok(())
    }
}
