//! Artificial games, made from a seed.

use proofset_synthetic::Synthetic;

use super::valued::{GOALS, valued_task, wrong};
use super::{Default, GameEntry, PositionSource};
use crate::heuristics::{Heuristic, MOBILITY, UNIT};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "synthetic",
    summary: "artificial games for experiments, made from a seed: trees and graphs of any shape, with numbers at the leaves",
    parameters: "b=4,d=8,seed=1,values=100, with leaves=incremental, ordered=RATE, share=RATE, cycles=RATE, early=RATE",
    position: "the ply and the number of the position: 2:7",
    goals: GOALS,
    heuristics: &[UNIT, MOBILITY],
    goal: &[
        Default { algorithm: "test", reason: "6 of 6 games in 2 s each, in the least time; pns 3" },
        Default {
            algorithm: "dfpn:epsilon=0.25,table=keyed",
            reason: "where positions can repeat: 6 of 6 games in 2 s each",
        },
    ],
    value: &[
        Default { algorithm: "test", reason: "6 of 6 games in 2 s each" },
        Default { algorithm: "dfpn", reason: "where positions can repeat" },
    ],
    sample: (None, None),
    example: "proofset solve synthetic:b=3,d=6,seed=1 --value --algorithm test",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let game: Synthetic = parameters.unwrap_or("b=3,d=6").parse().map_err(|error| wrong("synthetic", &error))?;
        let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
        valued_task::<_, false>(format!("synthetic:{game}"), game, position, goal, heuristics)
    },
};
