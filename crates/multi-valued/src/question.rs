//! From bounds of values to proofs: the graph of a search, seen with one question.
//!
//! The idea: a node is proven for a score if its value is known to be at least that, and disproven if it is known to be
//! less. Bounds follow from the children, so these verdicts do too, and a certificate can be extracted for every score
//! that the bounds of the root decide, whatever was asked.

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{AtLeast, NodeId, Problem, Role, Score, Threshold, Value, ValuedGame};
use proofset_store::ROOT;

use crate::Bounds;

/// A graph whose nodes have bounds. Scores are those of the player who asks.
pub trait ValueGraph {
    /// The question that stands, as a problem.
    type Problem: Problem;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// The number of nodes; their ids count from 0, the root.
    fn node_count(&self) -> usize;

    /// The position of a node.
    fn state(&self, node: NodeId) -> <Self::Problem as Problem>::State;

    /// What is known of the value of a node.
    fn bounds(&self, node: NodeId) -> Bounds;

    /// OR where the player who asks moves; `None` for a finished game.
    fn role(&self, node: NodeId) -> Option<Role>;

    /// The children of a node, in move order.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;
}

/// A graph, and the question whether values are at least this.
#[derive(Debug)]
pub struct Question<'s, S> {
    search: &'s S,
    score: Score,
}

impl<'s, S: ValueGraph> Question<'s, S> {
    /// Asks for `score`.
    pub fn new(search: &'s S, score: Score) -> Self {
        Self { search, score }
    }

    /// The question, as a problem: what a certificate is checked against.
    pub fn problem<G: ValuedGame + Clone>(&self) -> AtLeast<G>
    where
        S: ValueGraph<Problem = AtLeast<G>>,
    {
        let standing = self.search.problem();
        let threshold = Threshold { score: self.score, ..standing.threshold() };
        AtLeast::new(standing.game().clone(), standing.root(), threshold)
    }
}

impl<S: ValueGraph> SolvedGraph for Question<'_, S> {
    type State = <S::Problem as Problem>::State;

    fn root(&self) -> NodeId {
        ROOT
    }

    fn state(&self, node: NodeId) -> Self::State {
        self.search.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.search.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        if self.search.node_count() == 0 { None } else { self.search.bounds(node).answer(self.score) }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.search.children(node)
    }
}

/// A line of best play as far as it is known: the winning choice against the longest resistance, for a score that the
/// root is known to reach. Empty if none is known.
pub(crate) fn best_line<S: ValueGraph>(search: &S, score: Score) -> Vec<<S::Problem as Problem>::Move> {
    let question = Question::new(search, score);
    let nodes = Strategy::extract(&question).map(|strategy| strategy.principal_line(&question)).unwrap_or_default();
    moves(search, &nodes)
}

/// The moves along a path.
pub(crate) fn moves<S: ValueGraph>(search: &S, nodes: &[NodeId]) -> Vec<<S::Problem as Problem>::Move> {
    // Any question shows the positions.
    let question = Question::new(search, 0);
    leading_moves(search.problem(), &question, nodes)
}
