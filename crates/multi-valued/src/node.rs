//! What both searches keep of a node besides their numbers: what it is, and the interval of its value.
//!
//! The invariant: scores are those of the player who asks, and the value of a node lies within its [`Bounds`]. They
//! follow from the rules and from the bounds of the children alone, so that a certificate can bear them out.

use proofset_core::{Role, Score, Value};
use proofset_store::NodeKind;

use crate::ScoreStatus;

/// The interval of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { low: Score::MIN, high: Score::MAX };

    /// The value is known.
    pub(crate) fn exact(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Whether the value is at least `score`, as far as that is known.
    #[inline]
    pub fn answer(self, score: Score) -> Option<Value> {
        if self.low >= score {
            Some(Value::Proven)
        } else if self.high < score {
            Some(Value::Disproven)
        } else {
            None
        }
    }

    /// Of a node with these children: who asks chooses the greatest value, the other player the least.
    #[inline]
    pub(crate) fn of_children(role: Role, children: impl Iterator<Item = Self>) -> Self {
        match role {
            Role::Or => children.fold(Self::exact(Score::MIN), |all, one| Self {
                low: all.low.max(one.low),
                high: all.high.max(one.high),
            }),
            Role::And => children.fold(Self::exact(Score::MAX), |all, one| Self {
                low: all.low.min(one.low),
                high: all.high.min(one.high),
            }),
        }
    }
}

impl ScoreStatus {
    /// What the rules say of the node.
    #[inline]
    pub(crate) fn look(self) -> (NodeKind, Bounds) {
        match self {
            Self::Finished(score) => (NodeKind::Terminal, Bounds::exact(score)),
            Self::Open { role, .. } => (NodeKind::leaf(role), Bounds::UNKNOWN),
        }
    }
}
