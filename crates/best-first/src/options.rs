//! What can be chosen about a best-first search besides its two algebras.

use proofset_core::{Problem, Size};
use proofset_graph::UpdateOrder;
use proofset_nodeset::Pick;

/// Whether equal states are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GraphMode {
    /// Equal states are one node: a DAG.
    #[default]
    Dag,
    /// Every path has its own node: a tree. Only equal siblings are merged.
    Tree,
}

/// When a node is asked for its status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// When it is created: more evaluations, fewer expansions.
    #[default]
    Immediate,
    /// When it is selected: for problems whose evaluation is expensive.
    Delayed,
}

/// Choices that do not change verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Tree or DAG.
    pub graph: GraphMode,
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// Which of several most-promising nodes is expanded.
    pub pick: Pick,
    /// In which order ancestors are updated.
    pub updates: UpdateOrder,
}

/// What a leaf is estimated to cost: finite and at least one on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafCost {
    /// Effort of proving it.
    pub proof: Size,
    /// Effort of disproving it.
    pub disproof: Size,
}

impl LeafCost {
    /// One and one.
    pub const UNIT: Self = Self { proof: Size::ONE, disproof: Size::ONE };
}

/// Estimates leaves. `()` gives every leaf the cost one.
pub trait Probe<P: Problem> {
    /// The cost of an open leaf. A cost of zero or infinity would look like a decision; the search takes one, or the
    /// largest finite size, instead.
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost;
}

impl<P: Problem> Probe<P> for () {
    #[inline]
    fn cost(&mut self, _problem: &P, _state: &P::State) -> LeafCost {
        LeafCost::UNIT
    }
}

impl<P: Problem, F: FnMut(&P, &P::State) -> LeafCost> Probe<P> for F {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        self(problem, state)
    }
}
