//! Searches in slow motion: what a search knows after every expansion, in plain data.
//!
//! A [`Step`] holds the graph that a search has grown so far, as the oracle wants it, and what the search has stored at
//! each of its nodes. So a statement about searches is a function of steps, whatever the algebras of the search.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use proofset_and_or::{Graph, NodeIndex};
use proofset_best_first::{LeafCost, Options, Probe, Search};
use proofset_certificate::SolvedGraph;
use proofset_core::{Limits, NodeId, Problem, Size, Solver, Status, StopReason, SumRule, Value, Verdict};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{BitSet, Count, Counter, Cut, Effort, SortedSet, TieOrder, UnionRule};
use proofset_oracle::{Caps, Graph as Plain, Kind, Pair, SetOrder, Tie, Union};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;

pub(crate) const SIDES: [Value; 2] = [Value::Proven, Value::Disproven];
pub(crate) const TIES: [TieOrder; 3] = [TieOrder::Lex, TieOrder::Colex, TieOrder::First];
/// No cap at all.
pub(crate) const ALL: usize = usize::MAX;

/// What one side of a search backs up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algebra {
    Number(SumRule),
    List(TieOrder),
    Bits(TieOrder),
    Truncated(usize, TieOrder),
    /// Truncated, with unions of all parts at once.
    KWay(usize, TieOrder),
    /// Truncated with so many members for each parent of a node.
    Parents(usize, TieOrder, UnionRule),
    /// Truncated with half as many members with each two plies, on graphs in which all ways to a node are as long.
    Halving(usize, TieOrder, UnionRule),
}

/// What is halved with each two plies.
fn halving() -> Cut {
    Cut::halving(NonZeroU32::new(2).expect("it is not zero"))
}

/// The length of the way to each node, and how many parents it has.
fn places(plain: &Plain) -> Vec<(u32, usize)> {
    let mut places = vec![(0, 0); plain.len()];
    let mut line = vec![plain.root_node()];
    let mut seen = BTreeSet::from([plain.root_node()]);
    while let Some(node) = line.pop() {
        for &child in plain.children(node) {
            places[child] = (places[node].0 + 1, places[child].1 + 1);
            if seen.insert(child) {
                line.push(child);
            }
        }
    }
    places
}

pub(crate) const SUM: Algebra = Algebra::Number(SumRule::Sum);
pub(crate) const WEAK: Algebra = Algebra::Number(SumRule::Weak);
pub(crate) const MAX: Algebra = Algebra::Number(SumRule::Max);

impl Algebra {
    /// Sets as lists, if these are such.
    fn sorted(self) -> SortedSet {
        match self {
            Self::List(ties) => SortedSet::new(ties),
            Self::Truncated(cap, ties) => SortedSet::truncated(cap, ties),
            Self::KWay(cap, ties) => SortedSet::truncated(cap, ties).with_union(UnionRule::KWay),
            Self::Parents(cap, ties, rule) => SortedSet::placed(cap, Cut::PARENTS, ties).with_union(rule),
            Self::Halving(cap, ties, rule) => SortedSet::placed(cap, halving(), ties).with_union(rule),
            Self::Number(_) | Self::Bits(_) => unreachable!("{self:?} is of another type"),
        }
    }

