//! Proof-number search with true numbers: each step expands a leaf that is in a lightest proof set and in a lightest
//! disproof set of the root.
//!
//! The two sets are computed after every expansion, for the root alone, and what led to the last ones helps; along the
//! edges of the graph only decided values are passed on. Every proof set meets every disproof set, so there is always a
//! leaf in both, even if the work allowed for a step did not suffice to find lightest ones; and a verdict rests on
//! decided values alone, whatever the sets are.
//!
//! The cost of a step is time linear in the undecided part of the graph, and what the minimum sets take: this search is
//! a yardstick for expansions, not for speed.

use std::fmt;
use std::io::{self, Read, Write};

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{
    LeafCost, Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, StopReason, Value,
    Watch,
};
use proofset_graph::{Dag, Parts, Relabelled};
use proofset_store::saved::{Replay, read_expansions, write_expansions};
use proofset_store::{
    Bookkeeping, End, GrowingDag, Growth, Interned, Leaf, Leaves, MoveOf, NodeKind, Noted, ROOT, StateOf, Store,
    grow_any,
};
use tracing::{info, info_span};

use crate::cone::{AndOrDag, GateKind, Ties};
use crate::minimum::{Minimizer, MinimumSets};

/// After a step whose work did not suffice, the next is allowed half as much, for a graph changes little from step to step, but never
/// less than this part of the whole. A step whose work suffices doubles it again.
const LEAST_SHARE: u64 = 32;

/// What the search knows about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    kind: NodeKind,
    value: Option<Value>,
    /// What the node costs as a leaf.
    cost: LeafCost,
    /// Edges on the path by which the node was first reached; saturating.
    depth: u16,
}

impl Noted for Entry {
    #[inline]
    fn kind(&self) -> NodeKind {
        self.kind
    }

    #[inline]
    fn kind_mut(&mut self) -> &mut NodeKind {
        &mut self.kind
    }
}

impl AndOrDag for Dag<Entry> {
    fn kind(&self, node: NodeId) -> GateKind {
        let entry = self.label(node);
        match (entry.value, entry.kind.inner_role()) {
            (Some(value), _) => GateKind::Decided(value),
            (None, Some(role)) => GateKind::Gate(role),
            (None, None) => GateKind::Leaf { proof: entry.cost.proof, disproof: entry.cost.disproof },
        }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        Dag::children(self, node)
    }
}

/// A best-first search in memory that follows true proof and disproof numbers.
///
/// Nodes are evaluated when they are made, and equal states are one node. The sizes in a report are the true numbers of
/// the root, or the weights of the sets that were found where the work did not suffice. Among several lightest sets the
/// search takes those that it finds, the same in every run and a matter of [ties](Self::with_ties), and they decide which leaf
/// is expanded. A step that runs out of time is done again by the next call, from its beginning.
///
/// After a step whose work did not suffice the next are allowed less, down to a part in 32, until one suffices: sets that are large
/// stay so for many steps, and most of the time would go into looking for what was not found the step before.
///
/// `X` is the [`Store`] of the states; [`ExactSearch`] is the search of a problem whose type is known. Costs of leaves
/// are taken into the range from one to the largest finite size.
pub struct ExactEngine<X: Store> {
    graph: GrowingDag<X, Entry>,
    work: u64,
    /// The work allowed for each set of the next step.
    allowed: u64,
    minimizer: Minimizer,
    /// The minimum sets of the root of the graph as it is, if they were computed.
    sets: Option<MinimumSets>,
    /// Sizes of the root when its sets were computed last, or it was decided.
    sizes: (Size, Size),
    /// Set when an open leaf was selected: from then on everything is expanded, oldest first, from this node on.
    exhausting: Option<usize>,
    steps: u64,
}

impl<X: Store> fmt::Debug for ExactEngine<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExactEngine")
            .field("nodes", &self.graph.dag.len())
            .field("expanded", &self.graph.expander.counters.expanded)
            .field("work", &self.work)
            .finish_non_exhaustive()
    }
}

/// A search of a problem that follows true proof and disproof numbers, with leaves weighed by `C`.
pub type ExactSearch<P, C = ()> = ExactEngine<Interned<P, Leaves<C>>>;

impl<P: Problem> ExactSearch<P> {
    /// A search that has not begun, with at most `work` units of [work](crate::minimum_sets) for each set of each step.
    /// All leaves cost one.
    pub fn new(problem: P, work: u64) -> Self {
        Self::with_probe(problem, work, ())
    }
}

impl<P: Problem, C: Probe<P>> ExactSearch<P, C> {
    /// A search that has not begun, with leaves weighed by `probe`.
    pub fn with_probe(problem: P, work: u64, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)), work)
    }

    /// The state of a node.
    pub fn state(&self, node: NodeId) -> &P::State {
        self.store().state_ref(node)
    }
}

impl<X: Store<Fact = Leaf>> ExactEngine<X> {
    /// A search that has not begun, in a store without nodes.
    pub fn with_store(store: X, work: u64) -> Self {
        Self {
            graph: GrowingDag::new(store),
            work,
            allowed: work,
            minimizer: Minimizer::new(),
            sets: None,
            sizes: (Size::ONE, Size::ONE),
            exhausting: None,
            steps: 0,
        }
    }

