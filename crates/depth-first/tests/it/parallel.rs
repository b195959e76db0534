//! Searches by several threads: verdicts against the oracles, certificates, limits, whatever the table and the rule for repetitions.

use proofset_core::{Describe, Limits, Repetition, Solver, StopReason, Value, Verdict};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{Helper, Options, Parallel};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ruled::Ruled;

use crate::common::{keyed, variants};

/// A search of a problem by so many threads.
pub(crate) fn parallel<P: Describe + Sync>(problem: &P, threads: usize, options: Options) -> Parallel<'_, &P> {
    Parallel::new(CopyCursor::new(problem, ()), threads, options, move |helper: Helper| {
        helper.run(CopyCursor::new(problem, ()));
    })
}

/// What many searches came across, so that the test sees that it tested something.
#[derive(Default)]
struct Tally {
    proven: u32,
    disproven: u32,
    endless: u32,
    proofs: u32,
}

/// Searches a problem and holds what comes out against the oracle.
fn judge<P: Describe + Sync>(problem: &P, threads: usize, options: Options, bytes: u64, tally: &mut Tally)
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let expected = solve(problem, 1 << 16).expect("the graph is small").root();
    let mut search = parallel(problem, threads, options);
    let report = search.solve(&Limits::none().with_bytes(bytes), &mut ()).expect("the problem keeps its contract");
    let context = format!("{threads} threads, {bytes} bytes, {options:?}");
    // The line or the proof may be longer than there is room for.
    if report.stop == StopReason::Memory {
        return;
    }
    assert_eq!(report.verdict, expected, "{context}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves, "{context}");
        return;
    };
    match value {
        Value::Proven => tally.proven += 1,
        Value::Disproven => tally.disproven += 1,
    }
    if search.has_proof() {
        tally.proofs += 1;
        tally.endless += u32::from(certified(problem, &search, value).depth.is_none());
    }
}

/// Threads, options and bytes for a graph: tables from 4 KiB on.
fn choices(seed: u64) -> (usize, Options, u64) {
    let variants = variants();
    let threads = [2, 3, 4, 8, 16][seed as usize % 5];
    let options = variants[seed as usize % variants.len()];
    let bytes = [1 << 24, 1 << 20, 1 << 18, 1 << 16][seed as usize / 5 % 4];
    (threads, options, bytes)
}

#[test]
fn graphs_without_cycles_get_the_right_verdict_and_a_certificate() {
    let mut tally = Tally::default();
    let wide = RandomGraph { depth: 11, width: 250, branching: 2..=4, early_leaf: 0.02, ..RandomGraph::dag() };
    let solved = RandomGraph { proven: 0.55, disproven: 0.45, ..wide.clone() };
    for seed in 0..250 {
        let (threads, options, bytes) = choices(seed);
        judge(&wide.generate(seed), threads, options, bytes, &mut tally);
        judge(&solved.generate(seed), threads, options, bytes, &mut tally);
    }
    let Tally { proven, disproven, proofs, .. } = tally;
    assert!(proven > 50 && disproven > 50 && proofs > 200, "{proven}, {disproven}, {proofs}");
}

#[test]
fn graphs_with_cycles_get_the_right_verdict_by_each_rule() {
    let mut tally = Tally::default();
    let wide = RandomGraph {
        depth: 10,
        width: 120,
        branching: 2..=3,
        early_leaf: 0.03,
        proven: 0.5,
        disproven: 0.5,
        ..RandomGraph::cyclic()
    };
    for seed in 0..250 {
        let graph = wide.generate(seed);
        let (threads, options, bytes) = choices(seed);
        judge(&graph, threads, options, bytes, &mut tally);
        judge(&Ruled(&graph, Repetition::Proves), threads, options, bytes, &mut tally);
    }
    let Tally { proven, disproven, endless, proofs } = tally;
    assert!(proven > 100 && disproven > 100 && proofs > 200 && endless > 20, "{proven} {disproven} {proofs} {endless}");
}

/// Values that hold on one line alone are of no use for others: one thread searches, and says what it always says.
#[test]
fn where_whoever_repeats_has_lost_one_thread_searches() {
    let shape = RandomGraph { depth: 6, width: 6, proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    for seed in 0..60 {
        let graph = shape.generate(seed);
        let ruled = Ruled(&graph, Repetition::MoverLoses);
        let alone = keyed(&ruled, Options::default()).solve(&Limits::none(), &mut ()).unwrap();
        let report =
            parallel(&ruled, 4, Options::default()).solve(&Limits::none().with_bytes(1 << 24), &mut ()).unwrap();
        assert_eq!((report.verdict, report.expanded), (alone.verdict, alone.expanded), "seed {seed}");
    }
}

/// One thread searches what the search with a table of keys does, to the node.
#[test]
fn one_thread_does_what_it_does_without_others() {
    let shape = RandomGraph { depth: 9, width: 100, branching: 2..=4, ..RandomGraph::dag() };
    for seed in 0..100 {
        let graph = shape.generate(seed);
        let limits = Limits::none().with_bytes(1 << 22);
        for options in variants() {
            let mut alone = keyed(&graph, options);
            let expected = alone.solve(&limits, &mut ()).unwrap();
            let report = parallel(&graph, 1, options).solve(&limits, &mut ()).unwrap();
            assert_eq!((report.verdict, report.stop), (expected.verdict, expected.stop), "seed {seed}, {options:?}");
            assert_eq!(report.expanded, expected.expanded, "seed {seed}, {options:?}");
        }
    }
}

/// All threads together keep to the limit on expansions, and what they have found is there when the search goes on.
#[test]
fn searches_go_on_from_any_limit() {
    let shape = RandomGraph {
        depth: 12,
        width: 400,
        branching: 2..=4,
        early_leaf: 0.01,
        proven: 0.55,
        disproven: 0.45,
        ..RandomGraph::dag()
    };
    for seed in 0..30 {
        let graph = shape.generate(seed);
        let expected = solve(&graph, 1 << 16).unwrap().root();
        let mut search = parallel(&graph, 1 + seed as usize % 4, Options::default());
        for most in (0..).map(|call| call * 97) {
            let limits = Limits::expansions(most).with_bytes(1 << 22);
            let report = search.solve(&limits, &mut ()).unwrap();
            assert!(report.expanded <= most, "{} of {most}", report.expanded);
            if report.stop != StopReason::Expansions {
                assert_eq!(report.verdict, expected, "seed {seed}");
                break;
            }
            assert_eq!((report.verdict, report.expanded), (Verdict::Unknown, most));
        }
    }
}

/// A search that is cancelled, or in which a helper never comes, ends.
#[test]
fn a_search_ends_without_its_helpers() {
    let graph = RandomGraph { depth: 9, width: 60, proven: 0.5, disproven: 0.5, ..RandomGraph::dag() }.generate(3);
    let expected = solve(&graph, 1 << 16).unwrap().root();
    let mut search = Parallel::new(CopyCursor::new(&graph, ()), 4, Options::default(), |_: Helper| {});
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, expected);
    let cancel = proofset_core::Cancel::new();
    cancel.raise();
    let mut search = Parallel::new(CopyCursor::new(&graph, ()), 4, Options::default(), |_: Helper| {});
    let report = search.solve(&Limits::none().with_cancel(cancel), &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Cancelled);
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, expected);
}
