//! The vocabulary that every other crate of proofset speaks.
//!
//! A search sees a [`Problem`]: an implicit AND/OR graph whose nodes are proven, disproven or open.
//! Games are one source of problems: a [`Game`] gives the rules, a [`Goal`] asks a yes-or-no question about them
//! ("can the first player force a win?"), and [`Solve`] joins the two into a [`Problem`].
//! A [`ValuedGame`] ends with a score, and [`AtLeast`] asks whether it is at least so much.
//! Where a state decides others, such as one with less in hand, the problem says so by [`Dominance`]; proofs have names for
//! states and moves by [`Describe`]. What can be chosen in rules, such as the size of a board, is declared as [`Parameters`].
//! A search is bounded by [`Limits`], is watched by an [`Observer`], and answers with a [`Report`].
//!
//! This crate knows no graphs, node sets or files; it can be read in a quarter of an hour.
//!
//! ```
//! use proofset_core::{Problem, Role, Status, Value};
//!
//! /// Take one or two stones; who takes the last one wins. Can the player to move win?
//! struct Nim(u32);
//!
//! impl Problem for Nim {
//!     type State = (u32, bool);
//!     type Move = u32;
//!
//!     fn root(&self) -> Self::State {
//!         (self.0, true)
//!     }
//!
//!     fn status(&self, &(stones, first): &Self::State) -> Status {
//!         match (stones, first) {
//!             (0, true) => Status::Decided(Value::Disproven),
//!             (0, false) => Status::Decided(Value::Proven),
//!             (_, true) => Status::Open(Role::Or),
//!             (_, false) => Status::Open(Role::And),
//!         }
//!     }
//!
//!     fn for_each_successor(&self, &(stones, first): &Self::State, mut visit: impl FnMut(u32, Self::State)) {
//!         for take in 1..=stones.min(2) {
//!             visit(take, (stones - take, !first));
//!         }
//!     }
//! }
//!
//! assert_eq!(Nim(3).status(&(0, true)), Status::Decided(Value::Disproven));
//! ```

mod cycle;
mod describe;
mod dominance;
mod game;
mod goal;
mod hashing;
mod headed;
mod limits;
mod lines;
mod node_id;
mod pack;
mod parameters;
mod probe;
mod problem;
mod reduced;
mod report;
mod reversible;
mod size;
mod successors;
mod symmetry;
mod valued;
mod watch;
mod zoned;

pub use cycle::find_cycle;
pub use describe::Describe;
pub use dominance::Dominance;
pub use game::{Game, Notation, NotationError, Outcome, Player, RepetitionRule};
pub use goal::{Aim, Goal, Solve};
pub use hashing::{RandomOrder, state_hash};
pub use headed::Headed;
pub use limits::{Cancel, Limits};
pub use lines::LinesOfPlay;
pub use node_id::NodeId;
pub use pack::{Format, Pack, Packer, Unpacker, Words};
pub use parameters::{Argument, Arguments, Parameter, ParameterKind, Parameters};
pub use probe::{EdgeCost, Evaluated, LeafCost, Mobility, Probe};
pub use problem::{Evaluation, Problem, Repetition, Role, Status, Value, behind, goes_by_lines};
pub use reduced::Reduced;
pub use report::{
    Counters, Evidence, Observer, Progress, Report, SolveError, Solver, StopReason, TableFill, TableUse, Verdict,
};
pub use reversible::Reversible;
pub use size::{Size, SumRule};
pub use successors::Successors;
pub use symmetry::{Symmetric, Turn, UpToSymmetry};
pub use valued::{AtLeast, Hints, MOST_SCORE, Score, Threshold, ValuedGame};
pub use watch::{Pace, Tempo, Watch, batch};
pub use zoned::Zoned;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
