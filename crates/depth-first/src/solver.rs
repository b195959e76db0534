//! The search as callers see it: an engine, and the [shell](crate::shell) around it.

use std::io::{self, Read, Write};

use proofset_certificate::SolvedGraph;
use proofset_core::{
    Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, TableUse, Value,
};
use proofset_cursor::{CopyCursor, Cursor};
use proofset_numbers::Numbers;

use crate::history::HistoryUse;
use crate::options::Options;
use crate::search::{Engine, StateOf};
use crate::shell::{Shell, known, known_successors};
use crate::simulation::SimulationUse;
use crate::table::{ExactTable, KeyedTable, Table};

type MoveOf<C> = <<C as Cursor>::Problem as Problem>::Move;

/// A depth-first search with a table in memory.
pub struct Search<C: Cursor, T> {
    pub(crate) engine: Engine<C, T>,
    pub(crate) shell: Shell<C::Problem>,
}

impl<P: Problem> Search<CopyCursor<P>, ExactTable<P::State>> {
    /// A search that has not begun, with a table that compares states in full. All leaves cost one.
    ///
    /// Where whoever repeats a state has lost, the lines that results depend on are told apart by keys all the same, made of the hashes of
    /// states: a weak hash can end in [`StopReason::Collision`](proofset_core::StopReason::Collision), and in no wrong verdict.
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
        Self { engine: Engine::new(cursor, table, options), shell: Shell::new() }
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
        self.shell.table_use(&self.engine)
    }

    /// How results were carried from line to line, where the rule for repetitions makes values depend on it.
    pub fn history_use(&self) -> Option<HistoryUse> {
        self.engine.line.histories.as_ref().map(|histories| histories.usage)
    }

    /// How often proofs were played through for siblings.
    pub fn simulation_use(&self) -> SimulationUse {
        self.engine.simulations.usage
    }

    /// The value of a state, if the table knows it. It holds whatever line leads to the state, and whatever open leaves are.
    pub fn known_value(&self, state: &StateOf<C>) -> Option<Value> {
        known::<C::Problem>(&self.engine, state).and_then(Numbers::value)
    }

    /// True if the proof of a decided root is at hand, so that it can be certified.
    ///
    /// It is missing if limits did not leave room or time for it; another call of [`solve`](Solver::solve) tries again.
    /// Where whoever repeats a state has lost, it may take exponentially many nodes.
    pub fn has_proof(&self) -> bool {
        self.shell.proof.is_some()
    }
}

impl<C: Cursor, T: Table<C::Mark>> Solver<C::Problem> for Search<C, T> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<C>>, SolveError<StateOf<C>>> {
        self.shell.solve(&mut self.engine, limits, observer)
    }

    /// The table, with what the line has found out so far, and values that hold on one line alone where whoever repeats a
    /// state has lost. Other values that rest on the line are not written.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.shell.save(&mut self.engine, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.shell.load(&mut self.engine, from, bytes)
    }

    /// Where positions repeat, or their past counts, what the table holds may depend on the root.
    fn turn(&mut self, path: &[u32]) -> bool {
        self.shell.turn(&mut self.engine, path)
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        known_successors::<C::Problem>(&self.engine)
    }
}

impl<C: Cursor, T: Table<C::Mark>> SolvedGraph for Search<C, T> {
    type State = StateOf<C>;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> StateOf<C> {
        self.shell.proof.as_ref().map_or_else(|| self.engine.root.clone(), |(proof, _)| proof.state(node))
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.shell.proof.as_ref().and_then(|(proof, _)| proof.role(node))
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.shell.proof.as_ref().and_then(|(proof, _)| proof.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.shell.proof.iter().flat_map(move |(proof, _)| proof.children(node))
    }

    fn endless(&self) -> Option<Value> {
        self.shell.proof.as_ref().and_then(|(proof, _)| proof.endless())
    }

    fn is_exact(&self) -> bool {
        self.shell.proof.as_ref().is_none_or(|(proof, _)| proof.is_exact())
    }
}
