//! Problems in which lines meet again and again: what proof sets are for, and what they are measured on.
//!
//! | module | problem |
//! | --- | --- |
//! | [`lemmas`] | a tower of lemmas that share their successor, among decoys that share nothing |
//! | [`gusts`] | holding a course in gusts, on a windy grid |
//! | [`refutation`] | refuting a formula by splitting: pigeons and parity |
//! | [`kayles`] | Kayles with several rows |
//!
//! What is random comes from a seed, and nothing is stored: a problem is its parameters.
//!
//! ```
//! use proofset_core::{Problem, Role, Status};
//! use proofset_sharing::lemmas::LemmaTower;
//!
//! let tower = LemmaTower { seed: 1, lemmas: 4, decoys: 2, decoy_depth: 10 };
//! assert_eq!(tower.status(&tower.root()), Status::Open(Role::Or));
//! ```

pub mod gusts;
pub mod kayles;
pub mod lemmas;
pub mod refutation;
mod scatter;

pub use scatter::scatter;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
