//! Othello.

use proofset_catalog::{
    DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, SCORE_GOALS, Texts, score_question, symmetry,
};
use proofset_othello::Othello;

use crate::UP_TO_SYMMETRY;

pub(crate) fn entry() -> Entry {
    Entry::problem("othello", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Othello::from_arguments(parameters).map_err(|error| InputError::parameters("othello", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        score_question(game.to_owned(), rules, position, goal, heuristics)?.up_to_symmetry(texts)
    })
        .with_summary("Othello on boards with even sides from 4 to 8; the score is the difference of discs, the winner taking empty squares")
        .with_parameters(Othello::parameters().with(symmetry()))
        .with_position("the squares row by row from a1: X (moves first), O or -; then a space, and X or O to move")
        .with_goals(SCORE_GOALS)
        .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
        .with_goal_defaults(&[DefaultAlgorithm { algorithm: "test", reason: "20 of 20 endgames in 2 s each, in the least time" }, UP_TO_SYMMETRY])
        .with_value_defaults(&[DefaultAlgorithm { algorithm: "mtdf", reason: "20 of 20 endgames in 2 s each, in the least time; mpns 17" }])
        .with_example("proofset solve othello:4x4 --value --algorithm negascout")
}
