//! Tic-tac-toe: a whole game in one short file.
//!
//! The idea: a *bitboard* is a set of cells, one bit each, so "has X a line?" is a few `&` and `==`. Cells are numbered
//! row by row from the top left; moves come in that order. Positions say only where the stones are: X moves first, so
//! the number of stones tells whose turn it is.
//!
//! A position is written as its nine cells (`X`, `O` or `.`), a move as column letter and row number, with row 1 at the
//! bottom as on a chess board:
//!
//! ```text
//! 3 | a3 b3 c3        0 1 2
//! 2 | a2 b2 c2        3 4 5
//! 1 | a1 b1 c1        6 7 8
//!     a  b  c
//! ```
//!
//! ```
//! use proofset_core::{Game, Notation, Outcome, Player};
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let mut position = TicTacToe.parse_position("XX. / OO. / ...")?;
//! assert_eq!(TicTacToe.to_move(&position), Player::First);
//!
//! let win = TicTacToe.parse_move(&position, "c3")?;
//! TicTacToe.play(&mut position, win);
//! assert_eq!(TicTacToe.outcome(&position), Some(Outcome::Win(Player::First)));
//! assert_eq!(TicTacToe.position_text(&position), "XXXOO....");
//! # Ok(())
//! # }
//! ```

use proofset_core::{Game, Notation, NotationError, Outcome, Pack, Packer, Player, Symmetric, Turn, Unpacker};

/// All nine cells.
const BOARD: u16 = 0b111_111_111;

/// Three rows, three columns, two diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The rules. There is nothing to choose, so there is nothing to store.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The stones on the board; bit `i` stands for cell `i`, and no cell is in both sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    x: u16,
    o: u16,
}

/// A move: the cell that gets the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

impl Cell {
    fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Position {
    fn taken(self) -> u16 {
        self.x | self.o
    }

    fn stones(&mut self, player: Player) -> &mut u16 {
        match player {
            Player::First => &mut self.x,
            Player::Second => &mut self.o,
        }
    }
}

impl Pack for Position {
    const BITS: u32 = <(u16, u16)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.x, self.o).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (x, o) = Pack::unpack(from);
        Self { x, o }
    }
}

impl TicTacToe {
    /// How many lines have no stone of the opponent, so that `player` can still complete them: a hint for searches.
    pub fn open_lines(&self, position: &Position, player: Player) -> u32 {
        let theirs = *position.clone().stones(player.opponent());
        LINES.iter().filter(|&line| line & theirs == 0).count() as u32
    }
}

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|&line| line & !stones == 0)
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Cell;

    fn start(&self) -> Position {
        Position::default()
    }

    fn to_move(&self, position: &Position) -> Player {
        if position.taken().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if has_line(position.x) {
            Some(Outcome::Win(Player::First))
        } else if has_line(position.o) {
            Some(Outcome::Win(Player::Second))
        } else if position.taken() == BOARD {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        let taken = position.taken();
        (0..9).map(Cell).filter(move |cell| taken & cell.bit() == 0)
    }

    fn play(&self, position: &mut Position, cell: Cell) {
        *position.stones(self.to_move(position)) |= cell.bit();
    }

    fn rank(&self, position: &Position) -> Option<u32> {
        Some(position.taken().count_ones())
    }
}

impl Symmetric for TicTacToe {
    fn least_image(&self, position: &Position) -> Position {
        let turned = |stones: u16, turn: Turn| {
            let cells = (0..9).filter(|cell| stones >> cell & 1 == 1).map(|cell| turn.place(cell % 3, cell / 3));
            cells.fold(0, |set, (column, row)| set | 1 << (3 * row + column))
        };
        let images = Turn::of_board(3, 3).map(|turn| (turned(position.x, turn), turned(position.o, turn)));
        let (x, o) = images.min().unwrap_or((position.x, position.o));
        Position { x, o }
    }
}

impl Notation for TicTacToe {
    /// Reads nine cells; `/` and spaces between them are ignored, and so is case.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = Position::default();
        let mut cells = 0;
        for symbol in text.chars().filter(|&symbol| symbol != '/' && !symbol.is_whitespace()) {
            match symbol {
                _ if cells == 9 => return Err(NotationError::new("the board has 9 cells, but more are given")),
                'X' | 'x' => position.x |= 1 << cells,
                'O' | 'o' => position.o |= 1 << cells,
                '.' => {}
                other => {
                    let message = format!("cell {} is `{other}`; write `X`, `O`, or `.` for an empty cell", cells + 1);
                    return Err(NotationError::new(message));
                }
            }
            cells += 1;
        }
        if cells < 9 {
            return Err(NotationError::new(format!("the board has 9 cells, but only {cells} are given")));
        }

        let (x, o) = (position.x.count_ones(), position.o.count_ones());
        if x != o && x != o + 1 {
            let message = format!("{x} X and {o} O: X moves first, so there are as many X as O, or one more");
            return Err(NotationError::new(message));
        }
        // Whoever is to move cannot have a line: the game would have ended before the other player's last stone.
        let to_move = self.to_move(&position);
        if has_line(*position.stones(to_move)) {
            let message = format!("{to_move} has a line, and yet the opponent has moved since");
            return Err(NotationError::new(message));
        }
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        let symbol = |cell: Cell| {
            if position.x & cell.bit() != 0 {
                'X'
            } else if position.o & cell.bit() != 0 {
                'O'
            } else {
                '.'
            }
        };
        (0..9).map(Cell).map(symbol).collect()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        let cell = (0..9).map(Cell).find(|&cell| self.move_text(position, cell).eq_ignore_ascii_case(text.trim()));
        let Some(cell) = cell else {
            return Err(NotationError::new(format!("`{text}` is not a cell; cells are a1 to c3")));
        };
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        if position.taken() & cell.bit() != 0 {
            return Err(NotationError::new(format!("cell `{text}` is taken")));
        }
        Ok(cell)
    }

    fn move_text(&self, _position: &Position, Cell(cell): Cell) -> String {
        let column = char::from(b'a' + cell % 3);
        let row = 3 - cell / 3;
        format!("{column}{row}")
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
