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
    let mut pairs = Vec::new();
    for_each_pair(problem, state, other, most, &mut |child, other| pairs.push((child, other.cloned()))).then_some(pairs)
}

/// Takes a child, and that of another state which the same move leads to.
pub type PairVisitor<'a, S> = dyn FnMut(S, Option<&S>) + 'a;

/// Visits the children of a state, each with that child of another one which the same move leads to. False if one of the two has
/// more than `most`: then some are left out.
///
/// The cost: linear where both states have nearly the same moves in the same order.
pub fn for_each_pair<P: Problem>(
    problem: &P,
    state: &P::State,
    other: &P::State,
    most: usize,
    visit: &mut PairVisitor<'_, P::State>,
) -> bool {
    let (mut others, mut count) = (Vec::new(), 0);
    let list: &mut dyn FnMut(_, _) = &mut |mv, next| {
        count += 1;
        if count <= most {
            others.push((mv, next));
        }
    };
    problem.for_each_successor(other, list);
    if count > most {
        return false;
    }
    let (mut from, mut count) = (0, 0);
    let pair: &mut dyn FnMut(_, _) = &mut |mv, next| {
        count += 1;
        if count <= most {
            match first_place(from, others.len(), &|place| others[place].0 == mv) {
                Some(place) => {
                    from = place + 1;
                    visit(next, Some(&others[place].1));
                }
                None => visit(next, None),
            }
        }
    };
    problem.for_each_successor(state, pair);
    count <= most
}

/// The first place, from this one on and around to it again, that is the one.
fn first_place(from: usize, count: usize, is_it: &dyn Fn(usize) -> bool) -> Option<usize> {
    (from..count).chain(0..from).find(|&place| is_it(place))
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
