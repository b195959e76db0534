//! Checkpoints: what a search has found out, in a file, so that it can go on in another process.
//!
//! The idea: a search is asked to write itself down every few minutes, and when it stops without an answer. The file is written
//! beside its place and renamed into it, so there is always a whole one, whenever the program is killed. It says which
//! question and which search it is of, and ends with a checksum over all of it: a file that was cut off or changed is refused.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use proofset_catalog::{AlgorithmSpec, Outcome, Run, RunError, Task, ValueOutcome, ValueRun};
use proofset_certificate::read_up_to;
use proofset_core::{Cancel, Limits, Observer, StopReason, Verdict};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::progress::{Look, SearchLine, is_asked};
use crate::{files, output};

/// What a file begins with; the number is that of the form.
const BEGIN: &[u8] = b"proofset checkpoint 3\n";

/// The bytes of the checksum at the end.
const END: u64 = 4;

/// What a checkpoint says of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The program that wrote it: what it takes up has to be from the same.
    pub(crate) version: String,
    /// [`Task::fingerprint`]: what it takes up has to be by the same rules, whatever the version says.
    pub(crate) rules: u64,
    pub(crate) game: String,
    pub(crate) position: String,
    /// Nothing where it is asked what the position is worth.
    pub(crate) goal: Option<String>,
    pub(crate) algorithm: String,
    /// The limit on memory.
    pub(crate) memory: Option<u64>,
    pub(crate) expanded: u64,
    /// Of all runs together.
    pub(crate) seconds: f64,
}

/// Where and when checkpoints are written.
pub(crate) struct Saving<'a> {
    pub(crate) path: &'a Path,
    pub(crate) every: Duration,
    /// The time of earlier runs.
    pub(crate) before: Duration,
}

/// A search that can be written down, whatever it asks.
pub(crate) trait Lasting {
    type Outcome;

    fn go_on(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Self::Outcome, RunError>;
    fn standing(&self, outcome: &Self::Outcome) -> Standing;
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool>;
    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()>;
}

/// How far a search is.
pub(crate) struct Standing {
    expanded: u64,
    stop: StopReason,
    /// The answer, as logs have it.
    answer: String,
    is_answered: bool,
    /// True if there is nothing left to be done.
    is_over: bool,
}

impl Lasting for dyn Run + '_ {
    type Outcome = Outcome;

    fn go_on(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        self.advance(limits, observer)
    }

    fn standing(&self, outcome: &Outcome) -> Standing {
        Standing {
            expanded: outcome.expanded,
            stop: outcome.stop,
            answer: outcome.verdict.to_string(),
            is_answered: outcome.verdict != Verdict::Unknown,
            is_over: self.has_proof(),
        }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        Run::save(self, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        Run::load(self, from, bytes)
    }
}

impl Lasting for dyn ValueRun + '_ {
    type Outcome = ValueOutcome;

    fn go_on(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        self.find_value(limits, observer)
    }

    fn standing(&self, outcome: &ValueOutcome) -> Standing {
        let is_known = outcome.value().is_some();
        Standing {
            expanded: outcome.expanded,
            stop: outcome.stop,
            answer: format!("{}..{}", outcome.low, outcome.high),
            is_answered: is_known,
            is_over: is_known,
        }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        ValueRun::save(self, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        ValueRun::load(self, from, bytes)
    }
}

/// A search that has stopped.
pub(crate) struct Searched<T> {
    pub(crate) outcome: T,
    /// The time of all runs.
    pub(crate) time: Duration,
    /// Whether the last checkpoint was written, if one was needed.
    pub(crate) saved: Option<Result<(), Failure>>,
}

/// A writer that keeps a checksum.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Self { inner, sum: crc32fast::Hasher::new() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Saving<'_> {
    /// Refuses a search that cannot be saved, before it begins.
    pub(crate) fn check(&self, run: &mut (impl Lasting + ?Sized), algorithm: &AlgorithmSpec) -> Result<(), Failure> {
        files::check_kept(self.path)?;
        if run.save(&mut io::sink()).map_err(|error| Failure::Internal(error.into()))? {
            files::check_writable(self.path)?;
            files::clear_beside(self.path);
            return Ok(());
        }
        let which = "searches that keep a graph can be, but for the base-twin algorithm, and searches with a table, but for one that compares positions in full where they cannot be written as words (in depth-first search take table=keyed; a game of your own brings words with Pack), and for minimax without a table";
        Err(Failure::input(format!("{algorithm} cannot be saved here; {which}")))
    }

