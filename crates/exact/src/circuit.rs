//! A monotone circuit: gates over weighted leaves, seen from the side that wants the root to hold.
//!
//! For a proof a node holds when it is proven, for a disproof when it is disproven. A choice holds when one child does,
//! any other gate when all children do. A set of leaves that makes the root hold is a *solution*; a set without which
//! the root does not hold, even with all other leaves, is a *cut*. Solutions are the proof sets and cuts the disproof
//! sets, or the other way round, and each solution meets each cut.
//!
//! Assignments are changed a leaf at a time, and only gates that change are visited.

use crate::lists::Lists;
use crate::work::Work;

/// The value of an effort that nobody can make.
const IMPOSSIBLE: u64 = u64::MAX;

/// A finite effort, saturated below [`IMPOSSIBLE`].
fn sum(a: u64, b: u64) -> u64 {
    if a == IMPOSSIBLE || b == IMPOSSIBLE { IMPOSSIBLE } else { a.saturating_add(b).min(IMPOSSIBLE - 1) }
}

const NO_LEAF: u32 = u32::MAX;
const NO_GROUP: u32 = u32::MAX;

/// A circuit. Nodes are numbered children first; the root is the last. Leaves also have numbers of their own.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    choice: Vec<bool>,
    /// How many true children make a node true; leaves count themselves.
    needed: Vec<u32>,
    children: Lists<u32>,
    parents: Lists<u32>,
    leaf_of: Vec<u32>,
    node_of: Vec<u32>,
}

/// A circuit on its way.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    choice: Vec<bool>,
    needed: Vec<u32>,
    children: Lists<u32>,
    leaf_of: Vec<u32>,
    node_of: Vec<u32>,
}

impl Builder {
    /// Adds a leaf, whose number among the leaves is that of the leaves before it.
    pub(crate) fn leaf(&mut self) -> u32 {
        let leaf = self.node_of.len() as u32;
        self.node_of.push(self.needed.len() as u32);
        self.children.push([]);
        self.node(false, 1, leaf)
    }

    /// Adds a gate over earlier nodes.
    pub(crate) fn gate(&mut self, choice: bool, children: impl IntoIterator<Item = u32>) -> u32 {
        self.children.push(children);
        let needed = if choice { 1 } else { self.children.of(self.needed.len() as u32).len() as u32 };
        self.node(choice, needed, NO_LEAF)
    }

    fn node(&mut self, choice: bool, needed: u32, leaf: u32) -> u32 {
        self.choice.push(choice);
        self.needed.push(needed);
        self.leaf_of.push(leaf);
        self.needed.len() as u32 - 1
    }

    /// The circuit whose root is the node added last.
    pub(crate) fn build(self) -> Circuit {
        let Self { choice, needed, children, leaf_of, node_of } = self;
        let parents = children.transposed(needed.len());
        Circuit { choice, needed, children, parents, leaf_of, node_of }
    }
}

impl Circuit {
    pub(crate) fn root(&self) -> u32 {
        self.needed.len() as u32 - 1
    }

    pub(crate) fn leaf_count(&self) -> usize {
        self.node_of.len()
    }

    /// The number of a leaf among the leaves, if the node is one.
    pub(crate) fn leaf(&self, node: u32) -> Option<u32> {
        Some(self.leaf_of[node as usize]).filter(|&leaf| leaf != NO_LEAF)
    }

    pub(crate) fn is_choice(&self, node: u32) -> bool {
        self.choice[node as usize]
    }

    pub(crate) fn children(&self, node: u32) -> &[u32] {
        self.children.of(node)
    }

    fn parents(&self, node: u32) -> &[u32] {
        self.parents.of(node)
    }

    /// What each node costs when every leaf costs what the list says: the cheapest child at a choice, and elsewhere
    /// what `all` makes of the children's costs.
    fn costs(&self, leaves: &[u64], dual: bool, all: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        let mut costs = vec![0; self.needed.len()];
        for node in 0..self.needed.len() as u32 {
            costs[node as usize] = match self.leaf(node) {
                Some(leaf) => leaves[leaf as usize],
                None => self.gate_cost(node, &costs, dual, &all),
            };
        }
        costs
    }

    /// What a gate costs by the costs of its children.
    fn gate_cost(&self, gate: u32, costs: &[u64], dual: bool, all: impl Fn(u64, u64) -> u64) -> u64 {
        let children = self.children(gate).iter().map(|&child| costs[child as usize]);
        if self.is_choice(gate) == dual { children.fold(0, all) } else { children.min().unwrap_or(IMPOSSIBLE) }
    }

