//! Progress on a terminal, and Ctrl-C.
//!
//! The bar is drawn on standard error, and only if that is a terminal. Ctrl-C raises a flag that the search looks at;
//! a second Ctrl-C ends the program at once.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use proofset_core::{Cancel, Observer, Progress};

use crate::escape::visible;
use crate::failure::Failure;
use crate::output;

/// How often the line is redrawn.
const INTERVAL: Duration = Duration::from_millis(100);

/// A flag that Ctrl-C raises.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(3);
        }
        flag.raise();
    })
    .map_err(|error| Failure::Internal(error.into()))?;
    Ok(cancel)
}

/// A bar over the rows of a batch, or over searches that are timed.
pub(crate) struct BatchBar(ProgressBar);

impl BatchBar {
    /// A bar for so many rows; hidden if `quiet`.
    pub(crate) fn new(rows: usize, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(rows as u64) };
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}").expect("the template is valid"));
        Self(bar)
    }

    /// This row is being solved.
    pub(crate) fn begin(&self, id: &str) {
        self.0.set_message(visible(id).into_owned());
    }

    /// Says something that is wrong with it, above the bar.
    pub(crate) fn complain(&self, failure: &Failure) {
        self.0.suspend(|| output::complain(failure));
    }

    /// Prints while the bar is away.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// It is solved.
    pub(crate) fn end(&self) {
        self.0.inc(1);
    }
}

impl Drop for BatchBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A line with the counters of a running search.
pub(crate) struct SearchLine {
    bar: ProgressBar,
    last: Option<Instant>,
}

impl SearchLine {
    /// A line of its own, or under the bar of a batch; hidden if `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
        Self { bar, last: None }
    }
}

impl Drop for SearchLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for SearchLine {
    fn progress(&mut self, now: &Progress) -> ControlFlow<()> {
        if self.last.is_none_or(|last| last.elapsed() >= INTERVAL) {
            self.last = Some(Instant::now());
            self.bar.set_message(format!(
                "{} expansions, {}/s, proof {}, disproof {}, depth {}, {}",
                output::grouped(now.expanded),
                output::rate(now.expanded, now.elapsed),
                now.proof,
                now.disproof,
                now.depth,
                output::bytes(now.bytes),
            ));
            self.bar.tick();
        }
        ControlFlow::Continue(())
    }
}
