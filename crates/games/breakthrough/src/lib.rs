//! Breakthrough for proofset, on boards of up to 8x8 squares.
//!
//! Each player begins with two rows of pawns, or with one. A pawn moves one square forward, straight or diagonally: straight and
//! diagonally to an empty square, and diagonally alone to one with a pawn of the other player, which is captured. Nobody has to capture.
//! Who moves a pawn to the far row, or captures all pawns of the other player, has won. There are no draws, and the player to
//! move always has a move: the foremost pawn can move diagonally.
//!
//! # Notation
//!
//! The first player is White and begins at the bottom. A square is the letter of its column and the number of its row; `a1` is
//! lower left. A move is the square that a pawn leaves and the one that it comes to, `a2-a3`, and with a capture `a2xb3`; without
//! a sign between them, as in `a2b3`, either is read. A position is a diagram, rows from the top with `/` between them, and behind it who is to
//! move: `BBB/.../WWW w`. A list of moves from the start is read as well.
//!
//! ```
//! use proofset_breakthrough::Breakthrough;
//! use proofset_core::{Game, Notation, Outcome, Player};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Breakthrough::new(3, 4, 1)?;
//! let mut position = game.parse_position("a1-a2 c4-c3 a2-a3")?;
//! assert_eq!(game.position_text(&position), "BB./W.B/.../.WW b");
//! let capture = game.parse_move(&position, "b4a3")?;
//! assert_eq!(game.move_text(&position, capture), "b4xa3");
//! game.play(&mut position, capture);
//! assert_eq!(game.position_text(&position), "B../B.B/.../.WW w");
//! assert_eq!(game.outcome(&game.parse_position("B../..W/.../.BW w")?), Some(Outcome::Win(Player::Second)));
//! # Ok(())
//! # }
//! ```
//!
//! The reference: A. Saffidine, N. Jouandeau and T. Cazenave, "Solving Breakthrough with race patterns and job-level proof
//! number search", Advances in Computer Games, 2011. The game is D. Troyka's, 2000.

mod game;
mod notation;

pub use game::{Breakthrough, Position, Step};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
