//! One graph, many questions: best-first search whose threshold changes.
//!
//! The idea (multi-valued proof-number search, after lecture slides of T. Hsu): the successors of a position do not
//! depend on the question, and neither does what a node is worth. So the graph stays when the question changes. Before
//! the first step for a new one, the labels are made anew, children before parents, in one sweep; leaves keep what they
//! cost. What was solved for another question is solved for this one if its bounds say so.
//!
//! The invariants between steps: the label of every expanded node follows from the labels of its children, for the
//! question that is asked; the bounds of every node hold. Bounds are brought up to date when a question is answered and
//! when the search stops.
//!
//! The cost: a step costs what it does in a plain search; a question takes two sweeps over the graph in addition.

use std::num::NonZeroU32;

use proofset_certificate::line_moves;
use proofset_core::{
    AtLeast, Evidence, Limits, NodeId, Observer, Player, Probe, Problem, Progress, Report, Role, Score, Size,
    SolveError, Solver, StopReason, Successors, Threshold, Value, ValuedGame, Verdict, Watch, batch,
};
use proofset_graph::{Dag, Levels, Parts, Ranks, Relabelled, Updater};
use proofset_nodeset::{ChangedPart, Deltas, Effort, Evaluator, Label, Pick, Sides, Standing, common_member};
use tracing::{debug, info, info_span};

use crate::ending::{End, failure};
use crate::node::{Kind, glance, guess, look};
use crate::question::{ROOT, best_line};
use crate::{Asked, Bounds, Bracket, Question, ValueGraph, ValueReport};

/// Which leaf is expanded next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Selection {
    /// The most-proving one: where both sides look for the cheapest way.
    #[default]
    MostProving,
    /// Aims at the cheaper side of the root, at a proof if they are equal, all the way down. Where all children are
    /// needed for that, takes the first that is not settled. Every leaf that it takes is part of a cheapest proof (or
    /// disproof); what the other side would choose is not asked.
    GoalDirected,
}

/// Choices that do not change values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which leaf is expanded next.
    pub selection: Selection,
    /// The score that is asked for first, for the player who asks. `None`: the game's guess at the root.
    pub guess: Option<Score>,
}

/// The child that the selected side was taken from, one up so that `Option` needs no room of its own.
type Best = NonZeroU32;

fn best_of(child: NodeId) -> Option<Best> {
    Best::new(child.to_bits() + 1)
}

/// The child of a stored best.
fn child_of(best: Best) -> NodeId {
    NodeId::from_bits(best.get() - 1)
}

/// A node's entry in the graph: 24 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry<P, D> {
    label: Label<P, D>,
    bounds: Bounds,
    best: Option<Best>,
    kind: Kind,
    /// True if the parts of the summed side are known to have no common member.
    apart: bool,
}

type EntryOf<E, D> = Entry<<E as Effort>::Value, <D as Effort>::Value>;

type DeltasOf<E, D> = Deltas<Option<<E as Effort>::Delta>, Option<<D as Effort>::Delta>>;

/// Best-first search for the value of a position, with the algebra `E` for proofs and `D` for disproofs.
///
/// [`find_value`](Self::find_value) asks one question after the other until the value is known. With
/// [`ask`](Self::ask) a caller chooses the questions, and [`solve`](Solver::solve) answers the one that stands.
#[derive(Debug)]
pub struct MultiValued<G: ValuedGame, E: Effort, D: Effort, C = ()> {
    problem: AtLeast<G>,
    probe: C,
    evaluator: Evaluator<E, D>,
    dag: Dag<G::Position, EntryOf<E, D>>,
    updater: Levels,
    selection: Selection,
    ranks: Ranks,
    bracket: Bracket,
    asked: Vec<Asked>,
    /// Expansions when the question was put.
    expanded_before: u64,
    /// The score that labels are for.
    labelled: Score,
    /// Expanded nodes whose labels are to be made anew for this score, the next one last.
    stale: Vec<NodeId>,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<G::Position>>,
    /// Set when there are no addresses left, for nodes or for sets: the search cannot go on.
    full: bool,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
    /// How the nodes recomputed by the current update changed.
    deltas: Vec<DeltasOf<E, D>>,
    /// Room for the successors of one expansion, and for their nodes.
    successors: Successors<G::Position>,
    children: Vec<NodeId>,
    /// The most successors that a node has had.
    widest: usize,
    expanded: u64,
    recomputed: u64,
    visits: u64,
    peak_bytes: usize,
}

