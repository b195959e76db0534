//! The laws of problems with ranks, checked at every state.
//!
//! The laws of [`Problem`] and [`Describe`]: an open state has a successor or is lost for its mover; the rank of a successor
//! is greater; different states have different texts, and so have different moves of a state; a text leads where its move
//! does; no leaf is open.
//!
//! The cost: each state is kept with its text, so that the problem has to be a small one.

use std::collections::{HashMap, HashSet};

use proofset_core::{Describe, Role, Status, Value};

/// Looks at all states below the root, and panics, naming state and law, if the problem breaks a law. Tells what they are worth.
pub fn check_whole<P: Describe>(problem: &P) -> HashMap<P::State, Value> {
    let mut checker = Checker { problem, values: HashMap::new(), texts: HashSet::new() };
    if let Err(fault) = checker.value(&problem.root()) {
        panic!("{fault}");
    }
    checker.values
}

struct Checker<'p, P: Describe> {
    problem: &'p P,
    values: HashMap<P::State, Value>,
    texts: HashSet<String>,
}

impl<P: Describe> Checker<'_, P> {
    fn value(&mut self, state: &P::State) -> Result<Value, String> {
        if let Some(&value) = self.values.get(state) {
            return Ok(value);
        }
        let problem = self.problem;
        let text = problem.state_text(state);
        if !self.texts.insert(text.clone()) {
            return Err(format!("two states read {text:?}"));
        }
        let value = match problem.status(state) {
            Status::Decided(value) => value,
            Status::OpenLeaf => return Err(format!("{text:?} is an open leaf")),
            Status::Open(role) => {
                let mut children = Vec::new();
                problem.for_each_successor(state, |mv, child| children.push((mv, child)));
                let moves: HashSet<String> = children.iter().map(|(mv, _)| problem.move_text(state, *mv)).collect();
                if moves.len() < children.len() {
                    return Err(format!("two moves of {text:?} read the same"));
                }
                let text_of = |mv: &P::Move| problem.move_text(state, *mv);
                if children.iter().any(|(mv, child)| problem.successor(state, &text_of(mv)).as_ref() != Some(child)) {
                    return Err(format!("a move of {text:?} does not lead where its text does"));
                }
                if children.iter().any(|(_, child)| problem.rank(child) <= problem.rank(state)) {
                    return Err(format!("the rank of {text:?} is not below those of its successors"));
                }
                let (won, lost) = match role {
                    Role::Or => (Value::Proven, Value::Disproven),
                    Role::And => (Value::Disproven, Value::Proven),
                };
                let values = children.iter().map(|(_, child)| self.value(child));
                if values.collect::<Result<Vec<_>, _>>()?.contains(&won) { won } else { lost }
            }
        };
        self.values.insert(state.clone(), value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

    use super::Checker;

    /// A heap from which one or two stones are taken; who takes the last one has proven or disproven it. Each fault breaks
    /// one law.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Heap {
        Sound,
        HidesTheMover,
        OneNameForMoves,
        FallingRank,
        OpenLeaf,
        TextLeadsElsewhere,
    }

    impl Problem for Heap {
        type State = (u32, bool);
        type Move = u32;

        fn root(&self) -> (u32, bool) {
            (4, true)
        }

        fn status(&self, &(left, first): &(u32, bool)) -> Status {
            match (left, first) {
                (0, _) if *self == Self::OpenLeaf => Status::OpenLeaf,
                (0, true) => Status::Decided(Value::Disproven),
                (0, false) => Status::Decided(Value::Proven),
                (_, true) => Status::Open(Role::Or),
                (_, false) => Status::Open(Role::And),
            }
        }

        fn for_each_successor(&self, &(left, first): &(u32, bool), mut visit: impl FnMut(u32, (u32, bool))) {
            (1..=left.min(2)).for_each(|taken| visit(taken, (left - taken, !first)));
        }

        fn rank(&self, &(left, _): &(u32, bool)) -> Option<u32> {
            Some(if *self == Self::FallingRank { left } else { 4 - left })
        }
    }

    impl Dominance for Heap {}

    impl Describe for Heap {
        fn state_text(&self, &(left, first): &(u32, bool)) -> String {
            if *self == Self::HidesTheMover { left.to_string() } else { format!("{left} {first}") }
        }

        fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
            if *self == Self::OneNameForMoves { "take".to_owned() } else { taken.to_string() }
        }

        fn successor(&self, &(left, first): &(u32, bool), text: &str) -> Option<(u32, bool)> {
            let taken: u32 = text.parse().ok()?;
            let first = if *self == Self::TextLeadsElsewhere { first } else { !first };
            Some((left.checked_sub(taken)?, first))
        }
    }

    fn root_value(heap: Heap) -> Result<Value, String> {
        Checker { problem: &heap, values: HashMap::new(), texts: HashSet::new() }.value(&heap.root())
    }

    #[test]
    fn each_broken_law_is_named() {
        assert_eq!(root_value(Heap::Sound), Ok(Value::Proven));
        for (heap, fault) in [
            (Heap::HidesTheMover, "two states read \"0\""),
            (Heap::OneNameForMoves, "two moves of \"4 true\" read the same"),
            (Heap::FallingRank, "the rank of \"4 true\" is not below those of its successors"),
            (Heap::TextLeadsElsewhere, "a move of \"4 true\" does not lead where its text does"),
            (Heap::OpenLeaf, "\"0 true\" is an open leaf"),
        ] {
            assert_eq!(root_value(heap), Err(fault.to_owned()));
        }
    }
}
