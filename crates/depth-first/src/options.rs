//! What can be chosen about a depth-first search.

use std::fmt;

use crate::numbers::INFINITE;
pub use crate::numbers::SumRule;
pub use crate::table::Replacement;

/// The members of the family: they differ in the child that they search, in its thresholds, and in when they leave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// df-pn (Nagai 2002): a node is left when one of its numbers has reached its threshold, and the thresholds are such
    /// that a most-proving node is expanded all the time.
    #[default]
    DfPn,
    /// PN* (Seo, Iida and Uiterwijk 2001): proof numbers alone guide the search. At AND nodes the child with the largest
    /// proof number is searched, and a disproof is found by running out of children. Thresholds at OR nodes follow the
    /// second best child, those of the root grow from one search to the next.
    PnStar,
    /// C* (Seo 1995), as far as it is known: PN* whose thresholds grow at the root alone, and are handed down as they
    /// are.
    CStar,
    /// PDS (Nagai 1998): a node is left when both of its numbers have reached their thresholds, and each search of a
    /// child raises one of the two.
    Pds,
}

impl Method {
    /// True if disproof numbers do not guide the search.
    #[inline]
    pub(crate) fn proof_only(self) -> bool {
        matches!(self, Self::PnStar | Self::CStar)
    }
}

/// Which of several children with the same best number is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in move order. On trees df-pn then expands the nodes of best-first proof-number search, in the same
    /// order: it leaves a child as soon as one before it is as good.
    #[default]
    First,
    /// The one that was searched last, else the first in move order: fewer changes of direction.
    Last,
}

/// How much a child may get worse than the second best before the search turns to that: the ε of the 1+ε trick
/// (Pawlewicz and Lew 2007), in steps of a millionth.
///
/// With 0, a most-proving node is searched all the time. With more, a child whose rival needs `m` is searched until it
/// needs `m (1 + ε)`: far fewer changes of direction, and so far fewer searches of what the table has forgotten. PDS
/// raises the thresholds of its children by this share, and by at least one.
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

    /// The number at which a child is left whose rival has `number`: more by this share, and by at least one.
    #[inline]
    pub(crate) fn above(self, number: u32) -> u32 {
        let slack = (u64::from(number) * u64::from(self.millionths)).div_ceil(u64::from(WHOLE)).max(1);
        (u64::from(number) + slack).min(u64::from(INFINITE)) as u32
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.millionths) / f64::from(WHOLE))
    }
}

/// Deep df-pn (Song, Iida and van den Herik 2016): leaves near the root cost more, so that the search goes deep first.
///
/// A leaf at depth `d < depth` costs `base^(depth - d)` times what it would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deep {
    /// From this depth on, leaves cost what they cost.
    pub depth: u32,
    /// The factor of one level; at least one.
    pub base: u32,
}

impl Deep {
    /// The factor of a leaf at a depth.
    #[inline]
    pub(crate) fn factor(self, depth: u32) -> u32 {
        self.base.max(1).saturating_pow(self.depth.saturating_sub(depth))
    }
}

/// Choices that do not change verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The member of the family.
    pub method: Method,
    /// How proof numbers are put together at AND nodes.
    pub proof_sum: SumRule,
    /// How disproof numbers are put together at OR nodes.
    pub disproof_sum: SumRule,
    /// Which of equally good children is searched.
    pub ties: Ties,
    /// How long a child is searched when a rival has become better.
    pub epsilon: Epsilon,
    /// Threshold control (Kishimoto 2010), where there may be cycles: thresholds are raised below nodes with an older
    /// unsolved child until a new node is expanded. Without it a search in a graph with cycles may not end.
    pub threshold_control: bool,
    /// Source node detection (Kishimoto 2010): where a child was reached from a node on the line by another branch as
    /// well, the two branches are counted by their maximum, not their sum.
    pub source_detection: bool,
    /// Where states are ordered by resources, a decided state decides others. Only [`KeyedTable`](crate::KeyedTable)
    /// knows of it.
    pub dominance: bool,
    /// Leaves near the root cost more.
    pub deep: Option<Deep>,
    /// What gives way in a full table.
    pub replacement: Replacement,
    /// At most so many entries in the table, rounded down to whole clusters of four and up to one, or none at all if it
    /// says 0; as many as there is room for if nothing is said.
    pub entries: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::DfPn,
            proof_sum: SumRule::Sum,
            disproof_sum: SumRule::Sum,
            ties: Ties::First,
            epsilon: Epsilon::ZERO,
            threshold_control: true,
            source_detection: false,
            dominance: true,
            deep: None,
            replacement: Replacement::Work,
            entries: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deep, Epsilon};
    use crate::numbers::{INFINITE, MOST};

    #[test]
    fn slack_is_rounded_up_and_at_least_one() {
        let quarter = Epsilon::new(0.25).unwrap();
        assert_eq!([1, 4, 5, 8, 100].map(|number| quarter.above(number)), [2, 5, 7, 10, 125]);
        assert_eq!((Epsilon::ZERO.above(1_000_000), Epsilon::ZERO.above(MOST)), (1_000_001, INFINITE));
        assert_eq!(Epsilon::new(1000.0).unwrap().above(MOST), INFINITE);
        assert_eq!(quarter.to_string(), "0.25");
        for wrong in [-0.1, f64::NAN, f64::INFINITY, 1001.0] {
            assert_eq!(Epsilon::new(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn deep_leaves_are_cheap() {
        let deep = Deep { depth: 4, base: 3 };
        assert_eq!([0, 2, 3, 4, 9].map(|depth| deep.factor(depth)), [81, 9, 3, 1, 1]);
        assert_eq!(Deep { depth: 100, base: 2 }.factor(0), u32::MAX);
    }
}
