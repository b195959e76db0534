//! Othello.

use proofset_othello::Othello;

use super::valued::{GOALS, valued_task, wrong};
use super::{Default, GameEntry, PositionSource};
use crate::heuristics::{Heuristic, MOBILITY, UNIT};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "othello",
    summary: "Othello on boards with even sides from 4 to 8; the score is the difference of discs, the winner taking empty squares",
    parameters: "COLUMNSxROWS, perhaps with +parallel (opening) or +discs (empty squares are nobody's); 8x8 without",
    position: "the squares row by row from a1: X (moves first), O or -; then a space, and X or O to move",
    goals: GOALS,
    heuristics: &[UNIT, MOBILITY],
    goal: &[Default { algorithm: "test", reason: "20 of 20 endgames in 2 s each, in the least time" }],
    value: &[Default { algorithm: "mtdf", reason: "20 of 20 endgames in 2 s each, in the least time; mpns 17" }],
    sample: (None, None),
    example: "proofset solve othello:4x4 --value --algorithm negascout",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let game: Othello = parameters.unwrap_or("8x8").parse().map_err(|error| wrong("othello", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        valued_task::<_, false>(format!("othello:{game}"), game, position, goal, heuristics)
    },
};