    /// The tree rule: what every node costs if a leaf is paid for once per path.
    pub(crate) fn tree_costs(&self, leaves: &[u64]) -> Vec<u64> {
        self.costs(leaves, false, sum)
    }

    /// The max rule: a lower bound on what every node costs.
    pub(crate) fn least_costs(&self, leaves: &[u64]) -> Vec<u64> {
        self.costs(leaves, false, u64::max)
    }

    /// The leaves below the children that look cheapest by the tree rule: a solution, or with `dual` a cut.
    ///
    /// `None` if it would need a leaf that the list calls impossible.
    fn cheapest(&self, leaves: &[u64], dual: bool) -> Option<Vec<u32>> {
        self.cheapest_by(&self.costs(leaves, dual, sum), dual)
    }

    /// The same when these are the costs of all nodes.
    fn cheapest_by(&self, costs: &[u64], dual: bool) -> Option<Vec<u32>> {
        if costs[self.root() as usize] == IMPOSSIBLE {
            return None;
        }
        let mut wanted = vec![false; self.needed.len()];
        wanted[self.root() as usize] = true;
        let mut found = Vec::new();
        for node in (0..self.needed.len() as u32).rev() {
            if !wanted[node as usize] {
                continue;
            }
            if let Some(leaf) = self.leaf(node) {
                found.push(leaf);
            } else if self.is_choice(node) == dual {
                for &child in self.children(node) {
                    wanted[child as usize] = true;
                }
            } else if let Some(&child) = self.children(node).iter().min_by_key(|&&child| costs[child as usize]) {
                wanted[child as usize] = true;
            }
        }
        Some(found)
    }
}

impl Circuit {
    /// What becomes of cuts of an earlier form of the circuit: those that still are cuts, and their leaves. An earlier leaf may
    /// be a gate now; then what it takes to make the gate fail is added.
    ///
    /// Sixty-four cuts are seen to at a time, a bit each.
    pub(crate) fn carried(&self, cuts: &[Vec<u32>]) -> Vec<(usize, Vec<u32>)> {
        if cuts.is_empty() {
            return Vec::new();
        }
        let costs = self.costs(&vec![1; self.leaf_count()], true, sum);
        let mut carried = Vec::with_capacity(cuts.len());
        let chunks = cuts.chunks(u64::BITS as usize);
        for (first, cuts) in (0..).step_by(u64::BITS as usize).zip(chunks) {
            let mut fails = vec![0_u64; self.needed.len()];
            for (bit, cut) in cuts.iter().enumerate() {
                for &node in cut {
                    fails[node as usize] |= 1 << bit;
                }
            }
            for node in (0..=self.root()).rev() {
                let all = fails[node as usize];
                let children = self.children(node);
                if all == 0 || children.is_empty() {
                    continue;
                }
                if self.is_choice(node) {
                    for &child in children {
                        fails[child as usize] |= all;
                    }
                } else {
                    let new = all & !children.iter().fold(0, |any, &child| any | fails[child as usize]);
                    if let Some(&child) = children.iter().min_by_key(|&&child| costs[child as usize]) {
                        fails[child as usize] |= new;
                    }
                }
            }
            let mut lists = vec![Vec::new(); cuts.len()];
            for node in 0..=self.root() {
                if let Some(leaf) = self.leaf(node) {
                    let mut rest = fails[node as usize];
                    while rest != 0 {
                        lists[rest.trailing_zeros() as usize].push(leaf);
                        rest &= rest - 1;
                    }
                } else {
                    let children = self.children(node).iter().map(|&child| fails[child as usize]);
                    fails[node as usize] = if self.is_choice(node) {
                        children.fold(u64::MAX, |a, b| a & b)
                    } else {
                        children.fold(0, |a, b| a | b)
                    };
                }
            }
            let is_cut = fails[self.root() as usize];
            let valid = (0..).zip(lists).filter(|(bit, _)| is_cut >> bit & 1 != 0);
            carried.extend(valid.map(|(bit, leaves)| (first + bit, leaves)));
        }
        carried
    }

