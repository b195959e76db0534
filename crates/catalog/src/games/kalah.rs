//! Kalah.

use proofset_kalah::Kalah;

use super::valued::{GOALS, valued_task, wrong};
use super::{Default, GameEntry, PositionSource};
use crate::heuristics::{Heuristic, MOBILITY, UNIT};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "kalah",
    summary: "Kalah: sow seeds, capture, move again; the score is the difference of the stores",
    parameters: "HOUSES,SEEDS, perhaps with +empty-capture; 6,4 without",
    position: "the first player's houses/store, the second's, and who moves: 4,4,4,4,4,4/0 4,4,4,4,4,4/0 first",
    goals: GOALS,
    heuristics: &[UNIT, MOBILITY],
    goal: &[Default {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=mobility",
        reason: "10 of 10 games in 2 s each, in the least time; pns 9",
    }],
    value: &[Default { algorithm: "mtdf", reason: "9 of 10 games in 2 s each, in the least time" }],
    sample: (None, None),
    example: "proofset solve kalah:3,3 --value --algorithm negascout",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let game: Kalah = parameters.unwrap_or("6,4").parse().map_err(|error| wrong("kalah", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        valued_task::<_, false>(format!("kalah:{game}"), game, position, goal, heuristics)
    },
};
