//! Best-first proof-number search and proof-set search on trees and DAGs: one engine for the family.
//!
//! | search | proof side, disproof side |
//! | --- | --- |
//! | PNS (Allis, van der Meulen and van den Herik 1994) | [`Count`], [`Count`] |
//! | PSS (Müller 2001) | [`SortedSet`], [`SortedSet`] (or [`BitSet`](proofset_nodeset::BitSet)) |
//! | PSS(P,D) (Müller 2001) | [`SortedSet::truncated`] at P, [`SortedSet::truncated`] at D |
//!
//! [`Search`] keeps its graph in memory between calls of [`solve`](proofset_core::Solver::solve), so a search that ran
//! out of budget continues where it stopped. [`Options`] choose between tree and DAG, immediate and delayed evaluation,
//! a look-ahead of one move, and the order of updates.
//!
//! [`AoStar`] is a relative with proof numbers alone: Nilsson's search for a cheapest proof.
//!
//! A [`Probe`] weighs leaves: `()` counts each as one, [`Mobility`] by its successors, and a closure however it likes.
//! Weights steer the search and cannot spoil a verdict; every algebra takes them.
//!
//! ```
//! use proofset_best_first::{Options, pns};
//! use proofset_core::{Limits, Problem, Role, Solver, Status, Value, Verdict};
//!
//! /// Take one or two stones; who takes the last one wins.
//! struct Nim(u32);
//!
//! impl Problem for Nim {
//!     type State = (u32, bool);
//!     type Move = u32;
//!
//!     fn root(&self) -> (u32, bool) {
//!         (self.0, true)
//!     }
//!
//!     fn status(&self, &(stones, attacker): &(u32, bool)) -> Status {
//!         match (stones, attacker) {
//!             (0, true) => Status::Decided(Value::Disproven),
//!             (0, false) => Status::Decided(Value::Proven),
//!             (_, true) => Status::Open(Role::Or),
//!             (_, false) => Status::Open(Role::And),
//!         }
//!     }
//!
//!     fn for_each_successor(&self, &(stones, attacker): &(u32, bool), mut visit: impl FnMut(u32, (u32, bool))) {
//!         for take in 1..=stones.min(2) {
//!             visit(take, (stones - take, !attacker));
//!         }
//!     }
//! }
//!
//! let mut search = pns(Nim(10), Options::default());
//! let report = search.solve(&Limits::none(), &mut ()).expect("the game is acyclic");
//! assert_eq!(report.verdict, Verdict::Proven);
//! assert_eq!(report.line[0], 1); // ten is one more than a multiple of three: take one
//! ```

mod ao_star;
mod batch;
mod engine;
mod inheritance;
mod log;
mod node;
mod options;
mod proof;
mod saved;
mod valued_graph;
mod values;

use proofset_core::Problem;
use proofset_nodeset::{Count, SortedSet, TieOrder};

pub use ao_star::{AoStar, AoStarEngine};
pub use engine::{Engine, Search};
pub use options::{Evaluation, GraphMode, Lookahead, Options};
pub use proofset_core::{LeafCost, Mobility, Probe};

/// Proof-number search.
pub fn pns<P: Problem>(problem: P, options: Options) -> Search<P, Count, Count> {
    Search::new(problem, Count::new(), Count::new(), options)
}

/// Proof-set search with exact sets.
pub fn pss<P: Problem>(problem: P, ties: TieOrder, options: Options) -> Search<P, SortedSet, SortedSet> {
    Search::new(problem, SortedSet::new(ties), SortedSet::new(ties), options)
}

/// Proof-set search with truncated sets: at most `p` listed nodes in proof sets and `d` in disproof sets.
pub fn pss_truncated<P: Problem>(
    problem: P,
    p: usize,
    d: usize,
    ties: TieOrder,
    options: Options,
) -> Search<P, SortedSet, SortedSet> {
    Search::new(problem, SortedSet::truncated(p, ties), SortedSet::truncated(d, ties), options)
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
