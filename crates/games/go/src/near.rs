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
        let whole = |(stones, all), (chain, beside)| (stones | chain, all | beside);
        let (stones, beside) = self.chains(state).fold((Bits::EMPTY, Bits::EMPTY), whole);
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
                    let mut has_many = (beside & empty).has_more_than(most);
                    while !added.is_empty() && !has_many {
                        chain = chain | added;
                        let more = region.beside(added);
                        beside = beside | more;
                        added = more & own & !chain;
                        has_many = (beside & empty).has_more_than(most);
                    }
                    rest &= !chain;
                    seen = seen | chain;
                    if !has_many {
                        reached = reached | beside;
                        grown = grown | beside & empty;
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

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proofset_bits::Bits;
    use proofset_core::Problem;

    use crate::board::Size;
    use crate::local::{Local, State};
    use crate::local_question::LocalQuestion;
    use crate::rules::Rules;
    use crate::turn::tests::random;

    /// The same with every chain followed to its end, and no part of it remembered.
    fn slow<const W: usize>(local: &Local<W>, state: &State<W>, steps: u32) -> Bits<W> {
        let region = local.region();
        let empty = region.empty(&state.stones);
        let stones = local.chains(state).fold(Bits::EMPTY, |all, (chain, _)| all | chain);
        let mut near = (region.beside(stones) | local.missing(state)) & empty;
        let mut touched = region.beside(stones) | region.beside(near);
        // The points beside liberties, once for each step but the first.
        let mut edge = near;
        for step in 1..=steps {
            let mut grown = if step > 1 { region.beside(edge) & empty } else { Bits::EMPTY };
            let wider = grown & !near;
            let mut reached = Bits::EMPTY;
            for own in state.stones {
                for (chain, _) in region.parts_at(touched & own & !stones, own) {
                    let liberties = region.beside(chain) & empty;
                    if liberties.count() <= steps - step + 2 {
                        reached = reached | region.beside(chain);
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

    #[test]
    fn what_is_near_is_what_it_is_with_every_chain_followed_to_its_end() {
        let mut rng = Rng::with_seed(8);
        let (mut compared, mut different) = (0, 0);
        for round in 0..600 {
            let (columns, rows) = [(7, 7), (9, 9), (19, 19)][round % 3];
            let size = Size::new(columns, rows).unwrap();
            let Some((position, target)) = random(&mut rng, size, 30 + 10 * (round as u32 % 5)) else { continue };
            let goal = format!("capture:{target}:near=1:region=board");
            let mut compare = |near: &dyn Fn(u32) -> (usize, bool)| {
                let found: Vec<_> = (1..=6).map(near).collect();
                assert!(found.iter().all(|(_, is_same)| *is_same), "{position}: {target}, {found:?}");
                compared += 1;
                different += usize::from(found[0].0 < found[2].0 && found[2].0 < found[5].0);
            };
            match LocalQuestion::new(Rules::parse("").unwrap(), &position, Some(&goal)) {
                Ok(LocalQuestion::Small(local)) => compare(&|steps| both(&local, steps)),
                Ok(LocalQuestion::Medium(local)) => compare(&|steps| both(&local, steps)),
                Ok(LocalQuestion::Large(local)) => compare(&|steps| both(&local, steps)),
                Err(_) => {}
                Ok(LocalQuestion::WithHistory(_)) => unreachable!("there is no superko"),
            }
        }
        assert!(compared > 400 && different > 100, "{compared} {different}");
    }

    fn both<const W: usize>(local: &Local<W>, steps: u32) -> (usize, bool) {
        let state = local.root();
        let near = local.near(&state, steps);
        (near.count() as usize, near == slow(local, &state, steps))
    }
}
