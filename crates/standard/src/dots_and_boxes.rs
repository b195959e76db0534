//! Dots and Boxes.

use proofset_catalog::{
    DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, SCORE_GOALS, Texts, score_question, symmetry,
};
use proofset_dots_and_boxes::DotsAndBoxes;

use crate::UP_TO_SYMMETRY;

pub(crate) fn entry() -> Entry {
    Entry::problem("dots-and-boxes", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = DotsAndBoxes::from_arguments(parameters)
            .map_err(|error| InputError::parameters("dots-and-boxes", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        score_question(game.to_owned(), rules, position, goal, heuristics)?.up_to_symmetry(texts)
    })
    .with_summary("Dots and Boxes: who draws the fourth side of a box has it and moves again; the score is the difference of boxes")
    .with_parameters(DotsAndBoxes::parameters().with(symmetry()))
    .with_position(
        "the lines drawn from the empty board, as in a1b1 b1b2 (dots; a1 is top left), or rows of lines from the top, across and upright by \
         turns, the boxes of both players and who moves: -./||./-. 0:1 second",
    )
    .with_goals(SCORE_GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[
        DefaultAlgorithm { algorithm: "test", reason: "5 of 6 boards in 2 s each, in the least time; pns and dfpn 4" },
        UP_TO_SYMMETRY,
    ])
    .with_value_defaults(&[DefaultAlgorithm {
        algorithm: "negascout",
        reason: "6 of 6 boards in 2 s each, in the least time; mpns 4",
    }])
    .with_example("proofset solve dots-and-boxes:2x2 --value --algorithm negascout")
}
