//! The search loop for graphs with cycles: select a leaf, expand it, bring values up to date.
//!
//! One side has to *make progress*: what it wants must be reached in finitely many moves. The other side may *hold out*:
//! endless play is as good for it as an end. Under [`Repetition::Disproves`] proofs are progress, under
//! [`Repetition::Proves`] disproofs are. Under these rules the value of a state does not depend on the line that led to
//! it, so that each state has one node and every decided node stays decided.
//!
//! A node has two efforts. The effort of progress is the cheapest *well-founded* derivation, kept by the
//! [waves](crate::wave): it is nothing exactly if the node is won for the side that makes progress, and hopeless exactly
//! if it can never be, whatever the leaves that are left turn out to be. That second test decides whole cycles at once.
//! So verdicts rest on the effort of progress alone. The effort of [resistance](crate::resistance) is an estimate; it says
//! which of several replies is looked at first.
//!
//! A selection always ends at a leaf. Where the side moves that makes progress it goes to the child that the effort was
//! taken from, elsewhere to the child that is easiest to hold; both ways efforts of progress fall, in the order that
//! makes them well-founded.

use std::fmt;
use std::io::{self, Read, Write};

use proofset_core::{
    Counters, Limits, NodeId, Observer, Probe, Problem, Report, Size, SolveError, Solver, StopReason, Value, Watch,
    state_hash,
};
use proofset_graph::Digraph;
use proofset_nodeset::{Effort, Naming, Pick, common_member};
use proofset_store::saved::{Replay, read_expansions, write_expansions};
use proofset_store::{
    Bookkeeping, End, Expander, Growth, Interned, Leaf, Leaves, MoveOf, NodeKind, StateOf, Store, grow_any,
};
use tracing::{info, info_span};

use crate::inheritance::pass_on;
use crate::repetition_value;
use crate::resistance::Resistance;
use crate::values::{Node, Values};
use crate::wave::Wave;

/// A best-first search on a graph that may have cycles, with the algebra `G` for the side that has to make progress and
/// `H` for the side that may hold out.
///
/// Its verdicts are exact where a [repetition](proofset_core::Repetition) disproves, and where it proves; problems with
/// another rule are refused.
///
/// `X` is the [`Store`] of the states; [`Search`] is the search of a problem whose type is known.
pub struct Engine<X: Store, G: Effort, H: Effort> {
    expander: Expander<X>,
    pub(crate) values: Values<G, H>,
    wave: Wave<G::Value>,
    resistance: Resistance,
    pick: Pick,
    naming: Naming,
    /// The state that is asked about, and its node once there is one.
    asked: StateOf<X>,
    root: Option<NodeId>,
    /// Set when an open leaf was selected: from then on everything is expanded, oldest first, from this node on.
    exhausting: Option<usize>,
    /// Set when addresses ran out in the middle of an update: the values are of no use any more.
    spoilt: bool,
    found_at_root: u64,
}

impl<X: Store, G: Effort, H: Effort> fmt::Debug for Engine<X, G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("nodes", &self.values.graph.len())
            .field("expanded", &self.expander.counters.expanded)
            .field("pick", &self.pick)
            .finish_non_exhaustive()
    }
}

/// A best-first search of a problem whose graph may have cycles, with leaves weighed by `C`.
pub type Search<P, G, H, C = ()> = Engine<Interned<P, Leaves<C>>, G, H>;

impl<P: Problem, G: Effort, H: Effort> Search<P, G, H> {
    /// A search that has not begun. All leaves cost one.
    pub fn new(problem: P, progress: G, resistance: H, pick: Pick) -> Self {
        Self::with_probe(problem, progress, resistance, pick, ())
    }
}

