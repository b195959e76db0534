//! Tic-tac-toe.

use proofset_core::Player;
use proofset_tic_tac_toe::{Position, TicTacToe};

use super::lines::{HEURISTICS, LineGame, heuristics};
use super::two_player::{GOALS, game_task};
use super::{Default, GameEntry, PositionSource, no_parameters};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "tic-tac-toe",
    summary: "three in a row on nine cells",
    parameters: "",
    position: "the nine cells row by row, as in X.O/.X./..O",
    goals: GOALS,
    heuristics: HEURISTICS,
    goal: &[Default { algorithm: "pns", reason: "2 of 2 questions in a moment, as all others do" }],
    value: &[],
    sample: (None, None),
    example: "proofset solve tic-tac-toe X.O/.../... --goal first:draw",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        no_parameters("tic-tac-toe", parameters)?;
        game_task("tic-tac-toe".to_owned(), TicTacToe, position, goal, heuristics())
    },
};

impl LineGame for TicTacToe {
    fn open_lines(&self, position: &Position, player: Player) -> u32 {
        TicTacToe::open_lines(self, position, player)
    }
}
