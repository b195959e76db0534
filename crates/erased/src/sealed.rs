//! A state whose type is not known.
//!
//! It can be compared, hashed and copied, which costs a counter: that is all that proofs, certificates and lines of play
//! ask of states. The problem that made it opens it again.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What every state can do.
trait AnyState: Any + Send + Sync {
    fn equals(&self, other: &dyn AnyState) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
}

impl<S: Eq + Hash + Send + Sync + 'static> AnyState for S {
    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<S>().is_some_and(|other| self == other)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A state of some problem.
#[derive(Clone)]
pub struct Sealed(Arc<dyn AnyState>);

impl Sealed {
    /// Puts a state behind `dyn`.
    pub fn new<S: Eq + Hash + Send + Sync + 'static>(state: S) -> Self {
        Self(Arc::new(state))
    }

    /// The state.
    ///
    /// # Panics
    ///
    /// If it is of another type: states belong to the problem that they were made by.
    pub fn open<S: 'static>(&self) -> &S {
        (*self.0).as_any().downcast_ref().expect("a state belongs to the problem that it was made by")
    }

    /// True if both are states of one type, so that a problem that made one can open the other.
    pub fn is_like(&self, other: &Self) -> bool {
        (*self.0).as_any().type_id() == (*other.0).as_any().type_id()
    }

    /// True if both are copies of one.
    pub(crate) fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl PartialEq for Sealed {
    fn eq(&self, other: &Self) -> bool {
        self.is_copy_of(other) || self.0.equals(&*other.0)
    }
}

impl Eq for Sealed {}

impl Hash for Sealed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.feed(hasher);
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed")
    }
}
