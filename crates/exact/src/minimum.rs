//! True proof and disproof numbers: the weight of a lightest proof or disproof set, and such a set.
//!
//! At a node where the wanted side chooses, the number is the least of its children's. Elsewhere children that share
//! nothing add up. What remains are groups of children with common descendants, where the problem is NP-hard (Gao 2021).
//! There the duality of the two kinds of sets is used: every proof set meets every disproof set, so a proof set is a
//! hitting set of the disproof sets. The disproof sets are too many to list, but few decide: look for a hitting set of
//! those known that is lighter than the lightest proof set found so far; if there is none, that proof set is a lightest
//! one; else what the hitting set leaves out contains disproof sets that are new, unless it is a proof set itself (an
//! *implicit hitting set* problem). So there are bounds from both sides at any time.
//!
//! Nodes that dominate all that they reach are solved first, by themselves, and then act as leaves of that weight. What
//! is known about a node stays true until something below it changes: a [`Minimizer`] keeps it, and the cuts and the
//! solution that led to it, most of which an expansion leaves as they are.

use std::rc::Rc;

use proofset_core::{NodeId, Size, Value};

use crate::cone::{AndOrDag, Cone, CycleError, Part, Ties};
use crate::hit;
use crate::instance::{Instance, Sketch, is_dense};
use crate::known::Known;
use crate::memory::{Clues, Memory};
use crate::scope::Scope;
use crate::work::Work;

/// What is known about the lightest proof set, or disproof set, of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Minimum {
    /// There is no such set: the node has the other value.
    None,
    /// This set is one of the lightest. It is empty if the node has the value already.
    Exact {
        /// Its weight: the true number.
        size: Size,
        /// Its leaves, oldest first.
        set: Vec<NodeId>,
    },
    /// The work allowed did not suffice.
    Bounds {
        /// No set is lighter.
        lower: Size,
        /// The weight of `set`.
        upper: Size,
        /// The lightest set found: its leaves, oldest first.
        set: Vec<NodeId>,
    },
}

impl Minimum {
    /// The true number, or a lower bound on it.
    pub fn lower(&self) -> Size {
        match self {
            Self::None => Size::INFINITE,
            Self::Exact { size, .. } => *size,
            Self::Bounds { lower, .. } => *lower,
        }
    }

    /// The true number, or an upper bound on it.
    pub fn upper(&self) -> Size {
        match self {
            Self::None => Size::INFINITE,
            Self::Exact { size, .. } => *size,
            Self::Bounds { upper, .. } => *upper,
        }
    }

    /// The set of weight [`upper`](Self::upper), oldest leaf first, if there is any.
    pub fn set(&self) -> Option<&[NodeId]> {
        match self {
            Self::None => None,
            Self::Exact { set, .. } | Self::Bounds { set, .. } => Some(set),
        }
    }

    /// False if these are only bounds.
    pub fn is_exact(&self) -> bool {
        !matches!(self, Self::Bounds { .. })
    }
}

/// What a proof and what a disproof of a node takes at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimumSets {
    /// A lightest proof set.
    pub proof: Minimum,
    /// A lightest disproof set.
    pub disproof: Minimum,
}

impl MinimumSets {
    /// The oldest leaf that is in both sets: a most-proving node, if both are exact. `None` for a decided node.
    pub fn most_proving(&self) -> Option<NodeId> {
        let (proof, disproof) = (self.proof.set()?, self.disproof.set()?);
        proof.iter().copied().find(|leaf| disproof.binary_search(leaf).is_ok())
    }
}

/// The minimum sets of a node, with at most `work` units of work for each.
///
/// A unit is one try to make a set lighter, one disproof set taken into account (for proofs; a proof set for disproofs),
/// or one node of a branch and bound. It takes from microseconds to about a millisecond, the larger the undecided part
/// of the graph below the node. Without any work the bounds are those of the max rule and of a greedy set.
///
/// # Errors
///
/// [`CycleError`] if the node leads to a cycle.
pub fn minimum_sets<G: AndOrDag>(graph: &G, node: NodeId, work: u64) -> Result<MinimumSets, CycleError> {
    let mut never = || false;
    let sets = Minimizer::new().minimum_sets(graph, node, work, &mut never)?;
    Ok(sets.expect("nothing interrupts it"))
}

