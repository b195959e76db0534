//! The search as callers see it: verdicts, reports, and the proof behind a verdict.
//!
//! Leaves that a problem leaves open are taken to be disproven at first: what is proven then is proven. If the root is
//! not, and such a leaf was met, the search begins again and takes them to be proven: what is disproven then is
//! disproven. If neither, the value depends on open leaves.

use std::io::{self, Read, Write};
use std::sync::Arc;

use proofset_certificate::{ProofGraph, SolvedGraph, Strategy, leading_moves, move_between};
use proofset_core::{
    Evidence, Headed, Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, StopReason,
    TableUse, Value, Watch, behind,
};
use proofset_cursor::{CopyCursor, Cursor};
use proofset_numbers::{Numbers, Team};
use proofset_table::{get, put};

use crate::contribution::Contribution;
use crate::history::HistoryUse;
use crate::line::Counters;
use crate::log;
use crate::options::Options;
use crate::proof::rebuild;
use crate::prover::{End, Missing, Outcome, Prover};
use crate::search::{Engine, StateOf};
use crate::simulation::SimulationUse;
use crate::table::{ExactTable, KeyedTable, Table};

type MoveOf<C> = <<C as Cursor>::Problem as Problem>::Move;

/// A depth-first search with a table in memory.
pub struct Search<C: Cursor, T> {
    pub(crate) engine: Engine<C, T>,
    pub(crate) value: Option<Value>,
    proof: Option<(ProofGraph<StateOf<C>>, Strategy)>,
    /// Counters of the search alone, without what the proof took.
    counters: Counters,
    /// What other threads have done.
    contribution: Contribution,
    /// Set when it is known that there will be no verdict: the value depends on open leaves, or keys have collided.
    hopeless: Option<StopReason>,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<StateOf<C>>>,
}

impl<P: Problem> Search<CopyCursor<P>, ExactTable<P::State>> {
    /// A search that has not begun, with a table that compares states in full. All leaves cost one.
    pub fn new(problem: P, options: Options) -> Self {
        Self::with_probe(problem, options, ())
    }
}

impl<P: Problem, C: Probe<P>> Search<CopyCursor<P, C>, ExactTable<P::State>> {
    /// A search that has not begun, with a table that compares states in full, and leaves and edges weighed by `probe`.
    pub fn with_probe(problem: P, options: Options, probe: C) -> Self {
        Self::with_cursor(CopyCursor::new(problem, probe), ExactTable::new(), options)
    }
}

impl<P: Problem, C: Probe<P>> Search<CopyCursor<P, C>, KeyedTable> {
    /// A search that has not begun, with a table that compares keys, and leaves and edges weighed by `probe`.
    pub fn keyed(problem: P, options: Options, probe: C) -> Self {
        Self::keyed_with_cursor(CopyCursor::new(problem, probe), options)
    }
}

impl<C: Cursor> Search<C, KeyedTable> {
    /// A search that has not begun, with a table that compares keys.
    pub fn keyed_with_cursor(cursor: C, options: Options) -> Self {
        let table = KeyedTable::for_cursor(&cursor);
        Self::with_cursor(cursor, table, options)
    }
}

