//! Dots and Boxes for proofset, on boards of up to 5x5 boxes.
//!
//! Two players draw lines between neighbouring dots in turn. Who draws the fourth side of a box has it, and moves again, as long as there are
//! lines to draw. The score is the difference of boxes.
//!
//! # Notation
//!
//! A dot is the letter of its column and the number of its row; `a1` is top left. A line is its two dots, `a1b1`. A position is a
//! diagram, rows from the top with `/` between them: lines across, lines upright, lines across, and so on, with `-` or `|` for a line that is
//! drawn and `.` for one that is not. Behind it stand the boxes of the first and of the second player, and who is to move:
//! `-./||./-. 1:0 first`. A list of moves from the empty board is read as well.
//!
//! ```
//! use proofset_core::{Game, Notation, Player, ValuedGame};
//! use proofset_dots_and_boxes::DotsAndBoxes;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = DotsAndBoxes::new(1, 2)?;
//! let mut position = game.parse_position("a1b1 a2b2 a1a2")?;
//! assert_eq!(game.position_text(&position), "-./|../-. 0:0 second");
//! let fourth = game.parse_move(&position, "b1b2")?;
//! game.play(&mut position, fourth);
//! assert_eq!(game.position_text(&position), "-./||./-. 0:1 second");
//! assert_eq!(game.to_move(&position), Player::Second, "a box, and another move");
//! assert_eq!(game.bounds(&position), (0, 2));
//! # Ok(())
//! # }
//! ```
//!
//! The reference: J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.

mod game;
mod images;
mod notation;
mod valued;

pub use game::{DotsAndBoxes, Line, Position};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