/// Computes minimum sets, and remembers what can be used again while the graph grows.
#[derive(Debug, Default)]
pub(crate) struct Minimizer {
    /// Which of equally light sets is taken.
    pub(crate) ties: Ties,
    proof: Memory,
    disproof: Memory,
}

impl Minimizer {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The minimum sets of a node, with at most `work` units of work for each; `None` if it was interrupted.
    pub(crate) fn minimum_sets<G: AndOrDag>(
        &mut self,
        graph: &G,
        node: NodeId,
        work: u64,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Option<MinimumSets>, CycleError> {
        let empty = || Minimum::Exact { size: Size::ZERO, set: Vec::new() };
        let cone = match Cone::new(graph, node, self.ties)? {
            Err(Value::Proven) => return Ok(Some(MinimumSets { proof: empty(), disproof: Minimum::None })),
            Err(Value::Disproven) => return Ok(Some(MinimumSets { proof: Minimum::None, disproof: empty() })),
            Ok(cone) => cone,
        };
        let mut minimum = |side, memory: &mut Memory| {
            memory.begin(|node| cone.find(node).is_some());
            let mut work = Work::new(work, interrupt);
            let minimum = Computation::new(&cone, side, memory, &mut work).minimum();
            (!work.is_interrupted()).then_some(minimum)
        };
        let proof = minimum(Value::Proven, &mut self.proof);
        let Some(proof) = proof else {
            self.proof.restore();
            return Ok(None);
        };
        let Some(disproof) = minimum(Value::Disproven, &mut self.disproof) else {
            self.proof.restore();
            self.disproof.restore();
            return Ok(None);
        };
        Ok(Some(MinimumSets { proof, disproof }))
    }

    /// Forgets the numbers of a node below which something has changed.
    pub(crate) fn forget(&mut self, node: NodeId) {
        self.proof.forget(node);
        self.disproof.forget(node);
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.proof.bytes() + self.disproof.bytes()
    }
}

/// Choices within choices that are taken apart; deeper ones are left to the hitting sets.
const MOST_NESTED: u32 = 64;

/// The computation for one side of one cone.
struct Computation<'a, 'w> {
    cone: &'a Cone,
    side: Value,
    memory: &'a mut Memory,
    work: &'a mut Work<'w>,
    /// For the nodes of the cone, all zero between uses.
    places: Vec<u32>,
}

impl<'a, 'w> Computation<'a, 'w> {
    fn new(cone: &'a Cone, side: Value, memory: &'a mut Memory, work: &'a mut Work<'w>) -> Self {
        Self { cone, side, memory, work, places: vec![0; cone.top() as usize + 1] }
    }

    fn is_choice(&self, node: u32) -> bool {
        matches!(self.cone.part(node), Part::Gate(role) if role == self.side.chooser())
    }

    /// What is remembered of a node, or can be read off it.
    fn known(&self, node: u32) -> Option<Rc<Known>> {
        let id = self.cone.id(node);
        match self.cost(node) {
            Some(cost) => Some(Rc::new(Known { lower: cost, upper: cost, members: vec![id] })),
            None => self.memory.known(id).cloned(),
        }
    }

    /// What a leaf costs; `None` for a gate.
    fn cost(&self, node: u32) -> Option<u64> {
        match (self.cone.part(node), self.side) {
            (Part::Leaf { proof, .. }, Value::Proven) => Some(proof),
            (Part::Leaf { disproof, .. }, Value::Disproven) => Some(disproof),
            (Part::Gate(_), _) => None,
        }
    }

    /// What is found out about the top of the cone.
    fn minimum(&mut self) -> Minimum {
        let known = self.number(self.cone.top(), u64::MAX, 0);
        let set = self.memory.leaves(&known);
        let cost =
            |&leaf: &NodeId| self.cone.find(leaf).and_then(|node| self.cost(node)).expect("sets are made of leaves");
        let upper = set.iter().map(cost).fold(0, u64::saturating_add);
        let size = |weight: u64| Size::new(u32::try_from(weight).unwrap_or(u32::MAX));
        if known.lower == upper {
            Minimum::Exact { size: size(upper), set }
        } else {
            Minimum::Bounds { lower: size(known.lower), upper: size(upper), set }
        }
    }

    /// What is known of a node, if it is all that is asked for, or more cannot be found out.
    fn known_enough(&self, node: u32, cutoff: u64) -> Option<Rc<Known>> {
        self.known(node).filter(|known| known.is_exact() || known.lower >= cutoff || self.work.is_spent())
    }

