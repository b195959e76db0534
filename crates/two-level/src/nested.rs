//! Searches before a leaf is expanded: the second level.
//!
//! The idea: the first level asks about a leaf; a best-first search of its own, with a [`Budget`] of nodes, looks below
//! it. If that solves the leaf, the value is all that stays. Else the successors of the leaf keep the numbers that they
//! had in the end, or [more of their sets](Keep), and the rest is forgotten.
//!
//! Limits of the first level hold for both: the second level gets the expansions and the bytes that are left, and looks
//! at the clock through the first. A search that a limit stops is kept, and goes on when the first level does; one that
//! has used up its budget is over.
//!
//! Several leaves can be searched together, on threads if others [help](crate::Helper). How large each search may become
//! is known before the first begins, and what they find out is looked at in the order of the leaves: so nothing depends on
//! the number of threads.
//!
//! Cost: a leaf costs a search. Memory: that of one search, which is given back when it is over, and a few bytes for
//! each successor of the last leaf.

use std::ops::ControlFlow;
use std::sync::Arc;

use proofset_best_first::{Engine, Options};
use proofset_core::{
    Cancel, LeafCost, Limits, NodeId, Observer, Progress, Report, Size, SolveError, Solver, StopReason,
};
use proofset_cursor::{FirstLevel, LeafResult, Visit, Work};
use proofset_nodeset::{Count, Effort, Naming};
use proofset_store::{Known, Leaf, MoveOf, Needed, Rooted, StateOf, Store, Visitor};
use tracing::debug;

use crate::budget::Budget;
use crate::keep::{Keep, bytes_of};
use crate::pool::Pool;

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
    /// What a best-first first level gets of its sets.
    pub keep: Keep,
}

impl Second<Count, Count> {
    /// A second level of proof-number search.
    pub fn pns(budget: Budget) -> Self {
        Self::new(budget, Count::new(), Count::new())
    }
}

impl<E, D> Second<E, D> {
    /// A second level with these algebras, in which nothing else is chosen.
    pub fn new(budget: Budget, proof: E, disproof: D) -> Self {
        Self { budget, proof, disproof, options: Options::default(), keep: Keep::Sizes }
    }

    /// The same with other [`options`](Self::options).
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The same of which the first level [keeps](Keep) more or less.
    pub fn with_keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }
}

impl<E: Effort + Clone, D: Effort + Clone> Second<E, D> {
    /// A search of the second level that has not begun.
    pub(crate) fn search<X: Store<Fact = Leaf>>(&self, store: X) -> Engine<X, E, D> {
        // What is kept of sets are positions, and so the nodes that are listed.
        let naming = if self.keep == Keep::Sizes { self.options.naming } else { Naming::Own };
        Engine::with_store(store, self.proof.clone(), self.disproof.clone(), self.options.with_naming(naming))
    }
}

/// A search that a limit of the first level has stopped.
struct Paused<X: Store, E: Effort, D: Effort> {
    search: Engine<X, E, D>,
    /// What of its work the first level has counted.
    counted: Work,
}

/// What a search to its end has found out.
pub(crate) struct Finished<S> {
    leaf: S,
    result: LeafResult<S>,
    /// The nodes that it held.
    nodes: u64,
    /// The bytes that it held.
    bytes: u64,
    /// Distinct, in move order.
    pub(crate) successors: Vec<(S, Known)>,
    /// What they need, if that is kept.
    needed: Vec<Needed>,
}

impl<S> Finished<S> {
    /// Bytes of what the successors need.
    fn kept_bytes(&self) -> u64 {
        self.needed.iter().map(bytes_of).sum()
    }
}

/// Searches leaves before they are expanded: the visitor of two-level search.
pub struct Nested<X: Store, E: Effort, D: Effort> {
    second: Second<E, D>,
    paused: Option<Box<Paused<X, E, D>>>,
    pub(crate) finished: Option<Finished<StateOf<X>>>,
    /// How many leaves are searched together.
    together: usize,
    /// Leaves that were chosen together and have not been visited yet.
    ahead: Vec<Ahead<StateOf<X>>>,
    /// Where other threads take leaves from.
    pub(crate) pool: Arc<LeafPool<StateOf<X>>>,
    /// Bytes that a node of the second level has taken in the largest search so far, if there was one.
    node_bytes: Option<u64>,
    /// The nodes of that search.
    largest: u64,
    /// The nodes of the last one.
    last: u64,
}

