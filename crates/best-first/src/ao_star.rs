//! AO*: best-first search for a cheapest proof, guided by what proofs cost alone.
//!
//! The idea (Nilsson 1980, after Martelli and Montanari 1973): every node has an estimate of what it costs to prove it.
//! A leaf's comes from a heuristic; an OR node's is that of its cheapest child, which is *marked*; an AND node's is the
//! sum over its children; and every arc may cost something as well. Following the marks from the root gives a partial
//! solution graph. One of its unexpanded leaves is expanded, the leftmost; then the estimates and marks of its ancestors
//! are revised, children before parents. A node is *solved* if all that its marks lead to ends in proven leaves; the
//! search ends when the root is solved, or when its cost is infinite.
//!
//! With leaves that cost one and arcs that cost nothing, the estimate is the proof number, and AO* is proof-number search
//! without disproof numbers: Nagai and Imai's class "best-first, proof number only". Costs are summed per path: what is
//! shared in a DAG counts once for every way to it.
//!
//! If estimates are admissible (never more than the true cost), the solution graph that is found is a cheapest one, by
//! costs summed per path. The invariant: whatever is solved is proven; the solved label rests on the rules alone, and
//! estimates only say where to look.
//!
//! Open leaves cannot be proven, so they cost infinitely much. If the root does then, and an open leaf may be why, the
//! rest of the graph is expanded, oldest nodes first, to see whether the root is disproven whatever they are.
//!
//! The cost: a walk from the root to a leaf per expansion, and each ancestor whose estimate changes is recomputed from
//! all of its children, once by rank or level. Memory: the graph, 20 bytes a node beside it.

use std::fmt;
use std::io::{self, Read, Write};

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{
    Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, StopReason, Value, Watch,
};
use proofset_graph::{Dag, Levels, Parts, Relabelled};
use proofset_store::saved::{Replay, read_expansions, write_expansions};
use proofset_store::{
    Bookkeeping, End, GrowingDag, Growth, Interned, Leaf, Leaves, MoveOf, NodeKind, Noted, ROOT, StateOf, Store,
    grow_any,
};
use tracing::{info, info_span};

/// What the search knows about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    kind: NodeKind,
    /// The estimate of what a proof costs: zero for a proven leaf, infinite if there is no proof.
    cost: Size,
    /// The child of an OR node that its cost comes from.
    marked: Option<NodeId>,
    /// True if the marks lead to proven leaves alone.
    solved: bool,
    /// The value that the decided leaves below give, whatever is marked.
    value: Option<Value>,
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

/// AO* on a graph in memory. Equal states are one node, and nodes are evaluated when they are made.
///
/// The probe's cost of proof is the estimate of a leaf; its other costs are of no account. In a report, `proof` is the
/// estimate for the root, and nothing is known of `disproof` before the root is decided; nor is it of `proof` where the
/// root cannot be proven without open leaves.
///
/// `X` is the [`Store`] of the states; [`AoStar`] is the search of a problem whose type is known.
pub struct AoStarEngine<X: Store> {
    graph: GrowingDag<X, Entry>,
    arc: Size,
    /// Set when the root cannot be proven, but may depend on open leaves: from then on everything is expanded, oldest
    /// first, from this node on.
    exhausting: Option<usize>,
}

impl<X: Store> fmt::Debug for AoStarEngine<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AoStarEngine")
            .field("nodes", &self.graph.dag.len())
            .field("expanded", &self.graph.expander.counters.expanded)
            .field("arc", &self.arc)
            .finish_non_exhaustive()
    }
}

/// AO* on the graph of a problem, with leaves weighed by `C`.
///
/// ```
/// use proofset_best_first::AoStar;
/// use proofset_core::{Limits, Problem, Role, Size, Solver, Status, Value, Verdict};
///
/// /// Cross a corridor of rooms: one step at a time, or two with a detour that must be walked as well.
/// struct Corridor;
///
/// impl Problem for Corridor {
///     type State = (u32, bool);
///     type Move = u32;
///
///     fn root(&self) -> (u32, bool) {
///         (4, true)
///     }
///
///     fn status(&self, &(rooms, choice): &(u32, bool)) -> Status {
///         match (rooms, choice) {
///             (0, _) => Status::Decided(Value::Proven),
///             (_, true) => Status::Open(Role::Or),
///             (_, false) => Status::Open(Role::And),
///         }
///     }
///
///     fn for_each_successor(&self, &(rooms, choice): &(u32, bool), mut visit: impl FnMut(u32, (u32, bool))) {
///         visit(1, (rooms - 1, true));
///         if choice && rooms > 1 {
///             visit(2, (rooms - 1, false));
///         } else if !choice {
///             visit(0, (0, false));
///         }
///     }
/// }
///
/// // Each arc costs one, so that a cheapest proof is a shortest walk.
/// let mut search = AoStar::new(Corridor, 1);
/// let report = search.solve(&Limits::none(), &mut ()).expect("rooms are left behind");
/// assert_eq!(report.verdict, Verdict::Proven);
/// assert_eq!(search.cost(), Size::new(4));
/// ```
pub type AoStar<P, C = ()> = AoStarEngine<Interned<P, Leaves<C>>>;