    /// The children of the root, those together that share a descendant.
    pub(crate) fn groups(&self) -> Vec<Vec<u32>> {
        // The group of each node below the root, by its first child of the root; a group may have joined another.
        let mut group = vec![NO_GROUP; self.needed.len()];
        let mut joined: Vec<u32> = (0..self.needed.len() as u32).collect();
        let find = |joined: &[u32], mut group: u32| {
            while joined[group as usize] != group {
                group = joined[group as usize];
            }
            group
        };
        for &child in self.children(self.root()) {
            let mut reached = vec![child];
            while let Some(node) = reached.pop() {
                if group[node as usize] == NO_GROUP {
                    group[node as usize] = child;
                    reached.extend(self.children(node));
                } else {
                    let (one, other) = (find(&joined, child), find(&joined, group[node as usize]));
                    joined[one.max(other) as usize] = one.min(other);
                }
            }
        }
        let mut groups: Vec<(u32, Vec<u32>)> = Vec::new();
        for &child in self.children(self.root()) {
            let group = find(&joined, group[child as usize]);
            match groups.iter_mut().find(|(other, _)| *other == group) {
                Some((_, children)) => children.push(child),
                None => groups.push((group, vec![child])),
            }
        }
        groups.into_iter().map(|(_, children)| children).collect()
    }

    /// The circuit in which the root has these children only, and for each of its nodes the node here.
    pub(crate) fn restricted(&self, children: &[u32]) -> (Self, Vec<u32>) {
        let root = self.root();
        let mut kept = vec![false; self.needed.len()];
        for &child in children {
            kept[child as usize] = true;
        }
        let mut builder = Builder::default();
        let mut nodes = Vec::new();
        let mut places = vec![0; self.needed.len()];
        for node in (0..root).rev() {
            if kept[node as usize] {
                for &child in self.children(node) {
                    kept[child as usize] = true;
                }
            }
        }
        for node in (0..root).filter(|&node| kept[node as usize]) {
            places[node as usize] = match self.leaf(node) {
                Some(_) => builder.leaf(),
                None => {
                    builder.gate(self.is_choice(node), self.children(node).iter().map(|&child| places[child as usize]))
                }
            };
            nodes.push(node);
        }
        builder.gate(self.is_choice(root), children.iter().map(|&child| places[child as usize]));
        nodes.push(root);
        (builder.build(), nodes)
    }
}

/// Which leaves hold, and what follows from that.
#[derive(Debug)]
struct Assignment {
    /// How many more children of each node must hold for the node to hold; none or less if it does. A leaf is a child
    /// of itself.
    missing: Vec<i32>,
    /// The same as the assignment was made.
    first: Vec<i32>,
    changed: Vec<u32>,
    /// The gates whose count has changed since the last try began, once for each change.
    touched: Vec<u32>,
}

impl Assignment {
    /// No leaf holds.
    fn none(circuit: &Circuit) -> Self {
        Self::new(circuit.needed.iter().map(|&needed| needed.cast_signed()).collect())
    }

    /// All leaves hold.
    fn all(circuit: &Circuit) -> Self {
        let missing = |node: u32| {
            let own = if circuit.leaf(node).is_some() { 1 } else { circuit.children(node).len() as u32 };
            circuit.needed[node as usize].cast_signed() - own.cast_signed()
        };
        Self::new((0..=circuit.root()).map(missing).collect())
    }

    fn new(missing: Vec<i32>) -> Self {
        Self { first: missing.clone(), missing, changed: Vec::new(), touched: Vec::new() }
    }

    /// Makes it as it was made.
    fn reset(&mut self) {
        self.missing.copy_from_slice(&self.first);
    }

    fn holds(&self, circuit: &Circuit) -> bool {
        self.missing[circuit.root() as usize] <= 0
    }

    /// Makes a leaf hold that does not, or not hold that does.
    fn set(&mut self, circuit: &Circuit, leaf: u32, holds: bool) {
        if holds {
            self.change::<true, false>(circuit, leaf)
        } else {
            self.change::<false, false>(circuit, leaf)
        };
    }

    /// The same, unless the root would change. Returns whether it would.
    fn set_if_root_stays(&mut self, circuit: &Circuit, leaf: u32, holds: bool) -> bool {
        if holds { self.change::<true, true>(circuit, leaf) } else { self.change::<false, true>(circuit, leaf) }
    }

