//! Depth-first proof-number search in bounded memory, on trees, DAGs and cyclic graphs: df-pn (Nagai 2002) and its
//! relatives PN*, C* and PDS.
//!
//! [`Search`] holds the line that it looks at and a table of what it has found out. The table is a cache: under a limit
//! on bytes it forgets what took least work, which costs time and never a verdict. [`ExactTable`] compares states in
//! full; [`KeyedTable`] has 16 bytes for each and compares keys of 64 bits, which the report says.
//!
//! [`Options`] choose the [`Method`], the rule for sums (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida 2008),
//! the choice among equals, the slack of the 1+ε trick (Pawlewicz and Lew 2007), and more. On trees, with the default
//! options, the nodes are expanded in the order of best-first proof-number search.
//!
//! Problems may have cycles; what a repetition is worth is up to the problem
//! ([`Problem::repetition`](proofset_core::Problem::repetition)). A decided search rebuilds its proof, so that it can be
//! certified.
//!
//! ```
//! use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
//! use proofset_depth_first::{Options, Search};
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! let problem = Solve::from_start(TicTacToe, Goal::win(Player::First));
//! let mut search = Search::new(problem, Options::default());
//! let limits = Limits::none().with_bytes(1_000_000);
//! let report = search.solve(&limits, &mut ()).unwrap();
//! assert_eq!(report.verdict, Verdict::Disproven);
//! assert!(search.table_use().evictions == 0 && search.has_proof());
//! ```

mod above;
mod any_search;
mod branches;
mod contribution;
mod expansion;
mod history;
mod line;
mod line_proof;
mod log;
mod methods;
mod node;
mod options;
mod parallel;
mod proof;
mod prover;
mod provisional;
mod search;
mod shell;
mod siblings;
mod simulation;
mod solver;
mod sources;
mod survey;
mod table;
mod turn;
mod zone_proof;

pub use any_search::AnySearch;
pub use history::HistoryUse;
pub use options::{Deep, Epsilon, Evaluation, Method, Options, Replacement, SumRule, Ties};
pub use parallel::{Helper, Parallel};
pub use simulation::SimulationUse;
pub use solver::Search;
pub use table::{AnyTable, Entry, ExactTable, KeyedTable, Name, PackedTable, Room, Table};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
