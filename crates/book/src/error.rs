//! What can be wrong with a book. Every message says how to mend it, where that is possible.

use std::io;
use std::path::{Path, PathBuf};

use proofset_catalog::RunError;
use proofset_certificate::ReadError;
use thiserror::Error;

/// Why a book cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be opened or read.
    #[error("{}: {fault}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// An answer cannot be added to it.
    #[error("cannot add the answer to {}: {fault}", path.display())]
    NotAdded {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The search has no certificate to be added.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl BookError {
    pub(crate) fn unreadable(path: &Path) -> impl Fn(Fault) -> Self {
        |fault| Self::Unreadable { path: path.to_owned(), fault }
    }

    pub(crate) fn not_added(path: &Path) -> impl Fn(Fault) -> Self {
        |fault| Self::NotAdded { path: path.to_owned(), fault }
    }
}

/// What is wrong with a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The system says so.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no regular file.
    #[error("{0}; give the name of a file")]
    Kind(&'static str),
    /// It begins with something else.
    #[error("{0}; give a book that was written with this version, or, to begin one, a name that no file has")]
    Begin(&'static str),
    /// The head of a record is not what was written.
    #[error(
        "record {number}, at byte {place}, was changed: its checksum is another one; known --compact keeps the others"
    )]
    Record {
        /// Which record, from 1 on.
        number: usize,
        /// Where it begins.
        place: u64,
    },
    /// A certificate is not what was written.
    #[error(
        "the certificate of {goal} for {position} was changed: its checksum is another one; known --compact keeps the others"
    )]
    Certificate {
        /// What it is about.
        position: String,
        /// The goal.
        goal: String,
    },
    /// A certificate that has its checksum cannot be read.
    #[error("a certificate in it is not whole: {0}")]
    NotWhole(#[from] ReadError),
    /// The head of a record cannot be written.
    #[error("the answer is too large for it")]
    TooLarge,
    /// The system has written something else.
    #[error("what was written is not what is there")]
    NotThere,
}
