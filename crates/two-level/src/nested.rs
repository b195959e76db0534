//! Searches before a leaf is expanded: the second level.
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

use std::ops::ControlFlow;

use proofset_best_first::{Engine, Options};
use proofset_core::{LeafCost, Limits, NodeId, Progress, Report, Size, SolveError, Solver, StopReason};
use proofset_cursor::{FirstLevel, LeafResult, Visit, Work};
use proofset_nodeset::{Count, Effort};
use proofset_store::{Known, Leaf, MoveOf, Rooted, StateOf, Store, Visitor};
use tracing::debug;

use crate::budget::Budget;

/// What a search of the second level is like.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Second<E, D> {
    /// How large it may become.
    pub budget: Budget,
    /// Its algebra of proofs, with nothing in it yet.
    pub proof: E,
    /// Its algebra of disproofs, with nothing in it yet.
    pub disproof: D,
    /// What else can be chosen about it.
    pub options: Options,
}

impl Second<Count, Count> {
    /// A second level of proof-number search.
    pub fn pns(budget: Budget) -> Self {
        Self { budget, proof: Count::new(), disproof: Count::new(), options: Options::default() }
    }
}

impl<E, D> Second<E, D> {
    /// A second level with these algebras, in which nothing else is chosen.
    pub fn new(budget: Budget, proof: E, disproof: D) -> Self {
        Self { budget, proof, disproof, options: Options::default() }
    }

    /// The same with other [`options`](Self::options).
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }
}

impl<E: Effort + Clone, D: Effort + Clone> Second<E, D> {
    /// A search of the second level that has not begun.
    pub(crate) fn search<X: Store<Fact = Leaf>>(&self, store: X) -> Engine<X, E, D> {
        Engine::with_store(store, self.proof.clone(), self.disproof.clone(), self.options)
    }
}

/// A search that a limit of the first level has stopped.
struct Paused<X: Store, E: Effort, D: Effort> {
    search: Engine<X, E, D>,
    /// What of its work the first level has counted.
    counted: Work,
}

/// What the last search to its end has found out.
pub(crate) struct Finished<S> {
    leaf: S,
    result: LeafResult<S>,
    /// Distinct, in move order.
    pub(crate) successors: Vec<(S, Known)>,
}

/// Searches leaves before they are expanded: the visitor of two-level search.
pub struct Nested<X: Store, E: Effort, D: Effort> {
    second: Second<E, D>,
    paused: Option<Box<Paused<X, E, D>>>,
    pub(crate) finished: Option<Finished<StateOf<X>>>,
    /// Bytes that a node of the second level has taken in the largest search so far, if there was one.
    node_bytes: Option<u64>,
    /// The nodes of that search.
    largest: u64,
}

/// What a node is guessed to take besides its state before any is known: label, edges and its place in the index.
const NODE_BYTES: usize = 80;

impl<X: Store, E: Effort, D: Effort> Nested<X, E, D> {
    /// A visitor that has searched nothing yet.
    pub fn new(second: Second<E, D>) -> Self {
        Self { second, paused: None, finished: None, node_bytes: None, largest: 0 }
    }

    /// What its searches are like.
    pub fn second(&self) -> &Second<E, D> {
        &self.second
    }

    /// The nodes that the next search may hold.
    fn budget(&self, store: &X, first_level: &FirstLevel<'_, '_>) -> usize {
        let node_bytes = self.node_bytes.unwrap_or((store.nodes().state_bytes() + NODE_BYTES) as u64);
        let most = first_level.watch.limits().bytes.map(|most| most / node_bytes);
        let free = first_level.room().map(|room| room / node_bytes);
        usize::try_from(self.second.budget.nodes(first_level.nodes, most, free)).unwrap_or(usize::MAX)
    }

    /// True if leaves are worth a search.
    pub(crate) fn searches(&self) -> bool {
        !matches!(self.second.budget, Budget::Nodes(0 | 1))
    }
}

/// What a search of the second level says, and why it was told to stop, if it was.
type Advanced<X> = (Report<MoveOf<X>>, Option<StopReason>);