/// A leaf that was chosen together with others.
struct Ahead<S> {
    leaf: S,
    /// How many nodes its search may hold.
    most: usize,
    /// What that has found out; `None` if it is still to be searched.
    finished: Option<Finished<S>>,
}

/// A leaf to be searched.
pub(crate) struct Job<S> {
    leaf: S,
    /// How many nodes the search may hold.
    most: usize,
    limits: Limits,
}

/// What came of a search that was not to pause.
pub(crate) struct Done<S> {
    /// What it has found out; nothing if it was called off.
    found: Result<Option<Finished<S>>, SolveError<S>>,
    work: Work,
}

/// Leaves to be searched, and what came of them.
pub(crate) type LeafPool<S> = Pool<Job<S>, Done<S>>;

/// What a node is guessed to take besides its state before any is known: label, edges and its place in the index.
const NODE_BYTES: usize = 80;

impl<X: Store, E: Effort, D: Effort> Nested<X, E, D> {
    /// A visitor that has searched nothing yet.
    pub fn new(second: Second<E, D>) -> Self {
        let (ahead, pool) = (Vec::new(), Arc::new(Pool::new()));
        Self { second, paused: None, finished: None, together: 1, ahead, pool, node_bytes: None, largest: 0, last: 0 }
    }

    /// From now on so many leaves are searched together.
    pub(crate) fn search_together(&mut self, leaves: usize) {
        self.together = leaves.max(1);
    }

    /// What its searches are like.
    pub fn second(&self) -> &Second<E, D> {
        &self.second
    }

    /// The nodes that each of the next searches may hold, of so many together.
    fn budget(&self, store: &X, first_level: &FirstLevel<'_, '_>, together: u64) -> usize {
        let node_bytes = self.node_bytes.unwrap_or((store.nodes().state_bytes() + NODE_BYTES) as u64);
        let most = first_level.watch.limits().bytes.map(|most| most / node_bytes);
        let free = first_level.room().map(|room| room / together / node_bytes);
        usize::try_from(self.second.budget.nodes(first_level.nodes, most, free)).unwrap_or(usize::MAX)
    }

    /// How many leaves are searched together.
    pub(crate) fn leaves(&self) -> usize {
        if self.searches() { self.together } else { 1 }
    }

    /// True if leaves are worth a search.
    pub(crate) fn searches(&self) -> bool {
        !matches!(self.second.budget, Budget::Nodes(0 | 1))
    }
}

/// What a search of the second level says, and why it was told to stop, if it was.
type Advanced<X> = (Report<MoveOf<X>>, Option<StopReason>);

/// The limits of one search below a first level.
pub(crate) fn limits_below(first_level: &FirstLevel<'_, '_>) -> Limits {
    Limits::none().with_bytes(first_level.room()).with_pace(first_level.watch.limits().pace)
}

/// How far a first level is with a search below it, of which so much is counted already.
fn sum(base: Progress, now: &Progress, counted: &Work) -> Progress {
    let mut sum = base;
    sum.expanded += now.expanded - counted.expanded;
    sum.generated += now.generated - counted.generated;
    sum.bytes += now.bytes;
    sum.depth += now.depth;
    sum
}

/// Runs a search as far as its limits and those of another allow.
pub(crate) fn advance<X, E, D>(
    search: &mut Engine<X, E, D>,
    counted: &Work,
    limits: &Limits,
    first_level: &mut FirstLevel<'_, '_>,
) -> Result<Advanced<X>, SolveError<StateOf<X>>>
where
    X: Store<Fact = Leaf>,
    E: Effort,
    D: Effort,
{
    let base = first_level.progress;
    let mut stop = None;
    let mut observer = |now: &Progress| match first_level.watch.look(sum(base, now, counted)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(reason) => {
            stop = Some(reason);
            ControlFlow::Break(())
        }
    };
    let report = search.solve(limits, &mut observer)?;
    Ok((report, stop))
}

/// All that a search has done.
fn work_of<M>(report: &Report<M>) -> Work {
    Work {
        expanded: report.expanded,
        generated: report.generated,
        recomputed: report.recomputed,
        visits: report.visits,
        peak_bytes: report.peak_bytes,
    }
}

