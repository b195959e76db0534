//! Commands of a program with a board, answered one after the other.
//!
//! The idea: a game brings what is said ([`Dialogue`]); this hands lines to and fro, and runs the searches that answers take.

use std::io::{BufRead, stdin};
use std::time::Instant;

use proofset_catalog::{Answered, Asks, Catalog, Dialogue, InputError, Oracle, Run, Task};
use proofset_core::{Limits, StopReason, Verdict};
use self_cell::self_cell;

use crate::arguments::DialogueArguments;
use crate::escape::visible;
use crate::failure::{Exit, Failure};
use crate::output;

/// A search, for as long as it borrows its question.
type Running<'q> = Box<dyn Run + 'q>;

self_cell! {
    /// A question with its search.
    struct Search {
        owner: Task,

        #[not_covariant]
        dependent: Running,
    }
}

/// A question that is asked, or waits to be asked again.
struct Asked {
    /// The game, the position and the goal.
    question: [String; 3],
    search: Search,
    /// What was expanded for it, and the most bytes that this took.
    expanded: u64,
    bytes: u64,
}

/// Answers within limits. The time is that of a command, whatever it asks, and all searches of a command share the memory.
///
/// A question that is asked again by the same command is searched from where its search was stopped.
struct Searches<'a> {
    catalog: &'a Catalog,
    limits: Limits,
    began: Instant,
    /// What a limit has stopped, longest ago first.
    stopped: Vec<Asked>,
}

impl<'a> Searches<'a> {
    fn new(catalog: &'a Catalog, limits: Limits) -> Self {
        Self { catalog, limits, began: Instant::now(), stopped: Vec::new() }
    }

    /// A new command begins.
    fn begin(&mut self) {
        self.began = Instant::now();
        self.stopped.clear();
    }

    /// The search for a question, at its beginning or where it was stopped.
    fn search(&mut self, question: [String; 3]) -> Result<Asked, InputError> {
        if let Some(place) = self.stopped.iter().position(|asked| asked.question == question) {
            return Ok(self.stopped.remove(place));
        }
        let [game, position, goal] = &question;
        let task = self.catalog.open(game, Some(position), Some(goal))?;
        let search = Search::try_new(task, |task| task.begin(&task.default_algorithm(Asks::Goal)?))?;
        Ok(Asked { question, search, expanded: 0, bytes: 0 })
    }

    /// The bytes that a search, which holds so many, may hold beside those that were stopped. Of these so many are dropped that it
    /// has half of all at least, and what it holds.
    fn room(&mut self, own: u64) -> Option<u64> {
        let most = self.limits.bytes?;
        let others = most.saturating_sub(own.max(most / 2));
        loop {
            let held: u64 = self.stopped.iter().map(|asked| asked.bytes).sum();
            if held <= others {
                return Some(most - held);
            }
            self.stopped.remove(0);
        }
    }
}

impl Oracle for Searches<'_> {
    fn ask_within(&mut self, part: u32, game: &str, position: &str, goal: &str) -> Result<Answered, InputError> {
        let mut asked = self.search([game, position, goal].map(str::to_owned))?;
        let left = self.limits.time.map(|time| time.saturating_sub(self.began.elapsed()) / part.max(1));
        let mut limits = self.limits.clone().with_time(left);
        limits.bytes = self.room(asked.bytes);
        let Ok(outcome) = asked.search.with_dependent_mut(|_, run| run.advance(&limits, &mut ())) else {
            return Ok(Answered { verdict: Verdict::Unknown, line: Vec::new(), expanded: 0 });
        };
        let expanded = outcome.counters.expanded.saturating_sub(asked.expanded);
        // A search that had no room would have none when it is asked again.
        if outcome.verdict == Verdict::Unknown && outcome.stop != StopReason::Memory {
            (asked.expanded, asked.bytes) = (outcome.counters.expanded, outcome.counters.peak_bytes);
            self.stopped.push(asked);
        }
        Ok(Answered { verdict: outcome.verdict, line: outcome.line, expanded })
    }
}