    /// The number of a node: exact if it is below `cutoff` and the work suffices.
    fn number(&mut self, top: u32, cutoff: u64, nested: u32) -> Rc<Known> {
        if let Some(known) = self.known_enough(top, cutoff) {
            return known;
        }
        let scope = Scope::new(self.cone, top);
        let mut needed = vec![false; top as usize + 1];
        needed[top as usize] = true;
        for &node in scope.nodes().iter().rev() {
            if needed[node as usize] {
                let is_inner_module = node != top && scope.is_module(node);
                if is_inner_module && (self.cost(node).is_some() || self.known_enough(node, u64::MAX).is_some()) {
                    needed[node as usize] = false;
                } else {
                    self.cone.children(node).iter().for_each(|&child| needed[child as usize] = true);
                }
            }
        }
        for &node in scope.nodes().iter().filter(|&&node| needed[node as usize] && scope.is_module(node)) {
            let cutoff = if node == top { cutoff } else { u64::MAX };
            let mut known = self.module(node, &scope, cutoff, nested);
            if let Some(old) = self.known(node) {
                let lower = known.lower.max(old.lower);
                known = if old.upper < known.upper { old } else { known }.with_lower(lower);
            }
            self.memory.insert(self.cone.id(node), known);
        }
        self.known(top).expect("it was computed just now")
    }

    /// The circuit between a module and the modules in it, all of which are known.
    fn instance(&mut self, top: u32, scope: &Scope) -> Instance {
        let is_leaf = |node: u32| node != top && scope.is_module(node);
        let mut nodes = Vec::new();
        let mut reached = vec![top];
        while let Some(node) = reached.pop() {
            // Marked as reached; the place follows.
            if std::mem::replace(&mut self.places[node as usize], 1) == 0 {
                nodes.push(node);
                if !is_leaf(node) {
                    reached.extend(self.cone.children(node));
                }
            }
        }
        let first = nodes.iter().copied().min().unwrap_or(top);
        if is_dense(nodes.len(), first, top) {
            nodes.clear();
            nodes.extend((first..=top).filter(|&node| self.places[node as usize] != 0));
        } else {
            nodes.sort_unstable();
        }
        let mut sketch = Sketch::default();
        for &node in &nodes {
            self.places[node as usize] = if !is_leaf(node) {
                let children = self.cone.children(node).iter().map(|&child| self.places[child as usize]);
                sketch.gate(node, self.is_choice(node), children)
            } else if let Some(cost) = self.cost(node) {
                sketch.leaf(node, self.cone.id(node), cost)
            } else {
                let known = self.memory.known(self.cone.id(node)).expect("inner modules are computed first");
                sketch.module(node, Rc::clone(known))
            };
        }
        for node in nodes {
            self.places[node as usize] = 0;
        }
        sketch.finish()
    }

    /// The number of a module all of whose inner modules are known.
    fn module(&mut self, top: u32, scope: &Scope, cutoff: u64, nested: u32) -> Rc<Known> {
        let instance = self.instance(top, scope);
        if let Some(leaf) = instance.circuit.leaf(instance.circuit.root()) {
            Rc::new(instance.known(&[leaf]))
        } else if self.is_choice(top) && nested < MOST_NESTED && !self.work.is_spent() {
            self.choose(top, &instance, cutoff, nested)
        } else {
            self.add_up(top, &instance, cutoff)
        }
    }

    /// The number of a choice: the least of its children's.
    fn choose(&mut self, top: u32, instance: &Instance, cutoff: u64, nested: u32) -> Rc<Known> {
        let costs = instance.costs();
        let (tree, least) = (instance.circuit.tree_costs(&costs), instance.circuit.least_costs(&costs));
        // Children that look cheap come first, for they may spare looking at the others.
        let estimate = |&child: &u32| {
            let node = instance.node(child);
            (node.map_or((0, 0), |node| (tree[node as usize], least[node as usize])), child)
        };
        let mut children: Vec<((u64, u64), u32)> = self.cone.children(top).iter().map(estimate).collect();
        children.sort_unstable();
        let mut best: Option<Rc<Known>> = None;
        let mut lower = u64::MAX;
        for ((_, least), child) in children {
            let limit = best.as_ref().map_or(cutoff, |best| best.upper.min(cutoff));
            if best.is_some() && least >= limit {
                lower = lower.min(least);
                continue;
            }
            let known = self.number(child, limit, nested + 1);
            lower = lower.min(known.lower);
            if best.as_ref().is_none_or(|best| known.upper < best.upper) {
                best = Some(known);
            }
        }
        let best = best.expect("a gate has children");
        let lower = lower.min(best.upper);
        best.with_lower(lower)
    }

