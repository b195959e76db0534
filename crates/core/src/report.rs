//! What a search says: while it runs, when it stops, and when the problem itself is at fault.

use std::fmt;
use std::io::{self, Read, Write};
use std::ops::{AddAssign, ControlFlow, Deref};
use std::time::Duration;

use thiserror::Error;

use crate::{Limits, Problem, Repetition, Score, Size, Value};

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The goal can be reached.
    Proven,
    /// The goal cannot be reached.
    Disproven,
    /// The search stopped before it knew.
    Unknown,
}

impl Verdict {
    /// The value, if the search found it.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Proven => Some(Value::Proven),
            Self::Disproven => Some(Value::Disproven),
            Self::Unknown => None,
        }
    }
}

impl From<Option<Value>> for Verdict {
    fn from(value: Option<Value>) -> Self {
        match value {
            Some(Value::Proven) => Self::Proven,
            Some(Value::Disproven) => Self::Disproven,
            None => Self::Unknown,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proven => "proven",
            Self::Disproven => "disproven",
            Self::Unknown => "unknown",
        })
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The root has a value.
    Decided,
    /// The limit on expansions.
    Expansions,
    /// The limit on bytes, or the addressing of nodes or sets.
    Memory,
    /// The limit on time.
    Time,
    /// [`Cancel`](crate::Cancel) was raised, or the [`Observer`] asked to stop.
    Cancelled,
    /// The whole graph is generated; the root's value depends on leaves that the problem leaves open.
    OpenLeaves,
    /// The proof of the verdict does not hold by the rules: states, or the lines to them, were told apart by hash keys, and two keys have
    /// collided, or the problem says something else of a state each time it is asked. The verdict is withdrawn.
    Collision,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Decided => "decided",
            Self::Expansions => "expansions",
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Cancelled => "cancelled",
            Self::OpenLeaves => "open-leaves",
            Self::Collision => "collision",
        })
    }
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// States were compared in full: hash keys only found buckets.
    Exact,
    /// States were told apart by hash keys of this many bits; a collision could have spoilt the verdict.
    Keyed {
        /// Width of the key that was compared.
        bits: u32,
    },
    /// Unfinished positions were taken for what the game evaluates them to: a value that rests on that is an estimate.
    Evaluations,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Keyed { bits } => write!(f, "keyed:{bits}"),
            Self::Evaluations => f.write_str("evaluations"),
        }
    }
}

/// How a transposition table was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableUse {
    /// States that were looked up.
    pub probes: u64,
    /// Look-ups that found something.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// Entries of other states that gave way or were collected.
    pub evictions: u64,
    /// Times that many entries were collected at once.
    pub collections: u64,
    /// Entries that the table holds now.
    pub entries: u64,
}

impl TableUse {
    /// How this table and another one, which is held at the same time, were used together.
    #[must_use]
    pub fn beside(mut self, other: Self) -> Self {
        let entries = self.entries + other.entries;
        self += other;
        Self { entries, ..self }
    }
}

/// Takes in how another table was used, at another time: of what the two hold, the most counts.
impl AddAssign for TableUse {
    fn add_assign(&mut self, other: Self) {
        let Self { probes, hits, stores, evictions, collections, entries } = other;
        self.probes += probes;
        self.hits += hits;
        self.stores += stores;
        self.evictions += evictions;
        self.collections += collections;
        self.entries = self.entries.max(entries);
    }
}

/// What a search has done since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Nodes whose successors were generated: in searches that a probe has nested as well.
    pub expanded: u64,
    /// Times a node's successors were generated anew, as far as the search knew. Searches that keep their graph do that
    /// never; what a table has forgotten counts as expanded for the first time.
    pub expanded_again: u64,
    /// Of `expanded`, those in searches that a probe has nested; 0 without such searches.
    pub second_level: u64,
    /// Nodes on the ways down to those that were expanded, each as often as it was on one. What a search knows of the last way it
    /// need not walk again; it counts.
    pub visits: u64,
    /// Nodes created, the root included.
    pub generated: u64,
    /// Times a node's value was computed from its children.
    pub recomputed: u64,
    /// Steps of a search by true numbers for which the work allowed did not suffice to be sure of them; 0 in all others.
    pub uncertain: u64,
    /// The most bytes the search held at a time: graph, states, node sets and index.
    pub peak_bytes: u64,
}

/// Takes in what another search has done, at another time: of what the two held, the most counts.
impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        let Self { expanded, expanded_again, second_level, visits, generated, recomputed, uncertain, peak_bytes } =
            other;
        self.expanded += expanded;
        self.expanded_again += expanded_again;
        self.second_level += second_level;
        self.visits += visits;
        self.generated += generated;
        self.recomputed += recomputed;
        self.uncertain += uncertain;
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
    }
}

