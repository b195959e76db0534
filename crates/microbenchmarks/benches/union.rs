//! Unions and comparisons of node sets, by type and size.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use proofset_core::{NodeId, Size};
use proofset_nodeset::{BitSet, Count, Effort, SortedSet, TieOrder, UnionRule};

const NODES: usize = 4096;

/// Four random sets of this many members each.
fn operands<E: Effort>(effort: &mut E, members: usize) -> Vec<E::Value> {
    let mut random = Rng::with_seed(7);
    let leaves: Vec<E::Value> =
        (0..NODES).map(|id| effort.leaf(NodeId::new(id).expect("small"), Size::ONE).expect("room")).collect();
    (0..4)
        .map(|_| {
            let mut ids: Vec<usize> = (0..members).map(|_| random.usize(..NODES)).collect();
            ids.sort_unstable();
            ids.dedup();
            effort.union(ids.into_iter().map(|id| leaves[id])).expect("room")
        })
        .collect()
}

fn measure<E: Effort>(criterion: &mut Criterion, name: &str, mut effort: E) {
    let mut group = criterion.benchmark_group("union of four");
    for members in [1, 20, 200] {
        let parts = operands(&mut effort, members);
        group.bench_with_input(BenchmarkId::new(name, members), &parts, |bencher, parts| {
            bencher.iter(|| {
                let union = effort.union(black_box(parts).iter().copied()).expect("room");
                effort.release(union);
                union
            });
        });
    }
    group.finish();
}

fn unions(criterion: &mut Criterion) {
    measure(criterion, "Count", Count::new());
    measure(criterion, "SortedSet", SortedSet::new(TieOrder::Lex));
    measure(criterion, "Truncated 20", SortedSet::truncated(20, TieOrder::Lex));
    let at_once = SortedSet::truncated(20, TieOrder::Lex).with_union(UnionRule::KWay);
    measure(criterion, "Truncated 20 at once", at_once);
    measure(criterion, "BitSet", BitSet::new(TieOrder::Lex));
}

criterion_group!(benches, unions);
criterion_main!(benches);
