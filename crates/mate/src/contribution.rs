//! What the helpers of a search by several threads have done.

use std::ops::AddAssign;

use proofset_core::Counters;
use proofset_numbers::Contribution as Contributes;

/// What a helper has done; how it used the table is counted there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contribution(pub(crate) Counters);

impl AddAssign for Contribution {
    /// Adds what another thread has done at the same time: what both hold, they hold together.
    fn add_assign(&mut self, Self(other): Self) {
        let bytes = self.0.peak_bytes + other.peak_bytes;
        self.0 += other;
        self.0.peak_bytes = bytes;
    }
}

impl Contributes for Contribution {
    fn expanded(&self) -> u64 {
        self.0.expanded
    }
}
