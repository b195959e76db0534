//! Gomoku.

use proofset_catalog::{AnyQuestion, DefaultAlgorithm, Entry, GOALS, InputError, Texts, reduced_question};
use proofset_core::Player;
use proofset_mnk::{Gomoku, GomokuRules, Position};

use crate::lines::{HEURISTICS, LineGame, heuristics};

pub(crate) fn entry() -> Entry {
    Entry::any("gomoku", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules =
            GomokuRules::from_arguments(parameters).map_err(|error| InputError::parameters("gomoku", &error))?;
        sized(game.to_owned(), rules, position, goal)
    })
    .with_summary("five in a row on a board of 15x15, with attacks by fours or threats")
    .with_parameters(GomokuRules::parameters())
    .with_position(
        "the cells played from the empty board, as in h8 h9 i8 (a1 is bottom left) or 7,7 7,6 (from the top left), or a \
         diagram, rows from the top",
    )
    .with_goals(GOALS)
    .with_heuristics(HEURISTICS.to_vec())
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pss:20,20",
        reason: "40 of 40 attacks by threats in 2 s each, as pss and pns; dfpn 39",
    }])
    .with_example("proofset solve gomoku:threats \"h8 a1 g8 a15 i8 o1\"")
}

/// Picks the type with words enough for the board.
fn sized(
    name: String,
    rules: GomokuRules,
    position: Option<&str>,
    goal: Option<&str>,
) -> Result<AnyQuestion, InputError> {
    Ok(match rules.words() {
        // Boards below the usual one are for tests and small studies, and take its type.
        1..=4 => reduced_question(name, Gomoku::<4>::new(rules), position, goal, heuristics(), named)?.into(),
        _ => reduced_question(name, Gomoku::<7>::new(rules), position, goal, heuristics(), named)?.into(),
    })
}

/// The game with its parameters, as the catalog writes it.
fn named<const W: usize>(gomoku: &Gomoku<W>) -> String {
    crate::lines::named("gomoku", &gomoku.rules())
}

impl<const W: usize> LineGame for Gomoku<W> {
    fn open_lines(&self, position: &Position<W>, player: Player) -> u32 {
        self.board().open_lines(position, player)
    }
}
