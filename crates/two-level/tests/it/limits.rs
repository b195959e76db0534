//! Limits stop both levels, also in the middle of the second, and what was stopped goes on where it was.

use std::ops::ControlFlow;
use std::time::Duration;

use proofset_and_or::GraphBuilder;
use proofset_best_first::Options;
use proofset_certificate::SolvedGraph;
use proofset_core::{Cancel, Limits, Problem, Progress, Report, Role, SolveError, Solver, StopReason, Value, Verdict};
use proofset_depth_first::{Method, Options as DepthFirstOptions};
use proofset_nodeset::TieOrder;
use proofset_testkit::certified::certified;
use proofset_two_level::{Budget, depth_first_over_pn, pn2, pss2_truncated};

use crate::common::connect_four;

/// What a search has counted, and its numbers.
fn counters<M>(report: &Report<M>) -> ([u64; 6], Verdict) {
    let counts = [
        report.expanded,
        report.expanded_again,
        report.second_level,
        report.visits,
        report.generated,
        report.recomputed,
    ];
    (counts, report.verdict)
}

/// Solves a problem in one call and in many, and compares all that was counted.
fn in_steps<P: Problem, S: Solver<P>>(search: impl Fn() -> S, bytes: Option<u64>, step: u64, what: &str) {
    let at_once = search().solve(&Limits::none().with_bytes(bytes), &mut ()).ok().expect("it is acyclic");
    let mut search = search();
    let mut most = 0;
    let mut stops = 0;
    let report = loop {
        let limits = Limits::expansions(most).with_bytes(bytes);
        let report = search.solve(&limits, &mut ()).ok().expect("it is acyclic");
        assert!(report.expanded <= most, "{what}: {} of {most}", report.expanded);
        if report.verdict != Verdict::Unknown {
            break report;
        }
        assert_eq!((report.stop, report.expanded), (StopReason::Expansions, most), "{what}");
        most += step;
        stops += 1;
    };
    assert!(stops > 100, "{what}: {stops}");
    assert_eq!(counters(&report), counters(&at_once), "{what}");
}

#[test]
fn a_search_in_small_steps_is_the_same_search() {
    let problem = &connect_four("4x3");
    for budget in [Budget::Nodes(100), Budget::Full] {
        for bytes in [None, Some(150_000)] {
            let what = format!("{budget:?}, {bytes:?}");
            in_steps(|| pn2(problem, Options::default(), budget), bytes, 7, &what);
            let truncated = || pss2_truncated(problem, (4, 4), TieOrder::Lex, Options::default(), budget);
            in_steps(truncated, bytes, 7, &what);
            for method in [Method::DfPn, Method::Pds] {
                let options = DepthFirstOptions::default().with_method(method);
                in_steps(|| depth_first_over_pn(problem, options, budget, ()), bytes, 7, &what);
            }
        }
    }
}

/// A first level of a few nodes, and a second level that has all the work: whatever stops it stops that.
fn stops_below<P: Problem, S: Solver<P>>(mut search: S) {
    let mut calls = 0;
    let mut observer = |now: &Progress| {
        calls += 1;
        assert!(now.bytes > 0 && now.generated >= now.expanded);
        if now.expanded > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = search.solve(&Limits::none(), &mut observer).ok().expect("it is acyclic");
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Cancelled));
    assert!(report.second_level > 500 && report.expanded - report.second_level < 2);
    let stopped = report.expanded;

    let cancel = Cancel::new();
    let mut observer = |_: &Progress| {
        cancel.raise();
        ControlFlow::Continue(())
    };
    let limits = Limits::none().with_cancel(cancel.clone());
    let report = search.solve(&limits, &mut observer).ok().expect("it is acyclic");
    assert_eq!(report.stop, StopReason::Cancelled);
    assert!(report.expanded > stopped, "it went on");

    let limits = Limits::none().with_time(Duration::from_millis(20));
    let report = search.solve(&limits, &mut ()).ok().expect("it is acyclic");
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Time));
}

#[test]
fn observers_flags_and_time_stop_the_second_level() {
    let problem = &connect_four("7x6");
    let budget = Budget::Nodes(u64::MAX);
    stops_below(pn2(problem, Options::default(), budget));
    stops_below(pss2_truncated(problem, (4, 4), TieOrder::Lex, Options::default(), budget));
    stops_below(depth_first_over_pn(problem, DepthFirstOptions::default(), budget, ()));
}

/// Small searches of the second level never look outside themselves: the first level does, after so much work of both.
#[test]
fn the_work_of_small_second_levels_counts() {
    const PACE: u64 = 1000;
    let problem = &connect_four("7x6");
    for method in [Method::DfPn, Method::Pds] {
        let options = DepthFirstOptions::default().with_method(method);
        let mut search = depth_first_over_pn(problem, options, Budget::Nodes(200), ());
        let mut looks = 0;
        let mut observer = |_: &Progress| {
            looks += 1;
            ControlFlow::Continue(())
        };
        let limits = Limits::expansions(20_000).with_pace(PACE);
        let report = search.solve(&limits, &mut observer).expect("it is acyclic");
        assert!(looks * PACE > report.generated / 2, "{looks} looks, {} nodes, {method:?}", report.generated);
    }
}

/// Where the verdict came in time and its proof did not, a later call makes it.
#[test]
fn a_proof_can_come_later() {
    let problem = connect_four("4x3");
    let mut search = pn2(&problem, Options::default(), Budget::Nodes(300));
    let mut most = 40_000;
    let report = loop {
        let report = search.solve(&Limits::none().with_bytes(most), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        most += 2_000;
    };
    assert!(!search.has_proof() && report.line.is_empty(), "the proof takes more than {most} bytes");
    assert!(report.peak_bytes <= most, "{} bytes of {most}", report.peak_bytes);
    assert_eq!(SolvedGraph::value(&search, search.root()), None);
    let again = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((again.expanded, again.verdict), (report.expanded, report.verdict));
    assert!(search.has_proof() && !again.line.is_empty());
    certified(&problem, &search, Value::Disproven);
}

#[test]
fn a_cycle_that_the_second_level_meets_is_an_error() {
    let mut builder = GraphBuilder::new();
    builder.node("a", Role::Or).node("b", Role::And).node("c", Role::Or).leaf("d", Value::Disproven);
    builder.edge("a", "b").edge("b", "c").edge("c", "d").edge("c", "b").root("a");
    let graph = builder.build().unwrap();
    let mut search = pn2(&graph, Options::default(), Budget::Nodes(100));
    let error = search.solve(&Limits::none(), &mut ()).unwrap_err();
    assert!(matches!(error, SolveError::Cycle { .. }));
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    let mut search = depth_first_over_pn(&graph, DepthFirstOptions::default(), Budget::Nodes(100), ());
    assert!(matches!(search.solve(&Limits::none(), &mut ()).unwrap_err(), SolveError::Cycle { .. }));
}
