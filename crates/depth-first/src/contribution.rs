//! What the helpers of a search by several threads have done.

use std::ops::AddAssign;

use proofset_core::TableUse;
use proofset_numbers::Contribution as Contributes;

use crate::line::Counters;

/// What helpers have done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contribution {
    pub(crate) counters: Counters,
    pub(crate) table: TableUse,
}

impl AddAssign for Contribution {
    fn add_assign(&mut self, other: Self) {
        self.counters += other.counters;
        self.table += other.table;
    }
}

impl Contributes for Contribution {
    fn expanded(&self) -> u64 {
        self.counters.expanded
    }
}
