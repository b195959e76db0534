//! Costs of edges (df-pn+, Nagai and Imai 1999): on trees the order is that of best-first search with the same costs.

use std::collections::HashMap;

use proofset_and_or::Graph;
use proofset_core::{EdgeCost, LeafCost, Limits, Problem, Role, Size, Solver, Status, Value, state_hash};
use proofset_depth_first::Options;
use proofset_testkit::random::RandomGraph;

use crate::common::{self, Noting, weighted};

type State = <Graph as Problem>::State;

/// Costs that follow from a seed and nothing else.
#[derive(Clone, Copy)]
struct Costs {
    seed: u64,
    most_leaf: u64,
    most_edge: u64,
}

impl Costs {
    fn number(self, what: u64, state: State, most: u64) -> u32 {
        u32::try_from(state_hash(&(self.seed, what, state)) % (most + 1)).expect("numbers are small")
    }

    fn leaf(self, state: State) -> [u32; 2] {
        [1, 2].map(|side| 1 + self.number(side, state, self.most_leaf))
    }

    fn edge(self, to: State) -> [u32; 2] {
        [3, 4].map(|side| self.number(side, to, self.most_edge))
    }
}

/// Best-first search on a tree, by the definition: every number is computed anew before every expansion.
struct BestFirst<'a> {
    graph: &'a Graph,
    costs: Costs,
    children: HashMap<State, Vec<State>>,
}

impl BestFirst<'_> {
    const INFINITE: u32 = u32::MAX / 4;

    fn numbers(&self, state: State) -> [u32; 2] {
        let role = match self.graph.status(&state) {
            Status::Decided(Value::Proven) => return [0, Self::INFINITE],
            Status::Decided(Value::Disproven) => return [Self::INFINITE, 0],
            Status::Open(role) => role as usize,
            Status::OpenLeaf => unreachable!("all leaves are decided"),
        };
        let Some(children) = self.children.get(&state) else { return self.costs.leaf(state) };
        let counted: Vec<[u32; 2]> = children.iter().map(|&child| self.counted(child)).collect();
        let mut numbers = [0, 0];
        numbers[role] = counted.iter().map(|n| n[role]).min().unwrap_or(Self::INFINITE);
        numbers[1 - role] = counted.iter().map(|n| n[1 - role]).sum::<u32>().min(Self::INFINITE);
        if numbers[role] == 0 {
            numbers[1 - role] = Self::INFINITE;
        }
        numbers
    }

    /// A child's numbers with those of its edge, which nothing costs once the child is solved.
    fn counted(&self, child: State) -> [u32; 2] {
        let numbers = self.numbers(child);
        if numbers.contains(&0) {
            return numbers;
        }
        let edge = self.costs.edge(child);
        [numbers[0] + edge[0], numbers[1] + edge[1]]
    }

    fn run(&mut self) -> Vec<State> {
        let mut order = Vec::new();
        while !self.numbers(self.graph.root()).contains(&0) {
            let mut state = self.graph.root();
            while let Some(children) = self.children.get(&state) {
                let role = usize::from(self.graph.status(&state) == Status::Open(Role::And));
                let best = children.iter().min_by_key(|&&child| self.counted(child)[role]);
                state = *best.expect("unsolved nodes have children");
            }
            order.push(state);
            let mut children = Vec::new();
            self.graph.for_each_successor(&state, |_, child| children.push(child));
            self.children.insert(state, children);
        }
        order
    }
}

#[test]
fn the_order_is_that_of_best_first_search_with_the_same_costs() {
    let shapes = [
        RandomGraph { depth: 5, early_leaf: 0.1, ..RandomGraph::tree() },
        RandomGraph { depth: 4, branching: 1..=4, early_leaf: 0.3, ..RandomGraph::tree() },
    ];
    let mut expansions = 0;
    for (shape, (most_leaf, most_edge)) in
        shapes.iter().flat_map(|shape| [(0, 1), (2, 3), (1000, 1000), (1, 100)].map(|most| (shape.clone(), most)))
    {
        let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..shape };
        for seed in 0..200 {
            let graph = shape.generate(seed);
            let costs = Costs { seed, most_leaf, most_edge };
            let noting = Noting::new(&graph);
            let leaf = |&state: &State| {
                let [proof, disproof] = costs.leaf(state).map(Size::new);
                LeafCost { proof, disproof }
            };
            let edge = |&successor: &State| {
                let [proof, disproof] = costs.edge(successor);
                EdgeCost { proof, disproof }
            };
            let asked = common::Costs { leaf: &leaf, edge: &edge };
            let mut search = weighted(&noting, Options::default(), asked);
            let report = search.solve(&Limits::none(), &mut ()).expect("trees have no cycles");
            drop(search);
            let mut order = noting.expanded.into_inner();
            order.truncate(usize::try_from(report.expanded).expect("trees are small"));
            assert_eq!(order, BestFirst { graph: &graph, costs, children: HashMap::new() }.run(), "seed {seed}");
            expansions += order.len();
        }
    }
    assert!(expansions > 10_000, "{expansions} expansions");
}