impl<C: Cursor, T: Table<C::Mark>> Search<C, T> {
    /// A search that has not begun.
    pub fn with_cursor(cursor: C, table: T, options: Options) -> Self {
        Self {
            engine: Engine::new(cursor, table, options),
            value: None,
            proof: None,
            counters: Counters::default(),
            contribution: Contribution::default(),
            hopeless: None,
            broken: None,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &C::Problem {
        self.engine.cursor.problem()
    }

    /// Where it stands in the graph of the problem.
    pub fn cursor(&self) -> &C {
        &self.engine.cursor
    }

    /// The choices of this search.
    pub fn options(&self) -> Options {
        self.engine.line.options
    }

    /// How the table was used, the rebuilding of the proof included.
    pub fn table_use(&self) -> TableUse {
        let mut usage = self.engine.table.usage();
        usage += self.contribution.table;
        usage
    }

    /// How results were carried from line to line, where the rule for repetitions makes values depend on it.
    pub fn history_use(&self) -> Option<HistoryUse> {
        self.engine.line.histories.as_ref().map(|histories| histories.usage)
    }

    /// How often proofs were played through for siblings.
    pub fn simulation_use(&self) -> SimulationUse {
        self.engine.simulations.usage
    }

    /// The value of a state, if the table knows it. It holds whatever line leads to the state.
    pub fn known_value(&self, state: &StateOf<C>) -> Option<Value> {
        self.engine.known(state).and_then(|entry| entry.numbers.value())
    }

    /// True if the proof of a decided root is at hand, so that it can be certified.
    ///
    /// It is missing if limits did not leave room or time for it; another call of [`solve`](Solver::solve) tries again.
    /// Where whoever repeats a state has lost, it may take exponentially many nodes.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Searches until the root is decided or a limit is reached.
    fn run(&mut self, watch: &mut Watch<'_>) -> End<StateOf<C>> {
        self.engine.line.most_expansions = match &self.engine.member {
            None => watch.limits().expansions,
            // Threads take expansions from what is left for all of them.
            Some(_) => watch.limits().expansions.map(|_| self.engine.line.counters.expanded),
        };
        self.engine.proves = false;
        let root = self.engine.root.clone();
        loop {
            let before = self.total().expanded;
            let mut end = self.engine.search(&root, watch);
            if let (End::Stopped(_), Some(value)) = (&end, self.team().and_then(Team::solution)) {
                end = End::Solved(Outcome { value, children: Vec::new() });
            }
            self.counters = self.engine.line.counters;
            self.call_team_off(watch.limits());
            // What is given back may be too little for anything, as for a search of a second level.
            let is_stopped = matches!(end, End::Stopped(StopReason::Expansions));
            if is_stopped && self.total().expanded > before && self.is_given_back(watch.limits()) {
                continue;
            }
            let End::Solved(outcome) = &end else { return end };
            if !self.met_open_leaf() || outcome.value != self.engine.line.assumed {
                return end;
            }
            if self.engine.line.assumed == Value::Proven {
                return End::Stopped(StopReason::OpenLeaves);
            }
            log::second_pass();
            self.engine.unwind();
            self.engine.clear();
            self.engine.line.assumed = Value::Proven;
            if let Some(team) = self.team() {
                team.assume_proven();
            }
        }
    }

    fn met_open_leaf(&self) -> bool {
        self.engine.line.met_open_leaf || self.team().is_some_and(Team::met_open_leaf)
    }

    fn team(&self) -> Option<&Team<Contribution>> {
        self.engine.member.as_ref().map(|member| &**member.team())
    }

    /// Stops the helpers, if there are any, and takes what they have done into account. What follows is for one thread.
    fn call_team_off(&mut self, limits: &Limits) {
        let Some(member) = &self.engine.member else { return };
        let team = Arc::clone(member.team());
        team.stop();
        self.contribution = team.wait();
        if let Some(most) = limits.expansions {
            self.engine.line.most_expansions = Some(self.engine.line.counters.expanded);
            team.begin(0, Some(most.saturating_sub(self.total().expanded)));
        } else {
            team.begin(0, None);
        }
    }

    /// True if helpers had taken expansions that they have not made, so that this thread goes on with them alone.
    fn is_given_back(&self, limits: &Limits) -> bool {
        self.engine.member.is_some() && limits.expansions.is_some_and(|most| self.total().expanded < most)
    }

    /// What was done by all threads.
    pub(crate) fn total(&self) -> Counters {
        let mut total = self.counters;
        total += self.contribution.counters;
        total
    }

    /// The line that a report shows: the winning choice against the longest resistance, or the line that was being
    /// searched when the search stopped. A verdict without its proof has none.
    fn line(&self) -> Vec<MoveOf<C>> {
        let problem = self.problem();
        if let Some((proof, strategy)) = &self.proof {
            let nodes = strategy.principal_line(proof);
            if !proof.is_exact() {
                return self.line_by_zones(proof, &nodes);
            }
            return leading_moves(problem, proof, &nodes);
        }
        if self.value.is_some() || self.hopeless.is_some() {
            return Vec::new();
        }
        let states = self.engine.states();
        let mv = |pair: &[StateOf<C>]| move_between(problem, &pair[0], &pair[1]);
        states.windows(2).map_while(mv).collect()
    }

    /// The moves along a path of nodes that stand for all states that they cover.
    fn line_by_zones(&self, proof: &ProofGraph<StateOf<C>>, nodes: &[NodeId]) -> Vec<MoveOf<C>> {
        let (problem, zones) = (self.problem(), self.engine.cursor.zones());
        let (mut line, mut state) = (Vec::new(), self.engine.root.clone());
        for &node in &nodes[1..] {
            let pattern = proof.state(node);
            let mut found = None;
            // Moves elsewhere come last, and are the plainest of those that change nothing.
            problem.for_each_successor(&state, |mv, next| {
                if zones.is_some_and(|zones| zones.covers(&pattern, &next)) {
                    found = Some((mv, next));
                }
            });
            // The other side may have had more moves where less was known.
            let Some((mv, next)) = found else { break };
            line.push(mv);
            state = next;
        }
        line
    }

    fn evidence(&self) -> Evidence {
        match self.engine.table.evidence() {
            // Keys of cursors and of lines have 64 bits.
            Evidence::Exact if !C::EXACT || self.engine.line.histories.is_some() => Evidence::Keyed { bits: u64::BITS },
            evidence => evidence,
        }
    }

    /// Tells a search of another problem, and keys that are made in another way.
    fn root_key(&self) -> u64 {
        self.engine.cursor.view(&self.engine.root).key
    }

    fn sizes(&self) -> (Size, Size) {
        self.value.map_or(self.engine.line.root_numbers(), Numbers::decided).sizes()
    }
}

impl<C: Cursor, T: Table<C::Mark>> Solver<C::Problem> for Search<C, T> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<C>>, SolveError<StateOf<C>>> {
        let _span = log::enter();
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let mut watch = Watch::new(limits, observer);
        let mut stop = self.hopeless.unwrap_or(StopReason::Decided);
        if self.value.is_none() && self.hopeless.is_none() {
            match self.run(&mut watch) {
                End::Solved(outcome) => self.value = Some(outcome.value),
                End::Stopped(reason) => {
                    self.hopeless = Some(reason).filter(|&reason| reason == StopReason::OpenLeaves);
                    stop = reason;
                }
                End::Error(error) => {
                    self.broken = Some(error.clone());
                    return Err(error);
                }
            }
        }
        if let Some(value) = self.value
            && self.proof.is_none()
        {
            match rebuild(&mut self.engine, value, &mut watch) {
                Ok(proof) => self.proof = Some(proof),
                Err(Missing::NoStrategy | Missing::Stopped) => {}
                Err(Missing::Contradiction) => {
                    // Where states are compared in full, the problem says something else of one each time it is asked.
                    log::collision(self.evidence());
                    self.value = None;
                    self.hopeless = Some(StopReason::Collision);
                    stop = StopReason::Collision;
                }
                Err(Missing::Error(error)) => {
                    self.broken = Some(error.clone());
                    return Err(error);
                }
            }
        }
        let peak = self.engine.line.counters.peak_bytes.max(self.engine.bytes());
        log::stops(stop, &self.counters, self.engine.bytes());
        let mut counters = self.total().reported();
        counters.peak_bytes = peak + self.contribution.counters.peak_bytes;
        let report = Report::new(self.value, stop, counters, self.line()).with_sizes(self.sizes());
        Ok(report.with_evidence(self.evidence()).with_table(self.table_use()))
    }

    /// The table, with what the line has found out so far, and values that hold on one line alone where whoever repeats a
    /// state has lost. Other values that rest on the line are not written.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let forgets = self.evidence() == Evidence::Exact && !self.engine.cursor.marks_last();
        if self.broken.is_some() || forgets {
            return Ok(false);
        }
        self.engine.note_line();
        let head = Head {
            root_key: self.root_key(),
            counters: self.total(),
            assumed: self.engine.line.assumed,
            met_open_leaf: self.met_open_leaf(),
        };
        // Nothing is to be written before it is known that the table can be saved.
        if !self.engine.table.save(&mut Headed::new(head.bytes()?, out))? {
            return Ok(false);
        }
        let histories = self.engine.line.histories.as_ref();
        histories.map_or(Ok(()), |histories| histories.save(out))?;
        self.engine.cursor.save_zones(out)?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let Head { counters, assumed, met_open_leaf, .. } = Head::read(from, self.root_key())?;
        self.engine.share_out(bytes.unwrap_or(u64::MAX));
        let Engine { table, line, cursor, .. } = &mut self.engine;
        table.load(from)?;
        line.histories.as_mut().map_or(Ok(()), |histories| histories.load(from))?;
        cursor.load_zones(from)?;
        (line.counters, line.assumed, line.met_open_leaf) = (counters, assumed, met_open_leaf);
        self.counters = counters;
        if let Some(team) = self.team().filter(|_| assumed == Value::Proven) {
            team.assume_proven();
        }
        Ok(())
    }

