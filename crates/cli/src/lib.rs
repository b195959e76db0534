//! `proofset`: solve a position, check a proof, compare algorithms.
//!
//! The idea: the program is a function of a catalog of games, and the catalog is a value. [`main`] is all of the program,
//! [`standard`] are the games that it comes with, and a crate with a game of its own puts the two together in a few lines:
//!
//! ```no_run
//! use proofset::{Entry, standard};
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! fn main() -> std::process::ExitCode {
//!     let noughts = Entry::game("noughts", |_| Ok(TicTacToe)).with_summary("three in a row by another name");
//!     proofset::main(&standard().with(noughts))
//! }
//! ```

pub use proofset_program::*;
pub use proofset_standard::catalog as standard;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
