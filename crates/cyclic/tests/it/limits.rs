//! Limits, interruptions, and problems that are refused.

use proofset_and_or::Graph;
use proofset_core::{
    Cancel, Limits, Problem, Repetition, Report, Role, SolveError, Solver, Status, StopReason, Verdict,
};
use proofset_cyclic::{Search, TwinSearch};
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ruled::Ruled;

fn large(seed: u64) -> Graph {
    RandomGraph { depth: 12, width: 40, branching: 2..=4, back: 0.3, early_leaf: 0.05, ..RandomGraph::cyclic() }
        .generate(seed)
}

fn outcome<M>(report: &Report<M>) -> (Verdict, StopReason, u64, u64) {
    (report.verdict, report.stop, report.expanded, report.generated)
}

/// Solves with one more expansion at a time.
fn in_steps<P: Problem>(mut search: impl Solver<P>) -> Report<P::Move> {
    let mut most = 0;
    loop {
        let limits = Limits::none().with_expansions(most);
        let Ok(report) = search.solve(&limits, &mut ()) else { panic!("cycles are no error") };
        if report.stop != StopReason::Expansions {
            return report;
        }
        assert_eq!(report.expanded, most);
        most += 1;
    }
}

fn at_once<P: Problem>(mut search: impl Solver<P>) -> Report<P::Move> {
    let Ok(report) = search.solve(&Limits::none(), &mut ()) else { panic!("cycles are no error") };
    report
}

#[test]
fn a_search_in_steps_is_the_same_search() {
    for seed in 0..20 {
        let graph = large(seed);
        let numbers = || Search::new(&graph, Count::new(), Count::new(), Pick::Oldest);
        let set = || SortedSet::new(TieOrder::Lex);
        let sets = || Search::new(&graph, set(), set(), Pick::Oldest);
        let twins = || TwinSearch::new(&graph);
        assert_eq!(outcome(&at_once(numbers())), outcome(&in_steps(numbers())), "seed {seed}");
        assert_eq!(outcome(&at_once(sets())), outcome(&in_steps(sets())), "seed {seed}");
        assert_eq!(outcome(&at_once(twins())), outcome(&in_steps(twins())), "seed {seed}");
    }
}

#[test]
fn limits_stop_a_search() {
    let graph = large(1);
    let cancelled = Cancel::new();
    cancelled.raise();
    for (limits, reason) in [
        (Limits::none().with_bytes(1000), StopReason::Memory),
        (Limits::none().with_time(std::time::Duration::ZERO), StopReason::Time),
        (Limits::none().with_cancel(cancelled), StopReason::Cancelled),
    ] {
        let mut search = Search::new(&graph, Count::new(), Count::new(), Pick::Oldest);
        let mut twins = TwinSearch::new(&graph);
        for report in [search.solve(&limits, &mut ()), twins.solve(&limits, &mut ())] {
            let report = report.expect("a limit is no error");
            assert_eq!((report.stop, report.verdict), (reason, Verdict::Unknown));
        }
        let after = search.solve(&Limits::none(), &mut ()).expect("a limit is no error");
        assert_eq!(after.verdict, at_once(TwinSearch::new(&graph)).verdict, "nothing is lost");
    }
}

/// Says nothing of repetitions, and has no rank.
struct Silent;

impl Problem for Silent {
    type State = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn status(&self, _state: &u32) -> Status {
        Status::Open(Role::Or)
    }

    fn for_each_successor(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
        visit(0, (state + 1) % 3);
    }
}

#[test]
fn rules_that_cannot_be_handled_are_refused() {
    let graph = large(2);
    let problem = Ruled(&graph, Repetition::MoverLoses);
    let refused = SolveError::Repetition(Repetition::MoverLoses);
    let mut search = Search::new(problem, Count::new(), Count::new(), Pick::Oldest);
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), refused);
    assert_eq!(TwinSearch::new(problem).solve(&Limits::none(), &mut ()).unwrap_err(), refused);
    assert_eq!(refused.to_string(), "this search cannot handle the rule that whoever repeats a position loses");

    let mut search = Search::new(Silent, Count::new(), Count::new(), Pick::Oldest);
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), SolveError::NoRepetition);
    assert_eq!(TwinSearch::new(Silent).solve(&Limits::none(), &mut ()).unwrap_err(), SolveError::NoRepetition);
}

/// A ring of three whose rank does not grow where it closes.
struct WrongRank;

impl Problem for WrongRank {
    type State = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn status(&self, _state: &u32) -> Status {
        Status::Open(Role::Or)
    }

    fn for_each_successor(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
        visit(0, (state + 1) % 3);
    }

    fn rank(&self, state: &u32) -> Option<u32> {
        Some(*state)
    }
}

#[test]
fn a_wrong_rank_is_an_error() {
    let error = SolveError::Rank { parent: 2, child: 0 };
    let mut search = Search::new(WrongRank, Count::new(), Count::new(), Pick::Oldest);
    let mut twins = TwinSearch::new(WrongRank);
    for _ in 0..2 {
        assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
        assert_eq!(twins.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    }
}

/// Where a search begins again with open leaves taken for the opposite, what it has done before still counts.
#[test]
fn counters_never_fall() {
    let shape = RandomGraph { proven: 0.2, disproven: 0.2, ..RandomGraph::cyclic() };
    let mut begun_again = 0;
    for seed in 0..200 {
        let graph = shape.generate(seed);
        let mut search = TwinSearch::new(&graph);
        let (mut generated, mut expanded) = (0, 0);
        loop {
            let report = search.solve(&Limits::expansions(expanded + 1), &mut ()).expect("a limit is no error");
            assert!(report.generated >= generated && report.expanded <= report.generated, "seed {seed}");
            (generated, expanded) = (report.generated, report.expanded);
            if report.stop != StopReason::Expansions {
                break;
            }
        }
        begun_again += u32::from(generated > graph.nodes().count() as u64);
    }
    assert!(begun_again > 10, "{begun_again}");
}
