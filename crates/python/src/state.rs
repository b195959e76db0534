//! A state that is an object of Python: any that can be compared and hashed.
//!
//! Its hash, its [key](crate::key), and what the rules say of it, are asked for once. Two states are equal if
//! their hashes and keys are and `__eq__` says so; what that raises goes to whoever has called. Both have to mean the same all the
//! time, and equal states must have equal futures: [`State::recheck`] and [`Watchman`] look whether they do, as far as that can be
//! seen without searching twice.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use proofset_core::{Outcome, Player, Status};
use pyo3::prelude::*;

use crate::errors::{Error, raise};
use crate::key::Keys;

/// Gives what Python has given, or sends its exception through the search.
pub(crate) fn or_raise<T>(result: PyResult<T>) -> T {
    result.unwrap_or_else(|error| raise(error))
}

/// Fails with a message of ours.
pub(crate) fn refuse(message: String) -> ! {
    raise(Error::new_err(message))
}

/// What looks after states: asked when two of them are found equal.
pub(crate) trait Watchman: Send + Sync {
    /// Complains if two states that are equal have different futures.
    fn compare(&self, py: Python<'_>, one: &Py<PyAny>, other: &Py<PyAny>);

    /// What makes the keys of states.
    fn keys(&self) -> &Keys;
}

/// How many pairs are compared at first, and then one in how many.
const FIRST: u64 = 64;
const ONE_IN: u64 = 32;

/// Counts, and says when it is time to look.
#[derive(Default)]
pub(crate) struct Samples(AtomicU64);

impl Samples {
    pub(crate) fn is_time(&self) -> bool {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        count < FIRST || count.is_multiple_of(ONE_IN)
    }
}

struct Inner {
    object: Py<PyAny>,
    hash: isize,
    /// Equal states have equal ones.
    key: u64,
    watchman: Arc<dyn Watchman>,
    /// What the rules have said, once they were asked.
    outcome: OnceLock<Option<Outcome>>,
    player: OnceLock<Player>,
    status: OnceLock<Status>,
}

/// A state.
#[derive(Clone)]
pub(crate) struct State(Arc<Inner>);

impl State {
    /// Takes an object for a state.
    pub(crate) fn new(object: Bound<'_, PyAny>, watchman: &Arc<dyn Watchman>) -> Self {
        let hash = or_raise(object.hash());
        let key = or_raise(watchman.keys().of(&object, hash));
        let (outcome, player, status) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let watchman = Arc::clone(watchman);
        Self(Arc::new(Inner { object: object.unbind(), hash, key, watchman, outcome, player, status }))
    }

    /// The object.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.0.object.bind(py)
    }

    /// The result of a game, asked for once.
    pub(crate) fn outcome(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> Option<Outcome>) -> Option<Outcome> {
        *self.0.outcome.get_or_init(|| Python::attach(|py| ask(self.object(py))))
    }

    /// Who moves in a game, asked for once.
    pub(crate) fn player(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> Player) -> Player {
        *self.0.player.get_or_init(|| Python::attach(|py| ask(self.object(py))))
    }

    /// What a problem says, asked for once.
    pub(crate) fn status(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> Status) -> Status {
        *self.0.status.get_or_init(|| Python::attach(|py| ask(self.object(py))))
    }

    /// True if both are copies of one.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Complains if the object is not what it was: its hash has changed, or it is not equal to itself.
    pub(crate) fn recheck(&self, py: Python<'_>, compares: bool) {
        let object = self.object(py);
        if or_raise(object.hash()) != self.0.hash {
            refuse(format!(
                "the hash of the state {} has changed; states must not change, and moves must make new ones",
                text(object)
            ));
        }
        if compares && !or_raise(object.eq(object)) {
            refuse(format!("the state {} is not equal to itself; its __eq__ is wrong", text(object)));
        }
    }
}

/// A state for messages.
pub(crate) fn text(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "(without a repr)".to_owned(), |text| text.to_string())
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        if self.is(other) {
            return true;
        }
        if self.0.hash != other.0.hash || self.0.key != other.0.key {
            return false;
        }
        Python::attach(|py| {
            let (one, two) = (self.object(py), other.object(py));
            if one.is(two) {
                return true;
            }
            let equal = or_raise(one.eq(two));
            if equal {
                self.0.watchman.compare(py, &self.0.object, &other.0.object);
            }
            equal
        })
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.key);
    }
}