impl<G: ValuedGame, E: Effort, D: Effort> MultiValued<G, E, D> {
    /// A search that has not begun, for what `position` is worth to `player`. All leaves cost one.
    pub fn new(game: G, position: G::Position, player: Player, proof: E, disproof: D, options: Options) -> Self {
        Self::with_probe(game, position, player, proof, disproof, options, ())
    }
}

impl<G: ValuedGame, E: Effort, D: Effort, C: Probe<AtLeast<G>>> MultiValued<G, E, D, C> {
    /// The same with leaves weighed by `probe`, which sees the question that stands when a leaf is made. Leaves keep
    /// their costs when the question changes. Searches that a probe nests are not asked.
    pub fn with_probe(
        game: G,
        position: G::Position,
        player: Player,
        proof: E,
        disproof: D,
        options: Options,
        probe: C,
    ) -> Self {
        let Bounds { low, high } = glance(&game, player, &position);
        let guess = options.guess.unwrap_or_else(|| guess(&game, player, &position));
        let bracket = Bracket::new(Some(low), Some(high), Some(guess));
        let ranks = Ranks::from_root(game.rank(&position));
        let score = bracket.next_question().unwrap_or(low);
        Self {
            problem: AtLeast::new(game, position, Threshold { player, score }),
            probe,
            evaluator: Evaluator::new(proof, disproof),
            dag: Dag::new(ranks.source()),
            updater: Levels::new(),
            selection: options.selection,
            ranks,
            bracket,
            asked: Vec::new(),
            expanded_before: 0,
            labelled: score,
            stale: Vec::new(),
            broken: None,
            full: false,
            settled: true,
            deltas: Vec::new(),
            successors: Successors::new(),
            children: Vec::new(),
            widest: 0,
            expanded: 0,
            recomputed: 0,
            visits: 0,
            peak_bytes: 0,
        }
    }

    /// The question that stands.
    pub fn problem(&self) -> &AtLeast<G> {
        &self.problem
    }

    /// Asks from now on whether the value is at least `score`. The graph stays.
    pub fn ask(&mut self, score: Score) {
        self.problem.ask(Threshold { score, ..self.problem.threshold() });
    }

    /// What is known of the value.
    pub fn bracket(&self) -> &Bracket {
        &self.bracket
    }