    /// Where positions repeat, or their past counts, what the table holds may depend on the root.
    fn turn(&mut self, path: &[u32]) -> bool {
        if self.engine.line.repetition.is_some() || self.engine.line.histories.is_some() || self.broken.is_some() {
            return false;
        }
        let Some(root) = behind(self.problem(), path) else { return false };
        self.engine.unwind();
        if self.engine.line.assumed == Value::Proven && self.met_open_leaf() {
            // What is known holds if open leaves are proven, and a search begins with the other assumption.
            self.engine.clear();
        }
        self.engine.line.assumed = Value::Disproven;
        self.engine.ask_again();
        self.engine.root = root;
        (self.value, self.proof, self.hopeless) = (None, None, None);
        true
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        let problem = self.problem();
        let mut known = Vec::new();
        problem.for_each_successor(&self.engine.root, |_, next| {
            known.push(self.engine.known(&next).map(|entry| entry.numbers.sizes()));
        });
        known
    }
}

/// What the head of a saved search begins with.
const SAVED: u64 = u64::from_le_bytes(*b"dfpn   2");

/// What a saved search begins with, before its table.
struct Head {
    root_key: u64,
    counters: Counters,
    assumed: Value,
    met_open_leaf: bool,
}

impl Head {
    fn bytes(mut self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        put(&mut head, SAVED)?;
        put(&mut head, self.root_key)?;
        self.counters.numbers().into_iter().try_for_each(|number| put(&mut head, *number))?;
        put(&mut head, u64::from(self.assumed == Value::Proven))?;
        put(&mut head, u64::from(self.met_open_leaf))?;
        Ok(head)
    }

