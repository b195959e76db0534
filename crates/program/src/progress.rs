//! Progress on a terminal, and signals.
//!
//! The bar is drawn on standard error, and only if that is a terminal. Ctrl-C raises a flag that the search looks at;
//! another one, half a second later or more, ends the program at once. SIGUSR1 asks a search how far it is: it says so on standard error at its next
//! look.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use proofset_catalog::{AlgorithmSpec, Task};
use proofset_certificate::CheckProgress;
use proofset_core::{Cancel, Observer, Progress, Size, StopReason};

use crate::escape::visible;
use crate::failure::Failure;
use crate::output;
use crate::run_log::RunLog;

/// How often the line is redrawn.
const INTERVAL: Duration = Duration::from_millis(100);

/// How far back a trend looks.
const TREND: Duration = Duration::from_secs(10);

/// Signals within so much time are one: `timeout` sends one to a program and to its group, and a key may bounce.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// Raised by SIGUSR1.
static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on SIGUSR1 asks the search that runs how far it is, and a file beyond the limit of the system is one that cannot be
/// written, and not the end of the program.
#[cfg(unix)]
pub(crate) fn heed_signals() -> Result<(), Failure> {
    signal_hook::flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&ASKED))?;
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn heed_signals() -> Result<(), Failure> {
    Ok(())
}

/// Whether somebody has asked since this was looked at.
pub(crate) fn is_asked() -> bool {
    ASKED.swap(false, Ordering::Relaxed)
}

/// A flag that Ctrl-C raises.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() >= ONE_SIGNAL {
            std::process::exit(3);
        }
        flag.raise();
    })
    .context("cannot begin to listen for Ctrl-C, which takes a thread")
    .map_err(Failure::Internal)?;
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

/// A line with how far a check of a certificate is.
pub(crate) struct CheckLine {
    bar: ProgressBar,
    name: String,
    started: Instant,
}

impl CheckLine {
    /// A line for the certificate in this file; hidden if `quiet`.
    pub(crate) fn new(quiet: bool, path: &Path) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
        Self { bar, name: visible(&path.display().to_string()).into_owned(), started: Instant::now() }
    }

    /// It is so far.
    pub(crate) fn show(&self, now: &CheckProgress) {
        let (records, of) = (output::grouped(now.records), output::grouped(now.of));
        let rate = output::rate(now.records, self.started.elapsed());
        let shelved =
            if now.shelved > 0 { format!(", {} on disk", output::grouped(now.shelved)) } else { String::new() };
        let held = output::grouped(now.held);
        let text = format!("{}: {records} of {of} records, {rate}/s, {held} positions held{shelved}", self.name);
        if is_asked() {
            self.bar.suspend(|| output::warn(&text));
        }
        self.bar.set_message(text);
        self.bar.tick();
    }
}

impl Drop for CheckLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How a running search is shown.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    /// No line on the terminal.
    pub(crate) quiet: bool,
    pub(crate) log: Option<&'a RunLog>,
}

impl Look<'_> {
    /// No log, and perhaps no line.
    pub(crate) fn quiet(quiet: bool) -> Self {
        Self { quiet, log: None }
    }

    /// The same without a line.
    pub(crate) fn below_a_bar(self) -> Self {
        Self { quiet: true, ..self }
    }
}

/// What a search had done at some time.
#[derive(Clone, Copy)]
struct Sample {
    time: Duration,
    expanded: u64,
    proof: Size,
    disproof: Size,
}

/// A line with the counters of a running search, which also keeps its log, and says how far it is when it is asked by a
/// signal.
pub(crate) struct SearchLine<'a> {
    bar: ProgressBar,
    look: Look<'a>,
    /// What is searched, in words.
    name: String,
    started: Instant,
    last: Option<Instant>,
    /// Of the last seconds, the oldest first.
    samples: VecDeque<Sample>,
}

