//! Threads under stress: random graphs and small boards by up to 16 threads, with memory from 4 KiB on. The first 300 seeds are
//! looked at; `STRESS_SEEDS=1000..2000` in the environment says which others.
//!
//! The idea: what goes wrong by chance goes wrong in one run of thousands. Graphs, options, threads and memory are drawn at random;
//! every verdict is held against the oracle, or against one thread where the oracle is too slow, and every certificate is checked.
//! A search that has not ended after [`LONGEST`] counts as one without an end.

#![allow(clippy::print_stderr, reason = "whoever runs this wants the counts")]

use std::fmt::Debug;
use std::ops::Range;
use std::time::Duration;

use fastrand::Rng;
use proofset_core::{Describe, Goal, Limits, Player, Repetition, Solve, Solver, StopReason, Value, Verdict};
use proofset_depth_first::Options;
use proofset_mnk::{Mnk, Rules};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;
use proofset_testkit::random::{Kinds, RandomGraph};
use proofset_testkit::ruled::Ruled;

use crate::common::{exact, variants};
use crate::parallel::parallel;

/// No search of the problems here takes a hundredth of it.
const LONGEST: Duration = Duration::from_mins(2);

/// What became of searches of one kind.
#[derive(Debug, Default)]
struct Tally {
    proven: u32,
    disproven: u32,
    open: u32,
    without_room: u32,
    certificates: u32,
    endless: u32,
}

/// Searches a problem with threads, memory and some of these options, drawn at random.
fn run<P: Describe + Sync>(problem: &P, expected: Verdict, variants: &[Options], rng: &mut Rng, tally: &mut Tally)
where
    P::State: Debug + Send + Sync + 'static,
{
    let (threads, bytes) = (rng.usize(2..=16), 1 << rng.u32(12..=23));
    let options = *rng.choice(variants).expect("there are some");
    let mut search = parallel(problem, threads, options);
    let limits = Limits::none().with_bytes(bytes).with_time(LONGEST);
    let report = search.solve(&limits, &mut ()).expect("the problem keeps its contract");
    let context = format!("{threads} threads, {bytes} bytes, {options:?}");
    if report.stop == StopReason::Memory {
        tally.without_room += 1;
        return;
    }
    assert_eq!(report.verdict, expected, "{context}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves, "{context}");
        tally.open += 1;
        return;
    };
    assert_eq!(report.stop, StopReason::Decided, "{context}");
    *(if value == Value::Proven { &mut tally.proven } else { &mut tally.disproven }) += 1;
    if search.has_proof() {
        tally.certificates += 1;
        tally.endless += u32::from(certified(problem, &search, value).depth.is_none());
    }
}

/// What the oracle says.
fn told<P: Describe>(problem: &P) -> Verdict {
    solve(problem, 1 << 16).expect("the graph is small").root()
}

/// What one thread says that may keep everything.
fn alone<P: Describe>(problem: &P) -> Verdict
where
    P::State: Debug + Send + Sync + 'static,
{
    exact(problem, Options::default()).solve(&Limits::none(), &mut ()).expect("the problem keeps its contract").verdict
}

/// The seeds that were asked for, as in `STRESS_SEEDS=1000..2000`.
fn seeds() -> Range<u64> {
    let text = std::env::var("STRESS_SEEDS").unwrap_or_else(|_| "0..300".to_owned());
    let range = text.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.unwrap_or_else(|| panic!("STRESS_SEEDS is a range like 1000..2000, and not {text}"))
}

/// Graphs of 10 nodes to a thousand.
fn shape(rng: &mut Rng, least_depth: usize) -> RandomGraph {
    let kinds = if rng.bool() { Kinds::Random } else { RandomGraph::layered().kinds };
    let is_open = rng.u32(..8) == 0;
    RandomGraph {
        depth: rng.usize(least_depth..=12),
        width: *rng.choice([5, 20, 60, 120, 250].as_slice()).expect("there are some"),
        branching: 2..=rng.usize(2..=4),
        share: rng.f64() * 0.8,
        skip: rng.f64() * 0.3,
        early_leaf: rng.f64() * 0.06,
        proven: if is_open { 0.3 } else { 0.5 },
        disproven: if is_open { 0.3 } else { 0.5 },
        kinds,
        ..RandomGraph::dag()
    }
}

#[test]
fn random_graphs_under_stress() {
    let names = ["acyclic", "cyclic, disproves", "cyclic, proves", "cyclic, whoever repeats loses"];
    let mut tallies: [Tally; 4] = Default::default();
    let variants = variants();
    for seed in seeds() {
        let mut rng = Rng::with_seed(seed);
        let graph = shape(&mut rng, 5).generate(seed);
        run(&graph, told(&graph), &variants, &mut rng, &mut tallies[0]);
        let cyclic = RandomGraph { back: 0.05 + rng.f64() * 0.3, ..shape(&mut rng, 4) }.generate(seed);
        for (rule, tally) in [Repetition::Disproves, Repetition::Proves].into_iter().zip(&mut tallies[1..]) {
            let ruled = Ruled(&cyclic, rule);
            run(&ruled, told(&ruled), &variants, &mut rng, tally);
        }
        // Every value depends on the line, and there may be exponentially many of them.
        let small = RandomGraph { depth: 6, width: 6, proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
        let small = small.generate(seed);
        let ruled = Ruled(&small, Repetition::MoverLoses);
        run(&ruled, alone(&ruled), &variants, &mut rng, &mut tallies[3]);
    }
    for (name, tally) in names.iter().zip(tallies) {
        eprintln!("{name}: {tally:?}");
        assert!(tally.proven > 0 && tally.disproven > 0 && tally.certificates > 0, "{name}: {tally:?}");
    }
}

#[test]
fn small_boards_under_stress() {
    let boards = ["4x3", "3x4", "4x4"].map(|board| Rules::connect_four(board).expect("a board"));
    let lines = ["3,3,3", "4,3,3", "4,4,4,gravity", "3,3,2"].map(|rules| rules.parse().expect("rules"));
    let games: Vec<Mnk<1>> = boards.into_iter().chain(lines).map(Mnk::new).collect();
    let goals = [Goal::win(Player::First), Goal::win(Player::Second), Goal::at_least_draw(Player::First)];
    let problems: Vec<_> =
        games.iter().flat_map(|game| goals.map(|goal| Solve::from_start(game.clone(), goal))).collect();
    let expected: Vec<_> = problems.iter().map(alone).collect();
    // Where the table bears the load and is too small for it, one thread has no end in minutes either.
    let variants: Vec<_> = variants().into_iter().filter(|options| !options.load_bearing).collect();
    let mut tally = Tally::default();
    for seed in seeds() {
        let mut rng = Rng::with_seed(seed);
        let number = rng.usize(..problems.len());
        run(&problems[number], expected[number], &variants, &mut rng, &mut tally);
    }
    eprintln!("{tally:?}");
    assert!(tally.proven > 0 && tally.disproven > 0 && tally.certificates > 0, "{tally:?}");
}
