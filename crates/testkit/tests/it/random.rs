//! The shapes that the parameters of random graphs promise.

use std::collections::HashSet;

use insta::assert_snapshot;
use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Problem, Role, Size, Value};
use proofset_testkit::random::{Kinds, RandomGraph};

const SEEDS: std::ops::Range<u64> = 0..200;

fn large() -> RandomGraph {
    RandomGraph { depth: 12, width: 60, branching: 1..=4, ..RandomGraph::layered() }
}

fn reachable(graph: &Graph) -> usize {
    let mut seen = HashSet::from([graph.root()]);
    let mut open = vec![graph.root()];
    while let Some(node) = open.pop() {
        open.extend(graph.children(node).iter().copied().filter(|&child| seen.insert(child)));
    }
    seen.len()
}

fn edges(graph: &Graph) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
    graph.nodes().flat_map(|parent| graph.children(parent).iter().map(move |&child| (parent, child)))
}

/// True if all paths from the root to a node have the same length.
fn is_layered(graph: &Graph) -> bool {
    let mut layer = vec![None; graph.node_count()];
    layer[graph.root().index()] = Some(0);
    let mut current = vec![graph.root()];
    let mut depth = 0;
    while !current.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for node in current {
            for &child in graph.children(node) {
                match layer[child.index()].replace(depth) {
                    None => next.push(child),
                    Some(earlier) if earlier != depth => return false,
                    Some(_) => {}
                }
            }
        }
        current = next;
    }
    true
}

fn alternates(graph: &Graph) -> bool {
    edges(graph).all(|(parent, child)| graph.is_leaf(child) || graph.kind(parent) != graph.kind(child))
}

/// The part of the edges that lead to a node which has an edge already.
fn shared_part(graphs: impl Iterator<Item = Graph>) -> f64 {
    let (edges, nodes) = graphs.fold((0, 0), |(edges, nodes), graph| {
        (edges + graph.edge_count() as u32, nodes + graph.node_count() as u32 - 1)
    });
    f64::from(edges - nodes) / f64::from(edges)
}

/// The part of the leaves with this value.
fn part_of_leaves(graphs: impl Iterator<Item = Graph>, value: Option<Value>) -> f64 {
    let (mut all, mut with_value) = (0_u32, 0_u32);
    for graph in graphs {
        for leaf in graph.nodes().filter(|&node| graph.is_leaf(node)) {
            all += 1;
            with_value += u32::from(graph.leaf_value(leaf) == value);
        }
    }
    f64::from(with_value) / f64::from(all)
}

#[test]
fn the_root_reaches_every_node() {
    for seed in SEEDS {
        for parameters in [RandomGraph::tree(), RandomGraph::layered(), RandomGraph::dag(), RandomGraph::cyclic()] {
            let graph = parameters.generate(seed);
            assert_eq!(reachable(&graph), graph.node_count(), "{parameters:?}, seed {seed}");
            assert!(!graph.is_leaf(graph.root()), "{parameters:?}, seed {seed}");
        }
    }
}

#[test]
fn trees_layers_and_cycles() {
    let (mut shared, mut jumped, mut cyclic) = (0, 0, 0);
    for seed in SEEDS {
        let tree = RandomGraph::tree().generate(seed);
        assert_eq!(tree.edge_count(), tree.node_count() - 1, "seed {seed}");
        let layered = RandomGraph::layered().generate(seed);
        assert!(is_layered(&layered) && alternates(&layered), "seed {seed}");
        shared += usize::from(layered.edge_count() > layered.node_count() - 1);
        let dag = RandomGraph::dag().generate(seed);
        assert_eq!(dag.find_cycle(), None, "seed {seed}");
        jumped += usize::from(!is_layered(&dag));
        cyclic += usize::from(RandomGraph::cyclic().generate(seed).find_cycle().is_some());
    }
    for (count, what) in [(shared, "share a node"), (jumped, "jump a layer"), (cyclic, "have a cycle")] {
        assert!(count > 100, "only {count} of 200 {what}");
    }
}

#[test]
fn back_edges_close_cycles() {
    let mut cyclic = 0;
    for seed in SEEDS {
        let graph = RandomGraph { back: 1.0, ..RandomGraph::cyclic() }.generate(seed);
        // Every interior node below the root has a back edge; there may be none.
        let interior = graph.nodes().filter(|&node| !graph.is_leaf(node)).count();
        assert_eq!(graph.find_cycle().is_some(), interior > 1, "seed {seed}");
        cyclic += usize::from(interior > 1);
    }
    assert!(cyclic > 150, "only {cyclic} of 200 have a cycle");
}

