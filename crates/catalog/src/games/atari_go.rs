//! Atari Go.

use proofset_atari_go::{AtariGo, Position};
use proofset_core::{LeafCost, Player, Problem, Role, Size, Solve, Status};

use super::two_player::{GOALS, game_task};
use super::{Default, GameEntry, PositionSource};
use crate::InputError;
use crate::heuristics::{Heuristic, HeuristicEntry, MOBILITY, UNIT, times};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "atari-go",
    summary: "Go in which the first capture wins, on boards of up to 8x8 points; no passing, no draws",
    parameters: "COLUMNSxROWS, perhaps with +crosscut for two stones each in the middle; 5x5 without",
    position: "a diagram, rows from the top: ..../.OX./.XO./....; behind it x or o if the stones do not tell who moves",
    goals: GOALS,
    heuristics: &[UNIT, MOBILITY, LIBERTIES],
    goal: &[Default {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=liberties",
        reason: "7 of 8 boards in 2 s each, in the least time",
    }],
    value: &[],
    sample: (None, None),
    example: "proofset solve atari-go:5x5+crosscut --algorithm dfpn:table=keyed",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let wrong = |error: proofset_core::NotationError| InputError::Parameters {
            game: "atari-go".to_owned(),
            message: error.to_string(),
        };
        let game: AtariGo = parameters.unwrap_or("5x5").parse().map_err(wrong)?;
        let heuristics = vec![
            Heuristic::unit(),
            Heuristic::new(MOBILITY, || Box::new(mobility)),
            Heuristic::new(LIBERTIES, || Box::new(liberties)),
        ];
        game_task(format!("atari-go:{game}"), game, position, goal, heuristics)
    },
};

const LIBERTIES: HeuristicEntry = HeuristicEntry {
    name: "liberties",
    summary: "as mobility, with each cost multiplied by the fewest liberties of a chain that is to be captured",
};

/// As for every problem, with the moves counted and not made: no two lead to the same position.
fn mobility(problem: &Solve<AtariGo>, position: &Position) -> LeafCost {
    let moves = Size::new(problem.game().mobility(position).max(1));
    match problem.status(position) {
        Status::Open(Role::Or) => LeafCost { proof: Size::ONE, disproof: moves },
        Status::Open(Role::And) => LeafCost { proof: moves, disproof: Size::ONE },
        Status::Decided(_) | Status::OpenLeaf => LeafCost::UNIT,
    }
}

/// The chain with the fewest liberties is the nearest to its capture.
fn liberties(problem: &Solve<AtariGo>, position: &Position) -> LeafCost {
    let LeafCost { proof, disproof } = mobility(problem, position);
    let fewest = |player: Player| problem.game().fewest_liberties(position, player).unwrap_or(4).max(1);
    let attacker = problem.goal().player;
    LeafCost { proof: times(proof, fewest(attacker.opponent())), disproof: times(disproof, fewest(attacker)) }
}
