//! Kalah.

use proofset_kalah::Kalah;

use super::valued::{GOALS, valued_task, wrong};
use super::{GameEntry, PositionSource};
use crate::heuristics::{Heuristic, MOBILITY, UNIT};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "kalah",
    summary: "Kalah: sow seeds, capture, move again; the score is the difference of the stores",
    parameters: "HOUSES,SEEDS, perhaps with +empty-capture; 6,4 without",
    position: "the first player's houses/store, the second's, and who moves: 4,4,4,4,4,4/0 4,4,4,4,4,4/0 first",
    goals: GOALS,
    heuristics: &[UNIT, MOBILITY],
    algorithm: "pns",
    example: "proofset solve kalah:3,3 --value --algorithm negascout",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let game: Kalah = parameters.unwrap_or("6,4").parse().map_err(|error| wrong("kalah", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        valued_task::<_, false>(format!("kalah:{game}"), game, position, goal, heuristics)
    },
};