    /// The graph, seen with the question for `score`, whatever question stands: for certificates.
    pub fn question(&self, score: Score) -> Question<'_, Self> {
        Question::new(self, score)
    }

    /// The sizes of the two sides of a node, for the question that labels were last made for.
    pub fn sizes(&self, node: NodeId) -> (Size, Size) {
        let Label { proof, disproof } = self.dag.label(node).label;
        (self.evaluator.proof.size(proof), self.evaluator.disproof.size(disproof))
    }

    /// Bytes held: graph, positions, node sets, index, and what expansions and updates keep.
    pub fn bytes(&self) -> usize {
        let deltas = self.deltas.capacity() * size_of::<DeltasOf<E, D>>();
        let stale = self.stale.capacity() * size_of::<NodeId>();
        let lists = self.successors.bytes() + self.children.capacity() * size_of::<NodeId>();
        self.dag.bytes() + self.evaluator.bytes() + self.updater.bytes() + deltas + stale + lists
    }

    /// Bytes that may be needed for a moment beyond those held: the index may be about to grow, and a question makes all
    /// labels anew.
    fn growth_ahead(&self) -> usize {
        self.dag.growth_ahead() + (self.dag.len() - self.stale.capacity().min(self.dag.len())) * size_of::<NodeId>()
    }

    /// Asks one question after the other until the value is known or a limit is reached, beginning with the one that
    /// stands if its answer is not known. Called again with larger limits, it goes on where it stopped.
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
        let mut watch = Watch::new(limits, observer);
        let stop = loop {
            let standing = self.problem.threshold().score;
            let Some(next) = self.bracket.next_question() else { break StopReason::Decided };
            let score = if self.bracket.is_open(standing) { standing } else { next };
            self.ask(score);
            match self.run(&mut watch) {
                End::Stop(StopReason::Decided) => self.note_answer(score),
                End::Stop(reason) => break reason,
                End::Error(error) => return Err(self.break_off(error)),
            }
        };
        self.narrow();
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        let low = self.bracket.low().unwrap_or(Score::MIN);
        Ok(ValueReport {
            bracket: self.bracket.clone(),
            // What was found before it stopped may be enough.
            stop: if self.bracket.value().is_some() { StopReason::Decided } else { stop },
            asked: self.asked.clone(),
            expanded: self.expanded,
            generated: self.dag.len() as u64,
            recomputed: self.recomputed,
            visits: self.visits,
            peak_bytes: self.peak_bytes as u64,
            line: if self.dag.is_empty() { Vec::new() } else { best_line(self, &self.problem, low) },
        })
    }

    /// Takes the answer to a question, and whatever else the bounds of the root say.
    fn note_answer(&mut self, score: Score) {
        let bounds = self.dag.label(ROOT).bounds;
        let value = bounds.answer(score).expect("a decided root has bounds that decide it");
        match value {
            Value::Proven => self.bracket.at_least(bounds.low),
            Value::Disproven => self.bracket.at_most(bounds.high),
        }
        self.narrow();
        let expanded = self.expanded - self.expanded_before;
        self.expanded_before = self.expanded;
        info!(score, %value, expanded, "question answered");
        self.asked.push(Asked { score, value, expanded });
    }

    /// Takes what the bounds of the root say.
    fn narrow(&mut self) {
        if !self.dag.is_empty() {
            let Bounds { low, high } = self.dag.label(ROOT).bounds;
            self.bracket.narrow(low, high);
        }
    }

    fn break_off(&mut self, error: SolveError<G::Position>) -> SolveError<G::Position> {
        self.broken = Some(error.clone());
        error
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.evaluator.value(&self.dag.label(node).label)
    }

    /// The leaf to expand.
    fn select(&mut self) -> NodeId {
        let root = self.dag.label(ROOT).label;
        let (proof, disproof) = (self.evaluator.proof.size(root.proof), self.evaluator.disproof.size(root.disproof));
        let aim = if proof <= disproof { Value::Proven } else { Value::Disproven };
        let mut node = ROOT;
        loop {
            self.visits += 1;
            let entry = self.dag.label(node);
            let (Some(best), Some(role)) = (entry.best, entry.kind.role()) else { return node };
            if self.selection == Selection::GoalDirected && role != aim.chooser() {
                let unsettled = self.dag.children(node).find(|&child| self.value(child).is_none());
                node = unsettled.expect("a node with settled children is settled");
                continue;
            }
            if self.selection == Selection::MostProving && E::LISTS_NODES && D::LISTS_NODES {
                let proof = (&self.evaluator.proof, entry.label.proof);
                let disproof = (&self.evaluator.disproof, entry.label.disproof);
                if let Some(leaf) = common_member(proof, disproof, Pick::Oldest, |_| 0) {
                    return leaf;
                }
            }
            node = child_of(best);
        }
    }

    /// The parts of the search that make nodes.
    #[inline]
    fn growth(&mut self) -> Growth<'_, G, E, D, C> {
        let Self { problem, probe, evaluator, dag, ranks, .. } = self;
        Growth { problem, probe, evaluator, dag, ranks: *ranks }
    }

    /// Lists the successors of a leaf, if there is room for them and for the nodes that they may become.
    fn list_successors(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<G::Position>> {
        let room = watch.limits().bytes.map_or(usize::MAX, |most| (most as usize).saturating_sub(self.bytes()));
        let before = self.successors.bytes();
        let fits = self.successors.list(&self.problem, self.dag.state(node), room);
        let count = self.successors.len();
        let ids = count.saturating_sub(self.children.capacity()) * size_of::<NodeId>();
        let growth = self.dag.growth_for(count) + ids + self.successors.bytes() - before;
        if !fits || growth > room {
            self.successors.give_back();
            return Err(End::Stop(StopReason::Memory));
        }
        self.widest = self.widest.max(count);
        Ok(())
    }

    /// Makes the nodes of the listed successors.
    fn make_children(&mut self, watch: &Watch<'_>) -> Result<(), End<G::Position>> {
        let mut successors = std::mem::take(&mut self.successors);
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let mut growth = self.growth();
        let made = successors.drain().enumerate().try_for_each(|(index, next)| {
            watch.look_among_children(index)?;
            children.push(growth.node(next)?);
            Ok(())
        });
        successors.give_back();
        (self.successors, self.children) = (successors, children);
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
        let entry = Entry { kind: Kind::Inner(role), ..self.dag.label(node) };
        self.dag.set_label(node, entry);
        self.expanded += 1;
        self.dag.schedule(node, Parts::BOTH, &mut self.updater);
        Ok(())
    }

    /// How far the search is, for observers.
    fn progress(&self) -> Progress {
        let mut progress = Progress::start();
        progress.expanded = self.expanded;
        progress.generated = self.dag.len() as u64;
        progress.bytes = self.bytes() as u64;
        if !self.dag.is_empty() {
            (progress.proof, progress.disproof) = self.sizes(ROOT);
        }
        progress
    }

    /// Brings every ancestor of what was expanded up to date.
    fn settle(&mut self, watch: &mut Watch<'_>) -> Result<(), End<G::Position>> {
        self.settled = false;
        let progress = self.progress();
        let most = watch.limits().bytes;
        let batch = batch(self.widest);
        let mut left = batch;
        let state_bytes = self.dag.state_bytes();
        let Self { dag, evaluator, updater, deltas, recomputed, .. } = self;
        let settled = dag.settle(updater, |dag, pending| -> Result<_, End<G::Position>> {
            left -= 1;
            if left == 0 {
                left = batch;
                watch.look(progress)?;
                if most.is_some_and(|most| (state_bytes + dag.skeleton_bytes() + evaluator.bytes()) as u64 >= most) {
                    return Err(End::Stop(StopReason::Memory));
                }
            }
            let node = pending.node;
            let entry = dag.label(node);
            let role = entry.kind.role().expect("only expanded nodes are recomputed");
            let sides = Sides { proof: pending.parts.first(), disproof: pending.parts.second() };
            let changed = dag.changed_children(pending).map(|changed| {
                changed.map(|part| ChangedPart {
                    child: part.child,
                    label: dag.label(part.child).label,
                    deltas: deltas[part.note as usize],
                })
            });
            let children = || dag.children(node).map(|child| (child, dag.label(child).label));
            let old = Standing { label: entry.label, best: entry.best.map(child_of), apart: entry.apart };
            let change = evaluator.update(role, old, sides, changed, children)?;
            let note = deltas.len() as u32;
            deltas.push(change.deltas);
            let Standing { label, best, apart } = change.now;
            Ok(Relabelled {
                label: Entry { label, best: best.and_then(best_of), apart, ..entry },
                changed: Parts::of(change.changed.proof, change.changed.disproof),
                note,
            })
        });
        *recomputed += settled.recomputed;
        if let Some(end) = settled.stopped {
            return Err(end);
        }
        self.settled = true;
        Ok(())
    }

    /// Expanded nodes, the deepest last.
    fn by_level(&self) -> Vec<NodeId> {
        let is_inner = |&node: &NodeId| matches!(self.dag.label(node).kind, Kind::Inner(_));
        let mut inner: Vec<NodeId> = (0..self.dag.len()).filter_map(NodeId::new).filter(is_inner).collect();
        inner.sort_unstable_by_key(|&node| self.dag.level(node));
        inner
    }

    /// Brings the bounds of all nodes up to date.
    fn bound(&mut self) {
        for node in self.by_level().into_iter().rev() {
            let mut entry = self.dag.label(node);
            if let Kind::Inner(role) = entry.kind
                && entry.bounds.low < entry.bounds.high
            {
                let children = self.dag.children(node).map(|child| self.dag.label(child).bounds);
                entry.bounds = Bounds::of_children(role, children);
                self.dag.set_label(node, entry);
            }
        }
    }

    /// Prepares new labels for the question that stands: the leaves get theirs, with the costs that they had, and all
    /// expanded nodes are to follow.
    fn begin_labels(&mut self) -> Result<(), End<G::Position>> {
        let score = self.problem.threshold().score;
        let nodes = || (0..self.dag.len()).filter_map(NodeId::new);
        let is_leaf = |node: &NodeId| matches!(self.dag.label(*node).kind, Kind::Leaf(_));
        let costs: Vec<(NodeId, Size, Size)> = nodes()
            .filter(is_leaf)
            .map(|node| (node, self.sizes(node)))
            .filter(|(_, sizes)| *sizes != (Size::ONE, Size::ONE))
            .map(|(node, (proof, disproof))| (node, proof, disproof))
            .collect();
        self.evaluator.proof.clear();
        self.evaluator.disproof.clear();
        self.evaluator.begin_update(None);
        self.deltas.clear();
        // Without the labels of leaves nothing can be computed: a search that finds no room for them cannot go on.
        self.full = true;
        let hopeless = Label { proof: self.evaluator.proof.hopeless(), disproof: self.evaluator.disproof.hopeless() };
        let mut costs = costs.into_iter().peekable();
        for node in (0..self.dag.len()).filter_map(NodeId::new) {
            let entry = self.dag.label(node);
            let label = match (entry.bounds.answer(score), entry.kind) {
                (Some(value), _) => self.evaluator.decided(value),
                (None, Kind::Leaf(_)) => {
                    let cost = costs.next_if(|(leaf, ..)| *leaf == node);
                    let (proof, disproof) =
                        cost.map_or((Size::ONE, Size::ONE), |(_, proof, disproof)| (proof, disproof));
                    self.evaluator.leaf(node, proof, disproof)?
                }
                (None, _) => hopeless,
            };
            self.dag.set_label(node, Entry { label, best: None, apart: false, ..entry });
        }
        self.full = false;
        self.labelled = score;
        self.stale = self.by_level();
        Ok(())
    }

    /// Makes the labels of expanded nodes, children before parents, as far as bounds do not decide them.
    fn finish_labels(&mut self, watch: &mut Watch<'_>) -> Result<(), End<G::Position>> {
        let batch = batch(self.widest);
        let mut left = batch;
        while let Some(&node) = self.stale.last() {
            left -= 1;
            if left == 0 {
                left = batch;
                watch.look(self.progress())?;
            }
            let entry = self.dag.label(node);
            if let Kind::Inner(role) = entry.kind
                && entry.bounds.answer(self.labelled).is_none()
            {
                let children = || self.dag.children(node).map(|child| (child, self.dag.label(child).label));
                let old = Standing { label: entry.label, best: None, apart: false };
                let nothing_said = None::<std::iter::Empty<ChangedPart<E, D>>>;
                let change = self.evaluator.update(role, old, Sides::BOTH, nothing_said, children)?;
                let Standing { label, best, apart } = change.now;
                self.dag.set_label(node, Entry { label, best: best.and_then(best_of), apart, ..entry });
                self.recomputed += 1;
            }
            self.stale.pop();
        }
        self.stale = Vec::new();
        Ok(())
    }

    /// Sees to it that there is a root, and that labels are about the question that stands.
    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<G::Position>> {
        if self.full {
            return Err(End::Stop(StopReason::Memory));
        }
        if self.dag.is_empty() {
            self.labelled = self.problem.threshold().score;
            let root = self.problem.root();
            self.growth().node(root)?;
        }
        if !self.settled {
            self.settle(watch)?;
            self.bound();
        }
        if self.labelled != self.problem.threshold().score {
            self.begin_labels()?;
        }
        self.finish_labels(watch)
    }

    fn work(&self) -> u64 {
        self.recomputed + self.dag.len() as u64
    }

    /// The loop: decided? out of budget? else select, expand, settle.
    fn search(&mut self, watch: &mut Watch<'_>) -> End<G::Position> {
        let limits = watch.limits();
        if let Err(end) = self.begin(watch) {
            return end;
        }
        if self.value(ROOT).is_none()
            && let Err(reason) = watch.look_at_clock()
        {
            return reason.into();
        }
        let mut next_look = self.work() + batch(self.widest);
        loop {
            if self.value(ROOT).is_some() {
                return End::Stop(StopReason::Decided);
            }
            if limits.expansions.is_some_and(|most| self.expanded >= most) {
                return End::Stop(StopReason::Expansions);
            }
            let bytes = self.bytes();
            self.peak_bytes = self.peak_bytes.max(bytes);
            if self.full || limits.leave_no_room(bytes, self.growth_ahead()) {
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
            let node = self.select();
            let Kind::Leaf(role) = self.dag.label(node).kind else { unreachable!("a selection ends at a leaf") };
            self.evaluator.begin_update(Some(node));
            self.evaluator.favour(self.dag.label(ROOT).label, node);
            self.deltas.clear();
            if let Err(end) = self.expand(node, role, watch) {
                self.visits = visits;
                return end;
            }
            if let Err(end) = self.settle(watch) {
                return end;
            }
        }
    }

    /// The same, and brings bounds up to date. They are, whenever the graph is settled and nothing runs.
    fn run(&mut self, watch: &mut Watch<'_>) -> End<G::Position> {
        let end = self.search(watch);
        if self.settled && !self.dag.is_empty() {
            self.bound();
        }
        end
    }

    /// The line along which the next leaf is selected.
    fn selected_line(&self) -> Vec<NodeId> {
        let mut line = vec![ROOT];
        let mut node = ROOT;
        while let Some(best) = self.dag.label(node).best {
            node = child_of(best);
            line.push(node);
        }
        line
    }
}

/// Makes nodes. Apart from the search so that its lists can be used meanwhile.
struct Growth<'a, G: ValuedGame, E: Effort, D: Effort, C> {
    problem: &'a AtLeast<G>,
    probe: &'a mut C,
    evaluator: &'a mut Evaluator<E, D>,
    dag: &'a mut Dag<G::Position, EntryOf<E, D>>,
    ranks: Ranks,
}

