//! What makes a game: the parameters, their ranges, and their text.
//!
//! The idea: a text is a list of parts `name=value`, in any order, each name at most once; [`Parameters`] are written
//! in one fixed order, without the parts that say what is so anyway. The invariant: `text.parse::<Parameters>()`
//! accepts what `Display` writes, and gives the same parameters. Whether they make a game is checked where the game is
//! made.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use proofset_core::{NotationError, Score};

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
}

/// What a part is expected to look like.
const EXPECTED: &str = "expected parts such as b=4,d=8,seed=1,values=100, and leaves=incremental, ordered=best-first, \
                        share=0.3, cycles=0.1 or early=0.1";

/// The parts of a text, by name.
struct Parts<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Parts<'t> {
    fn read(text: &'t str) -> Result<Self, NotationError> {
        let mut parts: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(NotationError::new(format!("`{part}` is not of the form name=value; {EXPECTED}")));
            };
            let (name, value) = (name.trim(), value.trim());
            if parts.iter().any(|(known, _)| *known == name) {
                return Err(NotationError::new(format!("`{name}` is given twice; expected it once at most")));
            }
            parts.push((name, value));
        }
        Ok(Self(parts))
    }

    /// Takes out a part, and reads it.
    fn take<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<Option<T>, NotationError> {
        let Some(place) = self.0.iter().position(|(known, _)| *known == name) else { return Ok(None) };
        let (_, value) = self.0.swap_remove(place);
        let error = || NotationError::new(format!("`{value}` is no value of `{name}`; expected {expected}"));
        read(value).map(Some).ok_or_else(error)
    }

    fn rate(&mut self, name: &str) -> Result<f64, NotationError> {
        Ok(self.take(name, "a rate from 0 to 1, such as 0.3", rate)?.unwrap_or(0.0))
    }
}

/// A number in decimal digits, perhaps behind a minus.
fn whole<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn rate(text: &str) -> Option<f64> {
    text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate))
}

/// `LOW..HIGH`, both included.
fn range<T: FromStr + PartialOrd>(text: &str) -> Option<RangeInclusive<T>> {
    let (low, high) = text.split_once("..")?;
    let (low, high) = (whole(low)?, whole(high)?);
    (low <= high).then_some(low..=high)
}

impl FromStr for Parameters {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut parts = Parts::read(text)?;
        let moves = |text| range(text).or_else(|| whole(text).map(|moves: u32| moves..=moves));
        let branching = parts.take("b", "the number of moves, such as 4, or a range such as 2..6", moves)?;
        let depth = parts.take("d", "the number of plies, such as 8", whole)?;
        let (Some(branching), Some(depth)) = (branching, depth) else {
            let missing = if depth.is_some() { "b, the number of moves," } else { "d, the number of plies," };
            return Err(NotationError::new(format!("{missing} is missing; {EXPECTED}")));
        };
        let scores =
            |text| range(text).or_else(|| whole(text).filter(|&most: &Score| most >= 0).map(|most| -most..=most));
        let kind = |text| match text {
            "independent" => Some(Leaves::Independent),
            "incremental" => Some(Leaves::Incremental),
            _ => None,
        };
        let order = |text| if text == "best-first" { Some(1.0) } else { rate(text) };
        let leaves = parts.take("leaves", "independent or incremental", kind)?;
        let order = parts.take("ordered", "best-first, or how often, such as 0.9", order)?;
        let leaves = match (leaves, order) {
            (Some(_), Some(_)) => {
                let message = "`leaves` and `ordered` exclude each other: an order has leaves of its own; expected one";
                return Err(NotationError::new(message));
            }
            (Some(leaves), None) => leaves,
            (None, Some(rate)) => Leaves::Ordered(Order(rate)),
            (None, None) => Leaves::default(),
        };
        let read = Self {
            branching,
            depth,
            seed: parts.take("seed", "a number from 0 to 2^64 - 1", whole)?.unwrap_or(0),
            values: parts
                .take("values", "the largest score, such as 100, or a range such as 0..1", scores)?
                .unwrap_or(-100..=100),
            leaves,
            share: parts.rate("share")?,
            cycles: parts.rate("cycles")?,
            early: parts.rate("early")?,
        };
        match parts.0.first() {
            Some((name, _)) => Err(NotationError::new(format!("`{name}` is no parameter; {EXPECTED}"))),
            None => Ok(read),
        }
    }
}

/// `b=4,d=8,seed=1,values=100`, and then whatever else is not as usual.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { branching, depth, seed, values, leaves, share, cycles, early } = self;
        let (fewest, most) = (branching.start(), branching.end());
        if fewest == most {
            write!(f, "b={most}")?;
        } else {
            write!(f, "b={fewest}..{most}")?;
        }
        write!(f, ",d={depth},seed={seed},")?;
        let (low, high) = (values.start(), values.end());
        if low.checked_neg() == Some(*high) {
            write!(f, "values={high}")?;
        } else {
            write!(f, "values={low}..{high}")?;
        }
        match leaves {
            Leaves::Independent => {}
            Leaves::Incremental => write!(f, ",leaves=incremental")?,
            Leaves::Ordered(Order(1.0)) => write!(f, ",ordered=best-first")?,
            Leaves::Ordered(Order(rate)) => write!(f, ",ordered={rate}")?,
        }
        for (name, rate) in [("share", share), ("cycles", cycles), ("early", early)] {
            if *rate != 0.0 {
                write!(f, ",{name}={rate}")?;
            }
        }
        Ok(())
    }
}
