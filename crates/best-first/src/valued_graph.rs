//! The graph of a search with its values: everything that a search does but for the states.
//!
//! Invariant between steps: the label of every expanded node follows from the labels of its children, and each carries
//! the child its selected side was taken from. A selection therefore follows stored children instead of comparing them,
//! and with node sets it ends at the first node on the way whose two sets list a common leaf.
//!
//! Nothing here knows a state: nodes are asked for by number, behind `dyn`, so that a pair of algebras is compiled once
//! and not for each problem. What is wrong with a problem is told in the numbers of nodes.
//!
//! Soundness: a node is decided only by its own status or by decided children; equal states are told apart in full. Cost
//! per step: one descent, the successors of one node, and one recomputation per ancestor whose label changes.

use std::collections::{HashSet, VecDeque};

use proofset_core::{Counters, LeafCost, Limits, NodeId, Pace, Progress, Role, Size, Status, StopReason, Value, Watch};
use proofset_cursor::{FirstLevel, Work};
use proofset_graph::{AnyUpdater, ConnectError, Parts, Ranks, Selection, UpdateOrder, Updater};
use proofset_nodeset::{Effort, Evaluator, Label};
use proofset_store::{Children, Known, Leaf, Making, Needed, New, NodeKind, Nodes, Placed, ROOT, progress};

use crate::batch::choose;
use crate::inheritance::{Leaving, NameOrders, heeds_names, inherits, pass_on};
use crate::log;
use crate::node::{Best, Entry, Interrupt, Marks, best_of, child_of};
use crate::options::{Evaluation, GraphMode, Lookahead, Options};
use crate::values::{self, DagOf, DeltasOf, Selected, SelectedPath, Update};

/// What a search stands on: the nodes of its store, and who looks at leaves before they are expanded.
pub(crate) trait Ground {
    fn nodes(&self) -> &dyn Nodes<Fact = Leaf>;

    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = Leaf>;

    /// The node of the state that the search begins with, made if need be.
    fn place_root(&mut self, making: &Making) -> Result<Placed<Leaf>, StopReason>;

    /// True if leaves are worth a visit.
    fn nests(&self) -> bool;

    /// Looks at an open leaf that is about to be expanded. Returns its value, if it is found.
    fn visit(&mut self, node: NodeId, first_level: &mut FirstLevel<'_, '_>) -> Visited;

    /// How many leaves are looked at together.
    fn together(&self) -> usize;

    /// Looks at open leaves before they are visited, in this order. Returns no value.
    fn look_ahead(&mut self, nodes: &[NodeId], first_level: &mut FirstLevel<'_, '_>) -> Visited;

    /// What is known of a successor of the leaf that was visited last.
    fn successor(&self, place: usize) -> Option<Known>;

    /// What its successors are known to need; nothing if that is not known.
    fn needed(&self) -> &[Needed];
}

/// What was found out about leaves, and what that took.
pub(crate) type Visited = (Result<Option<Value>, Interrupt>, Work);

/// A graph with the values of the algebras `E` for proofs and `D` for disproofs.
pub(crate) struct ValuedGraph<E: Effort, D: Effort> {
    pub(crate) evaluator: Evaluator<E, D>,
    /// The nodes of the store, under the same numbers.
    pub(crate) dag: DagOf<E, D>,
    pub(crate) updater: AnyUpdater,
    pub(crate) options: Options,
    pub(crate) making: Making,
    pub(crate) ranks: Ranks,
    /// Leaves that were chosen together and wait for their expansion, in this order.
    chosen: VecDeque<NodeId>,
    /// What was expanded or decided since the last update began.
    leaving: Leaving,
    /// Nodes to be recomputed from all of their children by the next update, which begins when all edges are there.
    waiting: Vec<NodeId>,
    /// Set when an open leaf was selected: from then on everything is expanded, oldest first, from this node on.
    pub(crate) exhausting: Option<usize>,
    /// Set when an expansion could not be connected for lack of addresses: the graph can grow no more.
    pub(crate) full: bool,
    /// What searches that the visitor has nested have done. Their memory is no part of it.
    pub(crate) nested: Work,
    /// Leaves that the visitor has solved.
    pub(crate) found: u64,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
    /// True while all values are made anew.
    rebuilding: bool,
    /// Sizes of the root when the graph was last settled.
    pub(crate) sizes: (Size, Size),
    /// The path of the last selection.
    path: SelectedPath,
    /// How the nodes recomputed by the current update changed.
    deltas: Vec<DeltasOf<E, D>>,
    pub(crate) expanded: u64,
    pub(crate) recomputed: u64,
    /// Nodes that were removed to make room.
    pub(crate) reclaimed: u64,
    /// Nodes on the paths of all selections, the root included.
    pub(crate) visits: u64,
    pub(crate) peak_bytes: usize,
    pub(crate) last_expanded: Option<NodeId>,
    pub(crate) found_at_root: u64,
    /// Room for the nodes of one expansion.
    pub(crate) children: Children<Leaf>,
    /// The most successors that a node has had.
    pub(crate) widest: usize,
    /// The first node that an expansion has made which was then interrupted: the next one goes on there.
    cut_short: Option<usize>,
}

