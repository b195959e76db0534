//! The 1+ε trick: staying with a child for longer than its number says.

use std::fmt;

use crate::INFINITE;

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

    /// The step nearest to this slack; `None` unless the slack is from 0 to 1000.
    pub fn new(epsilon: f64) -> Option<Self> {
        let nearest = u32::try_from((epsilon * f64::from(WHOLE)).round() as i64).ok()?;
        (0.0..=1000.0).contains(&epsilon).then_some(Self { millionths: nearest })
    }

    /// The number at which a child is left whose rival has `number`: more by this share, and by at least one.
    #[inline]
    pub fn above(self, number: u32) -> u32 {
        let slack = (u64::from(number) * u64::from(self.millionths)).div_ceil(u64::from(WHOLE)).max(1);
        (u64::from(number) + slack).min(u64::from(INFINITE)) as u32
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.millionths) / f64::from(WHOLE))
    }
}

#[cfg(test)]
mod tests {
    use super::Epsilon;
    use crate::{INFINITE, MOST};

    #[test]
    fn slack_is_rounded_up_and_at_least_one() {
        let quarter = Epsilon::new(0.25).unwrap();
        assert_eq!([1, 4, 5, 8, 100].map(|number| quarter.above(number)), [2, 5, 7, 10, 125]);
        assert_eq!((Epsilon::ZERO.above(1_000_000), Epsilon::ZERO.above(MOST)), (1_000_001, INFINITE));
        assert_eq!(Epsilon::new(1000.0).unwrap().above(MOST), INFINITE);
        assert_eq!(quarter.to_string(), "0.25");
        for wrong in [-0.1, -0.000_000_1, f64::NAN, f64::INFINITY, 1_000.000_000_1] {
            assert_eq!(Epsilon::new(wrong), None, "{wrong}");
        }
    }
}
