//! What is known about the lightest set of a node: bounds, and the best set so far.

use std::rc::Rc;

use proofset_core::NodeId;

/// Bounds on the number of a node, and a set.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) lower: u64,
    /// The weight of the set, or more if a better set of a member was found since.
    pub(crate) upper: u64,
    /// The set: leaves, and nodes whose own sets are part of it. They share nothing.
    pub(crate) members: Vec<NodeId>,
}

impl Known {
    /// What is known about all of these together, if they share nothing.
    pub(crate) fn sum(parts: impl Iterator<Item = Rc<Self>>) -> Rc<Self> {
        let mut sum = Self { lower: 0, upper: 0, members: Vec::new() };
        for part in parts {
            sum.lower = sum.lower.saturating_add(part.lower);
            sum.upper = sum.upper.saturating_add(part.upper);
            sum.members.extend(&part.members);
        }
        Rc::new(sum)
    }

    /// The same with another lower bound.
    pub(crate) fn with_lower(self: Rc<Self>, lower: u64) -> Rc<Self> {
        if self.lower == lower {
            return self;
        }
        Rc::new(Self { lower, upper: self.upper, members: self.members.clone() })
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}
