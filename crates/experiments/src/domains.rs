//! Problems of one kind, many of them: orders of the moves of one position, or games from different seeds.
//!
//! Whenever several children are equally good, a search takes the first, so that a single order of moves says little
//! about a search. A domain has as many orders as a table needs, and each of its cases names its problem, so that two
//! searches are compared case by case, and problems drawn as wholes.

use proofset_bench::statistics::{MeanRatio, mean_ratio};
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Describe, Goal, Notation, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_sharing::gusts::WindyCourse;
use proofset_sharing::kayles::KaylesSum;
use proofset_sharing::lemmas::LemmaTower;
use proofset_shogi::Tsume;
use proofset_testkit::shuffled::{MoveOrder, Shuffled};
use proofset_testkit::synthetic::SyntheticGame;

use crate::measure::{MEMO, Measurement, Subject};

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

    /// Problems, each with the moves of each position in so many orders.
    fn of_orders<P>(name: &str, problems: Vec<(String, P)>, orders: u64) -> Self
    where
        P: Describe + Clone + 'static,
        P::State: Send + Sync,
    {
        let case = |(problem, order): ((String, P), u64)| Case {
            problem: problem.0,
            subject: Box::new(Shuffled::new(problem.1, MoveOrder::ByState, order)),
        };
        let pairs = problems.into_iter().flat_map(|problem| (0..orders).map(move |order| (problem.clone(), order)));
        Self { name: name.to_owned(), cases: pairs.map(case).collect() }
    }

    /// Can the first player force k in a row, with the moves of each position in so many orders?
    pub(crate) fn board(name: &str, rules: &str, orders: u64) -> anyhow::Result<Self> {
        let problem = Solve::from_start(Mnk::<1>::new(rules.parse::<Rules>()?), Goal::win(Player::First));
        Ok(Self::of_orders(name, vec![(name.to_owned(), problem)], orders))
    }

    /// The same after some moves.
    pub(crate) fn opening(name: &str, rules: &str, position: &str, orders: u64) -> anyhow::Result<Self> {
        let game = Mnk::<1>::new(rules.parse::<Rules>()?);
        let position = game.parse_position(position)?;
        let problem = Solve::new(game, position, Goal::win(Player::First));
        Ok(Self::of_orders(name, vec![(name.to_owned(), problem)], orders))
    }

    /// Does the player to move win Kayles with these rows?
    pub(crate) fn kayles(name: &str, rows: &[u32], orders: u64) -> Self {
        Self::of_orders(name, vec![(name.to_owned(), KaylesSum::new(rows))], orders)
    }

    /// Chess mates: positions and goals.
    pub(crate) fn mates(name: &str, mates: &[(&str, &str)], orders: u64) -> anyhow::Result<Self> {
        let problems = mates.iter().map(|&(position, goal)| {
            Ok((position.to_owned(), Mate::new(position.parse::<Position>()?, goal.parse::<MateGoal>()?)))
        });
        Ok(Self::of_orders(name, problems.collect::<anyhow::Result<Vec<_>>>()?, orders))
    }

    /// Mates of tsume-shogi: names, positions and lengths.
    pub(crate) fn tsume(name: &str, mates: &[(String, String, u16)], orders: u64) -> anyhow::Result<Self> {
        let problems = mates.iter().map(|(problem, position, plies)| {
            Ok((problem.clone(), Tsume::parse(position, &format!("mate-in:{plies}"))?))
        });
        Ok(Self::of_orders(name, problems.collect::<anyhow::Result<Vec<_>>>()?, orders))
    }

    /// Courses against the wind, which the helm can hold; with less room than legs it can lose them by mistakes.
    pub(crate) fn gusts(name: &str, axes: u8, legs: u16, room: i16, seeds: u64) -> Self {
        Self::of_seeds(name, seeds, |seed| WindyCourse { seed, axes, legs, room, helms: axes })
    }

    /// Towers of so many lemmas, with decoys of so many plies.
    pub(crate) fn towers(name: &str, lemmas: u16, decoy_depth: u8, seeds: u64) -> Self {
        Self::of_seeds(name, seeds, |seed| LemmaTower { seed, lemmas, decoys: 2, decoy_depth })
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

    /// Searches all cases, each with at most so many expansions.
    pub(crate) fn measure(&self, algorithm: &str, most_expansions: u64) -> anyhow::Result<Vec<Measurement>> {
        if algorithm == MEMO {
            return self.cases.iter().map(|case| case.subject.measure_memo(most_expansions)).collect();
        }
        let algorithm: AlgorithmSpec = algorithm.parse()?;
        self.cases.iter().map(|case| case.subject.measure(&algorithm, most_expansions)).collect()
    }

    /// How the expansions of two searches compare, case by case. Problems with several orders are drawn as wholes, unless
    /// there is one only.
    pub(crate) fn compare(&self, found: &[Measurement], to: &[Measurement]) -> Option<MeanRatio> {
        self.compare_by(found, to, |found| found.expansions)
    }

    /// How any count of two searches compares, in the same way.
    pub(crate) fn compare_by(
        &self,
        found: &[Measurement],
        to: &[Measurement],
        count: impl Fn(&Measurement) -> u64,
    ) -> Option<MeanRatio> {
        let several = self.cases.iter().any(|case| case.problem != self.cases[0].problem);
        let mut units: Vec<(&str, Vec<(f64, f64)>)> = Vec::new();
        for ((case, found), to) in self.cases.iter().zip(found).zip(to) {
            let pair = (count(found).max(1) as f64, count(to).max(1) as f64);
            match units.last_mut() {
                Some((problem, pairs)) if several && *problem == case.problem => pairs.push(pair),
                _ => units.push((&case.problem, vec![pair])),
            }
        }
        mean_ratio(&units.into_iter().map(|(_, pairs)| pairs).collect::<Vec<_>>())
    }
}
