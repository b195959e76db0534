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
//! The same graph is that of conspiracy-number search (D. A. McAllester, Conspiracy numbers for min-max search, Artificial
//! Intelligence 35, 1988), whose leaves are worth what the game [evaluates](proofset_core::ValuedGame::evaluate) them to until they
//! are expanded. The number of a score above the value of the root is then that of the leaves that must be worth more for the
//! root to reach it, its *conspirators*, and below the value of those that must be worth less; no leaf need change for what
//! holds already. Of the scores that the fewest leaves can bring about the search takes the one farthest from the value, and
//! expands a leaf that would have to conspire. It ends where the value is proven, or where so many leaves would have to
//! conspire that it is believed. Where lines meet, a leaf may be counted more than once, as in proof-number search.
//!
//! The invariants: numbers follow from the children's for all scores that the root's bounds leave open, whose interval
//! only shrinks; so numbers for other scores are not made any more, which is what the pruning of the paper comes to.
//! Bounds follow from the children's without that limit. The cost of a step: one merge of runs for each ancestor that
//! changes.

use std::fmt;

use proofset_core::{
    AtLeast, Evidence, Limits, NodeId, Observer, Pace, Player, Progress, Role, Score, Size, SolveError, StopReason,
    Threshold, ValuedGame, Watch,
};
use proofset_graph::{Dag, Parts, Relabelled};
use proofset_store::saved::Replay;
use proofset_store::{
    Bookkeeping, End, GrowingDag, Growth, Interned, MoveOf, New, NodeKind, Noted, ROOT, StateOf, Store, grow_any,
};
use tracing::{info, info_span};

use crate::question::best_line;
use crate::steps::{Merge, Numbers, Run};
use crate::{Bounds, Bracket, Question, ScoreNumbers, ScoreStatus, Scores, ValueGraph, ValueReport, ValueStore};

/// A node's entry in the graph: 12 bytes. Its runs are kept beside the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bounds: Bounds,
    kind: NodeKind,
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

    /// Bytes that the table takes for a moment if it has to grow for so many nodes in all: a function, to be asked while it grows.
    fn growth(&self) -> impl Fn(usize) -> usize + use<> {
        let capacity = self.runs.capacity();
        move |nodes| if nodes > capacity { nodes.max(2 * capacity) * size_of::<Box<[Run]>>() } else { 0 }
    }

    fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<Box<[Run]>>() + self.count * size_of::<Run>()
    }
}

/// A node as its parent sees it.
#[inline]
fn numbers<'t>(dag: &Dag<Entry>, table: &'t Table, node: NodeId) -> Numbers<'t> {
    let Entry { bounds, kind } = dag.label(node);
    Numbers { bounds, kind, runs: table.get(node) }
}

/// What leaves are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// Worth nobody knows what: each costs one on both sides.
    Unknown,
    /// Worth what the game evaluates them to; so many must be wrong at least, for the value to be believed.
    Evaluated { enough: Option<Size> },
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

/// What leaves make of the root by their evaluations.
struct Standing {
    /// The value.
    value: Score,
    /// The numbers of leaves that must be worth more, or less, for any other value.
    above: Size,
    below: Size,
    /// The score that the next descent is about, unless the value is believed.
    next: Option<Score>,
}

/// Multiple-outcome proof-number search for the value of a position. All leaves cost one.
///
/// `X` is the [`ValueStore`] of the positions; [`MultipleOutcome`] is the search of a game whose type is known.
pub struct OutcomeEngine<X: Store> {
    graph: GrowingDag<X, Entry>,
    table: Table,
    merge: Merge,
    leaves: Leaves,
    /// What the game says of the root at first.
    estimate: Bounds,
    /// The scores that are open: at the root, and in the game's first estimate of it.
    open: Bounds,
    /// False while ancestors wait for an update that was interrupted.
    settled: bool,
}

impl<X: Store> fmt::Debug for OutcomeEngine<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeEngine")
            .field("nodes", &self.graph.dag.len())
            .field("expanded", &self.graph.expander.counters.expanded)
            .field("open", &self.open)
            .finish_non_exhaustive()
    }
}

