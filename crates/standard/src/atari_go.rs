//! Atari Go.

use proofset_atari_go::{AtariGo, Position};
use proofset_catalog::{
    DefaultAlgorithm, Entry, GOALS, Heuristic, HeuristicEntry, InputError, KeyedDepthFirstOfKnownType, Texts,
    game_question, symmetry,
};
use proofset_core::{LeafCost, Player, Problem, Role, Size, Solve, Status};

use crate::lines::times;

pub(crate) fn entry() -> Entry {
    Entry::problem("atari-go", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = AtariGo::from_arguments(parameters).map_err(|error| InputError::parameters("atari-go", &error))?;
        let heuristics = vec![
            Heuristic::unit(),
            Heuristic::new(HeuristicEntry::MOBILITY, || Box::new(mobility)),
            Heuristic::new(LIBERTIES, || Box::new(liberties)),
        ];
        let question = game_question(game.to_owned(), rules, position, goal, heuristics)?;
        question.with_searches(KeyedDepthFirstOfKnownType).up_to_symmetry(texts)
    })
    .with_summary("Go in which the first capture wins, on boards of up to 8x8 points; no passing, no draws")
    .with_parameters(AtariGo::parameters().with(symmetry()))
    .with_position(
        "a diagram, rows from the top: ..../.OX./.XO./....; behind it x or o if the stones do not tell who moves",
    )
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, LIBERTIES])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=liberties",
        reason: "7 of 8 boards in 2 s each, in the least time",
    }])
    .with_example("proofset solve atari-go:5x5+crosscut --algorithm dfpn:table=keyed")
}

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
