//! Nodes by number: what a search that keeps its graph sees of a problem.
//!
//! Games own states; searches own graphs. Between the two stands a [`Store`]: it gives every state a number, tells which
//! numbers a number leads to, and says of each new one what the rules and a probe say of its state. [`Interned`] is the
//! store of a problem whose type is known. An [`Expander`] is what a search does with its store at each expansion, and
//! [`grow`] the loop around it.
//!
//! ```
//! use proofset_core::{Limits, Problem, Role, Status, Watch};
//! use proofset_store::{Children, Interned, Leaves, Making, Nodes, Store};
//!
//! /// From n one comes to n + 1 and to n + 2.
//! struct Ladder;
//!
//! impl Problem for Ladder {
//!     type State = u32;
//!     type Move = u32;
//!
//!     fn root(&self) -> u32 {
//!         0
//!     }
//!
//!     fn status(&self, _: &u32) -> Status {
//!         Status::Open(Role::Or)
//!     }
//!
//!     fn for_each_successor(&self, &n: &u32, mut visit: impl FnMut(u32, u32)) {
//!         (1..=2).for_each(|step| visit(step, n + step));
//!     }
//! }
//!
//! let mut store = Interned::new(Ladder, Leaves::new(()));
//! let making = Making::default();
//! let (root, _) = store.place(0, &making).unwrap();
//! let (limits, observer) = (Limits::none(), &mut ());
//! let watch = Watch::new(&limits, observer);
//! let mut children = Children::new();
//! for node in [0, 1] {
//!     children.clear();
//!     let node = proofset_core::NodeId::from_bits(node);
//!     assert_eq!(store.list(node, usize::MAX).unwrap().count, 2);
//!     store.make(&making, &watch, &mut children).unwrap();
//! }
//! // 1 leads to 2, which is there already, and to 3.
//! assert_eq!((store.node_count(), children.nodes.len(), children.new.len()), (4, 2, 1));
//! assert_eq!((store.state(children.nodes[1]), store.state(root)), (3, 0));
//! ```

mod end;
mod expander;
mod growing_dag;
mod growth;
mod interned;
mod kind;
pub mod saved;
mod states;
mod store;
mod visitor;

pub use end::End;
pub use expander::Expander;
pub use growing_dag::{GrowingDag, Noted, ROOT};
pub use growth::{Bookkeeping, Growth, grow, grow_any, progress};
pub use interned::{Interned, InternedStates, Judge, Leaf, Leaves, Teller, Told, WithNew};
pub use kind::NodeKind;
pub use store::{Children, Listed, Making, MoveOf, New, NodeStates, Nodes, Placed, Rooted, StateOf, Store, TOGETHER};
pub use visitor::{Known, Needed, Visitor};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
