//! Facts about checkers: counts of lines of play, the laws of games, endgames, and the words of its errors.

mod endgames;
mod notation;
mod rules;
mod slow;

use proofset_checkers::{Checkers, Position, Squares};
use proofset_core::{Game, Notation};

/// The position that a text names.
#[track_caller]
fn position<S: Squares>(game: &Checkers<S>, text: &str) -> Position<S> {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves of a position, in their order.
#[track_caller]
fn moves<S: Squares>(game: &Checkers<S>, text: &str) -> Vec<String> {
    let position = position(game, text);
    game.moves(&position).map(|mv| game.move_text(&position, mv)).collect()
}

/// The position behind a move, and whether the game is over there.
#[track_caller]
fn after<S: Squares>(game: &Checkers<S>, text: &str, mv: &str) -> String {
    let mut position = position(game, text);
    let mv = game.parse_move(&position, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.play(&mut position, mv);
    game.position_text(&position)
}
