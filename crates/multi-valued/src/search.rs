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

use std::fmt;
use std::num::NonZeroU32;

use proofset_core::{
    AtLeast, Evidence, Limits, NodeId, Observer, Pace, Player, Probe, Report, Role, Score, Size, SolveError, Solver,
    StopReason, Threshold, Value, ValuedGame, Watch,
};
use proofset_graph::{Parts, Relabelled};
use proofset_nodeset::{BackedUp, ChangedPart, Deltas, Effort, Evaluator, Label, Pick, Sides, common_member};
use proofset_store::saved::Replay;
use proofset_store::{
    Bookkeeping, End, GrowingDag, Growth, Interned, MoveOf, New, NodeKind, Noted, ROOT, StateOf, Store, grow_any,
};
use tracing::{info, info_span};

use crate::question::{best_line, moves};
use crate::{
    AnsweredQuestion, Bounds, Bracket, Estimate, Question, ScoreNumbers, ScoreStatus, Scores, ValueGraph, ValueReport,
    ValueStore,
};

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
#[non_exhaustive]
pub struct Options {
    /// Which leaf is expanded next.
    pub selection: Selection,
    /// The score that is asked for first, for the player who asks. `None`: the game's guess at the root.
    pub guess: Option<Score>,
}

impl Options {
    /// The same with another [`selection`](Self::selection).
    pub fn with_selection(self, selection: Selection) -> Self {
        Self { selection, ..self }
    }

    /// The same with another [`guess`](Self::guess).
    pub fn with_guess(self, guess: impl Into<Option<Score>>) -> Self {
        Self { guess: guess.into(), ..self }
    }
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
    kind: NodeKind,
    /// True if the parts of the summed side are known to have no common member.
    apart: bool,
}

impl<P: Copy, D: Copy> Noted for Entry<P, D> {
    #[inline]
    fn kind(&self) -> NodeKind {
        self.kind
    }

    #[inline]
    fn kind_mut(&mut self) -> &mut NodeKind {
        &mut self.kind
    }
}

type EntryOf<E, D> = Entry<<E as Effort>::Value, <D as Effort>::Value>;

type DeltasOf<E, D> = Deltas<Option<<E as Effort>::Delta>, Option<<D as Effort>::Delta>>;

/// Best-first search for the value of a position, with the algebra `E` for proofs and `D` for disproofs.
///
/// [`find_value`](Self::find_value) asks one question after the other until the value is known. With
/// [`ask`](Self::ask) a caller chooses the questions, and [`solve`](Solver::solve) answers the one that stands.
///
/// `X` is the [`ValueStore`] of the positions; [`MultiValued`] is the search of a game whose type is known.
pub struct Engine<X: Store, E: Effort, D: Effort> {
    graph: GrowingDag<X, EntryOf<E, D>>,
    evaluator: Evaluator<E, D>,
    selection: Selection,
    bracket: Bracket,
    asked: Vec<AnsweredQuestion>,
    /// Expansions when the question was put.
    expanded_before: u64,
    /// The score that labels are for.
    labelled: Score,
    /// Expanded nodes whose labels are to be made anew for this score, the next one last.
    stale: Vec<NodeId>,
    /// Set when there are no addresses left for the sets of leaves: the search cannot go on.
    full: bool,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
    /// How the nodes recomputed by the current update changed.
    deltas: Vec<DeltasOf<E, D>>,
}

impl<X: Store, E: Effort, D: Effort> fmt::Debug for Engine<X, E, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("nodes", &self.graph.dag.len())
            .field("expanded", &self.graph.expander.counters.expanded)
            .field("bracket", &self.bracket)
            .finish_non_exhaustive()
    }
}

/// Best-first search for the value of a position of a game, with leaves weighed by `C`.
pub type MultiValued<G, E, D, C = ()> = Engine<Interned<AtLeast<G>, Scores<C>>, E, D>;

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
        // The search begins with a question of its own.
        let problem = AtLeast::new(game, position, Threshold { player, score: 0 });
        Self::with_store(Interned::new(problem, Scores::new(probe)), proof, disproof, options)
    }
}

