//! Random graphs.

use proofset_core::Role;
use proofset_oracle::{Graph, Kind};

/// What random graphs are like.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// Nodes with one parent each.
    pub(crate) tree: bool,
    /// The largest cost of a leaf.
    pub(crate) costs: u32,
    /// Leaves may be solved.
    pub(crate) solved: bool,
}

fn kind(random: &mut fastrand::Rng, shape: Shape) -> Kind {
    match random.u32(..8) {
        0 if shape.solved => Kind::Proven,
        1 if shape.solved => Kind::Disproven,
        _ => Kind::Unknown { proof: random.u32(1..=shape.costs), disproof: random.u32(1..=shape.costs) },
    }
}

/// An acyclic graph of at most 12 interior nodes and 10 leaves.
pub(crate) fn graph(random: &mut fastrand::Rng, shape: Shape) -> Graph {
    let (interior, leaves) = (random.usize(1..=12), random.usize(1..=10));
    let size = interior + leaves;
    let mut kinds: Vec<Kind> =
        (0..interior).map(|_| Kind::Interior(if random.bool() { Role::Or } else { Role::And })).collect();
    kinds.extend((0..leaves).map(|_| kind(random, shape)));
    let mut children = vec![Vec::new(); size];
    if shape.tree {
        // Every node but the root gets a parent before it; interior nodes may end up without children.
        for child in 1..size {
            children[random.usize(..child.min(interior))].push(child);
        }
    } else {
        for (parent, list) in children.iter_mut().enumerate().take(interior) {
            for _ in 0..random.usize(1..=4) {
                let child = random.usize(parent + 1..size);
                if !list.contains(&child) {
                    list.push(child);
                }
            }
        }
    }
    Graph::new(kinds, children, 0).unwrap()
}
