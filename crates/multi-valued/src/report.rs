//! What a search for a value says when it stops.

use proofset_core::{Evidence, Score, Size, StopReason, Value};

use crate::Bracket;

/// A question that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnsweredQuestion {
    /// Is the value at least this?
    pub score: Score,
    /// Yes or no.
    pub value: Value,
    /// Nodes expanded for it.
    pub expanded: u64,
}

/// The numbers of a root for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreNumbers {
    /// The score.
    pub score: Score,
    /// How many leaves it takes, as far as numbers tell, to show that the value is at least so much.
    pub proof: Size,
    /// How many it takes to show that it is less.
    pub disproof: Size,
}

impl ScoreNumbers {
    /// The numbers of a question that is open.
    pub(crate) fn of(score: Score, (proof, disproof): (Size, Size)) -> Self {
        Self { score, proof, disproof }
    }
}

/// The result of a search for a value, found or not. Scores are those of the player who asks.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct ValueReport<M> {
    /// The interval that the value lies in.
    pub bracket: Bracket,
    /// Why the search stopped: [`StopReason::Decided`] if the value is known.
    pub stop: StopReason,
    /// What the value rests on: [`Evidence::Evaluations`] if it is believed.
    pub evidence: Evidence,
    /// The questions that were answered, one after the other. A search for all values at once asks none.
    pub asked: Vec<AnsweredQuestion>,
    /// The numbers of the root: for the score that was asked last, or for all that are open, each run of equal ones at its
    /// greatest score. Empty if the value is known.
    pub numbers: Vec<ScoreNumbers>,
    /// Nodes whose successors were generated, since the search began.
    pub expanded: u64,
    /// Nodes created, the root included.
    pub generated: u64,
    /// Times a node's numbers were computed from its children.
    pub recomputed: u64,
    /// Times the search went down to a node, on its way to one that it expanded.
    pub visits: u64,
    /// The most bytes that the search held at a time.
    pub peak_bytes: u64,
    /// A line of play in which the player who asks gets at least the low end of the interval, against the longest
    /// resistance; empty if the graph does not show one.
    pub line: Vec<M>,
}

impl<M> ValueReport<M> {
    /// The value, if it is known.
    pub fn value(&self) -> Option<Score> {
        self.bracket.value()
    }
}