impl<X: ValueStore, E: Effort, D: Effort> Engine<X, E, D> {
    /// A search that has not begun, in a store without nodes, for the player who asks there. For which score does not
    /// matter.
    pub fn with_store(mut store: X, proof: E, disproof: D, options: Options) -> Self {
        let Estimate { bounds: Bounds { low, high }, guess } = store.estimate();
        let bracket = Bracket::new(Some(low), Some(high), Some(options.guess.unwrap_or(guess)));
        let score = bracket.next_question().unwrap_or(low);
        store.ask(score);
        Self {
            graph: GrowingDag::new(store),
            evaluator: Evaluator::new(proof, disproof),
            selection: options.selection,
            bracket,
            asked: Vec::new(),
            expanded_before: 0,
            labelled: score,
            stale: Vec::new(),
            full: false,
            settled: true,
            deltas: Vec::new(),
        }
    }

    /// The question that stands.
    pub fn problem(&self) -> &X::Problem {
        self.store().problem()
    }

    /// The positions of the nodes.
    pub fn store(&self) -> &X {
        self.graph.expander.store()
    }

    /// Asks from now on whether the value is at least `score`. The graph stays.
    pub fn ask(&mut self, score: Score) {
        self.graph.expander.store_mut().ask(score);
    }

    /// The score that is asked for.
    fn standing(&self) -> Score {
        self.store().threshold().score
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
        let Label { proof, disproof } = self.graph.dag.label(node).label;
        (self.evaluator.proof.size(proof), self.evaluator.disproof.size(disproof))
    }

