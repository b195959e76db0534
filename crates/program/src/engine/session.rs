//! One conversation: what was set, what is asked, and the search that runs.

use std::collections::VecDeque;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use proofset_catalog::{AlgorithmSpec, Asks, Catalog, Outcome, Protocol, Reply, Settings, Task, stop_text};
use proofset_core::{Cancel, Limits, Progress, Verdict};

use super::go::{GoCommand, Waits, go_command};
use crate::escape::visible;
use crate::failure::Failure;
use crate::output;

/// How often a search says how far it is.
const INTERVAL: Duration = Duration::from_secs(1);

/// MiB of memory if nothing is said, and at most.
const HASH: u64 = 1024;
const MOST_HASH: u64 = 1 << 20;

/// No text, as a value of an option.
const EMPTY: &str = "<empty>";

/// So many characters of a command that is not known are repeated.
const MOST_REPEATED: usize = 80;

/// What both protocols tell an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Introduce,
    NewGame,
    IsReady,
    SetOption,
    Position,
    Go,
    PonderHit,
    Stop,
    Quit,
    /// What needs no answer here.
    Other,
}

impl Command {
    fn named(word: &str, protocol: &dyn Protocol) -> Option<Self> {
        Some(match word {
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption,
            "position" => Self::Position,
            "go" => Self::Go,
            "ponderhit" => Self::PonderHit,
            "stop" | "gameover" => Self::Stop,
            "quit" => Self::Quit,
            "debug" | "register" => Self::Other,
            _ if word == protocol.name() => Self::Introduce,
            _ if word == protocol.new_game() => Self::NewGame,
            _ => return None,
        })
    }

    /// Whether it ends a search that runs.
    fn ends_search(self) -> bool {
        matches!(self, Self::SetOption | Self::Position | Self::Go | Self::NewGame)
    }

    /// Whether it does not wait for what came before it.
    fn is_urgent(self) -> bool {
        matches!(self, Self::Quit | Self::IsReady | Self::Stop)
    }
}

/// A search that runs on a thread of its own.
struct Running {
    cancel: Cancel,
    thread: JoinHandle<Result<(), Failure>>,
    /// True if it ends even if nobody stops it, by a limit or with the lengths that are asked about.
    has_limit: bool,
    /// Holds its answer back as long as it is there.
    hold: Option<Sender<()>>,
    /// True if `ponderhit` lets it give its answer, and the time that it has from then on.
    ponders: bool,
    pondering: Option<Duration>,
}

impl Running {
    /// What was pondered about has come: time begins, and the answer may be given.
    fn ponder_hit(&mut self) {
        self.hold = None;
        if let Some(time) = self.pondering.take() {
            let cancel = self.cancel.clone();
            thread::spawn(move || {
                thread::sleep(time);
                cancel.raise();
            });
        }
    }

    /// Waits for its end, and lets it give its answer, which may fail to be written.
    fn finish(self) -> Result<(), Failure> {
        drop(self.hold);
        self.thread.join().unwrap_or_else(|_| std::process::abort())
    }
}

/// A conversation.
pub(crate) struct Session {
    table: Table,
    /// The game that it begins with.
    game: String,
    hash: u64,
    running: Option<Running>,
    /// Lines that have come while a search ran that they would end, and that has a limit.
    waiting: VecDeque<String>,
}

/// More threads than programs offer are a mistake.
const MOST_THREADS: usize = 1024;

/// What a question is asked of.
#[derive(Clone)]
struct Table {
    catalog: Catalog,
    game: String,
    protocol: Arc<dyn Protocol>,
    settings: Settings,
    /// The one that was set; without it, the game's own choice.
    algorithm: Option<AlgorithmSpec>,
    /// How many threads a search takes that can have several.
    threads: usize,
    /// The words after `position`, if there was one; without it, the game's start.
    position: Option<Vec<String>>,
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
    pub(crate) fn new(catalog: Catalog, game: String, protocol: Arc<dyn Protocol>) -> Self {
        let settings = Settings::new(protocol.options());
        let begun = game.clone();
        let table = Table { catalog, game, protocol, settings, algorithm: None, threads: 1, position: None };
        Self { table, game: begun, hash: HASH, running: None, waiting: VecDeque::new() }
    }

