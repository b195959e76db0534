//! A cursor that keeps the states of its line.
//!
//! The idea: its marks are whole states, so that it tells all of them apart and asks nothing of a problem but its
//! successors. The cost: a copy of a state for each child that is looked at.

use std::ops::ControlFlow;

use proofset_core::{EdgeCost, LeafCost, Probe, Problem, state_hash};

use crate::{Cursor, NodeView};

/// A cursor that keeps the states of its line.
#[derive(Clone, Debug)]
pub struct CopyCursor<P: Problem, C = ()> {
    problem: P,
    probe: C,
    line: Vec<P::State>,
}

impl<P: Problem, C: Probe<P>> CopyCursor<P, C> {
    /// A cursor on the root, with leaves weighed by `probe`.
    pub fn new(problem: P, probe: C) -> Self {
        let root = problem.root();
        Self { problem, probe, line: vec![root] }
    }

    /// The state that it stands on.
    #[inline]
    pub(crate) fn here(&self) -> &P::State {
        self.line.last().expect("a cursor stands somewhere")
    }

    /// A child of that state, as it looks from there.
    #[inline]
    pub(crate) fn child(&mut self, next: P::State) -> NodeView<P::State> {
        let Self { problem, probe, line } = self;
        let edge = probe.edge(problem, line.last().expect("a cursor stands somewhere"), &next);
        node_view(problem, next, edge)
    }
}

fn node_view<P: Problem>(problem: &P, state: P::State, edge: EdgeCost) -> NodeView<P::State> {
    let (key, status, rank) = (state_hash(&state), problem.status(&state), problem.rank(&state));
    NodeView { mark: state, key, resource: 0, status, rank, edge }
}

impl<P: Problem, C: Probe<P>> Cursor for CopyCursor<P, C> {
    type Problem = P;
    type Mark = P::State;

    const EXACT: bool = true;

    fn problem(&self) -> &P {
        &self.problem
    }

    fn view(&self, state: &P::State) -> NodeView<P::State> {
        node_view(&self.problem, state.clone(), EdgeCost::NONE)
    }

    fn stand(&mut self, state: &P::State) {
        self.line.clear();
        self.line.push(state.clone());
    }

    fn line(&self) -> Vec<P::State> {
        self.line.clone()
    }

    #[inline]
    fn same(one: &P::State, other: &P::State) -> bool {
        one == other
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<P::State>)) {
        self.for_each_child_until(|child| {
            visit(child);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn for_each_child_until(&mut self, mut visit: impl FnMut(NodeView<P::State>) -> ControlFlow<()>) {
        let Self { problem, probe, line } = self;
        let here = line.last().expect("a cursor stands somewhere");
        let mut flow = ControlFlow::Continue(());
        problem.for_each_successor(here, |_, next| {
            if flow.is_continue() {
                let edge = probe.edge(problem, here, &next);
                flow = visit(node_view(problem, next, edge));
            }
        });
    }

    #[inline]
    fn cost(&mut self, mark: &P::State) -> LeafCost {
        self.probe.cost(&self.problem, mark)
    }

    #[inline]
    fn enter(&mut self, mark: &P::State) {
        self.line.push(mark.clone());
    }

    #[inline]
    fn leave(&mut self) {
        self.line.pop();
        assert!(!self.line.is_empty(), "one goes back from where one went");
    }

    fn state_of(&mut self, mark: &P::State) -> P::State {
        mark.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use proofset_core::{Problem, Role, Status};

    use super::CopyCursor;
    use crate::Cursor;

    /// Each number is followed by the next.
    struct Count;

    impl Problem for Count {
        type State = u32;
        type Move = ();

        fn root(&self) -> u32 {
            0
        }

        fn status(&self, _: &u32) -> Status {
            Status::Open(Role::Or)
        }

        fn for_each_successor(&self, state: &u32, mut visit: impl FnMut((), u32)) {
            visit((), state + 1);
        }
    }

    /// What goes wrong is told where it does, and not at the next look at children.
    #[test]
    fn nothing_lies_before_the_root() {
        let mut cursor = CopyCursor::new(Count, ());
        cursor.enter(&1);
        cursor.leave();
        assert_eq!(cursor.line(), [0]);
        assert!(catch_unwind(AssertUnwindSafe(|| cursor.leave())).is_err());
    }
}
