//! One conversation: what was set, what is asked, and the search that runs.

use std::ops::ControlFlow;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use proofset_catalog::{AlgorithmSpec, Catalog, Outcome};
use proofset_core::{Cancel, Limits, Progress};

use super::dialect::{Dialect, Question};
use crate::escape::visible;
use crate::failure::Failure;
use crate::output;

/// How often a search says how far it is.
const INTERVAL: Duration = Duration::from_secs(1);

/// MiB of memory if nothing is said, and at most.
const HASH: u64 = 1024;
const MOST_HASH: u64 = 1 << 20;

/// So many characters of a command that is not known are repeated.
const MOST_REPEATED: usize = 80;

/// A search that runs on a thread of its own.
struct Running {
    cancel: Cancel,
    thread: JoinHandle<Result<(), Failure>>,
    /// True if it ends even if nobody stops it, unless it is decided before.
    has_limit: bool,
}

/// A conversation.
pub(crate) struct Session {
    catalog: Catalog,
    dialect: Dialect,
    hash: u64,
    algorithm: AlgorithmSpec,
    /// The words after `position`.
    position: String,
    running: Option<Running>,
}

/// Writes lines at once, none of them broken by another thread's.
fn say(text: &str) -> Result<(), Failure> {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    output::print_raw(&lines.join("\n"))
}

/// Says something to people, in one line.
fn tell(text: &str) -> Result<(), Failure> {
    say(&format!("info string {}", visible(text)))
}

impl Session {
    pub(crate) fn new(catalog: Catalog, dialect: Dialect) -> Self {
        let algorithm = dialect.algorithm().parse().expect("the algorithm is known");
        Self { catalog, dialect, hash: HASH, algorithm, position: "startpos".to_owned(), running: None }
    }

    /// Takes in a line. False if it ends the conversation.
    pub(crate) fn hear(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match command {
            "quit" => return Ok(false),
            "isready" => say("readyok")?,
            "stop" | "gameover" => self.stop(),
            "setoption" => self.set_option(rest)?,
            "position" => {
                self.stop();
                self.position = rest.join(" ");
            }
            "go" => {
                self.stop();
                self.go(rest)?;
            }
            "ponderhit" | "debug" | "register" => {}
            _ if command == self.dialect.name() => self.introduce()?,
            _ if command == self.dialect.new_game() => self.stop(),
            _ => tell(&format!("unknown command: {}", command.chars().take(MOST_REPEATED).collect::<String>()))?,
        }
        Ok(true)
    }

    fn introduce(&self) -> Result<(), Failure> {
        let name = self.dialect.name();
        say(&format!(
            "id name proofset {}\nid author the proofset developers\n\
             option name {} type spin default {HASH} min 1 max {MOST_HASH}\n\
             option name Threads type spin default 1 min 1 max 1\n\
             option name Algorithm type string default {}\n{name}ok",
            env!("CARGO_PKG_VERSION"),
            self.dialect.hash(),
            self.dialect.algorithm(),
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.stop();
        let value = words.iter().position(|word| *word == "value");
        let (name, value) = words.split_at(value.unwrap_or(words.len()));
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is(self.dialect.hash()) {
            match value.parse() {
                Ok(hash @ 1..=MOST_HASH) => self.hash = hash,
                _ => tell(&format!("{name} cannot be {value:?}; give MiB from 1 to {MOST_HASH}"))?,
            }
        } else if is("Algorithm") {
            match self.catalog.algorithm(&value) {
                Ok(algorithm) => self.algorithm = algorithm,
                Err(error) => tell(&error.to_string())?,
            }
        } else if is("Threads") && value != "1" {
            tell("one thread is all that a search uses")?;
        }
        // Programs set options of other engines as well, such as USI_Ponder.
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let question = match self.dialect.question(words) {
            Ok(question) => question,
            Err(message) => {
                tell(&message)?;
                let is_mate = words.first() == Some(&"mate");
                return say(&self.dialect.refusal(is_mate, || legal_move(&self.catalog, self.dialect, &self.position)));
            }
        };
        let cancel = Cancel::new();
        let search = Search {
            catalog: self.catalog.clone(),
            dialect: self.dialect,
            algorithm: self.algorithm.clone(),
            position: self.position.clone(),
            limits: Limits {
                expansions: question.expansions,
                bytes: Some(self.hash << 20),
                time: question.time,
                cancel: Some(cancel.clone()),
            },
            question,
        };
        let has_limit = search.question.time.is_some() || search.question.expansions.is_some();
        self.running = Some(Running { cancel, has_limit, thread: thread::spawn(move || search.run()) });
        Ok(())
    }

    /// Ends the search that runs, if one does; it has given its answer then.
    pub(crate) fn stop(&mut self) {
        if let Some(Running { cancel, thread, .. }) = self.running.take() {
            cancel.raise();
            wait(thread);
        }
    }

    /// Nobody will ask any more. A search that has a limit runs to its end, as it does in scripts that write all their
    /// questions at once.
    pub(crate) fn end(mut self) {
        match self.running.take() {
            Some(Running { thread, has_limit: true, .. }) => wait(thread),
            running => {
                self.running = running;
                self.stop();
            }
        }
    }
}

/// Waits for a search. What it could not write, nobody reads.
fn wait(thread: JoinHandle<Result<(), Failure>>) {
    if thread.join().is_err() {
        std::process::abort();
    }
}

/// A move for a player who has to make one, if the position is one and has any.
fn legal_move(catalog: &Catalog, dialect: Dialect, position: &str) -> Option<String> {
    catalog.open(dialect.game(), Some(position), Some("mate")).ok()?.legal_move()
}

/// A question on its way to its thread.
struct Search {
    catalog: Catalog,
    dialect: Dialect,
    algorithm: AlgorithmSpec,
    position: String,
    limits: Limits,
    question: Question,
}

impl Search {
    fn run(self) -> Result<(), Failure> {
        let started = Instant::now();
        match self.search(started) {
            Ok(outcome) => say(&self.dialect.answer(&self.question, &outcome, started.elapsed(), || self.legal_move())),
            Err(failure) => {
                tell(&failure.to_string())?;
                say(&self.dialect.refusal(self.question.is_mate, || self.legal_move()))
            }
        }
    }

    fn legal_move(&self) -> Option<String> {
        legal_move(&self.catalog, self.dialect, &self.position)
    }

    fn search(&self, started: Instant) -> Result<Outcome, Failure> {
        let game = self.dialect.game();
        let task = self.catalog.open(game, Some(&self.position), Some(&self.question.goal))?;
        let mut run = task.begin(&self.algorithm)?;
        let mut last = started;
        let mut observer = |now: &Progress| {
            if last.elapsed() >= INTERVAL {
                last = Instant::now();
                let milliseconds = started.elapsed().as_millis().max(1);
                let nps = u128::from(now.expanded) * 1000 / milliseconds;
                let full = self.limits.bytes.map_or(0, |most| now.bytes.saturating_mul(1000) / most.max(1)).min(1000);
                let Progress { depth, expanded, proof, disproof, .. } = now;
                let line = format!(
                    "info depth {depth} nodes {expanded} time {milliseconds} nps {nps} hashfull {full}\n\
                     info string proof {proof} disproof {disproof}"
                );
                if say(&line).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        Ok(run.advance(&self.limits, &mut observer)?)
    }
}
