//! What a search tells the log. Apart from the search, so that it is compiled once and not for every game and algebra.

use proofset_core::{Counters, Report, StopReason};
use tracing::span::EnteredSpan;
use tracing::{info, info_span};

use crate::options::Options;

/// A call of `solve`, until the span is dropped.
pub(crate) fn enter() -> EnteredSpan {
    info_span!("solve").entered()
}

pub(crate) fn starts(options: Options, expanded: u64) {
    info!(?options, expanded, "search starts");
}

#[cold]
pub(crate) fn makes_room(nodes: usize, needed: usize, coarser: bool, bytes: usize) {
    info!(nodes, needed, coarser, bytes, "making room");
}

pub(crate) fn stops<M>(report: &Report<M>, edges: usize, bytes: usize) {
    let Report { stop, counters: Counters { expanded, generated, recomputed, .. }, .. } = *report;
    stops_after(stop, [expanded, generated, recomputed], edges, bytes);
}

fn stops_after(stop: StopReason, [expanded, generated, recomputed]: [u64; 3], edges: usize, bytes: usize) {
    info!(%stop, expanded, generated, edges, recomputed, bytes, "search stopped");
}
