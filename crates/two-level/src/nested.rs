//! The probe that nests a search: before a leaf is expanded, it is searched.
//!
//! The idea: the first level asks about a leaf; a best-first search of its own, with a [`Budget`] of nodes, looks below
//! it. If that solves the leaf, the value is all that stays. Else the successors of the leaf keep the numbers that they
//! had in the end, and the rest is forgotten.
//!
//! Limits of the first level hold for both: the second level gets the expansions and the bytes that are left, and looks
//! at the clock through the first. A search that a limit stops is kept, and goes on when the first level does; one that
//! has used up its budget is over.
//!
//! Cost: a leaf costs a search. Memory: that of one search, which is given back when it is over, and a few bytes for
//! each successor of the last leaf.

use std::collections::HashMap;
use std::ops::ControlFlow;

use proofset_best_first::{Options, Search};
use proofset_core::{
    EdgeCost, Finding, LeafCost, Limits, NodeId, Outlook, Probe, Problem, Progress, Report, Size, SolveError, Solver,
    StopReason, Value, Visit, Work,
};
use proofset_nodeset::Effort;
use rustc_hash::FxBuildHasher;
use tracing::debug;

use crate::below::{Below, Weighed};
use crate::budget::Budget;

/// What a search of the second level is like.
#[derive(Clone, Debug)]
pub struct Second<E, D, C = ()> {
    /// How large it may become.
    pub budget: Budget,
    /// Its algebra of proofs, with nothing in it yet.
    pub proof: E,
    /// Its algebra of disproofs, with nothing in it yet.
    pub disproof: D,
    /// What else can be chosen about it.
    pub options: Options,
    /// What weighs leaves, of both levels.
    pub probe: C,
}

pub(crate) type Inner<P, E, D, C> = Search<Below<P>, E, D, Weighed<C>>;

impl<E: Effort + Clone, D: Effort + Clone, C: Clone> Second<E, D, C> {
    /// A search of the second level that has not begun.
    pub(crate) fn search<P>(&self, problem: P, root: P::State) -> Inner<P, E, D, C>
    where
        P: Problem,
        C: Probe<P>,
    {
        let below = Below { problem, root };
        let (proof, disproof) = (self.proof.clone(), self.disproof.clone());
        Search::with_probe(below, proof, disproof, self.options, Weighed(self.probe.clone()))
    }
}

/// What is known about a successor of a leaf that was searched.
#[derive(Clone, Copy, Debug)]
enum Known {
    Value(Value),
    Cost(LeafCost),
}

/// A search that a limit of the first level has stopped.
struct Paused<P: Problem, E: Effort, D: Effort, C> {
    search: Inner<P, E, D, C>,
    /// What of its work the first level has counted.
    counted: Work,
}

/// What the last search to its end has found out.
struct Finished<S> {
    leaf: S,
    finding: Finding<S>,
    successors: HashMap<S, Known, FxBuildHasher>,
}

/// Searches leaves before they are expanded: the probe of two-level search.
pub struct Nested<P: Problem, E: Effort, D: Effort, C = ()> {
    second: Second<E, D, C>,
    paused: Option<Box<Paused<P, E, D, C>>>,
    finished: Option<Finished<P::State>>,
    /// Bytes that a node of the second level has taken in the largest search so far, or a guess.
    node_bytes: u64,
    /// The nodes of that search.
    largest: u64,
}

/// What a node is guessed to take besides its state before any is known: label, edges and its place in the index.
const NODE_BYTES: usize = 80;

impl<P: Problem, E: Effort, D: Effort, C> Nested<P, E, D, C> {
    /// A probe that has searched nothing yet.
    pub fn new(second: Second<E, D, C>) -> Self {
        let node_bytes = (size_of::<P::State>() + NODE_BYTES) as u64;
        Self { second, paused: None, finished: None, node_bytes, largest: 0 }
    }

    /// What its searches are like.
    pub fn second(&self) -> &Second<E, D, C> {
        &self.second
    }

    /// The nodes that the next search may hold.
    fn budget(&self, outlook: &Outlook<'_, '_>) -> usize {
        let most = outlook.watch.limits().bytes.map(|most| most / self.node_bytes);
        let free = outlook.room().map(|room| room / self.node_bytes);
        usize::try_from(self.second.budget.nodes(outlook.nodes, most, free)).unwrap_or(usize::MAX)
    }

    /// What is known about a state from the last search.
    fn known(&self, state: &P::State) -> Option<Known> {
        self.finished.as_ref()?.successors.get(state).copied()
    }
}

/// What a search of the second level says, and why it was told to stop, if it was.
type Advanced<P> = (Report<<P as Problem>::Move>, Option<StopReason>);