/// Runs a search as far as the limits of another allow.
pub(crate) fn advance<X, E, D>(
    search: &mut Engine<X, E, D>,
    counted: &Work,
    limit: Option<u64>,
    first_level: &mut FirstLevel<'_, '_>,
) -> Result<Advanced<X>, SolveError<StateOf<X>>>
where
    X: Store<Fact = Leaf>,
    E: Effort,
    D: Effort,
{
    let pace = first_level.watch.limits().pace;
    let limits = Limits::none().with_expansions(limit).with_bytes(first_level.room()).with_pace(pace);
    let base = first_level.progress;
    let mut stop = None;
    let mut observer = |now: &Progress| {
        let mut sum = base;
        sum.expanded += now.expanded - counted.expanded;
        sum.generated += now.generated - counted.generated;
        sum.bytes += now.bytes;
        sum.depth += now.depth;
        match first_level.watch.look(sum) {
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

impl<X, E, D> Nested<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    /// The search of a leaf: the one that was stopped, or a new one. `None` if there is no budget for one.
    fn search_of(&mut self, store: &X, leaf: &StateOf<X>, first_level: &FirstLevel<'_, '_>) -> Option<Paused<X, E, D>> {
        let paused = self.paused.take().filter(|paused| paused.search.store().root() == *leaf);
        if let Some(paused) = paused {
            return Some(*paused);
        }
        let most = self.budget(store, first_level);
        // The root alone tells nothing.
        if most <= 1 {
            return None;
        }
        let mut search = self.second.search(store.rooted_at(leaf.clone()));
        search.limit_nodes(most);
        Some(Paused { search, counted: Work::default() })
    }

    /// Keeps what a search has found out that is over, and forgets the rest.
    fn finish(
        &mut self,
        leaf: StateOf<X>,
        search: &Engine<X, E, D>,
        report: &Report<MoveOf<X>>,
    ) -> LeafResult<StateOf<X>> {
        let nodes = search.node_count() as u64;
        if nodes > self.largest {
            self.largest = nodes;
            self.node_bytes = Some((search.bytes() as u64).div_ceil(nodes));
        }
        let mut successors = Vec::new();
        let result = match report.verdict.value() {
            Some(value) => LeafResult::Solved(value),
            // Without room for its children the leaf is as it was.
            None if report.expanded == 0 => LeafResult::Nothing,
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
                    (search.store().state(child), known)
                }));
                let finite = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
                LeafResult::Unsolved { proof: finite(report.proof), disproof: finite(report.disproof) }
            }
        };
        debug!(nodes, expanded = report.expanded, verdict = %report.verdict, "second level");
        self.finished = Some(Finished { leaf, result: result.clone(), successors });
        result
    }

    /// Searches a leaf, in a store made after the one that is given.
    pub(crate) fn look(
        &mut self,
        store: &X,
        leaf: StateOf<X>,
        first_level: &mut FirstLevel<'_, '_>,
    ) -> Visit<StateOf<X>> {
        if let Some(finished) = &self.finished
            && finished.leaf == leaf
        {
            return Visit { result: finished.result.clone(), work: Work::default() };
        }
        let Some(Paused { mut search, counted }) = self.search_of(store, &leaf, first_level) else {
            self.finished = None;
            return Visit::nothing();
        };
        let limit = first_level.expansions().map(|left| counted.expanded.saturating_add(left));
        let (report, stop) = match advance(&mut search, &counted, limit, first_level) {
            Ok(advanced) => advanced,
            Err(error) => return Visit { result: LeafResult::Broken(error), work: Work::default() },
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
        let result = match (report.stop, stop) {
            (StopReason::Cancelled, Some(reason)) => LeafResult::Stopped(reason),
            (StopReason::Expansions, _) => LeafResult::Stopped(StopReason::Expansions),
            _ => self.finish(leaf, &search, &report),
        };
        if matches!(result, LeafResult::Stopped(_)) {
            self.paused = Some(Box::new(Paused { search, counted: now }));
        }
        Visit { result, work }
    }
}

impl<X, E, D> Visitor<X> for Nested<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    fn nests(&self) -> bool {
        self.searches()
    }

    fn visit(&mut self, store: &X, node: NodeId, first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        self.look(store, store.state(node), first_level)
    }

    fn successor(&self, place: usize) -> Option<Known> {
        self.finished.as_ref()?.successors.get(place).map(|(_, known)| *known)
    }
}
