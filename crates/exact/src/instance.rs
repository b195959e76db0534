//! A circuit over leaves whose numbers are known, made small before it is solved.
//!
//! Leaves with the same parents are one leaf if the parents are of one kind: gates that need all of them need their
//! sum, choices only the cheapest. A gate that is left with one child is that child, and a gate whose only parent is of
//! its own kind dissolves in it. Leaves that one gate has for itself are most of the leaves of a search, and without
//! this each of them would stand in cuts of its own.
//!
//! All of that keeps the number of the root and a solution for it. Every pass is linear, but for sorting, and there are
//! few.

use std::rc::Rc;

use proofset_core::NodeId;

use crate::circuit::{Builder, Circuit};
use crate::known::Known;

/// A node of a sketch.
#[derive(Debug)]
enum Part {
    Leaf(Rc<Known>),
    Gate {
        choice: bool,
        children: Vec<u32>,
    },
    /// It came to be the same as another node, with a smaller number.
    Same(u32),
}

/// A circuit while it can still be changed. Children have smaller numbers than their parents; the last node is the root.
#[derive(Debug, Default)]
pub(crate) struct Sketch {
    parts: Vec<Part>,
    /// The name of each node in the graph.
    names: Vec<NodeId>,
    /// The nodes that were added as leaves.
    leaves: Vec<u32>,
}

/// The parents of the nodes of a sketch, one list after the other, each in descending order.
struct Parents {
    starts: Vec<u32>,
    parents: Vec<u32>,
}