    /// What the oracle says that this algebra gives to each node.
    pub(crate) fn recompute(self, plain: &Plain, side: Value) -> Vec<Seen> {
        let number = |size: Size| Seen { size, members: Vec::new() };
        let order = |ties| {
            let tie = match ties {
                TieOrder::Lex => Tie::Lex,
                TieOrder::Colex => Tie::Colex,
                TieOrder::First => Tie::First,
            };
            SetOrder::by_number(plain.len(), tie)
        };
        match self {
            Self::Number(rule) => {
                let numbers = match rule {
                    SumRule::Sum => plain.numbers(),
                    SumRule::Weak => plain.weak_numbers(),
                    SumRule::Max => plain.max_rule(),
                };
                numbers.iter().map(|pair| number(*pair.of(side))).collect()
            }
            Self::List(ties) | Self::Bits(ties) => {
                let seen = |set: &Option<BTreeSet<usize>>| match set {
                    None => number(Size::INFINITE),
                    Some(set) => Seen { size: weight(plain, set, side), members: set.iter().copied().collect() },
                };
                plain.sets(&order(ties)).iter().map(|pair| seen(pair.of(side))).collect()
            }
            Self::Truncated(cap, ties)
            | Self::KWay(cap, ties)
            | Self::Parents(cap, ties, _)
            | Self::Halving(cap, ties, _) => {
                let places = places(plain);
                let caps = |node: usize| -> Caps {
                    let (depth, parents) = places[node];
                    both(match self {
                        Self::Parents(..) => cap * parents.max(1),
                        Self::Halving(..) => (cap >> (depth / 2)).max(1),
                        _ => cap,
                    })
                };
                let seen = |set: &Option<proofset_oracle::Truncated>| match set {
                    None => number(Size::INFINITE),
                    Some(set) => Seen { size: set.bound, members: ascending(set.rep.iter().copied()) },
                };
                let union = match self {
                    Self::KWay(..) | Self::Parents(_, _, UnionRule::KWay) | Self::Halving(_, _, UnionRule::KWay) => {
                        Union::KWay
                    }
                    _ => Union::Pairwise,
                };
                let sets = plain.truncated_sets_at(&caps, union, &order(ties));
                sets.iter().map(|pair| seen(pair.of(side))).collect()
            }
        }
    }
}

/// The same on both sides.
pub(crate) fn both<T: Clone>(one: T) -> Pair<T> {
    Pair { proof: one.clone(), disproof: one }
}

pub(crate) fn pair<T>(proof: T, disproof: T) -> Pair<T> {
    Pair { proof, disproof }
}

/// The cost of all members on one side.
pub(crate) fn weight<'a>(plain: &Plain, members: impl IntoIterator<Item = &'a usize>, side: Value) -> Size {
    Size::new(u32::try_from(plain.weight(members, side)).expect("graphs are small"))
}

fn ascending(nodes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut nodes: Vec<usize> = nodes.collect();
    nodes.sort_unstable();
    nodes
}

/// What a search has stored at one node for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) size: Size,
    /// The listed members in ascending order.
    pub(crate) members: Vec<usize>,
}

/// A search between two expansions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The graph so far; nodes are numbered in order of creation.
    pub(crate) plain: Plain,
    /// The node of the searched graph that each node stands for.
    pub(crate) states: Vec<NodeIndex>,
    pub(crate) labels: Vec<Pair<Seen>>,
    pub(crate) values: Vec<Option<Value>>,
    /// The first child with the least value on the side that chooses.
    pub(crate) chosen: Vec<Option<usize>>,
    /// The node that was expanded last.
    pub(crate) last: Option<usize>,
    /// Expansions so far.
    pub(crate) expanded: u64,
    /// Recomputations so far.
    pub(crate) recomputed: u64,
    pub(crate) verdict: Verdict,
    pub(crate) stop: StopReason,
}

/// A graph as a problem, whose states have the longest distance from the root as a rank, or have none.
struct Source<'a> {
    graph: &'a Graph,
    ranked: Option<Ranked<&'a Graph>>,
}

impl Problem for Source<'_> {
    type State = NodeIndex;
    type Move = NodeIndex;

    fn root(&self) -> NodeIndex {
        self.graph.root()
    }

    fn status(&self, state: &NodeIndex) -> Status {
        self.graph.status(state)
    }

    fn for_each_successor(&self, state: &NodeIndex, visit: impl FnMut(NodeIndex, NodeIndex)) {
        self.graph.for_each_successor(state, visit);
    }

    fn rank(&self, state: &NodeIndex) -> Option<u32> {
        self.ranked.as_ref()?.rank(state)
    }
}

