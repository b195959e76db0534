//! Times whole searches: programs answer questions in processes of their own, by turns, and tables compare them.
//!
//! The idea: what is measured is what a user gets. A program is asked through `FILE solve GAME ... --json`; it says itself
//! what it found and counted, and the system adds what the process took. [`Settings`] are the options of a command line,
//! [`Subject`]s what is asked, [`Candidate`]s the programs, and a [`Session`] runs them and writes a table in Markdown and
//! a file with one JSON object a line, each row as soon as it is there, so that a run that is stopped keeps what it has.
//! Such a file is the baseline of a later run.
//!
//! `proofset bench` and `cargo xtask bench` are this library with a terminal. It knows no game, no search and no other
//! crate: a program with the same command line can be measured whoever wrote it. [`statistics`] is for whoever compares
//! searches in another way, as the experiments of the book do.

mod baseline;
mod measure;
mod session;
mod settings;
mod solver;
pub mod statistics;
mod subjects;
mod surroundings;
mod table;

pub use self::measure::Candidate;
pub use self::session::{Fault, Journal, Session};
pub use self::settings::Settings;
pub use self::solver::{Answer, Problem, Run, Solver};
pub use self::subjects::{Subject, of_problem, parse, read};
pub use self::surroundings::{Surroundings, today};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
