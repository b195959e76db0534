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
        /// What the game takes it to be worth; 0 for searches that do not ask.
        evaluation: Score,
    },
}

impl ScoreStatus {
    /// What a position is worth to a player, as far as the rules tell, with the cost of one that is unfinished, and with its
    /// evaluation if that is asked for.
    #[inline]
    pub fn of<G: ValuedGame>(
        game: &G,
        position: &G::Position,
        player: Player,
        evaluates: bool,
        cost: impl FnOnce() -> LeafCost,
    ) -> Self {
        let own = game.to_move(position) == player;
        if let Some(score) = game.score(position) {
            return Self::Finished(if own { score } else { -score });
        }
        let evaluation = if evaluates { game.estimate(position) } else { 0 };
        let (role, evaluation) = if own { (Role::Or, evaluation) } else { (Role::And, -evaluation) };
        Self::Open { role, cost: cost(), evaluation }
    }
}
