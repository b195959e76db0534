//! Facts about Go: rules, notations, problems with known answers, and small positions against all of play.

mod all_of_play;
mod compared;
mod far;
mod notation;
mod problems;
mod rules;
mod slow;
mod small;
mod threats;
mod zoned;
mod zones;

use proofset_go::{Local, LocalQuestion, Position, Rules};

/// The position that a text names.
#[track_caller]
fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A question in which at most 64 points can change.
#[track_caller]
fn local(rules: &str, text: &str, goal: &str) -> Local<1> {
    match asked(rules, text, goal) {
        LocalQuestion::Small(local) => local,
        _ => panic!("{text} is not small, or has a history"),
    }
}

/// A question; without a goal about the surrounded stones.
#[track_caller]
fn asked(rules: &str, text: &str, goal: &str) -> LocalQuestion {
    let rules = Rules::parse(rules).unwrap_or_else(|error| panic!("{rules}: {error}"));
    let goal = Some(goal).filter(|goal| !goal.is_empty());
    LocalQuestion::new(rules, &position(text), goal).unwrap_or_else(|error| panic!("{text} {goal:?}: {error}"))
}