/// Multiple-outcome proof-number search for the value of a position of a game.
pub type MultipleOutcome<G> = OutcomeEngine<Interned<AtLeast<G>, Scores<()>>>;

impl<G: ValuedGame> MultipleOutcome<G> {
    /// A search that has not begun, for what `position` is worth to `player`.
    pub fn new(game: G, position: G::Position, player: Player) -> Self {
        // It asks for all scores at once.
        let problem = AtLeast::new(game, position, Threshold { player, score: 0 });
        Self::with_store(Interned::new(problem, Scores::new(())))
    }

    /// The same by [conspiracy numbers](OutcomeEngine::by_conspiracy).
    pub fn conspiracy(game: G, position: G::Position, player: Player, enough: Option<Size>) -> Self {
        let problem = AtLeast::new(game, position, Threshold { player, score: 0 });
        Self::with_store(Interned::new(problem, Scores::new(()).with_evaluations())).by_conspiracy(enough)
    }
}

impl<X: ValueStore> OutcomeEngine<X> {
    /// A search that has not begun, in a store without nodes, for the player who asks there. For which score does not
    /// matter, nor does what leaves cost.
    pub fn with_store(store: X) -> Self {
        let open = store.estimate().bounds;
        Self {
            graph: GrowingDag::new(store),
            table: Table::default(),
            merge: Merge::default(),
            leaves: Leaves::Unknown,
            estimate: open,
            open,
            settled: true,
        }
    }

    /// A search by conspiracy numbers, in a store that tells evaluations. It stops where `enough` leaves, or more, must be worth
    /// something else for the root to have another value, and reports that value, which nothing proves; without a number, where
    /// the value is proven.
    #[must_use]
    pub fn by_conspiracy(self, enough: Option<Size>) -> Self {
        Self { leaves: Leaves::Evaluated { enough }, ..self }
    }

    /// The positions of the nodes.
    pub fn store(&self) -> &X {
        self.graph.expander.store()
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
        self.graph.last_expanded
    }

    /// Effort to prove and to disprove that the value of a node is at least `score`; `None` where that is neither known
    /// nor of use any more, because the answer for the root is known.
    pub fn sizes(&self, node: NodeId, score: Score) -> Option<(Size, Size)> {
        let node = numbers(&self.graph.dag, &self.table, node);
        let is_kept = self.open.low < score && score <= self.open.high;
        (is_kept || node.bounds.answer(score).is_some()).then(|| node.at(score))
    }

    /// Bytes held: graph, positions, numbers, index, and what expansions and updates keep.
    pub fn bytes(&self) -> usize {
        self.graph.bytes() + self.table.bytes() + self.merge.bytes()
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
    ) -> Result<ValueReport<MoveOf<X>>, SolveError<StateOf<X>>> {
        let _span = info_span!("find_value").entered();
        let stop = grow_any(self, &mut Watch::new(limits, observer))?;
        info!(%stop, expanded = self.graph.expander.counters.expanded, low = self.open.low, high = self.open.high, "search stopped");
        let line = if self.graph.dag.is_empty() { Vec::new() } else { best_line(self, self.open.low) };
        let believed = self.is_decided() && self.open.low < self.open.high;
        Ok(ValueReport {
            bracket: if believed {
                let value = self.standing().value;
                Bracket::new(Some(value), Some(value), None)
            } else {
                self.bracket()
            },
            stop: if self.is_decided() { StopReason::Decided } else { stop },
            evidence: if believed { Evidence::Evaluations } else { Evidence::Exact },
            asked: Vec::new(),
            numbers: self.numbers(),
            expanded: self.graph.expander.counters.expanded,
            generated: self.graph.dag.len() as u64,
            recomputed: self.graph.expander.counters.recomputed,
            visits: self.graph.expander.counters.visits,
            peak_bytes: self.graph.expander.counters.peak_bytes,
            line,
        })
    }

