//! Facts about artificial games: the laws of games, numbers of positions, how draws are distributed, values, errors.

mod graph;
mod notation;
mod values;

use proofset_core::{Game, Player, Score, ValuedGame};
use proofset_synthetic::{Position, Synthetic};

/// The game with these parameters.
fn game(text: &str) -> Synthetic {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after a move.
fn after(game: &Synthetic, position: &Position, mv: u32) -> Position {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

/// The positions after the moves of an unfinished position.
fn successors(game: &Synthetic, position: &Position) -> Vec<Position> {
    game.moves(position).map(|mv| after(game, position, mv)).collect()
}

/// The value as the first player sees it, by trying everything.
fn minimax(game: &Synthetic, position: &Position) -> Score {
    let is_first = game.to_move(position) == Player::First;
    if let Some(score) = game.score(position) {
        return if is_first { score } else { -score };
    }
    let values = successors(game, position).into_iter().map(|next| minimax(game, &next));
    if is_first { values.max() } else { values.min() }.expect("an unfinished game has a move")
}