/// Runs a search as far as the limits of another allow.
pub(crate) fn advance<P, E, D, C>(
    search: &mut Inner<P, E, D, C>,
    counted: &Work,
    limit: Option<u64>,
    outlook: &mut Outlook<'_, '_>,
) -> Result<Advanced<P>, SolveError<P::State>>
where
    P: Problem,
    E: Effort,
    D: Effort,
    C: Probe<P>,
{
    let limits = Limits { expansions: limit, bytes: outlook.room(), ..Limits::none() };
    let base = outlook.progress;
    let mut stop = None;
    let mut observer = |now: &Progress| {
        let mut sum = base;
        sum.expanded += now.expanded - counted.expanded;
        sum.generated += now.generated - counted.generated;
        sum.bytes += now.bytes;
        sum.depth += now.depth;
        match outlook.watch.look(sum) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                stop = Some(reason);
                ControlFlow::Break(())
            }
        }
    };
    let report = search.solve(&limits, &mut observer)?;
    Ok((report, stop))
}

impl<P, E, D, C> Nested<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    /// The search of a leaf: the one that was stopped, or a new one. `None` if there is no budget for one.
    fn search_of(&mut self, problem: &P, leaf: &P::State, outlook: &Outlook<'_, '_>) -> Option<Paused<P, E, D, C>> {
        let paused = self.paused.take().filter(|paused| paused.search.problem().root == *leaf);
        if let Some(paused) = paused {
            return Some(*paused);
        }
        let most = self.budget(outlook);
        // The root alone tells nothing.
        if most <= 1 {
            return None;
        }
        let mut search = self.second.search(problem.clone(), leaf.clone());
        search.limit_nodes(most);
        Some(Paused { search, counted: Work::default() })
    }

    /// Keeps what a search has found out that is over, and forgets the rest.
    fn finish(&mut self, search: &Inner<P, E, D, C>, report: &Report<P::Move>) -> Finding<P::State> {
        let nodes = search.node_count() as u64;
        if nodes > self.largest {
            self.largest = nodes;
            self.node_bytes = (search.bytes() as u64).div_ceil(nodes);
        }
        let mut successors = HashMap::with_hasher(FxBuildHasher);
        let finding = match report.verdict.value() {
            Some(value) => Finding::Solved(value),
            // Without room for its children the leaf is as it was.
            None if report.expanded == 0 => Finding::Nothing,
            None => {
                let evaluator = search.evaluator();
                let root = NodeId::from_bits(0);
                successors.extend(search.children(root).map(|child| {
                    let label = search.label(child);
                    let known = search.value(child).map_or_else(
                        || {
                            let proof = evaluator.proof.size(label.proof);
                            Known::Cost(LeafCost { proof, disproof: evaluator.disproof.size(label.disproof) })
                        },
                        Known::Value,
                    );
                    (search.state(child).clone(), known)
                }));
                let finite = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
                Finding::Unsolved { proof: finite(report.proof), disproof: finite(report.disproof) }
            }
        };
        debug!(nodes, expanded = report.expanded, verdict = %report.verdict, "second level");
        let leaf = search.problem().root.clone();
        self.finished = Some(Finished { leaf, finding: finding.clone(), successors });
        finding
    }
}

impl<P, E, D, C> Probe<P> for Nested<P, E, D, C>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        match self.known(state) {
            Some(Known::Cost(cost)) => cost,
            Some(Known::Value(_)) => LeafCost::UNIT,
            None => self.second.probe.cost(problem, state),
        }
    }

    fn edge(&mut self, problem: &P, state: &P::State, successor: &P::State) -> EdgeCost {
        self.second.probe.edge(problem, state, successor)
    }

    fn nests(&self) -> bool {
        !matches!(self.second.budget, Budget::Nodes(0 | 1))
    }

    fn visit(&mut self, problem: &P, state: &P::State, outlook: &mut Outlook<'_, '_>) -> Visit<P::State> {
        if let Some(finished) = &self.finished
            && finished.leaf == *state
        {
            return Visit { finding: finished.finding.clone(), work: Work::default() };
        }
        let Some(Paused { mut search, counted }) = self.search_of(problem, state, outlook) else {
            self.finished = None;
            return Visit::nothing();
        };
        let limit = outlook.expansions().map(|left| counted.expanded.saturating_add(left));
        let (report, stop) = match advance(&mut search, &counted, limit, outlook) {
            Ok(advanced) => advanced,
            Err(error) => return Visit { finding: Finding::Broken(error), work: Work::default() },
        };
        let now = Work {
            expanded: report.expanded,
            generated: report.generated,
            recomputed: report.recomputed,
            visits: report.visits,
            peak_bytes: report.peak_bytes,
        };
        let work = Work {
            expanded: now.expanded - counted.expanded,
            generated: now.generated - counted.generated,
            recomputed: now.recomputed - counted.recomputed,
            visits: now.visits - counted.visits,
            peak_bytes: now.peak_bytes,
        };
        let finding = match (report.stop, stop) {
            (StopReason::Cancelled, Some(reason)) => Finding::Stopped(reason),
            (StopReason::Expansions, _) => Finding::Stopped(StopReason::Expansions),
            _ => self.finish(&search, &report),
        };
        if matches!(finding, Finding::Stopped(_)) {
            self.paused = Some(Box::new(Paused { search, counted: now }));
        }
        Visit { finding, work }
    }

    fn value(&self, state: &P::State) -> Option<Value> {
        match self.known(state)? {
            Known::Value(value) => Some(value),
            Known::Cost(_) => None,
        }
    }
}
