//! Artificial games, made from a seed.

use proofset_catalog::{
    DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, SCORE_GOALS, Texts, score_question,
};
use proofset_synthetic::{Parameters, Synthetic};

pub(crate) fn entry() -> Entry {
    Entry::problem("synthetic", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Parameters::from_arguments(parameters)
            .and_then(Synthetic::new)
            .map_err(|error| InputError::parameters("synthetic", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        score_question(game.to_owned(), rules, position, goal, heuristics)
    })
    .with_summary(
        "artificial games for experiments, made from a seed: trees and graphs of any shape, with numbers at the leaves",
    )
    .with_parameters(Parameters::declared())
    .with_position("the ply and the number of the position: 2:7")
    .with_goals(SCORE_GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[
        DefaultAlgorithm { algorithm: "test", reason: "6 of 6 games in 2 s each, in the least time; pns 3" },
        DefaultAlgorithm {
            algorithm: "dfpn:epsilon=0.25,table=keyed",
            reason: "where positions can repeat: 6 of 6 games in 2 s each",
        },
    ])
    .with_value_defaults(&[
        DefaultAlgorithm { algorithm: "test", reason: "6 of 6 games in 2 s each" },
        DefaultAlgorithm { algorithm: "dfpn", reason: "where positions can repeat" },
    ])
    .with_example("proofset solve synthetic:b=3,d=6,seed=1 --value --algorithm test")
}