impl<P: Problem, G: Effort, H: Effort, C: Probe<P>> Search<P, G, H, C> {
    /// A search that has not begun, with leaves weighed by `probe`.
    ///
    /// `progress` is the algebra of the side that has to make progress: of proofs, if a repetition disproves, and of
    /// disproofs, if it proves.
    pub fn with_probe(problem: P, progress: G, resistance: H, pick: Pick, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)), progress, resistance, pick)
    }

    /// The state of a node.
    pub fn state(&self, node: NodeId) -> &P::State {
        self.store().state_ref(node)
    }
}

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> Engine<X, G, H> {
    /// A search that has not begun, in a store without nodes.
    pub fn with_store(store: X, progress: G, resistance: H, pick: Pick) -> Self {
        let asked = store.root();
        let aim = repetition_value(store.problem(), &asked).map_or(Value::Proven, Value::opposite);
        Self {
            expander: Expander::new(store),
            values: Values { graph: Digraph::new(), progress, resistance, aim, recomputed: 0 },
            wave: Wave::new(),
            resistance: Resistance::new(),
            pick,
            naming: Naming::Own,
            asked,
            root: None,
            exhausting: None,
            spoilt: false,
            found_at_root: 0,
        }
    }

    /// The same with this naming of leaves. It is chosen before the search begins.
    #[must_use]
    pub fn with_naming(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.store().problem()
    }

    /// The states of the nodes.
    pub fn store(&self) -> &X {
        self.expander.store()
    }

    /// Asks about another state of the problem's graph. What is known already is kept, for it holds whatever state was
    /// asked about.
    ///
    /// Reports go on counting, and certificates are for the state that was asked about last.
    pub fn ask(&mut self, state: StateOf<X>) {
        self.asked = state;
        self.root = None;
        self.exhausting = None;
    }

    /// Asks about a state and searches, without a report: for many questions about one graph, since the line of a report
    /// takes a look at all that the value rests on. `None` if a limit was reached.
    ///
    /// # Errors
    ///
    /// As [`solve`](Solver::solve).
    pub fn find_value(&mut self, state: StateOf<X>, limits: &Limits) -> Result<Option<Value>, SolveError<StateOf<X>>> {
        self.ask(state);
        grow_any(self, &mut Watch::new(limits, &mut ()))?;
        Ok(self.root_value())
    }

    /// Expansions so far.
    pub fn expanded(&self) -> u64 {
        self.expander.counters.expanded
    }

    /// Number of nodes in memory.
    pub fn node_count(&self) -> usize {
        self.values.graph.len()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.values.graph.edge_count()
    }

    /// All nodes, in order of creation.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<X, G, H> {
        (0..self.values.graph.len()).filter_map(NodeId::new)
    }

    /// The node of a state.
    pub fn find(&self, state: &StateOf<X>) -> Option<NodeId> {
        self.store().find(state)
    }

    /// The value of a node, if it is decided.
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.values.value(node)
    }

    /// True if the successors of a node were generated.
    pub fn is_expanded(&self, node: NodeId) -> bool {
        self.values.node(node).kind.has_successors()
    }

    /// The efforts of a node: of the side that has to make progress and of the side that may hold out.
    pub fn efforts(&self, node: NodeId) -> (G::Value, H::Value) {
        let Node { progress, resistance, .. } = self.values.node(node);
        (progress, resistance)
    }

    /// The algebra of the side that has to make progress.
    pub fn progress(&self) -> &G {
        &self.values.progress
    }

    /// The algebra of the side that may hold out.
    pub fn resistance(&self) -> &H {
        &self.values.resistance
    }

    /// How many selections ended at a common member of the root's two sets.
    pub fn found_at_root(&self) -> u64 {
        self.found_at_root
    }

    /// How many times the efforts of resistance were left as they were before they had settled.
    pub fn unsettled(&self) -> u64 {
        self.resistance.unsettled
    }

    fn place_root(&mut self) -> Result<(), End<StateOf<X>>> {
        repetition_value(self.problem(), &self.asked)?;
        if self.spoilt {
            return Err(End::Stop(StopReason::Memory));
        }
        if self.root.is_none() {
            let Self { expander, values, asked, .. } = self;
            self.root = Some(expander.place(asked.clone(), |new| values.admit(new.fact, 0))?);
        }
        Ok(())
    }

    /// A most-promising leaf: found in both sets of a node on the way, or where the children lead.
    fn select(&mut self, root: NodeId) -> NodeId {
        let mut node = root;
        loop {
            self.expander.counters.visits += 1;
            let values = &self.values;
            let entry = values.node(node);
            let Some(role) = entry.kind.inner_role() else { return node };
            if G::LISTS_NODES && H::LISTS_NODES {
                let depth = |node| values.node(node).depth;
                let sets = ((&values.progress, entry.progress), (&values.resistance, entry.resistance));
                if let Some(leaf) = common_member(sets.0, sets.1, self.pick, depth) {
                    let kind = values.node(leaf).kind;
                    debug_assert!(kind.is_leaf() || kind == NodeKind::OpenLeaf, "sets that settled hold leaves");
                    self.found_at_root += u64::from(node == root);
                    return leaf;
                }
            }
            let next = if role == values.aim.chooser() { entry.best.child() } else { self.easiest_to_hold(node) };
            debug_assert!(next.is_some_and(|next| values.key(next) < values.key(node)), "efforts fall on the way");
            let Some(next) = next else { return node };
            node = next;
        }
    }

    /// The undecided child that is easiest to hold, the first of several.
    fn easiest_to_hold(&self, node: NodeId) -> Option<NodeId> {
        let mut least: Option<(NodeId, H::Value)> = None;
        for child in self.values.graph.children(node).filter(|&child| !self.values.is_decided(child)) {
            let effort = self.values.graph.weight(child).resistance;
            if least.is_none_or(|(_, least)| self.values.resistance.order(effort, least).is_lt()) {
                least = Some((child, effort));
            }
        }
        least.map(|(child, _)| child)
    }

    /// The oldest node from `from` on that can still be expanded.
    fn next_unexpanded(&self, from: usize) -> Option<NodeId> {
        (from..self.values.graph.len())
            .filter_map(NodeId::new)
            .find(|&node| self.values.node(node).kind.is_leaf() && !self.values.is_decided(node))
    }

    /// Generates the successors of a leaf and connects them. An expansion that is interrupted before leaves a leaf.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let held = self.bytes();
        let Self { expander, values, .. } = self;
        let has_unit_costs = expander.store().nodes().has_unit_costs();
        expander.list(node, watch, held, |count| values.growth_for(count, has_unit_costs))?;
        expander.check_ranks(node)?;
        let depth = values.node(node).depth.saturating_add(1);
        expander.make(watch, |new| values.admit(new.fact, depth))?;
        // What is interrupted from here on leaves efforts that follow from nothing.
        self.spoilt = true;
        values.graph.connect_all(node, expander.nodes())?;
        let kind = &mut values.graph.weight_mut(node).kind;
        *kind = kind.expanded();
        self.expander.counters.expanded += 1;
        Ok(())
    }

    /// One round of the loop.
    fn advance(&mut self, root: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let (visits, found_at_root) = (self.expander.counters.visits, self.found_at_root);
        let node = match self.exhausting {
            None => self.select(root),
            Some(from) => {
                let next = self.next_unexpanded(from).ok_or(End::Stop(StopReason::OpenLeaves))?;
                self.exhausting = Some(next.index());
                next
            }
        };
        if !self.values.node(node).kind.is_leaf() {
            self.exhausting = Some(0);
            return Ok(());
        }
        if let Err(end) = self.expand(node, watch) {
            (self.expander.counters.visits, self.found_at_root) = (visits, found_at_root);
            return Err(end);
        }
        self.settle(node)
    }

    /// Brings up to date what follows from a node that has just been expanded.
    fn settle(&mut self, node: NodeId) -> Result<(), End<StateOf<X>>> {
        let inherits =
            G::LISTS_NODES && H::LISTS_NODES && self.naming == Naming::Inherited && self.pick == Pick::Descent;
        let left = if inherits { pass_on(&mut self.values, node) } else { (Some(node), Some(node)) };
        self.wave.settle(&mut self.values, node, left.0).map_err(StopReason::from)?;
        self.resistance.settle(&mut self.values, node, left.1, &self.wave).map_err(StopReason::from)?;
        self.wave.finish(&mut self.values);
        self.spoilt = false;
        Ok(())
    }

    fn root_value(&self) -> Option<Value> {
        self.root.and_then(|root| self.values.value(root))
    }

    /// The sizes of the two sides of a node: of its proof and of its disproof.
    fn sizes_of(&self, node: NodeId) -> (Size, Size) {
        let Node { progress, resistance, .. } = self.values.node(node);
        let own = self.values.progress.size(progress);
        let mut others = self.values.resistance.size(resistance);
        if !self.values.is_decided(node) {
            // The estimate may be nothing where a cycle is free; what is undecided costs something.
            others = others.clamp(Size::ONE, Size::MAX_FINITE);
        }
        match self.values.aim {
            Value::Proven => (own, others),
            Value::Disproven => (others, own),
        }
    }

    /// Bytes held: graph, states, node sets, index, and what expansions and updates keep.
    pub fn bytes(&self) -> usize {
        self.values.bytes() + self.wave.bytes() + self.resistance.bytes() + self.expander.bytes()
    }

    /// The node that was asked about.
    pub(crate) fn root_node(&self) -> Option<NodeId> {
        self.root
    }

    /// The line along which the next leaf is selected.
    pub(crate) fn selected_line(&self) -> Vec<NodeId> {
        let Some(root) = self.root else { return Vec::new() };
        let mut line = vec![root];
        let mut node = root;
        while let Some(role) = self.values.node(node).kind.inner_role() {
            let best = self.values.node(node).best.child();
            let Some(next) = (if role == self.values.aim.chooser() { best } else { self.easiest_to_hold(node) }) else {
                break;
            };
            line.push(next);
            node = next;
        }
        line
    }
}

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> Growth for Engine<X, G, H> {
    type State = StateOf<X>;

    fn books(&self) -> &dyn Bookkeeping<State = StateOf<X>> {
        &self.expander
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = StateOf<X>> {
        &mut self.expander
    }

    fn is_decided(&self) -> bool {
        self.root_value().is_some()
    }

    fn counters(&self) -> Counters {
        let mut counters = self.expander.counters();
        counters.recomputed = self.values.recomputed;
        counters
    }

    fn sizes(&self) -> (Size, Size) {
        self.root.map_or((Size::ONE, Size::ONE), |root| self.sizes_of(root))
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn begin(&mut self, _watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.place_root()
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.advance(self.root.expect("it was placed when the search began"), watch)
    }
}

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> Solver<X::Problem> for Engine<X, G, H> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("solve").entered();
        info!(expanded = self.expander.counters.expanded, "search starts");
        let stop = grow_any(self, &mut Watch::new(limits, observer))?;
        info!(%stop, expanded = self.expander.counters.expanded, generated = self.values.graph.len(), "search stopped");
        Ok(Report::new(self.root_value(), stop, self.counters(), self.line()).with_sizes(Growth::sizes(self)))
    }

    /// Which nodes it has expanded, in which order. A search that was asked about more than one state is not saved.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let graph = &self.values.graph;
        let reached = |node: NodeId| graph.parents(node).next().is_some();
        let is_one = self.root.is_none_or(|root| root.index() == 0);
        if !is_one || !(1..graph.len()).filter_map(NodeId::new).all(reached) {
            return Ok(false);
        }
        write_expansions(self, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        read_expansions(self, from, bytes)
    }
}

impl<X: Store<Fact = Leaf>, G: Effort, H: Effort> Replay for Engine<X, G, H> {
    fn expansions(&self) -> Vec<NodeId> {
        let was_expanded = |node| self.values.node(node).kind.has_successors();
        self.values.graph.expansions(was_expanded).collect()
    }

    fn expand_again(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        if node.index() >= self.values.graph.len() || !self.values.node(node).kind.is_leaf() {
            return Ok(false);
        }
        self.expand(node, watch)?;
        self.settle(node)?;
        Ok(true)
    }

    fn root_hash(&self) -> u64 {
        state_hash(&self.asked)
    }

    fn counted(&mut self) -> Vec<&mut u64> {
        vec![&mut self.expander.counters.visits, &mut self.found_at_root]
    }

    fn exhausting(&mut self) -> Option<&mut Option<usize>> {
        Some(&mut self.exhausting)
    }
}