    /// The same with other ties among equally light sets.
    pub fn with_ties(mut self, ties: Ties) -> Self {
        self.minimizer.ties = ties;
        self
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.store().problem()
    }

    /// The states of the nodes.
    pub fn store(&self) -> &X {
        self.graph.expander.store()
    }

    /// Number of nodes; ids count from 0, the root, in order of creation.
    pub fn node_count(&self) -> usize {
        self.graph.dag.len()
    }

    /// The node of a state.
    pub fn find(&self, state: &StateOf<X>) -> Option<NodeId> {
        self.store().find(state)
    }

    /// The value of a node, if it is decided.
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.graph.dag.label(node).value
    }

    /// The node that was expanded last.
    pub fn last_expanded(&self) -> Option<NodeId> {
        self.graph.last_expanded
    }

    /// The minimum sets of the root, if they were computed since the last expansion.
    pub fn sets(&self) -> Option<&MinimumSets> {
        self.sets.as_ref()
    }

    /// How many times the root's sets were computed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many times the work allowed did not suffice to be sure that both sets were lightest ones.
    pub fn inexact_steps(&self) -> u64 {
        self.graph.expander.counters.uncertain
    }

    /// Bytes held: graph, states, index, the sets that are remembered, and the lists of an expansion and of an update.
    pub fn bytes(&self) -> usize {
        self.graph.bytes() + self.minimizer.bytes()
    }

    fn root_value(&self) -> Option<Value> {
        if self.graph.dag.is_empty() { None } else { self.value(ROOT) }
    }

    /// Passes values on to the ancestors.
    fn settle(&mut self) {
        let GrowingDag { dag, updater, expander, .. } = &mut self.graph;
        let settled = dag.settle(updater, |dag, pending| {
            let node = pending.node;
            let entry = dag.label(node);
            let role = entry.kind.inner_role().expect("only expanded nodes are recomputed");
            let value = combine(role, dag.children(node).map(|child| dag.label(child).value));
            let changed = value != entry.value;
            let label = Entry { value, ..entry };
            Ok::<_, std::convert::Infallible>(Relabelled { label, changed: Parts::of(changed, changed), note: 0 })
        });
        expander.counters.recomputed += settled.recomputed;
    }

    /// Forgets what was computed for a node and its ancestors.
    fn forget_ancestors(&mut self, node: NodeId) {
        let mut seen = vec![false; self.graph.dag.len()];
        let mut reached = vec![node];
        seen[node.index()] = true;
        while let Some(node) = reached.pop() {
            self.minimizer.forget(node);
            for parent in self.graph.dag.parents(node) {
                if !std::mem::replace(&mut seen[parent.index()], true) {
                    reached.push(parent);
                }
            }
        }
    }

    /// Computes the sets of the root of the graph as it is, if that was not done.
    fn compute_sets(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        if self.sets.is_none() {
            let mut stopped = None;
            let mut interrupt = || {
                stopped = watch.look_at_clock().err();
                stopped.is_some()
            };
            let sets = self
                .minimizer
                .minimum_sets(&self.graph.dag, ROOT, self.allowed, &mut interrupt)
                .expect("edges that close a cycle were refused");
            let Some(sets) = sets else { return Err(stopped.unwrap_or(StopReason::Cancelled)) };
            self.sizes = (sets.proof.upper(), sets.disproof.upper());
            self.steps += 1;
            if sets.proof.is_exact() && sets.disproof.is_exact() {
                self.allowed = self.allowed.saturating_mul(2).min(self.work);
            } else {
                self.graph.expander.counters.uncertain += 1;
                self.allowed = (self.allowed / 2).max(self.work.div_ceil(LEAST_SHARE));
            }
            self.sets = Some(sets);
        }
        Ok(())
    }
}

/// The value of a gate, if its children's values decide it.
fn combine(role: Role, children: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    let (one, all) = match role {
        Role::Or => (Value::Proven, Value::Disproven),
        Role::And => (Value::Disproven, Value::Proven),
    };
    let mut value = Some(all);
    for child in children {
        if child == Some(one) {
            return child;
        }
        value = value.and(child);
    }
    value
}

/// What is noted of a node that was reached so far from the root.
fn entry(leaf: Leaf, depth: u16) -> Entry {
    Entry { kind: NodeKind::of_status(leaf.status), value: leaf.value(), cost: leaf.cost, depth }
}

