//! Qubic for proofset: tic-tac-toe on a cube of 4x4x4 cells. Four in a row win, in any of the 76 lines.
//!
//! [`Rules`] say whether forced answers are the only moves: whoever can complete a line must, and else whoever must stop
//! the other player's line. That changes the value of no position, and spares searches the moves that lose at once.
//!
//! # Notation
//!
//! A cell is its column, row and level, each from 1 to 4: `111` is a corner, `444` the one across. A position is written as
//! a diagram, `X` for the first player: the levels from the bottom, separated by `|`, in each the rows from the back,
//! separated by `/`. A list of moves from the empty cube is read as well, and an empty text is the empty cube.
//!
//! ```
//! use proofset_core::{Game, Notation, Outcome, Player};
//! use proofset_qubic::{Qubic, Rules};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Qubic::new(Rules::new());
//! let mut position = game.parse_position("111 211 222 311 333 411 444")?;
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)));
//!
//! let forced = Qubic::new(Rules::new().with_forced_answers());
//! position = forced.parse_position("111 211 222 311 333")?;
//! assert_eq!(forced.moves(&position).map(|mv| forced.move_text(&position, mv)).collect::<Vec<_>>(), ["444"]);
//! assert_eq!(
//!     forced.position_text(&position),
//!     "..../..../..../XOO.|..../..../.X../....|..../..X./..../....|..../..../..../...."
//! );
//! # Ok(())
//! # }
//! ```
//!
//! The reference: O. Patashnik, "Qubic: 4x4x4 tic-tac-toe", 1980; the first player wins.

mod game;
mod lines;
mod notation;
mod rules;
mod symmetry;
mod threats;

pub use game::{Cell, Position, Qubic};
pub use rules::Rules;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
