//! Two states side by side: what the same moves lead to.

use proofset_core::Problem;

/// A child, and that of another state which the same move leads to, if there is one.
pub type Pair<S> = (S, Option<S>);

/// The children of a state, each with that child of another one which the same move leads to, both as `keep` makes them; `None` if
/// one of the two has more than `most`.
///
/// The cost: linear where both states have nearly the same moves in the same order.
pub fn paired_children<P: Problem, S: Clone>(
    problem: &P,
    state: &P::State,
    other: &P::State,
    most: usize,
    keep: fn(P::State) -> S,
) -> Option<Vec<Pair<S>>> {
    let (mut moves, mut others) = (Vec::new(), Few::new(most));
    let list: &mut dyn FnMut(_, _) = &mut |mv, next| {
        if others.has_room() {
            moves.push(mv);
            others.list.push(keep(next));
        }
    };
    problem.for_each_successor(other, list);
    let mut pairing = Pairing { others: others.all()?, from: 0, pairs: Few::new(most) };
    let pair: &mut dyn FnMut(_, _) = &mut |mv, next| {
        if pairing.pairs.has_room() {
            pairing.pair(keep(next), &|place| moves[place] == mv);
        }
    };
    problem.for_each_successor(state, pair);
    pairing.pairs.all()
}

/// A list that is of no use once it would have too many.
struct Few<T> {
    list: Vec<T>,
    most: usize,
    is_full: bool,
}

impl<T> Few<T> {
    fn new(most: usize) -> Self {
        Self { list: Vec::new(), most, is_full: false }
    }

    /// True if one more may come.
    fn has_room(&mut self) -> bool {
        self.is_full |= self.list.len() >= self.most;
        !self.is_full
    }

    fn all(self) -> Option<Vec<T>> {
        (!self.is_full).then_some(self.list)
    }
}

/// Puts children beside those of another state. It knows no moves.
struct Pairing<S> {
    others: Vec<S>,
    /// The place behind that of the last pair.
    from: usize,
    pairs: Few<Pair<S>>,
}

impl<S: Clone> Pairing<S> {
    /// Takes the next child, whose move leads to that one of the others for which `is_its` says so.
    fn pair(&mut self, child: S, is_its: &dyn Fn(usize) -> bool) {
        let from = self.from;
        let place = (from..self.others.len()).chain(0..from).find(|&place| is_its(place));
        if let Some(place) = place {
            self.from = place + 1;
        }
        self.pairs.list.push((child, place.map(|place| self.others[place].clone())));
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Problem, Status};

    /// A state is what was added up, and moves add what they say; one of them is not there from the state that it is said of.
    struct Adding;

    impl Problem for Adding {
        type State = u32;
        type Move = u32;

        fn root(&self) -> u32 {
            0
        }

        fn status(&self, _: &u32) -> Status {
            Status::OpenLeaf
        }

        fn for_each_successor(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
            (1..5).filter(|mv| mv != state).for_each(|mv| visit(mv, state + mv));
        }
    }

    #[test]
    fn the_same_moves_stand_side_by_side() {
        let paired_children =
            |state: u32, other: u32, most| super::paired_children(&Adding, &state, &other, most, |child| child);
        let pairs = paired_children(3, 2, 3);
        assert_eq!(pairs, Some(vec![(4, Some(3)), (5, None), (7, Some(6))]));
        // Moves may come in any order.
        assert_eq!(paired_children(10, 20, 4).map(|pairs| pairs[3]), Some((14, Some(24))));
        assert_eq!(paired_children(3, 10, 3), None);
        assert_eq!(paired_children(10, 3, 3), None);
    }
}
