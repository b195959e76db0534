//! Two-level search: searches whose leaves are judged by searches of their own, so that a small memory goes a long way.
//!
//! | search | first level | second level |
//! | --- | --- | --- |
//! | PN² (Allis 1994; Breuker, Uiterwijk and van den Herik 2001) | best-first, numbers | best-first, numbers |
//! | PSS² | best-first, sets | best-first, sets |
//! | PDS-PN (Winands, Uiterwijk and van den Herik 2004) | PDS with a table | best-first, numbers |
//! | df-pn over PN | df-pn with a table | best-first, numbers |
//!
//! There is no engine here. [`Nested`] is a [`Visitor`](proofset_store::Visitor) that searches a leaf before best-first
//! search expands it, and [`NestedCursor`] does the same for depth-first search. The second level gets a [`Budget`] of nodes; what it solves is solved, and where it
//! does not the first level gets its numbers: a best-first first level those of the leaf's successors, a depth-first one
//! those of the leaf. The rest of its graph is forgotten.
//!
//! A best-first first level can have several leaves searched [together](TwoLevel::with_batch), by several threads
//! ([`Parallel`]): the search is the same whatever their number.
//!
//! Verdicts are those of the engines, exact and with proofs: what the second level has solved is searched again when the
//! proof is put together ([`Search::has_proof`]). Problems must be acyclic; only
//! [`depth_first_over_pn`] takes some with cycles, those where whoever repeats a state has lost, and asks no second level about them.
//!
//! ```
//! use proofset_best_first::Options;
//! use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
//! use proofset_tic_tac_toe::TicTacToe;
//! use proofset_two_level::{Budget, pn2};
//!
//! let problem = Solve::from_start(TicTacToe, Goal::win(Player::First));
//! let mut search = pn2(problem, Options::default(), Budget::Full);
//! let report = search.solve(&Limits::none(), &mut ()).unwrap();
//! assert_eq!(report.verdict, Verdict::Disproven);
//! assert!(report.second_level > 0 && report.second_level < report.expanded);
//! assert!(search.first().node_count() < 500 && search.has_proof());
//! ```

mod budget;
mod cursor;
mod keep;
mod nested;
mod parallel;
mod pool;
mod proof;
mod search;

use proofset_best_first::{Evaluation, Options};
use proofset_core::{Probe, Problem};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{ExactTable, Options as DepthFirstOptions, Search as DepthFirst};
use proofset_nodeset::{Count, SortedSet, TieOrder};
use proofset_store::{Interned, Leaves};

pub use budget::{Budget, share};
pub use cursor::NestedCursor;
pub use keep::Keep;
pub use nested::{Nested, Second};
pub use parallel::{Batched, Helper, Parallel};
pub use search::{Search, TwoLevel};

/// PN²: proof-number search in both levels.
///
/// The second level has the options of the first, but evaluates nodes when they are made.
pub fn pn2<P: Problem + Clone>(problem: P, options: Options, budget: Budget) -> Search<P, Count, Count> {
    let second = options.with_evaluation(Evaluation::Immediate);
    Search::new(problem, options, Second::pns(budget).with_options(second))
}

/// PSS²: proof-set search in both levels.
///
/// What is kept of a second level are the sizes of the sets of the leaf's successors: they are the weights of new leaves
/// in the first. That their sets overlap is forgotten, unless more is [kept](Second::with_keep).
pub fn pss2<P: Problem + Clone>(
    problem: P,
    ties: TieOrder,
    options: Options,
    budget: Budget,
) -> Search<P, SortedSet, SortedSet> {
    let sets = || SortedSet::new(ties);
    let second = options.with_evaluation(Evaluation::Immediate);
    Search::new(problem, options, Second::new(budget, sets(), sets()).with_options(second))
}

/// PSS² with truncated sets: at most `p` listed nodes in proof sets and `d` in disproof sets, in both levels.
pub fn pss2_truncated<P: Problem + Clone>(
    problem: P,
    (p, d): (usize, usize),
    ties: TieOrder,
    options: Options,
    budget: Budget,
) -> Search<P, SortedSet, SortedSet> {
    let (proof, disproof) = (SortedSet::truncated(p, ties), SortedSet::truncated(d, ties));
    let second = options.with_evaluation(Evaluation::Immediate);
    Search::new(problem, options, Second::new(budget, proof, disproof).with_options(second))
}

/// A depth-first search whose leaves are searched best-first.
pub type DepthFirstOverPn<P, C = ()> = DepthFirst<OverPn<P, C>, ExactTable<<P as Problem>::State>>;

/// The cursor of such a search.
pub type OverPn<P, C = ()> = NestedCursor<CopyCursor<P, C>, Interned<P, Leaves<C>>, Count, Count>;

/// PDS-PN, df-pn over PN: depth-first search in the first level, proof-number search in the second, with leaves weighed
/// by `probe` in both.
///
/// Of the bytes of a limit, half are for the table. A decided search rebuilds its proof without the second level.
pub fn depth_first_over_pn<P: Problem + Clone, C: Probe<P> + Clone>(
    problem: P,
    options: DepthFirstOptions,
    budget: Budget,
    probe: C,
) -> DepthFirstOverPn<P, C> {
    DepthFirst::with_cursor(over_pn(problem, budget, probe), ExactTable::new(), options)
}

/// A cursor for depth-first searches whose leaves are searched best-first, with any table.
pub fn over_pn<P: Problem + Clone, C: Probe<P> + Clone>(problem: P, budget: Budget, probe: C) -> OverPn<P, C> {
    let store = Interned::new(problem.clone(), Leaves::new(probe.clone()));
    NestedCursor::new(CopyCursor::new(problem, probe), store, Second::pns(budget))
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
