//! A node in the graph of a search, and why a step on it cannot be finished.

use std::num::NonZeroU32;

use proofset_core::{NodeId, SolveError, StopReason};
use proofset_nodeset::{Full, Label};
use proofset_store::NodeKind;

/// A node's entry in the graph: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<P, D> {
    pub(crate) label: Label<P, D>,
    pub(crate) best: Option<Best>,
    pub(crate) kind: NodeKind,
    pub(crate) marks: Marks,
    /// Edges on the path by which the node was first reached; saturating.
    pub(crate) depth: u16,
}

/// Two marks of a node in one byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u8);

impl Marks {
    const APART: u8 = 1;
    const ON_PATH: u8 = 2;

    /// True if the parts of the summed side are known to have no common member.
    pub(crate) fn apart(self) -> bool {
        self.0 & Self::APART != 0
    }

    /// True if the last selection went down through the node, and it was not recomputed since.
    pub(crate) fn on_path(self) -> bool {
        self.0 & Self::ON_PATH != 0
    }

    /// The marks of a node that has just been recomputed.
    pub(crate) fn recomputed(apart: bool) -> Self {
        Self(u8::from(apart))
    }

    pub(crate) fn with_path(self, on_path: bool) -> Self {
        if on_path { Self(self.0 | Self::ON_PATH) } else { Self(self.0 & !Self::ON_PATH) }
    }
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
