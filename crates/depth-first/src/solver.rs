//! The search as callers see it: verdicts, reports, and the proof behind a verdict.
//!
//! Leaves that a problem leaves open are taken to be disproven at first: what is proven then is proven. If the root is
//! not, and such a leaf was met, the search begins again and takes them to be proven: what is disproven then is
//! disproven. If neither, the value depends on open leaves.

use proofset_certificate::{SolvedGraph, Strategy, line_moves, move_between};
use proofset_core::{
    Evidence, Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, StopReason, Value,
    Verdict, Watch, state_hash,
};
use tracing::{info, info_span};

use crate::numbers::Numbers;
use crate::options::Options;
use crate::proof::{Missing, Proof, rebuild};
use crate::search::{Counters, End, Engine};
use crate::table::TableUse;

/// A depth-first search with a table in memory.
#[derive(Debug)]
pub struct Search<P: Problem, C = ()> {
    engine: Engine<P, C>,
    root: P::State,
    value: Option<Value>,
    proof: Option<(Proof<P::State>, Strategy)>,
    /// Counters of the search alone, without what the proof took.
    counters: Counters,
    /// Set when the value turned out to depend on open leaves.
    open: bool,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<P::State>>,
}

impl<P: Problem> Search<P> {
    /// A search that has not begun. All leaves cost one.
    pub fn new(problem: P, options: Options) -> Self {
        Self::with_probe(problem, options, ())
    }
}

impl<P: Problem, C: Probe<P>> Search<P, C> {
    /// A search that has not begun, with leaves weighed by `probe`.
    pub fn with_probe(problem: P, options: Options, probe: C) -> Self {
        let root = problem.root();
        Self {
            engine: Engine::new(problem, probe, options),
            root,
            value: None,
            proof: None,
            counters: Counters::default(),
            open: false,
            broken: None,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.engine.problem
    }

    /// Expansions of nodes that had been expanded before, as far as the table knew.
    ///
    /// Depth-first search comes back to nodes: this is the price of keeping no graph. What the table has forgotten
    /// counts as expanded for the first time.
    pub fn expanded_again(&self) -> u64 {
        self.counters.expanded_again
    }

    /// How the table was used, the rebuilding of the proof included.
    pub fn table_use(&self) -> TableUse {
        self.engine.table.usage()
    }

    /// The value of a state, if the table knows it. It holds whatever line leads to the state.
    pub fn known_value(&self, state: &P::State) -> Option<Value> {
        self.engine.table.peek(state_hash(state), state).and_then(|entry| entry.numbers.value())
    }

    /// True if the proof of a decided root is at hand, so that it can be certified.
    ///
    /// It is missing if limits did not leave room or time for it; another call of [`solve`](Solver::solve) tries again.
    /// And it is missing if a value rests on play that goes on for ever, which certificates cannot say yet.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Searches until the root is decided or a limit is reached.
    fn run(&mut self, watch: &mut Watch<'_>) -> End<P::State> {
        self.engine.most_expansions = watch.limits().expansions;
        loop {
            let end = self.engine.search(&self.root, watch);
            self.counters = self.engine.counters;
            let End::Solved(outcome) = &end else { return end };
            if !self.engine.met.open_leaf || outcome.value != self.engine.assumed {
                return end;
            }
            if self.engine.assumed == Value::Proven {
                return End::Stopped(StopReason::OpenLeaves);
            }
            info!("begins again with open leaves proven");
            self.engine.clear();
            self.engine.assumed = Value::Proven;
        }
    }

    /// The line that a report shows: the winning choice against the longest resistance, or the line that was being
    /// searched when the search stopped.
    fn line(&self) -> Vec<P::Move> {
        let problem = &self.engine.problem;
        if let Some((proof, strategy)) = &self.proof {
            let nodes = strategy.principal_line(proof);
            return line_moves(problem, proof, &nodes).expect("every child was reached by a move");
        }
        let states: Vec<&P::State> = self.engine.line().collect();
        let mv =
            |pair: &[&P::State]| move_between(problem, pair[0], pair[1]).expect("every state was reached by a move");
        states.windows(2).map(mv).collect()
    }

    fn sizes(&self) -> (Size, Size) {
        self.value.map_or(self.engine.root_numbers(), Numbers::decided).sizes()
    }
}

impl<P: Problem, C: Probe<P>> Solver<P> for Search<P, C> {
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        let _span = info_span!("solve").entered();
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let mut watch = Watch::new(limits, observer);
        let mut stop = if self.open { StopReason::OpenLeaves } else { StopReason::Decided };
        if self.value.is_none() && !self.open {
            match self.run(&mut watch) {
                End::Solved(outcome) => self.value = Some(outcome.value),
                End::Stopped(reason) => {
                    self.open = reason == StopReason::OpenLeaves;
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
                Err(Missing::Endless | Missing::Stopped) => {}
                Err(Missing::Error(error)) => {
                    self.broken = Some(error.clone());
                    return Err(error);
                }
            }
        }
        let peak = self.engine.counters.peak_bytes.max(self.engine.bytes());
        let (proof, disproof) = self.sizes();
        let Counters { expanded, expanded_again, generated, recomputed, .. } = self.counters;
        info!(%stop, expanded, expanded_again, generated, bytes = self.engine.bytes(), "search stopped");
        Ok(Report {
            verdict: Verdict::from(self.value),
            stop,
            expanded,
            generated,
            recomputed,
            peak_bytes: peak,
            proof,
            disproof,
            line: self.line(),
            evidence: Evidence::Exact,
        })
    }
}

impl<P: Problem, C: Probe<P>> SolvedGraph for Search<P, C> {
    type State = P::State;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> P::State {
        self.proof.as_ref().map_or_else(|| self.root.clone(), |(proof, _)| proof.state(node))
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
}
