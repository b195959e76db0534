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
    let (others, other_moves) = listed(problem, other, most, keep)?;
    let (children, moves) = listed(problem, state, most, keep)?;
    Some(paired(children, &others, &|place, other| moves[place] == other_moves[other]))
}

/// What the children of a state are kept as, and the moves to them.
type Moved<S, M> = (Vec<S>, Vec<M>);

/// The children of a state, if there are not more than so many, with the moves to them.
fn listed<P: Problem, S>(
    problem: &P,
    state: &P::State,
    most: usize,
    keep: fn(P::State) -> S,
) -> Option<Moved<S, P::Move>> {
    let (mut children, mut moves) = (Vec::new(), Vec::new());
    let mut has_room = true;
    let list: &mut dyn FnMut(_, _) = &mut |mv, next| {
        has_room &= moves.len() < most;
        if has_room {
            moves.push(mv);
            children.push(keep(next));
        }
    };
    problem.for_each_successor(state, list);
    has_room.then_some((children, moves))
}

/// Puts each child beside the one of the others which is reached by the same move, as `is_same` says of their places. It knows no
/// moves.
fn paired<S: Clone>(children: Vec<S>, others: &[S], is_same: &dyn Fn(usize, usize) -> bool) -> Vec<Pair<S>> {
    // Behind the place of the last pair.
    let mut from = 0;
    let mut pairs = Vec::with_capacity(children.len());
    for (place, child) in children.into_iter().enumerate() {
        let other = (from..others.len()).chain(0..from).find(|&other| is_same(place, other));
        if let Some(other) = other {
            from = other + 1;
        }
        pairs.push((child, other.map(|other| others[other].clone())));
    }
    pairs
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