    /// Reads the head of a search whose root has this key.
    fn read(from: &mut dyn Read, root_key: u64) -> io::Result<Self> {
        if get(from)? != SAVED {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not that of a depth-first search"));
        }
        if get(from)? != root_key {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its first state is another one"));
        }
        let mut counters = Counters::default();
        for number in counters.numbers() {
            *number = get(from)?;
        }
        let assumed = if get(from)? == 0 { Value::Disproven } else { Value::Proven };
        Ok(Self { root_key, counters, assumed, met_open_leaf: get(from)? != 0 })
    }
}

impl<C: Cursor, T: Table<C::Mark>> SolvedGraph for Search<C, T> {
    type State = StateOf<C>;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> StateOf<C> {
        self.proof.as_ref().map_or_else(|| self.engine.root.clone(), |(proof, _)| proof.state(node))
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.proof.as_ref().and_then(|(proof, _)| proof.role(node))
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.proof.as_ref().and_then(|(proof, _)| proof.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.proof.iter().flat_map(move |(proof, _)| proof.children(node))
    }

    fn endless(&self) -> Option<Value> {
        self.proof.as_ref().and_then(|(proof, _)| proof.endless())
    }

    fn is_exact(&self) -> bool {
        self.proof.as_ref().is_none_or(|(proof, _)| proof.is_exact())
    }
}
