//! Names for states and moves: what certificates and people need, and searches do not.

use crate::Dominance;

/// Names for states and moves, so that proofs can be written down and read by people and other programs.
///
/// Whoever checks a proof also has to know which states one record may stand for: [`Dominance`].
pub trait Describe: Dominance {
    /// The usual notation of a state. Equal states have equal texts.
    fn state_text(&self, state: &Self::State) -> String;

    /// The usual notation of a move made in `state`. Different moves of one state have different texts.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The state that the move with this text leads to; `None` if no legal move has it. A problem may know a shorter way
    /// than to write down every move, which is what happens without a word of its own.
    fn successor(&self, state: &Self::State, text: &str) -> Option<Self::State> {
        let mut found = None;
        let visit: &mut dyn FnMut(_, _) = &mut |mv, reached| {
            if found.is_none() && self.move_text(state, mv) == text {
                found = Some(reached);
            }
        };
        self.for_each_successor(state, visit);
        found
    }
}

impl<P: Describe> Describe for &P {
    fn state_text(&self, state: &Self::State) -> String {
        P::state_text(self, state)
    }

    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        P::move_text(self, state, mv)
    }

    fn successor(&self, state: &Self::State, text: &str) -> Option<Self::State> {
        P::successor(self, state, text)
    }
}
