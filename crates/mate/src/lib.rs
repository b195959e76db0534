//! Depth-first proof-number search for mates: df-pn (Nagai 2002) that knows what is held, which replies can wait, and how
//! long a mate takes.
//!
//! A mate problem asks whether the attacker can force an end by a series of threats. Such problems have what others have
//! not: what a side holds orders positions on the same board, so that one mate or defence answers for many; many replies
//! are nearly the same; and a mate has a length. [`MateSearch`] uses all of that, through the
//! [`MateLine`](proofset_cursor::MateLine) of the game; each device is a switch of [`Options`].
//!
//! The table compares keys of 64 bits, and a decided search rebuilds its proof from the rules, so that it can be
//! certified; a verdict whose proof does not hold is withdrawn. References: A. Nagai, Df-pn algorithm for searching
//! AND/OR trees and its applications (2002), for the search and for holdings; A. Kishimoto, Dealing with infinite loops,
//! underestimation, and overestimation of depth-first proof-number search (2010); J. Pawlewicz and L. Lew, Improving
//! depth-first PN-search: 1+ε trick (2007).
//!
//! [`Parallel`] is the same search by several threads with one table.
//!
//! ```
//! use proofset_core::{Limits, Solver, Verdict};
//! use proofset_mate::{MateSearch, Options};
//! use proofset_shogi::{Tsume, TsumeLine};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! // Two golds in hand: one drives the king out, or mates at once.
//! let tsume = Tsume::parse("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", "mate")?;
//! let mut search = MateSearch::new(TsumeLine::new(&tsume), Options::default());
//! let report = search.solve(&Limits::none(), &mut ()).unwrap();
//! assert_eq!((report.verdict, search.mate_plies()), (Verdict::Proven, Some(1)));
//! # Ok(())
//! # }
//! ```

mod boards;
mod conditional;
mod contribution;
mod line;
mod log;
mod options;
mod parallel;
mod proof;
mod solver;
mod table;

pub use options::{Epsilon, Options, SumRule};
pub use parallel::{Helper, Parallel};
pub use solver::MateSearch;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
