//! The laws of states that can be written as words, checked by random walks.
//!
//! The laws of [`Pack`]: what was written is read back; equal states write the same words, in whatever way they were
//! reached, and different states different ones; and the words tell the hash of the state.
//!
//! The cost: each state met is kept. The reference: see [`conformance`](super).

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use fastrand::Rng;
use proofset_core::{Format, Pack, Problem, Status, Words, state_hash};

use super::play::MAX_PLIES;

/// Walks through a problem `walks` times and panics, naming state and law, if the packing of a state breaks a law. The
/// successors of each state on the way are looked at as well.
///
/// Games are walked through as problems: `Solve::from_start(game, goal)`. The same seed gives the same walks.
pub fn check_packing<P: Problem>(problem: &P, walks: usize, seed: u64)
where
    P::State: Pack + Debug,
{
    assert!(walks > 0, "without walks nothing is checked");
    let (mut rng, mut checker) = (Rng::with_seed(seed), Checker::new());
    for _ in 0..walks {
        let mut state = problem.root();
        checker.state(&state).unwrap_or_else(|fault| panic!("{fault}"));
        for _ in 0..MAX_PLIES {
            let mut successors = Vec::new();
            if let Status::Open(_) = problem.status(&state) {
                problem.for_each_successor(&state, |_, next| successors.push(next));
            }
            for next in &successors {
                checker.state(next).unwrap_or_else(|fault| panic!("{fault}"));
            }
            if successors.is_empty() {
                break;
            }
            state = successors.swap_remove(rng.usize(..successors.len()));
        }
    }
}

/// What was written for each state so far, and by which.
struct Checker<S> {
    written: HashMap<S, Words>,
    writers: HashMap<Vec<u32>, S>,
}

impl<S: Pack + Clone + Eq + Hash + Debug> Checker<S> {
    fn new() -> Self {
        Self { written: HashMap::new(), writers: HashMap::new() }
    }

    fn state(&mut self, state: &S) -> Result<(), String> {
        let words = Words::of(state);
        let format = Format::of::<S>();
        if words.as_slice().len() != format.words() {
            return Err(format!(
                "{} words instead of {} were written for {state:?}",
                words.as_slice().len(),
                format.words()
            ));
        }
        let back: S = words.unpack();
        if back != *state {
            return Err(format!("what was written for {state:?} is read as {back:?}"));
        }
        if format.key(words.as_slice()) != state_hash(state) {
            return Err(format!("what was written for {state:?} is read as an equal state with another hash"));
        }
        let known = self.written.entry(state.clone()).or_insert_with(|| words.clone());
        if *known != words {
            return Err(format!("equal states are written in two ways: {state:?} as {known:?} and {words:?}"));
        }
        let writer = self.writers.entry(words.as_slice().to_vec()).or_insert_with(|| state.clone());
        if writer != state {
            return Err(format!("two states are written as {words:?}: {writer:?} and {state:?}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use proofset_core::{Pack, Packer, Unpacker};

    use super::Checker;

    /// How a heap is packed.
    const SOUND: u8 = 0;
    const FORGETS_PLAYER: u8 = 1;
    const WRITES_HISTORY: u8 = 2;
    const MISREAD: u8 = 3;

    /// Stones, a player, and the last move, which does not count where states are compared.
    #[derive(Clone, Debug)]
    struct Heap<const LAW: u8> {
        stones: u8,
        first: bool,
        last: u8,
    }

    impl<const LAW: u8> PartialEq for Heap<LAW> {
        fn eq(&self, other: &Self) -> bool {
            (self.stones, self.first) == (other.stones, other.first)
        }
    }

    impl<const LAW: u8> Eq for Heap<LAW> {}

    impl<const LAW: u8> Hash for Heap<LAW> {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.stones.hash(state);
        }
    }

    impl<const LAW: u8> Pack for Heap<LAW> {
        const BITS: u32 = <(u8, bool, u8)>::BITS;

        fn pack(&self, to: &mut Packer<'_>) {
            let last = if LAW == WRITES_HISTORY { self.last } else { 0 };
            (self.stones, LAW != FORGETS_PLAYER && self.first, last).pack(to);
        }

        fn unpack(from: &mut Unpacker<'_>) -> Self {
            let (stones, first, last) = <(u8, bool, u8)>::unpack(from);
            Self { stones: if LAW == MISREAD { stones / 2 } else { stones }, first, last }
        }
    }

    fn fault<const LAW: u8>() -> Option<String> {
        let mut checker = Checker::new();
        let heaps = (0..8).flat_map(|stones| {
            [(true, 1), (true, 2), (false, 1)].map(|(first, last)| Heap::<LAW> { stones, first, last })
        });
        heaps.map(|heap| checker.state(&heap)).find_map(Result::err)
    }

    #[test]
    fn every_broken_law_is_found() {
        assert_eq!(fault::<SOUND>(), None);
        let faults = [fault::<FORGETS_PLAYER>(), fault::<WRITES_HISTORY>(), fault::<MISREAD>()];
        for (fault, law) in faults.into_iter().zip(["is read as", "are written in two ways", "is read as"]) {
            let fault = fault.expect("a law is broken");
            assert!(fault.contains(law), "expected {law:?}, found {fault:?}");
        }
    }
}
