//! Scores: 1 for a win, 0 for a draw.

use proofset_core::{Game, Hints, Outcome, Score, ValuedGame};

use crate::game::{Checkers, Position};
use crate::squares::Squares;

impl<S: Squares> ValuedGame for Checkers<S> {
    fn limit(&self) -> Score {
        1
    }

    #[inline]
    fn score(&self, position: &Position<S>) -> Option<Score> {
        // Nobody but the player to move can have lost.
        self.outcome(position).map(|outcome| if outcome == Outcome::Draw { 0 } else { -1 })
    }
}

impl<S: Squares> Hints for Checkers<S> {}