/// Leaves cost what the graph says.
struct Costs;

impl Probe<Source<'_>> for Costs {
    fn cost(&mut self, source: &Source<'_>, state: &NodeIndex) -> LeafCost {
        let (proof, disproof) = source.graph.cost(*state);
        LeafCost { proof, disproof }
    }
}

fn id(index: usize) -> NodeId {
    NodeId::new(index).expect("graphs are small")
}

/// All steps of a search from the first, in which only the root exists, to the end.
pub(crate) fn steps(graph: &Graph, algebras: Pair<Algebra>, options: Options) -> Vec<Step> {
    let mut run = Run { graph, options, stops: None, steps: Vec::new() };
    run.with(algebras);
    run.steps
}

/// The same for algebras of any type, on both sides.
pub(crate) fn steps_with<E: Effort>(graph: &Graph, effort: impl Fn() -> E, options: Options) -> Vec<Step> {
    let mut run = Run { graph, options, stops: None, steps: Vec::new() };
    run.search(effort(), effort());
    run.steps
}

/// The last step of a search.
pub(crate) fn end(graph: &Graph, algebras: Pair<Algebra>, options: Options) -> Step {
    let mut run = Run { graph, options, stops: Some(Limits::none()), steps: Vec::new() };
    run.with(algebras);
    run.steps.pop().expect("a search ends")
}

struct Run<'a> {
    graph: &'a Graph,
    options: Options,
    /// One stop instead of a stop after every expansion.
    stops: Option<Limits>,
    steps: Vec<Step>,
}

impl Run<'_> {
    /// For each pair of types the whole search is compiled.
    fn with(&mut self, algebras: Pair<Algebra>) {
        use Algebra::{Bits, Number};
        let of_rule = Counter::with_rule;
        match (algebras.proof, algebras.disproof) {
            // The type that users name; other pairs of numbers choose their rule while the program runs.
            (Number(SumRule::Sum), Number(SumRule::Sum)) => self.search(Count::new(), Count::new()),
            (Number(p), Number(d)) => self.search(of_rule(p), of_rule(d)),
            (Number(rule), Bits(ties)) => self.search(of_rule(rule), BitSet::new(ties)),
            (Number(rule), lists) => self.search(of_rule(rule), lists.sorted()),
            (Bits(ties), Number(rule)) => self.search(BitSet::new(ties), of_rule(rule)),
            (Bits(p), Bits(d)) => self.search(BitSet::new(p), BitSet::new(d)),
            (Bits(ties), lists) => self.search(BitSet::new(ties), lists.sorted()),
            (lists, Number(rule)) => self.search(lists.sorted(), of_rule(rule)),
            (lists, Bits(ties)) => self.search(lists.sorted(), BitSet::new(ties)),
            (p, d) => self.search(p.sorted(), d.sorted()),
        }
    }

    fn search<E: Effort, D: Effort>(&mut self, proof: E, disproof: D) {
        let ranked = (self.options.updates == UpdateOrder::Rank).then(|| Ranked::new(self.graph));
        let source = Source { graph: self.graph, ranked };
        let mut search = Search::with_probe(source, proof, disproof, self.options, Costs);
        // A batch is settled once.
        for budget in (0..).step_by(self.options.batch.max(1)) {
            let limits = self.stops.clone().unwrap_or_else(|| Limits::expansions(budget));
            let report = search.solve(&limits, &mut ()).expect("the graph is acyclic");
            let step = look(&search, report.verdict, report.stop, report.expanded, report.recomputed);
            self.steps.push(step);
            if report.stop != StopReason::Expansions {
                break;
            }
        }
    }
}