impl<'a> SearchLine<'a> {
    /// A line for a search.
    pub(crate) fn new(look: Look<'a>, task: &Task, goal: &str, algorithm: &AlgorithmSpec) -> Self {
        let bar = if look.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
        if let Some(log) = look.log {
            log.begin(task.game(), task.position(), goal, &algorithm.to_string());
        }
        let name = format!("{goal} in {} with {algorithm}", task.game());
        Self { bar, look, name, started: Instant::now(), last: None, samples: VecDeque::new() }
    }

    /// The search has ended so.
    pub(crate) fn end(&self, verdict: &str, stop: StopReason, expanded: u64) {
        if let Some(log) = self.look.log {
            log.end(verdict, stop, expanded);
        }
    }

    /// Keeps a sample a second of the last seconds, and at least one.
    fn sample(&mut self, now: &Progress) {
        let time = self.started.elapsed();
        let Progress { expanded, proof, disproof, .. } = *now;
        if self.samples.back().is_none_or(|last| time.saturating_sub(last.time) >= Duration::from_secs(1)) {
            self.samples.push_back(Sample { time, expanded, proof, disproof });
        }
        while self.samples.len() > 2
            && self.samples.get(1).is_some_and(|second| time.saturating_sub(second.time) >= TREND)
        {
            self.samples.pop_front();
        }
    }

    /// Expansions a second of the last seconds, and how the numbers of the root have changed meanwhile.
    fn text(&self, now: &Progress) -> String {
        let time = self.started.elapsed();
        let before = self.samples.front().copied();
        let rate = before.filter(|before| before.time < time).map_or_else(
            || output::rate(now.expanded, now.elapsed),
            |before| output::rate(now.expanded.saturating_sub(before.expanded), time.saturating_sub(before.time)),
        );
        let number = |name: &str, before: Option<Size>, now: Size| format!("{name} {now}{}", trend(before, now));
        let mut parts = vec![
            format!("{} expansions", output::grouped(now.expanded)),
            format!("{rate}/s"),
            number("proof", before.map(|before| before.proof), now.proof),
            number("disproof", before.map(|before| before.disproof), now.disproof),
            format!("depth {}", now.depth),
            output::bytes(now.bytes),
        ];
        if let Some(table) = now.table {
            let share = 100.0 * table.entries as f64 / table.most.max(1) as f64;
            parts.push(format!("table {share:.1} % full"));
        }
        parts.join(", ")
    }
}

/// By how much a number of the root has changed.
fn trend(before: Option<Size>, now: Size) -> String {
    let (Some(before), Some(now)) = (before.and_then(Size::finite), now.finite()) else { return String::new() };
    match i64::from(now) - i64::from(before) {
        0 => String::new(),
        change => format!(" ({change:+})"),
    }
}

impl Drop for SearchLine<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for SearchLine<'_> {
    fn progress(&mut self, now: &Progress) -> ControlFlow<()> {
        let is_asked = is_asked();
        let is_due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if is_asked || is_due {
            self.last = Some(Instant::now());
            self.sample(now);
            let text = self.text(now);
            if is_asked {
                let time = output::seconds(self.started.elapsed());
                self.bar.suspend(|| output::warn(&format!("{}, for {time} s: {text}", self.name)));
            }
            self.bar.set_message(text);
            self.bar.tick();
        }
        if let Some(log) = self.look.log {
            log.note(now);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Size;

    use super::trend;

    #[test]
    fn a_trend_is_told_where_there_is_one() {
        let size = Size::new;
        assert_eq!(trend(Some(size(100)), size(131)), " (+31)");
        assert_eq!(trend(Some(size(200)), size(50)), " (-150)");
        for (before, now) in [
            (None, size(3)),
            (Some(size(3)), size(3)),
            (Some(Size::INFINITE), size(3)),
            (Some(size(3)), Size::INFINITE),
        ] {
            assert_eq!(trend(before, now), "");
        }
    }
}
