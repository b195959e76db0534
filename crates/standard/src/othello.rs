//! Othello.

use proofset_catalog::{
    Annotations, DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, Known, SCORE_GOALS, Texts, Told,
    score_question, symmetry,
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
        .with_position("the squares row by row from a1: X (moves first), O or -; then a space, and X or O to move; or the record of a game: f5d6c3. In files, scores of moves behind it (; d3:+2) are known answers")
        .with_annotations(|line| {
            let told = Othello::new(8, 8).and_then(|game| game.told_score(line));
            let score = told.map_err(|error| error.to_string())?;
            let known = score.map_or(Known::Nothing, |score| Known::Score(score.into()));
            Ok(Annotations { told: Told { goal: None, known }, ..Annotations::default() })
        })
        .with_goals(SCORE_GOALS)
        .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
        .with_goal_defaults(&[DefaultAlgorithm { algorithm: "test", reason: "20 of 20 endgames in 2 s each, in the least time" }, UP_TO_SYMMETRY])
        .with_value_defaults(&[DefaultAlgorithm { algorithm: "mtdf", reason: "20 of 20 endgames in 2 s each, in the least time; mpns 17" }])
        .with_example("proofset solve othello:4x4 --value --algorithm negascout")
}
