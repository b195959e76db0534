//! Two states side by side: what the same moves lead to.

use proofset_core::Problem;

/// A child, and that of another state which the same move leads to, if there is one.
pub type Pair<S> = (S, Option<S>);

/// The children of a state, each with that child of another one which the same move leads to; `None` if one of the two has more than
/// `most`.
///
/// The cost: linear where both states have nearly the same moves in the same order.
pub fn paired_children<P: Problem>(
    problem: &P,
    state: &P::State,
    other: &P::State,
    most: usize,
) -> Option<Vec<Pair<P::State>>> {
    let (mut moves, mut others, mut count) = (Vec::new(), Vec::new(), 0);
    problem.for_each_successor(other, |mv, next| {
        count += 1;
        if count <= most {
            moves.push(mv);
            others.push(next);
        }
    });
    if count > most {
        return None;
    }
    let (mut pairs, mut from) = (Vec::new(), 0);
    count = 0;
    problem.for_each_successor(state, |mv, next| {
        count += 1;
        if count <= most {
            let place = (from..moves.len()).chain(0..from).find(|&place| moves[place] == mv);
            from = place.map_or(from, |place| place + 1);
            pairs.push((next, place.map(|place| others[place].clone())));
        }
    });
    (count <= most).then_some(pairs)
}

#[cfg(test)]
mod tests {
    use proofset_core::{Problem, Status};

    use super::paired_children;

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
        let pairs = paired_children(&Adding, &3, &2, 3);
        assert_eq!(pairs, Some(vec![(4, Some(3)), (5, None), (7, Some(6))]));
        // Moves may come in any order.
        assert_eq!(paired_children(&Adding, &10, &20, 4).map(|pairs| pairs[3]), Some((14, Some(24))));
        assert_eq!(paired_children(&Adding, &3, &10, 3), None);
        assert_eq!(paired_children(&Adding, &10, &3, 3), None);
    }
}
