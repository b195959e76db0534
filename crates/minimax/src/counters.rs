//! What a search has done, counted exactly.

use std::ops::AddAssign;

/// Counts since the search was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Positions that a call was made for, once for each call: finished ones, those that the table answered, and those
    /// that the game solved itself included.
    pub visited: u64,
    /// Of these, positions that were finished or at the depth limit: whose score or evaluation was asked for.
    pub leaves: u64,
    /// Positions whose moves were made.
    pub expanded: u64,
    /// Moves made.
    pub generated: u64,
    /// Positions that the game looked at by itself, near the end; see
    /// [`Hints::finish`](proofset_core::Hints::finish).
    pub finished: u64,
    /// Visits that the table, or a glance at the position, answered.
    pub answered: u64,
    /// Times a move was searched again because the null window said that it was better: SCOUT, NegaScout.
    pub searched_again: u64,
    /// Passes over the root: MTD(f), deepening.
    pub passes: u64,
}

impl Counters {
    /// All numbers, to be written down.
    pub(crate) fn numbers(&mut self) -> [&mut u64; 8] {
        let Self { visited, leaves, expanded, generated, finished, answered, searched_again, passes } = self;
        [visited, leaves, expanded, generated, finished, answered, searched_again, passes]
    }

    /// All positions that were looked at.
    pub fn nodes(&self) -> u64 {
        self.visited + self.finished
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        let Self { visited, leaves, expanded, generated, finished, answered, searched_again, passes } = other;
        self.visited += visited;
        self.leaves += leaves;
        self.expanded += expanded;
        self.generated += generated;
        self.finished += finished;
        self.answered += answered;
        self.searched_again += searched_again;
        self.passes += passes;
    }
}