/// The result of a search, decided or not.
///
/// What the search has [counted](Counters) can be read as if it were part of the report: `report.expanded`.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Report<M> {
    /// The answer.
    pub verdict: Verdict,
    /// Why the search stopped.
    pub stop: StopReason,
    /// What the search has done.
    pub counters: Counters,
    /// Proof number of the root, or the size (bound) of its proof set.
    pub proof: Size,
    /// Disproof number of the root, or the size (bound) of its disproof set.
    pub disproof: Size,
    /// For a decided root, a line of play: the winning choice against the longest resistance. Else the line to the
    /// most-proving node.
    pub line: Vec<M>,
    /// For a decided root: no line along the strategy behind the verdict is longer than this, in plies. `None`: none is
    /// longer than the line.
    pub longest: Option<u32>,
    /// What the verdict rests on.
    pub evidence: Evidence,
    /// How the table was used, for searches that have one.
    pub table: Option<TableUse>,
}

/// What the search has counted.
impl<M> Deref for Report<M> {
    type Target = Counters;

    fn deref(&self) -> &Counters {
        &self.counters
    }
}

impl<M> Report<M> {
    /// The report of a search that compares states in full and has no table. Both sizes are one if it is not decided.
    pub fn new(verdict: impl Into<Verdict>, stop: StopReason, counters: Counters, line: Vec<M>) -> Self {
        let verdict = verdict.into();
        let (proof, disproof) = match verdict {
            Verdict::Proven => (Size::ZERO, Size::INFINITE),
            Verdict::Disproven => (Size::INFINITE, Size::ZERO),
            Verdict::Unknown => (Size::ONE, Size::ONE),
        };
        let (longest, evidence, table) = (None, Evidence::Exact, None);
        Self { verdict, stop, counters, proof, disproof, line, longest, evidence, table }
    }

    /// The plies within which the strategy behind a verdict comes to its end, if it has one.
    pub fn length(&self) -> usize {
        self.longest.map_or(self.line.len(), |plies| plies as usize)
    }

    /// The same report with these sizes of the root: of its proof, and of its disproof.
    pub fn with_sizes(self, (proof, disproof): (Size, Size)) -> Self {
        Self { proof, disproof, ..self }
    }

    /// The same report with another line.
    pub fn with_line<N>(self, line: Vec<N>) -> Report<N> {
        let Self { verdict, stop, counters, proof, disproof, line: _, longest, evidence, table } = self;
        Report { verdict, stop, counters, proof, disproof, line, longest, evidence, table }
    }

    /// The same report with another [`longest`](Self::longest).
    pub fn with_longest(self, longest: impl Into<Option<u32>>) -> Self {
        Self { longest: longest.into(), ..self }
    }

    /// The same report, whose verdict rests on this.
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence, ..self }
    }

    /// The same report with another use of a table.
    pub fn with_table(self, table: impl Into<Option<TableUse>>) -> Self {
        Self { table: table.into(), ..self }
    }
}

/// A glance at a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes expanded so far.
    pub expanded: u64,
    /// Nodes created so far.
    pub generated: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// Proof size of the root.
    pub proof: Size,
    /// Disproof size of the root.
    pub disproof: Size,
    /// Edges from the root to the node expanded last.
    pub depth: u32,
    /// Time since this call began.
    pub elapsed: Duration,
    /// How full the table is, for searches that have one.
    pub table: Option<TableFill>,
}

/// How full a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFill {
    /// Entries that it holds now, or held a moment ago.
    pub entries: u64,
    /// Entries for which there would be room if it were as large as its limit allows.
    pub most: u64,
}

impl Progress {
    /// A glance at the start of a search: all counters zero, both sizes one.
    pub fn start() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            bytes: 0,
            proof: Size::ONE,
            disproof: Size::ONE,
            depth: 0,
            elapsed: Duration::ZERO,
            table: None,
        }
    }
}

/// Watches a search, a batch of expansions at a time. `()` watches nothing.
pub trait Observer {
    /// Called between batches; [`ControlFlow::Break`] stops the search with [`StopReason::Cancelled`].
    fn progress(&mut self, now: &Progress) -> ControlFlow<()>;
}

impl Observer for () {
    fn progress(&mut self, _now: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, now: &Progress) -> ControlFlow<()> {
        self(now)
    }
}

/// The problem cannot be searched as it is. Running out of time or memory is not an error; see [`StopReason`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError<S> {
    /// A state can be reached from itself.
    #[error("the graph has a cycle of {} states; this search needs an acyclic graph", .path.len())]
    Cycle {
        /// The repeated state, then the states on the way back to it.
        path: Vec<S>,
    },
    /// The problem may have cycles, and this search cannot handle what it says a repetition is worth.
    #[error("this search cannot handle the rule that {0}")]
    Repetition(Repetition),
    /// The problem has no rank and does not say what a repetition is worth; this search needs one of the two.
    #[error("the problem does not say what a repetition is worth; give it a rule for repetitions, or a rank")]
    NoRepetition,
    /// Positions can repeat, and the search needs a game that ends.
    #[error("positions can repeat in this game, and this search needs one that ends; search to a depth, or with dfpn")]
    Endless,
    /// The rank of a successor is not above the rank of its parent.
    #[error(
        "the problem's rank does not increase from {parent} to {child}; give one that does to every state, or to none"
    )]
    Rank {
        /// Rank of the parent.
        parent: u32,
        /// Rank of the successor.
        child: u32,
    },
    /// A rank is larger than the search can store.
    #[error("the problem's rank {rank} is above {most}; scale the ranks down, or give none")]
    RankTooLarge {
        /// The rank.
        rank: u32,
        /// The largest rank that can be stored.
        most: u32,
    },
    /// Updating by rank was asked for, and the problem has no rank.
    #[error("the problem has no rank function; choose another updater")]
    NoRank,
    /// The limit on the scores of a game is none.
    #[error("the greatest score of the game is {0}; it has to be from 0 to {most}", most = crate::MOST_SCORE)]
    ScoreLimit(Score),
}

