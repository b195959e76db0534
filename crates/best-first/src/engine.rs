//! A best-first search of a problem: until the root is decided or a limit is reached, select a most-promising leaf,
//! expand it, settle.
//!
//! What the search does with the numbers of nodes is in [`ValuedGraph`]; here are the states of the problem, and what a
//! report says of them.

use std::fmt;
use std::io::{self, Read, Write};

use proofset_core::{
    Counters, Limits, NodeId, Observer, Probe, Problem, Report, Size, SolveError, Solver, StopReason, Value, Watch,
    state_hash,
};
use proofset_cursor::{FirstLevel, LeafResult, Visit};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{Effort, Evaluator, Label};
use proofset_store::saved::{expect, too_small};
use proofset_store::{
    Bookkeeping, End, Growth, Interned, Known, Leaf, Leaves, Making, MoveOf, Needed, Nodes, Placed, ROOT, StateOf,
    Store, Visitor, grow,
};

use crate::log;
use crate::node::Interrupt;
use crate::options::Options;
use crate::valued_graph::{Ground, ValuedGraph, Visited};

/// Bytes a node, at most, that it takes to extract a strategy from a decided graph.
const EXTRACTION: usize = 80;

/// A store with a visitor.
pub(crate) struct Standing<X: Store, V> {
    pub(crate) store: X,
    visitor: V,
    /// What the visitor has found wrong with the problem.
    fault: Option<SolveError<StateOf<X>>>,
}

impl<X: Store<Fact = Leaf>, V: Visitor<X>> Ground for Standing<X, V> {
    fn nodes(&self) -> &dyn Nodes<Fact = Leaf> {
        self.store.nodes()
    }

    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = Leaf> {
        self.store.nodes_mut()
    }

    fn place_root(&mut self, making: &Making) -> Result<Placed<Leaf>, StopReason> {
        self.store.place(self.store.root(), making)
    }

    fn nests(&self) -> bool {
        self.visitor.nests()
    }

    fn visit(&mut self, node: NodeId, first_level: &mut FirstLevel<'_, '_>) -> Visited {
        let visit = self.visitor.visit(&self.store, node, first_level);
        self.taken(visit)
    }

    fn together(&self) -> usize {
        self.visitor.together()
    }

    fn look_ahead(&mut self, nodes: &[NodeId], first_level: &mut FirstLevel<'_, '_>) -> Visited {
        let visit = self.visitor.look_ahead(&self.store, nodes, first_level);
        self.taken(visit)
    }

    fn successor(&self, place: usize) -> Option<Known> {
        self.visitor.successor(place)
    }

    fn needed(&self) -> &[Needed] {
        self.visitor.needed()
    }
}

impl<X: Store, V> Standing<X, V> {
    /// What a visitor has found, without states.
    fn taken(&mut self, visit: Visit<StateOf<X>>) -> Visited {
        let found = match visit.result {
            LeafResult::Nothing | LeafResult::Unsolved { .. } => Ok(None),
            LeafResult::Solved(value) => Ok(Some(value)),
            LeafResult::Stopped(reason) => Err(Interrupt::Stop(reason)),
            LeafResult::Broken(error) => {
                self.fault = Some(error);
                Err(Interrupt::VisitorBroken)
            }
        };
        (found, visit.work)
    }

    /// Why a call ends, in the words of the problem.
    fn told(&mut self, interrupt: Interrupt) -> End<StateOf<X>> {
        match interrupt {
            Interrupt::NoRoom | Interrupt::Full => End::Stop(StopReason::Memory),
            Interrupt::Stop(reason) => End::Stop(reason),
            Interrupt::Broken(error) => End::Error(error.map(|node| self.store.state(node))),
            Interrupt::VisitorBroken => End::Error(self.fault.take().expect("the visitor has said what is wrong")),
        }
    }
}

/// A best-first search in memory, with the algebra `E` for proofs and `D` for disproofs.
///
/// `X` is the [`Store`] of the states, and `V` looks at leaves before they are expanded; [`Search`] is the search of a
/// problem whose type is known, without visits.
pub struct Engine<X: Store, E: Effort, D: Effort, V = ()> {
    pub(crate) ground: Standing<X, V>,
    pub(crate) graph: ValuedGraph<E, D>,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<StateOf<X>>>,
}