    /// Writes a checkpoint.
    fn save(&self, run: &mut (impl Lasting + ?Sized), header: &Header) -> Result<(), Failure> {
        files::write_whole(self.path, |out| {
            let mut out = Summed::new(out);
            out.write_all(BEGIN)?;
            let text = serde_json::to_string(header).map_err(|error| Failure::Internal(error.into()))?;
            out.write_all(&(text.len() as u64).to_le_bytes())?;
            out.write_all(text.as_bytes())?;
            run.save(&mut out)?;
            let sum = out.sum.finalize();
            Ok(out.inner.write_all(&sum.to_le_bytes())?)
        })?;
        Ok(())
    }

    /// Searches to the end or a limit, and writes checkpoints on the way. Without a goal it is asked what the position is
    /// worth.
    pub(crate) fn search<S: Lasting + ?Sized>(
        &self,
        run: &mut S,
        task: &Task,
        goal: Option<&str>,
        algorithm: &AlgorithmSpec,
        limits: &Limits,
        look: Look<'_>,
    ) -> Result<Searched<S::Outcome>, Failure> {
        let mut line = SearchLine::new(look, task, goal.unwrap_or(VALUE), algorithm);
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: task.fingerprint(),
            game: task.game().to_owned(),
            position: task.position().to_owned(),
            goal: goal.map(str::to_owned),
            algorithm: algorithm.to_string(),
            memory: limits.bytes,
            expanded: 0,
            seconds: 0.0,
        };
        let searched = self.go_on(run, header, limits, &mut line)?;
        let Standing { answer, stop, expanded, .. } = run.standing(&searched.outcome);
        line.end(&answer, stop, expanded);
        Ok(searched)
    }

    fn go_on<S: Lasting + ?Sized>(
        &self,
        run: &mut S,
        mut header: Header,
        limits: &Limits,
        line: &mut SearchLine<'_>,
    ) -> Result<Searched<S::Outcome>, Failure> {
        let started = Instant::now();
        let (mut every, mut took) = (self.every, Duration::ZERO);
        loop {
            let left = limits.time.map(|most| most.saturating_sub(started.elapsed()));
            let wait = wait(every, took);
            let slice = left.map_or(wait, |left| left.min(wait));
            let mut outcome = run.go_on(&limits.clone().with_time(slice), line)?;
            let mut now = run.standing(&outcome);
            if now.is_answered && !now.is_over {
                // A proof is put together in one go.
                let left = limits.time.map(|most| most.saturating_sub(started.elapsed()));
                outcome = run.go_on(&limits.clone().with_time(left), line)?;
                now = run.standing(&outcome);
            }
            let all = self.before + started.elapsed();
            if now.is_over {
                return Ok(Searched { outcome, time: all, saved: None });
            }
            let is_over = left.is_some_and(|left| left <= wait);
            if now.stop == StopReason::Time && !is_over && now.expanded == header.expanded {
                // There was no time for anything that could be written down.
                every = wait.saturating_mul(2).max(SHORTEST);
                continue;
            }
            (header.expanded, header.seconds) = (now.expanded, all.as_secs_f64());
            let begun = Instant::now();
            let saved = self.save(run, &header);
            took = begun.elapsed();
            if now.is_answered || now.stop != StopReason::Time || is_over {
                return Ok(Searched { outcome, time: all, saved: Some(saved) });
            }
            if let Err(failure) = saved {
                // Nothing is lost yet: the search goes on, and there will be another one.
                output::complain(&failure);
            }
        }
    }
}

/// The least time between two checkpoints if less than that is too short for one expansion.
const SHORTEST: Duration = Duration::from_millis(1);

/// The search goes on for so many times what the last checkpoint took to be written, at least.
const TIMES: u32 = 10;

/// How long a search goes on before a checkpoint is written, if one is asked for so often and the last one took so long.
fn wait(every: Duration, took: Duration) -> Duration {
    every.max(took.saturating_mul(TIMES))
}

/// What is asked for, in words, where it is no goal.
pub(crate) const VALUE: &str = "value";

/// A checkpoint that is whole.
pub(crate) struct Checkpoint {
    pub(crate) header: Header,
    rest: io::Take<BufReader<File>>,
}

