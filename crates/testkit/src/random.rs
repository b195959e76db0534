//! Random explicit graphs: trees, layered DAGs, DAGs with edges that jump layers, and graphs with cycles.
//!
//! The idea: nodes stand in layers, the root alone in the first. Layer by layer, each node draws its children from the
//! layers below: new ones, or existing ones to share. Every node is created as a child of an earlier one, so the root
//! reaches them all.
//!
//! The invariants: the same parameters and seed give the same graph; without back edges it is acyclic; without skipped
//! layers every edge leads to the next layer; without sharing it is a tree.
//!
//! The cost: linear in the edges, if `branching` is much smaller than `width`.

use std::ops::RangeInclusive;

use fastrand::Rng;
use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::{Role, Value};

/// How the nodes of a random graph get their roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// As in a game: the root has this role, and every edge leads to a node of the other role.
    Alternating(Role),
    /// Each node on its own, either role equally likely.
    Random,
}

/// The parameters of random graphs. Rates are probabilities from 0 to 1.
///
/// ```
/// use proofset_testkit::random::RandomGraph;
///
/// let small = RandomGraph { depth: 3, branching: 2..=2, ..RandomGraph::dag() };
/// assert_eq!(small.generate(7), small.generate(7));
/// assert_ne!(small.generate(7), small.generate(8));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RandomGraph {
    /// Layers below the root: at least one. The nodes of the last are leaves.
    pub depth: usize,
    /// The most nodes of a layer: at least one. Edges without room for a new node share one; trees leave them out.
    pub width: usize,
    /// Children that an interior node tries to get: at least one.
    pub branching: RangeInclusive<usize>,
    /// How often an edge leads to an existing node, where there is one: less often in small layers. 0 makes trees.
    pub share: f64,
    /// How often an edge jumps layers, where there are some left. With alternating kinds it jumps an even number.
    pub skip: f64,
    /// How often an interior node other than the root gets one more edge, back to an ancestor. 0 makes acyclic graphs.
    pub back: f64,
    /// How often a node above the last layer is a leaf.
    pub early_leaf: f64,
    /// How often a leaf is proven.
    pub proven: f64,
    /// How often a leaf is disproven; the others are unknown.
    pub disproven: f64,
    /// How nodes get their roles.
    pub kinds: Kinds,
    /// Weights are drawn from 1 to this, for proof sets and disproof sets apart.
    pub max_weight: u32,
}

impl RandomGraph {
    /// Strictly layered DAGs with alternating roles, like the positions of a game that adds a stone a move.
    pub fn layered() -> Self {
        Self {
            depth: 5,
            width: 6,
            branching: 1..=3,
            share: 0.4,
            skip: 0.0,
            back: 0.0,
            early_leaf: 0.15,
            proven: 0.2,
            disproven: 0.2,
            kinds: Kinds::Alternating(Role::Or),
            max_weight: 1,
        }
    }

    /// Trees with alternating roles.
    pub fn tree() -> Self {
        Self { width: usize::MAX, share: 0.0, ..Self::layered() }
    }

    /// DAGs with paths of different lengths between the same nodes, and roles in any order.
    pub fn dag() -> Self {
        Self { skip: 0.25, kinds: Kinds::Random, ..Self::layered() }
    }

    /// Deep DAGs of few nodes a layer, most of which have several parents, whose leaves are nearly all decided.
    pub fn dense() -> Self {
        Self { depth: 8, width: 4, branching: 2..=3, share: 0.8, proven: 0.45, disproven: 0.45, ..Self::dag() }
    }

    /// Graphs that may have cycles.
    pub fn cyclic() -> Self {
        Self { back: 0.2, ..Self::dag() }
    }

    /// The graph with this seed.
    ///
    /// # Panics
    ///
    /// If a parameter is out of its range.
    pub fn generate(&self, seed: u64) -> Graph {
        assert!(self.depth >= 1 && self.width >= 1 && self.max_weight >= 1, "depth, width and weights begin at 1");
        assert!(*self.branching.start() >= 1 && !self.branching.is_empty(), "branching is a range that begins at 1");
        let mut rng = Rng::with_seed(seed);
        let mut sketch = Sketch::new(self, &mut rng);
        for layer in 0..self.depth {
            for place in 0..sketch.layers[layer].len() {
                let node = sketch.layers[layer][place];
                if node == 0 || rng.f64() >= self.early_leaf {
                    for _ in 0..rng.usize(self.branching.clone()) {
                        sketch.add_child(self, node, layer, &mut rng);
                    }
                }
            }
        }
        sketch.add_back_edges(self, &mut rng);
        sketch.finish(self, seed, &mut rng)
    }
}

