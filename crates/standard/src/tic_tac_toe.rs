//! Tic-tac-toe.

use proofset_catalog::{DefaultAlgorithm, Entry, GOALS, Texts, game_question, symmetry};
use proofset_core::{Parameters, Player};
use proofset_tic_tac_toe::{Position, TicTacToe};

use crate::lines::{HEURISTICS, LineGame, heuristics};

pub(crate) fn entry() -> Entry {
    Entry::problem("tic-tac-toe", |texts| {
        let Texts { game, position, goal, .. } = *texts;
        game_question(game.to_owned(), TicTacToe, position, goal, heuristics())?.up_to_symmetry(texts)
    })
    .with_parameters(Parameters::keys().with(symmetry()))
    .with_summary("three in a row on nine cells")
    .with_position("the nine cells row by row, as in X.O/.X./..O")
    .with_goals(GOALS)
    .with_heuristics(HEURISTICS.to_vec())
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pns",
        reason: "2 of 2 questions in a moment, as all others do",
    }])
    .with_example("proofset solve tic-tac-toe X.O/.../... --goal first:draw")
}

impl LineGame for TicTacToe {
    fn open_lines(&self, position: &Position, player: Player) -> u32 {
        TicTacToe::open_lines(self, position, player)
    }
}
