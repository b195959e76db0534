//! What can be chosen about a search for mates. No choice changes a verdict.

use std::fmt;

/// How the numbers of many children make one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// Their sum: proof-number search.
    #[default]
    Sum,
    /// The largest, and a unit for each other unsolved child (Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
}

/// How much a child may get worse than the second best before the search turns to that, in 256ths: the ε of the 1+ε
/// trick (Pawlewicz and Lew 2007).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slack(u16);

impl Slack {
    /// None: the search turns to the second best as soon as that is better.
    pub const NONE: Self = Self(0);

    /// The nearest slack to this one; `None` unless that is from 0 to 16.
    pub fn new(epsilon: f64) -> Option<Self> {
        // What is no number becomes 0 as an integer.
        let parts = u16::try_from((epsilon * 256.0).round() as i64).ok().filter(|_| !epsilon.is_nan())?;
        (parts <= 16 * 256).then_some(Self(parts))
    }

    /// The number at which a child is left whose rival has `number`.
    #[inline]
    pub(crate) fn above(self, number: u32) -> u32 {
        let slack = (u64::from(number) * u64::from(self.0)) >> 8;
        (u64::from(number) + slack.max(1)).min(u64::from(u32::MAX)) as u32
    }
}

impl fmt::Display for Slack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 256.0)
    }
}

/// Choices that do not change verdicts.
#[expect(clippy::struct_excessive_bools, reason = "they are switches that do not depend on each other")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// What is known about one holding decides others on the same board.
    pub dominance: bool,
    /// Moves that are much alike wait for each other.
    pub delay: bool,
    /// New nodes where the attacker moves are looked at for a mate in one.
    pub mate_in_one: bool,
    /// New nodes are weighed by the game; else each has a proof and a disproof number of one unit.
    pub weighed: bool,
    /// How proof numbers are put together where the defender moves.
    pub proof_sum: SumRule,
    /// How disproof numbers are put together where the attacker moves.
    pub disproof_sum: SumRule,
    /// How long a child is searched when a rival has become better.
    pub slack: Slack,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dominance: true,
            delay: true,
            mate_in_one: true,
            weighed: true,
            proof_sum: SumRule::Sum,
            disproof_sum: SumRule::Sum,
            slack: Slack(32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, Slack};

    #[test]
    fn slack_is_at_least_one() {
        let quarter = Slack::new(0.25).unwrap();
        assert_eq!([1, 4, 8, 100].map(|number| quarter.above(number)), [2, 5, 10, 125]);
        assert_eq!([1, 1000].map(|number| Slack::NONE.above(number)), [2, 1001]);
        assert_eq!(
            (quarter.to_string(), Options::default().slack.to_string()),
            ("0.25".to_owned(), "0.125".to_owned())
        );
        assert_eq!(Slack::new(16.0).map(|slack| slack.above(2)), Some(34));
        for wrong in [-0.1, f64::NAN, f64::INFINITY, 16.1] {
            assert_eq!(Slack::new(wrong), None, "{wrong}");
        }
    }
}
