//! Kalah.

use proofset_catalog::{
    DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, KeyedDepthFirstOfKnownType, SCORE_GOALS, Texts,
    score_question,
};
use proofset_kalah::Kalah;

pub(crate) fn entry() -> Entry {
    Entry::problem("kalah", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Kalah::from_arguments(parameters).map_err(|error| InputError::parameters("kalah", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        let question = score_question(game.to_owned(), rules, position, goal, heuristics)?;
        Ok(question.with_searches(KeyedDepthFirstOfKnownType))
    })
    .with_summary("Kalah: sow seeds, capture, move again; the score is the difference of the stores")
    .with_parameters(Kalah::parameters())
    .with_position("the first player's houses/store, the second's, and who moves: 4,4,4,4,4,4/0 4,4,4,4,4,4/0 first")
    .with_goals(SCORE_GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=mobility",
        reason: "10 of 10 games in 2 s each, in the least time; pns 9",
    }])
    .with_value_defaults(&[DefaultAlgorithm {
        algorithm: "mtdf",
        reason: "9 of 10 games in 2 s each, in the least time",
    }])
    .with_example("proofset solve kalah:3,3 --value --algorithm negascout")
}
