//! The outside of a running search: its limits, its clock and its observer, seen from within.
//!
//! Every engine looks outside between batches of work; this is the one place where a raised flag, an elapsed time and an
//! observer that has had enough become reasons to stop. What an engine counts itself, expansions and bytes, it compares
//! itself.

use std::time::Instant;

use crate::{Cancel, Limits, Observer, Progress, StopReason};

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
    fn each_way_to_stop_has_its_reason() {
        let (cancel, mut asked) = (Cancel::new(), 0);
        let mut observer = |now: &Progress| {
            asked += 1;
            if now.expanded < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let limits = Limits { cancel: Some(cancel.clone()), ..Limits::none() };
        let mut watch = Watch::new(&limits, &mut observer);
        assert_eq!(watch.look(Progress::start()), Ok(()));
        assert_eq!(watch.look(Progress { expanded: 5, ..Progress::start() }), Err(StopReason::Cancelled));
        cancel.raise();
        assert_eq!(watch.look(Progress::start()), Err(StopReason::Cancelled));
        assert_eq!(asked, 2, "the flag comes before the observer");

        let limits = Limits { time: Some(Duration::ZERO), ..Limits::none() };
        assert_eq!(Watch::new(&limits, &mut ()).look_at_clock(), Err(StopReason::Time));
    }
}
