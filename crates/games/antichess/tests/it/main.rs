//! Facts about antichess: counts of lines of play, the laws of games, how games end, values, and the words of errors.

mod notation;
mod rules;
mod values;

use proofset_antichess::{Antichess, Position};
use proofset_core::Notation;

/// A position of the game with the clock.
#[track_caller]
fn position(text: &str) -> Position {
    Antichess::default().parse_position(text).unwrap()
}
