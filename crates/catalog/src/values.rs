//! A search for what a position is worth, without its types, and what it finds.

use std::io::{self, Read, Write};

use proofset_core::{Evidence, Limits, Observer, StopReason, TableUse};
use proofset_multi_valued::ScoreNumbers;

use crate::RunError;

/// What a search for a value has found so far, with a text for each move of the line. Scores are those of the player to
/// move.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// The numbers of the root for the scores that are open, for searches that have some.
    pub numbers: Vec<ScoreNumbers>,
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

    /// Writes down what the search has found out, as [`Run::save`](crate::Run::save) does.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool>;

    /// Takes up what another search has saved, as [`Run::load`](crate::Run::load) does.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it.
    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()>;
}
