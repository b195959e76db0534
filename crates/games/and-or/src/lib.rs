//! Explicit AND/OR graphs, read from JSON: proof search for people who have no game.
//!
//! A [`Graph`] is a [`Problem`](proofset_core::Problem): its states are the nodes, so a node that several parents share
//! is one state, and a search finds it once. [`GraphBuilder`] builds one in code.
//!
//! ```
//! use proofset_and_or::Graph;
//! use proofset_core::{Problem, Role, Status};
//!
//! let graph = Graph::from_json(
//!     r#"{
//!         "nodes": [
//!             {"id": "A", "kind": "and"},
//!             {"id": "B", "kind": "or"},
//!             {"id": "C", "kind": "or"},
//!             {"id": "F"}, {"id": "G"}, {"id": "H"}
//!         ],
//!         "edges": [["A", "B"], ["A", "C"], ["B", "F"], ["B", "G"], ["C", "F"], ["C", "H"]],
//!         "root": "A",
//!         "leaf_values": {"G": "disproven", "F": "unknown"}
//!     }"#,
//! )?;
//! assert_eq!(graph.status(&graph.root()), Status::Open(Role::And));
//! assert_eq!(graph.find_cycle(), None);
//! # Ok::<(), proofset_and_or::GraphError>(())
//! ```
//!
//! # The format
//!
//! One JSON object:
//!
//! | key | value | |
//! | --- | --- | --- |
//! | `nodes` | list of nodes | required, not empty |
//! | `edges` | list of edges: `[parent, child]`, two ids | required, may be empty |
//! | `root` | the id of the node whose value is asked for | required |
//! | `leaf_values` | object: id of a leaf to `"proven"`, `"disproven"` or `"unknown"` | a leaf without one is unknown |
//! | `node_order` | list of all ids: the order that decides between sets of equal size, smallest first | |
//! | `repetition` | what it is worth to come back to a node: `"disproves"`, `"proves"` or `"mover-loses"` | `"disproves"` if not given |
//! | `name`, `source`, `notes` | text for the reader | |
//!
//! A node is an object:
//!
//! | key | value | |
//! | --- | --- | --- |
//! | `id` | text, not empty, different for each node | required |
//! | `kind` | `"or"`: one proven child suffices; `"and"`: all must be proven; or `null` | required if it has children |
//! | `h` | weight on both sides: a whole number from 1 to 4294967294 | 1 if not given |
//! | `h_proof`, `h_disproof` | weight in proof sets, in disproof sets | as `h` if not given |
//!
//! * The order of a node's edges is the order of its children. A repeated edge counts once, at its first place.
//! * A node without edges is a leaf. Its kind, if it has one, is ignored: without a leaf value it is unknown.
//! * A node with edges has no leaf value, not even `"unknown"`.
//! * The weight of an interior node counts as long as the search has not yet expanded the node.
//! * Nodes may be unreachable from the root. Cycles can be read, but not all searches can use them:
//!   [`Graph::find_cycle`] finds one.
//! * Optional keys may be `null`. Other keys are skipped, so that results and remarks can be kept in the same file; but
//!   a key that looks like a misspelling of an absent one is an error.

mod builder;
mod cycle;
mod error;
mod graph;
mod read;
mod write;

pub use builder::GraphBuilder;
pub use error::{GraphError, Place};
pub use graph::{Graph, NodeIndex};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
