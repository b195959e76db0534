//! Problems, states and stores behind `dyn`: what lets a program compile each search once for all of its games.
//!
//! * [`Erased`] is any problem that was taken into an [`Erasable`]; its states are [`Sealed`]. Proofs, certificates, checks
//!   and lines of play work on it.
//! * [`DynStore`] is the store of any problem: searches that keep their graph work on it at nearly the speed that they
//!   have on a store whose type is known.
//! * [`DynCursor`] is the cursor of any problem, for searches that keep a line and a table. States that implement
//!   [`Pack`](proofset_core::Pack) are written as words; others are kept and numbered, which costs memory.
//! * [`SealedCursor`] and [`SealedGraph`] seal the states of a cursor or a graph of a known type, for what works on [`Sealed`] ones.
//! * [`DynBoard`] is the board of any game with scores, for minimax searches.
//!
//! ```
//! use proofset_best_first::{Engine, Options};
//! use proofset_core::{Describe, Goal, Limits, Player, Solve, Solver, Verdict};
//! use proofset_erased::{DynStore, Erasable, Erased};
//! use proofset_nodeset::Count;
//! use proofset_store::Leaves;
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! let erasable = Erasable::new(Solve::from_start(TicTacToe, Goal::at_least_draw(Player::First)));
//! let erased = Erased::new(&erasable);
//! let store = DynStore::new(erased, erasable.problem(), Leaves::new(()));
//! let mut search = Engine::with_store(store, Count::new(), Count::new(), Options::default());
//! assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Proven);
//! ```

mod board;
mod codec;
mod cursor;
mod known;
mod problem;
mod sealed;
mod sealed_cursor;
mod sealed_graph;
mod store;

pub use board::{DynBoard, board};
pub use cursor::DynCursor;
pub use known::{KnownValues, WithKnown};
pub use problem::{AnyProblem, Erasable, Erased};
pub use sealed::Sealed;
pub use sealed_cursor::SealedCursor;
pub use sealed_graph::SealedGraph;
pub use store::{DynStore, StoreParts};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