    fn change<const HOLDS: bool, const KEEP: bool>(&mut self, circuit: &Circuit, leaf: u32) -> bool {
        let step = if HOLDS { -1 } else { 1 };
        let leaf = circuit.node_of[leaf as usize];
        self.missing[leaf as usize] += step;
        self.changed.push(leaf);
        self.touched.clear();
        while let Some(node) = self.changed.pop() {
            if KEEP && node == circuit.root() {
                self.changed.clear();
                self.missing[leaf as usize] -= step;
                for &gate in &self.touched {
                    self.missing[gate as usize] -= step;
                }
                return true;
            }
            for &parent in circuit.parents(node) {
                let missing = &mut self.missing[parent as usize];
                let held = *missing <= 0;
                *missing += step;
                if held != (*missing <= 0) {
                    self.changed.push(parent);
                }
                if KEEP {
                    self.touched.push(parent);
                }
            }
        }
        false
    }
}

/// Finds minimal solutions and cuts of a circuit.
#[derive(Debug)]
pub(crate) struct Finder<'a> {
    circuit: &'a Circuit,
    costs: &'a [u64],
    /// No leaf holds, between calls.
    none: Assignment,
    /// All leaves hold, between calls.
    all: Assignment,
    /// What nodes cost in cuts when the leaves that are to be avoided are impossible.
    avoiding: Vec<u64>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(circuit: &'a Circuit, costs: &'a [u64]) -> Self {
        Self { circuit, costs, none: Assignment::none(circuit), all: Assignment::all(circuit), avoiding: Vec::new() }
    }

    /// A minimal solution among these different leaves, if there is one. Costly leaves are left out first.
    pub(crate) fn solution_within(&mut self, mut leaves: Vec<u32>) -> Option<Vec<u32>> {
        leaves.sort_by_key(|&leaf| std::cmp::Reverse(self.costs[leaf as usize]));
        for &leaf in &leaves {
            self.none.set(self.circuit, leaf, true);
        }
        let found = self.none.holds(self.circuit);
        if found {
            leaves.retain(|&leaf| self.none.set_if_root_stays(self.circuit, leaf, false));
        }
        self.none.reset();
        found.then_some(leaves)
    }

    /// A minimal cut among the different leaves of a cut. Earlier leaves are left out first.
    pub(crate) fn cut_within(&mut self, mut leaves: Vec<u32>) -> Vec<u32> {
        for &leaf in &leaves {
            self.all.set(self.circuit, leaf, false);
        }
        leaves.retain(|&leaf| self.all.set_if_root_stays(self.circuit, leaf, true));
        self.all.reset();
        leaves
    }

    /// A minimal solution that looks cheap if leaves cost what the list says: the tree rule's choices, each leaf taken
    /// once. `None` if there is none without leaves that the list calls impossible.
    fn cheap_solution_if_any(&mut self, costs: &[u64]) -> Option<Vec<u32>> {
        let leaves = self.circuit.cheapest(costs, false)?;
        Some(self.solution_within(leaves).expect("what the tree rule chooses is a solution"))
    }

    /// A minimal solution that looks cheap if leaves cost what the list says.
    pub(crate) fn cheap_solution(&mut self, costs: &[u64]) -> Vec<u32> {
        self.cheap_solution_if_any(costs).expect("all leaves together are a solution")
    }

    /// Makes a minimal solution cheaper as long as that helps: does without one of its leaves, the others being free. A
    /// try is a unit of work.
    pub(crate) fn improved(&mut self, mut solution: Vec<u32>, work: &mut Work<'_>) -> Vec<u32> {
        let weight = |leaves: &[u32]| leaves.iter().fold(0, |total, &leaf| sum(total, self.costs[leaf as usize]));
        let mut best = weight(&solution);
        let mut next = 0;
        while let Some(&without) = solution.get(next)
            && work.spend()
        {
            next += 1;
            let mut costs = self.costs.to_vec();
            for &leaf in &solution {
                costs[leaf as usize] = 0;
            }
            costs[without as usize] = IMPOSSIBLE;
            if let Some(other) = self.cheap_solution_if_any(&costs)
                && weight(&other) < best
            {
                best = weight(&other);
                solution = other;
                next = 0;
            }
        }
        solution
    }

    /// From here on cuts are looked for that have none of these leaves.
    pub(crate) fn avoid(&mut self, taken: &[u32]) {
        let mut costs = vec![1; self.circuit.leaf_count()];
        for &leaf in taken {
            costs[leaf as usize] = IMPOSSIBLE;
        }
        self.avoiding = self.circuit.costs(&costs, true, sum);
    }

    /// And not this one either. Only what costs more by that is looked at again.
    pub(crate) fn avoid_also(&mut self, leaf: u32) {
        let (circuit, costs) = (self.circuit, &mut self.avoiding);
        let leaf = circuit.node_of[leaf as usize];
        costs[leaf as usize] = IMPOSSIBLE;
        let mut stale = vec![false; costs.len()];
        for &parent in circuit.parents(leaf) {
            stale[parent as usize] = true;
        }
        for gate in leaf + 1..=circuit.root() {
            if !stale[gate as usize] {
                continue;
            }
            let cost = circuit.gate_cost(gate, costs, true, sum);
            if cost != costs[gate as usize] {
                costs[gate as usize] = cost;
                for &parent in circuit.parents(gate) {
                    stale[parent as usize] = true;
                }
            }
        }
    }

    /// A minimal cut without the leaves that are to be avoided, or `None` if they are a solution. It looks for a cut
    /// with few leaves.
    pub(crate) fn cut(&mut self) -> Option<Vec<u32>> {
        let leaves = self.circuit.cheapest_by(&self.avoiding, true)?;
        Some(self.cut_within(leaves))
    }
}

