//! Checkers, also called draughts: English, Russian and international.
//!
//! [`Checkers`] is the game. A move is a whole one: however often a piece jumps, that is one move, and all that it captures
//! leaves the board at its end. To capture is compulsory. Who cannot move has lost, and a position that comes back draws the
//! game; [`with_move_rule`](Checkers::with_move_rule) brings the rule that so many moves without progress draw as well.
//! Positions are written as portable draughts notation does (PDN), moves as `11-15` and `11x18`.
//!
//! ```
//! use proofset_checkers::Checkers;
//! use proofset_core::{Game, Notation};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Checkers::english();
//! let mut position = game.start();
//! for text in ["11-15", "23-19", "8-11", "22-17", "9-13"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.moves(&position).count(), 7);
//! let text = "W:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,10,11,12,13,15";
//! assert_eq!(game.position_text(&position), text);
//! # Ok(())
//! # }
//! ```

mod game;
mod generate;
mod moves;
mod notation;
mod placements;
mod rules;
mod squares;
mod valued;

pub use game::{Checkers, Position};
pub use moves::Move;
pub use rules::{Colour, parameters};
pub use squares::Squares;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
