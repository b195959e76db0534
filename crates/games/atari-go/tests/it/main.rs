//! Facts about Atari Go: the laws of games, rules against a slow reading of them, values of small boards, errors.

mod notation;
mod rules;
mod values;

use proofset_atari_go::AtariGo;

/// The game with these parameters.
fn game(text: &str) -> AtariGo {
    text.parse().expect("the tests write sound parameters")
}
