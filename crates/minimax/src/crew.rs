//! What the threads of one search for a value have in common, beside their table.
//!
//! The idea: every thread searches the same position, and what one has found out the others find in the table. So that they do not
//! search the same, moves that another thread is at are left for later, all but the first (after ABDADA, Weill 1996). The bounds of the
//! value are shared as well: a thread that narrows them calls the others off what they are at, and all go on with the new ones. And each
//! sees now and then whether what is asked of a position near the root has been answered by another thread, and comes back from there.
//!
//! Threads that are stopped keep their lines, and each goes on with its own, in another process as well. One line for all would not do:
//! the first move is shared by all threads, so all of them would be below it.

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

/// A line at which a thread has stopped: the hashes of its positions from the root on, and the numbers of the moves that were tried there.
pub(crate) type Line = Vec<(u64, u8)>;

/// The lines at which threads have stopped, that of the thread that leads first.
#[derive(Debug)]
pub(crate) struct Lines(Mutex<Vec<Line>>);

impl Lines {
    pub(crate) fn new(threads: usize) -> Self {
        Self(Mutex::new(vec![Line::new(); threads]))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them.
    fn all(&self) -> Vec<Line> {
        self.lock().clone()
    }

    /// Takes lines of another search, which may have had more threads or fewer.
    fn set(&self, others: Vec<Line>) {
        self.lock().iter_mut().zip(others).for_each(|(line, other)| *line = other);
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
    lines: Arc<Lines>,
    number: usize,
    /// The line at which the thread had stopped before, as far as it has not come back from there.
    line: Line,
    /// That at which it stops now, from its end on.
    broken: Line,
    /// The ply of the position that others have answered, while the thread comes back from below it.
    back_to: Option<usize>,
    /// The changes of the bounds that it knows of.
    known: u64,
    /// True while its task is the one that bounds are shared about.
    pub(crate) shares: bool,
    /// True if it has stopped because there were others.
    was_called: bool,
}

impl Part {
    /// The part of the thread with this number. The first one leads.
    pub(crate) fn new(team: &Arc<Team<Done>>, bounds: &Arc<Bounds>, lines: &Arc<Lines>, number: usize) -> Self {
        let leads = number == 0;
        Self {
            member: Member::new(team, leads),
            bounds: Arc::clone(bounds),
            lines: Arc::clone(lines),
            number,
            line: Line::new(),
            broken: Line::new(),
            back_to: None,
            known: 0,
            shares: !leads,
            was_called: false,
        }
    }

    /// The thread goes on where it has stopped.
    pub(crate) fn take_up(&mut self) {
        self.line = std::mem::take(&mut self.lines.lock()[self.number]);
    }

    /// The thread has stopped, and remembers where. If it was at no move, it is to go on where it was to before.
    pub(crate) fn put_away(&mut self) {
        if !self.broken.is_empty() {
            self.broken.reverse();
            self.line = std::mem::take(&mut self.broken);
        }
        self.lines.lock()[self.number] = std::mem::take(&mut self.line);
    }

    /// A pass begins at the root.
    pub(crate) fn begin_pass(&mut self) {
        self.member.leave_all();
        self.broken.clear();
    }

    /// The number of the move of a position at this ply that the thread had stopped at.
    pub(crate) fn stopped_at(&self, ply: usize, key: u64) -> Option<u8> {
        self.line.get(ply).filter(|(other, _)| *other == key).map(|&(_, number)| number)
    }

    /// The thread comes back from a position at this ply with an answer.
    pub(crate) fn leave(&mut self, ply: usize, key: u64) {
        self.member.leave(ply);
        if self.stopped_at(ply, key).is_some() {
            self.line.truncate(ply);
        }
    }

    /// Others have answered what the thread was below, at this ply.
    pub(crate) fn call_back_to(&mut self, ply: usize) {
        self.back_to = Some(ply);
    }

    /// True if the thread has come back to the position at this ply, which others have answered.
    pub(crate) fn comes_back_to(&mut self, ply: usize) -> bool {
        let is_there = self.back_to == Some(ply);
        if is_there {
            self.back_to = None;
            self.member.leave_from(ply);
            self.broken.clear();
        }
        is_there
    }

    /// The search comes back without an answer: a move of this position was being tried.
    pub(crate) fn break_off(&mut self, key: u64, number: u8) {
        self.broken.push((key, number));
    }

    /// The lines of all threads.
    pub(crate) fn all_lines(&self) -> Vec<Line> {
        self.lines.all()
    }

    /// Takes lines of another search.
    pub(crate) fn set_lines(&self, lines: Vec<Line>) {
        self.lines.set(lines);
    }

    /// True if it is to stop: the search is over, or the bounds have changed, and it is to hear of them.
    pub(crate) fn is_called(&mut self) -> bool {
        if !self.shares {
            return false;
        }
        self.was_called = self.bounds.changes.load(Ordering::Acquire) != self.known;
        self.was_called || self.member.team().is_over()
    }

    /// True if others have narrowed the bounds and it has not heard of that.
    pub(crate) fn has_news(&self) -> bool {
        self.shares && self.bounds.changes.load(Ordering::Acquire) != self.known
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Bounds, Lines, Part};

    fn parts() -> [Part; 2] {
        let (team, bounds, lines) = (Arc::default(), Arc::new(Bounds::new()), Arc::new(Lines::new(2)));
        [0, 1].map(|number| Part::new(&team, &bounds, &lines, number))
    }

    #[test]
    fn each_thread_goes_on_with_its_own_line() {
        let mut parts = parts();
        for (part, moves) in parts.iter_mut().zip([[5, 3], [7, 2]]) {
            // From the end of the line on.
            part.break_off(11, moves[1]);
            part.break_off(10, moves[0]);
            part.put_away();
        }
        assert_eq!(parts[1].all_lines(), [[(10, 5), (11, 3)], [(10, 7), (11, 2)]]);
        for (part, moves) in parts.iter_mut().zip([[5, 3], [7, 2]]) {
            part.take_up();
            part.begin_pass();
            assert_eq!((part.stopped_at(0, 10), part.stopped_at(1, 11)), (Some(moves[0]), Some(moves[1])));
            assert_eq!((part.stopped_at(1, 12), part.stopped_at(2, 11)), (None, None), "it was not there");
            // Another position at the same ply changes nothing; whoever comes back from the line is not sent there again.
            part.leave(1, 12);
            assert_eq!(part.stopped_at(1, 11), Some(moves[1]));
            part.leave(1, 11);
            assert_eq!((part.stopped_at(0, 10), part.stopped_at(1, 11)), (Some(moves[0]), None));
        }
        // Stopped before it has tried a move, a thread is to go on where it was to before.
        parts[0].put_away();
        assert_eq!(parts[0].all_lines()[0], [(10, 5)]);
    }

    #[test]
    fn a_thread_comes_back_to_what_others_have_answered_and_forgets_the_line_below() {
        let mut parts = parts();
        let [part, _] = &mut parts;
        for (ply, key) in [(0, 10), (1, 11), (2, 12)] {
            part.member.enter(ply, key, 0);
        }
        part.call_back_to(1);
        part.break_off(12, 4);
        assert!(!part.comes_back_to(2));
        part.break_off(11, 4);
        assert!(part.comes_back_to(1) && !part.comes_back_to(1), "once");
        assert_eq!([10, 11, 12].map(|key| part.member.team().below(key)), [1, 0, 0]);
        part.put_away();
        assert_eq!(part.all_lines()[0], []);
    }
}
