//! What a parent's number is, from those of its children, and what a child's may grow to.
//!
//! The invariant: with the threshold that [`Total::threshold`] gives it, and no earlier, a child makes its parent reach
//! the parent's.

use proofset_core::SumRule;

use crate::{INFINITE, MOST};

/// What the summed numbers of some children come to, while children are added.
///
/// Merged children count together as one child, whose number is the largest of theirs.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    sum: u32,
    largest: u32,
    unsolved: u32,
    merged: u32,
    infinite: bool,
    /// What weak sums count for each other child.
    unit: u32,
}

impl Total {
    /// Of no children.
    pub const NONE: Self = Self::in_units(1);

    /// Of no children, in numbers of which a leaf that nothing is known of has so many.
    #[inline]
    pub const fn in_units(unit: u32) -> Self {
        Self { sum: 0, largest: 0, unsolved: 0, merged: 0, infinite: false, unit }
    }

    /// One child more, with the number that its parent sums.
    #[inline]
    pub fn add(&mut self, number: u32, is_merged: bool) {
        if number >= INFINITE {
            self.infinite = true;
        } else if is_merged {
            self.merged = self.merged.max(number);
        } else {
            self.sum = (self.sum + number).min(MOST);
            self.unsolved += u32::from(number > 0);
            self.largest = self.largest.max(number);
        }
    }

    /// The children of another total more, in the same units.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        self.sum = (self.sum + other.sum).min(MOST);
        self.largest = self.largest.max(other.largest);
        self.unsolved += other.unsolved;
        self.merged = self.merged.max(other.merged);
        self.infinite |= other.infinite;
    }

    /// What unsolved children add to the largest number by weak sums: one unit for each but one.
    #[inline]
    fn others(&self) -> u32 {
        (self.unsolved + u32::from(self.merged > 0)).saturating_sub(1).saturating_mul(self.unit).min(MOST)
    }

    /// The number of the parent.
    #[inline]
    pub fn number(&self, rule: SumRule) -> u32 {
        if self.infinite {
            return INFINITE;
        }
        let largest = self.largest.max(self.merged);
        match rule {
            SumRule::Sum => (self.sum + self.merged).min(MOST),
            SumRule::Weak => (largest + self.others()).min(MOST),
            SumRule::Max => largest,
        }
    }

    /// The least number of the child that has `number` now with which the parent reaches its `threshold`.
    #[inline]
    pub fn threshold(&self, rule: SumRule, number: u32, is_merged: bool, threshold: u32) -> u32 {
        if threshold >= INFINITE {
            return INFINITE;
        }
        let beside = match rule {
            SumRule::Sum if is_merged => self.sum,
            SumRule::Sum => self.sum - number.min(self.sum) + self.merged,
            SumRule::Weak => self.others(),
            SumRule::Max => 0,
        };
        // Sums that were cut off say nothing exact: then one more than now is enough.
        threshold.saturating_sub(beside).max(number.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Total;
    use proofset_core::SumRule;

    use crate::{INFINITE, MOST};

    const RULES: [SumRule; 3] = [SumRule::Sum, SumRule::Weak, SumRule::Max];

    /// Of children on their own, and of merged ones.
    fn total(alone: &[u32], merged: &[u32]) -> Total {
        let mut total = Total::NONE;
        let alone = alone.iter().map(|&number| (number, false));
        for (number, is_merged) in alone.chain(merged.iter().map(|&number| (number, true))) {
            total.add(number, is_merged);
        }
        total
    }

    #[test]
    fn totals_of_parts_are_joined() {
        for (some, others) in [(&[4, 0, 2][..], &[3][..]), (&[], &[1, INFINITE]), (&[MOST, 1], &[MOST]), (&[], &[])] {
            let mut joined = total(some, others);
            joined.join(&total(others, some));
            let whole = total(&[some, others].concat(), &[others, some].concat());
            assert_eq!(RULES.map(|rule| joined.number(rule)), RULES.map(|rule| whole.number(rule)));
        }
    }

    #[test]
    fn rules() {
        let numbers = |alone: &[u32], merged: &[u32]| RULES.map(|rule| total(alone, merged).number(rule));
        assert_eq!(numbers(&[4, 0, 2, 3], &[]), [9, 6, 4]);
        assert_eq!(numbers(&[0, 0], &[]), [0, 0, 0]);
        assert_eq!(numbers(&[1, INFINITE], &[]), [INFINITE; 3]);
        assert_eq!(numbers(&[MOST, MOST], &[]), [MOST; 3], "hard is not impossible");
        // Merged children are one child.
        assert_eq!(numbers(&[3, 2], &[4, 7]), numbers(&[3, 2, 7], &[]));
        assert_eq!(numbers(&[3, 2], &[0, 0]), numbers(&[3, 2], &[]));
        assert_eq!(numbers(&[], &[1, 1, 1]), [1, 1, 1], "unsolved is not solved");
        assert_eq!(numbers(&[2], &[5, INFINITE]), [INFINITE; 3]);
    }

    /// With its threshold, and no earlier, a child makes its parent reach the parent's.
    #[test]
    fn thresholds_are_exact() {
        for rule in RULES {
            for alone in [&[][..], &[1], &[3, 2], &[5, 5, 1]] {
                for merged in [&[][..], &[2], &[4, 1]] {
                    for is_merged in [false, true] {
                        let with = |number: u32| {
                            let mut total = total(alone, merged);
                            total.add(number, is_merged);
                            total
                        };
                        let threshold = with(4).number(rule) + 3;
                        let child = with(4).threshold(rule, 4, is_merged, threshold);
                        let reaches = |number| with(number).number(rule) >= threshold;
                        assert!(
                            reaches(child) && !reaches(child - 1),
                            "{rule:?} {alone:?} {merged:?} {is_merged}: {child}"
                        );
                    }
                }
            }
        }
        assert_eq!(total(&[1, 2], &[]).threshold(SumRule::Sum, 1, false, INFINITE), INFINITE);
        // A number at the end of the range has nothing above it.
        assert_eq!(Total::NONE.threshold(SumRule::Max, u32::MAX, false, 0), u32::MAX);
    }
}
