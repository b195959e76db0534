//! New game.

use proofset_catalog::{Entry, GOALS, Heuristic, Texts, game_question};
use proofset_new_game::NewGame;

use crate::wrong;

pub(crate) fn entry() -> Entry {
    Entry::problem("new-game", |texts| {
        let Texts { parameters, position, goal, .. } = *texts;
        let arguments = NewGame::parameters().read(parameters).map_err(|error| wrong("new-game", &error))?;
        let game = NewGame::from_arguments(&arguments).map_err(|error| wrong("new-game", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        game_question(format!("new-game:{arguments}"), game, position, goal, heuristics)
    })
    .with_summary("a pile of counters; take 1 to 3; who takes the last one wins")
    .with_parameters("COUNTERS: the size of the pile; 21 without")
    .with_position("the counters that are left and who moves: 20 second")
    .with_goals(GOALS)
    .with_example("proofset solve new-game:21 --goal first:win")
}
