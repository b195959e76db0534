//! A log of searches in lines of JSON, for plotting and for programs that watch long runs.
//!
//! The idea: each search begins with a line that names it, then comes a line for each look at it, and at last one that says
//! how it ended. Lines are written as they come, so that a log can be followed, and what a killed program has logged is there.
//! At first there are ten lines a second; later one whenever the time has grown by a five-hundredth, so that a log of
//! a month has some ten thousand lines.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proofset_core::{Progress, Size, StopReason};
use serde_json::{Value, json};

use crate::failure::{Exit, Failure};
use crate::files;

/// The least time between two lines.
const LEAST_INTERVAL: Duration = Duration::from_millis(100);

/// A line comes when the time has grown by one part in so many.
const FRACTION: u32 = 500;

/// A log that is being written.
pub(crate) struct RunLog {
    path: PathBuf,
    started: Instant,
    /// True if earlier runs have begun it.
    goes_on: bool,
    /// The time of earlier runs that the log is about.
    before: Duration,
    state: RefCell<State>,
}

struct State {
    /// Opened with the first line, so that what is refused leaves an older log as it was.
    out: Option<File>,
    /// When the last line was written, and the expansions that it told.
    last: Option<(Duration, u64)>,
    /// Why no more is written.
    failure: Option<io::Error>,
}

/// A proof or disproof size in a log: a number, or "inf".
fn size(size: Size) -> Value {
    size.finite().map_or_else(|| json!("inf"), |number| json!(number))
}

/// Seconds to the millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

impl RunLog {
    /// A log that begins with this run.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        Self::new(path, None)
    }

    /// A log that goes on: earlier runs have taken so long.
    pub(crate) fn append(path: &Path, before: Duration) -> Result<Self, Failure> {
        Self::new(path, Some(before))
    }

    fn new(path: &Path, before: Option<Duration>) -> Result<Self, Failure> {
        files::check_writable(path)?;
        let state = RefCell::new(State { out: None, last: None, failure: None });
        let (goes_on, before) = (before.is_some(), before.unwrap_or_default());
        Ok(Self { path: path.to_owned(), started: Instant::now(), goes_on, before, state })
    }

    fn open(&self) -> io::Result<File> {
        if !self.goes_on {
            return OpenOptions::new().write(true).create(true).truncate(true).open(&self.path);
        }
        let mut out = OpenOptions::new().append(true).create(true).open(&self.path)?;
        // A program that was killed may have left half a line.
        if ends_within_line(&self.path) {
            out.write_all(b"\n")?;
        }
        Ok(out)
    }

    fn write(&self, text: &str) {
        let mut state = self.state.borrow_mut();
        if state.failure.is_some() {
            return;
        }
        let mut out = match state.out.take().map_or_else(|| self.open(), Ok) {
            Ok(out) => out,
            Err(error) => {
                state.failure = Some(error);
                return;
            }
        };
        state.failure = out.write_all(text.as_bytes()).err();
        state.out = Some(out);
    }

    fn put(&self, line: &Value) {
        self.write(&format!("{line}\n"));
    }

    /// The time of all runs that the log is about.
    fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// A search begins.
    pub(crate) fn begin(&self, game: &str, position: &str, goal: &str, algorithm: &str) {
        self.put(&json!({
            "search": { "game": game, "position": position, "goal": goal, "algorithm": algorithm },
            "seconds": seconds(self.elapsed()),
        }));
        self.state.borrow_mut().last = None;
    }

    /// A look at the search, which is noted if it is time to.
    pub(crate) fn note(&self, now: &Progress) {
        let time = self.elapsed();
        let last = self.state.borrow().last;
        let interval = LEAST_INTERVAL.max(time / FRACTION);
        if last.is_some_and(|(before, _)| time.saturating_sub(before) < interval) {
            return;
        }
        let rate = last.map(|(before, expanded)| {
            let more = now.expanded.saturating_sub(expanded) as f64;
            (more / time.saturating_sub(before).as_secs_f64()).round()
        });
        let mut line = json!({
            "seconds": seconds(time),
            "expanded": now.expanded,
            "generated": now.generated,
            "rate": rate,
            "bytes": now.bytes,
            "proof": size(now.proof),
            "disproof": size(now.disproof),
            "depth": now.depth,
        });
        if let Some(table) = now.table {
            line["entries"] = json!(table.entries);
            line["most_entries"] = json!(table.most);
        }
        self.put(&line);
        self.state.borrow_mut().last = Some((time, now.expanded));
    }

    /// The search has ended so.
    pub(crate) fn end(&self, verdict: &str, stop: StopReason, expanded: u64) {
        let end = json!({ "verdict": verdict, "stop": stop.to_string(), "expanded": expanded });
        self.put(&json!({ "end": end, "seconds": seconds(self.elapsed()) }));
    }

    /// How a command ends that has kept a log: a log that is not whole is complained of.
    pub(crate) fn close(log: Option<Self>, exit: Exit) -> Exit {
        let failure = log.and_then(|log| {
            let error = log.state.into_inner().failure?;
            Some(Failure::unwritten(&log.path.display().to_string(), error))
        });
        exit.after(failure.as_slice())
    }
}

/// True if a file ends with half a line. What has no end, such as a pipe, does not.
fn ends_within_line(path: &Path) -> bool {
    let last = || -> io::Result<u8> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        Ok(last[0])
    };
    path.is_file() && last().is_ok_and(|last| last != b'\n')
}
