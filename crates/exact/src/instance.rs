//! A circuit over leaves whose numbers are known, made small before it is solved.
//!
//! Leaves with the same parents are one leaf if the parents are of one kind: gates that need all of them need their
//! sum, choices only the cheapest. A gate that is left with one child is that child, and a gate whose only parent is of
//! its own kind dissolves in it. Leaves that one gate has for itself are most of the leaves of a search, and without
//! this each of them would stand in cuts of its own.
//!
//! All of that keeps the number of the root and a solution for it. Every pass is linear, but for sorting, and there are
//! few.

use std::ops::Range;
use std::rc::Rc;

use proofset_core::NodeId;

use crate::circuit::{Builder, Circuit};
use crate::known::Known;
use crate::lists::Lists;

/// In the place of a node: there is none.
const NONE: u32 = u32::MAX;

/// What a leaf stands for: what is known about all of its members together.
#[derive(Clone, Debug)]
struct Leaf {
    lower: u64,
    upper: u64,
    /// Where its members stand.
    members: Range<usize>,
}

/// What a leaf is made of.
#[derive(Clone, Debug)]
enum Member {
    Leaf(NodeId),
    Module(Rc<Known>),
}

/// A node of a sketch.
#[derive(Clone, Debug)]
enum Part {
    Leaf(Leaf),
    Gate {
        choice: bool,
        /// Where its children stand.
        children: Range<usize>,
    },
    /// It came to be the same as another node, with a smaller number.
    Same(u32),
}

/// A circuit while it can still be changed. Children have smaller numbers than their parents; the last node is the root.
#[derive(Debug, Default)]
pub(crate) struct Sketch {
    parts: Vec<Part>,
    /// The place of each node in its cone, in ascending order.
    origins: Vec<u32>,
    /// The nodes that were added as leaves.
    leaves: Vec<u32>,
    /// The children of gates. What is put together anew stands at the end.
    children: Vec<u32>,
    /// The members of leaves, likewise.
    members: Vec<Member>,
}

impl Sketch {
    /// Adds a leaf of the graph.
    pub(crate) fn leaf(&mut self, origin: u32, name: NodeId, cost: u64) -> u32 {
        self.known(origin, cost, cost, Member::Leaf(name))
    }

    /// Adds a module that is known, as a leaf.
    pub(crate) fn module(&mut self, origin: u32, known: Rc<Known>) -> u32 {
        self.known(origin, known.lower, known.upper, Member::Module(known))
    }

    fn known(&mut self, origin: u32, lower: u64, upper: u64, member: Member) -> u32 {
        let first = self.members.len();
        self.members.push(member);
        let node = self.node(origin, Part::Leaf(Leaf { lower, upper, members: first..first + 1 }));
        self.leaves.push(node);
        node
    }

    /// Adds a gate over different earlier nodes.
    pub(crate) fn gate(&mut self, origin: u32, choice: bool, children: impl Iterator<Item = u32>) -> u32 {
        let first = self.children.len();
        self.children.extend(children);
        let children = first..self.children.len();
        self.node(origin, Part::Gate { choice, children })
    }

