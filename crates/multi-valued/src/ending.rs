//! Why a search ends, and where a new node stands: what both searches do alike.

use proofset_core::{Game, NodeId, SolveError, StopReason};
use proofset_graph::{ConnectError, Full};

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

/// The level of a position: its rank, counted from that of the root, if the root has one.
#[inline]
pub(crate) fn level<G: Game>(
    game: &G,
    base: Option<u32>,
    position: &G::Position,
    most: u32,
) -> Result<u32, End<G::Position>> {
    let Some(base) = base else { return Ok(0) };
    let rank = game.rank(position).unwrap_or(0);
    let most = base.saturating_add(most);
    if rank < base {
        return Err(End::Error(SolveError::Rank { parent: base, child: rank }));
    }
    if rank > most {
        return Err(End::Error(SolveError::RankTooLarge { rank, most }));
    }
    Ok(rank - base)
}

/// Why children could not be connected.
pub(crate) fn failure<S>(error: ConnectError, base: Option<u32>, state: impl Fn(NodeId) -> S) -> End<S> {
    match error {
        ConnectError::Full(full) => full.into(),
        ConnectError::Rank { parent, child } => {
            let base = base.unwrap_or(0);
            End::Error(SolveError::Rank { parent: base + parent, child: base + child })
        }
        ConnectError::Cycle(nodes) => End::Error(SolveError::Cycle { path: nodes.into_iter().map(state).collect() }),
    }
}
