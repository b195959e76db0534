//! The base-twin algorithm: repetitions are found on the line that a selection follows.
//!
//! After Breuker, van den Herik, Uiterwijk and Allis (2001), for two values. A state has one node, its *base*, with its
//! children and numbers; a *twin* is the same state reached by another line, and here it is no more than the edge that
//! leads to it. A selection follows a line from the root. A child that stands on the line already is a repetition. It has
//! the value of a repetition on this line, and perhaps not on others: a *possible* value. Where a node's own value
//! follows from possible values, it is marked as possible too, with the least depth of what it rests on, and the
//! selection goes back one step and takes another child. If a value rests on nothing above the node itself, the cycle
//! closes at the node, and the value is *real*: it is stored in the base, and holds on every line.
//!
//! Marks hold while the selection goes on, and are cleared before the next. Together with the line they are a closed set:
//! each marked node where the repeating side moves has a child that is marked, on the line or decided for that side, and
//! elsewhere all children are. So when the line grows shorter, what is taken off it is marked itself, and older marks
//! may rest on what it rests on: they take over the lesser depth. And when what is taken off turns out to have the other
//! value, marks that were set below it may rest on nothing any more: they are dropped.
//!
//! Numbers are brought up to date on the line alone, leaf to root, without the children that stand above on the line:
//! with them, numbers in a cycle would grow with every visit. So numbers of bases may be old, which can mislead a
//! selection and never a value; and every update ends.
//!
//! Departures from the published algorithm, of which this is a reading with two values instead of three: twins are not
//! stored, so possible values are found again in every selection; where one possible value is enough for a node, it
//! rests on the deepest.

use std::fmt;

use proofset_certificate::{SolvedGraph, Strategy, leading_moves};
use proofset_core::{
    Limits, NodeId, Observer, Probe, Problem, Report, Role, Size, SolveError, Solver, Status, StopReason, Value, Watch,
};
use proofset_graph::Digraph;
use proofset_store::{
    Bookkeeping, End, Expander, Growth, Interned, Leaf, Leaves, MoveOf, NodeKind, ROOT, StateOf, Store, grow_any,
};
use tracing::{info, info_span};

use crate::repetition_value;

/// A base.
#[derive(Clone, Copy, Debug)]
struct Base {
    proof: Size,
    disproof: Size,
    /// The place on the line, one up; 0 for none.
    place: u32,
    /// The place among the marks, one up; 0 for none.
    mark: u32,
    kind: NodeKind,
}

impl Base {
    fn value(&self) -> Option<Value> {
        if self.proof.is_zero() {
            Some(Value::Proven)
        } else if self.disproof.is_zero() {
            Some(Value::Disproven)
        } else {
            None
        }
    }

    fn decide(&mut self, value: Value) {
        (self.proof, self.disproof) = match value {
            Value::Proven => (Size::ZERO, Size::INFINITE),
            Value::Disproven => (Size::INFINITE, Size::ZERO),
        };
    }
}

/// A node on the line.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    /// How many marks there were when it was put there.
    marks: usize,
}

/// What a node's children amount to on the line.
enum View {
    /// A value that holds on every line.
    Decided(Value),
    /// The value of a repetition, resting on this depth and none above it.
    Possible(u32),
    /// Neither; the most promising child.
    Open(NodeId),
}

/// Proof-number search on a graph that may have cycles, by the base-twin algorithm.
///
/// `X` is the [`Store`] of the states; [`TwinSearch`] is the search of a problem whose type is known.
pub struct TwinEngine<X: Store> {
    expander: Expander<X>,
    /// The nodes of the store, under the same numbers.
    graph: Digraph<Base>,
    /// The value of a repetition.
    repeated: Value,
    line: Vec<Step>,
    /// Marked nodes, and the least depth that each rests on.
    marks: Vec<(NodeId, u32)>,
    open_leaves: OpenLeaves,
    /// Set when addresses ran out in the middle of an expansion.
    spoilt: bool,
    marked: u64,
    real: u64,
}

/// What open leaves are worth.
#[derive(Clone, Copy, Debug)]
struct OpenLeaves {
    /// The value that they are taken to have: first disproven, for what is proven then is proven; if the root is not, the
    /// search begins again with proven.
    assumed: Value,
    /// True if there are any.
    met: bool,
}

impl<X: Store> fmt::Debug for TwinEngine<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwinEngine")
            .field("nodes", &self.graph.len())
            .field("expanded", &self.expander.counters.expanded)
            .finish_non_exhaustive()
    }
}

