//! New game.

use proofset_catalog::{Entry, GOALS, Heuristic, InputError, Texts, game_question};
use proofset_new_game::NewGame;

pub(crate) fn entry() -> Entry {
    Entry::problem("new-game", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = NewGame::from_arguments(parameters).map_err(|error| InputError::parameters("new-game", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        game_question(game.to_owned(), rules, position, goal, heuristics)
    })
    .with_summary("a pile of counters; take 1 to 3; who takes the last one wins")
    .with_parameters(NewGame::parameters())
    .with_position("the counters that are left and who moves: 20 second")
    .with_goals(GOALS)
    .with_example("proofset solve new-game:21 --goal first:win")
}