    /// Takes in a line. False if it ends the conversation.
    pub(crate) fn hear(&mut self, line: &str) -> Result<bool, Failure> {
        self.go_on()?;
        let command = self.read(line).map(|(command, _)| command);
        let ends = command.is_some_and(Command::ends_search);
        let is_urgent = command.is_some_and(Command::is_urgent);
        if is_urgent || !(self.has_waiting() || ends && self.must_finish()) {
            return self.obey(line);
        }
        self.waiting.push_back(line.to_owned());
        Ok(true)
    }

    /// The first command of a line, and the words behind it: both protocols have words passed over that nobody knows.
    fn read<'l>(&self, line: &'l str) -> Option<(Command, Vec<&'l str>)> {
        let mut words = line.split_whitespace();
        let command = words.find_map(|word| Command::named(word, &*self.table.protocol))?;
        Some((command, words.collect()))
    }

    /// Whether lines wait for a search to end.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Obeys what waits, as far as no search runs.
    pub(crate) fn go_on(&mut self) -> Result<(), Failure> {
        while !self.must_finish()
            && let Some(line) = self.waiting.pop_front()
        {
            self.obey(&line)?;
        }
        Ok(())
    }

    /// Whether a search runs that ends by itself, and may give its answer then.
    fn must_finish(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.has_limit && running.hold.is_none() && !running.thread.is_finished())
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let Some((command, rest)) = self.read(line) else {
            if let Some(word) = line.split_whitespace().next() {
                tell(&format!("unknown command: {}", word.chars().take(MOST_REPEATED).collect::<String>()))?;
            }
            return Ok(true);
        };
        match command {
            Command::Quit => return Ok(false),
            Command::IsReady => say("readyok")?,
            Command::Stop => {
                // All that came before it is stopped as well.
                self.stop()?;
                while let Some(line) = self.waiting.pop_front() {
                    self.obey(&line)?;
                }
                self.stop()?;
            }
            Command::SetOption => self.set_option(&rest)?,
            Command::Position => {
                self.stop()?;
                self.table.position = Some(rest.into_iter().map(str::to_owned).collect());
            }
            Command::Go => {
                self.stop()?;
                self.go(&rest)?;
            }
            Command::PonderHit => {
                self.running.iter_mut().filter(|running| running.ponders).for_each(Running::ponder_hit);
            }
            Command::Introduce => self.introduce()?,
            Command::NewGame => self.stop()?,
            Command::Other => {}
        }
        Ok(true)
    }

    fn introduce(&self) -> Result<(), Failure> {
        let Table { protocol, settings, .. } = &self.table;
        let (algorithm, game) = (self.table.announced(), &self.game);
        let mut text = format!(
            "id name proofset {}\nid author the proofset developers\n\
             option name {} type spin default {HASH} min 1 max {MOST_HASH}\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name Algorithm type string default {algorithm}\n",
            env!("CARGO_PKG_VERSION"),
            protocol.memory_option(),
        );
        if let Some(option) = protocol.variant_option() {
            // Some programs begin with the variant that is named first, whatever the default is.
            let _ = write!(text, "option name {option} type combo default {game} var {game}");
            for (variant, _) in self.table.variants().filter(|(variant, _)| variant != game) {
                let _ = write!(text, " var {variant}");
            }
            text.push('\n');
        }
        for option in settings.options() {
            let _ = writeln!(text, "option name {} {}", option.name, option.declared);
        }
        say(&format!("{text}{}ok", protocol.name()))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.stop()?;
        let value = words.iter().position(|word| *word == "value");
        let (name, value) = words.split_at(value.unwrap_or(words.len()));
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is(self.table.protocol.memory_option()) {
            match value.parse() {
                Ok(hash @ 1..=MOST_HASH) => self.hash = hash,
                _ => tell(&format!("{name} cannot be {value:?}; give MiB from 1 to {MOST_HASH}"))?,
            }
        } else if is("Algorithm") {
            // Some programs send back what was announced, and an empty text is written so.
            if value.is_empty() || value == EMPTY || value == self.table.announced() {
                self.table.algorithm = None;
                return Ok(());
            }
            match self.table.catalog.algorithm(&value) {
                Ok(algorithm) => self.table.algorithm = Some(algorithm),
                Err(error) => tell(&error.to_string())?,
            }
        } else if is("Threads") {
            match value.parse() {
                Ok(threads @ 1..=MOST_THREADS) => self.table.threads = threads,
                _ => tell(&format!("{name} cannot be {value:?}; give a number from 1 to {MOST_THREADS}"))?,
            }
        } else if self.table.protocol.variant_option().is_some_and(is) {
            if let Err(message) = self.table.choose(&value) {
                tell(&format!("{name} cannot be {value:?}; {message}"))?;
            }
        } else if let Err(message) = self.table.settings.set(&name, &value) {
            tell(&message)?;
        }
        // Programs set options of other engines as well, such as USI_Ponder.
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let Table { protocol, settings, .. } = &self.table;
        let position: Vec<&str> = self.table.position.iter().flatten().map(String::as_str).collect();
        let command = go_command(&**protocol, settings, &position, words);
        if command.fault.is_none() && !command.unknown.is_empty() {
            tell(&format!(
                "go does not know {}",
                command.unknown.join(" ").chars().take(MOST_REPEATED).collect::<String>()
            ))?;
        }
        let cancel = Cancel::new();
        let is_bounded = command.time.is_some() || command.expansions.is_some() || command.is_bounded;
        let has_limit = command.fault.is_some() || is_bounded;
        let ponders = command.waits == Some(Waits::PonderHit);
        let (time, pondering) = if ponders { (None, command.time) } else { (command.time, None) };
        let limits = Limits::none()
            .with_expansions(command.expansions)
            .with_bytes(self.hash << 20)
            .with_time(time)
            .with_cancel(cancel.clone());
        let (hold, held) = mpsc::channel();
        let hold = command.waits.map(|_| hold);
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let search = Search { table: self.table.clone(), limits, words, command, held };
        let thread = thread::spawn(move || search.run());
        self.running = Some(Running { cancel, thread, has_limit, hold, ponders, pondering });
        Ok(())
    }

    /// Ends the search that runs, if one does; it has given its answer then.
    pub(crate) fn stop(&mut self) -> Result<(), Failure> {
        let Some(running) = self.running.take() else { return Ok(()) };
        running.cancel.raise();
        running.finish()
    }

    /// Nobody will ask any more. A search that has a limit runs to its end, and so do those that wait.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        while let Some(line) = self.waiting.pop_front() {
            if let Some(running) = self.running.take_if(|running| running.has_limit && running.hold.is_none()) {
                running.finish()?;
            }
            self.obey(&line)?;
        }
        match self.running.take() {
            Some(mut running) if running.has_limit => {
                running.ponder_hit();
                running.finish()
            }
            running => {
                self.running = running;
                self.stop()
            }
        }
    }
}