/// Proof-number search on the graph of a problem by the base-twin algorithm, with leaves weighed by `C`.
pub type TwinSearch<P, C = ()> = TwinEngine<Interned<P, Leaves<C>>>;

impl<P: Problem> TwinSearch<P> {
    /// A search that has not begun. All leaves cost one.
    pub fn new(problem: P) -> Self {
        Self::with_probe(problem, ())
    }
}

impl<P: Problem, C: Probe<P>> TwinSearch<P, C> {
    /// A search that has not begun, with leaves weighed by `probe`.
    pub fn with_probe(problem: P, probe: C) -> Self {
        Self::with_store(Interned::new(problem, Leaves::new(probe)))
    }

    /// The state of a node.
    pub fn state(&self, node: NodeId) -> &P::State {
        self.store().state_ref(node)
    }
}

/// Takes a node that the store has just made into the graph.
fn admit<S>(graph: &mut Digraph<Base>, open_leaves: &mut OpenLeaves, leaf: Leaf) -> Result<(), End<S>> {
    let Leaf { status, cost } = leaf;
    let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
    let (proof, disproof) = (clamp(cost.proof), clamp(cost.disproof));
    let mut base = Base { proof, disproof, place: 0, mark: 0, kind: NodeKind::Terminal };
    match status {
        Some(Status::Decided(value)) => base.decide(value),
        Some(Status::Open(role)) => base.kind = NodeKind::leaf(role),
        Some(Status::OpenLeaf) | None => {
            open_leaves.met = true;
            base.kind = NodeKind::OpenLeaf;
            base.decide(open_leaves.assumed);
        }
    }
    graph.add(base)?;
    Ok(())
}

impl<X: Store<Fact = Leaf>> TwinEngine<X> {
    /// A search that has not begun, in a store without nodes.
    pub fn with_store(store: X) -> Self {
        Self {
            expander: Expander::new(store),
            graph: Digraph::new(),
            repeated: Value::Disproven,
            line: Vec::new(),
            marks: Vec::new(),
            open_leaves: OpenLeaves { assumed: Value::Disproven, met: false },
            spoilt: false,
            marked: 0,
            real: 0,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &X::Problem {
        self.store().problem()
    }

    /// The states of the nodes.
    pub fn store(&self) -> &X {
        self.expander.store()
    }

    /// All nodes, in order of creation.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<X> {
        (0..self.graph.len()).filter_map(NodeId::new)
    }

    /// The value of a node, if it is decided on every line, whatever open leaves are worth.
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.graph.weight(node).value().filter(|&value| !self.is_assumed(value))
    }

    /// True if a value may rest on what open leaves are taken to be.
    fn is_assumed(&self, value: Value) -> bool {
        self.open_leaves.met && value == self.open_leaves.assumed
    }

    /// How many marks were set: values that held on one line.
    pub fn marked(&self) -> u64 {
        self.marked
    }

    /// How many values turned out to be real where a cycle closed.
    pub fn real(&self) -> u64 {
        self.real
    }

    /// Bytes held: graph, states, index, line, and what expansions keep.
    pub fn bytes(&self) -> usize {
        let marks = self.marks.capacity() * size_of::<(NodeId, u32)>();
        self.graph.bytes() + self.expander.bytes() + marks + self.line.capacity() * size_of::<Step>()
    }

    /// The depth that a child's possible value rests on, if it has one.
    fn rests_on(&self, child: &Base) -> Option<u32> {
        let on_line = child.place.checked_sub(1);
        let rests_on = on_line.or_else(|| child.mark.checked_sub(1).map(|mark| self.marks[mark as usize].1));
        debug_assert!(rests_on.is_none_or(|depth| (depth as usize) < self.line.len()), "marks rest on the line");
        rests_on
    }

    fn view(&self, node: NodeId, role: Role) -> View {
        let repeated = self.repeated;
        let wanted = role.value_of_one();
        let (mut best, mut possible) = (None::<(Size, NodeId)>, None::<u32>);
        for child in self.graph.children(node) {
            let base = self.graph.weight(child);
            if let Some(value) = base.value() {
                if value == wanted {
                    return View::Decided(value);
                }
            } else if let Some(depth) = self.rests_on(base) {
                let other = possible.unwrap_or(depth);
                possible = Some(if wanted == repeated { other.max(depth) } else { other.min(depth) });
            } else {
                let number = if role == Role::Or { base.proof } else { base.disproof };
                if best.is_none_or(|(least, _)| number < least) {
                    best = Some((number, child));
                }
            }
        }
        match (possible, best) {
            // One is enough.
            (Some(depth), _) if wanted == repeated => View::Possible(depth),
            (_, Some((_, child))) => View::Open(child),
            (Some(depth), None) => View::Possible(depth),
            (None, None) => View::Decided(role.value_of_all()),
        }
    }

