//! Bringing the complete DAG up to date, the worst case of the FIFO queue, under every order.

use std::convert::Infallible;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use proofset_core::NodeId;
use proofset_graph::{AnyUpdater, Dag, LevelSource, Parts, Relabelled, UpdateOrder};

fn node(index: usize) -> NodeId {
    NodeId::new(index).expect("small")
}

/// Edges from each node to every later one; labels are sums over children.
fn complete(nodes: usize, updater: &mut AnyUpdater) -> Dag<u64> {
    let mut dag = Dag::new(LevelSource::LongestPath);
    for _ in 0..nodes {
        dag.add(0, 1).expect("room");
    }
    for parent in (0..nodes - 1).rev() {
        let children: Vec<NodeId> = (parent + 1..nodes).map(node).collect();
        dag.connect(node(parent), &children, updater).expect("acyclic");
    }
    dag
}

fn settle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("settle the complete DAG of 64 nodes");
    for order in [UpdateOrder::Levels, UpdateOrder::PearceKelly, UpdateOrder::Fifo] {
        let mut updater = AnyUpdater::new(order);
        let mut dag = complete(64, &mut updater);
        let mut leaf = 1;
        group.bench_function(BenchmarkId::from_parameter(format!("{order:?}")), |bencher| {
            bencher.iter(|| {
                leaf += 1;
                dag.set_label(node(63), leaf);
                dag.schedule(node(62), Parts::FIRST, &mut updater);
                dag.settle(&mut updater, |dag, pending| {
                    let node = pending.node;
                    let sum = dag.children(node).map(|child| dag.label(child)).fold(0, u64::wrapping_add);
                    let changed = Parts::of(sum != dag.label(node), false);
                    Ok::<_, Infallible>(Relabelled { label: sum, changed, note: 0 })
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, settle);
criterion_main!(benches);