    /// The number of an instance. Children of the root that are all needed and share nothing add up.
    fn add_up(&mut self, top: u32, instance: &Instance, cutoff: u64) -> Rc<Known> {
        let circuit = &instance.circuit;
        let groups = if circuit.is_choice(circuit.root()) { Vec::new() } else { circuit.groups() };
        let name = self.cone.id(top);
        let clues = self.memory.clues(name);
        let clues = clues.as_deref();
        // Without work no cut is looked at, and those there are wait for a step with more.
        let is_idle = self.work.is_spent();
        let mut cuts = Vec::new();
        let known = if groups.len() <= 1 {
            let (known, found) = hit::number(instance, self.cone, clues, cutoff, self.work);
            cuts = found;
            known
        } else {
            let least = circuit.least_costs(&instance.costs());
            let bound = |group: &[u32]| group.iter().map(|&child| least[child as usize]).max().unwrap_or(0);
            let mut ahead = groups.iter().fold(0, |sum: u64, group| sum.saturating_add(bound(group)));
            let mut lower: u64 = 0;
            let mut parts = Vec::with_capacity(groups.len());
            for group in &groups {
                ahead = ahead.saturating_sub(bound(group));
                let known = match group[..] {
                    [single] if let Some(leaf) = circuit.leaf(single) => Rc::new(instance.known(&[leaf])),
                    _ => {
                        let cutoff = cutoff.saturating_sub(lower.saturating_add(ahead));
                        let (known, found) = hit::number(&instance.part(group), self.cone, clues, cutoff, self.work);
                        cuts.extend(found);
                        known
                    }
                };
                lower = lower.saturating_add(known.lower);
                parts.push(known);
            }
            Known::sum(parts.into_iter())
        };
        if let (true, Some(clues)) = (is_idle, clues) {
            cuts.clone_from(&clues.cuts);
        }
        self.memory.insert_clues(name, Clues { cuts, solution: known.members.clone() });
        known
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{NodeId, Role, Size};

    use super::{Minimizer, minimum_sets};
    use crate::cone::{AndOrDag, GateKind};

    /// An AND node over an OR node for each edge of a graph, over its two ends: proof sets are vertex covers.
    struct Covers {
        edges: Vec<(u32, u32)>,
    }

    impl AndOrDag for Covers {
        fn kind(&self, node: NodeId) -> GateKind {
            match node.index() {
                0 => GateKind::Gate(Role::And),
                edge if edge <= self.edges.len() => GateKind::Gate(Role::Or),
                _ => GateKind::Leaf { proof: Size::ONE, disproof: Size::ONE },
            }
        }

        fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
            let edges = self.edges.len() as u32;
            let edge = node.index().checked_sub(1).map(|edge| self.edges[edge]);
            let children: Vec<u32> = match edge {
                None => (1..=edges).collect(),
                Some((one, other)) => vec![edges + 1 + one, edges + 1 + other],
            };
            children.into_iter().map(NodeId::from_bits)
        }
    }

    #[test]
    fn an_interrupted_computation_gives_nothing_and_can_be_done_again() {
        // The edges of a seven-dimensional cube.
        let edges = (0..128_u32).flat_map(|a| (0..7).map(move |bit| (a, a ^ 1 << bit))).filter(|(a, b)| a < b);
        let graph = Covers { edges: edges.collect() };
        let root = NodeId::from_bits(0);
        // Units between two questions whether to stop are few enough for several questions.
        for question in 1..4 {
            let mut minimizer = Minimizer::new();
            let mut asked = 0;
            let mut stop = || {
                asked += 1;
                asked == question
            };
            assert_eq!(minimizer.minimum_sets(&graph, root, 1000, &mut stop).unwrap(), None);
            assert!(minimizer.proof.is_empty() && minimizer.disproof.is_empty());
            let sets = minimizer.minimum_sets(&graph, root, 1000, &mut || false).unwrap().unwrap();
            assert_eq!(sets, minimum_sets(&graph, root, 1000).unwrap());
        }
        let sets = minimum_sets(&graph, root, 1000).unwrap();
        assert!(sets.proof.lower() <= Size::new(64) && Size::new(64) <= sets.proof.upper());
    }
}
