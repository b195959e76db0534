//! Multi-valued proof-number search: what is the value of a position?
//!
//! Proof-number search answers questions with yes or no. A value is known once "is it at least v?" is proven for v and
//! disproven for v + 1. Three ways lead there:
//!
//! | way | what is kept between questions |
//! | --- | --- |
//! | [`find_value`] | the interval: each question goes to any search, as a problem of its own |
//! | [`MultiValued`] | the graph: labels are made anew for the next question, leaves and bounds stay |
//! | [`MultipleOutcome`] | everything: each node has numbers for all scores at once, and nothing is asked |
//!
//! All of them say what the interval is when they are stopped, and the last two go on where they stopped. A
//! [`Question`] shows their graph as that of one question, so that certificates can be written for "at least v" and for
//! "less than v + 1": together they prove the value. Where the rules say it of the root at a glance there is no graph, and a search
//! for one question makes the certificate.
//!
//! Scores are those of the player who asks. Games must be acyclic; a position that comes back is an error.
//!
//! ```
//! use proofset_core::{Game, Limits, Player};
//! use proofset_multi_valued::{MultiValued, MultipleOutcome, Options};
//! use proofset_nodeset::Count;
//! use proofset_synthetic::Synthetic;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game: Synthetic = "b=3,d=6,seed=1,values=20,share=0.3".parse()?;
//! let (start, limits) = (game.start(), Limits::none());
//! let (proofs, disproofs) = (Count::new(), Count::new());
//! let mut search = MultiValued::new(game.clone(), start, Player::First, proofs, disproofs, Options::default());
//! let value = search.find_value(&limits, &mut ())?.value();
//! assert_eq!(value, Some(-6));
//! assert_eq!(MultipleOutcome::new(game, start, Player::First).find_value(&limits, &mut ())?.value(), value);
//! # Ok(())
//! # }
//! ```

mod bracket;
mod node;
mod outcomes;
mod question;
mod report;
mod score_status;
mod search;
mod steps;
mod store;

pub use bracket::{Answer, Bracket, Found, find_value};
pub use node::Bounds;
pub use outcomes::{MultipleOutcome, OutcomeEngine};
pub use question::{Question, ValueGraph};
pub use report::{AnsweredQuestion, ScoreNumbers, ValueReport};
pub use score_status::ScoreStatus;
pub use search::{Engine, MultiValued, Options, Selection};
pub use store::{Estimate, Questioned, Scores, ValueStore};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
