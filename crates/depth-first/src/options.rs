//! What can be chosen about a depth-first search.

use std::fmt;

pub use crate::numbers::SumRule;

/// Which of several children with the same best number is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in move order. On trees the search then expands the nodes of best-first proof-number search, in the
    /// same order: it leaves a child as soon as one before it is as good.
    #[default]
    First,
    /// The one that was searched last, else the first in move order: fewer changes of direction.
    Last,
}

/// How much a child may get worse than the second best before the search turns to that: the ε of the 1+ε trick
/// (Pawlewicz and Lew 2007), in steps of a millionth.
///
/// With 0, a most-proving node is searched all the time. With more, a child whose rival needs `m` is searched until it
/// needs `m (1 + ε)`: far fewer changes of direction, and so far fewer searches of what the table has forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Epsilon {
    millionths: u32,
}

const WHOLE: u32 = 1_000_000;

impl Epsilon {
    /// No slack.
    pub const ZERO: Self = Self { millionths: 0 };

    /// The nearest slack to this one; `None` unless that is from 0 to 1000.
    pub fn new(epsilon: f64) -> Option<Self> {
        // What is no number becomes 0 as an integer.
        let millionths =
            u32::try_from((epsilon * f64::from(WHOLE)).round() as i64).ok().filter(|_| !epsilon.is_nan())?;
        (millionths <= 1000 * WHOLE).then_some(Self { millionths })
    }

    /// What is added to a rival's number: at least one.
    #[inline]
    pub(crate) fn slack(self, number: u32) -> u32 {
        let slack = (u64::from(number) * u64::from(self.millionths)).div_ceil(u64::from(WHOLE));
        u32::try_from(slack).unwrap_or(u32::MAX).max(1)
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.millionths) / f64::from(WHOLE))
    }
}

/// Choices that do not change verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How proof numbers are put together at AND nodes.
    pub proof_sum: SumRule,
    /// How disproof numbers are put together at OR nodes.
    pub disproof_sum: SumRule,
    /// Which of equally good children is searched.
    pub ties: Ties,
    /// How long a child is searched when a rival has become better.
    pub epsilon: Epsilon,
    /// At most so many entries in the table, rounded down to whole clusters of four and up to one; as many as there is
    /// room for if nothing is said.
    pub entries: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::Epsilon;

    #[test]
    fn slack_is_rounded_up_and_at_least_one() {
        let quarter = Epsilon::new(0.25).unwrap();
        assert_eq!([1, 4, 5, 8, 100].map(|number| quarter.slack(number)), [1, 1, 2, 2, 25]);
        assert_eq!(Epsilon::ZERO.slack(1_000_000), 1);
        assert_eq!(quarter.to_string(), "0.25");
        for wrong in [-0.1, f64::NAN, f64::INFINITY, 1001.0] {
            assert_eq!(Epsilon::new(wrong), None, "{wrong}");
        }
    }
}
