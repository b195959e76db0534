//! What a node is in a graph that grows leaf by leaf.

use proofset_core::{Role, Status};

/// What a search knows about a node besides its numbers. One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Delayed evaluation: not asked yet.
    Unevaluated,
    /// Decided by its status.
    Terminal,
    /// Without successors and undecided.
    OpenLeaf,
    /// An open OR node whose successors were not generated.
    OrLeaf,
    /// The same for an AND node.
    AndLeaf,
    /// An OR node with its successors.
    Or,
    /// An AND node with its successors.
    And,
}

impl NodeKind {
    /// An open node whose successors were not generated.
    #[inline]
    pub fn leaf(role: Role) -> Self {
        match role {
            Role::Or => Self::OrLeaf,
            Role::And => Self::AndLeaf,
        }
    }

    /// What a new node is, if it was asked for its status.
    #[inline]
    pub fn of_status(status: Option<Status>) -> Self {
        match status {
            Some(Status::Decided(_)) => Self::Terminal,
            Some(Status::Open(role)) => Self::leaf(role),
            Some(Status::OpenLeaf) => Self::OpenLeaf,
            None => Self::Unevaluated,
        }
    }

    /// Who chooses at an open node.
    #[inline]
    pub fn role(self) -> Option<Role> {
        match self {
            Self::OrLeaf | Self::Or => Some(Role::Or),
            Self::AndLeaf | Self::And => Some(Role::And),
            Self::Unevaluated | Self::Terminal | Self::OpenLeaf => None,
        }
    }

    /// Who chooses at a node with its successors.
    #[inline]
    pub fn inner_role(self) -> Option<Role> {
        self.role().filter(|_| self.has_successors())
    }

    /// True of an open node whose successors were not generated.
    #[inline]
    pub fn is_leaf(self) -> bool {
        matches!(self, Self::OrLeaf | Self::AndLeaf)
    }

    /// True of a node with its successors.
    #[inline]
    pub fn has_successors(self) -> bool {
        matches!(self, Self::Or | Self::And)
    }

    /// The same node with its successors.
    #[inline]
    #[must_use]
    pub fn expanded(self) -> Self {
        match self {
            Self::OrLeaf => Self::Or,
            Self::AndLeaf => Self::And,
            _ => self,
        }
    }
}
