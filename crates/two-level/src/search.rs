//! Two-level search with a best-first first level: PN², PSS².
//!
//! The search is [`proofset_best_first::Engine`] with a [`Nested`] visitor. All that is added here is the proof: a root
//! that is decided by leaves of the second level has none until it is put together.

use std::io::{self, Read, Write};
use std::time::Instant;

use proofset_best_first::{Engine, Options, Probe};
use proofset_certificate::{ProofGraph, SolvedGraph, Strategy, leading_moves};
use proofset_core::{Limits, NodeId, Observer, Problem, Report, Role, SolveError, Solver, Value, Watch};
use proofset_nodeset::Effort;
use proofset_store::{Interned, Leaf, Leaves, MoveOf, Rooted, StateOf};
use tracing::info;

use crate::keep::{FIRST_NAME, Keep};
use crate::nested::{Nested, Second};
use crate::proof::{Missing, assemble};

/// A best-first search whose leaves are searched before they are expanded, over any store.
pub struct TwoLevel<X: Rooted, E: Effort, D: Effort> {
    first: Engine<X, E, D, Nested<X, E, D>>,
    second: Second<E, D>,
    proof: Option<(ProofGraph<StateOf<X>>, Strategy)>,
    peak_bytes: u64,
    /// Set when the problem turned out to break its contract while the proof was put together.
    broken: Option<SolveError<StateOf<X>>>,
}

/// A two-level search of a problem, with leaves of both levels weighed by `C`.
pub type Search<P, E, D, C = ()> = TwoLevel<Interned<P, Leaves<C>>, E, D>;

impl<P: Problem + Clone, E: Effort + Clone, D: Effort + Clone> Search<P, E, D> {
    /// A search that has not begun. Both levels have the algebras of the second, and all leaves cost one.
    pub fn new(problem: P, options: Options, second: Second<E, D>) -> Self {
        Self::with_probe(problem, options, second, ())
    }
}

impl<P, E, D, C> Search<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    /// The same with leaves of both levels weighed by `probe`.
    pub fn with_probe(problem: P, options: Options, second: Second<E, D>, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)), options, second)
    }
}

impl<X, E, D> TwoLevel<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    /// A search that has not begun, in a store without nodes. Both levels have the algebras of the second.
    pub fn with_store(store: X, options: Options, second: Second<E, D>) -> Self {
        let (proof, disproof) = (second.proof.clone(), second.disproof.clone());
        let mut first = Engine::with_visitor(store, proof, disproof, options, Nested::new(second.clone()));
        if second.keep != Keep::Sizes {
            first.limit_nodes(FIRST_NAME as usize);
        }
        Self { first, second, proof: None, peak_bytes: 0, broken: None }
    }

    /// The same, in which the first level chooses so many leaves at a time, and has them searched
    /// [together](crate::Parallel). It is another search, which expands other nodes; one leaf is none more.
    pub fn with_batch(mut self, leaves: usize) -> Self {
        self.first.visitor_mut().search_together(leaves);
        self
    }

    /// What searches the leaves.
    pub(crate) fn nested(&self) -> &Nested<X, E, D> {
        self.first.visitor()
    }

    /// The first level.
    pub fn first(&self) -> &Engine<X, E, D, Nested<X, E, D>> {
        &self.first
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.first.problem()
    }

    /// True if the proof of a decided root is at hand, so that it can be certified.
    ///
    /// It is missing if limits did not leave room or time for it; another call of [`solve`](Solver::solve) tries again.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Puts the proof of a decided root together, within what is left of the limits. It takes what expansions it takes.
    fn prove(
        &mut self,
        value: Value,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(), SolveError<StateOf<X>>> {
        let limits = limits.clone().with_expansions(None);
        let mut watch = Watch::new(&limits, observer);
        self.first.reclaim();
        let mut held = 0;
        let result = assemble(&self.first, &self.second, value, &mut watch, &mut held);
        self.peak_bytes = self.peak_bytes.max(self.first.bytes() as u64 + held);
        match result {
            Ok(proof) => self.proof = Some(proof),
            Err(Missing::Stopped) => info!("the proof is not put together: a limit was reached"),
            Err(Missing::Error(error)) => {
                self.broken = Some(error.clone());
                return Err(error);
            }
        }
        Ok(())
    }
}

impl<X, E, D> Solver<X::Problem> for TwoLevel<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let started = Instant::now();
        let mut report = self.first.solve(limits, observer)?;
        if let Some(value) = report.verdict.value()
            && self.proof.is_none()
        {
            let time = limits.time.map(|most| most.saturating_sub(started.elapsed()));
            self.prove(value, &limits.clone().with_time(time), observer)?;
        }
        self.peak_bytes = self.peak_bytes.max(report.peak_bytes);
        report.counters.peak_bytes = self.peak_bytes;
        if report.verdict.value().is_some() {
            report.line = self.proof.as_ref().map_or_else(Vec::new, |(proof, strategy)| {
                let nodes = strategy.principal_line(proof);
                leading_moves(self.problem(), proof, &nodes)
            });
        }
        Ok(report)
    }

    /// The first level. What a search of the second one that was interrupted has found out is not in it.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        if self.broken.is_some() {
            return Ok(false);
        }
        self.first.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.first.load(from, bytes)
    }
}

impl<X, E, D> SolvedGraph for TwoLevel<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.proof.as_ref().map_or_else(|| self.first.store().root(), |(proof, _)| proof.state(node))
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
