//! Why a search ends.

use proofset_core::{NodeId, SolveError, StopReason};
use proofset_graph::{ConnectError, Full, Ranks};

/// Why a call ends.
pub(crate) enum End<S> {
    Stop(StopReason),
    Error(SolveError<S>),
}

impl<S> From<StopReason> for End<S> {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl<S> From<proofset_nodeset::Full> for End<S> {
    fn from(_: proofset_nodeset::Full) -> Self {
        Self::Stop(StopReason::Memory)
    }
}

impl<S> From<Full> for End<S> {
    fn from(_: Full) -> Self {
        Self::Stop(StopReason::Memory)
    }
}

/// Why children could not be connected.
pub(crate) fn failure<S>(error: ConnectError, ranks: Ranks, state: impl Fn(NodeId) -> S) -> End<S> {
    ranks.fault(error, state).map_or(End::Stop(StopReason::Memory), End::Error)
}
