//! What a search tells the log. Apart from the search, so that it is compiled once and not for every game.

use proofset_core::{Evidence, StopReason};
use tracing::span::EnteredSpan;
use tracing::{info, info_span, warn};

use crate::line::Counters;

/// A call of `solve`, until the span is dropped.
pub(crate) fn enter() -> EnteredSpan {
    info_span!("solve").entered()
}

pub(crate) fn second_pass() {
    info!("begins again with open leaves proven");
}

pub(crate) fn collision(evidence: Evidence) {
    warn!(%evidence, "the proof does not hold by the rules: keys have collided");
}

pub(crate) fn stops(stop: StopReason, counters: &Counters, bytes: u64) {
    let &Counters { expanded, expanded_again, generated, .. } = counters;
    info!(%stop, expanded, expanded_again, generated, bytes, "search stopped");
}
