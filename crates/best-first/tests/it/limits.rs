//! Running out of budget loses nothing, and problems that break their contract are named.

use std::ops::ControlFlow;
use std::time::Duration;

use proofset_and_or::GraphBuilder;
use proofset_best_first::{Evaluation, GraphMode, Options, pns, pss, pss_truncated};
use proofset_core::{
    Cancel, Goal, Limits, Player, Problem, Progress, Role, Solve, SolveError, Solver, Status, StopReason, Value,
    Verdict,
};
use proofset_graph::UpdateOrder;
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::TieOrder;
use proofset_testkit::opaque::Opaque;
use proofset_testkit::slow::Slow;
use proofset_tic_tac_toe::TicTacToe;

fn tic_tac_toe() -> Solve<TicTacToe> {
    Solve::from_start(TicTacToe, Goal::win(Player::First))
}

fn connect_four(board: &str) -> Solve<Mnk<1>> {
    Solve::from_start(Mnk::new(Rules::connect_four(board).unwrap()), Goal::win(Player::First))
}

#[test]
fn a_search_in_small_steps_is_the_same_search() {
    let mut search = pss(tic_tac_toe(), TieOrder::Lex, Options::default());
    let mut budget = 0;
    let report = loop {
        let report = search.solve(&Limits::expansions(budget), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        assert_eq!((report.stop, report.expanded), (StopReason::Expansions, budget));
        assert!(!report.proof.is_zero() && !report.disproof.is_zero());
        budget += 7;
    };
    assert_eq!((report.expanded, report.generated, report.recomputed), (1474, 3552, 15744));
    let again = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((again.expanded, again.stop), (1474, StopReason::Decided));
}

#[test]
fn the_memory_limit_stops_the_search_and_can_be_raised() {
    let mut search = pss_truncated(connect_four("4x4"), 20, 20, TieOrder::Lex, Options::default());
    let limits = Limits::none().with_bytes(300_000);
    let report = search.solve(&limits, &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    // One expansion goes over the limit before it is seen; here it adds four nodes and some sets, or doubles the index.
    assert!(report.peak_bytes < 400_000, "{} bytes", report.peak_bytes);
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, report.expanded), (Verdict::Disproven, 13642));
}

#[test]
fn time_cancellation_and_observers_stop_the_search() {
    let mut search = pns(connect_four("7x6"), Options::default());
    let report = search.solve(&Limits::none().with_time(Duration::ZERO), &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Time);
    let cancel = Cancel::new();
    cancel.raise();
    let report = search.solve(&Limits::none().with_cancel(cancel), &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Cancelled);
    let mut calls = 0;
    let mut observer = |now: &Progress| {
        calls += 1;
        assert!(now.expanded > 0 && now.generated > now.expanded && now.bytes > 0 && now.depth > 0);
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = search.solve(&Limits::none(), &mut observer).unwrap();
    assert_eq!((report.stop, calls), (StopReason::Cancelled, 3));
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(!report.line.is_empty(), "the line to the most-proving node");
}

#[test]
fn a_cycle_is_an_error_with_its_path_and_stays_one() {
    let mut builder = GraphBuilder::new();
    builder.node("a", Role::Or).node("b", Role::And).node("c", Role::Or).leaf("d", Value::Disproven);
    builder.edge("a", "b").edge("b", "c").edge("c", "d").edge("c", "b").root("a");
    let graph = builder.build().unwrap();
    for updates in [UpdateOrder::Levels, UpdateOrder::PearceKelly, UpdateOrder::Fifo] {
        let mut search = pns(&graph, Options::default().with_updates(updates));
        let error = search.solve(&Limits::none(), &mut ()).unwrap_err();
        let SolveError::Cycle { path } = &error else { panic!("{error}") };
        let names: Vec<&str> = path.iter().map(|&state| graph.id(state)).collect();
        assert_eq!(names, ["c", "b"]);
        assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    }
    // A tree has no transpositions and so no cycles; it unrolls the graph, and this one has a disproof.
    let mut search = pns(&graph, Options::default().with_graph(GraphMode::Tree));
    let report = search.solve(&Limits::expansions(1000), &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Expansions, "the defender can repeat for ever");
}

/// A chain whose rank is what the test says.
struct Chain(fn(u32) -> Option<u32>);

impl Problem for Chain {
    type State = u32;
    type Move = ();

    fn root(&self) -> u32 {
        0
    }

    fn status(&self, state: &u32) -> Status {
        if *state == 9 { Status::Decided(Value::Proven) } else { Status::Open(Role::Or) }
    }

    fn for_each_successor(&self, state: &u32, mut visit: impl FnMut((), u32)) {
        visit((), state + 1);
    }

    fn rank(&self, state: &u32) -> Option<u32> {
        (self.0)(*state)
    }
}

#[test]
fn wrong_ranks_are_errors() {
    let solve = |rank, updates| {
        let chain = Chain(rank);
        pns(Opaque::new(&chain), Options::default().with_updates(updates))
            .solve(&Limits::none(), &mut ())
            .map(|r| r.verdict)
    };
    assert_eq!(solve(Some, UpdateOrder::Auto), Ok(Verdict::Proven));
    assert_eq!(solve(|_| Some(5), UpdateOrder::Auto), Err(SolveError::Rank { parent: 5, child: 5 }));
    assert_eq!(solve(|_| None, UpdateOrder::Rank), Err(SolveError::NoRank));
    let most = 7 + (1 << 28) - 1;
    assert_eq!(
        solve(|state| Some(if state == 0 { 7 } else { u32::MAX / 2 + state }), UpdateOrder::Auto),
        Err(SolveError::RankTooLarge { rank: u32::MAX / 2 + 1, most })
    );
    assert_eq!(solve(|state| Some(u32::MAX / 2 + state), UpdateOrder::Auto), Ok(Verdict::Proven));
    assert_eq!(solve(|state| Some(state * 20_000_000), UpdateOrder::Auto), Ok(Verdict::Proven));
    assert_eq!(solve(|state| Some(50 - state), UpdateOrder::Auto), Err(SolveError::Rank { parent: 50, child: 49 }));
    assert_eq!(solve(|_| Some(5), UpdateOrder::Levels), Ok(Verdict::Proven), "levels ignore the rank");
}

#[test]
fn an_open_node_without_successors_is_an_empty_choice() {
    struct Empty(Role);
    impl Problem for Empty {
        type State = ();
        type Move = ();
        fn root(&self) {}
        fn status(&self, (): &()) -> Status {
            Status::Open(self.0)
        }
        fn for_each_successor(&self, (): &(), _visit: impl FnMut((), ())) {}
    }
    for (role, verdict) in [(Role::Or, Verdict::Disproven), (Role::And, Verdict::Proven)] {
        for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
            let options = Options::default().with_evaluation(evaluation);
            let report = pns(Empty(role), options).solve(&Limits::none(), &mut ()).unwrap();
            assert_eq!((report.verdict, report.expanded), (verdict, 1));
        }
    }
}

