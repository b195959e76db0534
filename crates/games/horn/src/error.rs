//! What can be wrong with a text of clauses, where, and how to mend it.

use std::fmt;

/// A text that is not a list of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HornError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what is expected instead.
    pub message: String,
}

impl fmt::Display for HornError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for HornError {}
