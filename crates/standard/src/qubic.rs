//! Qubic.

use proofset_catalog::{DefaultAlgorithm, Entry, GOALS, Texts, reduced_question};
use proofset_core::Player;
use proofset_qubic::{Position, Qubic, Rules};

use crate::lines::{HEURISTICS, LineGame, heuristics, named};

pub(crate) fn entry() -> Entry {
    Entry::problem("qubic", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let qubic = Qubic::new(Rules::from_arguments(parameters));
        reduced_question(game.to_owned(), qubic, position, goal, heuristics(), |qubic| named("qubic", &qubic.rules()))
    })
    .with_summary("four in a row on a cube of 4x4x4 cells; qubic:sequences=3000,symmetry=12 is searched best")
    .with_parameters(Rules::parameters())
    .with_position(
        "the cells played from the empty cube, as in 111 444 (column, row, level), or a diagram, levels from the bottom",
    )
    .with_goals(GOALS)
    .with_heuristics(HEURISTICS.to_vec())
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=mobility",
        reason: "46 of 48 positions in 2 s each, in the least time",
    }])
    .with_example("proofset solve qubic:sequences=3000,symmetry=12 \"111 444 411 144 414 141\"")
}

impl LineGame for Qubic {
    fn open_lines(&self, position: &Position, player: Player) -> u32 {
        Qubic::open_lines(self, position, player)
    }
}
