//! Alpha-beta, fail-soft (Knuth and Moore 1975; the bounds beyond the window after Fishburn 1983).
//!
//! The contract, for every window: a result of at most alpha is an upper bound of the value, one of at least beta is a
//! lower bound, and anything between is the value.

use proofset_core::{Score, StopReason, Watch};

use crate::board::Board;
use crate::search::{Engine, Entered, NOTHING};

impl<B: Board> Engine<B> {
    pub(crate) fn alpha_beta(
        &mut self,
        watch: &mut Watch<'_>,
        place: u32,
        alpha: Score,
        beta: Score,
        depth: u16,
    ) -> Result<Score, StopReason> {
        let mut node = match self.enter(watch, place, alpha, beta, depth)? {
            Entered::Known(score) => return Ok(score),
            Entered::Open(node) => node,
        };
        let (mut most, mut best) = (NOTHING, None);
        while let Some(child) = self.next(&mut node) {
            let least = node.alpha.max(most);
            let score = loop {
                let score = if child.turns {
                    self.alpha_beta(watch, child.place, -node.beta, -least, node.below).map(|score| -score)
                } else {
                    self.alpha_beta(watch, child.place, least, node.beta, node.below)
                };
                match score {
                    Ok(score) => break score,
                    Err(stop) => self.break_off(&node, child, best, stop)?,
                }
            };
            if score > most {
                (most, best) = (score, Some(child));
                if most >= node.beta {
                    break;
                }
            }
        }
        Ok(self.close(&node, most, best))
    }
}
