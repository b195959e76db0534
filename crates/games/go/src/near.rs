//! Moves near the stones in question, on a board where most moves change nothing.
//!
//! The idea: a chain is caught or saved by what happens at its liberties, at the points beside these, and at the chains around
//! it that have few liberties themselves. A side that is held near plays there alone, which makes a smaller game.

use proofset_bits::Bits;

use crate::local::{Local, State};

impl<const W: usize> Local<W> {
    /// The empty points within `steps` of the stones in question: their liberties, in each further step the points beside
    /// these, and the liberties of chains that touch what was reached before and have few liberties, the fewer the farther.
    pub(crate) fn near(&self, state: &State<W>, steps: u32) -> Bits<W> {
        let region = self.region();
        let empty = region.empty(&state.stones);
        let mut stones = self.chains(state).fold(Bits::EMPTY, |all, chain| all | chain);
        // Where one of them has been taken by a ko, it may be taken back.
        let mut near = (region.beside(stones) | self.missing(state)) & empty;
        let mut edge = near;
        let mut seen = stones;
        for step in 1..=steps {
            let touched = region.beside(stones) | region.beside(near);
            // The points beside liberties, once for each step but the first.
            let wider = if step > 1 { region.beside(edge) & empty & !near } else { Bits::EMPTY };
            let mut grown = wider;
            for own in state.stones {
                for chain in region.parts_at(touched & own & !seen, own) {
                    let liberties = region.beside(chain) & empty;
                    if liberties.count() <= steps - step + 2 {
                        seen = seen | chain;
                        stones = stones | chain;
                        grown = grown | liberties;
                    }
                }
            }
            near = near | grown;
            edge = if step > 1 { wider } else { near };
        }
        near
    }
}