    /// The numbers of the root for the scores that are open: those of each run of equal ones, at its greatest score.
    pub fn numbers(&self) -> Vec<ScoreNumbers> {
        if self.graph.dag.is_empty() {
            return Vec::new();
        }
        let runs = self.table.get(ROOT).iter().filter(|run| run.last > self.open.low);
        let mut before = self.open.low;
        runs.map_while(|run| {
            let score = run.last.min(self.open.high);
            let is_open = score > before;
            before = score;
            is_open.then_some(ScoreNumbers::of(score, (run.proof, run.disproof)))
        })
        .collect()
    }

    /// What the evaluations of the leaves make of the root.
    fn standing(&self) -> Standing {
        let Bounds { low, high } = self.open;
        let numbers = self.numbers();
        let value = numbers.iter().take_while(|run| run.proof.is_zero()).last().map_or(low, |run| run.score);
        let above = numbers.iter().find(|run| run.score > value).map_or(Size::INFINITE, |run| run.proof);
        let below = numbers.iter().take_while(|run| run.score <= value).last();
        let below = below.map_or(Size::INFINITE, |run| run.disproof);
        let most = match self.leaves {
            // The number that is not yet enough: one less.
            Leaves::Evaluated { enough: Some(enough) } => {
                Size::new(enough.finite().unwrap_or(u32::MAX - 1).saturating_sub(1))
            }
            _ => above.min(below),
        };
        let highest = numbers.iter().rfind(|run| run.score > value && run.proof <= most).map(|run| run.score);
        // A run of numbers begins behind the one before it: what is less than all of its scores is that one's greatest.
        let lasts = std::iter::once(low).chain(numbers.iter().map(|run| run.score));
        let runs = numbers.iter().zip(lasts).filter(|(run, _)| run.score <= value && run.disproof <= most);
        let lowest = runs.map(|(_, last)| last).next();
        debug_assert!(highest.is_none_or(|score| score <= high), "open scores are at most {high}");
        let next = match (highest, lowest) {
            (Some(highest), Some(lowest)) if highest - value < value - lowest => Some(lowest + 1),
            (Some(highest), _) => Some(highest),
            (None, lowest) => lowest.map(|lowest| lowest + 1),
        };
        Standing { value, above, below, next }
    }

    /// The score that the next descent is about.
    fn attraction(&self) -> Score {
        if let Leaves::Evaluated { .. } = self.leaves {
            return self.standing().next.expect("a value that is not believed can be changed");
        }
        let root = numbers(&self.graph.dag, &self.table, ROOT);
        if root.kind.is_leaf() {
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
            self.graph.expander.counters.visits += 1;
            let Some(role) = self.graph.dag.label(node).kind.inner_role() else { return node };
            let effort = |child: &NodeId| {
                let (proof, disproof) = numbers(&self.graph.dag, &self.table, *child).at(score);
                if role == Role::Or { proof } else { disproof }
            };
            node = self.graph.dag.children(node).min_by_key(effort).expect("an undecided node has a child");
        }
    }

    /// Expands a leaf. An expansion that is interrupted leaves a leaf.
    fn expand(&mut self, node: NodeId, watch: &Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let (held, nodes) = (self.bytes(), self.graph.dag.len());
        let Self { graph, table, leaves, estimate, .. } = self;
        let runs = if *leaves == Leaves::Unknown { 0 } else { 2 * size_of::<Run>() };
        let of_table = table.growth();
        let growth = |count| of_table(nodes + count) + count * runs;
        graph.expand(node, watch, held, growth, |node, new| Ok(note(table, *leaves, *estimate, node, new)))
    }

