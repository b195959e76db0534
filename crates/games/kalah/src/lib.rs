//! Kalah: seeds are sown from house to house, and those that reach a player's store count.
//!
//! [`Kalah`] is the game with up to eight houses for each player and up to twelve seeds in each house. A player takes
//! all seeds of an own house and sows them one by one: into the houses that follow, the own store, the opponent's
//! houses, and so on round the board, but never into the opponent's store. If the last seed falls into the own store,
//! the same player moves again. If it falls into an own house that was empty, it is captured together with the seeds of
//! the house across, if there are any; with `+empty-capture`, also if there are none (the rule of Rawlings's solutions
//! with six houses, 2015). The game is over when one side has no seeds before a move; the seeds of the other side go to
//! their owner. The score is the difference of seeds.
//!
//! ```
//! use proofset_core::{Game, Notation, Player, ValuedGame};
//! use proofset_kalah::Kalah;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game: Kalah = "6,4".parse()?;
//! let mut position = game.start();
//! assert_eq!(game.position_text(&position), "4,4,4,4,4,4/0 4,4,4,4,4,4/0 first");
//! let third = game.parse_move(&position, "3")?;
//! game.play(&mut position, third);
//! assert_eq!(game.position_text(&position), "4,4,0,5,5,5/1 4,4,4,4,4,4/0 first");
//! assert_eq!(game.to_move(&position), Player::First, "the last seed fell into the store");
//! assert_eq!(game.bounds(&position), (-46, 48));
//! # Ok(())
//! # }
//! ```

mod game;
mod notation;
mod valued;

pub use game::{House, Kalah, Position};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