/// A graph on its way. Node 0 is the root.
struct Sketch {
    layers: Vec<Vec<usize>>,
    nodes: Vec<Node>,
}

struct Node {
    role: Role,
    /// The parent that created the node.
    parent: Option<usize>,
    children: Vec<usize>,
}

impl Sketch {
    fn new(parameters: &RandomGraph, rng: &mut Rng) -> Self {
        let mut sketch = Self { layers: vec![Vec::new(); parameters.depth + 1], nodes: Vec::new() };
        sketch.new_node(parameters, None, 0, rng);
        sketch
    }

    fn new_node(&mut self, parameters: &RandomGraph, parent: Option<usize>, layer: usize, rng: &mut Rng) -> usize {
        let role = match parameters.kinds {
            Kinds::Alternating(root) if layer.is_multiple_of(2) => root,
            Kinds::Alternating(root) => root.opposite(),
            Kinds::Random if rng.bool() => Role::Or,
            Kinds::Random => Role::And,
        };
        let node = self.nodes.len();
        self.nodes.push(Node { role, parent, children: Vec::new() });
        self.layers[layer].push(node);
        node
    }

    fn add_child(&mut self, parameters: &RandomGraph, parent: usize, layer: usize, rng: &mut Rng) {
        let step = match parameters.kinds {
            Kinds::Alternating(_) => 2,
            Kinds::Random => 1,
        };
        let jumps = (parameters.depth - layer - 1) / step;
        let jump = if jumps > 0 && rng.f64() < parameters.skip { step * rng.usize(1..=jumps) } else { 0 };
        let target = layer + 1 + jump;

        let full = self.layers[target].len() >= parameters.width;
        let wants_shared = rng.f64() < parameters.share || (full && parameters.share > 0.0);
        let shared = if wants_shared { self.other_node(parent, target, rng) } else { None };
        let child = match shared {
            Some(node) => node,
            None if full => return,
            None => self.new_node(parameters, Some(parent), target, rng),
        };
        self.nodes[parent].children.push(child);
    }

    /// A node of the layer that is not yet a child of `parent`.
    fn other_node(&self, parent: usize, layer: usize, rng: &mut Rng) -> Option<usize> {
        let layer = &self.layers[layer];
        if layer.is_empty() {
            return None;
        }
        let (before, after) = layer.split_at(rng.usize(..layer.len()));
        after.iter().chain(before).copied().find(|node| !self.nodes[parent].children.contains(node))
    }

    fn add_back_edges(&mut self, parameters: &RandomGraph, rng: &mut Rng) {
        for node in 1..self.nodes.len() {
            if self.nodes[node].children.is_empty() || rng.f64() >= parameters.back {
                continue;
            }
            let ancestors = std::iter::successors(self.nodes[node].parent, |&ancestor| self.nodes[ancestor].parent);
            let fitting: Vec<usize> = match parameters.kinds {
                Kinds::Alternating(_) => ancestors.step_by(2).collect(),
                Kinds::Random => ancestors.collect(),
            };
            let ancestor = rng.choice(fitting).expect("a node other than the root has a parent");
            self.nodes[node].children.push(ancestor);
        }
    }

    fn finish(self, parameters: &RandomGraph, seed: u64, rng: &mut Rng) -> Graph {
        let id = |node: usize| format!("n{node}");
        let mut builder = GraphBuilder::new();
        builder.name(format!("random graph, seed {seed}")).root(id(0));
        for (node, Node { role, children, .. }) in self.nodes.into_iter().enumerate() {
            if children.is_empty() {
                let draw = rng.f64();
                let value = if draw < parameters.proven {
                    Some(Value::Proven)
                } else if draw < parameters.proven + parameters.disproven {
                    Some(Value::Disproven)
                } else {
                    None
                };
                builder.leaf(id(node), value);
            } else {
                builder.node(id(node), role).edges(id(node), children.into_iter().map(id));
            }
            builder.weights(id(node), rng.u32(1..=parameters.max_weight), rng.u32(1..=parameters.max_weight));
        }
        builder.build().expect("a sketch breaks no rule of graphs")
    }
}