    fn node(&mut self, origin: u32, part: Part) -> u32 {
        self.origins.push(origin);
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

    fn children(&self, node: usize) -> &[u32] {
        match &self.parts[node] {
            Part::Gate { children, .. } => &self.children[children.clone()],
            Part::Leaf(_) | Part::Same(_) => &[],
        }
    }

    /// For each node up to the root, whether the root reaches it.
    fn reached(&self) -> Vec<bool> {
        let root = self.root();
        let mut reached = vec![false; root + 1];
        reached[root] = true;
        for node in (0..=root).rev() {
            if reached[node] {
                for &child in self.children(node) {
                    reached[child as usize] = true;
                }
            }
        }
        reached
    }

    /// The parents of each node that the root reaches, in ascending order.
    fn parents(&self) -> Lists<u32> {
        let reached = self.reached();
        let gates = (0..reached.len() as u32).filter(|&node| reached[node as usize]);
        let edges = gates.flat_map(|gate| self.children(gate as usize).iter().map(move |&child| (child, gate)));
        Lists::grouped(self.parts.len(), edges)
    }

    /// Merges leaves with the same parents. True if there were any.
    fn merge_leaves(&mut self, parents: &Lists<u32>) -> bool {
        let is_mergeable = |&leaf: &u32| {
            let parents = parents.of(leaf);
            let choices = parents.iter().filter(|&&parent| self.is_choice(parent)).count();
            !parents.is_empty() && (choices == 0 || choices == parents.len())
        };
        let is_leaf = |&node: &u32| matches!(self.parts[node as usize], Part::Leaf(_));
        let candidates = (0..self.parts.len() as u32).filter(is_leaf).filter(is_mergeable);
        // Most comparisons end with the first parent.
        let mut leaves: Vec<(u32, u32)> = candidates.map(|leaf| (parents.of(leaf)[0], leaf)).collect();
        leaves.sort_unstable_by(|(first, leaf), (other_first, other)| {
            first.cmp(other_first).then_with(|| parents.of(*leaf).cmp(parents.of(*other))).then(leaf.cmp(other))
        });
        let mut merged = false;
        for leaves in leaves.chunk_by(|(_, one), (_, other)| parents.of(*one) == parents.of(*other)) {
            let [(parent, first), others @ ..] = leaves else { unreachable!("chunks are not empty") };
            if others.is_empty() {
                continue;
            }
            merged = true;
            let leaf = self.merged(leaves.iter().map(|&(_, leaf)| leaf), self.is_choice(*parent));
            self.parts[*first as usize] = Part::Leaf(leaf);
            for &(_, leaf) in others {
                self.parts[leaf as usize] = Part::Same(*first);
            }
        }
        merged
    }

    /// What several leaves come to: below a choice the lightest of them, the first of equals, else all of them.
    fn merged(&mut self, leaves: impl Iterator<Item = u32> + Clone, choice: bool) -> Leaf {
        let Self { parts, members, .. } = self;
        let leaves = leaves.map(|leaf| match &parts[leaf as usize] {
            Part::Leaf(leaf) => leaf,
            Part::Gate { .. } | Part::Same(_) => unreachable!("only leaves are merged"),
        });
        if choice {
            let lower = leaves.clone().map(|leaf| leaf.lower).min();
            let (lightest, lower) = leaves.min_by_key(|leaf| leaf.upper).zip(lower).expect("there are some");
            return Leaf { lower, ..lightest.clone() };
        }
        let first = members.len();
        let (mut lower, mut upper) = (0_u64, 0_u64);
        for leaf in leaves {
            lower = lower.saturating_add(leaf.lower);
            upper = upper.saturating_add(leaf.upper);
            members.extend_from_within(leaf.members.clone());
        }
        Leaf { lower, upper, members: first..members.len() }
    }

    /// Follows nodes to what they came to be, and takes gates with one child for that child. True if there were any.
    fn collapse(&mut self) -> bool {
        let mut collapsed = false;
        for node in 0..self.parts.len() {
            let Part::Gate { choice, children: Range { start, end } } = self.parts[node].clone() else { continue };
            for place in start..end {
                self.children[place] = self.resolve(self.children[place]);
            }
            let count = sort(&mut self.children[start..end]);
            self.parts[node] = if count == 1 {
                collapsed = true;
                Part::Same(self.children[start])
            } else {
                Part::Gate { choice, children: start..start + count }
            };
        }
        collapsed
    }

    /// Puts the children of gates with one parent of their own kind into the parent. True if there were any.
    fn dissolve(&mut self, parents: &Lists<u32>) -> bool {
        let mut dissolved = false;
        for parent in 0..=self.root() {
            let Part::Gate { choice, children } = self.parts[parent].clone() else { continue };
            // Children come first, so those that dissolve have all that they are to have.
            let inner = |sketch: &Self, child: u32| match &sketch.parts[child as usize] {
                Part::Gate { choice: same, children } if *same == choice && parents.of(child).len() == 1 => {
                    Some(children.clone())
                }
                _ => None,
            };
            if parents.of(parent as u32).is_empty() && parent != self.root()
                || !self.children[children.clone()].iter().any(|&child| inner(self, child).is_some())
            {
                continue;
            }
            dissolved = true;
            let start = self.children.len();
            for place in children {
                let child = self.children[place];
                if let Some(inner) = inner(self, child) {
                    self.children.extend_from_within(inner);
                    self.parts[child as usize] = Part::Gate { choice, children: 0..0 };
                } else {
                    self.children.push(child);
                }
            }
            let count = sort(&mut self.children[start..]);
            self.children.truncate(start + count);
            self.parts[parent] = Part::Gate { choice, children: start..start + count };
        }
        dissolved
    }

    /// Makes the sketch as small as it gets.
    pub(crate) fn finish(mut self) -> Instance {
        let mut parents = self.parents();
        loop {
            let changed = self.merge_leaves(&parents) | self.collapse();
            if changed {
                parents = self.parents();
            }
            if self.dissolve(&parents) {
                parents = self.parents();
            } else if !changed {
                break;
            }
        }
        let reached = self.reached();
        let mut builder = Builder::default();
        let mut leaves = Vec::new();
        let mut places = vec![NONE; self.parts.len()];
        for node in (0..reached.len()).filter(|&node| reached[node]) {
            places[node] = match &self.parts[node] {
                Part::Leaf(leaf) => {
                    leaves.push(leaf.clone());
                    builder.leaf()
                }
                Part::Gate { choice, children } => {
                    builder.gate(*choice, self.children[children.clone()].iter().map(|&child| places[child as usize]))
                }
                Part::Same(_) => unreachable!("children are what they came to be"),
            };
        }
        // Of what a node came to be the place is known before.
        for node in 0..self.parts.len() {
            places[node] = places[self.resolve(node as u32) as usize];
        }
        let circuit = builder.build();
        let source = |&node: &u32| Some((circuit.leaf(places[node as usize])?, self.origins[node as usize]));
        let kept = self.leaves.iter().filter(|&&node| places[node as usize] != NONE);
        let sources = Lists::grouped(leaves.len(), kept.filter_map(source));
        let (first, last) = (self.origins[0], self.origins[self.origins.len() - 1]);
        let mut table = Vec::new();
        if is_dense(places.len(), first, last) {
            table = vec![NONE; (last - first) as usize + 1];
            for (&origin, &place) in self.origins.iter().zip(&places) {
                table[(origin - first) as usize] = place;
            }
        }
        Instance {
            circuit,
            leaves,
            members: Rc::new(self.members),
            origins: Rc::new(self.origins),
            nodes: places,
            table,
            sources,
        }
    }
}

/// Whether so many different numbers from a first to a last one are a good part of those between, so that to look at all of
/// these is cheap.
pub(crate) fn is_dense(count: usize, first: u32, last: u32) -> bool {
    ((last - first) as usize) < 8 * count
}

/// Sorts, leaves out what is there twice, and returns how many are left in front.
fn sort(numbers: &mut [u32]) -> usize {
    numbers.sort_unstable();
    let mut kept = 0;
    for next in 0..numbers.len() {
        if kept == 0 || numbers[next] != numbers[kept - 1] {
            numbers[kept] = numbers[next];
            kept += 1;
        }
    }
    kept
}

/// A circuit over known leaves.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) circuit: Circuit,
    leaves: Vec<Leaf>,
    /// The members of leaves.
    members: Rc<Vec<Member>>,
    /// The nodes of the cone that it was made from, in ascending order.
    origins: Rc<Vec<u32>>,
    /// For each of them, and where they are dense also for each number from the first to the last, the node of the
    /// circuit.
    nodes: Vec<u32>,
    table: Vec<u32>,
    /// The nodes of the cone that were merged into each leaf.
    pub(crate) sources: Lists<u32>,
}

