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
        let stones = self.chains(state).fold(Bits::EMPTY, |all, chain| all | chain);
        let beside = region.beside(stones);
        // Where one of them has been taken by a ko, it may be taken back.
        let mut near = (beside | self.missing(state)) & empty;
        let mut edge = near;
        let mut seen = stones;
        let mut touched = beside | region.beside(near);
        for step in 1..=steps {
            // The points beside liberties, once for each step but the first.
            let wider = if step > 1 { region.beside(edge) & empty & !near } else { Bits::EMPTY };
            let (mut grown, mut reached) = (wider, Bits::EMPTY);
            for own in state.stones {
                // A chain that has too many liberties has too many for further steps as well, and is followed no farther.
                let most = steps - step + 2;
                let mut rest = touched & own & !seen;
                while let Some(first) = rest.ascending().next() {
                    let mut chain = Bits::single(first);
                    let mut beside = region.beside_point(first);
                    let mut added = beside & own;
                    while !added.is_empty() && (beside & empty).count() <= most {
                        chain = chain | added;
                        let more = region.beside(added);
                        beside = beside | more;
                        added = more & own & !chain;
                    }
                    rest &= !chain;
                    seen = seen | chain;
                    let liberties = beside & empty;
                    if liberties.count() <= most {
                        reached = reached | beside;
                        grown = grown | liberties;
                    }
                }
            }
            let fresh = grown & !near;
            near = near | fresh;
            edge = if step > 1 { wider } else { near };
            touched = touched | reached | region.beside(fresh);
        }
        near
    }
}
