//! Values of small games under best play, by plain minimax with a memory.

use std::collections::HashMap;

use proofset_core::{Game, Outcome, Player};

use crate::small;

/// The result under best play, as far as `memory` does not know it yet.
fn best<G: Game>(game: &G, position: &G::Position, memory: &mut HashMap<G::Position, Outcome>) -> Outcome {
    if let Some(outcome) = game.outcome(position) {
        return outcome;
    }
    if let Some(&outcome) = memory.get(position) {
        return outcome;
    }
    let mover = game.to_move(position);
    let mut best_outcome = Outcome::Win(mover.opponent());
    for mv in game.moves(position) {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let outcome = best(game, &next, memory);
        if outcome == Outcome::Win(mover) {
            best_outcome = outcome;
            break;
        }
        if outcome == Outcome::Draw {
            best_outcome = outcome;
        }
    }
    memory.insert(position.clone(), best_outcome);
    best_outcome
}

#[track_caller]
fn check_value(parameters: &str, expected: Outcome) {
    let game = small(parameters);
    assert_eq!(best(&game, &game.start(), &mut HashMap::new()), expected, "{parameters}");
}

const WIN: Outcome = Outcome::Win(Player::First);

/// Small cases of the well-known results: two in a row win unless the board has two cells only, and three in a row win
/// on boards larger than 3x3.
#[test]
fn without_gravity() {
    check_value("1,1,1", WIN);
    check_value("2,1,2", Outcome::Draw);
    check_value("2,2,2", WIN);
    check_value("3,1,2", WIN);
    check_value("3,3,3", Outcome::Draw);
    check_value("4,3,3", WIN);
    check_value("3,4,3", WIN);
}

/// J. Tromp's table of Connect Four on small boards: 4x4 is a draw.
#[test]
fn connect_four_on_4x4() {
    check_value("4,4,4,gravity", Outcome::Draw);
}
