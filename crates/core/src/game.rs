//! Two-player games with perfect information: rules apart from positions.
//!
//! `&self` holds the rules and their parameters (board size, variant); a position is a plain value that is copied to
//! make a move. Notation is a capability of its own, so that a game can be searched before it can be printed.

use std::fmt;
use std::hash::Hash;

use thiserror::Error;

/// The two players, in the order in which they move from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves first from the start position: X, White, Black in Go and Gomoku.
    First,
    /// Moves second from the start position.
    Second,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "the first player",
            Self::Second => "the second player",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// What the rules say of a position that comes back along a line of play.
///
/// Rules that count how often, or that look at more than the positions, are part of the position, like move counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// The game is drawn: chess, checkers.
    Draw,
    /// This player wins, whoever repeats: fox and geese, pursuits, and mates where the other side must make progress.
    Wins(Player),
    /// The move is forbidden, or loses for whoever makes it: superko.
    MoverLoses,
}

/// The rules of a game.
pub trait Game {
    /// Everything the future of the game depends on.
    type Position: Clone + Eq + Hash;
    /// A move; small and copied.
    type Move: Copy + Eq;

    /// The position at the start of the game.
    fn start(&self) -> Self::Position;

    /// Who moves next. For a finished game: who would.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// The result, if the game is over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves of an unfinished game, in a fixed order.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Makes a move that [`moves`](Self::moves) gave for this position.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// A number that strictly increases with every move, such as the stones on the board, if the game has one.
    fn rank(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Bytes that a position owns beside itself, such as those of a vector in it; 0, the default, if it owns none.
    ///
    /// Limits on memory count them where a search keeps a graph, and where it works on positions whose type is not known, as those of the
    /// program do, but for minimax; it is asked once for each position that is listed or kept. Tables of depth-first search and of minimax that hold positions of a known type
    /// do not count them: give those a smaller limit. What copies share is better counted for each than for none.
    fn owned_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// What the rules say of repetitions. `None`: no position comes back along a line of play; searches that find one
    /// report it as an error.
    fn repetition(&self) -> Option<RepetitionRule> {
        None
    }
}

/// Text for positions and moves, in the notation people use for the game.
///
/// Laws: `parse_position(position_text(p)) == p`, and `parse_move(p, move_text(p, m)) == m`.
pub trait Notation: Game {
    /// Reads a position and checks that it can occur in a game.
    ///
    /// # Errors
    ///
    /// Says what is wrong, where, and what is expected instead.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Writes a position.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// Says whether the text is not a move at all, or not a legal one here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a legal move. Different legal moves of one position have different texts.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;
}

/// A text that is not a position, a move or a parameter of the game; the message says where and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct NotationError {
    message: String,
}

impl NotationError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}
