//! New game: a pile of counters; a move takes 1 to 3 of them, and who takes the last one wins.
//!
//! The idea: a position is what is left of the pile, and who is to move. The rank is the number of counters that are gone.
//! A position is written as `21 first`, a move as the number of counters that it takes.
//!
//! ```
//! use proofset_core::{Game, Notation, Player};
//! use proofset_new_game::NewGame;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = NewGame::new(21)?;
//! let mut position = game.start();
//! let take = game.parse_move(&position, "2")?;
//! game.play(&mut position, take);
//! assert_eq!(game.position_text(&position), "19 second");
//! assert_eq!(game.to_move(&position), Player::Second);
//! # Ok(())
//! # }
//! ```

use proofset_core::{
    Arguments, Game, Notation, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Unpacker,
};

/// The most counters that a move takes.
const MOST: u16 = 3;

/// The rules, with the size of the pile.
#[derive(Clone, Copy, Debug)]
pub struct NewGame {
    counters: u16,
}

/// What is left of the pile, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    left: u16,
    to_move: Player,
}

/// A move: how many counters it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take(u16);

impl NewGame {
    /// The largest pile.
    pub const MOST_COUNTERS: u16 = 1000;

    /// A pile of this many counters.
    ///
    /// # Errors
    ///
    /// When there are none, or more than [`MOST_COUNTERS`](Self::MOST_COUNTERS).
    pub fn new(counters: u16) -> Result<Self, NotationError> {
        if (1..=Self::MOST_COUNTERS).contains(&counters) {
            return Ok(Self { counters });
        }
        Err(NotationError::new(format!("a pile has 1 to {} counters, not {counters}", Self::MOST_COUNTERS)))
    }

    /// What there is to choose.
    pub fn parameters() -> Parameters {
        Parameters::places(',').with(Parameter::whole("counters", "size of the pile", 1..=Self::MOST_COUNTERS, 21))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        Self::new(arguments.whole("counters"))
    }
}

impl Game for NewGame {
    type Position = Position;
    type Move = Take;

    fn start(&self) -> Position {
        Position { left: self.counters, to_move: Player::First }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.left == 0).then(|| Outcome::Win(position.to_move.opponent()))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Take> {
        (1..=position.left.min(MOST)).map(Take)
    }

    fn play(&self, position: &mut Position, Take(counters): Take) {
        position.left -= counters;
        position.to_move = position.to_move.opponent();
    }

    fn rank(&self, position: &Position) -> Option<u32> {
        Some(u32::from(self.counters - position.left))
    }
}

impl Notation for NewGame {
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (left, player) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let Ok(left) = left.parse::<u16>() else {
            let message = format!("`{left}` is no number of counters; write what is left and who moves, as in `21 first`");
            return Err(NotationError::new(message));
        };
        if left > self.counters {
            let message = format!("{left} counters are left, but the pile had {} at the start", self.counters);
            return Err(NotationError::new(message));
        }
        let to_move = match player.trim() {
            "first" => Player::First,
            "second" => Player::Second,
            other => {
                let message = format!("`{other}` is not a player; write `first` or `second`, as in `21 first`");
                return Err(NotationError::new(message));
            }
        };
        // With two counters gone, there has been one move or two; with fewer, their number says whose turn it is.
        let gone = self.counters - left;
        if gone < 2 && (gone == 0) != (to_move == Player::First) {
            let gone = if gone == 0 { "no counter is" } else { "one counter is" };
            let message = format!("{gone} gone, so {} is to move", to_move.opponent());
            return Err(NotationError::new(message));
        }
        Ok(Position { left, to_move })
    }

    fn position_text(&self, position: &Position) -> String {
        let player = if position.to_move == Player::First { "first" } else { "second" };
        format!("{} {player}", position.left)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Take, NotationError> {
        if position.left == 0 {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        let most = position.left.min(MOST);
        let taken = text.trim().parse().ok().filter(|counters| (1..=most).contains(counters));
        taken.map(Take).ok_or_else(|| NotationError::new(format!("`{text}` is not a move; take 1 to {most} counters")))
    }

    fn move_text(&self, _position: &Position, Take(counters): Take) -> String {
        counters.to_string()
    }
}

/// So that depth-first searches can write positions down as words.
impl Pack for Position {
    const BITS: u32 = <(u16, Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.left, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (left, to_move) = Pack::unpack(from);
        Self { left, to_move }
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