impl<P: Problem> AoStar<P> {
    /// A search that has not begun. Leaves cost one, and arcs cost `arc`.
    pub fn new(problem: P, arc: u32) -> Self {
        Self::with_probe(problem, arc, ())
    }
}

impl<P: Problem, C: Probe<P>> AoStar<P, C> {
    /// A search that has not begun, with leaves that cost what `probe` says, but at least one, and arcs that cost `arc`.
    pub fn with_probe(problem: P, arc: u32, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)), arc)
    }
}

impl<X: Store<Fact = Leaf>> AoStarEngine<X> {
    /// A search that has not begun, in a store without nodes. Arcs cost `arc`.
    pub fn with_store(store: X, arc: u32) -> Self {
        Self { graph: GrowingDag::new(store), arc: Size::new(arc), exhausting: None }
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.graph.expander.store().problem()
    }

    /// What a proof of the root is estimated to cost; once it is proven, what the proof that was found costs. One before
    /// the search has begun.
    pub fn cost(&self) -> Size {
        if self.graph.dag.is_empty() { Size::ONE } else { self.graph.dag.label(ROOT).cost }
    }

    /// Bytes held: graph, states, index, and the lists of an expansion and of an update.
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    /// The value of a node, as far as it is certified by marks or by a disproof.
    fn value_of(&self, node: NodeId) -> Option<Value> {
        let Entry { solved, value, .. } = self.graph.dag.label(node);
        if solved { Some(Value::Proven) } else { value.filter(|&value| value == Value::Disproven) }
    }

    fn root_value(&self) -> Option<Value> {
        if self.graph.dag.is_empty() { None } else { self.value_of(ROOT) }
    }

    /// The way from the root along marks, and to the leftmost child of AND nodes that is not solved, to a leaf of the
    /// partial solution graph.
    fn walk(&self) -> Vec<NodeId> {
        let mut way = vec![ROOT];
        loop {
            let node = way[way.len() - 1];
            let entry = self.graph.dag.label(node);
            let next = match entry.kind.inner_role() {
                Some(Role::Or) => entry.marked,
                Some(Role::And) => self.graph.dag.children(node).find(|&child| !self.graph.dag.label(child).solved),
                None => None,
            };
            match next {
                Some(next) => way.push(next),
                None => return way,
            }
        }
    }
}

/// Revises the ancestors of an expanded node. Returns how many nodes that took.
fn settle(dag: &mut Dag<Entry>, updater: &mut Levels, arc: Size) -> u64 {
    let settled = dag.settle(updater, |dag, pending| {
        let entry = dag.label(pending.node);
        let role = entry.kind.inner_role().expect("only expanded nodes are recomputed");
        let children = dag.children(pending.node).map(|child| (child, dag.label(child)));
        let label = revised(entry, role, arc, children);
        let parts = |entry: Entry| (entry.cost, entry.solved, entry.value);
        let changed = parts(label) != parts(entry);
        Ok::<_, std::convert::Infallible>(Relabelled { label, changed: Parts::of(changed, changed), note: 0 })
    });
    settled.recomputed
}

/// What an expanded node's children say of it.
fn revised(entry: Entry, role: Role, arc: Size, children: impl Iterator<Item = (NodeId, Entry)>) -> Entry {
    let (one, all) = match role {
        Role::Or => (Value::Proven, Value::Disproven),
        Role::And => (Value::Disproven, Value::Proven),
    };
    let (mut value, mut decided) = (Some(all), None);
    let (mut sum, mut all_solved) = (Size::ZERO, true);
    let mut best: Option<(Size, bool, NodeId)> = None;
    for (child, label) in children {
        value = value.filter(|_| label.value == Some(all));
        decided = decided.or(label.value.filter(|&value| value == one));
        let cost = arc + label.cost;
        sum = sum + cost;
        all_solved &= label.solved;
        // The cheapest; among equals one that is solved, and then the leftmost.
        if best.is_none_or(|(least, solved, _)| (cost, !label.solved) < (least, !solved)) {
            best = Some((cost, label.solved, child));
        }
    }
    let value = decided.or(value);
    match (role, best) {
        (Role::And, _) => Entry { cost: sum, marked: None, solved: all_solved, value, ..entry },
        (Role::Or, Some((cost, solved, child))) => Entry { cost, marked: Some(child), solved, value, ..entry },
        (Role::Or, None) => Entry { cost: Size::INFINITE, marked: None, solved: false, value, ..entry },
    }
}