    fn enter(&mut self, node: NodeId) {
        self.expander.counters.visits += 1;
        self.line.push(Step { node, marks: self.marks.len() });
        self.graph.weight_mut(node).place = self.line.len() as u32;
    }

    /// Takes the last node off the line.
    fn leave(&mut self) -> Option<Step> {
        let step = self.line.pop()?;
        self.graph.weight_mut(step.node).place = 0;
        Some(step)
    }

    /// Gives the last node of the line, which stands at this depth, its value for every line, and takes it off.
    fn close(&mut self, node: NodeId, value: Value, depth: u32) {
        self.graph.weight_mut(node).decide(value);
        let Some(Step { marks, .. }) = self.leave() else { return };
        if value != self.repeated {
            // What was marked below may rest on a repetition of the node, and that is worth nothing now.
            for (marked, _) in self.marks.drain(marks..) {
                self.graph.weight_mut(marked).mark = 0;
            }
            return;
        }
        // What was marked below and rests on nothing above it has its value for every line as well.
        for &(marked, rests_on) in &self.marks[marks..] {
            if rests_on >= depth {
                self.graph.weight_mut(marked).decide(value);
            }
        }
    }

    /// Follows the most promising children to a leaf, which is put on the line too. `None`: the root is decided.
    fn select(&mut self) -> Option<NodeId> {
        self.enter(ROOT);
        let mut leaf = None;
        while let Some(&Step { node, .. }) = self.line.last() {
            let Some(role) = self.graph.weight(node).kind.inner_role() else {
                leaf = Some(node);
                break;
            };
            let depth = self.line.len() as u32 - 1;
            match self.view(node, role) {
                View::Open(child) => self.enter(child),
                View::Decided(value) => self.close(node, value, depth),
                View::Possible(least) if least >= depth => {
                    self.real += 1;
                    self.close(node, self.repeated, depth);
                }
                View::Possible(least) => {
                    self.marked += 1;
                    if let Some(Step { marks, .. }) = self.leave() {
                        for (_, rests_on) in &mut self.marks[marks..] {
                            *rests_on = least.min(*rests_on);
                        }
                    }
                    self.marks.push((node, least));
                    self.graph.weight_mut(node).mark = self.marks.len() as u32;
                }
            }
        }
        for (node, _) in self.marks.drain(..) {
            self.graph.weight_mut(node).mark = 0;
        }
        leaf
    }

    /// Generates the successors of a leaf and connects them. An expansion that is interrupted before leaves a leaf.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let held = self.bytes();
        let Self { expander, graph, open_leaves, .. } = self;
        expander.list(node, watch, held, |count| graph.growth_for(count))?;
        expander.check_ranks(node)?;
        expander.make(watch, |new| admit(graph, open_leaves, new.fact))?;
        self.spoilt = true;
        graph.connect_all(node, expander.nodes())?;
        let kind = &mut graph.weight_mut(node).kind;
        *kind = kind.expanded();
        self.spoilt = false;
        self.expander.counters.expanded += 1;
        Ok(())
    }

    /// Numbers from those of the children that do not stand above on the line.
    fn recompute(&mut self, node: NodeId) {
        let base = *self.graph.weight(node);
        let Some(role) = base.kind.inner_role() else { return };
        self.expander.counters.recomputed += 1;
        let (wanted, mut decided, mut is_won) = (role.value_of_one(), true, false);
        let (mut least, mut sum) = (Size::INFINITE, Size::ZERO);
        for child in self.graph.children(node) {
            let child = self.graph.weight(child);
            if let Some(value) = child.value() {
                is_won |= value == wanted;
                continue;
            }
            decided = false;
            if child.place == 0 || child.place > base.place {
                let (selected, summed) = match role {
                    Role::Or => (child.proof, child.disproof),
                    Role::And => (child.disproof, child.proof),
                };
                least = least.min(selected);
                sum = sum + summed;
            }
        }
        let entry = self.graph.weight_mut(node);
        if is_won {
            return entry.decide(wanted);
        }
        if decided {
            return entry.decide(role.value_of_all());
        }
        let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
        (entry.proof, entry.disproof) = match role {
            Role::Or => (clamp(least), clamp(sum)),
            Role::And => (clamp(sum), clamp(least)),
        };
    }

    /// Takes the whole line back, and brings its numbers up to date.
    fn take_back(&mut self) {
        while let Some(&Step { node, .. }) = self.line.last() {
            self.recompute(node);
            self.leave();
        }
    }

    /// One round of the loop.
    fn advance(&mut self, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let visits = self.expander.counters.visits;
        let Some(leaf) = self.select() else { return Ok(()) };
        debug_assert!(self.graph.weight(leaf).kind.is_leaf(), "what has no successors is decided, and is not selected");
        let expanded = self.expand(leaf, watch);
        if expanded.is_err() {
            self.expander.counters.visits = visits;
        }
        self.take_back();
        expanded
    }

    /// The value of the root, which may rest on what open leaves are taken to be.
    fn root_value(&self) -> Option<Value> {
        if self.graph.is_empty() { None } else { self.graph.weight(ROOT).value() }
    }

    /// The line that a report shows: for a decided root the winning choice against the longest resistance, else along
    /// the most promising children, as far as they do not repeat.
    fn line(&self) -> Vec<MoveOf<X>> {
        let nodes = match Strategy::extract(self) {
            Ok(strategy) => strategy.principal_line(self),
            Err(_) => self.promising_line(),
        };
        leading_moves(self.problem(), self, &nodes)
    }

    fn promising_line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut next = Some(ROOT).filter(|_| !self.graph.is_empty());
        while let Some(node) = next.filter(|node| !line.contains(node)) {
            line.push(node);
            let role = self.graph.weight(node).kind.inner_role();
            next = match role.map(|role| self.view(node, role)) {
                Some(View::Open(child)) => Some(child),
                Some(View::Decided(_) | View::Possible(_)) | None => None,
            };
        }
        line
    }
}

