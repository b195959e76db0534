//! What can be chosen about a best-first search besides its two algebras.

pub use proofset_core::Evaluation;
use proofset_graph::UpdateOrder;
use proofset_nodeset::{Naming, Pick};

/// Whether equal states are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphMode {
    /// Equal states are one node: a DAG.
    #[default]
    Dag,
    /// Every path has its own node: a tree. Only equal siblings are merged.
    Tree,
}

/// Whether the successors of a new open node are asked for their status before the node is ever expanded.
///
/// Looking ahead, an OR node with a proven successor is decided at once, and so is an AND node with a disproven one: of
/// all its successors only that one is put into the graph, so that a strategy can name the move. This is no expansion,
/// and reports do not count it as one: `expanded` counts the nodes that were given all of their successors.
///
/// It costs one generation of successors, with their statuses, for each open node that is created (with delayed
/// evaluation: that is selected), and pays where terminal successors are frequent and easy to recognise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lookahead {
    /// Nodes wait for their expansion.
    #[default]
    None,
    /// One move: wins, and losses, in one are seen when a node is evaluated.
    One,
}

/// Choices that do not change verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Tree or DAG.
    pub graph: GraphMode,
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// How far a node looks when it is evaluated.
    pub lookahead: Lookahead,
    /// Which of several most-promising nodes is expanded.
    pub pick: Pick,
    /// What sets call leaves. Names are inherited where leaves are expanded one at a time and no visitor looks at them.
    pub naming: Naming,
    /// In which order ancestors are updated.
    pub updates: UpdateOrder,
    /// How many leaves are chosen and expanded before ancestors are updated: members that both sets of the root list, as each of them
    /// serves both sides, and where there are no more, leaves to which selections lead that go past those chosen before.
    /// Zero is as one, and more than [`MOST_BATCH`](Self::MOST_BATCH) are as that. Nodes near the root are recomputed once for all of
    /// them; some of the leaves may turn out to be of no use. A search whose visitor looks at leaves takes one at a time.
    pub batch: usize,
}

impl Options {
    /// At most so many leaves are expanded before an update: with more of them one update takes more memory than limits leave
    /// room for.
    pub const MOST_BATCH: usize = 64;

    /// The same with another [`graph`](Self::graph).
    pub fn with_graph(self, graph: GraphMode) -> Self {
        Self { graph, ..self }
    }

    /// The same with another [`evaluation`](Self::evaluation).
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// The same with another [`lookahead`](Self::lookahead).
    pub fn with_lookahead(self, lookahead: Lookahead) -> Self {
        Self { lookahead, ..self }
    }

    /// The same with another [`pick`](Self::pick).
    pub fn with_pick(self, pick: Pick) -> Self {
        Self { pick, ..self }
    }

    /// The same with another [`naming`](Self::naming).
    pub fn with_naming(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// The same with another [`batch`](Self::batch).
    pub fn with_batch(self, batch: usize) -> Self {
        Self { batch, ..self }
    }

    /// The same with another [`updates`](Self::updates).
    pub fn with_updates(self, updates: UpdateOrder) -> Self {
        Self { updates, ..self }
    }
}
