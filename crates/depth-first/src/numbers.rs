//! Proof and disproof numbers as depth-first search wants them: two machine words, an infinity far from overflow.
//!
//! The invariants: a solved node has one number zero and the other infinite, an unsolved node has both in
//! `1..INFINITE`. Sums of finite numbers stop one below infinity, so that a node never looks solved by being hard.
//! Thresholds may be infinite: no limit.

use proofset_core::{Role, Size, Value};

/// Only solved nodes have it.
pub(crate) const INFINITE: u32 = 1 << 30;

/// The largest number of an unsolved node.
pub(crate) const MOST: u32 = INFINITE - 1;

/// Work left to prove and to disprove a node; or thresholds on the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    pub(crate) const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// What an edge costs that costs nothing.
    pub(crate) const FREE: Self = Self { proof: 0, disproof: 0 };

    pub(crate) fn decided(value: Value) -> Self {
        match value {
            Value::Proven => Self { proof: 0, disproof: INFINITE },
            Value::Disproven => Self { proof: INFINITE, disproof: 0 },
        }
    }

    /// An unsolved leaf with these costs.
    pub(crate) fn leaf(proof: Size, disproof: Size) -> Self {
        let number = |size: Size| size.finite().unwrap_or(MOST).clamp(1, MOST);
        Self { proof: number(proof), disproof: number(disproof) }
    }

    /// Both numbers of an unsolved node so many times.
    pub(crate) fn times(self, factor: u32) -> Self {
        let number = |number: u32| number.saturating_mul(factor).clamp(1, MOST);
        Self { proof: number(self.proof), disproof: number(self.disproof) }
    }

    #[inline]
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Self { proof: 0, .. } => Some(Value::Proven),
            Self { disproof: 0, .. } => Some(Value::Disproven),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of which a node of this role takes the least of its children.
    #[inline]
    pub(crate) fn selected(self, role: Role) -> u32 {
        match role {
            Role::Or => self.proof,
            Role::And => self.disproof,
        }
    }

    /// The number that a node of this role puts together from all of its children.
    #[inline]
    pub(crate) fn summed(self, role: Role) -> u32 {
        match role {
            Role::Or => self.disproof,
            Role::And => self.proof,
        }
    }

    /// The inverse of [`selected`](Self::selected) and [`summed`](Self::summed).
    #[inline]
    pub(crate) fn of(role: Role, selected: u32, summed: u32) -> Self {
        match role {
            Role::Or => Self { proof: selected, disproof: summed },
            Role::And => Self { proof: summed, disproof: selected },
        }
    }

    /// True if both numbers have reached their thresholds, or the node is solved.
    #[inline]
    pub(crate) fn both_reach(self, thresholds: Self) -> bool {
        self.is_solved() || (self.proof >= thresholds.proof && self.disproof >= thresholds.disproof)
    }

    /// True if one of the numbers has reached its threshold. A solved node has reached any.
    #[inline]
    pub(crate) fn reach(self, thresholds: Self) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }

    /// As reports want it.
    pub(crate) fn sizes(self) -> (Size, Size) {
        let size = |number: u32| if number >= INFINITE { Size::INFINITE } else { Size::new(number) };
        (size(self.proof), size(self.disproof))
    }
}

/// How the summed number follows from those of the children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// Their sum: proof-number search.
    #[default]
    Sum,
    /// The largest, and one for each other unsolved child (Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
    /// The largest.
    Max,
}

/// What the summed numbers of some children come to, while children are added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    sum: u32,
    largest: u32,
    second: u32,
    unsolved: u32,
    infinite: bool,
    /// The largest of the numbers that count together as one.
    merged: u32,
}

impl Total {
    pub(crate) const NONE: Self = Self { sum: 0, largest: 0, second: 0, unsolved: 0, infinite: false, merged: 0 };

    #[inline]
    pub(crate) fn add(&mut self, number: u32) {
        if number == 0 {
            return;
        }
        if number >= INFINITE {
            self.infinite = true;
            return;
        }
        self.sum = (self.sum + number).min(MOST);
        self.unsolved += 1;
        if number > self.largest {
            self.second = self.largest;
            self.largest = number;
        } else {
            self.second = self.second.max(number);
        }
    }

    /// Adds a child that counts, together with all others that are merged, as the largest of them. Only sums know that.
    #[inline]
    pub(crate) fn merge(&mut self, number: u32) {
        if number >= INFINITE {
            self.infinite = true;
        } else {
            self.merged = self.merged.max(number);
        }
    }

