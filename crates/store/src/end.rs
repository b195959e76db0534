//! Why a call of a search ends.

use proofset_core::{SolveError, StopReason};
use proofset_graph::Full;

/// Why a call of a search ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<S> {
    /// With a result, or for want of time, memory or patience.
    Stop(StopReason),
    /// The problem cannot be searched.
    Error(SolveError<S>),
}

impl<S> From<StopReason> for End<S> {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl<S> From<SolveError<S>> for End<S> {
    fn from(error: SolveError<S>) -> Self {
        Self::Error(error)
    }
}

impl<S> From<Full> for End<S> {
    fn from(_: Full) -> Self {
        Self::Stop(StopReason::Memory)
    }
}
