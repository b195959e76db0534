//! True numbers against the oracle, which tries all sets of leaves, and against graphs whose numbers are known.

use std::collections::BTreeSet;

use proofset_core::{NodeId, Role, Size, Value};
use proofset_exact::{AndOrDag, CycleError, GateKind, Minimum, minimum_sets};
use proofset_oracle::{Graph, Kind, SetOrder, Tie};
use proofset_testkit::families::{diamond_chain, example4, vertex_cover};
use proofset_testkit::random::RandomGraph;

use crate::graphs::{Listed, id, listed};

/// Random DAGs with shared leaves, of unit cost if the seed is even.
fn random_graph(seed: u64) -> Listed {
    let parameters = RandomGraph {
        depth: 4 + seed as usize % 4,
        width: 5,
        share: 0.6,
        proven: 0.1,
        disproven: 0.1,
        max_weight: if seed.is_multiple_of(2) { 1 } else { 5 },
        ..RandomGraph::dag()
    };
    listed(&parameters.generate(seed))
}

/// The graphs among the first so many that have some unknown leaves, but not too many for the oracle.
fn random_graphs(seeds: u64, leaves: usize) -> impl Iterator<Item = (u64, Listed)> {
    let fits = move |graph: &Listed| (1..=leaves).contains(&graph.0.unknown_leaves().len());
    (0..seeds).map(|seed| (seed, random_graph(seed))).filter(move |(_, graph)| fits(graph))
}

#[test]
fn every_node_of_a_thousand_graphs() {
    let (mut graphs, mut overcounted, mut bounds) = (0, 0, 0);
    for (seed, graph) in random_graphs(1200, 10) {
        graphs += 1;
        let truth = graph.0.true_numbers().unwrap();
        let (numbers, least) = (graph.0.numbers(), graph.0.max_rule());
        let sets = graph.0.sets(&SetOrder::by_number(graph.0.len(), Tie::Lex));
        for node in 0..graph.0.len() {
            for work in [0, 1, 4, u64::MAX] {
                let found = graph.sets(node, work);
                for (side, minimum) in [(Value::Proven, &found.proof), (Value::Disproven, &found.disproof)] {
                    let context = format!("seed {seed}, node {node}, {side}, work {work}: {minimum:?}");
                    let expected = *truth[node].of(side);
                    assert!(minimum.lower() <= expected && expected <= minimum.upper(), "{context}, {expected}");
                    assert!(minimum.is_exact() || work < u64::MAX, "{context}");
                    assert!(*least[node].of(side) <= minimum.lower(), "{context}");
                    graph.check(node, side, minimum, &context);
                    bounds += usize::from(!minimum.is_exact());
                    overcounted += usize::from(work == u64::MAX && *numbers[node].of(side) != expected);
                    if work == u64::MAX {
                        let set = sets[node].of(side).as_ref();
                        let weight = set.map_or(u64::MAX, |set| graph.0.weight(set, side));
                        let weight = Size::new(u32::try_from(weight).unwrap_or(u32::MAX - 1));
                        assert!(expected <= weight || expected.is_infinite(), "{context}");
                        assert!(weight <= *numbers[node].of(side), "{context}");
                    }
                }
                let decided = graph.0.verdicts()[node].value().is_some();
                assert_eq!(found.most_proving().is_none(), decided, "a proof set and a disproof set must meet");
            }
        }
    }
    assert!(graphs > 600 && overcounted > 1000 && bounds > 50, "{graphs} {overcounted} {bounds}");
}

#[test]
fn a_most_proving_node_lowers_either_number_by_its_cost() {
    let mut checked = 0;
    for (seed, graph) in random_graphs(400, 40) {
        let root = graph.0.root_node();
        let sets = graph.exact();
        let Some(leaf) = sets.most_proving() else { continue };
        let with = |kind| {
            let kinds = (0..graph.0.len()).map(|node| if node == leaf.index() { kind } else { graph.0.kind(node) });
            let children = (0..graph.0.len()).map(|node| graph.0.children(node).to_vec());
            Listed(Graph::new(kinds.collect(), children.collect(), root).unwrap()).exact()
        };
        let cost = |side| Size::new(graph.0.cost(leaf.index(), side));
        assert_eq!(with(Kind::Proven).proof.upper() + cost(Value::Proven), sets.proof.upper(), "seed {seed}");
        assert_eq!(
            with(Kind::Disproven).disproof.upper() + cost(Value::Disproven),
            sets.disproof.upper(),
            "seed {seed}"
        );
        checked += 1;
    }
    assert!(checked > 300, "{checked}");
}

