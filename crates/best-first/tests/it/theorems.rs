//! The theorems and lemmas of Müller (2001), and what else is known to hold, on the graphs that searches grow: after
//! every expansion, with unit costs and with costs of proofs and disproofs apart.
//!
//! Each test states one fact; its comment names it. The graphs are random, the seeds fixed. What is compared with a
//! stored value is computed from scratch by the oracle, or follows the definition word by word. Tests of inequalities
//! also see to it that the two sides differ at times.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use proofset_and_or::Graph;
use proofset_best_first::{Evaluation, GraphMode, Options};
use proofset_core::{Size, StopReason, Value, Verdict};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{Cut, Pick, SortedSet, TieOrder, UnionRule};
use proofset_oracle::{Graph as Plain, Kind, Pair, Pick as PlainPick, SetOrder, Tie, Union};
use proofset_testkit::random::RandomGraph;

use crate::steps::{
    ALL, Algebra, MAX, SIDES, SUM, Seen, Step, TIES, WEAK, both, dense, end, graphs, pair, small, solvable, steps,
    steps_with, unit_and_weighted, weight,
};

/// Caps of PSS(P,D): the four corners, equal ones, and different ones.
const CAPS: [(usize, usize); 10] =
    [(0, 0), (ALL, ALL), (ALL, 0), (0, ALL), (1, 1), (3, 3), (1, 4), (5, 2), (2, ALL), (0, 3)];

const ORDERS: [UpdateOrder; 4] = [UpdateOrder::Levels, UpdateOrder::Rank, UpdateOrder::PearceKelly, UpdateOrder::Fifo];

fn lists(ties: TieOrder) -> Pair<Algebra> {
    both(Algebra::List(ties))
}

fn bits(ties: TieOrder) -> Pair<Algebra> {
    both(Algebra::Bits(ties))
}

fn truncated((proof, disproof): (usize, usize), ties: TieOrder) -> Pair<Algebra> {
    pair(Algebra::Truncated(proof, ties), Algebra::Truncated(disproof, ties))
}

fn k_way((proof, disproof): (usize, usize), ties: TieOrder) -> Pair<Algebra> {
    pair(Algebra::KWay(proof, ties), Algebra::KWay(disproof, ties))
}

/// PSS(P,D) by either rule of unions.
fn by_either_rule(caps: (usize, usize), ties: TieOrder) -> [Pair<Algebra>; 2] {
    [truncated(caps, ties), k_way(caps, ties)]
}

fn picking(pick: Pick) -> Options {
    Options::default().with_pick(pick)
}

fn updating(updates: UpdateOrder) -> Options {
    Options::default().with_updates(updates)
}

/// Exact sets on both sides, under several tie orders, picks and orders of updates.
fn exact() -> [(Pair<Algebra>, Options); 7] {
    use TieOrder::{Colex, First, Lex};
    [
        (lists(Lex), Options::default()),
        (lists(Colex), picking(Pick::Newest)),
        (bits(Lex), picking(Pick::LeastDepth)),
        (bits(Colex), updating(UpdateOrder::Fifo)),
        (lists(First), picking(Pick::Descent)),
        (bits(First), picking(Pick::Oldest)),
        (pair(Algebra::List(Lex), Algebra::Bits(Colex)), updating(UpdateOrder::PearceKelly)),
    ]
}

/// Every kind of side, pure and mixed.
fn family() -> Vec<Pair<Algebra>> {
    use TieOrder::{Colex, First, Lex};
    vec![
        both(SUM),
        both(WEAK),
        both(MAX),
        lists(Lex),
        bits(Colex),
        lists(First),
        truncated((1, 4), Lex),
        truncated((2, 3), First),
        pair(Algebra::Bits(First), Algebra::KWay(2, First)),
        truncated((3, 2), Colex),
        k_way((1, 4), Lex),
        k_way((3, 2), Colex),
        pair(WEAK, MAX),
        pair(MAX, SUM),
        pair(Algebra::List(Colex), WEAK),
        pair(SUM, Algebra::Truncated(2, Lex)),
        pair(Algebra::Truncated(2, Lex), Algebra::Bits(Lex)),
        pair(MAX, Algebra::List(Lex)),
        pair(Algebra::KWay(2, Colex), Algebra::Truncated(3, Lex)),
    ]
}

fn exact_steps(shape: &RandomGraph, max_cost: u32, seeds: u64, mut check: impl FnMut(&Step)) {
    for (algebras, options) in exact() {
        for graph in graphs(shape, max_cost, seeds) {
            steps(&graph, algebras, options).iter().for_each(&mut check);
        }
    }
}

/// How often one size was below another: an inequality that is never strict would be better told as an equation.
#[derive(Default)]
struct Strict(usize);

impl Strict {
    #[track_caller]
    fn at_most(&mut self, smaller: Size, larger: Size) {
        assert!(smaller <= larger, "{smaller} <= {larger}");
        self.0 += usize::from(smaller < larger);
    }
}

impl Drop for Strict {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.0 > 0, "the two sizes were always equal");
        }
    }
}

/// The true numbers of graphs with few unknown leaves.
fn truth(plain: &Plain) -> Option<Vec<Pair<Size>>> {
    if plain.unknown_leaves().len() > 9 { None } else { plain.true_numbers().ok() }
}

