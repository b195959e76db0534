//! What proof-number and proof-set search back up: the [`Effort`] algebra and its node sets.
//!
//! A node of an AND/OR graph carries two values: the effort that a proof still needs and the effort that a disproof
//! still needs. One of the two is the least among the children (the *selected* side), the other is put together from
//! all of them (the *summed* side). What "least" and "put together" mean is the whole difference between the
//! algorithms:
//!
//! | type | put together | algorithm |
//! | --- | --- | --- |
//! | [`Count`] | sum | PNS (Allis, van der Meulen and van den Herik 1994) |
//! | [`Counter`] with [`Weak`](proofset_core::SumRule::Weak) | largest, and one for each other | weak PNS (Ueda, Hashimoto, Hashimoto and Iida 2008) |
//! | [`Counter`] with [`Max`](proofset_core::SumRule::Max) | largest | PNS by the max rule |
//! | [`SortedSet`], [`BitSet`] | union | PSS (Müller 2001) |
//! | [`SortedSet::truncated`] | union of at most K listed nodes, bounds added | PSS with K-truncated sets (Müller 2001) |
//! | [`SortedSet::placed`] | the same, with a K that depends on the depth of the node or on its parents | PSS(P,D) |
//! | [`SortedSet::adaptive`] | the same, with a K that falls as memory runs out | adaptive PSS(P,D) |
//!
//! [`Favouring`] changes what "least" means for any of them: leaves that the root's set lists count less (Müller 2001,
//! section 5.2).
//!
//! The two sides are values of two algebras of their own, so that PSS(P,D) can cap them differently. An [`Evaluator`]
//! joins the two and computes a node from its children.
//!
//! ```
//! use proofset_core::{NodeId, Role, Size};
//! use proofset_nodeset::{Count, Effort, Evaluator, SortedSet, TieOrder};
//!
//! // An AND node with two children, each an OR node over the same leaf n0: what does a proof still need?
//! fn proof_size<E: Effort + Clone>(effort: E) -> Result<Size, proofset_nodeset::Full> {
//!     let node = |index| NodeId::new(index).unwrap();
//!     let mut evaluator = Evaluator::new(effort.clone(), effort);
//!     let old = evaluator.decided(proofset_core::Value::Disproven);
//!     let leaf = evaluator.leaf(node(0), Size::ONE, Size::ONE)?;
//!     let left = evaluator.combine(Role::Or, old, &[(node(0), leaf)])?.now.label;
//!     let right = evaluator.combine(Role::Or, old, &[(node(0), leaf)])?.now.label;
//!     let root = evaluator.combine(Role::And, old, &[(node(1), left), (node(2), right)])?.now.label;
//!     Ok(evaluator.proof.size(root.proof))
//! }
//!
//! assert_eq!(proof_size(Count::new())?, Size::new(2)); // counted once per path
//! assert_eq!(proof_size(SortedSet::new(TieOrder::Lex))?, Size::new(1)); // counted once
//! # Ok::<(), proofset_nodeset::Full>(())
//! ```

mod bits;
mod capacity;
mod common;
mod count;
mod effort;
mod evaluator;
mod favour;
mod list;
mod naming;
mod pool;
mod weights;

pub use bits::{BitSet, BitSetRef};
pub use capacity::{Cut, CutBy};
pub use common::{Pick, common_member, common_members};
pub use count::{Count, Counter, NumberRule, SumOfAll};
pub use effort::{Amended, Amendment, Effort, Full, TieOrder};
pub use evaluator::{BackedUp, Change, ChangedPart, Deltas, Evaluator, Label, LabelOf, Sides};
pub use favour::{Favour, Favouring};
pub use list::{ListDelta, SortedSet, UnionRule};
pub use naming::{Lineage, Naming, heir};
pub use pool::SetRef;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