    /// Brings every ancestor of what was expanded up to date, and then what the root leaves open.
    fn settle(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.settled = false;
        let most = watch.limits().bytes;
        let mut progress = Progress::start();
        (progress.expanded, progress.generated) = (self.graph.expander.counters.expanded, self.graph.dag.len() as u64);
        let mut pace = Pace::new(self.graph.expander.widest());
        let store_bytes = self.store().nodes().bytes();
        let Self { graph: GrowingDag { dag, updater, expander, .. }, table, merge, open, .. } = self;
        let settled = dag.settle(updater, |dag, pending| -> Result<_, StopReason> {
            if pace.is_through() {
                progress.bytes = (store_bytes + dag.bytes() + table.bytes()) as u64;
                watch.look(progress)?;
                if most.is_some_and(|most| progress.bytes >= most) {
                    return Err(StopReason::Memory);
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
        expander.counters.recomputed += settled.recomputed;
        if let Some(reason) = settled.stopped {
            return Err(reason);
        }
        self.settled = true;
        self.narrow();
        Ok(())
    }

    /// Takes what the bounds of the root say.
    fn narrow(&mut self) {
        let Bounds { low, high } = self.graph.dag.label(ROOT).bounds;
        self.open = Bounds { low: self.open.low.max(low), high: self.open.high.min(high) };
    }
}

impl<X: ValueStore> Growth for OutcomeEngine<X> {
    type State = StateOf<X>;

    fn books(&self) -> &dyn Bookkeeping<State = StateOf<X>> {
        &self.graph.expander
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = StateOf<X>> {
        &mut self.graph.expander
    }

    fn is_decided(&self) -> bool {
        let believes = matches!(self.leaves, Leaves::Evaluated { enough: Some(_) });
        self.open.low >= self.open.high || believes && !self.graph.dag.is_empty() && self.standing().next.is_none()
    }

    fn sizes(&self) -> (Size, Size) {
        if self.graph.dag.is_empty() || self.is_decided() {
            return (Size::ONE, Size::ONE);
        }
        if let Leaves::Evaluated { .. } = self.leaves {
            let Standing { above, below, .. } = self.standing();
            return (above, below);
        }
        numbers(&self.graph.dag, &self.table, ROOT).at(self.attraction())
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let Self { graph, table, leaves, estimate, .. } = self;
        if graph.begin(|node, new| Ok(note(table, *leaves, *estimate, node, new)))? {
            self.narrow();
        }
        if !self.settled {
            self.settle(watch)?;
        }
        Ok(())
    }

    fn step(&mut self, _held: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<X>>> {
        let visits = self.graph.expander.counters.visits;
        let score = self.attraction();
        let node = self.select(score);
        self.expand(node, watch).inspect_err(|_| self.graph.expander.counters.visits = visits)?;
        Ok(self.settle(watch)?)
    }
}

impl<X: ValueStore> Replay for OutcomeEngine<X> {
    fn expansions(&self) -> Vec<NodeId> {
        self.graph.expansions()
    }

    fn expand_again(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<X>>> {
        if !self.graph.is_leaf(node) {
            return Ok(false);
        }
        self.expand(node, watch)?;
        self.settle(watch)?;
        Ok(true)
    }

    fn root_hash(&self) -> u64 {
        self.graph.root_hash()
    }

    fn counted(&mut self) -> Vec<&mut u64> {
        vec![&mut self.graph.expander.counters.visits]
    }
}

/// What is noted of a new node.
#[inline]
fn note(table: &mut Table, leaves: Leaves, estimate: Bounds, node: NodeId, new: New<ScoreStatus>) -> Entry {
    let (kind, bounds) = new.fact.look();
    if let (Leaves::Evaluated { .. }, ScoreStatus::Open { evaluation, .. }) = (leaves, new.fact) {
        // No leaf need change for what it is worth already.
        let holds = Run { last: evaluation.min(estimate.high), proof: Size::ZERO, disproof: Size::ONE };
        let fails = Run { last: estimate.high, proof: Size::ONE, disproof: Size::ZERO };
        match evaluation {
            _ if evaluation <= estimate.low => table.set(node, &[fails]),
            _ if evaluation >= estimate.high => table.set(node, &[holds]),
            _ => table.set(node, &[holds, fails]),
        }
    }
    Entry { bounds, kind }
}

impl<X: ValueStore> ValueGraph for OutcomeEngine<X> {
    type Problem = X::Problem;

    fn problem(&self) -> &X::Problem {
        self.store().problem()
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