impl<X: Store<Fact = Leaf>> ExactEngine<X> {
    /// Expands an open leaf, and passes on what it is worth.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let (held, depth) = (self.bytes(), self.graph.dag.label(node).depth.saturating_add(1));
        self.graph.expand(node, watch, held, |_| 0, |_, new| Ok(entry(new.fact, depth)))?;
        // It knows its leaf without a walk.
        self.graph.expander.counters.visits += 1;
        self.sets = None;
        self.forget_ancestors(node);
        self.settle();
        Ok(())
    }

    /// One round of the loop.
    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        if let Some(from) = self.exhausting {
            let Some(next) = self.graph.next_leaf(from) else {
                self.compute_sets(watch).map_err(End::Stop)?;
                return Err(End::Stop(StopReason::OpenLeaves));
            };
            self.exhausting = Some(next.index());
            return self.expand(next, watch);
        }
        self.compute_sets(watch).map_err(End::Stop)?;
        let sets = self.sets.as_ref().expect("they were computed just now");
        let node = sets.most_proving().expect("every proof set meets every disproof set");
        match self.graph.dag.label(node).kind {
            NodeKind::OpenLeaf => self.exhausting = Some(0),
            _ => self.expand(node, watch)?,
        }
        Ok(())
    }
}

impl<X: Store<Fact = Leaf>> ExactEngine<X> {
    /// For a decided root the winning choice against the longest resistance, else a shortest line through undecided
    /// nodes to the node that is to be expanded next, or was expanded last.
    fn line(&self) -> Vec<MoveOf<X>> {
        let nodes = if let Ok(strategy) = Strategy::extract(self) {
            strategy.principal_line(self)
        } else {
            let next = self.sets.as_ref().and_then(MinimumSets::most_proving);
            next.or(self.graph.last_expanded).map_or_else(Vec::new, |node| self.path_to(node))
        };
        leading_moves(self.problem(), self, &nodes)
    }

    /// A shortest path from the root through undecided nodes, leftmost among equals; empty if there is none.
    fn path_to(&self, target: NodeId) -> Vec<NodeId> {
        let mut came_from = vec![None; self.graph.dag.len()];
        let mut reached = std::collections::VecDeque::from([ROOT]);
        while let Some(node) = reached.pop_front() {
            if node == target {
                let mut path = vec![target];
                path.extend(std::iter::successors(came_from[target.index()], |&node: &NodeId| came_from[node.index()]));
                path.reverse();
                return path;
            }
            for child in self.graph.dag.children(node) {
                if self.value(child).is_none() && child != ROOT && came_from[child.index()].is_none() {
                    came_from[child.index()] = Some(node);
                    reached.push_back(child);
                }
            }
        }
        Vec::new()
    }
}

impl<X: Store<Fact = Leaf>> Growth for ExactEngine<X> {
    type State = StateOf<X>;

    fn books(&self) -> &dyn Bookkeeping<State = StateOf<X>> {
        &self.graph.expander
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = StateOf<X>> {
        &mut self.graph.expander
    }

    fn is_decided(&self) -> bool {
        self.root_value().is_some()
    }

    fn sizes(&self) -> (Size, Size) {
        match self.root_value() {
            Some(Value::Proven) => (Size::ZERO, Size::INFINITE),
            Some(Value::Disproven) => (Size::INFINITE, Size::ZERO),
            None => self.sizes,
        }
    }

    fn depth(&self) -> u32 {
        self.graph.last_expanded.map_or(0, |node| u32::from(self.graph.dag.label(node).depth))
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    /// A step takes so long that it looks outside before each.
    fn batch(&self) -> u64 {
        0
    }

    fn begin(&mut self, _watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.graph.begin(|_, new| Ok(entry(new.fact, 0))).map(|_| ())
    }

    /// The sizes of the root are those of sets.
    fn prepare(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        if self.exhausting.is_none() {
            watch.look_at_clock()?;
            self.compute_sets(watch)?;
        }
        Ok(())
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.advance(watch)
    }
}

impl<X: Store<Fact = Leaf>> Solver<X::Problem> for ExactEngine<X> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("solve").entered();
        info!(work = self.work, expanded = self.graph.expander.counters.expanded, "search starts");
        let stop = grow_any(self, &mut Watch::new(limits, observer))?;
        info!(
            %stop,
            expanded = self.graph.expander.counters.expanded,
            generated = self.graph.dag.len(),
            steps = self.steps,
            inexact_steps = self.graph.expander.counters.uncertain,
            bytes = self.bytes(),
            "search stopped"
        );
        Ok(Report::new(self.root_value(), stop, self.counters(), self.line()).with_sizes(Growth::sizes(self)))
    }

    /// Which nodes it has expanded, in which order.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        write_expansions(self, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        read_expansions(self, from, bytes)
    }
}

impl<X: Store<Fact = Leaf>> Replay for ExactEngine<X> {
    fn expansions(&self) -> Vec<NodeId> {
        self.graph.expansions()
    }

    fn expand_again(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        if !self.graph.is_leaf(node) {
            return Ok(false);
        }
        self.expand(node, watch).map(|()| true)
    }

    fn root_hash(&self) -> u64 {
        self.graph.root_hash()
    }

    fn counted(&mut self) -> Vec<&mut u64> {
        vec![&mut self.steps, &mut self.graph.expander.counters.uncertain]
    }

    fn exhausting(&mut self) -> Option<&mut Option<usize>> {
        Some(&mut self.exhausting)
    }
}

impl<X: Store<Fact = Leaf>> SolvedGraph for ExactEngine<X> {
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        ROOT
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store().state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        if self.graph.dag.is_empty() { None } else { Self::value(self, node) }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.dag.children(node)
    }
}