impl<X: Store, E: Effort, D: Effort, V> fmt::Debug for Engine<X, E, D, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("nodes", &self.graph.dag.len())
            .field("expanded", &self.graph.expanded)
            .field("options", &self.graph.options)
            .finish_non_exhaustive()
    }
}

/// A best-first search of a problem, with leaves weighed by `C`.
pub type Search<P, E, D, C = ()> = Engine<Interned<P, Leaves<C>>, E, D>;

impl<P: Problem, E: Effort, D: Effort> Search<P, E, D> {
    /// A search that has not begun. All leaves cost one.
    pub fn new(problem: P, proof: E, disproof: D, options: Options) -> Self {
        Self::with_probe(problem, proof, disproof, options, ())
    }
}

impl<P: Problem, E: Effort, D: Effort, C: Probe<P>> Search<P, E, D, C> {
    /// A search that has not begun, with leaves weighed by `probe`.
    pub fn with_probe(problem: P, proof: E, disproof: D, options: Options, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)), proof, disproof, options)
    }

    /// The state of a node.
    pub fn state(&self, node: NodeId) -> &P::State {
        self.ground.store.state_ref(node)
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort> Engine<X, E, D> {
    /// A search that has not begun, in a store without nodes.
    pub fn with_store(store: X, proof: E, disproof: D, options: Options) -> Self {
        Self::with_visitor(store, proof, disproof, options, ())
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Engine<X, E, D, V> {
    /// A search that has not begun, in a store without nodes, with leaves that `visitor` looks at.
    pub fn with_visitor(store: X, proof: E, disproof: D, options: Options, visitor: V) -> Self {
        let rank = store.problem().rank(&store.root());
        let graph = ValuedGraph::new(proof, disproof, options, rank);
        Self { ground: Standing { store, visitor, fault: None }, graph, broken: None }
    }

    /// What looks at leaves.
    pub fn visitor(&self) -> &V {
        &self.ground.visitor
    }

    /// The same, to be changed: while the search is not decided, it must answer as before.
    pub fn visitor_mut(&mut self) -> &mut V {
        &mut self.ground.visitor
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.ground.store.problem()
    }

    /// The states of the nodes.
    pub fn store(&self) -> &X {
        &self.ground.store
    }

    /// Number of nodes in memory; ids count from 0, the root, in order of creation.
    ///
    /// A search that reaches its limit on bytes removes what its solved nodes do not need and numbers the rest anew.
    pub fn node_count(&self) -> usize {
        self.graph.dag.len()
    }

    /// Nodes that were removed so far to make room.
    pub fn reclaimed(&self) -> u64 {
        self.graph.reclaimed
    }

    /// Removes the nodes that neither the search nor a certificate of its result needs. Returns how many.
    ///
    /// A search under a limit on bytes does this by itself. Nodes are numbered anew, in the same order; the values of
    /// those that stay are what they were. Linear in the size of the graph, and of its node sets.
    pub fn reclaim(&mut self) -> u64 {
        let before = self.graph.reclaimed;
        self.graph.reclaim(self.ground.store.nodes_mut());
        self.graph.reclaimed - before
    }

    /// Lets the search hold at most so many nodes: it stops with [`StopReason::Memory`] where another would be made.
    ///
    /// The leaf whose expansion was cut short stays a leaf. Raise the number to continue.
    pub fn limit_nodes(&mut self, most: usize) {
        self.graph.making.most_nodes = most;
    }

    /// True if the visitor has solved this leaf: its value does not follow from children.
    pub fn is_found(&self, node: NodeId) -> bool {
        self.graph.is_found(node)
    }

    /// Leaves that the visitor has solved. While there are any, the search cannot be certified on its own.
    pub fn found(&self) -> u64 {
        self.graph.found
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.dag.edge_count()
    }

    /// The node of a state. Trees have no such index: always `None`.
    pub fn find(&self, state: &StateOf<X>) -> Option<NodeId> {
        self.ground.store.find(state)
    }

    /// The children of a node in move order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.graph.dag.children(node)
    }

    /// The two values of a node; read them through [`evaluator`](Self::evaluator).
    pub fn label(&self, node: NodeId) -> Label<E::Value, D::Value> {
        self.graph.label(node)
    }

    /// The two algebras.
    pub fn evaluator(&self) -> &Evaluator<E, D> {
        &self.graph.evaluator
    }

    /// The value of a node, if it is decided.
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.graph.value(node)
    }

    /// The node that was expanded last.
    pub fn last_expanded(&self) -> Option<NodeId> {
        self.graph.last_expanded
    }

    /// How many selections ended at a common member of the root's two sets.
    pub fn found_at_root(&self) -> u64 {
        self.graph.found_at_root
    }

    /// Bytes held: graph, states, node sets, index, and the lists of an expansion and of an update.
    pub fn bytes(&self) -> usize {
        self.graph.bytes() + self.ground.store.nodes().bytes()
    }

    /// Tells a search of another problem, and states that are hashed in another way.
    fn root_hash(&self) -> u64 {
        state_hash(&self.ground.store.root())
    }

    fn place_root(&mut self) -> Result<(), End<StateOf<X>>> {
        let Self { ground, graph, .. } = self;
        if graph.options.updates == UpdateOrder::Rank && !graph.ranks.are_given() {
            return Err(End::Error(SolveError::NoRank));
        }
        if graph.dag.is_empty() {
            graph.begin(ground).map_err(|interrupt| ground.told(interrupt))?;
        }
        Ok(())
    }
}

/// Kept by the graph, which knows no states.
impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Bookkeeping for Engine<X, E, D, V> {
    type State = StateOf<X>;

    fn counters(&self) -> Counters {
        self.graph.counters()
    }

    fn note_bytes(&mut self, bytes: usize) {
        self.graph.note_bytes(bytes);
    }

    fn growth_ahead(&self) -> usize {
        self.ground.store.nodes().growth_ahead() + self.graph.growth_ahead()
    }

    fn is_full(&self) -> bool {
        self.graph.full
    }

    fn widest(&self) -> usize {
        self.graph.widest
    }

    fn broken(&mut self) -> &mut Option<SolveError<StateOf<X>>> {
        &mut self.broken
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Growth for Engine<X, E, D, V> {
    type State = StateOf<X>;

    fn books(&self) -> &dyn Bookkeeping<State = StateOf<X>> {
        self
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = StateOf<X>> {
        self
    }

    fn is_decided(&self) -> bool {
        self.graph.value(ROOT).is_some()
    }

    fn sizes(&self) -> (Size, Size) {
        self.graph.sizes
    }

    fn depth(&self) -> u32 {
        self.graph.depth()
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.place_root()?;
        let Self { ground, graph, .. } = self;
        graph.finish_update(ground.store.nodes().bytes(), watch).map_err(|interrupt| ground.told(interrupt))
    }

    fn step(&mut self, held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let Self { ground, graph, .. } = self;
        graph.step(ground, held, watch).map_err(|interrupt| ground.told(interrupt))
    }

    /// Removes what solved nodes do not need, or lists fewer nodes in sets.
    fn make_room(&mut self, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        let Self { ground, graph, .. } = self;
        graph.find_room(ground.store.nodes_mut(), watch).map_err(|interrupt| ground.told(interrupt))
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Solver<X::Problem> for Engine<X, E, D, V> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = log::enter();
        log::starts(self.graph.options, self.graph.total_expanded());
        let stop = grow(self, &mut Watch::new(limits, observer))?;
        let value = if self.graph.dag.is_empty() { None } else { self.graph.value(ROOT) };
        // An update that was interrupted may have reached the root: then the limit came too late to matter.
        let stop = if value.is_some() { StopReason::Decided } else { stop };
        if value.is_some() {
            self.graph.sizes = self.graph.root_sizes();
            let most = limits.bytes.unwrap_or(u64::MAX);
            if (self.bytes() + self.graph.dag.len() * EXTRACTION) as u64 > most {
                self.reclaim();
                self.graph.dag.shrink();
                self.ground.store.nodes_mut().shrink();
            }
        }
        let report = Report::new(value, stop, self.graph.counters(), self.line()).with_sizes(self.graph.sizes);
        log::stops(&report, self.graph.dag.edge_count(), self.bytes());
        Ok(report)
    }
    /// Its expansions, and what a visitor has found out.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        if self.broken.is_some() {
            return Ok(false);
        }
        out.write_all(SAVED)?;
        out.write_all(&self.root_hash().to_le_bytes())?;
        self.graph.save(&self.ground, out)?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        expect(from, SAVED, self.root_hash())?;
        self.graph.load(&mut self.ground, from)?;
        if bytes.is_some_and(|most| !self.graph.fits(&mut self.ground, most)) {
            return Err(too_small());
        }
        Ok(())
    }
}

/// What a saved search begins with.
const SAVED: &[u8; 8] = b"graph  2";
