//! Why a file cannot be read as a certificate, and where.

use std::fmt;
use std::io;

use thiserror::Error;

use crate::format::{ACYCLIC_VERSION, SEQUENCES_VERSION};
use crate::record::ShapeError;

/// A part of a binary certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the first record.
    Header,
    /// The record with this number.
    Record(u32),
    /// After the last record.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("in the header"),
            Self::Record(record) => write!(f, "in record {record}"),
            Self::End => f.write_str("after the last record"),
        }
    }
}

/// Why a file cannot be read as a certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file itself cannot be read.
    #[error("cannot read the certificate: {0}")]
    Io(#[source] io::Error),
    /// Some other file.
    #[error("not a certificate: {0}")]
    NotACertificate(String),
    /// A certificate of another version.
    #[error(
        "the certificate has format version {found}, and this program reads versions {ACYCLIC_VERSION} to \
         {SEQUENCES_VERSION}"
    )]
    Version {
        /// The version of the certificate.
        found: u64,
    },
    /// The file ends too early.
    #[error("the file ends at byte {offset}, {place}, where {expected} was expected; it has been cut short")]
    Truncated {
        /// The length of the file.
        offset: u64,
        /// The part of the certificate.
        place: Place,
        /// What should stand there.
        expected: &'static str,
    },
    /// Bytes that cannot stand where they do.
    #[error("byte {offset}, {place}: expected {expected}, found {found}")]
    Malformed {
        /// The offset of the first byte at fault.
        offset: u64,
        /// The part of the certificate.
        place: Place,
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The JSON form is not JSON, or not as described.
    #[error("the certificate's JSON is not as described: {0}")]
    Json(#[source] serde_json::Error),
    /// A list of no records.
    #[error("the certificate has no records; even the shortest proof has a leaf")]
    NoRecords,
    /// Edges that no certificate has.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Some byte of the file has changed since it was written.
    #[error("the checksum is {stored:08x} and should be {computed:08x}; the file has been altered")]
    Checksum {
        /// What the file says.
        stored: u32,
        /// What its bytes give.
        computed: u32,
    },
    /// The file goes on after its end.
    #[error("the certificate ends at byte {offset}, and the file goes on; nothing may follow a certificate")]
    TrailingBytes {
        /// The length of the certificate.
        offset: u64,
    },
    /// There is no room for the moves of a record and the texts of all moves before it: whoever reads has a limit.
    #[error("its moves take more memory than is allowed")]
    Room,
    /// An earlier call returned an error, and there is nothing to go on from.
    #[error("the certificate cannot be read on after an error")]
    AfterError,
}