impl Table {
    /// The algorithm that the introduction names: that of the usual goal.
    fn announced(&self) -> &str {
        let defaults = self.catalog.entry(&self.game).map(proofset_catalog::Entry::goal_defaults).unwrap_or_default();
        defaults.first().map_or("", |default| default.algorithm)
    }

    /// The games that bring the protocol.
    fn variants(&self) -> impl Iterator<Item = (&str, &Arc<dyn Protocol>)> {
        let own = |protocol: &&Arc<dyn Protocol>| protocol.name() == self.protocol.name();
        let entries = self.catalog.entries().iter();
        entries.filter_map(move |entry| Some((entry.name(), entry.protocols().iter().find(own)?)))
    }

    /// Turns to another of these games. The position of the game before it is none of this one.
    fn choose(&mut self, variant: &str) -> Result<(), String> {
        let Some((name, protocol)) = self.variants().find(|(name, _)| name.eq_ignore_ascii_case(variant)) else {
            let names: Vec<&str> = self.variants().map(|(name, _)| name).collect();
            return Err(format!("give {}", names.join(" or ")));
        };
        if name != self.game {
            let (game, protocol) = (name.to_owned(), Arc::clone(protocol));
            (self.game, self.protocol, self.position) = (game, protocol, None);
        }
        Ok(())
    }