/// What a search of a leaf has found out that is over. It may hold so many bytes.
fn found_out<X, E, D>(
    leaf: StateOf<X>,
    search: &Engine<X, E, D>,
    report: &Report<MoveOf<X>>,
    (keep, most): (Keep, Option<u64>),
) -> Finished<StateOf<X>>
where
    X: Store<Fact = Leaf>,
    E: Effort,
    D: Effort,
{
    let (nodes, bytes) = (search.node_count() as u64, search.bytes() as u64);
    let (mut successors, mut needed) = (Vec::new(), Vec::new());
    let result = match report.verdict.value() {
        Some(value) => LeafResult::Solved(value),
        // Without room for its children the leaf is as it was.
        None if report.expanded == 0 => LeafResult::Nothing,
        None => {
            let evaluator = search.evaluator();
            let children: Vec<NodeId> = search.children(NodeId::from_bits(0)).collect();
            needed = keep.of(search, &children, most.map(|most| most.saturating_sub(bytes)));
            successors.extend(children.into_iter().map(|child| {
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
    Finished { leaf, result, nodes, bytes, successors, needed }
}

impl<E: Effort + Clone, D: Effort + Clone> Second<E, D> {
    /// Searches one of several leaves, in a store made after the one that is given.
    pub(crate) fn search_one<X: Rooted<Fact = Leaf>>(
        &self,
        store: &X,
        job: &Job<StateOf<X>>,
        observer: &mut dyn Observer,
    ) -> Done<StateOf<X>> {
        let mut search = self.search(store.rooted_at(job.leaf.clone()));
        search.limit_nodes(job.most);
        match search.solve(&job.limits, observer) {
            Err(error) => Done { found: Err(error), work: Work::default() },
            Ok(report) => {
                let is_over = report.stop != StopReason::Cancelled;
                let keep = (self.keep, job.limits.bytes);
                let found = is_over.then(|| found_out(job.leaf.clone(), &search, &report, keep));
                let mut work = work_of(&report);
                work.peak_bytes += found.as_ref().map_or(0, Finished::kept_bytes);
                Done { found: Ok(found), work }
            }
        }
    }
}

impl<X, E, D> Nested<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    /// The search of a leaf: the one that was stopped, or a new one. `None` if there is no budget for one.
    fn search_of(
        &mut self,
        store: &X,
        leaf: &StateOf<X>,
        most: Option<usize>,
        first_level: &FirstLevel<'_, '_>,
    ) -> Option<Paused<X, E, D>> {
        let paused = self.paused.take().filter(|paused| paused.search.store().root() == *leaf);
        if let Some(paused) = paused {
            return Some(*paused);
        }
        let most = most.unwrap_or_else(|| self.budget(store, first_level, 1));
        // The root alone tells nothing.
        if most <= 1 {
            return None;
        }
        let mut store = store.rooted_at(leaf.clone());
        let expected = self.expected(most, store.nodes().state_bytes(), first_level);
        store.nodes_mut().reserve(expected);
        let mut search = self.second.search(store);
        search.limit_nodes(most);
        Some(Paused { search, counted: Work::default() })
    }

    /// The nodes that room is made for at the beginning of a search: as many as the last one had, if that is little of what
    /// is left.
    fn expected(&self, most: usize, state_bytes: usize, first_level: &FirstLevel<'_, '_>) -> usize {
        let expected = self.last.min(most as u64);
        let is_little =
            first_level.room().is_none_or(|room| expected <= room / (16 * (state_bytes + NODE_BYTES)) as u64);
        if is_little { usize::try_from(expected).unwrap_or(0) } else { 0 }
    }

    /// Keeps what a search has found out that is over.
    fn finish(&mut self, finished: Finished<StateOf<X>>) -> LeafResult<StateOf<X>> {
        self.last = finished.nodes;
        if finished.nodes > self.largest {
            self.largest = finished.nodes;
            self.node_bytes = Some(finished.bytes.div_ceil(finished.nodes));
        }
        let result = finished.result.clone();
        self.finished = Some(finished);
        result
    }

    /// What is known of a leaf that was chosen together with others, which is forgotten.
    fn take_ahead(&mut self, leaf: &StateOf<X>) -> Option<Ahead<StateOf<X>>> {
        let place = self.ahead.iter().position(|ahead| ahead.leaf == *leaf)?;
        Some(self.ahead.swap_remove(place))
    }

    /// Searches leaves together, as many at a time as there are threads.
    ///
    /// Where the limit on expansions could stop one of them, none is searched yet: one after the other, each can be
    /// paused, and finds out the same.
    pub(crate) fn look_at_all(
        &mut self,
        store: &X,
        leaves: Vec<StateOf<X>>,
        first_level: &mut FirstLevel<'_, '_>,
    ) -> Visit<StateOf<X>> {
        let count = leaves.len() as u64;
        let most = self.budget(store, first_level, count);
        self.ahead = leaves.into_iter().map(|leaf| Ahead { leaf, most, finished: None }).collect();
        // Each node is expanded once.
        let may_stop = first_level.expansions.is_some_and(|left| (most as u64).saturating_mul(count) > left);
        if count == 1 || most <= 1 || may_stop {
            return Visit::nothing();
        }
        let cancel = Cancel::new();
        let below = limits_below(first_level);
        let limits = below.clone().with_bytes(below.bytes.map(|room| room / count)).with_cancel(cancel.clone());
        let jobs = self.ahead.iter().map(|ahead| Job { leaf: ahead.leaf.clone(), most, limits: limits.clone() });
        self.pool.begin(jobs.collect());
        let mut stop = None;
        loop {
            if let Some(claim) = self.pool.take() {
                let base = first_level.progress;
                let mut observer = |now: &Progress| match first_level.watch.look(sum(base, now, &Work::default())) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(reason) => {
                        stop = Some(reason);
                        ControlFlow::Break(())
                    }
                };
                let done = self.second.search_one(store, claim.job(), &mut observer);
                first_level.progress.expanded += done.work.expanded;
                first_level.progress.generated += done.work.generated;
                claim.finish(done);
            } else if !self.pool.wait_for_others() {
                break;
            } else if stop.is_none() {
                stop = first_level.watch.look(first_level.progress).err();
            }
            if stop.is_some() {
                cancel.raise();
                self.pool.call_off();
            }
        }
        let mut visit = Visit { result: stop.map_or(LeafResult::Nothing, LeafResult::Stopped), work: Work::default() };
        for (place, Done { found, work }) in self.pool.take_done() {
            visit.work.expanded += work.expanded;
            visit.work.generated += work.generated;
            visit.work.recomputed += work.recomputed;
            visit.work.visits += work.visits;
            // As if they all ran at once, for the number of threads is not to matter.
            visit.work.peak_bytes += work.peak_bytes;
            match found {
                Ok(finished) => self.ahead[place].finished = finished,
                Err(error) => return Visit { result: LeafResult::Broken(error), work: visit.work },
            }
        }
        visit
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
        let ahead = self.take_ahead(&leaf);
        let most = ahead.as_ref().map(|ahead| ahead.most);
        if let Some(finished) = ahead.and_then(|ahead| ahead.finished) {
            return Visit { result: self.finish(finished), work: Work::default() };
        }
        let Some(Paused { mut search, counted }) = self.search_of(store, &leaf, most, first_level) else {
            self.finished = None;
            return Visit::nothing();
        };
        let limit = first_level.expansions.map(|left| counted.expanded.saturating_add(left));
        let limits = limits_below(first_level).with_expansions(limit);
        let (report, stop) = match advance(&mut search, &counted, &limits, first_level) {
            Ok(advanced) => advanced,
            Err(error) => return Visit { result: LeafResult::Broken(error), work: Work::default() },
        };
        let now = work_of(&report);
        let mut work = Work {
            expanded: now.expanded - counted.expanded,
            generated: now.generated - counted.generated,
            recomputed: now.recomputed - counted.recomputed,
            visits: now.visits - counted.visits,
            peak_bytes: now.peak_bytes,
        };
        let result = match (report.stop, stop) {
            (StopReason::Cancelled, Some(reason)) => LeafResult::Stopped(reason),
            (StopReason::Expansions, _) => LeafResult::Stopped(StopReason::Expansions),
            _ => {
                let finished = found_out(leaf, &search, &report, (self.second.keep, limits.bytes));
                work.peak_bytes += finished.kept_bytes();
                self.finish(finished)
            }
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

    fn together(&self) -> usize {
        self.leaves()
    }

    fn look_ahead(&mut self, store: &X, nodes: &[NodeId], first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        let leaves = nodes.iter().map(|&node| store.state(node)).collect();
        self.look_at_all(store, leaves, first_level)
    }

    fn successor(&self, place: usize) -> Option<Known> {
        self.finished.as_ref()?.successors.get(place).map(|(_, known)| *known)
    }

    fn needed(&self) -> &[Needed] {
        self.finished.as_ref().map_or(&[], |finished| &finished.needed)
    }
}