impl<E: Effort, D: Effort> ValuedGraph<E, D> {
    pub(crate) fn new(proof: E, disproof: D, options: Options, root_rank: Option<u32>) -> Self {
        let ranks = Ranks::from_root(root_rank.filter(|_| options.updates != UpdateOrder::Levels));
        Self {
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
            chosen: VecDeque::new(),
            leaving: Leaving::default(),
            waiting: Vec::new(),
            exhausting: None,
            full: false,
            nested: Work::default(),
            found: 0,
            settled: true,
            rebuilding: false,
            sizes: (Size::ONE, Size::ONE),
            path: SelectedPath::default(),
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

    /// True if the visitor has solved this leaf: its value does not follow from children.
    pub(crate) fn is_found(&self, node: NodeId) -> bool {
        self.dag.label(node).kind.is_leaf() && self.value(node).is_some()
    }

    /// Nodes created so far.
    pub(crate) fn generated(&self) -> u64 {
        self.reclaimed + self.dag.len() as u64 + self.nested.generated
    }

    /// Nodes expanded so far.
    pub(crate) fn total_expanded(&self) -> u64 {
        self.expanded + self.nested.expanded
    }

    pub(crate) fn label(&self, node: NodeId) -> Label<E::Value, D::Value> {
        self.dag.label(node).label
    }

    pub(crate) fn value(&self, node: NodeId) -> Option<Value> {
        self.evaluator.value(&self.label(node))
    }

    pub(crate) fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        counters.expanded = self.total_expanded();
        counters.second_level = self.nested.expanded;
        counters.visits = self.visits + self.nested.visits;
        counters.generated = self.generated();
        counters.recomputed = self.recomputed + self.nested.recomputed;
        counters.peak_bytes = self.peak_bytes as u64;
        counters
    }

    /// Edges from the root to the node expanded last.
    pub(crate) fn depth(&self) -> u32 {
        self.last_expanded.map_or(0, |node| u32::from(self.dag.label(node).depth))
    }

    /// Bytes held, without those of states: graph, node sets, and the lists of an expansion and of an update.
    pub(crate) fn bytes(&self) -> usize {
        let deltas = self.deltas.capacity() * size_of::<DeltasOf<E, D>>();
        self.dag.bytes()
            + self.evaluator.bytes()
            + self.updater.bytes()
            + deltas
            + self.path.bytes()
            + self.children.bytes()
    }

    /// Bytes that may be needed for a moment beyond those held: where sets can be made smaller, all values are made anew
    /// for that.
    pub(crate) fn growth_ahead(&self) -> usize {
        let coarsens = self.evaluator.proof.coarsens() || self.evaluator.disproof.coarsens();
        let nodes = if coarsens { self.expanded.min(self.dag.len() as u64) as usize } else { 0 };
        let names = if heeds_names(&self.evaluator, &self.options) { self.dag.len() * NameOrders::BYTES } else { 0 };
        DagOf::<E, D>::bytes_of_update(nodes) + names
    }

    /// How far the search is, if it holds so many bytes.
    fn progress(&self, bytes: usize) -> Progress {
        progress(&self.counters(), self.sizes, self.depth(), bytes)
    }

    /// Takes a node that the store has just made into the graph.
    #[inline]
    pub(crate) fn admit(&mut self, new: New<Leaf>, depth: u16) -> Result<(), Interrupt> {
        self.admit_needing(new, None, depth)
    }

    /// The same of a node of which it may be known what it needs.
    #[inline]
    fn admit_needing(&mut self, new: New<Leaf>, needed: Option<&Needed>, depth: u16) -> Result<(), Interrupt> {
        let Self { evaluator, dag, ranks, .. } = self;
        let level = ranks.level::<NodeId>(|| new.rank)?;
        let Leaf { status, cost } = new.fact;
        let kind = match status {
            Some(Status::Decided(value)) => {
                let label = evaluator.decided(value);
                dag.add(level, Entry { label, best: None, kind: NodeKind::Terminal, marks: Marks::default(), depth })?;
                return Ok(());
            }
            status => NodeKind::of_status(status),
        };
        let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
        let node = NodeId::new(dag.len()).ok_or(Interrupt::Full)?;
        let (proof, disproof) = (clamp(cost.proof), clamp(cost.disproof));
        let label = match needed {
            None => evaluator.leaf(node, proof, disproof)?,
            Some(needed) => evaluator.standing_for(node, (proof, &needed.proof), (disproof, &needed.disproof))?,
        };
        dag.add(level, Entry { label, best: None, kind, marks: Marks::default(), depth })?;
        Ok(())
    }

    /// Takes those of some children into the graph that are new. What they need is known of all distinct ones or of none.
    #[inline]
    fn admit_all(&mut self, children: &Children<Leaf>, needed: &[Needed], depth: u16) -> Result<(), Interrupt> {
        if needed.is_empty() {
            return children.new.iter().try_for_each(|&new| self.admit(new, depth));
        }
        let first = self.dag.len();
        let of_new = distinct(&children.nodes).zip(needed).filter(|(child, _)| child.index() >= first);
        let mut news = children.new.iter().zip(of_new.map(|(_, needed)| needed));
        news.try_for_each(|(&new, needed)| self.admit_needing(new, Some(needed), depth))
    }

    /// Takes a node that is new, if one is, into the graph.
    pub(crate) fn admit_any(&mut self, new: Option<New<Leaf>>, depth: u16) -> Result<(), Interrupt> {
        let admitted = new.map_or(Ok(()), |new| self.admit(new, depth));
        // A node that the store has and the graph has not would be in the way of all that follow.
        self.full |= admitted.is_err();
        admitted
    }

    /// Makes the root, and takes it into the graph.
    pub(crate) fn admit_root(&mut self, ground: &mut dyn Ground) -> Result<NodeId, Interrupt> {
        let (root, new) = ground.place_root(&self.making)?;
        self.admit_any(new, 0)?;
        Ok(root)
    }

    /// Begins with the root.
    pub(crate) fn begin(&mut self, ground: &mut dyn Ground) -> Result<(), Interrupt> {
        let root = self.admit_root(ground)?;
        self.look_ahead(ground, root)?;
        self.sizes = self.root_sizes();
        Ok(())
    }

    /// A most-promising leaf.
    fn select(&mut self) -> NodeId {
        let Selected { leaf, visits, at_root } =
            values::select(&mut self.dag, &self.evaluator, self.options, &mut self.path);
        self.visits += visits;
        self.found_at_root += u64::from(at_root);
        leaf
    }

    /// The leaf that is to be expanded next: of those that were chosen together the first, or else a most-promising one.
    fn next_leaf(&mut self, ground: &mut dyn Ground, watch: &mut Watch<'_>) -> Result<NodeId, Interrupt> {
        // What is found out about a leaf may decide others that were chosen with it.
        while let Some(&leaf) = self.chosen.front() {
            if self.value(leaf).is_none() {
                return Ok(leaf);
            }
            self.chosen.pop_front();
        }
        let leaf = self.select();
        let together = ground.together();
        if together > 1 {
            self.choose(leaf, together, watch)?;
            let leaves: Vec<NodeId> = self.chosen.iter().copied().collect();
            self.let_look(ground, leaf, watch, |ground, first_level| ground.look_ahead(&leaves, first_level))?;
        } else if self.options.batch > 1 && !ground.nests() {
            let most = self.options.batch.min(Options::MOST_BATCH);
            self.choose(leaf, most, watch)?;
        }
        Ok(leaf)
    }

    /// Chooses at most so many leaves that are looked at together, this one first. Most searches look at one, and are faster without this
    /// in their loop.
    #[cold]
    #[inline(never)]
    fn choose(&mut self, leaf: NodeId, most: usize, watch: &Watch<'_>) -> Result<(), StopReason> {
        self.chosen = choose(&self.dag, &self.evaluator, leaf, most, (watch, Pace::new(self.widest)))?.into();
        Ok(())
    }

    /// The oldest node from `from` on that can still be expanded.
    fn next_unexpanded(&self, from: usize) -> Option<NodeId> {
        (from..self.dag.len()).filter_map(NodeId::new).find(|&node| {
            let is_leaf =
                matches!(self.dag.label(node).kind, NodeKind::Unevaluated | NodeKind::OrLeaf | NodeKind::AndLeaf);
            is_leaf && !self.is_found(node)
        })
    }

    /// Evaluates a node whose evaluation was delayed.
    pub(crate) fn evaluate(&mut self, ground: &dyn Ground, node: NodeId) {
        let mut entry = self.dag.label(node);
        entry.kind = match ground.nodes().status(node) {
            Status::Decided(value) => return self.decide(node, value, NodeKind::Terminal, None),
            Status::Open(role) => NodeKind::leaf(role),
            Status::OpenLeaf => NodeKind::OpenLeaf,
        };
        self.dag.set_label(node, entry);
    }

    /// Gives a leaf its value; parents that it has already are told.
    pub(crate) fn decide(&mut self, node: NodeId, value: Value, kind: NodeKind, best: Option<Best>) {
        let entry = self.dag.label(node);
        self.evaluator.proof.release(entry.label.proof);
        self.evaluator.disproof.release(entry.label.disproof);
        self.dag.set_label(node, Entry { label: self.evaluator.decided(value), best, kind, ..entry });
        self.waiting.extend(self.dag.parents(node));
    }

    /// Decides an open leaf by a successor whose status does, if there is one and the options ask for it.
    ///
    /// That successor becomes its only child, so its label follows from its children, like that of any expanded node.
    fn look_ahead(&mut self, ground: &mut dyn Ground, node: NodeId) -> Result<(), Interrupt> {
        let entry = self.dag.label(node);
        let (Lookahead::One, NodeKind::OrLeaf | NodeKind::AndLeaf) = (self.options.lookahead, entry.kind) else {
            return Ok(());
        };
        let role = if entry.kind == NodeKind::OrLeaf { Role::Or } else { Role::And };
        let value = match role {
            Role::Or => Value::Proven,
            Role::And => Value::Disproven,
        };
        let placed = ground.nodes_mut().place_decided(node, value, &self.making)?;
        let Some((child, new)) = placed else { return Ok(()) };
        self.admit_any(new, entry.depth.saturating_add(1))?;
        // The child is decided by its status and never gets children, so the edge closes no cycle.
        if let Err(error) = self.dag.connect(node, &[child], &mut self.updater) {
            return Err(self.broken_by(error));
        }
        if self.dag.label(child).kind == NodeKind::Unevaluated {
            self.evaluate(ground, child);
        }
        self.decide(node, value, entry.kind.expanded(), best_of(child));
        Ok(())
    }

    /// Lists the successors of a leaf, if they and the nodes that they may become take no more than `room` bytes. What the visitor says of
    /// leaves may be that they cost more than the store says.
    #[inline]
    pub(crate) fn list_successors(
        &mut self,
        nodes: &mut dyn Nodes<Fact = Leaf>,
        node: NodeId,
        room: usize,
        asks_visitor: bool,
    ) -> Result<(), Interrupt> {
        let Some(listed) = nodes.list(node, room) else { return Err(Interrupt::NoRoom) };
        let members = if E::LISTS_NODES || D::LISTS_NODES { 2 } else { 0 };
        let ids = members * listed.count * size_of::<NodeId>();
        let node_count = self.dag.len() + listed.count;
        let labels = if nodes.has_unit_costs() && !asks_visitor {
            self.evaluator.growth_for_units(listed.count, node_count)
        } else {
            self.evaluator.growth_for(listed.count, node_count)
        };
        let growth =
            self.dag.growth_for(listed.count) + self.children.growth_for(listed.count) + ids + labels + listed.bytes;
        if growth <= room {
            self.children.make_room(listed.count);
            self.widest = self.widest.max(listed.count);
            return Ok(());
        }
        nodes.drop_list();
        Err(Interrupt::NoRoom)
    }

    /// Makes the nodes of the listed successors.
    #[inline]
    pub(crate) fn make_children(
        &mut self,
        ground: &mut dyn Ground,
        depth: u16,
        asks_visitor: bool,
        watch: &Watch<'_>,
    ) -> Result<(), Interrupt> {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let made = ground.nodes_mut().make(&self.making, watch, &mut children);
        if asks_visitor {
            self.take_costs(ground, &mut children);
        }
        let needed = if asks_visitor { ground.needed() } else { &[] };
        let admitted = self.admit_all(&children, needed, depth);
        self.full |= admitted.is_err();
        self.children = children;
        admitted?;
        Ok(made?)
    }

    /// True if the visitor looks at every leaf that is expanded.
    #[inline]
    fn asks_visitor(&self, ground: &dyn Ground) -> bool {
        ground.nests() && self.exhausting.is_none()
    }

    /// Gives new children the costs that the visitor has found.
    fn take_costs(&self, ground: &dyn Ground, children: &mut Children<Leaf>) {
        let first = self.dag.len();
        for (place, child) in distinct(&children.nodes).enumerate() {
            let Some(new) = child.index().checked_sub(first).and_then(|new| children.new.get_mut(new)) else {
                continue;
            };
            match ground.successor(place) {
                Some(Known::Cost(cost)) => new.fact.cost = cost,
                Some(Known::Value(_)) => new.fact.cost = LeafCost::UNIT,
                None => {}
            }
        }
    }

    /// Generates the successors of an open leaf and connects them, if there is room. An expansion that is interrupted
    /// leaves a leaf, and the next call goes on with it.
    fn expand(
        &mut self,
        ground: &mut dyn Ground,
        node: NodeId,
        room: usize,
        watch: &Watch<'_>,
    ) -> Result<(), Interrupt> {
        let asks_visitor = self.asks_visitor(ground);
        let sets: usize = if asks_visitor { ground.needed().iter().map(bytes_of).sum() } else { 0 };
        let room = room.checked_sub(sets).ok_or(Interrupt::NoRoom)?;
        self.list_successors(ground.nodes_mut(), node, room, asks_visitor)?;
        let depth = self.dag.label(node).depth.saturating_add(1);
        let nodes = self.cut_short.take().unwrap_or(self.dag.len());
        let made = self.make_children(ground, depth, asks_visitor, watch).and_then(|()| {
            for (index, new) in (nodes..self.dag.len()).filter_map(NodeId::new).enumerate() {
                watch.look_among_children(index)?;
                self.look_ahead(ground, new)?;
            }
            Ok(())
        });
        if let Err(interrupt) = made {
            self.cut_short = Some(nodes);
            return Err(interrupt);
        }
        if asks_visitor {
            self.decide_children(ground);
        }
        if let Err(error) = self.dag.connect(node, &self.children.nodes, &mut self.updater) {
            return Err(self.broken_by(error));
        }
        let mut entry = self.dag.label(node);
        entry.kind = entry.kind.expanded();
        self.dag.set_label(node, entry);
        self.expanded += 1;
        self.last_expanded = Some(node);
        self.waiting.push(node);
        if self.inherits(ground) {
            pass_on(&mut self.dag, &mut self.evaluator, node, &mut self.leaving);
        } else {
            self.leaving.add((node, node));
        }
        if self.evaluator.heeds_places() {
            self.schedule_older_children(nodes);
        }
        self.children.give_back();
        Ok(())
    }

    /// True if what sets call a leaf can be the name of an expanded one.
    fn inherits(&self, ground: &dyn Ground) -> bool {
        inherits(&self.evaluator, &self.options) && !ground.nests()
    }

    /// What proof sets and disproof sets call a leaf.
    fn names(&self, ground: &dyn Ground, leaf: NodeId) -> (NodeId, NodeId) {
        if !self.inherits(ground) {
            return (leaf, leaf);
        }
        let Label { proof, disproof } = self.label(leaf);
        let (mut proof, mut disproof) =
            (self.evaluator.proof.members(proof), self.evaluator.disproof.members(disproof));
        (proof.next().unwrap_or(leaf), disproof.next().unwrap_or(leaf))
    }

    /// Has the children of an expansion recomputed that were there before and have got another parent. The first new node is
    /// given.
    fn schedule_older_children(&mut self, first_new: usize) {
        for place in 0..self.children.nodes.len() {
            let child = self.children.nodes[place];
            if child.index() < first_new && self.dag.label(child).kind.has_successors() && self.value(child).is_none() {
                self.waiting.push(child);
            }
        }
    }

    /// Lets the visitor look at a leaf, perhaps with others, and counts its work.
    fn let_look(
        &mut self,
        ground: &mut dyn Ground,
        node: NodeId,
        watch: &mut Watch<'_>,
        look: impl FnOnce(&mut dyn Ground, &mut FirstLevel<'_, '_>) -> Visited,
    ) -> Result<Option<Value>, Interrupt> {
        let bytes = self.bytes() + ground.nodes().bytes();
        let mut progress = self.progress(bytes);
        progress.depth = u32::from(self.dag.label(node).depth);
        let mut first_level = FirstLevel::new(self.dag.len() as u64, progress, watch);
        let (found, work) = look(ground, &mut first_level);
        self.nested.expanded += work.expanded;
        self.nested.generated += work.generated;
        self.nested.recomputed += work.recomputed;
        self.nested.visits += work.visits;
        self.peak_bytes = self.peak_bytes.max(bytes + work.peak_bytes as usize);
        found
    }

    /// Asks the visitor about an open leaf that is about to be expanded. True if that has solved it.
    fn consult(&mut self, ground: &mut dyn Ground, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, Interrupt> {
        let found = self.let_look(ground, node, watch, |ground, first_level| ground.visit(node, first_level))?;
        if let Some(value) = found {
            let kind = self.dag.label(node).kind;
            self.decide(node, value, kind, None);
            self.found += 1;
            return Ok(true);
        }
        // The visitor remembers its answer, so the expansion can wait until there is budget for it.
        if watch.limits().expansions.is_some_and(|most| self.total_expanded() >= most) {
            return Err(StopReason::Expansions.into());
        }
        Ok(false)
    }

    /// Gives the leaves among the children of an expansion the values that the visitor has found.
    fn decide_children(&mut self, ground: &dyn Ground) {
        let children = std::mem::take(&mut self.children);
        for (place, child) in distinct(&children.nodes).enumerate() {
            if self.value(child).is_some() {
                continue;
            }
            let Some(Known::Value(value)) = ground.successor(place) else { continue };
            if self.dag.label(child).kind == NodeKind::Unevaluated {
                self.evaluate(ground, child);
            }
            let kind = self.dag.label(child).kind;
            if kind.is_leaf() && self.value(child).is_none() {
                self.decide(child, value, kind, None);
                self.found += 1;
            }
        }
        self.children = children;
    }

    pub(crate) fn broken_by(&mut self, error: ConnectError) -> Interrupt {
        let Some(error) = self.ranks.fault(error, |node| node) else {
            self.full = true;
            return Interrupt::Full;
        };
        error.into()
    }

    /// Brings every ancestor up to date.
    fn settle(&mut self, store_bytes: usize, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        self.settled = false;
        for node in self.waiting.drain(..) {
            self.dag.schedule(node, Parts::BOTH, &mut self.updater);
        }
        let update = Update {
            progress: self.progress(self.peak_bytes),
            most_bytes: (watch.limits().bytes.filter(|_| !self.rebuilding))
                .map(|most| (most as usize).saturating_sub(store_bytes)),
            // The queue can recompute a node again after its parents: a delta then starts from a value they never saw.
            // And nobody follows changes where everything is recomputed.
            follow_changes: self.options.updates != UpdateOrder::Fifo && !self.rebuilding,
            updater: &mut self.updater,
            deltas: &mut self.deltas,
            path: &mut self.path,
            recomputed: &mut self.recomputed,
            pace: Pace::new(self.widest),
        };
        values::settle(&mut self.dag, &mut self.evaluator, update, watch)?;
        self.settled = true;
        self.sizes = self.root_sizes();
        if self.rebuilding {
            self.rebuilding = false;
            self.peak_bytes = self.peak_bytes.max(self.bytes() + store_bytes);
            // Few updates are as long as this one was, and what sets no longer need is for nodes.
            self.dag.shrink_scratch();
            self.evaluator.proof.shrink();
            self.evaluator.disproof.shrink();
            self.updater = AnyUpdater::new(self.options.updates);
            self.dag.announce_edges(&mut self.updater);
        }
        Ok(())
    }

    pub(crate) fn root_sizes(&self) -> (Size, Size) {
        let label = self.label(ROOT);
        (self.evaluator.proof.size(label.proof), self.evaluator.disproof.size(label.disproof))
    }

    /// One round of the loop, which may take so many bytes. The graph is settled before and, unless an error says
    /// otherwise, after.
    fn advance(&mut self, ground: &mut dyn Ground, room: usize, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        let before = self.visits;
        let node = match self.exhausting {
            None => self.next_leaf(ground, watch)?,
            Some(from) => {
                let next = self.next_unexpanded(from).ok_or(StopReason::OpenLeaves)?;
                self.exhausting = Some(next.index());
                next
            }
        };
        // An interrupted step selects again, unless its leaf was chosen with others.
        let visits = if self.chosen.is_empty() { before } else { self.visits };
        self.leaving.clear();
        self.deltas.clear();
        self.open(ground, node, room, watch).inspect_err(|_| self.visits = visits)?;
        self.chosen.pop_front();
        let ended = if ground.nests() { Ok(()) } else { self.open_chosen(ground, watch) };
        if !matches!(ended, Ok(()) | Err(Interrupt::Stop(_))) {
            return ended;
        }
        let root = self.label(ROOT);
        let Self { evaluator, leaving, .. } = self;
        evaluator.begin_update(&leaving.proof, &leaving.disproof);
        evaluator.favour(root, &leaving.proof, &leaving.disproof);
        self.settle(ground.nodes().bytes(), watch)?;
        ended
    }

    /// Opens the leaves that were chosen with another. Those for which a limit leaves no room wait for the next round.
    fn open_chosen(&mut self, ground: &mut dyn Ground, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        let limits = watch.limits();
        while let Some(&leaf) = self.chosen.front() {
            let held = self.bytes() + ground.nodes().bytes();
            if limits.expansions.is_some_and(|most| self.total_expanded() >= most)
                || limits.leave_no_room(held, self.growth_ahead())
            {
                break;
            }
            if self.value(leaf).is_none() {
                match self.open(ground, leaf, room(limits, held), watch) {
                    Err(Interrupt::NoRoom) => break,
                    opened => opened?,
                }
            }
            self.chosen.pop_front();
        }
        Ok(())
    }

    /// Evaluates a leaf that was selected, if that was delayed, and expands it if it is open.
    fn open(
        &mut self,
        ground: &mut dyn Ground,
        node: NodeId,
        room: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        let (names, expanded) = (self.names(ground, node), self.expanded);
        let mut kind = self.dag.label(node).kind;
        if kind == NodeKind::Unevaluated {
            self.evaluate(ground, node);
            self.look_ahead(ground, node)?;
            kind = self.dag.label(node).kind;
        }
        match kind {
            NodeKind::OrLeaf | NodeKind::AndLeaf => {
                let solved = self.asks_visitor(ground) && self.consult(ground, node, watch)?;
                if !solved {
                    self.expand(ground, node, room, watch)?;
                }
            }
            NodeKind::OpenLeaf if self.exhausting.is_none() => {
                self.exhausting = Some(0);
                self.chosen.clear();
            }
            NodeKind::Unevaluated | NodeKind::Terminal | NodeKind::OpenLeaf | NodeKind::Or | NodeKind::And => {}
        }
        if self.expanded == expanded {
            self.leaving.add(names);
        }
        Ok(())
    }

    /// One round of the loop for a search that holds so many bytes.
    pub(crate) fn step(
        &mut self,
        ground: &mut dyn Ground,
        held: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        match self.advance(ground, room(watch.limits(), held), watch) {
            Err(Interrupt::NoRoom) if self.find_room(ground.nodes_mut(), watch)? => Ok(()),
            done => done,
        }
    }

    /// Finishes an update that was interrupted.
    pub(crate) fn finish_update(&mut self, store_bytes: usize, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        if self.settled { Ok(()) } else { self.settle(store_bytes, watch) }
    }

    /// Takes note that so many bytes are held.
    pub(crate) fn note_bytes(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// Removes the nodes that neither the search nor a certificate of its result needs.
    pub(crate) fn reclaim(&mut self, nodes: &mut dyn Nodes<Fact = Leaf>) {
        if self.dag.is_empty() || !self.settled || self.full {
            return;
        }
        let needed = self.needed();
        if needed.len() < self.dag.len() {
            let (limits, observer) = (Limits::none(), &mut ());
            // Without limits nothing interrupts it but a lack of addresses, which leaves the search marked as full.
            let _ = self.rebuild(nodes, Some(needed), &mut Watch::new(&limits, observer));
        }
    }

    /// Finds room in a graph that has reached its limit: removes what solved nodes do not need, or lists fewer nodes in
    /// sets, if they may be truncated. False if neither is worth the work.
    pub(crate) fn find_room(
        &mut self,
        nodes: &mut dyn Nodes<Fact = Leaf>,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Interrupt> {
        let needed = self.needed();
        // What does not free a quarter would soon have to be done again.
        let worthwhile = needed.len() * 4 <= self.dag.len() * 3;
        let coarser = !worthwhile && self.coarsen(nodes.bytes());
        if !worthwhile && !coarser {
            return Ok(false);
        }
        log::makes_room(self.dag.len(), needed.len(), coarser, self.bytes() + nodes.bytes());
        self.rebuild(nodes, worthwhile.then_some(needed), watch)?;
        Ok(true)
    }

    /// Lets the side with the larger sets list fewer nodes, if sets take enough room for that to help.
    fn coarsen(&mut self, store_bytes: usize) -> bool {
        let (proof, disproof) = (self.evaluator.proof.bytes(), self.evaluator.disproof.bytes());
        if (proof + disproof) * 16 < self.bytes() + store_bytes {
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
    pub(crate) fn rebuild(
        &mut self,
        nodes: &mut dyn Nodes<Fact = Leaf>,
        chosen: Option<Selection>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        let chosen = chosen.map(|mut chosen| {
            chosen.number();
            chosen
        });
        let rank = |node| chosen.as_ref().map_or(Some(node), |chosen| chosen.rank(node));
        let names = self.name_orders().map(|orders| orders.renumbered(&rank));
        self.path.clear::<E, D>(&mut self.dag);
        let costs = values::renumber(&mut self.dag, &self.evaluator, &rank);
        self.last_expanded = self.last_expanded.and_then(rank);
        self.chosen = self.chosen.iter().filter_map(|&leaf| rank(leaf)).collect();
        self.exhausting = self.exhausting.map(|_| 0);
        self.cut_short = None;
        self.waiting.clear();
        if let Some(chosen) = &chosen {
            self.reclaimed += (self.dag.len() - chosen.len()) as u64;
            self.dag.retain(chosen);
            nodes.retain(chosen);
        }
        drop(chosen);
        self.deltas = Vec::new();
        // Without the values of leaves nothing can be computed: such a search cannot go on.
        self.full = true;
        values::begin_anew(&mut self.dag, &mut self.evaluator, &mut self.updater, costs)?;
        names.map_or(Ok(()), |names| names.rename(&mut self.dag, &mut self.evaluator))?;
        self.full = false;
        self.rebuilding = true;
        self.settle(nodes.bytes(), watch)
    }

    /// Open leaves in the order of their names, if that matters.
    pub(crate) fn name_orders(&self) -> Option<NameOrders> {
        heeds_names(&self.evaluator, &self.options).then(|| NameOrders::of(&self.dag, &self.evaluator))
    }

    /// The line along the selected children.
    pub(crate) fn selected_line(&self) -> Vec<NodeId> {
        if self.dag.is_empty() {
            return Vec::new();
        }
        let mut line = vec![ROOT];
        let mut node = ROOT;
        while let Some(best) = self.dag.label(node).best {
            node = child_of(best);
            line.push(node);
        }
        line
    }
}

/// The bytes that may be taken where so many are held.
fn room(limits: &Limits, held: usize) -> usize {
    limits.bytes.map_or(usize::MAX, |most| (most as usize).saturating_sub(held))
}

/// What the two sets of a leaf take at most, with what their storage puts beside and behind them.
fn bytes_of(Needed { proof, disproof }: &Needed) -> usize {
    let words = |members: &Vec<NodeId>| (members.len() + 4) * 4 / 3;
    (words(proof) + words(disproof)) * size_of::<NodeId>()
}

/// The nodes of a list, each where it stands for the first time.
fn distinct(nodes: &[NodeId]) -> impl Iterator<Item = NodeId> {
    let mut seen = HashSet::new();
    nodes.iter().copied().filter(move |&node| seen.insert(node))
}
