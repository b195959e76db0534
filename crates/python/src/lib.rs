//! The part of the Python package that is written in Rust: questions, searches on threads of their own, certificates.
//!
//! The idea: a question and its search belong to one thread ([`worker`]), which takes jobs from the interpreter's. So
//! Python goes on while a search runs, Ctrl-C and progress are seen to by the thread that waits, and nothing here has to be
//! shared. Classes for people are written in Python, on top of this.

mod certificates;
mod costs;
mod errors;
mod lists;
mod memory;
mod object;
mod outcome;
mod part;
mod session;
mod state;
mod user;
mod user_game;
mod user_problem;
mod worker;

use pyo3::prelude::*;

/// What the Python package is built on.
#[pymodule]
mod _proofset {
    #[pymodule_export]
    use crate::certificates::{convert, header, svg, verify};
    #[pymodule_export]
    use crate::errors::{DoesNotHold, Error, Undecided};
    #[pymodule_export]
    use crate::lists::{algorithms, decode, games, is_file, memory};
    #[pymodule_export]
    use crate::part::{expand, work};
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::worker::join;
}
