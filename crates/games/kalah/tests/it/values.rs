//! Values of small boards from the start.

use proofset_core::{Game, Score, ValuedGame};
use proofset_kalah::{Kalah, Position};
use rustc_hash::FxHashMap;

use crate::game;

/// The value by plain minimax, for the player to move. Every value lies within the bounds.
fn minimax(game: &Kalah, position: &Position, known: &mut FxHashMap<Position, Score>) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = game
        .moves(position)
        .map(|house| {
            let mut next = *position;
            game.play(&mut next, house);
            let value = minimax(game, &next, known);
            if next_is_same(game, position, &next) { value } else { -value }
        })
        .max()
        .expect("an unfinished game has moves");
    let (least, greatest) = game.bounds(position);
    assert!((least..=greatest).contains(&value), "{position:?}: {value} is not within {least} to {greatest}");
    known.insert(*position, value);
    value
}

/// True if the same player moves again.
fn next_is_same(game: &Kalah, position: &Position, next: &Position) -> bool {
    game.to_move(position) == game.to_move(next)
}

fn value(text: &str) -> Score {
    let game = game(text);
    minimax(&game, &game.start(), &mut FxHashMap::default())
}

/// Computed by an independent search, MTD(f) with an unbounded table.
#[test]
fn values_with_standard_capture() {
    let values = [
        ("1,1", 0),
        ("1,2", -2),
        ("1,3", 6),
        ("1,4", -2),
        ("1,6", 0),
        ("2,1", 2),
        ("2,3", -2),
        ("2,4", -10),
        ("2,5", 6),
        ("2,6", 8),
        ("3,2", 4),
        ("3,3", 2),
        ("3,6", -8),
    ];
    for (text, expected) in values {
        assert_eq!(value(text), expected, "{text}");
    }
}