    /// The number of the parent.
    #[inline]
    pub(crate) fn number(&self, rule: SumRule) -> u32 {
        if self.infinite {
            return INFINITE;
        }
        match rule {
            SumRule::Sum => (self.sum + self.merged).min(MOST),
            SumRule::Weak if self.unsolved == 0 => 0,
            SumRule::Weak => (self.largest + self.unsolved - 1).min(MOST),
            SumRule::Max => self.largest,
        }
    }

    /// The least number of the child that has `number` now with which the parent reaches its `threshold`.
    #[inline]
    pub(crate) fn threshold(&self, rule: SumRule, number: u32, threshold: u32) -> u32 {
        if threshold >= INFINITE {
            return INFINITE;
        }
        match rule {
            // Sums that were cut off say nothing exact: then one more than now is enough.
            SumRule::Sum => threshold.saturating_sub(self.sum - number.min(self.sum) + self.merged).max(number + 1),
            SumRule::Weak => threshold.saturating_sub(self.unsolved - 1).max(number + 1),
            SumRule::Max => threshold,
        }
    }

    /// The same for a child that is merged with others: none of them counts beside it.
    #[inline]
    pub(crate) fn merged_threshold(&self, number: u32, threshold: u32) -> u32 {
        if threshold >= INFINITE { INFINITE } else { threshold.saturating_sub(self.sum).max(number + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, MOST, Numbers, SumRule, Total};
    use proofset_core::{Role, Size, Value};

    fn total(numbers: &[u32]) -> Total {
        let mut total = Total::NONE;
        for &number in numbers {
            total.add(number);
        }
        total
    }

    #[test]
    fn rules() {
        let three = total(&[4, 0, 2, 3]);
        assert_eq!([SumRule::Sum, SumRule::Weak, SumRule::Max].map(|rule| three.number(rule)), [9, 6, 4]);
        let none = total(&[0, 0]);
        assert_eq!([SumRule::Sum, SumRule::Weak, SumRule::Max].map(|rule| none.number(rule)), [0, 0, 0]);
        assert_eq!(total(&[1, INFINITE]).number(SumRule::Max), INFINITE);
        assert_eq!(total(&[MOST, MOST]).number(SumRule::Sum), MOST, "hard is not impossible");
    }

    /// With its threshold, and no earlier, a child makes its parent reach the parent's.
    #[test]
    fn thresholds_are_exact() {
        for rule in [SumRule::Sum, SumRule::Weak, SumRule::Max] {
            for others in [&[][..], &[1], &[3, 2], &[5, 5, 1]] {
                let at = |number: u32| total(&[others, &[number]].concat()).number(rule);
                let threshold = at(4) + 3;
                let child = total(&[others, &[4]].concat()).threshold(rule, 4, threshold);
                assert!(at(child) >= threshold && at(child - 1) < threshold, "{rule:?} {others:?}: {child}");
            }
        }
        assert_eq!(total(&[1, 2]).threshold(SumRule::Sum, 1, INFINITE), INFINITE);
    }

    /// The same for children that count together.
    #[test]
    fn merged_children_count_as_the_largest() {
        let at = |merged: &[u32]| {
            let mut total = total(&[3, 2]);
            for &number in merged {
                total.merge(number);
            }
            total
        };
        assert_eq!([&[4, 7][..], &[7, 0], &[]].map(|merged| at(merged).number(SumRule::Sum)), [12, 12, 5]);
        assert_eq!(at(&[4, INFINITE]).number(SumRule::Sum), INFINITE);
        let child = at(&[7, 4]).merged_threshold(4, 15);
        assert!(at(&[7, child]).number(SumRule::Sum) >= 15 && at(&[7, child - 1]).number(SumRule::Sum) < 15, "{child}");
        let other = at(&[7]).threshold(SumRule::Sum, 3, 15);
        assert_eq!(other, 6, "2 and 7 beside it");
        assert_eq!((at(&[7]).merged_threshold(7, 9), at(&[7]).merged_threshold(7, INFINITE)), (8, INFINITE));
    }

    #[test]
    fn sides_and_values() {
        let numbers = Numbers { proof: 2, disproof: 7 };
        for role in [Role::Or, Role::And] {
            assert_eq!(Numbers::of(role, numbers.selected(role), numbers.summed(role)), numbers);
        }
        assert_eq!(Numbers::decided(Value::Disproven).value(), Some(Value::Disproven));
        assert!(Numbers::decided(Value::Proven).reach(Numbers::UNLIMITED));
        assert!(!numbers.reach(Numbers { proof: 3, disproof: 8 }) && numbers.reach(Numbers { proof: 9, disproof: 7 }));
        assert_eq!(Numbers::leaf(Size::ZERO, Size::INFINITE), Numbers { proof: 1, disproof: MOST });
    }
}
