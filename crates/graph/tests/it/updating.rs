//! Recomputation counts of Müller (2001), Example 5 and Lemma 1, and of the worst case of the FIFO queue.

use std::collections::BTreeSet;
use std::convert::Infallible;

use proofset_core::NodeId;
use proofset_graph::{AnyUpdater, Dag, LevelSource, Parts, Pending, Relabelled, UpdateOrder, Updater};

const ORDERS: [UpdateOrder; 3] = [UpdateOrder::Levels, UpdateOrder::PearceKelly, UpdateOrder::Fifo];

/// A graph whose labels are sums over children (leaves keep theirs), with the trace of the last update.
struct Sums {
    dag: Dag<u64>,
    updater: AnyUpdater,
    trace: Vec<NodeId>,
}

impl Sums {
    fn new(nodes: usize, order: UpdateOrder) -> Self {
        let mut dag = Dag::new(LevelSource::LongestPath);
        for _ in 0..nodes {
            dag.add(0, 1).unwrap();
        }
        Self { dag, updater: AnyUpdater::new(order), trace: Vec::new() }
    }

    fn connect(&mut self, parent: usize, children: &[usize]) {
        let children: Vec<NodeId> = children.iter().map(|&child| node(child)).collect();
        self.dag.connect(node(parent), &children, &mut self.updater).unwrap();
    }

    fn update(&mut self, from: usize) -> u64 {
        self.trace.clear();
        self.dag.schedule(node(from), Parts::FIRST, &mut self.updater);
        let trace = &mut self.trace;
        let settled = self.dag.settle(&mut self.updater, |dag, pending| {
            let node = pending.node;
            trace.push(node);
            let sum = dag.children(node).map(|child| dag.label(child)).fold(0, u64::wrapping_add);
            Ok::<_, Infallible>(relabelled(dag, node, sum))
        });
        assert_eq!(settled.stopped, None);
        settled.recomputed
    }

    fn labels(&self) -> Vec<u64> {
        (0..self.dag.len()).map(|state| self.dag.label(node(state))).collect()
    }
}

fn node(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

/// A new label, compared with the old one.
fn relabelled(dag: &Dag<u64>, node: NodeId, label: u64) -> Relabelled<u64> {
    Relabelled { label, changed: Parts::of(label != dag.label(node), false), note: label as u32 }
}

/// Example 5: A→B→C→D and A→D; D gets two children. The parents of D are listed as A, C.
fn example5(order: UpdateOrder) -> Vec<char> {
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5];
    let mut graph = Sums::new(6, order);
    // Parents are listed most recently connected first.
    graph.connect(c, &[d]);
    graph.connect(b, &[c]);
    graph.connect(a, &[b, d]);
    graph.connect(d, &[e, f]);
    graph.update(d);
    assert_eq!(graph.labels()[..4], [4, 2, 2, 2]);
    graph.trace.iter().map(|node| ['A', 'B', 'C', 'D', 'E', 'F'][node.index()]).collect()
}

#[test]
fn example_5_of_the_paper() {
    assert_eq!(example5(UpdateOrder::Fifo), ['D', 'A', 'C', 'B', 'A']);
    assert_eq!(example5(UpdateOrder::Levels), ['D', 'C', 'B', 'A']);
    assert_eq!(example5(UpdateOrder::PearceKelly), ['D', 'C', 'B', 'A']);
}

/// The complete DAG: v0..v(n-1), an edge from each node to every later one; the last gets two leaves.
/// `nearest_first` is the order in which a node's parents are listed.
fn complete_dag(n: usize, order: UpdateOrder, nearest_first: bool) -> u64 {
    let mut graph = Sums::new(n + 2, order);
    let parents: Vec<usize> = if nearest_first { (0..n - 1).collect() } else { (0..n - 1).rev().collect() };
    for parent in parents {
        graph.connect(parent, &(parent + 1..n).collect::<Vec<_>>());
    }
    graph.connect(n - 1, &[n, n + 1]);
    let recomputed = graph.update(n - 1);
    // v(n-1) is worth 2, and each earlier node the sum of all later ones: it doubles.
    let expected: Vec<u64> = (0..n - 1).map(|i| 2u64 << (n - 2 - i)).chain([2]).collect();
    assert_eq!(graph.labels()[..n], expected);
    recomputed
}

#[test]
fn the_fifo_queue_can_need_quadratically_many_recomputations() {
    for (n, expected) in [(4, 7), (6, 16), (8, 29), (12, 67), (16, 121), (20, 191), (32, 497)] {
        assert_eq!(complete_dag(n, UpdateOrder::Fifo, false), expected);
        assert_eq!(expected, (n * (n - 1) / 2 + 1) as u64);
        assert_eq!(complete_dag(n, UpdateOrder::Fifo, true), n as u64);
        for nearest_first in [false, true] {
            assert_eq!(complete_dag(n, UpdateOrder::Levels, nearest_first), n as u64);
            assert_eq!(complete_dag(n, UpdateOrder::PearceKelly, nearest_first), n as u64);
        }
    }
}