    /// The question about the position with a goal.
    fn open(&self, goal: Option<&str>) -> Result<Task, Failure> {
        let text = |words: &Vec<String>| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            self.protocol.position(&words).map_err(Failure::input)
        };
        let position = self.position.as_ref().map(text).transpose()?;
        Ok(self.catalog.open(&self.game, position.as_deref(), goal)?)
    }

    /// A move for a player who has to make one, if the position is one and has any.
    fn legal_move(&self) -> Option<String> {
        Some(self.protocol.move_text(&self.open(None).ok()?.legal_move()?))
    }

    /// The answer to a question that cannot be asked.
    fn refusal(&self, words: &[&str]) -> String {
        self.protocol.answer(words, &Reply { verdict: None, line: &[], legal_move: &|| self.legal_move() })
    }

    /// What is said of a search that has ended, and its answer.
    fn answer(&self, words: &[&str], goal: &str, outcome: &Outcome, elapsed: Duration) -> (String, String) {
        let line: Vec<String> = outcome.line.iter().map(|mv| self.protocol.move_text(mv)).collect();
        let has_line = outcome.verdict == Verdict::Proven && !line.is_empty();
        // The line of moves comes last: programs with one place for both would show these words in place of it.
        let mut text = format!("info string {goal}: {}", outcome.verdict);
        if outcome.verdict == Verdict::Unknown {
            let _ = write!(text, " ({})", stop_text(outcome.stop));
        } else if outcome.verdict == Verdict::Proven && !has_line {
            text.push_str(" (there was no room or time to put together the line)");
        }
        text.push_str("\ninfo");
        if has_line {
            // Many programs show no line of moves without a depth.
            let _ = write!(text, " depth {}", line.len());
        }
        let milliseconds = elapsed.as_millis().max(1);
        let _ = write!(text, " nodes {} time {milliseconds}", outcome.expanded);
        let _ = write!(text, " nps {}", u128::from(outcome.expanded) * 1000 / milliseconds);
        if has_line {
            if let Some(score) = self.protocol.score(outcome.length()) {
                let _ = write!(text, " score {score}");
            }
            let _ = write!(text, " pv {}", line.join(" "));
        }
        let reply = Reply { verdict: Some(outcome.verdict), line: &line, legal_move: &|| self.legal_move() };
        (text, self.protocol.answer(words, &reply))
    }
}

/// A question on its way to its thread.
struct Search {
    table: Table,
    limits: Limits,
    /// The words after `go`.
    words: Vec<String>,
    command: GoCommand,
    /// Closed when the answer may be given.
    held: Receiver<()>,
}

impl Search {
    fn run(self) -> Result<(), Failure> {
        let started = Instant::now();
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let answer = match self.search(started) {
            Ok((goal, outcome)) => {
                let (about, answer) = self.table.answer(&words, &goal, &outcome, started.elapsed());
                say(&about)?;
                answer
            }
            Err(failure) => {
                tell(&failure.to_string())?;
                self.table.refusal(&words)
            }
        };
        // Nothing is ever sent: the other end is dropped.
        let _ = self.held.recv();
        say(&answer)
    }

    /// The goal in canonical form, and what was found.
    fn search(&self, started: Instant) -> Result<(String, Outcome), Failure> {
        if let Some(message) = &self.command.fault {
            return Err(Failure::input(message));
        }
        let task = self.table.open(self.command.goal.as_deref())?;
        let algorithm = self.table.algorithm.clone().map_or_else(|| task.default_algorithm(Asks::Goal), Ok)?;
        let algorithm = algorithm.clone().with_threads(self.table.threads).or_else(|error| {
            // Programs set the threads of every engine, whatever it searches with.
            tell(&error.to_string()).map(|()| algorithm)
        })?;
        let mut run = task.begin(&algorithm)?;
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
        let outcome = run.advance(&self.limits, &mut observer)?;
        Ok((task.goal().to_owned(), outcome))
    }
}
