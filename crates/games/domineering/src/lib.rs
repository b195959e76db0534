//! Domineering for proofset, on boards of up to 11x11 cells.
//!
//! Vertical and Horizontal put dominoes on two empty cells in turn: Vertical, the first player, on two above each other, Horizontal on
//! two beside each other. Who cannot move has lost, so there are no draws.
//!
//! A game is over as soon as it is *known* who wins: a player whose safe moves are enough to outlast all moves that the other one can ever make. That changes
//! the value of no position; [`Domineering::without_static`] plays on to the end.
//!
//! # Notation
//!
//! A cell is the letter of its column and the number of its row; `a1` is top left. A move is its two cells, `a1a2`. A position is
//! a diagram, rows from the top with `/` between them, `.` for cells that are empty and `#` for those that are not, and behind it who is to
//! move: `#.../#.../.... H`. Either player may move on the empty board, and any cells may be taken, for parts of a board are games as well.
//! A list of moves from the start is read too.
//!
//! Nobody can ever use an empty cell without an empty cell beside it, so it is taken for one that is not empty: positions that differ
//! there alone are equal.
//!
//! ```
//! use proofset_core::{Game, Notation, Outcome, Player};
//! use proofset_domineering::Domineering;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Domineering::new(3, 3)?;
//! let position = game.parse_position("b1b2")?;
//! assert_eq!(game.position_text(&position), ".#./.#./... H");
//! // Horizontal can move once, in the lowest row, and Vertical has a safe move on either side.
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)));
//! # Ok(())
//! # }
//! ```
//!
//! The references: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8x8 Domineering", Theoretical Computer Science
//! 230, 2000; N. Bullock, "Domineering: solving large combinatorial search spaces", ICGA Journal 25, 2002.

mod board;
mod game;
mod notation;

pub use game::{Domineering, Domino, Position};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