impl<G: ValuedGame, E: Effort, D: Effort, C: Probe<AtLeast<G>>> Growth<'_, G, E, D, C> {
    /// The node of a position, made and labelled if need be.
    #[inline]
    fn node(&mut self, position: G::Position) -> Result<NodeId, End<G::Position>> {
        let Self { problem, probe, evaluator, dag, ranks } = self;
        let level = ranks.level(|| problem.rank(&position)).map_err(End::Error)?;
        let interned = dag.intern(position, level, |node, position| -> Result<_, End<G::Position>> {
            let Threshold { player, score } = problem.threshold();
            let (kind, bounds) = look(problem.game(), player, position);
            let label = if let Some(value) = bounds.answer(score) {
                evaluator.decided(value)
            } else {
                let cost = probe.cost(problem, position);
                let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
                evaluator.leaf(node, clamp(cost.proof), clamp(cost.disproof))?
            };
            Ok(Entry { label, bounds, best: None, kind, apart: false })
        });
        Ok(interned?.0)
    }
}

impl<G: ValuedGame, E: Effort, D: Effort, C: Probe<AtLeast<G>>> ValueGraph for MultiValued<G, E, D, C> {
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

/// Answers the question that stands.
impl<G: ValuedGame, E: Effort, D: Effort, C: Probe<AtLeast<G>>> Solver<AtLeast<G>> for MultiValued<G, E, D, C> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<G::Move>, SolveError<G::Position>> {
        let _span = info_span!("solve").entered();
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let score = self.problem.threshold().score;
        let stop = match self.run(&mut Watch::new(limits, observer)) {
            End::Stop(stop) => stop,
            End::Error(error) => return Err(self.break_off(error)),
        };
        self.narrow();
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        let known = !self.dag.is_empty();
        let value = if known { self.dag.label(ROOT).bounds.answer(score) } else { None };
        let stop = if value.is_some() { StopReason::Decided } else { stop };
        let (proof, disproof) = if known { self.sizes(ROOT) } else { (Size::ONE, Size::ONE) };
        let line = match value {
            Some(_) => best_line(self, &self.problem, score),
            None if known => line_moves(&self.problem, &self.question(score), &self.selected_line())
                .expect("every child was reached by a move"),
            None => Vec::new(),
        };
        Ok(Report {
            verdict: Verdict::from(value),
            stop,
            expanded: self.expanded,
            expanded_again: 0,
            second_level: 0,
            visits: self.visits,
            generated: self.dag.len() as u64,
            recomputed: self.recomputed,
            peak_bytes: self.peak_bytes as u64,
            proof,
            disproof,
            line,
            longest: None,
            evidence: Evidence::Exact,
            table: None,
        })
    }
}
