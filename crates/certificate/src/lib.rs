//! Certificates: evidence for a verdict that anybody can check, with nothing but the rules.
//!
//! A search asks to be believed; a certificate can be checked. It holds a strategy for the side that the verdict
//! favours: one move where that side chooses and every move where the other side does, down to positions that the rules
//! decide, or back to earlier ones where endless play has the verdict's value.
//!
//! * [`mod@format`] describes the file format, byte by byte.
//! * [`SolvedGraph`] is what a search offers; [`Strategy`] is extracted from it, and [`write_certificate`] writes it.
//! * [`Reader`] and [`Writer`] handle the files, [`convert`] turns one [`Form`] into the other.
//! * [`check`](check()) replays a certificate against a [`Problem`](proofset_core::Problem), and shares no code with
//!   what made the certificate.
//!
//! ```
//! use proofset_certificate::{Edge, Form, Header, Reader, RecordKind, Writer, convert};
//! use proofset_core::Value;
//!
//! // Four stones, take one or two, who takes the last one wins: take one and leave three.
//! let header = Header::new("take-away", "4", "first:win", Value::Proven);
//! let mut writer = Writer::new(Vec::new(), Form::Binary, &header, 5)?;
//! writer.record(RecordKind::Choice, &[Edge { mv: "1", child: 1 }])?;
//! writer.record(RecordKind::All, &[Edge { mv: "1", child: 2 }, Edge { mv: "2", child: 3 }])?;
//! writer.record(RecordKind::Choice, &[Edge { mv: "2", child: 4 }])?;
//! writer.record(RecordKind::Choice, &[Edge { mv: "1", child: 4 }])?;
//! writer.record(RecordKind::Leaf, &[])?;
//! let file = writer.finish()?;
//! assert_eq!(file.len(), 60);
//!
//! let json = convert(&mut Reader::new(&file[..])?, Form::Json, Vec::new())?;
//! assert!(String::from_utf8(json)?.contains(r#"{"kind": "all", "moves": [["1", 2], ["2", 3]]}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod check;
mod crew;
pub mod escape;
mod export;
pub mod format;
mod json;
mod nodes;
mod past;
mod picture;
mod proof_graph;
mod read_error;
mod reader;
mod record;
mod solved_graph;
mod straight;
mod strategy;
mod to_come;
mod unfold;
mod writer;

pub use bytes::read_up_to;
pub use check::{CheckError, CheckProgress, Fault, Summary, check};
pub use crew::{CheckMeans, OpenRules, Rules, check_with};
pub use export::{ExportError, leading_moves, line_moves, longest_line, move_between, write_certificate};
pub use nodes::AnyGraph;
pub use picture::{Picture, PictureError};
pub use proof_graph::{Children, ProofGraph};
pub use read_error::{Place, ReadError};
pub use reader::{Form, Reader};
pub use record::{Edge, Header, Record, RecordKind, ShapeError, Version};
pub use solved_graph::SolvedGraph;
pub use straight::{Counters, Straight};
pub use strategy::{ExtractError, Strategy};
pub use to_come::Shelf;
pub use unfold::{Reduction, unfolded_line, write_unfolded};
pub use writer::{ConvertError, WriteError, Writer, convert};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
