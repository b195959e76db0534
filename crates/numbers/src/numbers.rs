//! Pairs of numbers: two machine words, an infinity far from overflow.
//!
//! The invariants: a solved node has one number zero and the other infinite, an unsolved node has both in
//! `1..INFINITE`. Sums of finite numbers stop one below infinity, so that a node never looks solved by being hard.
//! Thresholds may be infinite: no limit.

use proofset_core::{Role, Size, Value};

/// Only solved nodes have it.
pub const INFINITE: u32 = 1 << 30;

/// The largest number of an unsolved node.
pub const MOST: u32 = INFINITE - 1;

/// Work left to prove and to disprove a node; or thresholds on the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl Numbers {
    /// Those of a proven node.
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };

    /// Those of a disproven node.
    pub const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };

    /// The least of an unsolved node.
    pub const LEAST: Self = Self { proof: 1, disproof: 1 };

    /// No thresholds.
    pub const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// What an edge costs that costs nothing.
    pub const FREE: Self = Self { proof: 0, disproof: 0 };

    /// Those of a node with this value.
    #[inline]
    pub fn decided(value: Value) -> Self {
        match value {
            Value::Proven => Self::PROVEN,
            Value::Disproven => Self::DISPROVEN,
        }
    }

    /// An unsolved leaf with these costs.
    pub fn leaf(proof: Size, disproof: Size) -> Self {
        let number = |size: Size| size.finite().unwrap_or(MOST).clamp(1, MOST);
        Self { proof: number(proof), disproof: number(disproof) }
    }

    /// Both numbers of an unsolved node so many times.
    pub fn times(self, factor: u32) -> Self {
        let number = |number: u32| number.saturating_mul(factor).clamp(1, MOST);
        Self { proof: number(self.proof), disproof: number(self.disproof) }
    }

    /// The value that they tell, if they are those of a solved node.
    #[inline]
    pub fn value(self) -> Option<Value> {
        match self {
            Self { proof: 0, .. } => Some(Value::Proven),
            Self { disproof: 0, .. } => Some(Value::Disproven),
            _ => None,
        }
    }

    /// True if they are those of a solved node.
    #[inline]
    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// True if a node can have them: a solved one has nothing left of one and everything of the other, an unsolved one a part of both.
    pub fn are_possible(self) -> bool {
        let is_part = |number: u32| (1..=MOST).contains(&number);
        self == Self::PROVEN || self == Self::DISPROVEN || is_part(self.proof) && is_part(self.disproof)
    }

    /// The number of which a node of this role takes the least of its children.
    #[inline]
    pub fn selected(self, role: Role) -> u32 {
        match role {
            Role::Or => self.proof,
            Role::And => self.disproof,
        }
    }

    /// The number that a node of this role puts together from all of its children.
    #[inline]
    pub fn summed(self, role: Role) -> u32 {
        match role {
            Role::Or => self.disproof,
            Role::And => self.proof,
        }
    }

    /// The inverse of [`selected`](Self::selected) and [`summed`](Self::summed).
    #[inline]
    pub fn of(role: Role, selected: u32, summed: u32) -> Self {
        match role {
            Role::Or => Self { proof: selected, disproof: summed },
            Role::And => Self { proof: summed, disproof: selected },
        }
    }

    /// True if both numbers have reached their thresholds, or the node is solved.
    #[inline]
    pub fn both_reach(self, thresholds: Self) -> bool {
        self.is_solved() || (self.proof >= thresholds.proof && self.disproof >= thresholds.disproof)
    }

    /// True if one of the numbers has reached its threshold. A solved node has reached any.
    #[inline]
    pub fn reach(self, thresholds: Self) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }

    /// As reports want it.
    pub fn sizes(self) -> (Size, Size) {
        let size = |number: u32| if number >= INFINITE { Size::INFINITE } else { Size::new(number) };
        (size(self.proof), size(self.disproof))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Numbers};
    use proofset_core::{Role, Size, Value};

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