    /// Bytes held: graph, positions, node sets, index, and what expansions and updates keep.
    pub fn bytes(&self) -> usize {
        let deltas = self.deltas.capacity() * size_of::<DeltasOf<E, D>>();
        let stale = self.stale.capacity() * size_of::<NodeId>();
        self.graph.bytes() + self.evaluator.bytes() + deltas + stale
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
    ) -> Result<ValueReport<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("find_value").entered();
        if let Some(error) = self.graph.expander.broken() {
            return Err(error.clone());
        }
        let mut watch = Watch::new(limits, observer);
        let stop = loop {
            let Some(score) = self.ask_next() else { break StopReason::Decided };
            match self.run(&mut watch)? {
                StopReason::Decided => self.note_answer(score),
                reason => break reason,
            }
        };
        self.narrow();
        let bytes = self.bytes();
        self.graph.expander.note_bytes(bytes);
        let low = self.bracket.low().unwrap_or(Score::MIN);
        Ok(ValueReport {
            bracket: self.bracket.clone(),
            // What was found before it stopped may be enough.
            stop: if self.bracket.value().is_some() { StopReason::Decided } else { stop },
            evidence: Evidence::Exact,
            asked: self.asked.clone(),
            numbers: if self.graph.dag.is_empty() || self.bracket.value().is_some() {
                Vec::new()
            } else {
                vec![ScoreNumbers::of(self.standing(), self.sizes(ROOT))]
            },
            expanded: self.graph.expander.counters.expanded,
            generated: self.graph.dag.len() as u64,
            recomputed: self.graph.expander.counters.recomputed,
            visits: self.graph.expander.counters.visits,
            peak_bytes: self.graph.expander.counters.peak_bytes,
            line: if self.graph.dag.is_empty() { Vec::new() } else { best_line(self, low) },
        })
    }

    /// Asks the question that stands if it is open, and else the next. `None` if the value is known.
    fn ask_next(&mut self) -> Option<Score> {
        let (standing, next) = (self.standing(), self.bracket.next_question()?);
        let score = if self.bracket.is_open(standing) { standing } else { next };
        self.ask(score);
        Some(score)
    }

    /// Takes the answer to a question, and whatever else the bounds of the root say.
    fn note_answer(&mut self, score: Score) {
        let bounds = self.graph.dag.label(ROOT).bounds;
        let value = bounds.answer(score).expect("a decided root has bounds that decide it");
        match value {
            Value::Proven => self.bracket.at_least(bounds.low),
            Value::Disproven => self.bracket.at_most(bounds.high),
        }
        self.narrow();
        let expanded = self.graph.expander.counters.expanded - self.expanded_before;
        self.expanded_before = self.graph.expander.counters.expanded;
        info!(score, %value, expanded, "question answered");
        self.asked.push(AnsweredQuestion { score, value, expanded });
    }

    /// Takes what the bounds of the root say.
    fn narrow(&mut self) {
        if !self.graph.dag.is_empty() {
            let Bounds { low, high } = self.graph.dag.label(ROOT).bounds;
            self.bracket.narrow(low, high);
        }
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.evaluator.value(&self.graph.dag.label(node).label)
    }

    /// The leaf to expand.
    fn select(&mut self) -> NodeId {
        let root = self.graph.dag.label(ROOT).label;
        let (proof, disproof) = (self.evaluator.proof.size(root.proof), self.evaluator.disproof.size(root.disproof));
        let aim = if proof <= disproof { Value::Proven } else { Value::Disproven };
        let mut node = ROOT;
        loop {
            self.graph.expander.counters.visits += 1;
            let entry = self.graph.dag.label(node);
            let (Some(best), Some(role)) = (entry.best, entry.kind.role()) else { return node };
            if self.selection == Selection::GoalDirected && role != aim.chooser() {
                let unsettled = self.graph.dag.children(node).find(|&child| self.value(child).is_none());
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

    /// What is noted of a new node.
    #[inline]
    fn note(
        evaluator: &mut Evaluator<E, D>,
        score: Score,
        node: NodeId,
        new: New<ScoreStatus>,
    ) -> Result<EntryOf<E, D>, StopReason> {
        let (kind, bounds) = new.fact.look();
        let label = match (bounds.answer(score), new.fact) {
            (None, ScoreStatus::Open { cost, .. }) => {
                let clamp = |size: Size| size.clamp(Size::ONE, Size::MAX_FINITE);
                evaluator.leaf(node, clamp(cost.proof), clamp(cost.disproof)).map_err(StopReason::from)?
            }
            (Some(value), _) => evaluator.decided(value),
            (None, ScoreStatus::Finished(_)) => unreachable!("the score of a finished game answers every question"),
        };
        Ok(Entry { label, bounds, best: None, kind, apart: false })
    }

    /// Expands a leaf. An expansion that is interrupted leaves a leaf.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let (held, score) = (self.bytes(), self.standing());
        let Self { graph, evaluator, .. } = self;
        graph.expand(node, watch, held, |_| 0, |node, new| Ok(Self::note(evaluator, score, node, new)?))
    }

    /// Brings every ancestor of what was expanded up to date.
    fn settle(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.settled = false;
        let progress = self.progress(self.bytes());
        let most = watch.limits().bytes;
        let mut pace = Pace::new(self.graph.expander.widest());
        let store_bytes = self.store().nodes().bytes();
        let Self { graph: GrowingDag { dag, updater, expander, .. }, evaluator, deltas, .. } = self;
        let settled = dag.settle(updater, |dag, pending| -> Result<_, StopReason> {
            if pace.is_through() {
                watch.look(progress)?;
                if most.is_some_and(|most| (store_bytes + dag.bytes() + evaluator.bytes()) as u64 >= most) {
                    return Err(StopReason::Memory);
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
            let old = BackedUp { label: entry.label, best: entry.best.map(child_of), apart: entry.apart };
            let change = evaluator.update(role, old, sides, changed, children)?;
            let note = deltas.len() as u32;
            deltas.push(change.deltas);
            let BackedUp { label, best, apart } = change.now;
            Ok(Relabelled {
                label: Entry { label, best: best.and_then(best_of), apart, ..entry },
                changed: Parts::of(change.changed.proof, change.changed.disproof),
                note,
            })
        });
        expander.counters.recomputed += settled.recomputed;
        if let Some(reason) = settled.stopped {
            return Err(reason);
        }
        self.settled = true;
        Ok(())
    }

    /// Expanded nodes, the deepest last.
    fn by_level(&self) -> Vec<NodeId> {
        let is_inner = |&node: &NodeId| self.graph.dag.label(node).kind.has_successors();
        let mut inner: Vec<NodeId> = (0..self.graph.dag.len()).filter_map(NodeId::new).filter(is_inner).collect();
        inner.sort_unstable_by_key(|&node| self.graph.dag.level(node));
        inner
    }

    /// Brings the bounds of all nodes up to date.
    fn bound(&mut self) {
        for node in self.by_level().into_iter().rev() {
            let mut entry = self.graph.dag.label(node);
            if let Some(role) = entry.kind.inner_role()
                && entry.bounds.low < entry.bounds.high
            {
                let children = self.graph.dag.children(node).map(|child| self.graph.dag.label(child).bounds);
                entry.bounds = Bounds::of_children(role, children);
                self.graph.dag.set_label(node, entry);
            }
        }
    }

    /// Prepares new labels for the question that stands: the leaves get theirs, with the costs that they had, and all
    /// expanded nodes are to follow.
    fn begin_labels(&mut self) -> Result<(), StopReason> {
        let score = self.standing();
        let nodes = || (0..self.graph.dag.len()).filter_map(NodeId::new);
        let is_leaf = |node: &NodeId| self.graph.dag.label(*node).kind.is_leaf();
        let costs: Vec<(NodeId, Size, Size)> = nodes()
            .filter(is_leaf)
            .map(|node| (node, self.sizes(node)))
            .filter(|(_, sizes)| *sizes != (Size::ONE, Size::ONE))
            .map(|(node, (proof, disproof))| (node, proof, disproof))
            .collect();
        self.evaluator.proof.clear();
        self.evaluator.disproof.clear();
        self.evaluator.begin_update(&[], &[]);
        self.deltas.clear();
        // Without the labels of leaves nothing can be computed: a search that finds no room for them cannot go on.
        self.full = true;
        let hopeless = Label { proof: self.evaluator.proof.hopeless(), disproof: self.evaluator.disproof.hopeless() };
        let mut costs = costs.into_iter().peekable();
        for node in (0..self.graph.dag.len()).filter_map(NodeId::new) {
            let entry = self.graph.dag.label(node);
            let label = match (entry.bounds.answer(score), entry.kind) {
                (Some(value), _) => self.evaluator.decided(value),
                (None, kind) if kind.is_leaf() => {
                    let cost = costs.next_if(|(leaf, ..)| *leaf == node);
                    let (proof, disproof) =
                        cost.map_or((Size::ONE, Size::ONE), |(_, proof, disproof)| (proof, disproof));
                    self.evaluator.leaf(node, proof, disproof)?
                }
                (None, _) => hopeless,
            };
            self.graph.dag.set_label(node, Entry { label, best: None, apart: false, ..entry });
        }
        self.full = false;
        self.labelled = score;
        self.stale = self.by_level();
        Ok(())
    }

    /// Makes the labels of expanded nodes, children before parents, as far as bounds do not decide them.
    fn finish_labels(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let mut pace = Pace::new(self.graph.expander.widest());
        while let Some(&node) = self.stale.last() {
            if pace.is_through() {
                watch.look(self.progress(self.bytes()))?;
            }
            let entry = self.graph.dag.label(node);
            if let Some(role) = entry.kind.inner_role()
                && entry.bounds.answer(self.labelled).is_none()
            {
                let children = || self.graph.dag.children(node).map(|child| (child, self.graph.dag.label(child).label));
                let old = BackedUp { label: entry.label, best: None, apart: false };
                let nothing_said = None::<std::iter::Empty<ChangedPart<E, D>>>;
                let change = self.evaluator.update(role, old, Sides::BOTH, nothing_said, children)?;
                let BackedUp { label, best, apart } = change.now;
                self.graph.dag.set_label(node, Entry { label, best: best.and_then(best_of), apart, ..entry });
                self.graph.expander.counters.recomputed += 1;
            }
            self.stale.pop();
        }
        self.stale = Vec::new();
        Ok(())
    }

    /// Sees to it that there is a root, and that labels are about the question that stands.
    fn bring_up(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        if self.is_full() {
            return Err(End::Stop(StopReason::Memory));
        }
        let score = self.standing();
        let Self { graph, evaluator, .. } = self;
        if graph.begin(|node, new| Ok(Self::note(evaluator, score, node, new)?))? {
            self.labelled = score;
        }
        if !self.settled {
            self.settle(watch)?;
            self.bound();
        }
        if self.labelled != score {
            self.begin_labels()?;
        }
        Ok(self.finish_labels(watch)?)
    }

    /// The same, and brings bounds up to date. They are, whenever the graph is settled and nothing runs.
    fn run(&mut self, watch: &mut Watch<'_>) -> Result<StopReason, SolveError<StateOf<X>>> {
        let end = grow_any(self, watch);
        if self.settled && !self.graph.dag.is_empty() {
            self.bound();
        }
        end
    }

    /// The line along which the next leaf is selected.
    fn selected_line(&self) -> Vec<NodeId> {
        let mut line = vec![ROOT];
        let mut node = ROOT;
        while let Some(best) = self.graph.dag.label(node).best {
            node = child_of(best);
            line.push(node);
        }
        line
    }
}

impl<X: ValueStore, E: Effort, D: Effort> ValueGraph for Engine<X, E, D> {
    type Problem = X::Problem;

    fn problem(&self) -> &X::Problem {
        Self::problem(self)
    }

    fn node_count(&self) -> usize {
        self.graph.dag.len()
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store().state(node)
    }

    fn bounds(&self, node: NodeId) -> Bounds {
        self.graph.dag.label(node).bounds
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.role(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.dag.children(node)
    }
}

impl<X: ValueStore, E: Effort, D: Effort> Growth for Engine<X, E, D> {
    type State = StateOf<X>;

    fn books(&self) -> &dyn Bookkeeping<State = StateOf<X>> {
        &self.graph.expander
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = StateOf<X>> {
        &mut self.graph.expander
    }

    fn is_decided(&self) -> bool {
        self.value(ROOT).is_some()
    }

    fn sizes(&self) -> (Size, Size) {
        if self.graph.dag.is_empty() { (Size::ONE, Size::ONE) } else { Self::sizes(self, ROOT) }
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn growth_ahead(&self) -> usize {
        self.graph.expander.growth_ahead()
            + (self.graph.dag.len() - self.stale.capacity().min(self.graph.dag.len())) * size_of::<NodeId>()
    }

    /// There are no addresses left, for nodes or for sets.
    fn is_full(&self) -> bool {
        self.full || self.graph.expander.is_full()
    }

    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        self.bring_up(watch)
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let visits = self.graph.expander.counters.visits;
        let node = self.select();
        self.evaluator.begin_update(&[node], &[node]);
        self.evaluator.favour(self.graph.dag.label(ROOT).label, &[node], &[node]);
        self.deltas.clear();
        self.expand(node, watch).inspect_err(|_| self.graph.expander.counters.visits = visits)?;
        Ok(self.settle(watch)?)
    }
}

/// The questions of [`find_value`](Engine::find_value) follow from what was expanded.
impl<X: ValueStore, E: Effort, D: Effort> Replay for Engine<X, E, D> {
    fn expansions(&self) -> Vec<NodeId> {
        self.graph.expansions()
    }

    fn expand_again(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        if !self.graph.is_leaf(node) {
            return Ok(false);
        }
        while let Some(score) = self.ask_next() {
            self.bring_up(watch)?;
            if !self.is_decided() {
                break;
            }
            self.bound();
            self.note_answer(score);
        }
        self.evaluator.begin_update(&[node], &[node]);
        self.deltas.clear();
        self.expand(node, watch)?;
        self.settle(watch)?;
        Ok(true)
    }

    fn root_hash(&self) -> u64 {
        self.graph.root_hash()
    }

    fn counted(&mut self) -> Vec<&mut u64> {
        vec![&mut self.graph.expander.counters.visits, &mut self.graph.expander.counters.recomputed]
    }
}

/// Answers the question that stands.
impl<X: ValueStore, E: Effort, D: Effort> Solver<X::Problem> for Engine<X, E, D> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("solve").entered();
        if let Some(error) = self.graph.expander.broken() {
            return Err(error.clone());
        }
        let score = self.standing();
        let stop = self.run(&mut Watch::new(limits, observer))?;
        self.narrow();
        let bytes = self.bytes();
        self.graph.expander.note_bytes(bytes);
        let known = !self.graph.dag.is_empty();
        let value = if known { self.graph.dag.label(ROOT).bounds.answer(score) } else { None };
        let stop = if value.is_some() { StopReason::Decided } else { stop };
        let line = match value {
            Some(_) => best_line(self, score),
            None if known => moves(self, &self.selected_line()),
            None => Vec::new(),
        };
        Ok(Report::new(value, stop, self.counters(), line).with_sizes(Growth::sizes(self)))
    }
}
