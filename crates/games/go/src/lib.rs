//! Go: capturing races, life and death, as questions in a region of a board of up to 19x19 points.
//!
//! | module | what |
//! | --- | --- |
//! | [`Board`], [`Position`] | stones, and how people write them: diagrams, lists, [SGF](sgf) |
//! | [`Rules`] | ko and superko, suicide, playing elsewhere |
//! | [`Goal`] | what is asked: capture or save which stones, who is komaster, in which region |
//! | [`Success`], [`by_ko`], [`THREATS`] | three questions about kos, and what they come to |
//! | [`Local`], [`LocalWithHistory`] | the question as a [`Problem`](proofset_core::Problem) |
//!
//! ```
//! use proofset_core::{Describe, Problem};
//! use proofset_go::{LocalQuestion, Position, Rules};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! // White's stone on B2 has one liberty left, and Black is to move.
//! let position: Position = ".X./XO./.X. x".parse()?;
//! let LocalQuestion::Small(question) = LocalQuestion::new(Rules::default(), &position, Some("capture:B2"))? else { panic!() };
//! let mut moves = Vec::new();
//! question.for_each_successor(&question.root(), |mv, next| {
//!     moves.push((question.move_text(&question.root(), mv), question.position(&next).to_string()));
//! });
//! assert!(moves.contains(&("C2".to_owned(), ".X./X.X/.X. o".to_owned())));
//! # Ok(())
//! # }
//! ```

mod ahead;
mod board;
mod find;
mod goal;
mod history;
mod ko;
mod local;
mod local_question;
mod near;
mod notation;
mod picture;
mod position;
mod region;
mod rules;
pub mod sgf;
mod turn;
mod unknown;
mod zones;

pub use board::{Board, Chain, Color, Played, Point, Size};
pub use find::enclosed;
pub use goal::{Aim, Far, GOALS, Goal, Place, Side};
pub use history::{LocalWithHistory, PastState};
pub use ko::{Success, THREATS, by_ko};
pub use local::{Local, Move, State};
pub use local_question::LocalQuestion;
pub use notation::POSITIONS;
pub use picture::svg;
pub use position::Position;
pub use rules::{Rules, Superko};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