/// What a search knows now.
fn look<E: Effort, D: Effort>(
    search: &Search<Source<'_>, E, D, Costs>,
    verdict: Verdict,
    stop: StopReason,
    expanded: u64,
    recomputed: u64,
) -> Step {
    let nodes: Vec<NodeId> = (0..search.node_count()).map(id).collect();
    let children: Vec<Vec<usize>> =
        nodes.iter().map(|&node| search.children(node).map(NodeId::index).collect()).collect();
    let kind = |node: NodeId| match (children[node.index()].is_empty(), search.value(node)) {
        (false, _) => Kind::Interior(SolvedGraph::role(search, node).expect("expanded nodes have a role")),
        (true, Some(Value::Proven)) => Kind::Proven,
        (true, Some(Value::Disproven)) => Kind::Disproven,
        (true, None) => {
            let (proof, disproof) = search.problem().graph.cost(*search.state(node));
            let finite = |size: Size| size.finite().expect("costs are finite");
            Kind::Unknown { proof: finite(proof), disproof: finite(disproof) }
        }
    };
    let kinds: Vec<Kind> = nodes.iter().map(|&node| kind(node)).collect();
    let evaluator = search.evaluator();
    let chosen = |node: NodeId| {
        let Kind::Interior(role) = kinds[node.index()] else { return None };
        let label = |child: &NodeId| search.label(*child);
        let least = if role == Value::Proven.chooser() {
            search.children(node).min_by(|a, b| evaluator.proof.order(label(a).proof, label(b).proof))
        } else {
            search.children(node).min_by(|a, b| evaluator.disproof.order(label(a).disproof, label(b).disproof))
        };
        least.map(NodeId::index)
    };
    let label = |node: &NodeId| {
        let label = search.label(*node);
        pair(seen(&evaluator.proof, label.proof), seen(&evaluator.disproof, label.disproof))
    };
    Step {
        states: nodes.iter().map(|&node| *search.state(node)).collect(),
        labels: nodes.iter().map(label).collect(),
        values: nodes.iter().map(|&node| search.value(node)).collect(),
        chosen: nodes.iter().map(|&node| chosen(node)).collect(),
        last: search.last_expanded().map(NodeId::index),
        plain: Plain::new(kinds, children, 0).expect("the graph is acyclic"),
        expanded,
        recomputed,
        verdict,
        stop,
    }
}

fn seen<E: Effort>(effort: &E, value: E::Value) -> Seen {
    Seen { size: effort.size(value), members: ascending(effort.members(value).map(NodeId::index)) }
}

/// Random graphs of a shape, with costs from 1 to `max_cost`, for proofs and for disproofs apart.
pub(crate) fn graphs(shape: &RandomGraph, max_cost: u32, seeds: u64) -> impl Iterator<Item = Graph> + use<> {
    let shape = RandomGraph { max_weight: max_cost, ..shape.clone() };
    (0..seeds).map(move |seed| shape.generate(seed))
}

/// Random graphs of a shape: for every seed one with unit costs and one with costs from 1 to 5.
pub(crate) fn unit_and_weighted(shape: &RandomGraph, seeds: u64) -> impl Iterator<Item = Graph> + use<> {
    graphs(shape, 1, seeds).chain(graphs(shape, 5, seeds))
}

/// DAGs without a rank function, small enough for true numbers to be found.
pub(crate) fn small() -> RandomGraph {
    RandomGraph { width: 4, branching: 2..=3, share: 0.5, proven: 0.1, disproven: 0.1, ..RandomGraph::dag() }
}

/// DAGs in which most nodes have several parents, on paths of many lengths.
pub(crate) fn dense() -> RandomGraph {
    RandomGraph { depth: 9, width: 6, branching: 2..=4, share: 0.6, skip: 0.35, early_leaf: 0.05, ..small() }
}

/// DAGs without unknown leaves, the roles taking turns: searches are long and end with a verdict.
pub(crate) fn solvable() -> RandomGraph {
    let leaves = RandomGraph { proven: 0.5, disproven: 0.5, early_leaf: 0.0, ..RandomGraph::layered() };
    RandomGraph { depth: 8, width: 10, branching: 3..=4, share: 0.6, skip: 0.2, ..leaves }
}
