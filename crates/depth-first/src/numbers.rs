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
///
/// Merged children count together as one child, whose number is the largest of theirs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    sum: u32,
    largest: u32,
    unsolved: u32,
    merged: u32,
    infinite: bool,
}

impl Total {
    pub(crate) const NONE: Self = Self { sum: 0, largest: 0, unsolved: 0, merged: 0, infinite: false };

    #[inline]
    pub(crate) fn add(&mut self, number: u32, is_merged: bool) {
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

    /// What unsolved children add to the largest number by weak sums: one for each but one.
    #[inline]
    fn others(&self) -> u32 {
        (self.unsolved + u32::from(self.merged > 0)).saturating_sub(1)
    }

    /// The number of the parent.
    #[inline]
    pub(crate) fn number(&self, rule: SumRule) -> u32 {
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
    pub(crate) fn threshold(&self, rule: SumRule, number: u32, is_merged: bool, threshold: u32) -> u32 {
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
        threshold.saturating_sub(beside).max(number + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, MOST, Numbers, SumRule, Total};
    use proofset_core::{Role, Size, Value};

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
