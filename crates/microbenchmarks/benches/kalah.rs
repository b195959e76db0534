//! How fast moves are made.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proofset_core::Game;
use proofset_kalah::Kalah;
use proofset_testkit::conformance::perft;

fn lines(criterion: &mut Criterion) {
    let game: Kalah = "6,4".parse().expect("sound parameters");
    let count = perft(&game, &game.start(), 8);
    let mut group = criterion.benchmark_group("kalah");
    group.sample_size(10);
    group.throughput(Throughput::Elements(count));
    group.bench_function("perft 8", |bencher| bencher.iter(|| assert_eq!(perft(&game, &game.start(), 8), count)));
    group.finish();
}

criterion_group!(benches, lines);
criterion_main!(benches);
