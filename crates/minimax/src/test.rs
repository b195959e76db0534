//! TEST (Pearl 1980): is the value more than a score, or at least a score?
//!
//! The idea: one move that passes is enough, and the search stops there. It is alpha-beta with a null window, and the
//! question of a proof search whose threshold is the score.

use proofset_core::{Score, StopReason, Watch};

use crate::board::Board;
use crate::search::{Engine, Entered};

/// What is asked of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Is it more than this?
    Above(Score),
    /// Is it at least this?
    AtLeast(Score),
}

impl Question {
    fn holds(self, value: Score) -> bool {
        match self {
            Self::Above(score) => value > score,
            Self::AtLeast(score) => value >= score,
        }
    }

    /// Bounds that a value has if the answer is no, and if it is yes.
    fn window(self) -> (Score, Score) {
        match self {
            Self::Above(score) => (score, score + 1),
            Self::AtLeast(score) => (score - 1, score),
        }
    }

    /// The question to the other player whose answer is the opposite.
    fn turned(self) -> Self {
        match self {
            Self::Above(score) => Self::AtLeast(-score),
            Self::AtLeast(score) => Self::Above(-score),
        }
    }
}

impl<B: Board> Engine<B> {
    pub(crate) fn test(
        &mut self,
        watch: &mut Watch<'_>,
        place: u32,
        question: Question,
        depth: u16,
    ) -> Result<bool, StopReason> {
        let (no, yes) = question.window();
        let mut node = match self.enter(watch, place, no, yes, depth)? {
            Entered::Known(score) => return Ok(question.holds(score)),
            Entered::Open(node) => node,
        };
        while let Some(child) = self.next(&mut node) {
            let passes = loop {
                let passes = if child.turns {
                    self.test(watch, child.place, question.turned(), node.below).map(|passes| !passes)
                } else {
                    self.test(watch, child.place, question, node.below)
                };
                match passes {
                    Ok(passes) => break passes,
                    Err(stop) => self.break_off(&node, child, None, stop)?,
                }
            };
            if passes {
                self.close(&node, yes, Some(child));
                return Ok(true);
            }
        }
        self.close(&node, no, None);
        Ok(false)
    }
}
