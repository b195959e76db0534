//! SCOUT (Pearl 1980): the first move is searched; each other one is searched if a test says that it is better.
//!
//! There is no window: a position may be visited by as many tests as it is deep, and SCOUT can visit positions that
//! alpha-beta cuts off, and the other way round. Memory: the line alone.

use proofset_core::{Score, StopReason, Watch};

use crate::board::Board;
use crate::search::{Engine, Entered, NOTHING};
use crate::test::Question;

impl<B: Board> Engine<B> {
    pub(crate) fn scout(&mut self, watch: &mut Watch<'_>, place: u32, depth: u16) -> Result<Score, StopReason> {
        let limit = self.board.limit();
        let mut node = match self.enter(watch, place, -limit - 1, limit + 1, depth)? {
            Entered::Known(score) => return Ok(score),
            Entered::Open(node) => node,
        };
        let (mut most, mut best) = (NOTHING, None);
        while let Some(child) = self.next(&mut node) {
            if !child.is_first(&node) {
                let is_better = loop {
                    let is_better = if child.turns {
                        self.test(watch, child.place, Question::AtLeast(-most), node.below).map(|reaches| !reaches)
                    } else {
                        self.test(watch, child.place, Question::Above(most), node.below)
                    };
                    match is_better {
                        Ok(is_better) => break is_better,
                        Err(stop) => self.break_off(&node, child, best, stop)?,
                    }
                };
                if !is_better {
                    continue;
                }
                self.counters.searched_again += 1;
            }
            let score = loop {
                match self.scout(watch, child.place, node.below) {
                    Ok(score) => break score,
                    Err(stop) => self.break_off(&node, child, best, stop)?,
                }
            };
            (most, best) = (if child.turns { -score } else { score }, Some(child));
        }
        Ok(self.close(&node, most, best))
    }
}