/// Talks until it is told to stop, or nobody says anything any more.
pub(crate) fn run(catalog: &Catalog, dialogue: Dialogue, limits: &DialogueArguments) -> Result<Exit, Failure> {
    let limits = Limits::none().with_time(Some(limits.time)).with_bytes(limits.memory.as_u64());
    let mut oracle = Searches::new(catalog, limits);
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
        oracle.begin();
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

#[cfg(test)]
mod tests {
    use proofset_catalog::{Catalog, Entry, Oracle};
    use proofset_core::{Limits, Verdict};
    use proofset_tic_tac_toe::TicTacToe;

    use super::Searches;

    fn catalog() -> Catalog {
        Catalog::new().with(Entry::game("noughts", |_| Ok(TicTacToe)))
    }

    /// The expansions of each of these questions about the empty board, asked one after the other.
    fn expanded(searches: &mut Searches<'_>, goals: &[&str]) -> Vec<u64> {
        let asked =
            goals.iter().map(|goal| searches.ask_within(1, "noughts", ".../.../...", goal).expect("a question"));
        asked.map(|answered| answered.expanded).collect()
    }

    #[test]
    fn a_question_that_is_asked_again_goes_on_where_it_was_stopped() {
        let catalog = catalog();
        let mut searches = Searches::new(&catalog, Limits::none().with_expansions(Some(20)));
        assert_eq!(expanded(&mut searches, &["first:win", "second:win", "first:win"]), [20, 20, 0]);
        // With more of them it does what is left, and another command begins anew.
        searches.limits = Limits::none().with_expansions(Some(50));
        assert_eq!(expanded(&mut searches, &["first:win", "second:win"]), [30, 30]);
        searches.begin();
        assert_eq!(expanded(&mut searches, &["first:win"]), [50]);
        // The end is that of a search that was never stopped.
        searches.limits = Limits::none();
        let ended = searches.ask("noughts", ".../.../...", "first:win").expect("a question");
        let whole =
            Searches::new(&catalog, Limits::none()).ask("noughts", ".../.../...", "first:win").expect("a question");
        assert_eq!((ended.verdict, ended.expanded + 50), (Verdict::Disproven, whole.expanded));
    }

    #[test]
    fn all_that_was_stopped_holds_half_of_the_memory_at_most() {
        let catalog = catalog();
        let limits = Limits::none().with_expansions(Some(20));
        let mut searches = Searches::new(&catalog, limits.clone());
        assert_eq!(expanded(&mut searches, &["first:win", "second:win", "first:draw"]), [20; 3]);
        let [first, second, third] = [0, 1, 2].map(|place: usize| searches.stopped[place].bytes);
        // There is room for two of the three, so the oldest one is dropped, and the others go on.
        searches.limits = limits.with_bytes(2 * (second + third));
        assert!(first > 0 && searches.room(0) == Some(second + third));
        assert_eq!(expanded(&mut searches, &["second:win", "first:draw"]), [0, 0]);
        // One that holds more than half has all that the others leave.
        assert_eq!(searches.room(second + third + 1), Some(2 * second + third));
        assert_eq!(expanded(&mut searches, &["second:win", "first:win"]), [20, 20]);
        // What a search holds already counts as well.
        searches.begin();
        assert_eq!(expanded(&mut searches, &["second:win", "first:draw"]), [20, 20]);
        searches.limits = searches.limits.with_bytes(second + third - 1);
        assert!(third >= second, "half of the memory is enough for the other one");
        assert_eq!(expanded(&mut searches, &["first:draw"]), [0]);
        let waiting = searches.stopped.iter().map(|asked| &*asked.question[2]);
        assert_eq!(waiting.collect::<Vec<_>>(), ["first:draw"]);
    }

    #[test]
    fn what_had_no_room_does_not_wait() {
        let catalog = catalog();
        let mut searches = Searches::new(&catalog, Limits::none().with_bytes(20_000));
        let counts = expanded(&mut searches, &["first:win", "first:win"]);
        assert!(counts[0] > 0 && counts[0] == counts[1] && searches.stopped.is_empty(), "{counts:?}");
    }
}