impl Instance {
    /// What each leaf costs at least.
    pub(crate) fn costs(&self) -> Vec<u64> {
        self.leaves.iter().map(|leaf| leaf.lower).collect()
    }

    /// What is known about these leaves together.
    pub(crate) fn known(&self, leaves: &[u32]) -> Known {
        let mut known = Known { lower: 0, upper: 0, members: Vec::new() };
        for leaf in leaves.iter().map(|&leaf| &self.leaves[leaf as usize]) {
            known.lower = known.lower.saturating_add(leaf.lower);
            known.upper = known.upper.saturating_add(leaf.upper);
            for member in &self.members[leaf.members.clone()] {
                match member {
                    Member::Leaf(name) => known.members.push(*name),
                    Member::Module(module) => known.members.extend(&module.members),
                }
            }
        }
        known
    }

    /// The node of the circuit for this one of the cone.
    pub(crate) fn node(&self, origin: u32) -> Option<u32> {
        let node = if self.table.is_empty() {
            self.nodes[self.origins.binary_search(&origin).ok()?]
        } else {
            *self.table.get(origin.checked_sub(self.origins[0])? as usize)?
        };
        Some(node).filter(|&node| node != NONE)
    }

    /// The instance of some of the root's children.
    pub(crate) fn part(&self, group: &[u32]) -> Self {
        let (circuit, kept) = self.circuit.restricted(group);
        let mut places = vec![NONE; self.circuit.root() as usize + 1];
        for (place, &node) in (0..).zip(&kept) {
            places[node as usize] = place;
        }
        let place = |&node: &u32| if node == NONE { NONE } else { places[node as usize] };
        let mut leaves = Vec::new();
        let mut sources = Lists::default();
        for leaf in kept.iter().filter_map(|&node| self.circuit.leaf(node)) {
            leaves.push(self.leaves[leaf as usize].clone());
            sources.push(self.sources.of(leaf).iter().copied());
        }
        Self {
            circuit,
            leaves,
            members: Rc::clone(&self.members),
            origins: Rc::clone(&self.origins),
            nodes: self.nodes.iter().map(place).collect(),
            table: self.table.iter().map(place).collect(),
            sources,
        }
    }
}
