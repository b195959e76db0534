//! Proof and disproof numbers as depth-first searches want them: in machine words, with thresholds.
//!
//! Depth-first proof-number search stays below a node until one of its two numbers reaches a threshold (Nagai 2002).
//! [`Numbers`] are the two, [`Total`] puts those of children together by a [`SumRule`](proofset_core::SumRule) and says what a child's may grow
//! to, [`Epsilon`] is the slack that keeps a search from changing its mind all the time, and [`ThresholdControl`] makes
//! searches of graphs with cycles end. A [`Team`] is what threads of one search have in common: how many of them are below a node,
//! which counts for virtual numbers. [`beside`] begins such threads.
//!
//! ```
//! use proofset_core::SumRule;
//! use proofset_numbers::{Epsilon, Total};
//!
//! let mut total = Total::NONE;
//! for number in [4, 2, 3] {
//!     total.add(number, false);
//! }
//! assert_eq!(total.number(SumRule::Sum), 9);
//! // The second child may grow to five until its parent reaches twelve.
//! assert_eq!(total.threshold(SumRule::Sum, 2, false, 12), 5);
//! assert_eq!(Epsilon::new(0.25).map(|epsilon| epsilon.above(8)), Some(10));
//! ```

mod control;
mod epsilon;
mod numbers;
mod team;
mod threads;
mod total;

pub use control::ThresholdControl;
pub use epsilon::Epsilon;
pub use numbers::{INFINITE, MOST, Numbers};
pub use team::{Contribution, LEAST_WORK, Member, TOP, Team, Weight};
pub use threads::{Job, beside};
pub use total::Total;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
