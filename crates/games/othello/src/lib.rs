//! Othello, also called Reversi: a disc is put down where it encloses discs of the opponent in a line, and flips them.
//!
//! [`Othello`] is the game on a board of 4, 6 or 8 columns and rows. Who can flip nothing passes; the game is over when
//! nobody can flip anything, and is won by who has more discs. Its score is the difference of discs, and the winner
//! gets the squares that stay empty; with `+discs`, nobody does.
//!
//! ```
//! use proofset_core::{Game, Hints, Notation, ValuedGame};
//! use proofset_othello::Othello;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game: Othello = "4x4".parse()?;
//! let mut position = game.start();
//! assert_eq!(game.position_text(&position), "-----OX--XO----- X");
//! for text in ["b1", "a1", "a2", "c1", "d3", "a3"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.position_text(&position), "OOO-OOO-OXXX---- X");
//! let limit = game.limit();
//! assert_eq!(game.finish(&position, -limit, limit, &mut 0), Some(-14));
//! # Ok(())
//! # }
//! ```

mod board;
mod endgame;
mod game;
mod notation;
mod valued;

pub use game::{Move, Othello, Position};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
