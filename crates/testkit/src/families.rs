//! Families of graphs with known sizes, each of which makes one weakness visible.
//!
//! All leaves are unknown, so the sizes of proof and disproof sets can be compared without any expansion order.
//!
//! The reference: M. Müller, Proof-Set Search, Computers and Games 2000, LNCS 2063, 2001, for [`example4`].

use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::Role::{And, Or};

/// `d` AND nodes, each over two OR nodes that share their only child, the next AND node; a leaf ends the chain.
///
/// One leaf proves the root, and the sum rule counts it `2^d` times: it overflows 64 bits at `d` = 64.
pub fn diamond_chain(d: u32) -> Graph {
    assert!(d >= 1, "a chain has at least one diamond");
    let mut builder = GraphBuilder::new();
    builder.name(format!("chain of {d} diamonds")).root("a0");
    for link in 0..d {
        let [top, left, right] = ["a", "l", "r"].map(|letter| format!("{letter}{link}"));
        let below = if link + 1 == d { "x".to_owned() } else { format!("a{}", link + 1) };
        builder.node(&top, And).node(&left, Or).node(&right, Or);
        builder.edges(&top, [&left, &right]).edge(&left, &below).edge(&right, &below);
    }
    builder.leaf("x", None).build().expect("diamonds make a graph")
}

/// AND nodes `v0` to `v(n-1)`, each with edges to all later ones; the last has the two leaves.
///
/// The longest path has as many edges as there can be, so first-in-first-out updates recompute `n(n-1)/2 + 1` nodes
/// after an expansion of the last one, and updates in topological order `n`.
pub fn complete_dag(n: u32) -> Graph {
    assert!(n >= 1, "a complete DAG has at least one node");
    let mut builder = GraphBuilder::new();
    builder.name(format!("complete DAG of {n} nodes")).root("v0");
    for node in 0..n {
        builder.node(format!("v{node}"), And);
        builder.edges(format!("v{node}"), (node + 1..n).map(|later| format!("v{later}")));
    }
    builder.edges(format!("v{}", n - 1), ["x", "y"]).leaf("x", None).leaf("y", None);
    builder.build().expect("complete DAGs are graphs")
}

/// Müller's Example 4, on which the proof sets of proof-set search grow without bound while three leaves suffice.
///
/// `example4(1)` is his Example 3 (Figure 3) and `example4(2)` his Figure 4. Step `i`, from 2 to `n`, puts an AND node
/// `Si` on top, over `Ti` and `Ui`; both are OR nodes over the previous root, and `Ui` has the alternative `Vi`, which
/// needs `2^i` new leaves: one less than what the set of the previous root holds. So the set of the root has
/// `2^(n+1) + 1` leaves.
pub fn example4(n: u32) -> Graph {
    assert!((1..=24).contains(&n), "example 4 has 1 to 24 levels: its leaves double with each");
    let mut builder = GraphBuilder::new();
    builder.name(format!("Example 4, n = {n}")).source("Müller 2001");
    let mut root = "A".to_owned();
    for i in 2..=n {
        let [s, t, u, v] = ["S", "T", "U", "V"].map(|letter| format!("{letter}{i}"));
        let leaves: Vec<String> = (0..1_u32 << i).map(|leaf| format!("L{i}_{leaf}")).collect();
        builder.node(&s, And).node(&t, Or).node(&u, Or).node(&v, And);
        builder.edges(&s, [&t, &u]).edge(&t, &root).edges(&u, [&root, &v]).edges(&v, &leaves);
        for leaf in leaves {
            builder.leaf(leaf, None);
        }
        root = s;
    }
    builder.node("A", And).node("B", Or).node("C", Or).node("D", And).node("E", And);
    builder.edges("A", ["B", "C"]).edge("B", "D").edges("C", ["D", "E"]);
    builder.edges("D", ["F", "G", "H"]).edges("E", ["I", "J"]);
    for leaf in ["F", "G", "H", "I", "J"] {
        builder.leaf(leaf, None);
    }
    builder.root(root).build().expect("example 4 is a graph")
}

/// The vertex cover problem of a graph, given by its edges: an AND node over an OR node for each edge, over its two
/// ends.
///
/// The smallest proof sets of the root are the smallest vertex covers, so finding one is as hard as that problem; the
/// sum rule gives the number of edges.
pub fn vertex_cover(edges: &[(u32, u32)]) -> Graph {
    assert!(!edges.is_empty(), "a cover needs edges to cover");
    let mut builder = GraphBuilder::new();
    builder.name(format!("vertex cover of {} edges", edges.len())).node("r", And).root("r");
    for (number, (one, other)) in (1..).zip(edges) {
        let edge = format!("e{number}");
        builder.node(&edge, Or).edge("r", &edge).edges(&edge, [format!("v{one}"), format!("v{other}")]);
    }
    let mut vertices: Vec<u32> = edges.iter().flat_map(|&(one, other)| [one, other]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    for vertex in vertices {
        builder.leaf(format!("v{vertex}"), None);
    }
    builder.build().expect("vertex covers are graphs")
}
