//! Proof and disproof numbers: two machine words, an infinity far from overflow.
//!
//! The invariants: a solved node has one number zero and the other infinite, an unsolved node has both in
//! `1..INFINITE`. Sums of finite numbers stop one below infinity, so that a node never looks solved by being hard.

use proofset_core::{Role, Size, Value};

use crate::options::SumRule;

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
    pub(crate) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    pub(crate) const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };
    pub(crate) const LEAST: Self = Self { proof: 1, disproof: 1 };

    pub(crate) fn decided(value: Value) -> Self {
        match value {
            Value::Proven => Self::PROVEN,
            Value::Disproven => Self::DISPROVEN,
        }
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

/// What the summed numbers of some unsolved children come to, while children are added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    sum: u32,
    largest: u32,
    unsolved: u32,
}

impl Total {
    pub(crate) const NONE: Self = Self { sum: 0, largest: 0, unsolved: 0 };

    #[inline]
    pub(crate) fn add(&mut self, number: u32) {
        self.sum = (self.sum + number).min(MOST);
        self.unsolved += u32::from(number > 0);
        self.largest = self.largest.max(number);
    }

    /// What the parent's number is beside that of a child that has `number`, and `waiting` for those that wait.
    #[inline]
    fn beside(&self, rule: SumRule, unit: u32, number: u32, waiting: u32) -> u32 {
        let others = match rule {
            SumRule::Sum => self.sum - number.min(self.sum),
            SumRule::Weak => self.unsolved.saturating_sub(1) * unit,
        };
        (others + waiting).min(MOST)
    }

    /// The number of the parent.
    #[inline]
    pub(crate) fn number(&self, rule: SumRule, unit: u32, waiting: u32) -> u32 {
        let own = match rule {
            SumRule::Sum => self.sum,
            SumRule::Weak => self.largest,
        };
        let beside = self.beside(rule, unit, own, waiting);
        (own + beside).min(MOST)
    }

    /// The number at which a child that has `number` now makes the parent reach its `threshold`.
    #[inline]
    pub(crate) fn threshold(&self, rule: SumRule, unit: u32, number: u32, waiting: u32, threshold: u32) -> u32 {
        if threshold >= INFINITE {
            return INFINITE;
        }
        // Sums that were cut off say nothing exact: then one more than now is enough.
        threshold.saturating_sub(self.beside(rule, unit, number, waiting)).max(number + 1)
    }
}