/// What is noted of a node that was reached so far from the root.
fn entry(leaf: Leaf, depth: u16) -> Entry {
    let (kind, value) = (NodeKind::of_status(leaf.status), leaf.value());
    let cost = match value {
        Some(Value::Proven) => Size::ZERO,
        _ if kind.is_leaf() => leaf.cost.proof.clamp(Size::ONE, Size::MAX_FINITE),
        _ => Size::INFINITE,
    };
    let solved = value == Some(Value::Proven);
    Entry { kind, cost, marked: None, solved, value, depth }
}

impl<X: Store<Fact = Leaf>> AoStarEngine<X> {
    /// Expands an open node, and revises its ancestors.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let (held, depth) = (self.bytes(), self.graph.dag.label(node).depth.saturating_add(1));
        self.graph.expand(node, watch, held, |_| 0, |_, new| Ok(entry(new.fact, depth)))?;
        let GrowingDag { dag, updater, expander, .. } = &mut self.graph;
        expander.counters.recomputed += settle(dag, updater, self.arc);
        Ok(())
    }

    /// One round of the loop.
    fn advance(&mut self, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        if self.exhausting.is_none() && self.cost().is_infinite() {
            self.exhausting = Some(0);
        }
        if let Some(from) = self.exhausting {
            let Some(next) = self.graph.next_leaf(from) else { return Err(End::Stop(StopReason::OpenLeaves)) };
            self.exhausting = Some(next.index());
            self.expand(next, watch)?;
            self.graph.expander.counters.visits += 1;
            return Ok(());
        }
        let way = self.walk();
        self.expand(way[way.len() - 1], watch)?;
        self.graph.expander.counters.visits += way.len() as u64;
        Ok(())
    }
}

impl<X: Store<Fact = Leaf>> AoStarEngine<X> {
    /// For a decided root the marked choices against the longest resistance, else the way to the leaf that is to be
    /// expanded next.
    fn line(&self) -> Vec<MoveOf<X>> {
        if self.graph.dag.is_empty() {
            return Vec::new();
        }
        let nodes = match Strategy::extract(self) {
            Ok(strategy) => strategy.principal_line(self),
            Err(_) => self.walk(),
        };
        leading_moves(self.problem(), self, &nodes)
    }
}

impl<X: Store<Fact = Leaf>> Growth for AoStarEngine<X> {
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

    /// What is known of the root: its cost, and of its disproof only whether there is one.
    fn sizes(&self) -> (Size, Size) {
        match self.root_value() {
            Some(Value::Proven) => (Size::ZERO, Size::INFINITE),
            Some(Value::Disproven) => (Size::INFINITE, Size::ZERO),
            // A root that cannot be proven without open leaves is not disproven yet.
            None => (Some(self.cost()).filter(|cost| !cost.is_infinite()).unwrap_or(Size::ONE), Size::ONE),
        }
    }

    fn depth(&self) -> u32 {
        self.graph.last_expanded.map_or(0, |node| u32::from(self.graph.dag.label(node).depth))
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn work(&self) -> u64 {
        self.graph.expander.counters.recomputed + self.graph.expander.counters.visits + self.graph.dag.len() as u64
    }

    fn begin(&mut self, _watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.graph.begin(|_, new| Ok(entry(new.fact, 0))).map(|_| ())
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.advance(watch)
    }
}

impl<X: Store<Fact = Leaf>> Solver<X::Problem> for AoStarEngine<X> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("solve").entered();
        info!(arc = %self.arc, expanded = self.graph.expander.counters.expanded, "search starts");
        let stop = grow_any(self, &mut Watch::new(limits, observer))?;
        let (expanded, generated) = (self.graph.expander.counters.expanded, self.graph.dag.len() as u64);
        info!(%stop, expanded, generated, cost = %self.cost(), bytes = self.bytes(), "search stopped");
        Ok(Report::new(self.root_value(), stop, self.counters(), self.line()).with_sizes(self.sizes()))
    }

    /// Which nodes it has expanded, in which order.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        write_expansions(self, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        read_expansions(self, from, bytes)
    }
}

impl<X: Store<Fact = Leaf>> Replay for AoStarEngine<X> {
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
        vec![&mut self.graph.expander.counters.visits]
    }

    fn exhausting(&mut self) -> Option<&mut Option<usize>> {
        Some(&mut self.exhausting)
    }
}

/// The marked solution graph of what is proven, and all of what is disproven.
impl<X: Store<Fact = Leaf>> SolvedGraph for AoStarEngine<X> {
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        ROOT
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.graph.expander.store().state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        if self.graph.dag.is_empty() { None } else { self.value_of(node) }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let Entry { solved, marked, .. } = self.graph.dag.label(node);
        let only = marked.filter(|_| solved);
        self.graph.dag.children(node).filter(move |&child| only.is_none_or(|only| child == only))
    }
}
