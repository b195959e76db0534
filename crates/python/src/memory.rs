//! What rules in Python have said of the successors of states.
//!
//! The list of the last state is kept, since a search asks for its parts one after the other. Depth-first searches come back to
//! states again and again, and keep all states that can be compared in full; with them every list is kept, so that Python is
//! asked once for each state, and for good.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::state::State;

/// Whether all lists are to be kept. It is said once the algorithm is known, which is after the rules are.
pub(crate) type KeepsAll = Arc<AtomicBool>;

/// Lists of successors.
pub(crate) struct Lists<L> {
    keeps_all: KeepsAll,
    last: Mutex<Option<(State, Arc<L>)>>,
    all: Mutex<HashMap<State, Arc<L>>>,
}

impl<L> Lists<L> {
    pub(crate) fn new(keeps_all: KeepsAll) -> Self {
        Self { keeps_all, last: Mutex::new(None), all: Mutex::new(HashMap::new()) }
    }

    /// The list of a state: one that is kept, or else made.
    pub(crate) fn of(&self, state: &State, list: impl FnOnce() -> L) -> Arc<L> {
        // No lock is held while code in Python runs that makes a list.
        if let Some((of, list)) = &*self.last.lock().unwrap_or_else(PoisonError::into_inner)
            && of.is(state)
        {
            return Arc::clone(list);
        }
        let keeps_all = self.keeps_all.load(Ordering::Relaxed);
        let known =
            if keeps_all { self.all.lock().unwrap_or_else(PoisonError::into_inner).get(state).cloned() } else { None };
        let list = known.unwrap_or_else(|| {
            let list = Arc::new(list());
            if keeps_all {
                self.all.lock().unwrap_or_else(PoisonError::into_inner).insert(state.clone(), Arc::clone(&list));
            }
            list
        });
        let kept = (state.clone(), Arc::clone(&list));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        list
    }
}
