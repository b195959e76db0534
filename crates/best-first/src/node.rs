//! A node in the graph of a search, and why a step on it cannot be finished.

use std::num::NonZeroU32;

use proofset_core::{NodeId, Role, SolveError, StopReason};
use proofset_nodeset::{Full, Label};

/// What the search knows about a node besides its label. One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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

impl Kind {
    pub(crate) fn leaf(role: Role) -> Self {
        match role {
            Role::Or => Self::OrLeaf,
            Role::And => Self::AndLeaf,
        }
    }

    pub(crate) fn role(self) -> Option<Role> {
        match self {
            Self::OrLeaf | Self::Or => Some(Role::Or),
            Self::AndLeaf | Self::And => Some(Role::And),
            Self::Unevaluated | Self::Terminal | Self::OpenLeaf => None,
        }
    }

    pub(crate) fn has_successors(self) -> bool {
        matches!(self, Self::Or | Self::And)
    }

    /// The same node with its successors.
    pub(crate) fn expanded(self) -> Self {
        match self {
            Self::OrLeaf => Self::Or,
            Self::AndLeaf => Self::And,
            _ => self,
        }
    }
}

/// A node's entry in the graph: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<P, D> {
    pub(crate) label: Label<P, D>,
    pub(crate) best: Option<Best>,
    pub(crate) kind: Kind,
    /// True if the parts of the summed side are known to have no common member.
    pub(crate) apart: bool,
    /// Edges on the path by which the node was first reached; saturating.
    pub(crate) depth: u16,
}

/// The child that the selected side was taken from, one up so that `Option` needs no room of its own.
pub(crate) type Best = NonZeroU32;

pub(crate) fn best_of(child: NodeId) -> Option<Best> {
    Best::new(child.to_bits() + 1)
}

/// The child of a stored best.
pub(crate) fn child_of(best: Best) -> NodeId {
    NodeId::from_bits(best.get() - 1)
}

/// Why a step could not be finished.
pub(crate) enum Interrupt {
    /// The next expansion would exceed the limit on bytes. Nothing was changed.
    NoRoom,
    /// Addresses of nodes or sets are used up.
    Full,
    /// A limit, the clock, the cancel flag or the observer; or nothing is left to search.
    Stop(StopReason),
    /// The problem breaks its contract at these nodes.
    Broken(SolveError<NodeId>),
    /// The problem breaks its contract where the visitor has searched, who knows more.
    VisitorBroken,
}

impl From<SolveError<NodeId>> for Interrupt {
    fn from(error: SolveError<NodeId>) -> Self {
        Self::Broken(error)
    }
}

impl From<StopReason> for Interrupt {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl From<Full> for Interrupt {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

impl From<proofset_graph::Full> for Interrupt {
    fn from(_: proofset_graph::Full) -> Self {
        Self::Full
    }
}
