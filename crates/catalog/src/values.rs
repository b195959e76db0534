//! "What is this position worth?", for every algorithm.
//!
//! The idea: minimax searches and the searches for many scores find values themselves. Every other algorithm answers
//! yes or no, so it is asked whether the value is at least this or that, one score after the other, until one is left.

use std::time::Instant;

use proofset_core::{Evidence, Limits, Observer, StopReason, TableUse, Verdict};
use proofset_multi_valued::Bracket;

use crate::task::Task;
use crate::{AlgorithmSpec, RunError};

/// What a search for a value has found so far, with a text for each move of the line. Scores are those of the player to
/// move.
#[derive(Clone, Debug)]
pub struct ValueOutcome {
    /// The value is at least this.
    pub low: i32,
    /// The value is at most this.
    pub high: i32,
    /// Why the search stopped: [`StopReason::Decided`] if the value is known.
    pub stop: StopReason,
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Positions looked at: for minimax searches, those that a call was made for and those that the game solved itself;
    /// else the nodes that the search went down to.
    pub visits: u64,
    /// Nodes created, or moves made.
    pub generated: u64,
    /// The most bytes that were held at a time.
    pub peak_bytes: u64,
    /// The scores that were asked for, each with its answer, where one is asked for after the other.
    pub asked: Vec<(i32, bool)>,
    /// What the value rests on.
    pub evidence: Evidence,
    /// How the table was used, for searches that have one.
    pub table: Option<TableUse>,
    /// Best play, as far as the search shows it.
    pub line: Vec<String>,
}

impl ValueOutcome {
    /// The value, if it is known.
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A search for a value in memory.
pub trait ValueRun {
    /// Searches until the value is known or a limit is reached.
    ///
    /// # Errors
    ///
    /// [`RunError::Problem`] if the game is not one that this search can handle.
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError>;
}

/// Questions with yes or no, one after the other, each to a search of its own.
pub(crate) struct Questions<'a> {
    pub(crate) task: &'a Task,
    pub(crate) algorithm: AlgorithmSpec,
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) guess: i32,
}

impl ValueRun for Questions<'_> {
    /// Limits on time and expansions hold for all questions together.
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let started = Instant::now();
        let mut outcome = ValueOutcome {
            low: self.low,
            high: self.high,
            stop: StopReason::Decided,
            expanded: 0,
            visits: 0,
            generated: 0,
            peak_bytes: 0,
            asked: Vec::new(),
            evidence: Evidence::Exact,
            table: None,
            line: Vec::new(),
        };
        let mut bracket = Bracket::new(Some(self.low), Some(self.high), Some(self.guess));
        while let Some(score) = bracket.next_question() {
            let question = self.task.at_least(score).expect("the game has scores");
            let mut run = question.begin(&self.algorithm).map_err(|error| RunError::Problem(error.to_string()))?;
            let rest = Limits {
                expansions: limits.expansions.map(|most| most.saturating_sub(outcome.expanded)),
                time: limits.time.map(|most| most.saturating_sub(started.elapsed())),
                ..limits.clone()
            };
            let found = run.advance(&rest, observer)?;
            outcome.expanded += found.expanded;
            outcome.visits += found.visits;
            outcome.generated += found.generated;
            outcome.peak_bytes = outcome.peak_bytes.max(found.peak_bytes);
            outcome.table = found.table;
            if found.evidence != Evidence::Exact {
                outcome.evidence = found.evidence;
            }
            let holds = match found.verdict {
                Verdict::Proven => true,
                Verdict::Disproven => false,
                Verdict::Unknown => {
                    outcome.stop = found.stop;
                    break;
                }
            };
            outcome.asked.push((score, holds));
            if holds {
                bracket.at_least(score);
                // The last proof shows how the value is reached.
                outcome.line = found.line;
            } else {
                bracket.at_most(score - 1);
            }
        }
        outcome.low = bracket.low().unwrap_or(self.low);
        outcome.high = bracket.high().unwrap_or(self.high);
        Ok(outcome)
    }
}
