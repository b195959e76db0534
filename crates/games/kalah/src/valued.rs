//! Scores, and hints for searches for values.
//!
//! The idea: seeds in stores are safe, so they bound the value, and their difference is the guess. Moves that let the
//! same player move again come first, then those that store the most seeds, then those from houses beside the store:
//! the order that solvers of Kalah use.
//!
//! The invariant: the seeds of a player at the end are at least those in the store now. The cost: a few operations. The
//! reference: Irving, Donkers and Uiterwijk, "Solving Kalah" (2000).

use proofset_core::{Game, Hints, Score, ValuedGame};

use crate::{House, Kalah, Position};

/// Weights of the order of moves, so that each part outweighs all parts behind it.
const AGAIN: i32 = 1 << 12;
const STORED: i32 = 1 << 4;

impl ValuedGame for Kalah {
    fn limit(&self) -> Score {
        self.all_seeds().cast_signed()
    }

    #[inline]
    fn score(&self, position: &Position) -> Option<Score> {
        Self::final_score(position)
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        i32::from(position.own_store) - i32::from(position.other_store)
    }

    /// What the stores hold already.
    #[inline]
    fn bounds(&self, position: &Position) -> (Score, Score) {
        let limit = self.limit();
        (2 * i32::from(position.own_store) - limit, limit - 2 * i32::from(position.other_store))
    }
}

impl Hints for Kalah {
    const MOVES: usize = Self::MAX_HOUSES;

    #[inline]
    fn move_index(&self, house: House) -> usize {
        house.index()
    }

    #[inline]
    fn order(&self, position: &Position, house: House, next: &Position) -> i32 {
        let again = next.to_move == position.to_move;
        let store = if again { next.own_store } else { next.other_store };
        let stored = i32::from(store - position.own_store);
        AGAIN * i32::from(again) + STORED * stored + i32::from(house.0)
    }

    #[inline]
    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(House, Position, i32)) {
        for house in self.moves(position) {
            let mut next = *position;
            self.play(&mut next, house);
            visit(house, next, self.order(position, house, &next));
        }
    }
}
