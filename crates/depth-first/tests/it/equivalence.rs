//! On trees, depth-first search expands the nodes of best-first search, in the same order (Nagai and Imai 1999).

use std::collections::HashMap;

use proofset_and_or::Graph;
use proofset_best_first as best_first;
use proofset_core::{Evaluation, LeafCost, Limits, Problem, Role, Solver, Status, SumRule, Value, Verdict};
use proofset_depth_first::{Options, Ties};
use proofset_nodeset::Counter;
use proofset_testkit::random::RandomGraph;

use crate::common::{Costs, Noting, weighted};

type State = <Graph as Problem>::State;

fn cost(graph: &Graph, state: State) -> LeafCost {
    let (proof, disproof) = graph.cost(state);
    LeafCost { proof, disproof }
}

/// The order in which best-first search expands, with the first of equally good children.
fn best_first(graph: &Graph, rule: SumRule, evaluation: Evaluation) -> (Vec<State>, Verdict) {
    let noting = Noting::new(graph);
    let options = best_first::Options::default().with_graph(best_first::GraphMode::Tree).with_evaluation(evaluation);
    let number = || Counter::with_rule(rule);
    let leaf = |&state: &State| cost(graph, state);
    let costs = Costs::of_leaves(&leaf);
    let mut search = best_first::Search::with_probe(&noting, number(), number(), options, costs);
    let report = search.solve(&Limits::none(), &mut ()).expect("trees have no cycles");
    drop(search);
    (noting.expanded.into_inner(), report.verdict)
}

fn depth_first(graph: &Graph, options: Options) -> (Vec<State>, Verdict) {
    let noting = Noting::new(graph);
    let leaf = |&state: &State| cost(graph, state);
    let mut search = weighted(&noting, options, Costs::of_leaves(&leaf));
    let report = search.solve(&Limits::none(), &mut ()).expect("trees have no cycles");
    assert_eq!(search.table_use().evictions, 0);
    let expanded = usize::try_from(report.expanded).expect("trees are small");
    drop(search);
    let mut order = noting.expanded.into_inner();
    // The proof is rebuilt afterwards.
    order.truncate(expanded);
    (order, report.verdict)
}

fn trees(max_weight: u32) -> impl Iterator<Item = Graph> {
    let shapes = [
        RandomGraph { depth: 8, early_leaf: 0.1, ..RandomGraph::tree() },
        RandomGraph { depth: 5, branching: 1..=4, early_leaf: 0.3, ..RandomGraph::tree() },
        RandomGraph { depth: 4, branching: 2..=4, early_leaf: 0.0, ..RandomGraph::tree() },
    ];
    shapes.into_iter().flat_map(move |shape| {
        let shape = RandomGraph { max_weight, proven: 0.5, disproven: 0.5, ..shape };
        (0..350).map(move |seed| shape.generate(seed))
    })
}

#[test]
fn three_thousand_trees_are_expanded_in_the_order_of_best_first_search() {
    let mut expansions = 0;
    for max_weight in [1, 3, 10_000] {
        for graph in trees(max_weight) {
            let found = depth_first(&graph, Options::default());
            let expected = best_first(&graph, SumRule::Sum, Evaluation::Immediate);
            assert_eq!(found, expected, "{} nodes", graph.node_count());
            // A table that forgets nothing may bear the load.
            assert_eq!(depth_first(&graph, Options::default().with_load_bearing(true)), expected);
            expansions += found.0.len();
        }
    }
    assert!(expansions > 30_000, "{expansions} expansions");
}

#[test]
fn so_they_are_with_weak_sums() {
    for max_weight in [1, 3] {
        for graph in trees(max_weight) {
            let options = Options::default().with_proof_sum(SumRule::Weak).with_disproof_sum(SumRule::Weak);
            let expected = best_first(&graph, SumRule::Weak, Evaluation::Immediate);
            assert_eq!(depth_first(&graph, options), expected);
        }
    }
}