/// The sets that the choices of a search stand for, if nothing is cut off: along the chosen children, and the union of
/// all children. `None` is the infinite set.
fn underlying(step: &Step, side: Value) -> Vec<Option<BTreeSet<usize>>> {
    let mut sets: BTreeMap<usize, Option<BTreeSet<usize>>> = BTreeMap::new();
    while sets.len() < step.plain.len() {
        for node in (0..step.plain.len()).rev() {
            let children = step.plain.children(node);
            if sets.contains_key(&node) || children.iter().any(|child| !sets.contains_key(child)) {
                continue;
            }
            let set = match (step.plain.kind(node), step.chosen[node]) {
                (Kind::Unknown { .. }, _) => Some(BTreeSet::from([node])),
                (Kind::Proven, _) => (side == Value::Proven).then(BTreeSet::new),
                (Kind::Disproven, _) => (side == Value::Disproven).then(BTreeSet::new),
                (Kind::Interior(role), Some(chosen)) if role == side.chooser() => sets[&chosen].clone(),
                (Kind::Interior(_), _) => {
                    let parts: Option<Vec<&BTreeSet<usize>>> =
                        children.iter().map(|child| sets[child].as_ref()).collect();
                    parts.map(|parts| parts.into_iter().flatten().copied().collect())
                }
            };
            sets.insert(node, set);
        }
    }
    sets.into_values().collect()
}

fn is_set_for(plain: &Plain, side: Value, node: usize, set: &BTreeSet<usize>) -> bool {
    match side {
        Value::Proven => plain.is_proof_set(node, set),
        Value::Disproven => plain.is_disproof_set(node, set),
    }
}

fn members(seen: &Seen) -> BTreeSet<usize> {
    seen.members.iter().copied().collect()
}

// ---- Müller (2001) -------------------------------------------------------------------------------------------------

/// Theorem 1, P4: at each unsolved node of a DAG, the proof set and the disproof set of PSS have a common member.
#[test]
fn theorem_1_the_two_sets_of_an_unsolved_node_meet() {
    for (shape, max_cost) in [(small(), 1), (small(), 5), (dense(), 1), (dense(), 5)] {
        exact_steps(&shape, max_cost, 20, |step| {
            for (label, value) in step.labels.iter().zip(&step.values) {
                if value.is_none() {
                    assert!(!members(&label.proof).is_disjoint(&members(&label.disproof)), "{label:?}");
                }
            }
        });
    }
}

/// The sets that PSS stores are no heavier than proof and disproof numbers, on the DAGs that PSS grows and on those
/// that PNS grows, and no lighter than the true numbers.
fn sets_are_at_most_numbers(max_cost: u32) {
    let (mut below_numbers, mut above_truth) = (Strict::default(), Strict::default());
    for shape in [small(), dense()] {
        exact_steps(&shape, max_cost, 15, |step| {
            let (numbers, truth) = (step.plain.numbers(), truth(&step.plain));
            for (node, label) in step.labels.iter().enumerate() {
                for side in SIDES {
                    let set = label.of(side);
                    let weight =
                        if set.size.is_infinite() { set.size } else { weight(&step.plain, &set.members, side) };
                    assert_eq!(set.size, weight, "the size of a set is the cost of its members");
                    below_numbers.at_most(weight, *numbers[node].of(side));
                    if let Some(truth) = &truth {
                        above_truth.at_most(*truth[node].of(side), weight);
                    }
                }
            }
        });
        for graph in graphs(&shape, max_cost, 15) {
            for step in steps(&graph, both(SUM), Options::default()) {
                for (side, ties) in SIDES.into_iter().flat_map(|side| TIES.map(|ties| (side, ties))) {
                    let sets = Algebra::List(ties).recompute(&step.plain, side);
                    for (set, number) in sets.iter().zip(&step.labels) {
                        below_numbers.at_most(set.size, number.of(side).size);
                    }
                }
            }
        }
    }
}

/// Theorem 2, P5: with unit costs, true number <= size of the set <= proof (disproof) number, on the same DAG.
#[test]
fn theorem_2_sets_are_no_larger_than_numbers() {
    sets_are_at_most_numbers(1);
}

/// Theorem 6, P5: the same for the cost of sets and for numbers that start with the same costs.
#[test]
fn theorem_6_sets_cost_no_more_than_weighted_numbers() {
    sets_are_at_most_numbers(5);
}

/// Theorem 3, P6: PSS(∞,∞) is PSS: the same expansions, labels and recomputations. So is PSS(K,K) if no set is larger
/// than K, and so are sets as bits: all of this to the bit, and with costs as well as without.
#[test]
fn theorem_3_without_a_cap_truncated_sets_are_sets() {
    for pick in [Pick::Oldest, Pick::Newest, Pick::LeastDepth, Pick::Descent] {
        for ties in TIES {
            for graph in [small(), dense(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 6)) {
                let options = picking(pick);
                let exact = steps(&graph, lists(ties), options);
                assert_eq!(steps(&graph, bits(ties), options), exact);
                for algebras in by_either_rule((ALL, ALL), ties) {
                    assert_eq!(steps(&graph, algebras, options), exact);
                }
                let largest = |side| {
                    let sets = exact.iter().flat_map(|step| &step.labels).map(|label| label.of(side).members.len());
                    sets.max().expect("there is a root")
                };
                let caps = (largest(Value::Proven), largest(Value::Disproven));
                for algebras in by_either_rule(caps, ties) {
                    assert_eq!(steps(&graph, algebras, options), exact, "{algebras:?}");
                }
            }
        }
    }
}

