//! How fast moves are made, and endgames solved.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proofset_core::{Game, Hints, Notation, ValuedGame};
use proofset_othello::Othello;
use proofset_testkit::conformance::perft;

/// Lines of play from the start of 8x8, nine moves deep.
const PERFT_9: u64 = 3_005_288;

/// 8x8, six empty squares, and the value for the player to move.
const ENDGAME: &str = "O-XXXX--O-XOXX--OXXXOXXOOOXOOOXOOXOOXOXOOOXXOXXOOXXOXXXOXXXXXXOO X";

fn speed(criterion: &mut Criterion) {
    let game: Othello = "8x8".parse().expect("sound parameters");
    let mut group = criterion.benchmark_group("othello");
    group.sample_size(10);
    group.throughput(Throughput::Elements(PERFT_9));
    group.bench_function("perft 9", |bencher| {
        bencher.iter(|| assert_eq!(perft(&game, &game.start(), 9), PERFT_9));
    });
    let position = game.parse_position(ENDGAME).expect("a sound position");
    let mut positions = 0;
    game.finish(&position, -game.limit(), game.limit(), &mut positions).expect("few squares are empty");
    group.throughput(Throughput::Elements(positions));
    group.bench_function("six empty squares", |bencher| {
        bencher.iter(|| game.finish(&position, -game.limit(), game.limit(), &mut 0));
    });
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);
