//! What makes a game: the parameters, their ranges, and their text.
//!
//! The idea: [`Parameters::declared`] says what can be chosen, and how it is written follows from that. The invariant:
//! `text.parse::<Parameters>()` accepts what `Display` writes, and gives the same parameters. Whether they make a game is
//! checked where the game is made.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use proofset_core::{Arguments, NotationError, Parameter, Score};

/// Where the scores of leaves come from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Leaves {
    /// Each leaf has a score of its own.
    #[default]
    Independent,
    /// Each move has a score, and a leaf is worth their sum.
    Incremental,
    /// Every position has a value from the start, and the best moves come early.
    Ordered(Order),
}

/// How often the move that is planned to be best is the first: from 0 to 1. At 1 the first move is always best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order(pub f64);

/// The parameters of a game. Rates are probabilities from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Moves of an unfinished position: at least one, at most [`MOST_MOVES`](Self::MOST_MOVES).
    pub branching: RangeInclusive<u32>,
    /// Positions of this ply are leaves: at least 1, at most [`MOST_PLIES`](Self::MOST_PLIES).
    pub depth: u32,
    /// Different seeds give unrelated games.
    pub seed: u64,
    /// The scores that are drawn, as the first player sees them: at most [`MOST_SCORE`](Self::MOST_SCORE) from 0.
    pub values: RangeInclusive<Score>,
    /// Where the scores of leaves come from.
    pub leaves: Leaves,
    /// How often a move leads to a position that another one leads to. 0: a tree.
    pub share: f64,
    /// How often a move leads back to an earlier ply.
    pub cycles: f64,
    /// How often a position before the last ply is a leaf; the start never is.
    pub early: f64,
}

impl Parameters {
    /// The most moves that a position can have.
    pub const MOST_MOVES: u32 = 1 << 16;
    /// The most plies that a game can have.
    pub const MOST_PLIES: u32 = u16::MAX as u32;
    /// The scores that are drawn are at most so far from 0.
    pub const MOST_SCORE: Score = 1_000_000;

    /// A tree with scores from -100 to 100, independently drawn, and seed 0.
    pub fn tree(branching: u32, depth: u32) -> Self {
        Self {
            branching: branching..=branching,
            depth,
            seed: 0,
            values: -100..=100,
            leaves: Leaves::default(),
            share: 0.0,
            cycles: 0.0,
            early: 0.0,
        }
    }

    /// What can be chosen, as text.
    pub fn declared() -> proofset_core::Parameters {
        let Self { branching, depth, seed, values, share, cycles, early, .. } = Self::tree(3, 6);
        proofset_core::Parameters::keys()
            .with(Parameter::span("b", "moves of a position", 1..=Self::MOST_MOVES, branching))
            .with(Parameter::whole("d", "plies of a game", 1..=Self::MOST_PLIES, depth))
            .with(Parameter::whole("seed", "different seeds give unrelated games", 0..=u64::MAX, seed))
            .with(
                Parameter::span(
                    "values",
                    "scores of leaves; N is short for -N..N",
                    -Self::MOST_SCORE..=Self::MOST_SCORE,
                    values,
                )
                .about_zero(),
            )
            .with(Parameter::choice(
                "leaves",
                "whether each leaf has a score of its own, or each move one and a leaf their sum",
                &[INDEPENDENT, INCREMENTAL],
            ))
            .with(
                Parameter::rate("ordered", "how often the first move is the best; without it, by chance", None)
                    .or_one_as("best-first"),
            )
            .with(Parameter::rate("share", "how often a move leads where another one leads", Some(share)))
            .with(Parameter::rate("cycles", "how often a move leads back to an earlier ply", Some(cycles)))
            .with(Parameter::rate("early", "how often a position before the last ply is a leaf", Some(early)))
    }

    /// The parameters that are chosen so.
    ///
    /// # Errors
    ///
    /// When both `leaves` and `ordered` are given.
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let leaves = match (arguments.rate("ordered"), arguments.choice("leaves")) {
            (Some(_), _) if arguments.is_given("leaves") => {
                let message = "`leaves` and `ordered` exclude each other: an order has leaves of its own; expected one";
                return Err(NotationError::new(message));
            }
            (Some(rate), _) => Leaves::Ordered(Order(rate)),
            (None, INCREMENTAL) => Leaves::Incremental,
            (None, _) => Leaves::Independent,
        };
        let rate = |name| arguments.rate(name).unwrap_or(0.0);
        Ok(Self {
            branching: arguments.span("b"),
            depth: arguments.whole("d"),
            seed: arguments.whole("seed"),
            values: arguments.span("values"),
            leaves,
            share: rate("share"),
            cycles: rate("cycles"),
            early: rate("early"),
        })
    }
}

/// The names of kinds of leaves.
const INDEPENDENT: &str = "independent";
const INCREMENTAL: &str = "incremental";

impl FromStr for Parameters {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::declared().read(Some(text))?)
    }
}

/// `b=4,d=8,seed=1,values=100`, and then whatever else is not as usual.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { branching, depth, seed, values, leaves, share, cycles, early } = self.clone();
        let arguments = Self::declared().defaults().with("b", branching).with("d", depth).with("seed", seed);
        let arguments = match leaves {
            Leaves::Independent => arguments,
            Leaves::Incremental => arguments.with("leaves", INCREMENTAL),
            Leaves::Ordered(Order(rate)) => arguments.with("ordered", rate),
        };
        arguments.with("values", values).with("share", share).with("cycles", cycles).with("early", early).fmt(f)
    }
}
