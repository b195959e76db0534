//! The search loop: until the root is decided or a limit is reached, select a most-promising leaf, expand it, settle.
//!
//! Invariant between steps: the label of every expanded node follows from the labels of its children, and each carries
//! the child its selected side was taken from. A selection therefore follows stored children instead of comparing them,
//! and with node sets it ends at the first node on the way whose two sets list a common leaf.
//!
//! Soundness: a node is decided only by its own status or by decided children; equal states are told apart in full. Cost
//! per step: one descent, the successors of one node, and one recomputation per ancestor whose label changes.

use std::collections::HashSet;
use std::fmt;

use proofset_core::{
    Counters, LeafCost, Limits, NodeId, Observer, Pace, Probe, Problem, Report, Role, Size, SolveError, Solver, Status,
    StopReason, Value, Watch,
};
use proofset_cursor::{Finding, Outlook, Visit, Work};
use proofset_graph::{AnyUpdater, ConnectError, Parts, Ranks, Selection, UpdateOrder, Updater};
use proofset_nodeset::{Effort, Evaluator, Label};
use proofset_store::{
    Children, End, Growth, Interned, Known, Leaf, Leaves, Making, MoveOf, New, StateOf, Store, Visitor, grow,
};

use crate::log;
use crate::node::{Best, Entry, Interrupt, Kind, best_of, child_of};
use crate::options::{Evaluation, GraphMode, Lookahead, Options};
use crate::values::{self, DagOf, DeltasOf, Selected, Update};

/// Bytes a node, at most, that it takes to extract a strategy from a decided graph.
const EXTRACTION: usize = 80;

/// Why a step ends early.
enum Obstacle<S> {
    /// The next expansion would exceed the limit on bytes. Nothing was changed.
    NoRoom,
    End(End<S>),
}

impl<S> From<End<S>> for Obstacle<S> {
    fn from(end: End<S>) -> Self {
        Self::End(end)
    }
}

/// A best-first search in memory, with the algebra `E` for proofs and `D` for disproofs.
///
/// `X` is the [`Store`] of the states, and `V` looks at leaves before they are expanded; [`Search`] is the search of a
/// problem whose type is known, without visits.
pub struct Engine<X: Store, E: Effort, D: Effort, V = ()> {
    pub(crate) store: X,
    visitor: V,
    pub(crate) evaluator: Evaluator<E, D>,
    /// The nodes of the store, under the same numbers.
    pub(crate) dag: DagOf<E, D>,
    updater: AnyUpdater,
    options: Options,
    making: Making,
    ranks: Ranks,
    /// Set when an open leaf was selected: from then on everything is expanded, oldest first, from this node on.
    exhausting: Option<usize>,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<StateOf<X>>>,
    /// Set when an expansion could not be connected for lack of addresses: the graph can grow no more.
    full: bool,
    /// What searches that the visitor has nested have done. Their memory is no part of it.
    nested: Work,
    /// Leaves that the visitor has solved.
    found: u64,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
    /// True while all values are made anew.
    rebuilding: bool,
    /// Sizes of the root when the graph was last settled.
    sizes: (Size, Size),
    /// How the nodes recomputed by the current update changed.
    deltas: Vec<DeltasOf<E, D>>,
    expanded: u64,
    recomputed: u64,
    /// Nodes that were removed to make room.
    reclaimed: u64,
    /// Nodes that selection went down to, the root included.
    visits: u64,
    peak_bytes: usize,
    last_expanded: Option<NodeId>,
    found_at_root: u64,
    /// Room for the nodes of one expansion.
    children: Children<Leaf>,
    /// The most successors that a node has had.
    widest: usize,
    /// The first node that an expansion has made which was then interrupted: the next one goes on there.
    cut_short: Option<usize>,
}