/// Grows the same random graph under every order; `ranked` keeps edges between neighbouring layers.
fn random_growth(seed: u64, ranked: bool) {
    let mut random = fastrand::Rng::with_seed(seed);
    let nodes = 60;
    let layer = |state: usize| state / 6;
    let mut expansions = Vec::new();
    for parent in 0..nodes - 6 {
        let children: Vec<usize> =
            (0..random.usize(1..4))
                .map(|_| {
                    if ranked { (layer(parent) + 1) * 6 + random.usize(0..6) } else { random.usize(parent + 1..nodes) }
                })
                .collect();
        expansions.push((parent, children));
    }
    random.shuffle(&mut expansions);
    let mut graphs = ORDERS.map(|order| Sums::new(nodes, order));
    for (parent, children) in &expansions {
        for (graph, order) in graphs.iter_mut().zip(ORDERS) {
            graph.connect(*parent, children);
            graph.update(*parent);
            let mut once = graph.trace.clone();
            once.sort_unstable();
            once.dedup();
            if order != UpdateOrder::Fifo || ranked {
                assert_eq!(once.len(), graph.trace.len(), "{order:?} recomputed a node twice");
            }
            for state in 0..nodes {
                for child in graph.dag.children(node(state)) {
                    assert!(graph.dag.level(child) > graph.dag.level(node(state)));
                }
            }
        }
        assert_eq!(graphs[0].labels(), graphs[1].labels());
        assert_eq!(graphs[0].labels(), graphs[2].labels());
    }
}

#[test]
fn every_order_reaches_the_same_values_and_ordered_ones_recompute_once() {
    for seed in 0..200 {
        random_growth(seed, false);
    }
}

#[test]
fn with_a_rank_function_the_fifo_queue_recomputes_once() {
    for seed in 0..200 {
        random_growth(seed, true);
    }
}

/// The changed children that an update hands to a parent are those whose labels changed, each with its note.
#[test]
fn parents_learn_which_children_changed() {
    for seed in 0..100 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut graph = Sums::new(40, UpdateOrder::Levels);
        let mut parents: Vec<usize> = (0..39).collect();
        random.shuffle(&mut parents);
        for parent in parents {
            let children: Vec<usize> = (0..random.usize(1..4)).map(|_| random.usize(parent + 1..40)).collect();
            graph.connect(parent, &children);
            let before = graph.labels();
            graph.dag.schedule(node(parent), Parts::FIRST, &mut graph.updater);
            graph.dag.settle(&mut graph.updater, |dag, pending| {
                let children: BTreeSet<NodeId> = dag.children(pending.node).collect();
                match dag.changed_children(pending) {
                    None => assert_eq!(pending.node, node(parent)),
                    Some(changed) => {
                        let notes: Vec<(NodeId, u32)> = changed.clone().map(|c| (c.child, c.note)).collect();
                        assert!(changed.into_iter().all(|c| c.parts == Parts::FIRST && children.contains(&c.child)));
                        let expected: BTreeSet<(NodeId, u32)> = (children.iter())
                            .filter(|child| dag.label(**child) != before[child.index()])
                            .map(|&child| (child, dag.label(child) as u32))
                            .collect();
                        assert_eq!(notes.iter().copied().collect::<BTreeSet<_>>(), expected);
                        assert_eq!(notes.len(), expected.len(), "a child is named once");
                    }
                }
                let sum = dag.children(pending.node).map(|child| dag.label(child)).fold(0, u64::wrapping_add);
                Ok::<_, Infallible>(relabelled(dag, pending.node, sum))
            });
        }
    }
}

#[test]
fn an_interrupted_update_can_be_continued() {
    for order in ORDERS {
        let mut graph = Sums::new(14, order);
        for parent in (0..11).rev() {
            graph.connect(parent, &(parent + 1..12).collect::<Vec<_>>());
        }
        graph.connect(11, &[12, 13]);
        let mut budget = 5;
        graph.dag.schedule(node(11), Parts::FIRST, &mut graph.updater);
        let mut relabel = |dag: &Dag<u64>, pending: Pending| {
            if budget == 0 {
                budget = 1000;
                return Err("out of budget");
            }
            budget -= 1;
            let sum = dag.children(pending.node).map(|child| dag.label(child)).sum();
            Ok(relabelled(dag, pending.node, sum))
        };
        assert_eq!(graph.dag.settle(&mut graph.updater, &mut relabel).stopped, Some("out of budget"));
        assert_eq!(graph.dag.settle(&mut graph.updater, &mut relabel).stopped, None);
        assert_eq!(graph.labels()[0], 2 << 10, "{order:?}");
        assert_eq!(graph.updater.pop(), None);
    }
}
