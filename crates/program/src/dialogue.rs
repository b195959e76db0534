//! Commands of a program with a board, answered one after the other.
//!
//! The idea: a game brings what is said ([`Dialogue`]); this hands lines to and fro, and runs the searches that answers take.

use std::io::{BufRead, stdin};
use std::time::Instant;

use proofset_catalog::{Answered, Asks, Catalog, Dialogue, InputError, Oracle};
use proofset_core::{Limits, Verdict};

use crate::arguments::DialogueArguments;
use crate::escape::visible;
use crate::failure::{Exit, Failure};
use crate::output;

/// Answers within limits. The time is that of a command, whatever it asks.
struct Searches<'a> {
    catalog: &'a Catalog,
    limits: Limits,
    began: Instant,
}

impl Oracle for Searches<'_> {
    fn ask_within(&mut self, part: u32, game: &str, position: &str, goal: &str) -> Result<Answered, InputError> {
        let task = self.catalog.open(game, Some(position), Some(goal))?;
        let mut run = task.begin(&task.default_algorithm(Asks::Goal)?)?;
        let left = self.limits.time.map(|time| time.saturating_sub(self.began.elapsed()) / part.max(1));
        let Ok(outcome) = run.advance(&self.limits.clone().with_time(left), &mut ()) else {
            return Ok(Answered { verdict: Verdict::Unknown, line: Vec::new(), expanded: 0 });
        };
        Ok(Answered { verdict: outcome.verdict, line: outcome.line, expanded: outcome.counters.expanded })
    }
}

/// Talks until it is told to stop, or nobody says anything any more.
pub(crate) fn run(catalog: &Catalog, dialogue: Dialogue, limits: &DialogueArguments) -> Result<Exit, Failure> {
    let limits = Limits::none().with_time(Some(limits.time)).with_bytes(limits.memory.as_u64());
    let mut oracle = Searches { catalog, limits, began: Instant::now() };
    let mut talk = (dialogue.begin)();
    let mut input = stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return Ok(Exit::Done),
            Ok(_) => {}
            Err(error) => return Err(Failure::Input(anyhow::Error::new(error).context("cannot read standard input"))),
        }
        oracle.began = Instant::now();
        let said = talk.hear(&String::from_utf8_lossy(&line), &mut oracle);
        if !said.text.is_empty() {
            let lines: Vec<_> = said.text.split('\n').map(visible).collect();
            output::print_raw(&lines.join("\n"))?;
        }
        if said.is_last {
            return Ok(Exit::Done);
        }
    }
}
