//! The outside of a running search: its limits, its clock and its observer, seen from within.
//!
//! Every engine looks outside between batches of work; this is the one place where a raised flag, an elapsed time and an
//! observer that has had enough become reasons to stop. What an engine counts itself, expansions and bytes, it compares
//! itself.

use std::mem;
use std::time::{Duration, Instant};

use crate::{Cancel, Limits, Observer, Progress, StopReason};

/// Nodes created and recomputed between two looks outside, where nodes have few children.
const BATCH: u64 = 8192;

/// Children that a node has at most where it counts as one with few.
const FEW: u64 = 1024;

/// Children of one node that are made between two looks at the clock.
const LOOK_AT: usize = 64;

/// Nodes created and recomputed between two looks outside, if no node has more children than `widest`.
///
/// To recompute a node takes a look at its children. Where there may be a million of them, a batch of the usual size would
/// take a minute.
#[inline]
pub fn batch(widest: usize) -> u64 {
    (BATCH * FEW / (widest as u64).max(FEW)).max(1)
}

/// Counts nodes down to the next look outside, where one update may take longer than a batch.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    batch: u64,
    left: u64,
}

impl Pace {
    /// For nodes with at most so many children.
    pub fn new(widest: usize) -> Self {
        let batch = batch(widest);
        Self { batch, left: batch }
    }

    /// Counts a node. True if a batch is through.
    #[inline]
    pub fn is_through(&mut self) -> bool {
        self.left -= 1;
        let through = self.left == 0;
        if through {
            self.left = self.batch;
        }
        through
    }
}

/// Work between two looks at the clock, by how long it takes: rules may be slow, and a limit on time is to hold for them as well.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    work: u64,
    most: u64,
    last: Instant,
}

impl Tempo {
    /// Less is too soon.
    const SOON: Duration = Duration::from_millis(10);

    /// More is too late.
    const LATE: Duration = Duration::from_millis(100);

    /// Begins with little work, and goes up to so much where it is done fast.
    pub fn new(most: u64) -> Self {
        Self { work: 64, most, last: Instant::now() }
    }

    /// The work until the next look.
    #[inline]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Takes note of a look.
    pub fn adapt(&mut self) {
        let now = Instant::now();
        let since = now - mem::replace(&mut self.last, now);
        if since < Self::SOON {
            self.work = (2 * self.work).min(self.most);
        } else if since > Self::LATE {
            self.work = (self.work / 2).max(1);
        }
    }
}

/// One call of [`solve`](crate::Solver::solve), from its beginning on.
pub struct Watch<'a> {
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    started: Instant,
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, observer: &'a mut dyn Observer) -> Self {
        Self { limits, observer, started: Instant::now() }
    }

    /// What the caller allows.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Looks at the cancel flag and the clock, if it is time to, while the children of one node are made. `index` counts
    /// them from 0.
    ///
    /// # Errors
    ///
    /// Why the search must stop.
    #[inline]
    pub fn look_among_children(&self, index: usize) -> Result<(), StopReason> {
        if index % LOOK_AT == LOOK_AT - 1 { self.look_at_clock() } else { Ok(()) }
    }

    /// Looks at the cancel flag and the clock.
    ///
    /// # Errors
    ///
    /// Why the search must stop.
    pub fn look_at_clock(&self) -> Result<(), StopReason> {
        if self.limits.cancel.as_ref().is_some_and(Cancel::is_raised) {
            return Err(StopReason::Cancelled);
        }
        if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// The same, and lets the observer see how far the search is. The time is filled in here.
    ///
    /// # Errors
    ///
    /// Why the search must stop.
    pub fn look(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.look_at_clock()?;
        let progress = Progress { elapsed: self.started.elapsed(), ..progress };
        if self.observer.progress(&progress).is_break() { Err(StopReason::Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::Watch;
    use crate::{Cancel, Limits, Progress, StopReason};

    #[test]
    fn batches_are_smaller_where_nodes_are_wide() {
        assert_eq!([0, 35, 1024, 2048, 1_000_000, usize::MAX].map(super::batch), [8192, 8192, 8192, 4096, 8, 1]);
    }

    #[test]
    fn a_pace_is_through_once_a_batch() {
        let mut pace = super::Pace::new(1_000_000);
        let through: Vec<usize> = (0..24).filter(|_| pace.is_through()).collect();
        assert_eq!(through, [7, 15, 23]);
    }

    #[test]
    fn each_way_to_stop_has_its_reason() {
        let (cancel, mut asked) = (Cancel::new(), 0);
        let mut observer = |now: &Progress| {
            asked += 1;
            if now.expanded < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let limits = Limits::none().with_cancel(cancel.clone());
        let mut watch = Watch::new(&limits, &mut observer);
        assert_eq!(watch.look(Progress::start()), Ok(()));
        assert_eq!(watch.look(Progress { expanded: 5, ..Progress::start() }), Err(StopReason::Cancelled));
        cancel.raise();
        assert_eq!(watch.look(Progress::start()), Err(StopReason::Cancelled));
        assert_eq!(asked, 2, "the flag comes before the observer");

        let limits = Limits::none().with_time(Duration::ZERO);
        assert_eq!(Watch::new(&limits, &mut ()).look_at_clock(), Err(StopReason::Time));
    }
}
