//! Dodgem: two rows of cars cross each other's way, and who gets all of them off the board wins.
//!
//! On a board of n x n cells each player has n - 1 cars: those of the first player stand in the left column and leave on
//! the right, those of the second stand in the bottom row and leave at the top. The corner between them is empty. A car
//! moves one cell forward or sideways, never back. A player who cannot move has won: one must not lock the other in.
//!
//! The idea: the cars of each player are the bits of a word, cells counted from the top left. Sideways moves can be taken
//! back, so positions repeat, and play that goes on for ever is a draw.
//!
//! The reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982, chapter 22.

use std::ops::RangeInclusive;

use proofset_core::{Game, Notation, NotationError, Outcome, Player, RepetitionRule};

/// The rules, with the side of the board.
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    side: u32,
}

/// Where the cars are, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    cars: [u32; 2],
    to_move: Player,
}

/// A car, and the cell that it goes to; none if it leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u32,
    to: Option<u32>,
}

impl Dodgem {
    /// The sides that a board can have.
    pub const SIDES: RangeInclusive<u32> = 2..=5;

    /// A board with one of these sides.
    pub fn new(side: u32) -> Self {
        Self { side }
    }

    /// The cells that a car may go to from one: forward first.
    fn ways(self, player: Player, from: u32) -> impl Iterator<Item = Option<u32>> {
        let (column, row, side) = (from % self.side, from / self.side, self.side);
        let cell = move |column: u32, row: u32| (column < side && row < side).then(|| row * side + column);
        let [forward, left, right] = match player {
            Player::First => [(column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)],
            Player::Second => [(column, row.wrapping_sub(1)), (column.wrapping_sub(1), row), (column + 1, row)],
        };
        let sideways = [left, right].into_iter().filter_map(move |(column, row)| cell(column, row).map(Some));
        std::iter::once(cell(forward.0, forward.1)).chain(sideways)
    }

    fn cell_text(self, cell: u32) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.side) as u8), self.side - cell / self.side)
    }
}

impl Game for Dodgem {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let n = self.side;
        let first = (0..n - 1).map(|row| 1 << (row * n)).sum();
        let second = (1..n).map(|column| 1 << ((n - 1) * n + column)).sum();
        Position { cars: [first, second], to_move: Player::First }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.cars {
            [0, _] => Some(Outcome::Win(Player::First)),
            [_, 0] => Some(Outcome::Win(Player::Second)),
            _ if self.moves(position).next().is_none() => Some(Outcome::Win(position.to_move)),
            _ => None,
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let (rules, to_move, cars) = (*self, position.to_move, position.cars);
        let taken = cars[0] | cars[1];
        let own = (0..rules.side * rules.side).filter(move |cell| cars[to_move as usize] >> cell & 1 == 1);
        own.flat_map(move |from| rules.ways(to_move, from).map(move |to| Move { from, to }))
            .filter(move |mv| mv.to.is_none_or(|to| taken >> to & 1 == 0))
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let cars = &mut position.cars[position.to_move as usize];
        *cars &= !(1 << mv.from);
        *cars |= mv.to.map_or(0, |to| 1 << to);
        position.to_move = position.to_move.opponent();
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        Some(RepetitionRule::Draw)
    }
}

impl Notation for Dodgem {
    /// Rows from the top, as in `>../>../.^^ >`: cars of the first player are `>`, of the second `^`; then who moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong =
            |what: String| NotationError::new(format!("{what}; expected {}", self.position_text(&self.start())));
        let (board, to_move) = text.trim().rsplit_once(' ').ok_or_else(|| wrong("nobody is to move".to_owned()))?;
        let to_move = match to_move {
            ">" => Player::First,
            "^" => Player::Second,
            other => return Err(wrong(format!("{other:?} is no player"))),
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.side as usize || rows.iter().any(|row| row.chars().count() != rows.len()) {
            return Err(wrong(format!("the board has not {0} rows of {0} cells", self.side)));
        }
        let mut cars = [0_u32; 2];
        for (cell, mark) in rows.concat().chars().enumerate() {
            match mark {
                '>' => cars[0] |= 1 << cell,
                '^' => cars[1] |= 1 << cell,
                '.' => {}
                other => return Err(wrong(format!("{other:?} is no cell"))),
            }
        }
        match cars.iter().position(|cars| cars.count_ones() >= self.side) {
            Some(_) => Err(wrong(format!("a player has more than {} cars", self.side - 1))),
            None => Ok(Position { cars, to_move }),
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let mark = |cell: u32| match position.cars.map(|cars| cars >> cell & 1 == 1) {
            [true, _] => '>',
            [_, true] => '^',
            _ => '.',
        };
        let row = |row: u32| (0..self.side).map(|column| mark(row * self.side + column)).collect::<String>();
        let board: Vec<String> = (0..self.side).map(row).collect();
        format!("{} {}", board.join("/"), if position.to_move == Player::First { '>' } else { '^' })
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let found = self.moves(position).find(|&mv| self.move_text(position, mv) == text);
        found.ok_or_else(|| NotationError::new(format!("{text:?} is not a legal move here")))
    }

    /// The cells of the car before and after, as in `a3-b3`; a car that leaves the board is `a3-off`.
    fn move_text(&self, _: &Position, mv: Move) -> String {
        format!("{}-{}", self.cell_text(mv.from), mv.to.map_or("off".to_owned(), |to| self.cell_text(to)))
    }
}
