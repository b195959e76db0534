//! Minimax searches for exact values: TEST, SCOUT, alpha-beta, NegaScout and MTD(f).
//!
//! Proof-number searches answer yes or no; these answer "what is the value?", to the end of the game or to a depth. Their
//! tests with null windows ask the same question as a proof search with a threshold, and answer it in another order:
//! [`Prover`] offers them as such a search, with certificates.
//!
//! [`Search`] works on any [`ValuedGame`](proofset_core::ValuedGame). It is an [`Engine`] over a [`Board`], the side of the
//! game, whose type need not be known. Each [`Method`] is a file, and reads like its
//! paper; what they share is a [table](proofset_table) that compares states in full and holds both bounds of a value, the
//! [order of moves](Ordering) (the table's move, what the game [hints](proofset_core::Hints), killers, history), and
//! exact [counters](Counters).
//!
//! ```
//! use proofset_core::{Game, Limits};
//! use proofset_minimax::{Method, Options, Search};
//! use proofset_mnk::{Mnk, Rules};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Mnk::<1>::new(Rules::connect_four("4x4")?);
//! let mut search = Search::new(&game, Options::new(Method::nega_scout()));
//! let found = search.find_value(&game.start(), &Limits::none(), &mut ()).expect("the game ends");
//! assert_eq!(found.value(), Some(0), "nobody can force a line on this board");
//! # Ok(())
//! # }
//! ```

mod alpha_beta;
mod board;
mod counters;
mod crew;
mod driver;
mod entry;
mod nega_scout;
mod options;
mod ordering;
mod parallel;
mod proof;
mod prover;
mod saved;
mod scout;
mod search;
mod shared;
mod test;

pub use board::{Board, Insight, Listing, Playing, RulesStatus, Waiting, WindowStatus};
pub use counters::Counters;
pub use driver::Found;
pub use entry::{Entry, NO_MOVE};
pub use options::{Method, Options, Ordering};
pub use parallel::Helper;
pub use prover::{ProofEngine, Prover};
pub use search::{Engine, MOST_PLIES, Search};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