#[test]
fn so_they_are_with_delayed_evaluation() {
    let (mut delayed, mut immediate) = (0, 0);
    for max_weight in [1, 3] {
        for graph in trees(max_weight) {
            for rule in [SumRule::Sum, SumRule::Weak] {
                let options = Options::default().with_proof_sum(rule).with_disproof_sum(rule);
                let found = depth_first(&graph, options.with_evaluation(Evaluation::Delayed));
                assert_eq!(found, best_first(&graph, rule, Evaluation::Delayed), "{} nodes", graph.node_count());
                delayed += found.0.len();
                immediate += depth_first(&graph, options).0.len();
            }
        }
    }
    assert!(delayed > immediate, "who asks later expands more: {delayed} and {immediate}");
}

/// A node of [`Sticky`].
struct Node {
    /// Its children, once it is expanded.
    children: Option<Vec<State>>,
    numbers: [u32; 2],
    /// The child that was chosen last.
    last: Option<State>,
}

/// Best-first search that prefers, among equally good children, the one that it chose last.
struct Sticky<'a> {
    graph: &'a Graph,
    nodes: HashMap<State, Node>,
}

impl Sticky<'_> {
    const INFINITE: u32 = u32::MAX / 4;

    fn numbers(&mut self, state: State) -> [u32; 2] {
        let graph = self.graph;
        let node = self.nodes.entry(state).or_insert_with(|| {
            let numbers = match graph.status(&state) {
                Status::Decided(Value::Proven) => [0, Self::INFINITE],
                Status::Decided(Value::Disproven) => [Self::INFINITE, 0],
                _ => {
                    let (proof, disproof) = graph.cost(state);
                    [proof, disproof].map(|size| size.finite().expect("costs are finite"))
                }
            };
            Node { children: None, numbers, last: None }
        });
        node.numbers
    }

    fn role(&self, state: State) -> usize {
        match self.graph.status(&state) {
            Status::Open(Role::And) => 1,
            _ => 0,
        }
    }

    fn update(&mut self, state: State) {
        let children = self.nodes[&state].children.clone().expect("expanded nodes are updated");
        let role = self.role(state);
        let numbers: Vec<[u32; 2]> = children.iter().map(|&child| self.numbers(child)).collect();
        let mut new = [0, 0];
        new[role] = numbers.iter().map(|n| n[role]).min().unwrap_or(Self::INFINITE);
        new[1 - role] = numbers.iter().map(|n| n[1 - role]).sum::<u32>().min(Self::INFINITE);
        if new[role] == 0 {
            new[1 - role] = Self::INFINITE;
        }
        self.nodes.get_mut(&state).expect("it exists").numbers = new;
    }

    fn run(&mut self) -> Vec<State> {
        let root = self.graph.root();
        let mut order = Vec::new();
        while self.numbers(root).iter().all(|&number| number != 0) {
            let mut path = vec![root];
            loop {
                let state = *path.last().expect("it begins at the root");
                let Some(children) = self.nodes[&state].children.clone() else { break };
                let role = self.role(state);
                let least = children.iter().map(|&child| self.numbers(child)[role]).min().expect("it is unsolved");
                let last = self.nodes[&state].last.filter(|&last| self.numbers(last)[role] == least);
                let next = last.or_else(|| children.iter().copied().find(|&child| self.numbers(child)[role] == least));
                self.nodes.get_mut(&state).expect("it exists").last = next;
                path.push(next.expect("one is least"));
            }
            let leaf = *path.last().expect("it begins at the root");
            order.push(leaf);
            let mut children = Vec::new();
            self.graph.for_each_successor(&leaf, |_, child| children.push(child));
            self.nodes.get_mut(&leaf).expect("it exists").children = Some(children);
            path.into_iter().rev().for_each(|state| self.update(state));
        }
        order
    }
}

#[test]
fn with_the_last_choice_preferred_it_is_the_order_of_a_best_first_search_that_prefers_it_too() {
    for max_weight in [1, 3, 10_000] {
        for graph in trees(max_weight) {
            let noting = Noting::new(&graph);
            let options = Options::default().with_ties(Ties::Last);
            let leaf = |&state: &State| cost(&graph, state);
            let mut search = weighted(&noting, options, Costs::of_leaves(&leaf));
            let report = search.solve(&Limits::none(), &mut ()).expect("trees have no cycles");
            let expanded = usize::try_from(report.expanded).expect("trees are small");
            drop(search);
            let mut order = noting.expanded.into_inner();
            order.truncate(expanded);
            assert_eq!(order, Sticky { graph: &graph, nodes: HashMap::new() }.run());
        }
    }
}
