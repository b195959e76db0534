//! Facts about Kalah: the laws of games, rules against a slow reading of them, perft, values of small boards, errors.

mod notation;
mod rules;
mod values;

use proofset_kalah::Kalah;

/// The game with these parameters.
fn game(text: &str) -> Kalah {
    text.parse().expect("the tests write sound parameters")
}