impl<S> SolveError<S> {
    /// The same with other names for states.
    pub fn map<T>(self, name: impl FnMut(S) -> T) -> SolveError<T> {
        match self {
            Self::Cycle { path } => SolveError::Cycle { path: path.into_iter().map(name).collect() },
            Self::Repetition(rule) => SolveError::Repetition(rule),
            Self::NoRepetition => SolveError::NoRepetition,
            Self::Endless => SolveError::Endless,
            Self::Rank { parent, child } => SolveError::Rank { parent, child },
            Self::RankTooLarge { rank, most } => SolveError::RankTooLarge { rank, most },
            Self::NoRank => SolveError::NoRank,
            Self::ScoreLimit(limit) => SolveError::ScoreLimit(limit),
        }
    }
}

/// A search in memory: call [`solve`](Self::solve) again with larger limits to continue it.
pub trait Solver<P: Problem> {
    /// Searches until the root is decided or a limit is reached.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when the problem breaks its contract or needs another kind of search.
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>>;

    /// Writes down what the search has found out, between two calls of [`solve`](Self::solve), so that a search of the same problem
    /// with the same choices can go on from there in another process. Returns false, and has written nothing, if it is a search
    /// that cannot. What problem and choices these are is not written.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let _ = out;
        Ok(false)
    }

    /// Takes up what another search has saved, before this one has begun. It may hold so many bytes. After an error the
    /// search is of no use.
    ///
    /// What is read is believed: nothing in it tells whether a byte has changed. Where that may be, a checksum belongs around it.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it.
    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let _ = (from, bytes);
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Turns to another root, between two calls of [`solve`](Self::solve): the state [behind](crate::behind) the root of the
    /// problem along a path. What the search knows about states stays, and so do its counters. Returns false, and has changed
    /// nothing, if it is a search that cannot, or if there is no such path.
    fn turn(&mut self, path: &[u32]) -> bool {
        let _ = path;
        false
    }

    /// What the search knows about the successors of its root, in their order, if it can be asked: proof number and
    /// disproof number.
    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Counters, Report, SolveError, StopReason, TableUse, Verdict};
    use crate::{Repetition, Size, Value};

    #[test]
    fn searches_one_after_the_other_add_up_but_for_what_they_held() {
        let mut sum = Counters { expanded: 1, peak_bytes: 70, ..Counters::default() };
        sum += Counters { expanded: 2, visits: 3, peak_bytes: 50, ..Counters::default() };
        assert_eq!(sum, Counters { expanded: 3, visits: 3, peak_bytes: 70, ..Counters::default() });

        let mut sum = TableUse { probes: 5, entries: 2, ..TableUse::default() };
        sum += TableUse { probes: 1, hits: 1, entries: 9, ..TableUse::default() };
        assert_eq!(sum, TableUse { probes: 6, hits: 1, entries: 9, ..TableUse::default() });
    }

    #[test]
    fn a_report_of_nothing_but_a_verdict_has_its_sizes() {
        let sizes = |value: Option<Value>| {
            let report = Report::<()>::new(value, StopReason::Decided, Counters::default(), Vec::new());
            (report.verdict, report.proof, report.disproof)
        };
        assert_eq!(sizes(Some(Value::Proven)), (Verdict::Proven, Size::ZERO, Size::INFINITE));
        assert_eq!(sizes(Some(Value::Disproven)), (Verdict::Disproven, Size::INFINITE, Size::ZERO));
        assert_eq!(sizes(None), (Verdict::Unknown, Size::ONE, Size::ONE));
    }

    #[test]
    fn errors_with_other_names_for_states_say_the_same() {
        let errors = [
            SolveError::Cycle { path: vec!["a", "b", "c"] },
            SolveError::Repetition(Repetition::MoverLoses),
            SolveError::NoRepetition,
            SolveError::Endless,
            SolveError::Rank { parent: 3, child: 2 },
            SolveError::RankTooLarge { rank: 9, most: 8 },
            SolveError::NoRank,
            SolveError::ScoreLimit(-1),
        ];
        for error in errors {
            assert_eq!(error.clone().map(drop).to_string(), error.to_string());
        }
    }
}
