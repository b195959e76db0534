//! The successors of one state, in a list that is kept from one expansion to the next.
//!
//! The idea: a search that looks states up while a game makes moves has the code of both in one loop, and the processor
//! slows down. So an expansion lists the successors first, and makes nodes afterwards. It also knows then how many there
//! are, and can stop before it grows.
//!
//! The cost: nothing is allocated once the list is as long as usual. A list that was very long is given back.

use std::hash::Hash;

use crate::{Problem, RandomOrder, state_hash};

/// Successors that are kept room for from one expansion to the next.
const KEPT: usize = 1 << 12;

/// A list of successors, used again and again.
#[derive(Clone, Debug)]
pub struct Successors<S> {
    states: Vec<S>,
    /// Bytes that the listed states own beside themselves.
    owned: usize,
}

impl<S> Successors<S> {
    /// Lists nothing, and holds no memory.
    pub fn new() -> Self {
        Self { states: Vec::new(), owned: 0 }
    }

    /// Lists the successors of an open state, in move order. False if they take more than so many bytes, of which the list
    /// then holds no more: some are left out, and it is of no use.
    #[inline]
    #[must_use]
    pub fn list<P: Problem<State = S>>(&mut self, problem: &P, state: &S, most_bytes: usize) -> bool {
        self.give_back();
        let Self { states, owned } = self;
        let mut fits = true;
        problem.for_each_successor(state, |_, next| {
            // A full list is about to take twice as much, beside what it has.
            *owned += problem.owned_bytes(&next);
            let has_room = states.len() < states.capacity() || 3 * size_of_val(&states[..]) <= most_bytes;
            fits = fits && has_room && *owned <= most_bytes;
            if fits {
                states.push(next);
            }
        });
        fits
    }

    /// Puts them into another order; those to equal states stay as they are.
    #[cold]
    #[inline(never)]
    pub fn sort(&mut self, order: RandomOrder)
    where
        S: Hash,
    {
        let mut keys = Vec::with_capacity(self.states.len());
        for state in &self.states {
            keys.push(order.place(state_hash(state)));
        }
        for (place, &other) in swaps(&keys).iter().enumerate() {
            self.states.swap(place, other);
        }
    }

    /// The listed successors.
    #[inline]
    pub fn as_slice(&self) -> &[S] {
        &self.states
    }

    /// How many successors are listed.
    #[inline]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True if none is listed.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Forgets what is listed, and gives back what only a very long list needs. To be called when an expansion is over.
    #[inline]
    pub fn give_back(&mut self) {
        self.states.clear();
        self.owned = 0;
        if self.states.capacity() > KEPT {
            self.states = Vec::new();
        }
    }

    /// Bytes that the listed states [own](Problem::owned_bytes) beside themselves.
    #[inline]
    pub fn owned(&self) -> usize {
        self.owned
    }

    /// Bytes held, with what the listed states own.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>() + self.owned
    }
}

/// What each place is to be swapped with, the first place first, so that keys come into their order; equal ones stay as they are. It
/// is compiled once, and not for each kind of states.
fn swaps(keys: &[u64]) -> Vec<usize> {
    let mut sources: Vec<usize> = (0..keys.len()).collect();
    sources.sort_by_key(|&place| keys[place]);
    for place in 0..sources.len() {
        // What was there before has gone to where its place was taken from.
        while sources[place] < place {
            sources[place] = sources[sources[place]];
        }
    }
    sources
}

impl<S> Default for Successors<S> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Successors;
    use crate::{Problem, RandomOrder, Role, Status};

    /// The number of successors is the state.
    struct Fan;

    impl Problem for Fan {
        type State = u64;
        type Move = u64;

        fn root(&self) -> u64 {
            0
        }

        fn status(&self, _: &u64) -> Status {
            Status::Open(Role::Or)
        }

        fn for_each_successor(&self, &width: &u64, mut visit: impl FnMut(u64, u64)) {
            (0..width).for_each(|next| visit(next, next));
        }
    }

    #[test]
    fn successors_are_listed_in_order_and_long_lists_given_back() {
        let mut list = Successors::new();
        assert!(list.list(&Fan, &5, usize::MAX));
        assert_eq!((list.as_slice(), list.len()), (&[0, 1, 2, 3, 4][..], 5));
        let usual = list.bytes();
        assert!(list.list(&Fan, &3, 0), "there is room already");
        assert_eq!((list.as_slice(), list.bytes()), (&[0, 1, 2][..], usual), "nothing is allocated again");
        list.give_back();
        assert_eq!((list.is_empty(), list.bytes()), (true, usual), "a short list keeps its room");
        assert!(list.list(&Fan, &100_000, usize::MAX));
        assert_eq!(list.as_slice().iter().sum::<u64>(), 99_999 * 50_000);
        assert!(list.bytes() >= 800_000);
        list.give_back();
        assert_eq!((list.bytes(), list.is_empty()), (0, true));
    }

    #[test]
    fn orders_are_drawn_from_seeds() {
        let ordered = |seed| {
            let mut list = Successors::new();
            assert!(list.list(&Fan, &9, usize::MAX));
            list.sort(RandomOrder::new(seed));
            list.as_slice().to_vec()
        };
        assert_eq!(ordered(1), [1, 4, 7, 8, 6, 2, 3, 0, 5]);
        assert_ne!(ordered(1), ordered(2));
        let mut sorted = ordered(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn a_list_takes_no_more_than_it_may() {
        let mut list = Successors::new();
        for most in [1000, 1_000_000, 3_000_000] {
            assert!(!list.list(&Fan, &1_000_000, most));
            assert!(list.bytes() <= most, "{} bytes of {most}", list.bytes());
            list.give_back();
        }
    }
}