impl Checkpoint {
    /// Opens a file, and reads all of it once to see that it is whole.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Self::read(path).with_context(|| path.display().to_string()).map_err(Failure::Input)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let found = std::fs::metadata(path)?;
        if !found.is_file() {
            return Err(anyhow!("it is no file that can be kept, and is read more than once; give a regular file"));
        }
        let size = found.len();
        let inner = || Ok::<_, io::Error>(BufReader::new(File::open(path)?));
        let mut begin = vec![0; BEGIN.len()];
        if inner()?.read_exact(&mut begin).is_err() || begin != BEGIN {
            let is_older = begin.starts_with(b"proofset checkpoint ");
            let what = if is_older { "it is a checkpoint of another form" } else { "it is no checkpoint" };
            return Err(anyhow!("{what}; give a file that solve --checkpoint has written with this version"));
        }
        let broken = || anyhow!("it was cut off or changed: its checksum is another one");
        let end = size.checked_sub(END).ok_or_else(broken)?;
        let mut file = inner()?;
        let mut sum = Summed::new(io::sink());
        io::copy(&mut (&mut file).take(end), &mut sum)?;
        let mut told = [0; END as usize];
        file.read_exact(&mut told)?;
        if sum.sum.finalize() != u32::from_le_bytes(told) {
            return Err(broken());
        }
        let mut rest = inner()?.take(end);
        rest.read_exact(&mut begin)?;
        let mut length = [0; 8];
        rest.read_exact(&mut length)?;
        let mut text = Vec::new();
        read_up_to(&mut rest, u64::from_le_bytes(length), &mut text)?;
        let header: Header = serde_json::from_slice(&text).context("what it says of the search cannot be read")?;
        let own = env!("CARGO_PKG_VERSION");
        if header.version != own {
            let theirs = &header.version;
            return Err(anyhow!(
                "it was written by proofset {theirs}, and this is {own}; take that one, or begin again"
            ));
        }
        Ok(Self { header, rest })
    }

    /// Has a search go on from here. A graph is made again, which takes nearly as long as it took to search it: the limits on time hold
    /// for that as well.
    pub(crate) fn load(mut self, run: &mut (impl Lasting + ?Sized), limits: &Limits) -> Result<(), Failure> {
        let mut from = Until { of: self.rest.limit(), inner: &mut self.rest, limits, began: Instant::now(), reads: 0 };
        run.load(&mut from, limits.bytes).map_err(|error| {
            let is_stopped = matches!(error.get_ref(), Some(inner) if inner.is::<Stopped>());
            let error = anyhow::Error::new(error);
            if is_stopped { Failure::Unwritten(error) } else { Failure::Input(error) }
        })?;
        if self.rest.limit() > 0 {
            return Err(Failure::input("there is more in it than the search has taken up"));
        }
        Ok(())
    }
}

/// The search was stopped before it had taken up what there is.
#[derive(Debug)]
struct Stopped {
    percent: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "stopped by --time or a signal when {} % of it had been taken up; the file is as it was",
            self.percent
        )
    }
}

impl std::error::Error for Stopped {}

/// So many reads go by before the clock is looked at.
const READS: u32 = 1 << 10;

/// Reads until a search is to stop.
struct Until<'a, R> {
    inner: &'a mut io::Take<R>,
    /// The bytes that there are.
    of: u64,
    limits: &'a Limits,
    began: Instant,
    reads: u32,
}

impl<R: Read> Read for Until<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        if self.reads.is_multiple_of(READS) {
            self.reads = 0;
            let percent = 100 * (self.of - self.inner.limit()) / self.of.max(1);
            let is_cancelled = self.limits.cancel.as_ref().is_some_and(Cancel::is_raised);
            if is_cancelled || self.limits.time.is_some_and(|most| self.began.elapsed() >= most) {
                return Err(io::Error::other(Stopped { percent }));
            }
            if is_asked() {
                output::warn(&format!("{percent} % of the checkpoint have been taken up"));
            }
        }
        self.inner.read(to)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::wait;

    #[test]
    fn writing_takes_a_tenth_of_the_time_at_most() {
        let ms = Duration::from_millis;
        for (every, took, waits) in [(1, 0, 1), (1, 30, 300), (300, 30, 300), (301, 30, 301), (0, 0, 0)] {
            assert_eq!(wait(ms(every), ms(took)), ms(waits), "{every} ms are asked for, and it took {took} ms");
        }
        assert_eq!(wait(Duration::MAX, Duration::MAX), Duration::MAX);
    }
}