#[cfg(test)]
mod tests {
    use super::{Builder, Circuit, Finder};

    /// A circuit of random gates over all nodes that nothing else uses.
    fn random(seed: u64) -> Circuit {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut builder = Builder::default();
        let mut nodes: Vec<u32> = (0..9).map(|_| builder.leaf()).collect();
        let mut free = nodes.clone();
        for _ in 0..12 {
            let children = random.choose_multiple(nodes.clone(), 3);
            free.retain(|node| !children.contains(node));
            let gate = builder.gate(random.bool(), children);
            nodes.push(gate);
            free.push(gate);
        }
        builder.gate(random.bool(), free);
        builder.build()
    }

    #[test]
    fn to_avoid_leaves_one_after_the_other_is_to_avoid_them_at_once() {
        let mut cuts = 0;
        for seed in 0..200 {
            let circuit = random(seed);
            let costs = vec![1; circuit.leaf_count()];
            let (mut finder, mut anew) = (Finder::new(&circuit, &costs), Finder::new(&circuit, &costs));
            finder.avoid(&[]);
            for leaf in 0..circuit.leaf_count() as u32 {
                finder.avoid_also(leaf);
                anew.avoid(&(0..=leaf).collect::<Vec<u32>>());
                assert_eq!(finder.avoiding, anew.avoiding, "seed {seed}, leaf {leaf}");
                cuts += usize::from(finder.cut().is_some());
            }
            assert_eq!(finder.cut(), None, "all leaves together are a solution");
        }
        assert!(cuts > 200, "{cuts} cuts");
    }

    #[test]
    fn what_is_found_within_leaves_is_minimal() {
        let holds = |circuit: &Circuit, leaves: &[u32]| {
            let costs: Vec<u64> =
                (0..circuit.leaf_count() as u32).map(|leaf| u64::from(!leaves.contains(&leaf))).collect();
            circuit.tree_costs(&costs)[circuit.root() as usize] == 0
        };
        let without = |leaves: &[u32], left_out: &[u32]| -> Vec<u32> {
            leaves.iter().copied().filter(|leaf| !left_out.contains(leaf)).collect()
        };
        for seed in 0..200 {
            let circuit = random(seed);
            let all: Vec<u32> = (0..circuit.leaf_count() as u32).collect();
            let costs = vec![1; all.len()];
            let mut finder = Finder::new(&circuit, &costs);
            // Twice, for nothing of the first time may be left.
            for _ in 0..2 {
                let solution = finder.solution_within(all.clone()).unwrap();
                assert!(holds(&circuit, &solution), "seed {seed}");
                assert!(solution.iter().all(|&leaf| !holds(&circuit, &without(&solution, &[leaf]))), "seed {seed}");
                let cut = finder.cut_within(all.clone());
                assert!(!holds(&circuit, &without(&all, &cut)), "seed {seed}");
                assert!(
                    cut.iter().all(|leaf| holds(&circuit, &without(&all, &without(&cut, &[*leaf])))),
                    "seed {seed}"
                );
            }
            let cut = finder.cut_within(all.clone());
            assert_eq!(finder.solution_within(without(&all, &cut)), None, "seed {seed}");
        }
    }
}
