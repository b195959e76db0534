//! The sizes for which the families are known, and their published members.

use std::collections::HashMap;

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Problem, Role, Size};
use proofset_testkit::families::{complete_dag, diamond_chain, example4, vertex_cover};
use proofset_testkit::suite;

/// Proof and disproof number by the rules for trees.
fn tree_numbers(graph: &Graph, node: NodeIndex, known: &mut HashMap<NodeIndex, (Size, Size)>) -> (Size, Size) {
    if let Some(&numbers) = known.get(&node) {
        return numbers;
    }
    let children: Vec<(Size, Size)> =
        graph.children(node).iter().map(|&child| tree_numbers(graph, child, known)).collect();
    let (proofs, disproofs) =
        (children.iter().map(|&(proof, _)| proof), children.iter().map(|&(_, disproof)| disproof));
    let numbers = match graph.kind(node) {
        Some(Role::Or) => (proofs.min().expect("an interior node"), disproofs.sum()),
        Some(Role::And) => (proofs.sum(), disproofs.min().expect("an interior node")),
        None => (Size::ONE, Size::ONE),
    };
    known.insert(node, numbers);
    numbers
}

fn root_numbers(graph: &Graph) -> (u32, u32) {
    let (proof, disproof) = tree_numbers(graph, graph.root(), &mut HashMap::new());
    (proof.finite().expect("all leaves are unknown"), disproof.finite().expect("all leaves are unknown"))
}

/// The size of the smallest set of leaves that proves the root, by trying all sets.
fn smallest_proof(graph: &Graph) -> u32 {
    fn holds(graph: &Graph, node: NodeIndex, proven: &dyn Fn(NodeIndex) -> bool) -> bool {
        match graph.kind(node) {
            Some(Role::Or) => graph.children(node).iter().any(|&child| holds(graph, child, proven)),
            Some(Role::And) => graph.children(node).iter().all(|&child| holds(graph, child, proven)),
            None => proven(node),
        }
    }
    let leaves: Vec<NodeIndex> = graph.nodes().filter(|&node| graph.is_leaf(node)).collect();
    let place: HashMap<NodeIndex, usize> = leaves.iter().enumerate().map(|(place, &leaf)| (leaf, place)).collect();
    (0..1_u32 << leaves.len())
        .filter(|set| holds(graph, graph.root(), &|leaf| set >> place[&leaf] & 1 == 1))
        .map(u32::count_ones)
        .min()
        .expect("all leaves together prove the root")
}

/// The graph without its names: role and children of each node, numbered as a walk from the root meets them.
fn shape(graph: &Graph) -> Vec<(Option<Role>, Vec<usize>)> {
    let mut number: HashMap<NodeIndex, usize> = HashMap::from([(graph.root(), 0)]);
    let mut met = vec![graph.root()];
    let mut shape = Vec::new();
    while let Some(&node) = met.get(shape.len()) {
        let mut children = Vec::new();
        for &child in graph.children(node) {
            let next = met.len();
            let number = *number.entry(child).or_insert(next);
            if number == next {
                met.push(child);
            }
            children.push(number);
        }
        shape.push((graph.kind(node), children));
    }
    shape
}

fn check_published(file: &str, graph: &Graph) {
    let path = suite::folder().join("and-or").join(file);
    let text = std::fs::read_to_string(path).expect("the file is in the collection");
    let published = Graph::from_json(&text).expect("the file is a graph");
    assert_eq!(shape(graph), shape(&published), "{file}");
}

#[test]
fn members_in_the_collection() {
    check_published("diamond_chain_d6.json", &diamond_chain(6));
    check_published("example3_fig3.json", &example4(1));
    check_published("example4_fig4.json", &example4(2));
    check_published("example4_generalised_n3.json", &example4(3));
    check_published("vertex_cover_c5.json", &vertex_cover(&[(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]));
}

#[test]
fn diamonds_double_the_proof_number() {
    for d in 1..=20 {
        assert_eq!(root_numbers(&diamond_chain(d)), (1 << d, 1));
        assert_eq!(smallest_proof(&diamond_chain(d.min(8))), 1);
    }
    assert_eq!(root_numbers(&diamond_chain(70)).0, Size::MAX_FINITE.finite().expect("finite"), "saturated");
}

#[test]
fn complete_dags_have_all_edges() {
    for n in 1..=12 {
        let graph = complete_dag(n);
        assert_eq!(graph.edge_count() as u32, n * (n - 1) / 2 + 2);
        assert_eq!(root_numbers(&graph), ((1 << (n - 1)).max(2), 1));
        assert_eq!(smallest_proof(&graph), 2);
    }
}

#[test]
fn example_4_grows_but_three_leaves_prove_it() {
    for n in 1..=10 {
        assert_eq!(root_numbers(&example4(n)), ((1 << (n + 1)) + 1, 1));
    }
    assert_eq!([1, 2, 3].map(|n| smallest_proof(&example4(n))), [3, 3, 3]);
}

#[test]
fn vertex_covers() {
    let triangle = vertex_cover(&[(1, 2), (2, 3), (3, 1)]);
    assert_eq!((root_numbers(&triangle), smallest_proof(&triangle)), ((3, 2), 2));
    let star = vertex_cover(&[(0, 1), (0, 2), (0, 3), (0, 4)]);
    assert_eq!((root_numbers(&star), smallest_proof(&star)), ((4, 2), 1));
    let outer = (0..5).map(|vertex| (vertex, (vertex + 1) % 5));
    let spokes = (0..5).map(|vertex| (vertex, vertex + 5));
    let inner = (0..5).map(|vertex| (vertex + 5, (vertex + 2) % 5 + 5));
    let petersen = vertex_cover(&outer.chain(spokes).chain(inner).collect::<Vec<_>>());
    assert_eq!((root_numbers(&petersen), smallest_proof(&petersen)), ((15, 2), 6));
}