#[test]
fn alternation_survives_jumps_and_back_edges() {
    let parameters = RandomGraph { kinds: Kinds::Alternating(Role::And), depth: 8, ..RandomGraph::cyclic() };
    let mut jumped = 0;
    for seed in SEEDS {
        let graph = parameters.generate(seed);
        assert_eq!(graph.kind(graph.root()), Some(Role::And));
        assert!(alternates(&graph), "seed {seed}");
        jumped += usize::from(!is_layered(&RandomGraph { back: 0.0, ..parameters.clone() }.generate(seed)));
    }
    assert!(jumped > 100, "only {jumped} of 200 jump layers");
}

#[test]
fn rates_are_kept() {
    for share in [0.0, 0.2, 0.5] {
        let parameters = RandomGraph { share, width: usize::MAX, branching: 4..=5, depth: 7, ..RandomGraph::layered() };
        let part = shared_part((0..20).map(|seed| parameters.generate(seed)));
        assert!((part - share).abs() < 0.03, "{part} of the edges are shared instead of {share}");
    }
    let parameters = RandomGraph { proven: 0.3, disproven: 0.1, ..large() };
    for (value, rate) in [(Some(Value::Proven), 0.3), (Some(Value::Disproven), 0.1), (None, 0.6)] {
        let part = part_of_leaves((0..20).map(|seed| parameters.generate(seed)), value);
        assert!((part - rate).abs() < 0.03, "{part} of the leaves are {value:?} instead of {rate}");
    }
}

#[test]
fn layers_are_no_wider_than_allowed() {
    for share in [0.0, 0.5] {
        for seed in SEEDS {
            let graph = RandomGraph { width: 3, share, ..large() }.generate(seed);
            assert!(graph.node_count() <= 1 + 12 * 3, "seed {seed}");
            assert!(share > 0.0 || graph.edge_count() == graph.node_count() - 1, "still a tree, seed {seed}");
        }
    }
}

#[test]
fn weights_span_their_range() {
    let graph = RandomGraph { max_weight: 4, ..large() }.generate(1);
    let mut proofs: Vec<Size> = graph.nodes().map(|node| graph.cost(node).0).collect();
    proofs.sort_unstable();
    proofs.dedup();
    assert_eq!(proofs, [1, 2, 3, 4].map(Size::new));
    assert!(graph.nodes().any(|node| graph.cost(node).0 != graph.cost(node).1), "the sides differ");
}

/// Guards against silent changes: a failing seed in an old report must still give the same graph.
#[test]
fn a_seed_is_a_graph_for_good() {
    let parameters = RandomGraph { depth: 4, max_weight: 3, ..RandomGraph::cyclic() };
    assert_snapshot!(parameters.generate(2001).to_json(), @r#"
    {
      "name": "random graph, seed 2001",
      "nodes": [
        {"id": "n0", "kind": "and", "h_proof": 3, "h_disproof": 2},
        {"id": "n1", "kind": "or", "h_proof": 3, "h_disproof": 1},
        {"id": "n2", "kind": "and"},
        {"id": "n3", "kind": "or", "h_proof": 2, "h_disproof": 3},
        {"id": "n4", "kind": "and", "h_proof": 1, "h_disproof": 3},
        {"id": "n5", "kind": "and", "h_proof": 1, "h_disproof": 3},
        {"id": "n6", "kind": "and", "h_proof": 3, "h_disproof": 2},
        {"id": "n7", "kind": null, "h": 2},
        {"id": "n8", "kind": null, "h_proof": 3, "h_disproof": 2},
        {"id": "n9", "kind": null},
        {"id": "n10", "kind": null, "h_proof": 2, "h_disproof": 3},
        {"id": "n11", "kind": null, "h_proof": 3, "h_disproof": 1}
      ],
      "edges": [
        ["n0", "n1"],
        ["n0", "n2"],
        ["n1", "n3"],
        ["n2", "n4"],
        ["n3", "n5"],
        ["n3", "n6"],
        ["n3", "n7"],
        ["n4", "n8"],
        ["n4", "n5"],
        ["n4", "n9"],
        ["n5", "n10"],
        ["n5", "n7"],
        ["n5", "n1"],
        ["n6", "n11"],
        ["n6", "n0"]
      ],
      "root": "n0",
      "leaf_values": {
        "n8": "disproven",
        "n10": "disproven"
      }
    }
    "#);
}