impl<X: Store, E: Effort, D: Effort, V> fmt::Debug for Engine<X, E, D, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("nodes", &self.dag.len())
            .field("expanded", &self.expanded)
            .field("options", &self.options)
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
        self.store.state_ref(node)
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
        let root = store.problem().rank(&store.root()).filter(|_| options.updates != UpdateOrder::Levels);
        let ranks = Ranks::from_root(root);
        Self {
            store,
            visitor,
            evaluator: Evaluator::new(proof, disproof),
            dag: DagOf::<E, D>::new(ranks.source()),
            updater: AnyUpdater::new(options.updates),
            options,
            making: Making {
                merges: options.graph == GraphMode::Dag,
                asks_status: options.evaluation == Evaluation::Immediate,
                most_nodes: usize::MAX,
            },
            ranks,
            exhausting: None,
            broken: None,
            full: false,
            nested: Work::default(),
            found: 0,
            settled: true,
            rebuilding: false,
            sizes: (Size::ONE, Size::ONE),
            deltas: Vec::new(),
            expanded: 0,
            recomputed: 0,
            reclaimed: 0,
            visits: 0,
            peak_bytes: 0,
            last_expanded: None,
            found_at_root: 0,
            children: Children::new(),
            widest: 0,
            cut_short: None,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.store.problem()
    }

    /// The states of the nodes.
    pub fn store(&self) -> &X {
        &self.store
    }

    /// Number of nodes in memory; ids count from 0, the root, in order of creation.
    ///
    /// A search that reaches its limit on bytes removes what its solved nodes do not need and numbers the rest anew.
    pub fn node_count(&self) -> usize {
        self.dag.len()
    }

    /// Nodes that were removed so far to make room.
    pub fn reclaimed(&self) -> u64 {
        self.reclaimed
    }

    /// Removes the nodes that neither the search nor a certificate of its result needs. Returns how many.
    ///
    /// A search under a limit on bytes does this by itself. Nodes are numbered anew, in the same order; the values of
    /// those that stay are what they were. Linear in the size of the graph, and of its node sets.
    pub fn reclaim(&mut self) -> u64 {
        let needed = if self.dag.is_empty() || !self.settled || self.full { return 0 } else { self.needed() };
        let before = self.reclaimed;
        if needed.len() < self.dag.len() {
            let (limits, observer) = (Limits::none(), &mut ());
            // Without limits nothing interrupts it but a lack of addresses, which leaves the search marked as full.
            let _ = self.rebuild(Some(needed), &mut Watch::new(&limits, observer));
        }
        self.reclaimed - before
    }

    /// Lets the search hold at most so many nodes: it stops with [`StopReason::Memory`] where another would be made.
    ///
    /// The leaf whose expansion was cut short stays a leaf. Raise the number to continue.
    pub fn limit_nodes(&mut self, most: usize) {
        self.making.most_nodes = most;
    }

    /// True if the visitor has solved this leaf: its value does not follow from children.
    pub fn is_found(&self, node: NodeId) -> bool {
        matches!(self.dag.label(node).kind, Kind::OrLeaf | Kind::AndLeaf) && self.value(node).is_some()
    }

    /// Leaves that the visitor has solved. While there are any, the search cannot be certified on its own.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Nodes created so far.
    fn generated(&self) -> u64 {
        self.reclaimed + self.dag.len() as u64 + self.nested.generated
    }

    /// Nodes expanded so far.
    fn total_expanded(&self) -> u64 {
        self.expanded + self.nested.expanded
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.dag.edge_count()
    }

    /// The node of a state. Trees have no such index: always `None`.
    pub fn find(&self, state: &StateOf<X>) -> Option<NodeId> {
        self.store.find(state)
    }

    /// The children of a node in move order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.dag.children(node)
    }

    /// The two values of a node; read them through [`evaluator`](Self::evaluator).
    pub fn label(&self, node: NodeId) -> Label<E::Value, D::Value> {
        self.dag.label(node).label
    }

    /// The two algebras.
    pub fn evaluator(&self) -> &Evaluator<E, D> {
        &self.evaluator
    }

    /// The value of a node, if it is decided.
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.evaluator.value(&self.label(node))
    }

    /// The node that was expanded last.
    pub fn last_expanded(&self) -> Option<NodeId> {
        self.last_expanded
    }

    /// How many selections ended at a common member of the root's two sets.
    pub fn found_at_root(&self) -> u64 {
        self.found_at_root
    }

    /// Bytes held: graph, states, node sets, index, and the lists of an expansion and of an update.
    pub fn bytes(&self) -> usize {
        let deltas = self.deltas.capacity() * size_of::<DeltasOf<E, D>>();
        let graph = self.dag.bytes() + self.store.bytes();
        graph + self.evaluator.bytes() + self.updater.bytes() + deltas + self.children.bytes()
    }

    pub(crate) const ROOT: NodeId = values::ROOT;

    /// Takes a node that the store has just made into the graph.
    #[inline]
    fn admit(&mut self, new: New<Leaf>, depth: u16) -> Result<(), End<StateOf<X>>> {
        let Self { evaluator, dag, ranks, .. } = self;
        let level = ranks.level(|| new.rank).map_err(End::Error)?;
        let Leaf { status, cost } = new.fact;
        let kind = match status {
            Some(Status::Decided(value)) => {
                let label = evaluator.decided(value);
                dag.add(level, Entry { label, best: None, kind: Kind::Terminal, apart: false, depth })
                    .map_err(Interrupt::from)?;
                return Ok(());
            }
            Some(Status::Open(role)) => Kind::leaf(role),
            Some(Status::OpenLeaf) => Kind::OpenLeaf,
            None => Kind::Unevaluated,
        };
        let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
        let node = NodeId::new(dag.len()).ok_or(Interrupt::Full)?;
        let label = evaluator.leaf(node, clamp(cost.proof), clamp(cost.disproof)).map_err(Interrupt::from)?;
        dag.add(level, Entry { label, best: None, kind, apart: false, depth }).map_err(Interrupt::from)?;
        Ok(())
    }

    /// Takes a node that is new, if one is, into the graph.
    fn admit_any(&mut self, new: Option<New<Leaf>>, depth: u16) -> Result<(), End<StateOf<X>>> {
        let admitted = new.map_or(Ok(()), |new| self.admit(new, depth));
        // A node that the store has and the graph has not would be in the way of all that follow.
        self.full |= admitted.is_err();
        admitted
    }

    fn place_root(&mut self) -> Result<(), End<StateOf<X>>> {
        if self.options.updates == UpdateOrder::Rank && !self.ranks.are_given() {
            return Err(End::Error(SolveError::NoRank));
        }
        if self.dag.is_empty() {
            let (root, new) = self.store.place(self.store.root(), &self.making).map_err(End::Stop)?;
            self.admit_any(new, 0)?;
            self.look_ahead(root)?;
            self.sizes = self.root_sizes();
        }
        Ok(())
    }

    /// A most-promising leaf.
    fn select(&mut self) -> NodeId {
        let Selected { leaf, visits, at_root } = values::select(&self.dag, &self.evaluator, self.options);
        self.visits += visits;
        self.found_at_root += u64::from(at_root);
        leaf
    }

    /// The oldest node from `from` on that can still be expanded.
    fn next_unexpanded(&self, from: usize) -> Option<NodeId> {
        (from..self.dag.len()).filter_map(NodeId::new).find(|&node| {
            let is_leaf = matches!(self.dag.label(node).kind, Kind::Unevaluated | Kind::OrLeaf | Kind::AndLeaf);
            is_leaf && !self.is_found(node)
        })
    }

    /// Evaluates a node whose evaluation was delayed.
    fn evaluate(&mut self, node: NodeId) {
        let mut entry = self.dag.label(node);
        entry.kind = match self.store.status(node) {
            Status::Decided(value) => return self.decide(node, value, Kind::Terminal, None),
            Status::Open(role) => Kind::leaf(role),
            Status::OpenLeaf => Kind::OpenLeaf,
        };
        self.dag.set_label(node, entry);
    }

    /// Gives a leaf its value; parents that it has already are told.
    fn decide(&mut self, node: NodeId, value: Value, kind: Kind, best: Option<Best>) {
        let entry = self.dag.label(node);
        self.evaluator.proof.release(entry.label.proof);
        self.evaluator.disproof.release(entry.label.disproof);
        self.dag.set_label(node, Entry { label: self.evaluator.decided(value), best, kind, ..entry });
        let parents: Vec<NodeId> = self.dag.parents(node).collect();
        for parent in parents {
            self.dag.schedule(parent, Parts::BOTH, &mut self.updater);
        }
    }

    /// Decides an open leaf by a successor whose status does, if there is one and the options ask for it.
    ///
    /// That successor becomes its only child, so its label follows from its children, like that of any expanded node.
    fn look_ahead(&mut self, node: NodeId) -> Result<(), End<StateOf<X>>> {
        let entry = self.dag.label(node);
        let (Lookahead::One, Kind::OrLeaf | Kind::AndLeaf) = (self.options.lookahead, entry.kind) else {
            return Ok(());
        };
        let role = if entry.kind == Kind::OrLeaf { Role::Or } else { Role::And };
        let value = match role {
            Role::Or => Value::Proven,
            Role::And => Value::Disproven,
        };
        let placed = self.store.place_decided(node, value, &self.making).map_err(End::Stop)?;
        let Some((child, new)) = placed else { return Ok(()) };
        self.admit_any(new, entry.depth.saturating_add(1))?;
        // The child is decided by its status and never gets children, so the edge closes no cycle.
        if let Err(error) = self.dag.connect(node, &[child], &mut self.updater) {
            return Err(self.broken_by(error));
        }
        if self.dag.label(child).kind == Kind::Unevaluated {
            self.evaluate(child);
        }
        self.decide(node, value, entry.kind.expanded(), best_of(child));
        Ok(())
    }

    /// Lists the successors of a leaf, if they and the nodes that they may become take no more than `room` bytes.
    #[inline]
    fn list_successors(&mut self, node: NodeId, room: usize) -> Result<(), Obstacle<StateOf<X>>> {
        let Some(listed) = self.store.list(node, room) else { return Err(Obstacle::NoRoom) };
        let members = if E::LISTS_NODES || D::LISTS_NODES { 2 } else { 0 };
        let ids = members * listed.count * size_of::<NodeId>();
        let growth = self.dag.growth_for(listed.count) + self.children.growth_for(listed.count) + ids + listed.bytes;
        if growth <= room {
            self.children.make_room(listed.count);
            self.widest = self.widest.max(listed.count);
            return Ok(());
        }
        self.store.drop_list();
        Err(Obstacle::NoRoom)
    }

    /// Makes the nodes of the listed successors.
    #[inline]
    fn make_children(&mut self, depth: u16, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let made = self.store.make(&self.making, watch, &mut children);
        if self.asks_visitor() {
            self.take_costs(&mut children);
        }
        let admitted = children.new.iter().try_for_each(|&new| self.admit(new, depth));
        self.full |= admitted.is_err();
        self.children = children;
        admitted?;
        made.map_err(End::Stop)
    }

    /// True if the visitor looks at every leaf that is expanded.
    #[inline]
    fn asks_visitor(&self) -> bool {
        self.visitor.nests() && self.exhausting.is_none()
    }

    /// Gives new children the costs that the visitor has found.
    fn take_costs(&self, children: &mut Children<Leaf>) {
        let first = self.dag.len();
        for (place, child) in distinct(&children.nodes).enumerate() {
            let Some(new) = child.index().checked_sub(first).and_then(|new| children.new.get_mut(new)) else {
                continue;
            };
            match self.visitor.successor(place) {
                Some(Known::Cost(cost)) => new.fact.cost = cost,
                Some(Known::Value(_)) => new.fact.cost = LeafCost::UNIT,
                None => {}
            }
        }
    }

    /// Generates the successors of an open leaf and connects them, if there is room. An expansion that is interrupted
    /// leaves a leaf, and the next call goes on with it.
    fn expand(&mut self, node: NodeId, room: usize, watch: &Watch<'_>) -> Result<(), Obstacle<StateOf<X>>> {
        self.list_successors(node, room)?;
        let depth = self.dag.label(node).depth.saturating_add(1);
        let nodes = self.cut_short.take().unwrap_or(self.dag.len());
        let made = self.make_children(depth, watch).and_then(|()| {
            for (index, new) in (nodes..self.dag.len()).filter_map(NodeId::new).enumerate() {
                watch.look_among_children(index).map_err(End::Stop)?;
                self.look_ahead(new)?;
            }
            Ok(())
        });
        if let Err(end) = made {
            self.cut_short = Some(nodes);
            return Err(end.into());
        }
        if self.asks_visitor() {
            self.decide_children();
        }
        if let Err(error) = self.dag.connect(node, &self.children.nodes, &mut self.updater) {
            return Err(self.broken_by(error).into());
        }
        let mut entry = self.dag.label(node);
        entry.kind = entry.kind.expanded();
        self.dag.set_label(node, entry);
        self.expanded += 1;
        self.last_expanded = Some(node);
        self.dag.schedule(node, Parts::BOTH, &mut self.updater);
        self.children.give_back();
        Ok(())
    }

    /// Asks the visitor about an open leaf that is about to be expanded. True if that has solved it.
    fn consult(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        let bytes = self.bytes();
        let mut progress = self.progress(bytes);
        progress.depth = u32::from(self.dag.label(node).depth);
        let mut outlook = Outlook { nodes: self.dag.len() as u64, progress, watch };
        let Visit { finding, work } = self.visitor.visit(&self.store, node, &mut outlook);
        self.nested.expanded += work.expanded;
        self.nested.generated += work.generated;
        self.nested.recomputed += work.recomputed;
        self.nested.visits += work.visits;
        self.peak_bytes = self.peak_bytes.max(bytes + work.peak_bytes as usize);
        match finding {
            Finding::Nothing | Finding::Unsolved { .. } => {}
            Finding::Solved(value) => {
                let kind = self.dag.label(node).kind;
                self.decide(node, value, kind, None);
                self.found += 1;
                return Ok(true);
            }
            Finding::Stopped(reason) => return Err(End::Stop(reason)),
            Finding::Broken(error) => return Err(End::Error(error)),
        }
        // The visitor remembers its answer, so the expansion can wait until there is budget for it.
        if watch.limits().expansions.is_some_and(|most| self.total_expanded() >= most) {
            return Err(End::Stop(StopReason::Expansions));
        }
        Ok(false)
    }

    /// Gives the leaves among the children of an expansion the values that the visitor has found.
    fn decide_children(&mut self) {
        let children = std::mem::take(&mut self.children);
        for (place, child) in distinct(&children.nodes).enumerate() {
            if self.value(child).is_some() {
                continue;
            }
            let Some(Known::Value(value)) = self.visitor.successor(place) else { continue };
            if self.dag.label(child).kind == Kind::Unevaluated {
                self.evaluate(child);
            }
            let kind = self.dag.label(child).kind;
            if matches!(kind, Kind::OrLeaf | Kind::AndLeaf) && self.value(child).is_none() {
                self.decide(child, value, kind, None);
                self.found += 1;
            }
        }
        self.children = children;
    }

    fn broken_by(&mut self, error: ConnectError) -> End<StateOf<X>> {
        if let Some(error) = self.ranks.fault(error, |node| self.store.state(node)) {
            return End::Error(error);
        }
        self.full = true;
        End::Stop(StopReason::Memory)
    }

    /// Brings every ancestor up to date.
    fn settle(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        self.settled = false;
        let update = Update {
            progress: self.progress(self.peak_bytes),
            most_bytes: (watch.limits().bytes.filter(|_| !self.rebuilding))
                .map(|most| (most as usize).saturating_sub(self.store.bytes())),
            // The queue can recompute a node again after its parents: a delta then starts from a value they never saw.
            // And nobody follows changes where everything is recomputed.
            follow_changes: self.options.updates != UpdateOrder::Fifo && !self.rebuilding,
            updater: &mut self.updater,
            deltas: &mut self.deltas,
            recomputed: &mut self.recomputed,
            pace: Pace::new(self.widest),
        };
        values::settle(&mut self.dag, &mut self.evaluator, update, watch)?;
        self.settled = true;
        self.sizes = self.root_sizes();
        if self.rebuilding {
            self.rebuilding = false;
            self.peak_bytes = self.peak_bytes.max(self.bytes());
            // Few updates are as long as this one was, and what sets no longer need is for nodes.
            self.dag.shrink_scratch();
            self.evaluator.proof.shrink();
            self.evaluator.disproof.shrink();
            self.updater = AnyUpdater::new(self.options.updates);
            self.dag.announce_edges(&mut self.updater);
        }
        Ok(())
    }

    fn root_sizes(&self) -> (Size, Size) {
        let label = self.label(Self::ROOT);
        (self.evaluator.proof.size(label.proof), self.evaluator.disproof.size(label.disproof))
    }

    /// One round of the loop, which may take so many bytes. The graph is settled before and, unless an error says
    /// otherwise, after.
    fn advance(&mut self, room: usize, watch: &mut Watch<'_>) -> Result<(), Obstacle<StateOf<X>>> {
        let visits = self.visits;
        let node = match self.exhausting {
            None => self.select(),
            Some(from) => {
                let next = self.next_unexpanded(from).ok_or(End::Stop(StopReason::OpenLeaves))?;
                self.exhausting = Some(next.index());
                next
            }
        };
        self.evaluator.begin_update(Some(node));
        self.evaluator.favour(self.label(Self::ROOT), node);
        self.deltas.clear();
        let mut kind = self.dag.label(node).kind;
        if kind == Kind::Unevaluated {
            self.evaluate(node);
            self.look_ahead(node)?;
            kind = self.dag.label(node).kind;
        }
        match kind {
            Kind::OrLeaf | Kind::AndLeaf => {
                let solved = self.asks_visitor() && self.consult(node, watch).inspect_err(|_| self.visits = visits)?;
                if !solved {
                    self.expand(node, room, watch).inspect_err(|_| self.visits = visits)?;
                }
            }
            Kind::OpenLeaf if self.exhausting.is_none() => self.exhausting = Some(0),
            Kind::Unevaluated | Kind::Terminal | Kind::OpenLeaf | Kind::Or | Kind::And => {}
        }
        self.settle(watch).map_err(End::from)?;
        Ok(())
    }

    /// Finds room in a graph that has reached its limit: removes what solved nodes do not need, or lists fewer nodes in
    /// sets, if they may be truncated. False if neither is worth the work.
    fn find_room(&mut self, watch: &mut Watch<'_>) -> Result<bool, Interrupt> {
        let needed = self.needed();
        // What does not free a quarter would soon have to be done again.
        let worthwhile = needed.len() * 4 <= self.dag.len() * 3;
        let coarser = !worthwhile && self.coarsen();
        if !worthwhile && !coarser {
            return Ok(false);
        }
        log::makes_room(self.dag.len(), needed.len(), coarser, self.bytes());
        self.rebuild(worthwhile.then_some(needed), watch)?;
        Ok(true)
    }

    /// Lets the side with the larger sets list fewer nodes, if sets take enough room for that to help.
    fn coarsen(&mut self) -> bool {
        let (proof, disproof) = (self.evaluator.proof.bytes(), self.evaluator.disproof.bytes());
        if (proof + disproof) * 16 < self.bytes() {
            return false;
        }
        let Evaluator { proof: p, disproof: d } = &mut self.evaluator;
        let larger = if proof >= disproof { p.coarsen() } else { d.coarsen() };
        larger || p.coarsen() || d.coarsen()
    }

    fn needed(&self) -> Selection {
        values::needed(&self.dag, &self.evaluator)
    }

    /// Keeps the chosen nodes, or all, and makes all values anew.
    fn rebuild(&mut self, chosen: Option<Selection>, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        let chosen = chosen.map(|mut chosen| {
            chosen.number();
            chosen
        });
        let rank = |node| chosen.as_ref().map_or(Some(node), |chosen| chosen.rank(node));
        let costs = values::renumber(&mut self.dag, &self.evaluator, &rank);
        self.last_expanded = self.last_expanded.and_then(rank);
        self.exhausting = self.exhausting.map(|_| 0);
        self.cut_short = None;
        if let Some(chosen) = &chosen {
            self.reclaimed += (self.dag.len() - chosen.len()) as u64;
            self.dag.retain(chosen);
            self.store.retain(chosen);
        }
        drop(chosen);
        self.deltas = Vec::new();
        // Without the values of leaves nothing can be computed: such a search cannot go on.
        self.full = true;
        values::begin_anew(&mut self.dag, &mut self.evaluator, &mut self.updater, costs)?;
        self.full = false;
        self.rebuilding = true;
        self.settle(watch)
    }

    /// The line along the selected children.
    pub(crate) fn selected_line(&self) -> Vec<NodeId> {
        if self.dag.is_empty() {
            return Vec::new();
        }
        let mut line = vec![Self::ROOT];
        let mut node = Self::ROOT;
        while let Some(best) = self.dag.label(node).best {
            node = child_of(best);
            line.push(node);
        }
        line
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Growth for Engine<X, E, D, V> {
    type State = StateOf<X>;

    fn is_decided(&self) -> bool {
        self.value(Self::ROOT).is_some()
    }

    fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        counters.expanded = self.total_expanded();
        counters.second_level = self.nested.expanded;
        counters.visits = self.visits + self.nested.visits;
        counters.generated = self.generated();
        counters.recomputed = self.recomputed + self.nested.recomputed;
        counters.peak_bytes = self.peak_bytes as u64;
        counters
    }

    fn sizes(&self) -> (Size, Size) {
        self.sizes
    }

    fn depth(&self) -> u32 {
        self.last_expanded.map_or(0, |node| u32::from(self.dag.label(node).depth))
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    /// Bytes that may be needed for a moment beyond those held: the index may be about to grow, and where sets can be made
    /// smaller, all values are made anew for that.
    fn growth_ahead(&self) -> usize {
        let coarsens = self.evaluator.proof.coarsens() || self.evaluator.disproof.coarsens();
        let nodes = if coarsens { self.expanded.min(self.dag.len() as u64) as usize } else { 0 };
        self.store.growth_ahead() + DagOf::<E, D>::bytes_of_update(nodes)
    }

    fn note_bytes(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    fn is_full(&self) -> bool {
        self.full
    }

    fn widest(&self) -> usize {
        self.widest
    }

    fn broken(&mut self) -> &mut Option<SolveError<StateOf<X>>> {
        &mut self.broken
    }

    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.place_root()?;
        if !self.settled {
            self.settle(watch)?;
        }
        Ok(())
    }

    fn step(&mut self, held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let room = watch.limits().bytes.map_or(usize::MAX, |most| (most as usize).saturating_sub(held));
        match self.advance(room, watch) {
            Ok(()) => Ok(()),
            Err(Obstacle::End(end)) => Err(end),
            Err(Obstacle::NoRoom) if self.make_room(watch)? => Ok(()),
            Err(Obstacle::NoRoom) => Err(End::Stop(StopReason::Memory)),
        }
    }

    /// Removes what solved nodes do not need, or lists fewer nodes in sets.
    fn make_room(&mut self, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        Ok(self.find_room(watch)?)
    }
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Solver<X::Problem> for Engine<X, E, D, V> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = log::enter();
        log::starts(self.options, self.total_expanded());
        let stop = grow(self, &mut Watch::new(limits, observer))?;
        let value = if self.dag.is_empty() { None } else { self.value(Self::ROOT) };
        // An update that was interrupted may have reached the root: then the limit came too late to matter.
        let stop = if value.is_some() { StopReason::Decided } else { stop };
        if value.is_some() {
            self.sizes = self.root_sizes();
            let most = limits.bytes.unwrap_or(u64::MAX);
            if (self.bytes() + self.dag.len() * EXTRACTION) as u64 > most {
                self.reclaim();
                self.dag.shrink();
                self.store.shrink();
            }
        }
        let report = Report::new(value, stop, self.counters(), self.line()).with_sizes(self.sizes);
        log::stops(&report, self.dag.edge_count(), self.bytes());
        Ok(report)
    }
}

/// The nodes of a list, each where it stands for the first time.
fn distinct(nodes: &[NodeId]) -> impl Iterator<Item = NodeId> {
    let mut seen = HashSet::new();
    nodes.iter().copied().filter(move |&node| seen.insert(node))
}
