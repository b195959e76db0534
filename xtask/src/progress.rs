//! How far a long task is, on standard error: a line that is drawn anew on a terminal, and a line for each part elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Progress through a number of parts.
pub(crate) struct Progress {
    bar: ProgressBar,
    parts: usize,
    begun: usize,
    started: Instant,
}

impl Progress {
    pub(crate) fn new(parts: usize) -> Self {
        let bar = ProgressBar::new(parts as u64);
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {wide_msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, parts, begun: 0, started: Instant::now() }
    }

    /// The next part begins.
    pub(crate) fn begin(&mut self, what: &str) {
        self.begun += 1;
        let text = format!("{} of {}: {what}", self.begun, self.parts);
        if self.bar.is_hidden() {
            eprintln!("== {:.0} s, {text}", self.started.elapsed().as_secs_f64());
        }
        self.bar.set_message(text);
    }

    /// What is done within the part; shown on a terminal only.
    pub(crate) fn detail(&self, what: &str) {
        self.bar.set_message(format!("{} of {}: {what}", self.begun, self.parts));
    }

    /// Prints a result, above the line.
    pub(crate) fn print(&self, result: &str) {
        self.bar.suspend(|| println!("{result}"));
    }

    /// Says what is wrong, above the line.
    pub(crate) fn complain(&self, fault: &str) {
        self.bar.suspend(|| eprintln!("{fault}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
