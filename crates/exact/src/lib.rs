//! True proof and disproof numbers of AND/OR DAGs, and proof-number search that follows them.
//!
//! The tree rule counts a leaf once per path, and proof-set search takes the best set of each child though another would
//! share more. The *true* proof number of a node is the least weight of any set of unknown leaves whose proof would prove
//! it (Schijf 1993; Müller 2001). To compute it is NP-hard on DAGs (Gao 2021); [`minimum_sets`] does it all the same, and
//! when the work allowed does not suffice it gives bounds instead. Some hundred unknown leaves usually take
//! milliseconds.
//!
//! [`ExactSearch`] is what proof-number search would be if numbers cost nothing: a yardstick for the searches that
//! estimate them.
//!
//! ```
//! use proofset_core::{NodeId, Role, Size};
//! use proofset_exact::{AndOrDag, CycleError, GateKind, minimum_sets};
//!
//! /// Node 0 needs both of 1 and 2; each of them needs one of the leaves: 1 of 3 and 4, 2 of 4 and 5.
//! struct Sketch;
//!
//! impl AndOrDag for Sketch {
//!     fn kind(&self, node: NodeId) -> GateKind {
//!         match node.index() {
//!             0 => GateKind::Gate(Role::And),
//!             1 | 2 => GateKind::Gate(Role::Or),
//!             _ => GateKind::Leaf { proof: Size::ONE, disproof: Size::ONE },
//!         }
//!     }
//!
//!     fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
//!         let children: &[u32] = match node.index() {
//!             0 => &[1, 2],
//!             1 => &[3, 4],
//!             2 => &[4, 5],
//!             _ => &[],
//!         };
//!         children.iter().map(|&child| NodeId::from_bits(child))
//!     }
//! }
//!
//! let root = NodeId::from_bits(0);
//! let sets = minimum_sets(&Sketch, root, 1000)?;
//! assert!(sets.proof.is_exact() && sets.disproof.is_exact());
//! assert_eq!(sets.proof.set(), Some(&[NodeId::from_bits(4)][..]), "one leaf is enough; the tree rule says two");
//! assert_eq!(sets.disproof.upper(), Size::new(2));
//! assert_eq!(sets.most_proving(), Some(NodeId::from_bits(4)));
//! # Ok::<(), CycleError>(())
//! ```

mod circuit;
mod cone;
mod hit;
mod hitting;
mod instance;
mod known;
mod lists;
mod memory;
mod minimum;
mod prices;
mod scope;
mod search;
mod work;

pub use cone::{AndOrDag, CycleError, GateKind, Ties};
pub use minimum::{Minimum, MinimumSets, minimum_sets};
pub use search::{ExactEngine, ExactSearch};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
