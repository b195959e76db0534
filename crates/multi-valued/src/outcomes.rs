//! One search for all values: multiple-outcome proof-number search (A. Saffidine and T. Cazenave, Multiple-outcome
//! proof number search, ECAI 2012).
//!
//! The idea: a node has numbers for every score at once, kept as [step functions](crate::steps), and bounds that tell
//! for which scores the matter is closed. Each descent is about one score that the root leaves open, and is that of
//! proof-number search for it; what is learnt counts for all scores. With two outcomes there is one score to ask for,
//! and the search is proof-number search, expansion for expansion.
//!
//! Which score a descent is about is a matter of choice: here the one for which the efforts to prove and to disprove
//! that the value is at least that are least, added up; of several in the first run of equal numbers, the greatest.
//! Rules that look for the value that is cheapest to show, or for the question that is nearest to an answer, differ by
//! a few parts in a hundred in what they expand.
//!
//! The invariants: numbers follow from the children's for all scores that the root's bounds leave open, whose interval
//! only shrinks; so numbers for other scores are not made any more, which is what the pruning of the paper comes to.
//! Bounds follow from the children's without that limit. The cost of a step: one merge of runs for each ancestor that
//! changes.

use proofset_core::{
    AtLeast, Limits, NodeId, Observer, Player, Problem, Progress, Role, Score, Size, SolveError, StopReason,
    Successors, Threshold, ValuedGame, Watch, batch,
};
use proofset_graph::{Dag, Levels, Parts, Ranks, Relabelled, Skeleton, Updater};
use tracing::{debug, info, info_span};

use crate::ending::{End, failure};
use crate::node::{Kind, glance, look};
use crate::question::{ROOT, best_line};
use crate::steps::{Merge, Numbers, Run};
use crate::{Bounds, Bracket, Question, ValueGraph, ValueReport};

/// A node's entry in the graph: 12 bytes. Its runs are kept beside the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bounds: Bounds,
    kind: Kind,
}

/// The runs of all nodes, by id.
#[derive(Debug, Default)]
struct Table {
    runs: Vec<Box<[Run]>>,
    /// Runs in all.
    count: usize,
}

impl Table {
    fn get(&self, node: NodeId) -> &[Run] {
        self.runs.get(node.index()).map_or(&[], |runs| &runs[..])
    }

    fn set(&mut self, node: NodeId, runs: &[Run]) {
        if self.runs.len() <= node.index() {
            self.runs.resize_with(node.index() + 1, Box::default);
        }
        let kept = &mut self.runs[node.index()];
        self.count = self.count - kept.len() + runs.len();
        if kept.len() == runs.len() {
            kept.copy_from_slice(runs);
        } else {
            *kept = runs.into();
        }
    }

    /// Bytes that the table takes for a moment if it has to grow for so many nodes in all.
    fn growth_for(&self, nodes: usize) -> usize {
        let grows = nodes > self.runs.capacity();
        if grows { nodes.max(2 * self.runs.capacity()) * size_of::<Box<[Run]>>() } else { 0 }
    }

    fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<Box<[Run]>>() + self.count * size_of::<Run>()
    }
}

/// A node as its parent sees it.
#[inline]
fn numbers<'t>(dag: &Skeleton<Entry>, table: &'t Table, node: NodeId) -> Numbers<'t> {
    let Entry { bounds, kind } = dag.label(node);
    Numbers { bounds, kind, runs: table.get(node) }
}

/// Multiple-outcome proof-number search for the value of a position. All leaves cost one.
#[derive(Debug)]
pub struct MultipleOutcome<G: ValuedGame> {
    problem: AtLeast<G>,
    dag: Dag<G::Position, Entry>,
    table: Table,
    merge: Merge,
    updater: Levels,
    ranks: Ranks,
    /// The scores that are open: at the root, and in the game's first glance at it.
    open: Bounds,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<G::Position>>,
    /// Set when there are no addresses left for nodes: the search cannot go on.
    full: bool,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
    /// Room for the successors of one expansion, and for their nodes.
    successors: Successors<G::Position>,
    children: Vec<NodeId>,
    /// The most successors that a node has had.
    widest: usize,
    expanded: u64,
    recomputed: u64,
    visits: u64,
    peak_bytes: usize,
    last_expanded: Option<NodeId>,
}

