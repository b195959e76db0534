//! What a search and a visitor of its leaves say to each other.
//!
//! The idea: two-level search (PN²: Allis 1994; Breuker, Uiterwijk and van den Herik 2001) is a search whose leaves are
//! judged by searches of their own. The engine asks when a leaf is about to be expanded, and knows nothing of what is done
//! there. The visitor is told how large the search is and what limits hold; it answers with a value, with numbers, or with
//! a reason to stop, and says what work it has done.
//!
//! The invariant: the work of a visitor is counted by the engine that asked, so that limits hold for both together.

use proofset_core::{Progress, Size, SolveError, StopReason, Value, Watch};

/// What a visitor is told about the search that asks it.
pub struct FirstLevel<'a, 'w> {
    /// Nodes that the search holds, or entries of its table.
    pub nodes: u64,
    /// How far the search is, the work of its visitor included. The bytes are those that it holds itself.
    pub progress: Progress,
    /// Its limits, its clock and its observer.
    pub watch: &'a mut Watch<'w>,
    /// Expansions that are left for the visitor. `None` without a limit.
    pub expansions: Option<u64>,
}

impl<'a, 'w> FirstLevel<'a, 'w> {
    /// A search that holds so many nodes and is so far. All expansions that its limits leave are left for the visitor.
    pub fn new(nodes: u64, progress: Progress, watch: &'a mut Watch<'w>) -> Self {
        let expansions = watch.limits().expansions.map(|most| most.saturating_sub(progress.expanded));
        Self { nodes, progress, watch, expansions }
    }

    /// The same that leaves so many expansions for the visitor, as where several threads share those of the limits.
    #[must_use]
    pub fn with_expansions(self, expansions: Option<u64>) -> Self {
        Self { expansions, ..self }
    }

    /// Bytes that a visitor may hold beside the search: what the limit leaves. `None` without a limit.
    pub fn room(&self) -> Option<u64> {
        self.watch.limits().bytes.map(|most| most.saturating_sub(self.progress.bytes))
    }
}

/// What a visitor has found out about a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafResult<S> {
    /// Nothing: the leaf is treated as if nobody had asked.
    Nothing,
    /// Its value, whatever line leads to it.
    Solved(Value),
    /// Numbers, finite and at least one. Its children may have got some as well.
    Unsolved {
        /// Effort of proving it.
        proof: Size,
        /// Effort of disproving it.
        disproof: Size,
    },
    /// The search has to stop. Asked about the same leaf again, the visitor goes on where it stopped.
    Stopped(StopReason),
    /// The problem cannot be searched.
    Broken(SolveError<S>),
}

/// What a visitor has done since it was last asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes created.
    pub generated: u64,
    /// Times a node's value was computed from its children.
    pub recomputed: u64,
    /// Times its search went down to a node.
    pub visits: u64,
    /// The most bytes that it held at a time.
    pub peak_bytes: u64,
}

/// The answer of a visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit<S> {
    /// What it has found out.
    pub result: LeafResult<S>,
    /// What that took.
    pub work: Work,
}

impl<S> Visit<S> {
    /// Nothing was found out, and nothing done.
    pub fn nothing() -> Self {
        Self { result: LeafResult::Nothing, work: Work::default() }
    }
}
