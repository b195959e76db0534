//! Hex for proofset, on boards of up to 11x11 cells.
//!
//! The first player connects the top with the bottom, the second the left with the right; one of them always does, so there are no
//! draws. A row lies half a cell to the right of the one above it, so the neighbours of a cell are those to the left and right, those straight
//! above and below, the one above to the right and the one below to the left.
//!
//! [`Hex::with_connections`] makes the game one in which a player with a *virtual connection* has won: a way to connect the edges
//! whatever the other player does, which an H-search finds. That changes the value of no position.
//!
//! # Notation
//!
//! A cell is the letter of its column and the number of its row; `a1` is top left. A position is written as a diagram,
//! `X` for the first player, rows from the top, separated by `/`. A list of moves from the empty board is read as well, and an
//! empty text is the empty board.
//!
//! ```
//! use proofset_core::{Game, Notation, Outcome, Player};
//! use proofset_hex::Hex;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Hex::new(3, 3)?;
//! let mut position = game.parse_position("b2 a1 b1 a2")?;
//! assert_eq!(game.position_text(&position), "OX./OX./...");
//! let last = game.parse_move(&position, "a3")?;
//! game.play(&mut position, last);
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)));
//!
//! // With a stone in the middle the edges are connected whatever the second player does.
//! let known = Hex::new(3, 3)?.with_connections(4);
//! let position = known.parse_position("b2")?;
//! assert_eq!(known.outcome(&position), Some(Outcome::Win(Player::First)));
//! # Ok(())
//! # }
//! ```
//!
//! The references: V. V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134, 2002; P. Henderson, "Playing
//! and solving the game of Hex", thesis, University of Alberta, 2010.

mod board;
mod connections;
mod distance;
mod fill;
mod game;
mod notation;
mod position;

pub use game::{Cell, Hex};
pub use position::Position;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
