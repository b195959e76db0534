//! Oracles: slow, obvious answers that judge the fast ones.
//!
//! Nothing here is shared with a search: no graph library, no node sets, no tricks. Every function follows a definition
//! word by word, and its cost is whatever that takes.
//!
//! * [`solve`] finds the value of every state of a finite [`Problem`](proofset_core::Problem), cycles allowed, and
//!   [`solve_all`] those of any set of states, such as all placements of a few pieces.
//! * [`Graph`] is an AND/OR graph as a list, with the values that a search would give its nodes: tree-rule
//!   [`numbers`](Graph::numbers), the [max rule](Graph::max_rule), [weak numbers](Graph::weak_numbers), proof
//!   [`sets`](Graph::sets), [truncated sets](Graph::truncated_sets), and the [true numbers](Graph::true_numbers) that
//!   all of them estimate.
//!
//! ```
//! use proofset_core::{Role, Size};
//! use proofset_oracle::{Graph, Kind};
//!
//! // Both children of an AND node need the same leaf: the tree rule counts it twice.
//! let (or, and) = (Kind::Interior(Role::Or), Kind::Interior(Role::And));
//! let kinds = vec![and, or, or, Kind::UNKNOWN];
//! let graph = Graph::new(kinds, vec![vec![1, 2], vec![3], vec![3], vec![]], 0)?;
//! assert_eq!(graph.numbers()[0].proof, Size::new(2));
//! assert_eq!(graph.true_numbers()?[0].proof, Size::new(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod graph;
mod numbers;
mod retrograde;
mod sets;
mod truncated;
mod truth;

pub use graph::{Graph, GraphError, Kind, Pair};
pub use retrograde::{TooManyStates, Values, solve, solve_all};
pub use sets::{SetOrder, Tie};
pub use truncated::{Caps, Pick, Truncated, Truncation, Union};
pub use truth::TooManyLeaves;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