impl Parents {
    fn of(&self, node: u32) -> &[u32] {
        &self.parents[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

impl Sketch {
    /// Adds a leaf of known number.
    pub(crate) fn leaf(&mut self, name: NodeId, known: Rc<Known>) -> u32 {
        let node = self.node(name, Part::Leaf(known));
        self.leaves.push(node);
        node
    }

    /// Adds a gate over different earlier nodes.
    pub(crate) fn gate(&mut self, name: NodeId, choice: bool, children: Vec<u32>) -> u32 {
        self.node(name, Part::Gate { choice, children })
    }

    fn node(&mut self, name: NodeId, part: Part) -> u32 {
        self.names.push(name);
        self.parts.push(part);
        self.parts.len() as u32 - 1
    }

    /// What the last node came to be.
    fn root(&self) -> usize {
        self.resolve(self.parts.len() as u32 - 1) as usize
    }

    fn is_choice(&self, node: u32) -> bool {
        matches!(self.parts[node as usize], Part::Gate { choice: true, .. })
    }

    /// What a node came to be.
    fn resolve(&self, mut node: u32) -> u32 {
        while let Part::Same(other) = self.parts[node as usize] {
            node = other;
        }
        node
    }

    /// The parents of each node that the root reaches.
    fn parents(&self) -> Parents {
        let root = self.root();
        let children = |node: usize| match &self.parts[node] {
            Part::Gate { children, .. } => &children[..],
            Part::Leaf(_) | Part::Same(_) => &[],
        };
        // How many parents each node has, and from there where the list of each ends, and as it is filled, begins.
        let mut starts = vec![0_u32; self.parts.len() + 1];
        let is_reached = |starts: &[u32], node: usize| node == root || starts[node] > 0;
        for node in (0..=root).rev() {
            if is_reached(&starts, node) {
                for &child in children(node) {
                    starts[child as usize] += 1;
                }
            }
        }
        let reached: Vec<u32> = (0..=root as u32).filter(|&node| is_reached(&starts, node as usize)).collect();
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut parents = vec![0; end as usize];
        for node in reached {
            for &child in children(node as usize) {
                let start = &mut starts[child as usize];
                *start -= 1;
                parents[*start as usize] = node;
            }
        }
        Parents { starts, parents }
    }

    /// Merges leaves with the same parents. True if there were any.
    fn merge_leaves(&mut self) -> bool {
        let parents = self.parents();
        let is_mergeable = |&leaf: &u32| {
            let parents = parents.of(leaf);
            let choices = parents.iter().filter(|&&parent| self.is_choice(parent)).count();
            !parents.is_empty()
                && (choices == 0 || choices == parents.len())
                && matches!(self.parts[leaf as usize], Part::Leaf(_))
        };
        let mut leaves: Vec<u32> = (0..self.parts.len() as u32).filter(is_mergeable).collect();
        leaves.sort_by_key(|&leaf| parents.of(leaf));
        let mut merged = false;
        for leaves in leaves.chunk_by(|&one, &other| parents.of(one) == parents.of(other)) {
            let [first, others @ ..] = leaves else { unreachable!("chunks are not empty") };
            if others.is_empty() {
                continue;
            }
            merged = true;
            let known = |&leaf: &u32| match &self.parts[leaf as usize] {
                Part::Leaf(known) => Rc::clone(known),
                Part::Gate { .. } | Part::Same(_) => unreachable!("only leaves are merged"),
            };
            let all = leaves.iter().map(known);
            let known = if self.is_choice(parents.of(*first)[0]) { Known::least(all) } else { Known::sum(all) };
            self.parts[*first as usize] = Part::Leaf(known);
            for &leaf in others {
                self.parts[leaf as usize] = Part::Same(*first);
            }
        }
        merged
    }

    /// Follows nodes to what they came to be, and takes gates with one child for that child. True if there were any.
    fn collapse(&mut self) -> bool {
        let mut collapsed = false;
        for node in 0..self.parts.len() {
            let Part::Gate { choice, children } = &self.parts[node] else { continue };
            let mut resolved: Vec<u32> = children.iter().map(|&child| self.resolve(child)).collect();
            resolved.sort_unstable();
            resolved.dedup();
            self.parts[node] = match resolved[..] {
                [only] => {
                    collapsed = true;
                    Part::Same(only)
                }
                _ => Part::Gate { choice: *choice, children: resolved },
            };
        }
        collapsed
    }

    /// Puts the children of a gate with one parent of its own kind into the parent. True if there were any.
    fn dissolve(&mut self) -> bool {
        let mut dissolved = false;
        let parents = self.parents();
        for node in 0..self.root() {
            let [parent] = *parents.of(node as u32) else { continue };
            let Part::Gate { choice, .. } = self.parts[node] else { continue };
            if self.is_choice(parent) != choice {
                continue;
            }
            let Part::Gate { children: inner, .. } = &mut self.parts[node] else { continue };
            let inner = std::mem::take(inner);
            if let Part::Gate { children, .. } = &mut self.parts[parent as usize] {
                children.retain(|&child| child as usize != node);
                children.extend(inner);
                children.sort_unstable();
                children.dedup();
            }
            dissolved = true;
        }
        dissolved
    }

    /// Makes the sketch as small as it gets.
    pub(crate) fn finish(mut self) -> Instance {
        while self.merge_leaves() | self.collapse() | self.dissolve() {}
        let root = self.root();
        let mut inside = vec![false; root + 1];
        inside[root] = true;
        for node in (0..=root).rev() {
            if let (true, Part::Gate { children, .. }) = (inside[node], &self.parts[node]) {
                for &child in children {
                    inside[child as usize] = true;
                }
            }
        }
        let mut builder = Builder::new();
        let mut leaves = Vec::new();
        let mut places = vec![None; root + 1];
        for node in (0..=root).filter(|&node| inside[node]) {
            places[node] = match &self.parts[node] {
                Part::Leaf(known) => {
                    leaves.push(Rc::clone(known));
                    Some(builder.leaf())
                }
                Part::Gate { choice, children } => {
                    Some(builder.gate(*choice, children.iter().filter_map(|&child| places[child as usize])))
                }
                Part::Same(_) => None,
            };
        }
        let place = |node: u32| places.get(self.resolve(node) as usize).copied().flatten();
        let mut names: Vec<(NodeId, u32)> =
            (0..).zip(&self.names).filter_map(|(node, &name)| Some((name, place(node)?))).collect();
        names.sort_unstable();
        let circuit = builder.build();
        let mut sources = vec![Vec::new(); leaves.len()];
        for &node in &self.leaves {
            if let Some(leaf) = place(node).and_then(|place| circuit.leaf(place)) {
                sources[leaf as usize].push(self.names[node as usize]);
            }
        }
        Instance { circuit, leaves, names, sources }
    }
}

/// A circuit over known leaves.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) circuit: Circuit,
    /// What each leaf stands for.
    pub(crate) leaves: Vec<Rc<Known>>,
    /// The names that the nodes have in the graph, in ascending order; a merged leaf has several.
    names: Vec<(NodeId, u32)>,
    /// The names of all that was merged into each leaf.
    pub(crate) sources: Vec<Vec<NodeId>>,
}

impl Instance {
    /// What each leaf costs at least.
    pub(crate) fn costs(&self) -> Vec<u64> {
        self.leaves.iter().map(|known| known.lower).collect()
    }

    /// The node of this name.
    pub(crate) fn node(&self, name: NodeId) -> Option<u32> {
        let place = self.names.binary_search_by_key(&name, |&(name, _)| name).ok()?;
        Some(self.names[place].1)
    }

    /// The instance of some of the root's children.
    pub(crate) fn part(&self, group: &[u32]) -> Self {
        let (circuit, nodes) = self.circuit.restricted(group);
        let leaves: Vec<u32> = nodes.iter().filter_map(|&node| self.circuit.leaf(node)).collect();
        let name = |&(name, node): &(NodeId, u32)| Some((name, nodes.binary_search(&node).ok()? as u32));
        Self {
            circuit,
            names: self.names.iter().filter_map(name).collect(),
            sources: leaves.iter().map(|&leaf| self.sources[leaf as usize].clone()).collect(),
            leaves: leaves.into_iter().map(|leaf| Rc::clone(&self.leaves[leaf as usize])).collect(),
        }
    }
}
