//! m,n,k games, and Connect Four on any board.

use proofset_catalog::{
    AnyQuestion, DefaultAlgorithm, DepthFirstOfKnownType, Entry, InputError, SCORE_GOALS, Texts, score_question,
    symmetry,
};
use proofset_core::Player;
use proofset_mnk::{Mnk, Position, Rules};

use crate::UP_TO_SYMMETRY;
use crate::lines::{HEURISTICS, LineGame, heuristics};

pub(crate) fn connect_four() -> Entry {
    Entry::any("connect-four", |texts| {
        let parameters = texts.parameters;
        let rules =
            Rules::connect_four_from(parameters).map_err(|error| InputError::parameters("connect-four", &error))?;
        sized(texts, rules)
    })
    .with_summary("four in a row with gravity, on a board of any size")
    .with_parameters(Rules::connect_four_parameters().with(symmetry()))
    .with_position(
        "the columns played from the empty board, as in 44353, or a diagram, rows from the top: ..../..../.X../OX..",
    )
    .with_goals(SCORE_GOALS)
    .with_heuristics(HEURISTICS.to_vec())
    .with_goal_defaults(&[
        DefaultAlgorithm { algorithm: "test", reason: "28 of 30 positions in 2 s each; dfpn with lines 26, pns 18" },
        UP_TO_SYMMETRY,
    ])
    .with_value_defaults(&[DefaultAlgorithm {
        algorithm: "test",
        reason: "28 of 30 positions in 2 s each, mtdf and negascout as many, mpns 12",
    }])
    .with_example("proofset solve connect-four:5x4 33 --algorithm pss:20,20")
}

pub(crate) fn mnk() -> Entry {
    Entry::any("mnk", |texts| {
        let parameters = texts.parameters;
        let rules = Rules::from_arguments(parameters).map_err(|error| InputError::parameters("mnk", &error))?;
        sized(texts, rules)
    })
    .with_summary("k in a row on a board of m columns and n rows, with or without gravity (Gomoku: mnk:15,15,5)")
    .with_parameters(Rules::parameters().with(symmetry()))
    .with_position(
        "the cells played from the empty board, as in b2 c3 (with gravity: columns), or a diagram, rows from the top",
    )
    .with_goals(SCORE_GOALS)
    .with_heuristics(HEURISTICS.to_vec())
    .with_goal_defaults(&[
        DefaultAlgorithm { algorithm: "test", reason: "9 of 11 boards in 2 s each; dfpn 7, pns 5" },
        UP_TO_SYMMETRY,
    ])
    .with_value_defaults(&[DefaultAlgorithm {
        algorithm: "test",
        reason: "10 of 11 boards in 2 s each, in the least time; mpns 5",
    }])
    .with_example("proofset solve mnk:4,3,3 b2 --goal first:win")
}

/// Picks the type with as many words as the board needs.
fn sized(texts: &Texts<'_>, rules: Rules) -> Result<AnyQuestion, InputError> {
    let Texts { game, position, goal, .. } = *texts;
    let name = game.to_owned();
    Ok(match rules.words() {
        1 => score_question(name, Mnk::<1>::new(rules), position, goal, heuristics())?
            .with_searches(DepthFirstOfKnownType)
            .up_to_symmetry(texts)?
            .into(),
        2 => score_question(name, Mnk::<2>::new(rules), position, goal, heuristics())?.up_to_symmetry(texts)?.into(),
        4 => score_question(name, Mnk::<4>::new(rules), position, goal, heuristics())?.up_to_symmetry(texts)?.into(),
        _ => score_question(name, Mnk::<7>::new(rules), position, goal, heuristics())?.up_to_symmetry(texts)?.into(),
    })
}

impl<const W: usize> LineGame for Mnk<W> {
    fn open_lines(&self, position: &Position<W>, player: Player) -> u32 {
        Mnk::open_lines(self, position, player)
    }
}
