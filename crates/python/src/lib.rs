//! The part of the Python package that is written in Rust: questions, searches on threads of their own, certificates.
//!
//! The idea: a question and its search belong to one thread ([`worker`]), which takes jobs from the interpreter's. So
//! Python goes on while a search runs, Ctrl-C and progress are seen to by the thread that waits, and nothing here has to be
//! shared. Classes for people are written in Python, on top of this.

mod certificates;
mod costs;
mod errors;
mod key;
mod lists;
mod memory;
mod naming;
mod object;
mod outcome;
mod part;
mod session;
mod state;
mod user;
mod user_game;
mod user_problem;
mod worker;

use pyo3::pymodule;

/// What the Python package is built on.
#[pymodule]
mod _proofset {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::certificates::{convert, header, svg, verify};
    #[pymodule_export]
    use crate::errors::{DoesNotHold, Error, Undecided};
    #[pymodule_export]
    use crate::lists::{algorithms, decode, games, is_file, memory};
    #[pymodule_export]
    use crate::part::{expand, words, work};
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::worker::join;

    /// Refuses to be loaded where exceptions could not pass through a search, and says which version this is.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if cfg!(panic = "abort") {
            let message = "this module was built with a profile in which panics abort, so that exceptions of rules in \
                           Python would end the process; build it by pip or maturin, or with --profile python";
            return Err(PyImportError::new_err(message));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
