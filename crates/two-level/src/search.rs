//! Two-level search with a best-first first level: PN², PSS².
//!
//! The search is [`proofset_best_first::Search`] with a [`Nested`] probe. All that is added here is the proof: a root
//! that is decided by leaves of the second level has none until it is put together.

use std::time::Instant;

use proofset_best_first::{Options, Probe, Search as BestFirst};
use proofset_certificate::{ProofGraph, SolvedGraph, Strategy, line_moves};
use proofset_core::{Limits, NodeId, Observer, Problem, Report, Role, SolveError, Solver, Value, Watch};
use proofset_nodeset::Effort;
use tracing::info;

use crate::nested::{Nested, Second};
use crate::proof::{Missing, assemble};

/// A best-first search whose leaves are searched before they are expanded.
pub struct Search<P: Problem + Clone, E: Effort + Clone, D: Effort + Clone, C: Probe<P> + Clone = ()> {
    first: BestFirst<P, E, D, Nested<P, E, D, C>>,
    second: Second<E, D, C>,
    proof: Option<(ProofGraph<P::State>, Strategy)>,
    peak_bytes: u64,
    /// Set when the problem turned out to break its contract while the proof was put together.
    broken: Option<SolveError<P::State>>,
}

impl<P, E, D, C> Search<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    /// A search that has not begun. Both levels have the algebras and the probe of the second.
    pub fn new(problem: P, options: Options, second: Second<E, D, C>) -> Self {
        let (proof, disproof) = (second.proof.clone(), second.disproof.clone());
        let first = BestFirst::with_probe(problem, proof, disproof, options, Nested::new(second.clone()));
        Self { first, second, proof: None, peak_bytes: 0, broken: None }
    }

    /// The first level.
    pub fn first(&self) -> &BestFirst<P, E, D, Nested<P, E, D, C>> {
        &self.first
    }

    /// The problem.
    pub fn problem(&self) -> &P {
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
    ) -> Result<(), SolveError<P::State>> {
        let limits = Limits { expansions: None, ..limits.clone() };
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

impl<P, E, D, C> Solver<P> for Search<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let started = Instant::now();
        let mut report = self.first.solve(limits, observer)?;
        if let Some(value) = report.verdict.value()
            && self.proof.is_none()
        {
            let time = limits.time.map(|most| most.saturating_sub(started.elapsed()));
            self.prove(value, &Limits { time, ..limits.clone() }, observer)?;
        }
        self.peak_bytes = self.peak_bytes.max(report.peak_bytes);
        report.peak_bytes = self.peak_bytes;
        if report.verdict.value().is_some() {
            report.line = self.proof.as_ref().map_or_else(Vec::new, |(proof, strategy)| {
                let nodes = strategy.principal_line(proof);
                line_moves(self.problem(), proof, &nodes).expect("every child was reached by a move")
            });
        }
        Ok(report)
    }
}

impl<P, E, D, C> SolvedGraph for Search<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    type State = P::State;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> P::State {
        self.proof.as_ref().map_or_else(|| self.problem().root(), |(proof, _)| proof.state(node))
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