impl<X: Store<Fact = Leaf>> TwinEngine<X> {
    /// Searches with open leaves taken to be disproven, and if the root is disproven then, with open leaves proven.
    fn run(&mut self, watch: &mut Watch<'_>) -> Result<StopReason, SolveError<StateOf<X>>> {
        loop {
            let stop = grow_any(self, watch)?;
            if self.root_value().is_none_or(|value| !self.is_assumed(value)) {
                return Ok(stop);
            }
            if self.open_leaves.assumed == Value::Proven {
                return Ok(StopReason::OpenLeaves);
            }
            info!("begins again with open leaves proven");
            self.graph = Digraph::new();
            self.expander.clear();
            self.open_leaves.assumed = Value::Proven;
        }
    }
}

impl<X: Store<Fact = Leaf>> Growth for TwinEngine<X> {
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

    /// The numbers of the root. One and one where it has a value only because of what open leaves are taken to be: then
    /// nothing is known of its effort, and it is decided by neither.
    fn sizes(&self) -> (Size, Size) {
        if self.graph.is_empty() || self.root_value().is_some_and(|value| self.is_assumed(value)) {
            return (Size::ONE, Size::ONE);
        }
        let base = self.graph.weight(ROOT);
        (base.proof, base.disproof)
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn work(&self) -> u64 {
        self.expander.counters.visits + self.marked + self.expander.counters.recomputed + self.graph.len() as u64
    }

    fn begin(&mut self, _watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        if self.spoilt {
            return Err(End::Stop(StopReason::Memory));
        }
        if self.graph.is_empty() {
            let Self { expander, graph, open_leaves, .. } = self;
            let root = expander.store().root();
            expander.place(root, |new| admit(graph, open_leaves, new.fact))?;
        }
        Ok(())
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.advance(watch)
    }
}

impl<X: Store<Fact = Leaf>> Solver<X::Problem> for TwinEngine<X> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("solve").entered();
        self.repeated = repetition_value(self.problem(), &self.store().root())?;
        let stop = self.run(&mut Watch::new(limits, observer))?;
        let value = self.root_value().filter(|&value| !self.is_assumed(value));
        info!(%stop, expanded = self.expander.counters.expanded, marked = self.marked, real = self.real, "search stopped");
        let line = if stop == StopReason::OpenLeaves { Vec::new() } else { self.line() };
        Ok(Report::new(value, stop, self.counters(), line).with_sizes(self.sizes()))
    }
}

impl<X: Store<Fact = Leaf>> SolvedGraph for TwinEngine<X> {
    type State = StateOf<X>;

    fn root(&self) -> NodeId {
        ROOT
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store().state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.weight(node).kind.role()
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        if self.graph.is_empty() { None } else { Self::value(self, node) }
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.problem().repetition()?.fixed_value()
    }
}
