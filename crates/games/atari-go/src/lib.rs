//! Atari Go, also called capture Go: two players put stones on a board in turn, and who first captures one has won.
//!
//! [`AtariGo`] is the game on a board of up to 8x8 points. A move that captures nothing must leave its own chain a
//! liberty; there is no passing, and who has no legal move has lost. No stone leaves the board before the game is over,
//! so the number of stones is a rank, and there are no draws.
//!
//! ```
//! use proofset_atari_go::AtariGo;
//! use proofset_core::{Game, Notation, Outcome, Player};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game: AtariGo = "4x4+crosscut".parse()?;
//! let mut position = game.start();
//! assert_eq!(game.position_text(&position), "..../.OX./.XO./....");
//! for text in ["c1", "a4", "d2"] {
//!     let point = game.parse_move(&position, text)?;
//!     game.play(&mut position, point);
//! }
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)), "c2 has no liberty left");
//! # Ok(())
//! # }
//! ```

mod board;
mod game;
mod notation;

pub use board::Board;
pub use game::{AtariGo, Point, Position};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
