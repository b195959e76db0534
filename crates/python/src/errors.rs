//! Faults, on their way to Python: texts that are wrong become [`Error`], with the words of the program.

use std::panic::resume_unwind;

use proofset_book::BookError;
use proofset_catalog::{InputError, RunError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    proofset,
    Error,
    PyValueError,
    "What was asked for cannot be done; the message says why, and how to mend it."
);
pyo3::create_exception!(proofset, Undecided, Error, "Yes or no was asked for, and nothing is decided.");
pyo3::create_exception!(proofset, DoesNotHold, Error, "A certificate is whole, and its proof does not hold.");

/// What is wrong with a text.
pub(crate) fn input(error: &InputError) -> PyErr {
    Error::new_err(error.to_string())
}

/// Why a book cannot be used.
pub(crate) fn book(error: &BookError) -> PyErr {
    Error::new_err(error.to_string())
}

/// Why a search cannot go on.
pub(crate) fn run(error: &RunError) -> PyErr {
    Error::new_err(error.to_string())
}

/// A defect of ours.
pub(crate) fn defect(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("internal error: {what}; this is a fault of proofset"))
}

/// An exception that unwinds a search.
pub(crate) struct Raised(pub(crate) PyErr);

/// Sends an exception through the search that has called.
pub(crate) fn raise(error: PyErr) -> ! {
    resume_unwind(Box::new(Raised(error)))
}
