//! NegaScout (Reinefeld 1983): alpha-beta in which every move but the first has to pass a null window.
//!
//! The published listing searches a move again whenever its null window was passed. If the best score so far is below
//! the window, a fail-soft null window can come back with more than that score and still below the window; searching the
//! move again is then useless, and is left out here unless the listing is wanted as it is.
//!
//! The shortcut: within two plies of the depth limit, what passes a null window is exact, because the move's position
//! has looked at all its successors and they are leaves. That is true of searches to a depth without a table only, and
//! two plies away only if the other player moves in between.

use proofset_core::{Score, StopReason, Watch};

use crate::board::Board;
use crate::options::Method;
use crate::search::{Engine, Entered, NOTHING, Node, Tried};

impl<B: Board> Engine<B> {
    pub(crate) fn nega_scout(
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
        let as_published = matches!(self.options.method, Method::NegaScout { as_published: true, .. });
        let (mut most, mut best) = (NOTHING, None);
        while let Some(child) = self.next(&mut node) {
            let least = node.alpha.max(most);
            let whole = child.is_first(&node) || least + 1 >= node.beta;
            let up_to = if whole { node.beta } else { least + 1 };
            let mut score = self.nega_scout_after(watch, (&node, best), child, (least, up_to))?;
            if score > most {
                let is_exact = self.shortcut && (depth == 1 || (depth == 2 && child.turns));
                let is_bound = score <= least && !as_published;
                if !(whole || score >= node.beta || is_bound || is_exact) {
                    self.counters.searched_again += 1;
                    score = score.max(self.nega_scout_after(watch, (&node, best), child, (score, node.beta))?);
                }
                (most, best) = (score, Some(child));
                if most >= node.beta {
                    break;
                }
            }
        }
        Ok(self.close(&node, most, best))
    }

    /// A move's score, seen from the player who makes it.
    fn nega_scout_after(
        &mut self,
        watch: &mut Watch<'_>,
        (node, best): (&Node<B::Mark>, Option<Tried>),
        child: Tried,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, StopReason> {
        loop {
            let score = if child.turns {
                self.nega_scout(watch, child.place, -beta, -alpha, node.below).map(|score| -score)
            } else {
                self.nega_scout(watch, child.place, alpha, beta, node.below)
            };
            match score {
                Err(stop) => self.break_off(node, child, best, stop)?,
                score => return score,
            }
        }
    }
}
