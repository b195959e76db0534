//! The AND/OR DAG that best-first searches grow, and the order in which its values are brought up to date.
//!
//! * [`Digraph`] stores nodes and edges in a petgraph `DiGraph`. It may have cycles.
//! * [`Dag`] is one without, and keeps levels.
//! * [`Dag::settle`] restores "every value follows from its children" after one node was expanded. In which order it
//!   visits the ancestors is the business of an [`Updater`]: by [`Levels`] (the problem's rank, or the longest distance
//!   from the root), by [`PearceKelly`]'s dynamic topological order, or by the [`Fifo`] queue of Müller's paper. The
//!   first two recompute each node at most once; the queue can need n(n-1)/2 + 1 recomputations for n nodes.
//! * [`Dag::retain`] thins the graph out to a [`Selection`] of its nodes, for searches that run out of memory.
//!
//! What a label means is not known here, nor what states the nodes stand for.
//!
//! ```
//! use proofset_graph::{Dag, LevelSource, Levels, Parts, Relabelled};
//!
//! // A label is the number of paths to a leaf.
//! let mut dag = Dag::new(LevelSource::LongestPath);
//! let mut updater = Levels::new();
//! let [a, b, c, d] = [(); 4].map(|()| dag.add(0, 1).unwrap());
//! for (parent, children) in [(a, vec![b, c]), (b, vec![d]), (c, vec![d])] {
//!     dag.connect(parent, &children, &mut updater).unwrap();
//!     dag.schedule(parent, Parts::FIRST, &mut updater);
//!     dag.settle(&mut updater, |dag, pending| {
//!         let label = dag.children(pending.node).map(|child| dag.label(child)).sum();
//!         let changed = Parts::of(label != dag.label(pending.node), false);
//!         Ok::<_, std::convert::Infallible>(Relabelled { label, changed, note: 0 })
//!     });
//! }
//! assert_eq!(dag.label(a), 2);
//! ```

mod dag;
mod digraph;
mod ranks;
mod selection;
mod updater;

pub use dag::{ChangedChild, ConnectError, Dag, LevelSource, Parts, Pending, Relabelled, Settled};
pub use digraph::{Children, Digraph, Full, Parents};
pub use ranks::Ranks;
pub use selection::Selection;
pub use updater::{AnyUpdater, Fifo, Levels, PearceKelly, UpdateOrder, Updater};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
