//! What the threads of one search for a value have in common, beside their table.
//!
//! The idea: every thread searches the same position, and what one has found out the others find in the table. So that they do not
//! search the same, moves that another thread is at are left for later, all but the first (after ABDADA, Weill 1996). The bounds of the
//! value are shared as well: a thread that narrows them calls the others off what they are at, and all go on with the new ones.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proofset_core::{Limits, Score, Threshold};
use proofset_numbers::{Contribution, Member, Team};

use crate::counters::Counters;

/// What a helper has done, and the bytes that it has held.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Done {
    pub(crate) counters: Counters,
    pub(crate) peak_bytes: u64,
}

impl AddAssign for Done {
    /// Adds what another thread has done at the same time.
    fn add_assign(&mut self, other: Self) {
        self.counters += other.counters;
        self.peak_bytes += other.peak_bytes;
    }
}

impl Contribution for Done {
    fn expanded(&self) -> u64 {
        self.counters.expanded
    }
}

/// Bounds of the value of the root that threads have found.
#[derive(Debug)]
pub(crate) struct Bounds {
    bounds: Mutex<(Score, Score)>,
    /// Grows with every change.
    changes: AtomicU64,
}

impl Bounds {
    pub(crate) fn new() -> Self {
        Self { bounds: Mutex::new((Score::MIN, Score::MAX)), changes: AtomicU64::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, (Score, Score)> {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another position is searched.
    pub(crate) fn forget(&self) {
        *self.lock() = (Score::MIN, Score::MAX);
    }
}

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    /// The value, at a depth.
    Value(u16),
    /// The answer to a threshold.
    Goal(Threshold),
}

/// A thread's part in a search for a value.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) member: Member<Done>,
    bounds: Arc<Bounds>,
    /// The changes of the bounds that it knows of.
    known: u64,
    /// True while its task is the one that bounds are shared about.
    pub(crate) shares: bool,
    /// True if it has stopped because there were others.
    was_called: bool,
}

impl Part {
    pub(crate) fn new(team: &Arc<Team<Done>>, bounds: &Arc<Bounds>, leads: bool) -> Self {
        Self {
            member: Member::new(team, leads),
            bounds: Arc::clone(bounds),
            known: 0,
            shares: !leads,
            was_called: false,
        }
    }

    /// True if it is to stop: the search is over, or the bounds have changed, and it is to hear of them.
    pub(crate) fn is_called(&mut self) -> bool {
        if !self.shares {
            return false;
        }
        self.was_called = self.bounds.changes.load(Ordering::Acquire) != self.known;
        self.was_called || self.member.team().is_over()
    }

    /// True if it has stopped to hear of other bounds.
    pub(crate) fn was_called(&mut self) -> bool {
        std::mem::take(&mut self.was_called)
    }

    /// Narrows bounds by those of others, and theirs by these.
    pub(crate) fn share(&mut self, low: &mut Score, high: &mut Score) {
        let mut bounds = self.bounds.lock();
        let both = (bounds.0.max(*low), bounds.1.min(*high));
        if *bounds != both {
            *bounds = both;
            self.bounds.changes.fetch_add(1, Ordering::AcqRel);
        }
        self.known = self.bounds.changes.load(Ordering::Acquire);
        (*low, *high) = both;
    }
}

/// Helpers for a search, as the search sees them: it does not know how they get their boards.
pub(crate) trait Helpers {
    /// Does a piece of work while helpers are at the same task, and says what all of them have done since the search was made.
    fn while_at(&self, task: Task, bounds: (Score, Score), limits: &Limits, made: u64, work: &mut dyn FnMut()) -> Done;
}
