//! A problem whose rules are slow.

use std::thread::sleep;
use std::time::Duration;

use proofset_core::{Problem, Role, Status};

/// A tree of two moves a node, far deeper than a search of some hundred nodes goes, whose rules take a millisecond for each node that is expanded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slow;

impl Problem for Slow {
    type State = u128;
    type Move = u128;

    fn root(&self) -> u128 {
        1
    }

    fn status(&self, state: &u128) -> Status {
        Status::Open(if state.leading_zeros().is_multiple_of(2) { Role::Or } else { Role::And })
    }

    fn for_each_successor(&self, state: &u128, mut visit: impl FnMut(u128, u128)) {
        sleep(Duration::from_millis(1));
        (0..2).for_each(|mv| visit(mv, 2 * state + mv));
    }

    fn rank(&self, state: &u128) -> Option<u32> {
        Some(state.ilog2())
    }
}
