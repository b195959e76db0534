//! The rules of shogi, and tsume-shogi: can the attacker mate by a series of checks?
//!
//! [`Board`] is a position with its legal moves, all of them or those that give check. It is read from SFEN and USI's
//! forms of it, from diagrams of [KIF](Board::from_kif) files and from [CSA](Board::from_csa) files; one king may be
//! missing. [`Tsume`] is the question whether one side mates by checks alone, as an AND/OR problem: of any length, where
//! positions may repeat, or in at most so many plies. [`referee`] puts the same question to another implementation of
//! the rules.
//!
//! ```
//! use proofset_core::{Describe, Problem};
//! use proofset_shogi::{Board, Tsume, TsumeGoal};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let board: Board = "k8/9/1G7/9/9/9/9/9/9 b Rl".parse()?;
//! let tsume = Tsume::new(board, TsumeGoal::mate_in(3)?)?;
//! let mut checks = Vec::new();
//! tsume.for_each_successor(&tsume.root(), |mv, _| checks.push(tsume.move_text(&tsume.root(), mv)));
//! assert!(checks.contains(&"R*7a".to_owned()));
//! # Ok(())
//! # }
//! ```

mod attacks;
mod board;
mod csa;
mod cursor;
mod futile;
mod generate;
mod goal;
mod hand;
mod japanese;
mod kif;
mod legal_move;
mod line;
mod mate_in_one;
mod moves;
mod piece;
mod record;
pub mod referee;
mod setup;
mod sfen;
mod square;
mod state;
mod tsume;
mod walk;

pub use board::{Board, Undo};
pub use cursor::{TsumeCursor, TsumeMark};
pub use generate::{MoveList, perft};
pub use goal::{Attacker, TsumeGoal};
pub use hand::Hand;
pub use line::TsumeLine;
pub use moves::{Move, Origin};
pub use piece::{Color, Kind, Piece};
pub use record::Record;
pub use square::{Square, SquareSet, Squares};
pub use state::{PackedBoard, State};
pub use tsume::Tsume;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
