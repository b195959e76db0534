//! Problems of one kind, many of them: orders of the moves of one position, or games from different seeds.
//!
//! Whenever several children are equally good, a search takes the first, so that a single order of moves says little
//! about a search. A domain has as many orders as a table needs, and each of its cases names its problem, so that two
//! searches are compared case by case, and problems drawn as wholes.

use proofset_core::{Goal, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::shuffled::{MoveOrder, Shuffled};
use proofset_testkit::synthetic::SyntheticGame;

use crate::measure::Subject;

/// A problem with its moves in one order.
pub(crate) struct Case {
    pub(crate) problem: String,
    pub(crate) subject: Box<dyn Subject>,
}

/// Cases of one kind.
pub(crate) struct Domain {
    pub(crate) name: String,
    pub(crate) cases: Vec<Case>,
}

impl Domain {
    /// Games from the seeds from 0 on.
    fn of_seeds<S: Subject + 'static>(name: &str, seeds: u64, game: impl Fn(u64) -> S) -> Self {
        let case = |seed| Case { problem: format!("seed {seed}"), subject: Box::new(game(seed)) };
        Self { name: name.to_owned(), cases: (0..seeds).map(case).collect() }
    }

    /// Can the first player force k in a row, with the moves of each position in so many orders?
    pub(crate) fn board(name: &str, rules: &str, orders: u64) -> anyhow::Result<Self> {
        let rules: Rules = rules.parse()?;
        let problem = || Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
        let case = |order| Case {
            problem: name.to_owned(),
            subject: Box::new(Shuffled::new(problem(), MoveOrder::ByState, order)),
        };
        Ok(Self { name: name.to_owned(), cases: (0..orders).map(case).collect() })
    }

    /// Random games: this share of all moves leads to one of 200 positions of the next ply. Without any they are trees.
    pub(crate) fn random(share: f64, depth: u16, seeds: u64) -> Self {
        let name = if share == 0.0 { "random trees".to_owned() } else { format!("random games, share {share}") };
        Self::of_seeds(&name, seeds, |seed| SyntheticGame {
            seed,
            depth,
            branching: 2..=3,
            transposition: share,
            shared_states: 200,
            terminal: 0.05,
            proven: 0.5,
        })
    }
}
