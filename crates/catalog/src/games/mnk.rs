//! m,n,k games, and Connect Four on any board.

use proofset_core::Player;
use proofset_mnk::{Mnk, Position, Rules};

use super::lines::{HEURISTICS, LineGame, heuristics};
use super::valued::{GOALS, valued_task, wrong};
use super::{Default, GameEntry, PositionSource};
use crate::InputError;
use crate::task::Task;

pub(super) const CONNECT_FOUR: GameEntry = GameEntry {
    name: "connect-four",
    summary: "four in a row with gravity, on a board of any size",
    parameters: "COLUMNSxROWS, as in connect-four:5x4; 7x6 without",
    position: "the columns played from the empty board, as in 44353, or a diagram, rows from the top: ..../..../.X../OX..",
    goals: GOALS,
    heuristics: HEURISTICS,
    goal: &[Default { algorithm: "test", reason: "28 of 30 positions in 2 s each; dfpn with lines 26, pns 18" }],
    value: &[Default {
        algorithm: "test",
        reason: "28 of 30 positions in 2 s each, mtdf and negascout as many, mpns 12",
    }],
    sample: (None, None),
    example: "proofset solve connect-four:5x4 33 --algorithm pss:20,20",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let rules = Rules::connect_four(parameters.unwrap_or("7x6")).map_err(|error| wrong("connect-four", &error))?;
        sized(format!("connect-four:{}x{}", rules.columns(), rules.rows()), rules, position, goal)
    },
};

pub(super) const MNK: GameEntry = GameEntry {
    name: "mnk",
    summary: "k in a row on a board of m columns and n rows, with or without gravity (Gomoku: mnk:15,15,5)",
    parameters: "COLUMNS,ROWS,K or COLUMNS,ROWS,K,gravity; 3,3,3 without",
    position: "the cells played from the empty board, as in b2 c3 (with gravity: columns), or a diagram, rows from the top",
    goals: GOALS,
    heuristics: HEURISTICS,
    goal: &[Default { algorithm: "test", reason: "9 of 11 boards in 2 s each; dfpn 7, pns 5" }],
    value: &[Default { algorithm: "test", reason: "10 of 11 boards in 2 s each, in the least time; mpns 5" }],
    sample: (None, None),
    example: "proofset solve mnk:4,3,3 b2 --goal first:win",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let rules: Rules = parameters.unwrap_or("3,3,3").parse().map_err(|error| wrong("mnk", &error))?;
        sized(format!("mnk:{rules}"), rules, position, goal)
    },
};

/// Picks the type with as many words as the board needs.
fn sized(name: String, rules: Rules, position: Option<&str>, goal: Option<&str>) -> Result<Box<dyn Task>, InputError> {
    match rules.words() {
        1 => valued_task::<_, true>(name, Mnk::<1>::new(rules), position, goal, heuristics()),
        2 => valued_task::<_, true>(name, Mnk::<2>::new(rules), position, goal, heuristics()),
        4 => valued_task::<_, true>(name, Mnk::<4>::new(rules), position, goal, heuristics()),
        _ => valued_task::<_, true>(name, Mnk::<6>::new(rules), position, goal, heuristics()),
    }
}

impl<const W: usize> LineGame for Mnk<W> {
    fn open_lines(&self, position: &Position<W>, player: Player) -> u32 {
        Mnk::open_lines(self, position, player)
    }
}
