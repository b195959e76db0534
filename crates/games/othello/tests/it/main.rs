//! Facts about Othello: the laws of games, rules against a slow reading of them, perft, scores of endgames, errors.

mod notation;
mod rules;
mod slow;
mod values;

use proofset_othello::Othello;

/// The game with these parameters.
fn game(text: &str) -> Othello {
    text.parse().expect("the tests write sound parameters")
}