/// Theorem 4, P6: PSS(0,0) is PNS: the same expansions, labels and recomputations, whatever the ties and the pick.
#[test]
fn theorem_4_sets_that_list_nothing_are_numbers() {
    for graph in [small(), dense(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 12)) {
        let numbers = steps(&graph, both(SUM), Options::default());
        for ties in TIES {
            for pick in [Pick::Oldest, Pick::Newest, Pick::Descent] {
                for algebras in by_either_rule((0, 0), ties) {
                    assert_eq!(steps(&graph, algebras, picking(pick)), numbers);
                }
            }
        }
    }
}

/// PSS(∞,0) and PSS(0,∞): a side that lists nothing is a number, and one that lists everything is a set.
#[test]
fn the_corners_of_truncation_are_mixtures_of_sets_and_numbers() {
    for graph in [small(), dense(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 8)) {
        for ties in TIES {
            for set in [Algebra::List(ties), Algebra::Bits(ties)] {
                let run = |algebras| steps(&graph, algebras, Options::default());
                assert_eq!(run(truncated((ALL, 0), ties)), run(pair(set, SUM)));
                assert_eq!(run(truncated((0, ALL), ties)), run(pair(SUM, set)));
            }
        }
    }
}

/// For all caps P and D: true number <= bound <= proof (disproof) number, at each node of the same DAG.
fn bounds_are_at_most_numbers(algebras: fn((usize, usize), TieOrder) -> Pair<Algebra>, max_cost: u32) {
    let (mut below_numbers, mut above_truth) = (Strict::default(), Strict::default());
    for caps in CAPS {
        for (ties, options) in [(TieOrder::Lex, Options::default()), (TieOrder::Colex, picking(Pick::Newest))] {
            for graph in [small(), dense()].iter().flat_map(|shape| graphs(shape, max_cost, 8)) {
                for step in steps(&graph, algebras(caps, ties), options) {
                    let (numbers, truth) = (step.plain.numbers(), truth(&step.plain));
                    for (node, label) in step.labels.iter().enumerate() {
                        for side in SIDES {
                            below_numbers.at_most(label.of(side).size, *numbers[node].of(side));
                            if let Some(truth) = &truth {
                                above_truth.at_most(*truth[node].of(side), label.of(side).size);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Theorem 5, P5: with unit costs the bounds of PSS(P,D) are at most the numbers of PNS, for all P and D.
#[test]
fn theorem_5_bounds_are_no_larger_than_numbers() {
    bounds_are_at_most_numbers(truncated, 1);
}

/// Theorem 7, P5: the same with costs. The paper states it for PSS(K,K); it holds for different caps.
#[test]
fn theorem_7_weighted_bounds_are_no_larger_than_weighted_numbers() {
    bounds_are_at_most_numbers(truncated, 5);
}

/// Theorems 5 and 7 for unions of all parts at once.
#[test]
fn theorems_5_and_7_hold_for_unions_at_once() {
    bounds_are_at_most_numbers(k_way, 1);
    bounds_are_at_most_numbers(k_way, 5);
}

/// The nodes that an update after this step had to recompute: the expanded one, and all parents of nodes whose labels
/// are no longer what they were.
fn affected(before: &Step, after: &Step) -> BTreeSet<usize> {
    let changed: Vec<usize> = (0..before.labels.len()).filter(|&n| before.labels[n] != after.labels[n]).collect();
    let is_affected = |&node: &usize| {
        Some(node) == after.last || after.plain.children(node).iter().any(|child| changed.contains(child))
    };
    (0..after.plain.len()).filter(is_affected).collect()
}

/// Calls `check` with the number of affected nodes and of recomputations after every expansion.
fn updates(graph: &Graph, algebras: Pair<Algebra>, updates: UpdateOrder, mut check: impl FnMut(u64, u64)) {
    for pair in steps(graph, algebras, updating(updates)).windows(2) {
        if pair[0].expanded < pair[1].expanded {
            check(affected(&pair[0], &pair[1]).len() as u64, pair[1].recomputed - pair[0].recomputed);
        }
    }
}

/// Lemma 1, P11: with a rank function, by which every edge leads from a rank to the next, the queue of the paper
/// computes each value at most once: it recomputes exactly the affected nodes, whatever is backed up.
#[test]
fn lemma_1_with_a_rank_function_the_queue_recomputes_each_node_once() {
    for algebras in family() {
        for graph in unit_and_weighted(&RandomGraph { depth: 6, share: 0.6, ..RandomGraph::layered() }, 15) {
            updates(&graph, algebras, UpdateOrder::Fifo, |affected, recomputed| assert_eq!(recomputed, affected));
        }
    }
}

// ---- Trees ---------------------------------------------------------------------------------------------------------

/// P16: on trees all of them are the true numbers: the numbers of PNS, the sets of PSS, and the bounds of PSS(P,D).
#[test]
fn p16_on_trees_sets_bounds_and_numbers_are_equal() {
    let algebras = [
        both(SUM),
        lists(TieOrder::Lex),
        bits(TieOrder::Colex),
        truncated((0, 0), TieOrder::Lex),
        truncated((1, 3), TieOrder::Colex),
        truncated((2, 0), TieOrder::Lex),
        k_way((1, 3), TieOrder::Lex),
        k_way((3, 3), TieOrder::Colex),
    ];
    let tree = RandomGraph { depth: 5, ..RandomGraph::tree() };
    let as_tree = Options::default().with_graph(GraphMode::Tree);
    for (shape, options) in [(tree, Options::default()), (small(), as_tree)] {
        for (graph, algebras) in unit_and_weighted(&shape, 15).flat_map(|graph| algebras.map(|a| (graph.clone(), a))) {
            for step in steps(&graph, algebras, options) {
                let (numbers, truth) = (step.plain.numbers(), truth(&step.plain));
                for (node, label) in step.labels.iter().enumerate() {
                    for side in SIDES {
                        assert_eq!(label.of(side).size, *numbers[node].of(side));
                        if let Some(truth) = &truth {
                            assert_eq!(label.of(side).size, *truth[node].of(side));
                        }
                    }
                }
            }
        }
    }
}

/// P4: on trees the two sets of an unsolved node have exactly one common member.
#[test]
fn p4_on_trees_the_two_sets_have_one_common_member() {
    exact_steps(&RandomGraph::tree(), 1, 15, one_common_member);
    exact_steps(&RandomGraph::tree(), 5, 15, one_common_member);
}

fn one_common_member(step: &Step) {
    for (label, value) in step.labels.iter().zip(&step.values) {
        if value.is_none() {
            assert_eq!(members(&label.proof).intersection(&members(&label.disproof)).count(), 1);
        }
    }
}

/// The graph with an unknown leaf solved.
fn with_leaf(plain: &Plain, leaf: usize, value: Value) -> Plain {
    let solved = match value {
        Value::Proven => Kind::Proven,
        Value::Disproven => Kind::Disproven,
    };
    let nodes = 0..plain.len();
    let kinds = nodes.clone().map(|node| if node == leaf { solved } else { plain.kind(node) }).collect();
    let children = nodes.map(|node| plain.children(node).to_vec()).collect();
    Plain::new(kinds, children, plain.root_node()).expect("the shape is the same")
}

/// What solving one leaf one way does to the numbers of the root: the number of that side falls by the leaf's cost, and
/// the other does not fall.
#[track_caller]
fn assert_worth(before: (&Plain, Pair<Size>), leaf: usize, side: Value, after: Pair<Size>) {
    let (plain, before) = before;
    let cost = plain.cost(leaf, side);
    assert_eq!(after.of(side).finite().map(|size| size + cost), before.of(side).finite());
    let other = SIDES.into_iter().find(|&other| other != side).expect("there are two sides");
    assert!(after.of(other) >= before.of(other));
}

/// On trees, proving the leaf that PNS selects lowers the proof number of the root by its cost, disproving it lowers
/// the disproof number, and neither lowers the other number (Allis 1994).
#[test]
fn on_trees_the_most_proving_leaf_counts_in_full_either_way() {
    let mut selected = 0;
    for graph in unit_and_weighted(&RandomGraph { depth: 5, ..RandomGraph::tree() }, 60) {
        for step in steps(&graph, both(SUM), Options::default()) {
            let order = SetOrder::by_number(step.plain.len(), Tie::Lex);
            let leaf = step.plain.most_proving(both(0), Union::Pairwise, &order, PlainPick::First);
            let Some(leaf) = leaf else { continue };
            selected += 1;
            let numbers = |plain: &Plain| plain.numbers()[plain.root_node()];
            for side in SIDES {
                let after = numbers(&with_leaf(&step.plain, leaf, side));
                assert_worth((&step.plain, numbers(&step.plain)), leaf, side, after);
            }
        }
    }
    assert!(selected > 500, "{selected} leaves");
}

// ---- What is stored ------------------------------------------------------------------------------------------------

/// P1 for caps that differ between nodes: the labels are those computed from scratch, with what the cap of each node is now, for a
/// node that has got another parent as well.
#[test]
fn p1_holds_where_caps_differ_between_nodes() {
    use TieOrder::{Colex, First, Lex};
    use UnionRule::{KWay, Pairwise};
    let level = RandomGraph { skip: 0.0, ..solvable() };
    let (mut cut, mut compared) = (0, 0);
    for (shape, algebras) in [
        (dense(), [Algebra::Parents(1, Lex, Pairwise), Algebra::Parents(2, First, Pairwise)]),
        (dense(), [Algebra::Parents(2, Colex, KWay), Algebra::Parents(3, Lex, KWay)]),
        (level.clone(), [Algebra::Halving(8, Lex, Pairwise), Algebra::Halving(3, First, Pairwise)]),
        (level, [Algebra::Halving(8, First, KWay), Algebra::Parents(1, First, Pairwise)]),
    ] {
        let algebras = pair(algebras[0], algebras[1]);
        for graph in unit_and_weighted(&shape, 6) {
            let verdict = end(&graph, both(SUM), Options::default()).verdict;
            for options in ORDERS.map(updating) {
                let steps = steps(&graph, algebras, options);
                assert_eq!(steps.last().map(|step| step.verdict), Some(verdict), "{algebras:?} {options:?}");
                for step in steps {
                    for side in SIDES {
                        let found: Vec<&Seen> = step.labels.iter().map(|label| label.of(side)).collect();
                        let expected = algebras.of(side).recompute(&step.plain, side);
                        assert_eq!(found, expected.iter().collect::<Vec<_>>(), "{algebras:?} {options:?}");
                        compared += found.len();
                        cut += found.iter().filter(|seen| Size::from_len(seen.members.len()) < seen.size).count();
                    }
                }
            }
        }
    }
    assert!(cut > compared / 50, "{cut} of {compared} labels are cut");
}

/// Leaves that are expanded together lead to the labels that the leaves of the graph then have, in every order of updates.
#[test]
fn a_batch_leaves_labels_as_computed_from_scratch() {
    let level = RandomGraph { skip: 0.0, early_leaf: 0.0, ..solvable() };
    let placed = [
        pair(
            Algebra::Parents(2, TieOrder::First, UnionRule::Pairwise),
            Algebra::Parents(3, TieOrder::Lex, UnionRule::KWay),
        ),
        pair(Algebra::Halving(8, TieOrder::Lex, UnionRule::Pairwise), SUM),
    ];
    let (mut verdicts, mut together) = (0, 0);
    for algebras in family().into_iter().chain(placed) {
        for shape in [dense(), solvable(), level.clone()] {
            let is_halving = matches!(algebras.proof, Algebra::Halving(..));
            if is_halving && shape != level {
                continue;
            }
            for (graph, (batch, updates)) in
                unit_and_weighted(&shape, 12).zip([2, 7, 4].into_iter().cycle().zip(ORDERS.into_iter().cycle()))
            {
                let verdict = end(&graph, both(SUM), Options::default()).verdict;
                for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
                    let options = updating(updates).with_evaluation(evaluation).with_batch(batch);
                    let steps = steps(&graph, algebras, options);
                    assert_eq!(steps.last().map(|step| step.verdict), Some(verdict), "{algebras:?} {options:?}");
                    verdicts += usize::from(verdict != Verdict::Unknown);
                    for (before, step) in steps.iter().zip(&steps[1..]) {
                        together += usize::from(step.expanded > before.expanded + 1);
                        for side in SIDES {
                            let found: Vec<&Seen> = step.labels.iter().map(|label| label.of(side)).collect();
                            let expected = algebras.of(side).recompute(&step.plain, side);
                            assert_eq!(found, expected.iter().collect::<Vec<_>>(), "{algebras:?} {options:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(verdicts > 300 && together > 3_000, "{verdicts} {together}");
}

/// On a tree each node has one parent, so that caps by parents are the same for all; so are those that are not halved before the
/// last ply; and where nothing is listed, nothing is cut.
#[test]
fn caps_that_turn_out_to_be_equal_make_no_difference() {
    let tree = Options::default().with_graph(GraphMode::Tree);
    let never = Cut::halving(NonZeroU32::new(1000).unwrap());
    for graph in [small(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 3)) {
        for ties in TIES {
            // A node that gets another parent is recomputed, whatever comes of it.
            let known = |mut steps: Vec<Step>| {
                for step in &mut steps {
                    step.recomputed = 0;
                }
                steps
            };
            let placed = |k, cut, options| known(steps_with(&graph, || SortedSet::placed(k, cut, ties), options));
            let even = |k, options| known(steps_with(&graph, || SortedSet::truncated(k, ties), options));
            for options in [Options::default(), tree] {
                let (three, none) = (even(3, options), even(0, options));
                assert!(placed(3, never, options) == three);
                assert!(options.graph != GraphMode::Tree || placed(3, Cut::PARENTS, options) == three);
                for cut in [Cut::PARENTS, Cut::halving(NonZeroU32::MIN)] {
                    assert!(placed(0, cut, options) == none);
                }
            }
        }
    }
}

/// P1: after every update each label is what the oracle computes from scratch, for every algebra and every mixture: so
/// the two sides do not depend on each other. P2: one side is done if and only if the other is hopeless.
#[test]
fn p1_p2_stored_labels_are_those_computed_from_scratch() {
    let tree = Options::default().with_graph(GraphMode::Tree);
    let delayed = Options::default().with_evaluation(Evaluation::Delayed);
    for algebras in family() {
        let check = |graph: &Graph, options: Options| {
            for step in steps(graph, algebras, options) {
                for side in SIDES {
                    let found: Vec<&Seen> = step.labels.iter().map(|label| label.of(side)).collect();
                    let expected = algebras.of(side).recompute(&step.plain, side);
                    assert_eq!(found, expected.iter().collect::<Vec<_>>(), "{algebras:?} {options:?}");
                }
                for (label, value) in step.labels.iter().zip(&step.values) {
                    let (proof, disproof) = (label.proof.size, label.disproof.size);
                    assert_eq!((proof.is_zero(), proof.is_infinite()), (disproof.is_infinite(), disproof.is_zero()));
                    let expected = match (proof.is_zero(), disproof.is_zero()) {
                        (true, _) => Some(Value::Proven),
                        (_, true) => Some(Value::Disproven),
                        (false, false) => None,
                    };
                    assert_eq!(*value, expected);
                }
            }
        };
        for graph in unit_and_weighted(&dense(), 5) {
            for options in ORDERS.map(updating).into_iter().chain([delayed]) {
                check(&graph, options);
            }
        }
        for graph in unit_and_weighted(&small(), 5) {
            check(&graph, tree);
        }
    }
}

/// P3: proving all of a proof set proves its node, whatever becomes of the other leaves; disproof sets likewise.
#[test]
fn p3_sets_solve_their_nodes() {
    for (shape, max_cost) in [(small(), 1), (small(), 5), (dense(), 1), (dense(), 5)] {
        exact_steps(&shape, max_cost, 8, |step| {
            for (node, label) in step.labels.iter().enumerate() {
                for side in SIDES {
                    let set = label.of(side);
                    assert!(set.size.is_infinite() || is_set_for(&step.plain, side, node, &members(set)));
                }
            }
        });
    }
}

/// P3 for truncated sets and for numbers: what they stand for solves the node too. Numbers and bounds count at least
/// its cost; weak numbers and the max rule may count less.
#[test]
fn p3_what_numbers_and_bounds_stand_for_solves_their_nodes() {
    for algebras in family() {
        for graph in [small(), dense()].iter().flat_map(|shape| unit_and_weighted(shape, 5)) {
            for step in steps(&graph, algebras, Options::default()) {
                for side in SIDES {
                    for (node, set) in underlying(&step, side).iter().enumerate() {
                        let size = step.labels[node].of(side).size;
                        assert_eq!(size.is_infinite(), set.is_none());
                        let Some(set) = set else { continue };
                        assert!(is_set_for(&step.plain, side, node, set));
                        let counts_all = ![WEAK, MAX].contains(algebras.of(side));
                        assert!(!counts_all || weight(&step.plain, set, side) <= size);
                    }
                }
            }
        }
    }
}

/// P5: max rule <= true number <= tree rule, and max rule <= weak number <= tree rule, at each node of the DAGs that
/// searches by each of these rules grow. With costs of at least one this holds for weighted numbers too.
#[test]
fn p5_the_rules_for_numbers_are_ordered() {
    let [mut max_truth, mut truth_sum, mut max_weak, mut weak_sum] = std::array::from_fn(|_| Strict::default());
    for grower in [SUM, WEAK, MAX] {
        for graph in [small(), dense()].iter().flat_map(|shape| unit_and_weighted(shape, 15)) {
            for step in steps(&graph, both(grower), Options::default()) {
                let truth = truth(&step.plain);
                for side in SIDES {
                    let rule = |rule: Algebra| rule.recompute(&step.plain, side);
                    let (max, weak, sum) = (rule(MAX), rule(WEAK), rule(SUM));
                    for node in 0..step.plain.len() {
                        max_weak.at_most(max[node].size, weak[node].size);
                        weak_sum.at_most(weak[node].size, sum[node].size);
                        if let Some(truth) = &truth {
                            max_truth.at_most(max[node].size, *truth[node].of(side));
                            truth_sum.at_most(*truth[node].of(side), sum[node].size);
                        }
                    }
                }
            }
        }
    }
}

/// P7: truncated sets as they are stored. With unit costs, Definition 1: bound < K if and only if everything is listed,
/// else K nodes are. With costs: either the bound is the cost of what is listed, or K nodes are listed. And what is
/// listed is the first K members, by cost and then by age, of the set that the truncated one stands for.
#[test]
fn p7_stored_truncated_sets_list_the_first_members_of_what_they_stand_for() {
    for (cap, ties) in [0, 1, 2, 3, 5].into_iter().flat_map(|cap| TIES.map(|ties| (cap, ties))) {
        for (max_cost, graph) in [1, 5].into_iter().flat_map(|cost| graphs(&dense(), cost, 8).map(move |g| (cost, g))) {
            let algebras = by_either_rule((cap, cap), ties);
            for step in algebras.into_iter().flat_map(|algebras| steps(&graph, algebras, Options::default())) {
                for side in SIDES {
                    for (set, label) in underlying(&step, side).iter().zip(&step.labels) {
                        let (Some(set), seen) = (set, label.of(side)) else { continue };
                        let bound = seen.size.finite().expect("the set is finite") as usize;
                        if max_cost == 1 {
                            assert_eq!(seen.members.len(), bound.min(cap));
                        } else {
                            let listed = weight(&step.plain, &seen.members, side);
                            assert!(seen.size == listed || (seen.size > listed && seen.members.len() == cap));
                        }
                        let mut first: Vec<usize> = set.iter().copied().collect();
                        first.sort_by_key(|&leaf| (step.plain.cost(leaf, side), leaf));
                        first.truncate(cap);
                        assert_eq!(members(seen), first.into_iter().collect());
                    }
                }
            }
        }
    }
}

/// P12: sets list unknown leaves of the graph so far, which the node reaches: no expanded and no solved nodes.
#[test]
fn p12_sets_list_unknown_leaves_below_their_node() {
    for algebras in family() {
        for graph in [small(), dense()].iter().flat_map(|shape| unit_and_weighted(shape, 5)) {
            for step in steps(&graph, algebras, Options::default()) {
                let mut below: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); step.plain.len()];
                for leaf in step.plain.unknown_leaves() {
                    for (node, below) in below.iter_mut().enumerate() {
                        if reaches(&step.plain, node, leaf) {
                            below.insert(leaf);
                        }
                    }
                }
                for (label, below) in step.labels.iter().zip(&below) {
                    for side in SIDES {
                        assert!(members(label.of(side)).is_subset(below), "{label:?} {below:?}");
                    }
                }
            }
        }
    }
}

fn reaches(plain: &Plain, from: usize, to: usize) -> bool {
    from == to || plain.children(from).iter().any(|&child| reaches(plain, child, to))
}

// ---- Selection -----------------------------------------------------------------------------------------------------

/// P9: the expanded node was an unknown leaf in the set that the root's proof side stands for, and in that of its
/// disproof side, for every algebra and every mixture. It is also what the oracle selects, step by step.
#[test]
fn p9_the_expanded_node_was_an_unknown_leaf_of_both_underlying_sets_of_the_root() {
    for algebras in family() {
        for pick in [Pick::Oldest, Pick::Newest, Pick::LeastDepth, Pick::Descent] {
            for graph in unit_and_weighted(&solvable(), 8) {
                for pair in steps(&graph, algebras, picking(pick)).windows(2) {
                    let (before, expanded) = (&pair[0], pair[1].last.expect("a node was expanded"));
                    assert!(before.plain.kind(expanded).is_unknown());
                    for side in SIDES {
                        let root = underlying(before, side).swap_remove(0).expect("the root is unsolved");
                        assert!(root.contains(&expanded), "{algebras:?}");
                    }
                }
            }
        }
    }
}

/// P9: PSS(P,D) expands the leaf that the oracle selects in the same graph, for the oldest and for the newest.
#[test]
fn p9_the_expanded_node_is_the_one_that_the_oracle_selects() {
    for caps in CAPS {
        for (pick, plain_pick) in [(Pick::Oldest, PlainPick::First), (Pick::Newest, PlainPick::Last)] {
            for (ties, tie) in [(TieOrder::Lex, Tie::Lex), (TieOrder::Colex, Tie::Colex), (TieOrder::First, Tie::First)]
            {
                for graph in unit_and_weighted(&solvable(), 5) {
                    for (algebras, union) in by_either_rule(caps, ties).into_iter().zip([Union::Pairwise, Union::KWay])
                    {
                        for step in steps(&graph, algebras, picking(pick)).windows(2) {
                            let plain = &step[0].plain;
                            let order = SetOrder::by_number(plain.len(), tie);
                            let caps = pair(caps.0, caps.1);
                            assert_eq!(step[1].last, plain.most_proving(caps, union, &order, plain_pick));
                        }
                    }
                }
            }
        }
    }
}

/// Of the common members of the root's sets, [`Pick`] takes the first, the last, or the first of those nearest to the
/// root, by the path on which each was found.
#[test]
fn exact_sets_select_the_common_member_that_was_asked_for() {
    for graph in unit_and_weighted(&solvable(), 20) {
        for pick in [Pick::Oldest, Pick::Newest, Pick::LeastDepth] {
            let mut depth = vec![0];
            for step in steps(&graph, lists(TieOrder::Lex), picking(pick)).windows(2) {
                let (root, expanded) = (&step[0].labels[0], step[1].last.expect("a node was expanded"));
                let common: Vec<usize> = members(&root.proof).intersection(&members(&root.disproof)).copied().collect();
                let expected = match pick {
                    Pick::Oldest => common.first(),
                    Pick::Newest => common.last(),
                    Pick::LeastDepth | Pick::Descent => common.iter().min_by_key(|&&leaf| depth[leaf]),
                };
                assert_eq!(Some(&expanded), expected);
                depth.resize(step[1].plain.len(), depth[expanded] + 1);
            }
        }
    }
}

/// Section 3.2.2 of the paper: in PSS every expansion changes the label of the root, for its sets contained the node
/// that is no longer a leaf.
#[test]
fn every_expansion_of_proof_set_search_changes_the_root() {
    for (algebras, options) in exact() {
        for graph in unit_and_weighted(&solvable(), 10) {
            for pair in steps(&graph, algebras, options).windows(2) {
                assert_ne!(pair[0].labels[0].proof, pair[1].labels[0].proof);
                assert_ne!(pair[0].labels[0].disproof, pair[1].labels[0].disproof);
            }
        }
    }
}

// ---- Updates -------------------------------------------------------------------------------------------------------

/// P10: in a topological order each affected node is recomputed exactly once, and no other node at all. The queue needs
/// at least as many recomputations, and at times more, for these graphs have no rank function.
#[test]
fn p10_ordered_updates_recompute_each_affected_node_once() {
    let mut more = 0;
    for algebras in family() {
        for graph in unit_and_weighted(&dense(), 6) {
            for order in [UpdateOrder::Levels, UpdateOrder::Rank, UpdateOrder::PearceKelly] {
                updates(&graph, algebras, order, |affected, recomputed| assert_eq!(recomputed, affected, "{order:?}"));
            }
            updates(&graph, algebras, UpdateOrder::Fifo, |affected, recomputed| {
                assert!(recomputed >= affected);
                more += usize::from(recomputed > affected);
            });
        }
    }
    assert!(more > 100, "{more} sweeps of the queue recomputed a node again");
}

/// P10: all orders of updates end in the same labels after every expansion, and so expand the same nodes.
#[test]
fn p10_all_update_orders_reach_the_same_labels() {
    for algebras in family() {
        for graph in [solvable(), dense()].iter().flat_map(|shape| unit_and_weighted(shape, 4)) {
            let run = |order| {
                let mut steps = steps(&graph, algebras, updating(order));
                for step in &mut steps {
                    step.recomputed = 0;
                }
                steps
            };
            let [first, others @ ..] = ORDERS.map(run);
            assert!(others.iter().all(|other| *other == first));
        }
    }
}

// ---- Verdicts ------------------------------------------------------------------------------------------------------

/// P13: searches by every rule, pure and mixed, end with the value that backward induction gives.
#[test]
fn p13_verdicts_are_those_of_backward_induction() {
    let delayed = Options::default().with_evaluation(Evaluation::Delayed);
    let tree = Options::default().with_graph(GraphMode::Tree);
    let mut algebras: Vec<Pair<Algebra>> = family();
    algebras.extend([SUM, WEAK, MAX].into_iter().flat_map(|p| [SUM, WEAK, MAX].map(|d| pair(p, d))));
    let tree_shape = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() };
    let mut verdicts = [0; 3];
    for shape in [RandomGraph::tree(), tree_shape, small(), dense(), solvable()] {
        for graph in unit_and_weighted(&shape, 12) {
            let expected = proofset_oracle::solve(&graph, 100_000).expect("the graph is small").root();
            verdicts[expected as usize] += 1;
            for &algebras in &algebras {
                for options in [Options::default(), delayed, tree, updating(UpdateOrder::Fifo)] {
                    let end = end(&graph, algebras, options);
                    assert_eq!(end.verdict, expected, "{algebras:?} {options:?}");
                    let decided = expected != Verdict::Unknown;
                    assert_eq!(end.stop, if decided { StopReason::Decided } else { StopReason::OpenLeaves });
                }
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 10), "{verdicts:?}");
}

/// P13 at every node and at all times: what a search holds for decided is so, and stays so.
#[test]
fn p13_every_decided_node_has_its_value_at_once_and_for_good() {
    for algebras in family() {
        for graph in [small(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 6)) {
            let values = proofset_oracle::solve(&graph, 100_000).expect("the graph is small");
            let steps = steps(&graph, algebras, Options::default());
            for step in &steps {
                for (value, state) in step.values.iter().zip(&step.states) {
                    if let Some(value) = value {
                        assert_eq!(values.get(state).and_then(Verdict::value), Some(*value));
                    }
                }
            }
            for pair in steps.windows(2) {
                let mut both = pair[0].values.iter().zip(&pair[1].values);
                assert!(both.all(|(before, after)| before.is_none() || before == after));
            }
        }
    }
}

// ---- True numbers --------------------------------------------------------------------------------------------------

/// All sets of unknown leaves that solve the root one way.
fn solving_sets(plain: &Plain, side: Value) -> Vec<BTreeSet<usize>> {
    let leaves = plain.unknown_leaves();
    (0..1_usize << leaves.len())
        .map(|chosen| (0..leaves.len()).filter(|bit| chosen >> bit & 1 == 1).map(|bit| leaves[bit]).collect())
        .filter(|set| is_set_for(plain, side, plain.root_node(), set))
        .collect()
}

/// The steps with an unsolved root and few unknown leaves, of searches on small graphs with and without costs.
fn small_steps(seeds: u64, mut check: impl FnMut(&Plain)) {
    let mut checked = 0;
    for (algebras, options) in [(both(SUM), Options::default()), (lists(TieOrder::Lex), Options::default())] {
        for graph in unit_and_weighted(&RandomGraph { share: 0.7, ..small() }, seeds) {
            for step in steps(&graph, algebras, options) {
                if step.values[0].is_none() && step.plain.unknown_leaves().len() <= 6 {
                    checked += 1;
                    check(&step.plain);
                }
            }
        }
    }
    assert!(checked > 100, "{checked} graphs were small enough");
}

/// P14 (Schijf 1993): every proof set and every disproof set of least cost have a common leaf. Proving such a leaf
/// lowers the true proof number by its cost and does not lower the true disproof number; disproving it dually.
#[test]
fn p14_a_true_most_proving_leaf_counts_in_full_either_way() {
    small_steps(25, |plain| {
        let truth = |plain: &Plain| plain.true_numbers().expect("the graph is small")[plain.root_node()];
        let least = |side| {
            let mut sets = solving_sets(plain, side);
            sets.retain(|set| weight(plain, set, side) == *truth(plain).of(side));
            sets
        };
        let (proofs, disproofs) = (least(Value::Proven), least(Value::Disproven));
        let mut most_proving = BTreeSet::new();
        for (proof, disproof) in proofs.iter().flat_map(|proof| disproofs.iter().map(move |other| (proof, other))) {
            assert!(!proof.is_disjoint(disproof), "one of them could be proven and the other disproven");
            most_proving.extend(proof.intersection(disproof).copied());
        }
        for leaf in most_proving {
            for side in SIDES {
                assert_worth((plain, truth(plain)), leaf, side, truth(&with_leaf(plain, leaf, side)));
            }
        }
    });
}

/// P15: the least cost of a proof set is the least cost of a set of leaves that meets all minimal disproof sets, and
/// dually.
#[test]
fn p15_true_numbers_are_those_of_sets_that_meet_all_minimal_sets_of_the_other_side() {
    small_steps(20, |plain| {
        let truth = plain.true_numbers().expect("the graph is small")[plain.root_node()];
        let leaves: Vec<usize> = plain.unknown_leaves();
        for (side, other) in [(Value::Proven, Value::Disproven), (Value::Disproven, Value::Proven)] {
            let solving = solving_sets(plain, other);
            let is_minimal =
                |set: &&BTreeSet<usize>| !solving.iter().any(|part| part.len() < set.len() && part.is_subset(set));
            let minimal: Vec<&BTreeSet<usize>> = solving.iter().filter(is_minimal).collect();
            let meeting = (0..1_usize << leaves.len())
                .map(|chosen| (0..leaves.len()).filter(|bit| chosen >> bit & 1 == 1).map(|bit| leaves[bit]).collect())
                .filter(|set: &BTreeSet<usize>| minimal.iter().all(|other| !set.is_disjoint(other)));
            assert_eq!(meeting.map(|set| weight(plain, &set, side)).min(), Some(*truth.of(side)));
        }
    });
}