#[test]
fn open_leaves_do_not_hide_a_proof_elsewhere() {
    let mut builder = GraphBuilder::new();
    builder.node("root", Role::Or).leaf("open", None).node("deep", Role::And).node("deeper", Role::Or);
    builder.leaf("goal", Value::Proven).leaf("spare", None);
    builder.edge("root", "open").edge("root", "deep").edge("deep", "deeper").edge("deeper", "spare");
    builder.edge("deeper", "goal").root("root");
    let graph = builder.build().unwrap();
    for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
        let report =
            pns(&graph, Options::default().with_evaluation(evaluation)).solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!((report.verdict, report.stop), (Verdict::Proven, StopReason::Decided));
    }
}

#[test]
fn an_update_that_is_interrupted_half_way_decides_nothing_and_can_be_continued() {
    const LENGTH: u32 = 20_000;
    /// A chain with a proof at its far end: the last expansion changes every node of it.
    struct LongChain;
    impl Problem for LongChain {
        type State = u32;
        type Move = ();
        fn root(&self) -> u32 {
            0
        }
        fn status(&self, state: &u32) -> Status {
            if *state == LENGTH { Status::Decided(Value::Proven) } else { Status::Open(Role::Or) }
        }
        fn for_each_successor(&self, state: &u32, mut visit: impl FnMut((), u32)) {
            visit((), state + 1);
        }
        fn rank(&self, state: &u32) -> Option<u32> {
            Some(*state)
        }
    }
    for updates in [UpdateOrder::Rank, UpdateOrder::Fifo] {
        let mut search = pns(Opaque::new(&LongChain), Options::default().with_updates(updates));
        let mut observer = |now: &Progress| {
            if now.expanded == u64::from(LENGTH) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = search.solve(&Limits::none(), &mut observer).unwrap();
        assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Cancelled));
        assert_eq!((report.proof.finite(), report.disproof.finite()), (Some(1), Some(1)), "the last settled sizes");
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!((report.verdict, report.stop), (Verdict::Proven, StopReason::Decided));
        assert_eq!((report.expanded, report.line.len()), (u64::from(LENGTH), LENGTH as usize));
    }
}

#[test]
fn a_limit_on_nodes_is_never_exceeded_and_can_be_raised() {
    let free = pns(connect_four("4x4"), Options::default()).solve(&Limits::none(), &mut ()).unwrap();
    let mut search = pns(connect_four("4x4"), Options::default());
    let mut most = 0;
    let report = loop {
        search.limit_nodes(most);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        assert_eq!((report.stop, search.node_count()), (StopReason::Memory, most));
        most += 101;
    };
    assert_eq!((report.verdict, report.expanded), (free.verdict, free.expanded));
    assert_eq!((report.generated, report.second_level), (free.generated, 0));
}

/// Generous: in batches of work as of other problems it would be more than a thousand nodes, and seconds.
#[test]
fn a_limit_on_time_holds_where_rules_are_slow() {
    let limits = Limits::none().with_time(Duration::from_millis(50));
    let report = pns(Slow, Options::default()).solve(&limits, &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Time);
    assert!(report.expanded < 500, "{}", report.expanded);
}
