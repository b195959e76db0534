//! What the rules say of a position to whoever asks for its value.

use proofset_core::{LeafCost, Player, Role, Score, ValuedGame};

/// What searches for values want to know of a new node. Scores are those of the player who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreStatus {
    /// A finished game.
    Finished(Score),
    /// An unfinished one.
    Open {
        /// OR where the player who asks moves.
        role: Role,
        /// What it costs as a leaf.
        cost: LeafCost,
    },
}

impl ScoreStatus {
    /// What a position is worth to a player, as far as the rules tell, with the cost of one that is unfinished.
    #[inline]
    pub fn of<G: ValuedGame>(
        game: &G,
        position: &G::Position,
        player: Player,
        cost: impl FnOnce() -> LeafCost,
    ) -> Self {
        let own = game.to_move(position) == player;
        match game.score(position) {
            Some(score) => Self::Finished(if own { score } else { -score }),
            None => Self::Open { role: if own { Role::Or } else { Role::And }, cost: cost() },
        }
    }
}
