//! Definite clauses without variables: does an atom follow from facts and rules?
//!
//! A [`Program`] is read from a short text, and [`ask`](Program::ask) makes a [`Derivation`] of it, which is a
//! [`Problem`](proofset_core::Problem): proof-number search on AND/OR graphs is a theorem prover for such clauses (Elkan
//! 1989). An atom is an OR node over the clauses for it, a clause an AND node over the atoms of its body. Atoms that several
//! bodies name are lemmas: one node, which is proven once.
//!
//! ```
//! use proofset_core::{Problem, Role, Status};
//! use proofset_horn::Program;
//!
//! let program = Program::parse("goal <- lemma, fact.  lemma <- fact.  lemma <- goal.  fact.")?;
//! let derivation = program.ask("goal").expect("the program names it");
//! assert_eq!(derivation.status(&derivation.root()), Status::Open(Role::Or));
//! # Ok::<(), proofset_horn::HornError>(())
//! ```
//!
//! # The text
//!
//! | text | meaning |
//! | --- | --- |
//! | `goal <- a, b.` | a clause: `goal` follows if `a` and `b` do; `:-` is the same as `<-` |
//! | `a.` | a fact |
//! | `? goal.` | what is asked, unless the question says otherwise; at most once |
//! | `% words` | a comment, up to the end of the line |
//!
//! * An atom is a word of letters, digits, `_`, `-` and `'` that begins with a letter, a digit or `_`. Large and small
//!   letters differ, and none of them is a variable. It has at most 500 bytes.
//! * Clauses may stand in any order, and the order of the clauses for an atom is that of its children, which a search may use
//!   to break ties. A clause with the same head and the same atoms in its body as an earlier one is left out, and so is
//!   an atom that the body names already.
//! * An atom for which there is neither a fact nor a clause does not follow.
//! * Atoms may depend on each other in circles, and usually do. A proof is well-founded: an atom is no support of itself, so a
//!   repetition disproves.

mod derivation;
mod error;
mod program;
mod read;
mod write;

pub use derivation::{Derivation, Step};
pub use error::HornError;
pub use program::Program;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