impl<G: ValuedGame> MultipleOutcome<G> {
    /// A search that has not begun, for what `position` is worth to `player`.
    pub fn new(game: G, position: G::Position, player: Player) -> Self {
        let open = glance(&game, player, &position);
        let ranks = Ranks::from_root(game.rank(&position));
        Self {
            problem: AtLeast::new(game, position, Threshold { player, score: open.high }),
            dag: Dag::new(ranks.source()),
            table: Table::default(),
            merge: Merge::default(),
            updater: Levels::new(),
            ranks,
            open,
            broken: None,
            full: false,
            settled: true,
            successors: Successors::new(),
            children: Vec::new(),
            widest: 0,
            expanded: 0,
            recomputed: 0,
            visits: 0,
            peak_bytes: 0,
            last_expanded: None,
        }
    }

    /// What is known of the value.
    pub fn bracket(&self) -> Bracket {
        Bracket::new(Some(self.open.low), Some(self.open.high), None)
    }

    /// The graph, seen with the question for `score`: for certificates.
    pub fn question(&self, score: Score) -> Question<'_, Self> {
        Question::new(self, score)
    }

    /// The node that was expanded last.
    pub fn last_expanded(&self) -> Option<NodeId> {
        self.last_expanded
    }

    /// Effort to prove and to disprove that the value of a node is at least `score`; `None` where that is neither known
    /// nor of use any more, because the answer for the root is known.
    pub fn sizes(&self, node: NodeId, score: Score) -> Option<(Size, Size)> {
        let node = numbers(&self.dag, &self.table, node);
        let is_kept = self.open.low < score && score <= self.open.high;
        (is_kept || node.bounds.answer(score).is_some()).then(|| node.at(score))
    }

    /// Bytes held: graph, positions, numbers, index, and what expansions and updates keep.
    pub fn bytes(&self) -> usize {
        let lists = self.successors.bytes() + self.children.capacity() * size_of::<NodeId>();
        self.dag.bytes() + self.table.bytes() + self.merge.bytes() + self.updater.bytes() + lists
    }

    /// Searches until the value is known or a limit is reached. Called again with larger limits, it goes on where it
    /// stopped.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when positions come back, or when the game's rank does not increase.
    pub fn find_value(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<ValueReport<G::Move>, SolveError<G::Position>> {
        let _span = info_span!("find_value").entered();
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let stop = match self.run(&mut Watch::new(limits, observer)) {
            End::Stop(stop) => stop,
            End::Error(error) => {
                self.broken = Some(error.clone());
                return Err(error);
            }
        };
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        info!(%stop, expanded = self.expanded, low = self.open.low, high = self.open.high, "search stopped");
        let line = if self.dag.is_empty() { Vec::new() } else { best_line(self, &self.problem, self.open.low) };
        Ok(ValueReport {
            bracket: self.bracket(),
            stop: if self.is_decided() { StopReason::Decided } else { stop },
            asked: Vec::new(),
            expanded: self.expanded,
            generated: self.dag.len() as u64,
            recomputed: self.recomputed,
            visits: self.visits,
            peak_bytes: self.peak_bytes as u64,
            line,
        })
    }

    fn is_decided(&self) -> bool {
        self.open.low >= self.open.high
    }

    /// The score that the next descent is about.
    fn attraction(&self) -> Score {
        let root = numbers(&self.dag, &self.table, ROOT);
        if let Kind::Leaf(_) = root.kind {
            return self.open.high;
        }
        let open = root.runs.iter().filter(|run| run.last > self.open.low);
        let best = open.min_by_key(|run| run.proof + run.disproof).expect("an undecided root has open scores");
        best.last.min(self.open.high)
    }

    /// The most-proving leaf for a score.
    fn select(&mut self, score: Score) -> NodeId {
        let mut node = ROOT;
        loop {
            self.visits += 1;
            let Kind::Inner(role) = self.dag.label(node).kind else { return node };
            let effort = |child: &NodeId| {
                let (proof, disproof) = numbers(&self.dag, &self.table, *child).at(score);
                if role == Role::Or { proof } else { disproof }
            };
            node = self.dag.children(node).min_by_key(effort).expect("an undecided node has a child");
        }
    }

    /// Lists the successors of a leaf, if there is room for them and for the nodes that they may become.
    fn list_successors(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<G::Position>> {
        let room = watch.limits().bytes.map_or(usize::MAX, |most| (most as usize).saturating_sub(self.bytes()));
        let before = self.successors.bytes();
        let fits = self.successors.list(&self.problem, self.dag.state(node), room);
        let count = self.successors.len();
        let ids = count.saturating_sub(self.children.capacity()) * size_of::<NodeId>();
        let growth = self.dag.growth_for(count) + ids + self.successors.bytes() - before;
        if !fits || growth + self.table.growth_for(self.dag.len() + count) > room {
            self.successors.give_back();
            return Err(End::Stop(StopReason::Memory));
        }
        self.widest = self.widest.max(count);
        Ok(())
    }

    /// Makes the nodes of the listed successors.
    fn make_children(&mut self, watch: &Watch<'_>) -> Result<(), End<G::Position>> {
        let Self { problem, dag, children, ranks, successors, .. } = self;
        children.clear();
        let made = successors.drain().enumerate().try_for_each(|(index, next)| {
            watch.look_among_children(index)?;
            children.push(make(problem, dag, *ranks, next)?);
            Ok(())
        });
        successors.give_back();
        made
    }

    /// Generates the successors of a leaf and connects them. An expansion that is interrupted leaves a leaf.
    fn expand(&mut self, node: NodeId, role: Role, watch: &Watch<'_>) -> Result<(), End<G::Position>> {
        self.list_successors(node, watch)?;
        self.make_children(watch)?;
        if let Err(error) = self.dag.connect(node, &self.children, &mut self.updater) {
            // A graph with some of the edges of an expansion cannot be used any more.
            self.full = true;
            return Err(failure(error, self.ranks, |node| self.dag.state(node).clone()));
        }
        let entry = self.dag.label(node);
        self.dag.set_label(node, Entry { kind: Kind::Inner(role), ..entry });
        self.expanded += 1;
        self.last_expanded = Some(node);
        self.dag.schedule(node, Parts::BOTH, &mut self.updater);
        Ok(())
    }

    /// How far the search is, for observers.
    fn progress(&self) -> Progress {
        let mut progress = Progress::start();
        progress.expanded = self.expanded;
        progress.generated = self.dag.len() as u64;
        progress.bytes = self.bytes() as u64;
        if !self.dag.is_empty() && !self.is_decided() {
            let root = numbers(&self.dag, &self.table, ROOT);
            (progress.proof, progress.disproof) = root.at(self.attraction());
        }
        progress
    }

    /// Brings every ancestor of what was expanded up to date, and then what the root leaves open.
    fn settle(&mut self, watch: &mut Watch<'_>) -> Result<(), End<G::Position>> {
        self.settled = false;
        let most = watch.limits().bytes;
        let mut progress = Progress::start();
        (progress.expanded, progress.generated) = (self.expanded, self.dag.len() as u64);
        let batch = batch(self.widest);
        let mut left = batch;
        let state_bytes = self.dag.state_bytes();
        let Self { dag, table, merge, updater, open, recomputed, .. } = self;
        let settled = dag.settle(updater, |dag, pending| -> Result<_, End<G::Position>> {
            left -= 1;
            if left == 0 {
                left = batch;
                progress.bytes = (state_bytes + dag.skeleton_bytes() + table.bytes()) as u64;
                watch.look(progress)?;
                if most.is_some_and(|most| progress.bytes >= most) {
                    return Err(End::Stop(StopReason::Memory));
                }
            }
            let node = pending.node;
            let old = dag.label(node);
            let role = old.kind.role().expect("only expanded nodes are recomputed");
            let bounds = Bounds::of_children(role, dag.children(node).map(|child| dag.label(child).bounds));
            let scores = Bounds { low: bounds.low.max(open.low), high: bounds.high.min(open.high) };
            let runs = merge.of(role, scores, || dag.children(node).map(|child| numbers(dag, table, child)));
            let same = bounds == old.bounds && runs == table.get(node);
            if !same {
                table.set(node, runs);
            }
            let changed = if same { Parts::NONE } else { Parts::BOTH };
            Ok(Relabelled { label: Entry { bounds, ..old }, changed, note: 0 })
        });
        *recomputed += settled.recomputed;
        if let Some(end) = settled.stopped {
            return Err(end);
        }
        self.settled = true;
        self.narrow();
        Ok(())
    }

    /// Takes what the bounds of the root say.
    fn narrow(&mut self) {
        let Bounds { low, high } = self.dag.label(ROOT).bounds;
        self.open = Bounds { low: self.open.low.max(low), high: self.open.high.min(high) };
    }

    fn work(&self) -> u64 {
        self.recomputed + self.dag.len() as u64
    }

    /// The loop: decided? out of budget? else select, expand, settle.
    fn run(&mut self, watch: &mut Watch<'_>) -> End<G::Position> {
        let limits = watch.limits();
        if self.dag.is_empty() {
            let root = self.problem.root();
            if let Err(end) = make(&self.problem, &mut self.dag, self.ranks, root) {
                return end;
            }
            self.narrow();
        }
        if !self.settled
            && let Err(end) = self.settle(watch)
        {
            return end;
        }
        if !self.is_decided()
            && let Err(reason) = watch.look_at_clock()
        {
            return reason.into();
        }
        let mut next_look = self.work() + batch(self.widest);
        loop {
            if self.is_decided() {
                return End::Stop(StopReason::Decided);
            }
            if limits.expansions.is_some_and(|most| self.expanded >= most) {
                return End::Stop(StopReason::Expansions);
            }
            let bytes = self.bytes();
            self.peak_bytes = self.peak_bytes.max(bytes);
            if self.full || limits.leave_no_room(bytes, self.dag.growth_ahead()) {
                return End::Stop(StopReason::Memory);
            }
            if self.work() >= next_look {
                next_look = self.work() + batch(self.widest);
                debug!(expanded = self.expanded, generated = self.dag.len(), bytes, "batch");
                if let Err(reason) = watch.look(self.progress()) {
                    return reason.into();
                }
            }
            let visits = self.visits;
            let score = self.attraction();
            let node = self.select(score);
            let Kind::Leaf(role) = self.dag.label(node).kind else { unreachable!("a selection ends at a leaf") };
            if let Err(end) = self.expand(node, role, watch) {
                self.visits = visits;
                return end;
            }
            if let Err(end) = self.settle(watch) {
                return end;
            }
        }
    }
}

/// The node of a position, made if need be.
#[inline]
fn make<G: ValuedGame>(
    problem: &AtLeast<G>,
    dag: &mut Dag<G::Position, Entry>,
    ranks: Ranks,
    position: G::Position,
) -> Result<NodeId, End<G::Position>> {
    let level = ranks.level(|| problem.rank(&position)).map_err(End::Error)?;
    let interned = dag.intern(position, level, |_, position| -> Result<_, End<G::Position>> {
        let (kind, bounds) = look(problem.game(), problem.threshold().player, position);
        Ok(Entry { bounds, kind })
    });
    Ok(interned?.0)
}

impl<G: ValuedGame> ValueGraph for MultipleOutcome<G> {
    type Game = G;

    fn game(&self) -> &G {
        self.problem.game()
    }

    fn player(&self) -> Player {
        self.problem.threshold().player
    }

    fn node_count(&self) -> usize {
        self.dag.len()
    }

    fn position(&self, node: NodeId) -> &G::Position {
        self.dag.state(node)
    }

    fn bounds(&self, node: NodeId) -> Bounds {
        self.dag.label(node).bounds
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.dag.label(node).kind.role()
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.dag.children(node)
    }
}
