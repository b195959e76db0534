//! Finding a cycle of a problem, so that programs can refuse it and show why.
//!
//! The idea: depth-first search with three colours, on a stack of its own, for graphs may be deeper than the thread's
//! stack. An edge to a state that is on the current path closes a cycle.
//!
//! The cost: linear in the states and edges that the root reaches, all of which are kept. It is for graphs that people write,
//! and not for games.

use std::collections::HashMap;

use crate::problem::{Problem, Status};

/// A cycle that the root can reach: the states on it, each once, an edge leading from each to the next and from the last to
/// the first. `None` if there is none, and searches for acyclic graphs may be used.
///
/// Nothing follows a decided state, and states that the root does not reach cannot disturb a search and are not looked at.
pub fn find_cycle<P: Problem>(problem: &P) -> Option<Vec<P::State>> {
    let children = |state: &P::State| {
        let mut children = Vec::new();
        if let Status::Open(_) = problem.status(state) {
            problem.for_each_successor(state, |_, child| children.push(child));
        }
        children.into_iter()
    };
    let root = problem.root();
    // The current path, each state with those of its children that were not looked at.
    let mut path = vec![(root.clone(), children(&root))];
    let mut is_on_path = HashMap::from([(root, true)]);
    while let Some((state, rest)) = path.last_mut() {
        let Some(child) = rest.next() else {
            is_on_path.insert(state.clone(), false);
            path.pop();
            continue;
        };
        match is_on_path.get(&child) {
            Some(false) => {}
            None => {
                is_on_path.insert(child.clone(), true);
                let rest = children(&child);
                path.push((child, rest));
            }
            Some(true) => {
                let from_child = path.into_iter().map(|(state, _)| state).skip_while(|state| *state != child);
                return Some(from_child.collect());
            }
        }
    }
    None
}