/// The sets of unknown leaves that have a property and lose it with any leaf, as bits.
fn minimal(leaves: &[usize], holds: impl Fn(&BTreeSet<usize>) -> bool) -> Vec<usize> {
    let chosen = |bits: usize| (0..leaves.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| leaves[bit]).collect();
    let all: Vec<usize> = (0..1_usize << leaves.len()).filter(|&bits| holds(&chosen(bits))).collect();
    all.iter().copied().filter(|&bits| !all.iter().any(|&other| other != bits && other & !bits == 0)).collect()
}

#[test]
fn a_proof_number_is_the_weight_of_a_hitting_set_of_all_disproof_sets() {
    let mut checked = 0;
    for (seed, graph) in random_graphs(500, 7) {
        let root = graph.0.root_node();
        let leaves = graph.0.unknown_leaves();
        let proofs = minimal(&leaves, |set| graph.0.is_proof_set(root, set));
        let disproofs = minimal(&leaves, |set| graph.0.is_disproof_set(root, set));
        let lightest = |sets: &[usize], side| {
            let weight = |bits: usize| {
                let chosen = (0..leaves.len()).filter(|bit| bits >> bit & 1 == 1);
                chosen.map(|bit| Size::new(graph.0.cost(leaves[bit], side))).sum::<Size>()
            };
            let hitting = (0..1_usize << leaves.len()).filter(|bits| sets.iter().all(|set| set & bits != 0));
            hitting.map(weight).min().unwrap_or(Size::INFINITE)
        };
        let found = graph.exact();
        assert_eq!(found.proof.upper(), lightest(&disproofs, Value::Proven), "seed {seed}");
        assert_eq!(found.disproof.upper(), lightest(&proofs, Value::Disproven), "seed {seed}");
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn bounds_close_in_with_more_work() {
    let parameters = RandomGraph {
        depth: 5,
        width: 70,
        branching: 3..=4,
        share: 0.35,
        early_leaf: 0.05,
        proven: 0.0,
        disproven: 0.0,
        ..RandomGraph::layered()
    };
    let (mut leaves, mut open) = (0, 0);
    for seed in 0..60 {
        let parameters = RandomGraph { max_weight: 1 + seed as u32 % 3, ..parameters.clone() };
        let graph = listed(&parameters.generate(seed));
        let root = graph.0.root_node();
        leaves += graph.0.unknown_leaves().len();
        let exact = graph.exact();
        graph.check(root, Value::Proven, &exact.proof, "exact");
        graph.check(root, Value::Disproven, &exact.disproof, "exact");
        for work in [0, 2, 10, 50, 250] {
            let found = graph.sets(root, work);
            let sides = [
                (Value::Proven, &found.proof, exact.proof.upper()),
                (Value::Disproven, &found.disproof, exact.disproof.upper()),
            ];
            for (side, minimum, truth) in sides {
                let context = format!("seed {seed}, {side}, work {work}: {minimum:?}");
                assert!(minimum.lower() <= truth && truth <= minimum.upper(), "{context}, {truth}");
                graph.check(root, side, minimum, &context);
                open += usize::from(!minimum.is_exact());
            }
            assert!(found.most_proving().is_some(), "a proof set and a disproof set must meet");
        }
    }
    assert!(leaves > 60 * 60 && open > 100, "{leaves} leaves, {open} bounds");
}

/// The true proof number of the root.
fn proof_number(graph: &proofset_and_or::Graph) -> u32 {
    let graph = listed(graph);
    let sets = graph.exact();
    graph.check(graph.0.root_node(), Value::Proven, &sets.proof, "proof");
    graph.check(graph.0.root_node(), Value::Disproven, &sets.disproof, "disproof");
    sets.proof.upper().finite().unwrap()
}

#[test]
fn families_with_known_numbers() {
    for n in 1..=6 {
        assert_eq!(proof_number(&example4(n)), 3, "Example 4, n = {n}");
    }
    for d in [1, 6, 70, 2000] {
        assert_eq!(proof_number(&diamond_chain(d)), 1, "{d} diamonds");
    }
    let cycle = |n: u32| (0..n).map(|vertex| (vertex, (vertex + 1) % n)).collect::<Vec<_>>();
    for n in [3, 5, 60, 61, 99] {
        assert_eq!(proof_number(&vertex_cover(&cycle(n))), n.div_ceil(2), "cycle of {n}");
    }
    for n in [4, 9, 12] {
        let complete: Vec<(u32, u32)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
        assert_eq!(proof_number(&vertex_cover(&complete)), n - 1, "complete graph of {n}");
    }
    // The Petersen graph: its largest independent set has four vertices.
    let petersen: Vec<(u32, u32)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
    assert_eq!(proof_number(&vertex_cover(&petersen)), 6);
    // A grid of 8 by 9: bipartite, with a perfect matching.
    let place = |row: u32, column: u32| 9 * row + column;
    let across = (0..8).flat_map(|row| (0..8).map(move |column| (place(row, column), place(row, column + 1))));
    let down = (0..7).flat_map(|row| (0..9).map(move |column| (place(row, column), place(row + 1, column))));
    assert_eq!(proof_number(&vertex_cover(&across.chain(down).collect::<Vec<_>>())), 36);
}

/// An AND node over leaves, each of this cost on both sides.
fn leaves(costs: &[u32]) -> Listed {
    let mut kinds = vec![Kind::Interior(Role::And)];
    kinds.extend(costs.iter().map(|&cost| Kind::Unknown { proof: cost, disproof: cost }));
    let mut children = vec![(1..=costs.len()).collect()];
    children.resize(kinds.len(), Vec::new());
    Listed(Graph::new(kinds, children, 0).unwrap())
}

#[test]
fn sizes_saturate_below_infinity() {
    let most = u32::MAX - 1;
    let sets = leaves(&[most, most, most]).exact();
    assert_eq!((sets.proof.upper(), sets.disproof.upper()), (Size::MAX_FINITE, Size::MAX_FINITE));
    assert_eq!((sets.proof.set().unwrap().len(), sets.disproof.set().unwrap().len()), (3, 1));
    let sets = leaves(&[5, 3, 4]).exact();
    assert_eq!(sets.disproof, Minimum::Exact { size: Size::new(3), set: vec![id(2)] });
}

/// A graph given by functions.
struct Sketch<K, C>(K, C);

impl<K: Fn(usize) -> GateKind, C: Fn(usize) -> Vec<usize>> AndOrDag for Sketch<K, C> {
    fn kind(&self, node: NodeId) -> GateKind {
        (self.0)(node.index())
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        (self.1)(node.index()).into_iter().map(id)
    }
}

#[test]
fn costs_are_taken_into_their_range() {
    let leaf = GateKind::Leaf { proof: Size::ZERO, disproof: Size::INFINITE };
    let sets = minimum_sets(&Sketch(|_| leaf, |_| Vec::new()), id(0), 0).unwrap();
    assert_eq!(sets.proof, Minimum::Exact { size: Size::ONE, set: vec![id(0)] });
    assert_eq!(sets.disproof, Minimum::Exact { size: Size::MAX_FINITE, set: vec![id(0)] });
}

#[test]
fn decided_nodes_have_an_empty_set_and_none() {
    for (role, value) in [(Role::Or, Value::Disproven), (Role::And, Value::Proven)] {
        let sets = minimum_sets(&Sketch(|_| GateKind::Gate(role), |_| Vec::new()), id(0), 0).unwrap();
        let empty = Minimum::Exact { size: Size::ZERO, set: Vec::new() };
        let (done, impossible) = if value == Value::Proven {
            (sets.proof.clone(), &sets.disproof)
        } else {
            (sets.disproof.clone(), &sets.proof)
        };
        assert_eq!((done, impossible), (empty, &Minimum::None));
        assert_eq!(sets.most_proving(), None);
    }
}

#[test]
fn a_cycle_is_an_error() {
    let graph = Sketch(|_| GateKind::Gate(Role::And), |node| vec![(node + 1) % 3, 3]);
    assert!(matches!(minimum_sets(&graph, id(1), 9), Err(CycleError { .. })));
    let behind = Sketch(
        |node| if node == 0 { GateKind::Decided(Value::Proven) } else { GateKind::Gate(Role::Or) },
        |node| vec![node],
    );
    assert!(minimum_sets(&behind, id(0), 9).is_ok(), "children of decided nodes are not looked at");
}

#[test]
fn a_graph_may_be_very_deep() {
    // A gate and a leaf at each of many levels, the gates of either kind by turns.
    const LEVELS: usize = 100_000;
    let kind = |node: usize| match node {
        LEVELS.. => GateKind::Leaf { proof: Size::ONE, disproof: Size::ONE },
        _ if node.is_multiple_of(2) => GateKind::Gate(Role::And),
        _ => GateKind::Gate(Role::Or),
    };
    let children = |node: usize| if node < LEVELS { vec![node + 1, LEVELS + 1 + node] } else { Vec::new() };
    let sets = minimum_sets(&Sketch(kind, children), id(0), u64::MAX).unwrap();
    assert_eq!((sets.proof.upper(), sets.disproof.upper()), (Size::new(2), Size::ONE));
    assert!(sets.proof.is_exact() && sets.disproof.is_exact());
}
