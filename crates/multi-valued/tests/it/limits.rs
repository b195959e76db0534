//! Stopping, going on, and games that cannot be searched.

use std::ops::ControlFlow;
use std::time::Duration;

use proofset_core::{Game, Limits, Player, Progress, Score, SolveError, Solver, StopReason, Verdict};
use proofset_multi_valued::{Bracket, MultipleOutcome, Selection};

use crate::{SHAPES, counting, game, unlimited, value_of};

fn holds(bracket: &Bracket, value: Score) -> bool {
    bracket.low().is_none_or(|low| low <= value) && bracket.high().is_none_or(|high| value <= high)
}

/// In portions or at one go: the same graph.
#[test]
fn a_stopped_search_goes_on_where_it_stopped() {
    for shape in SHAPES {
        for seed in 0..8 {
            let game = game(shape, seed);
            let value = value_of(&game, Player::First);
            for portion in [1, 2, 7] {
                let whole = counting(&game, Player::First, Selection::MostProving).find_value(&unlimited(), &mut ());
                let whole = whole.expect("it is acyclic");
                let mut search = counting(&game, Player::First, Selection::MostProving);
                let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
                let all = MultipleOutcome::new(game.clone(), game.start(), Player::First)
                    .find_value(&unlimited(), &mut ())
                    .expect("it is acyclic");
                for budget in (0..).step_by(portion) {
                    let limits = Limits::expansions(budget);
                    let ours = search.find_value(&limits, &mut ()).expect("it is acyclic");
                    let at_once = outcomes.find_value(&limits, &mut ()).expect("it is acyclic");
                    assert!(holds(&ours.bracket, value) && holds(&at_once.bracket, value), "{game}");
                    for (report, whole) in [(&ours, &whole), (&at_once, &all)] {
                        assert!(report.expanded <= budget);
                        match report.value() {
                            None => assert_eq!((report.stop, report.expanded), (StopReason::Expansions, budget)),
                            Some(found) => {
                                assert_eq!((report.stop, found), (StopReason::Decided, value));
                                assert_eq!(report.expanded, whole.expanded, "{game}");
                                assert_eq!((report.generated, &report.asked), (whole.generated, &whole.asked));
                            }
                        }
                    }
                    if ours.value().is_some() && at_once.value().is_some() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn each_limit_has_its_reason_and_an_interval() {
    let game = game("b=4,d=9,values=50,share=0.1", 3);
    let value = {
        let mut search = counting(&game, Player::First, Selection::MostProving);
        search.find_value(&unlimited(), &mut ()).expect("it is acyclic").value().expect("nothing stops it")
    };
    let limits = [
        (Limits::none().with_bytes(100_000), StopReason::Memory),
        (Limits::none().with_time(Duration::ZERO), StopReason::Time),
        (Limits::expansions(100), StopReason::Expansions),
    ];
    for (limits, reason) in limits {
        let mut search = counting(&game, Player::First, Selection::MostProving);
        let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
        for report in [search.find_value(&limits, &mut ()), outcomes.find_value(&limits, &mut ())] {
            let report = report.expect("it is acyclic");
            assert_eq!((report.stop, report.value()), (reason, None));
            assert!(holds(&report.bracket, value));
            let most = limits.bytes.unwrap_or(u64::MAX);
            assert!(report.peak_bytes <= most.saturating_add(most / 4), "{} of {most} bytes", report.peak_bytes);
        }
        for report in [search.find_value(&unlimited(), &mut ()), outcomes.find_value(&unlimited(), &mut ())] {
            assert_eq!(report.expect("it is acyclic").value(), Some(value));
        }
    }
}

#[test]
fn observers_see_progress_and_can_stop() {
    let game = game("b=4,d=9,values=50", 3);
    let mut seen = Vec::new();
    let mut observer = |now: &Progress| {
        seen.push((now.expanded, now.generated));
        if now.expanded < 4000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut search = counting(&game, Player::First, Selection::MostProving);
    let report = search.find_value(&unlimited(), &mut observer).expect("it is acyclic");
    assert_eq!(report.stop, StopReason::Cancelled);
    let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
    let report = outcomes.find_value(&unlimited(), &mut observer).expect("it is acyclic");
    assert_eq!(report.stop, StopReason::Cancelled);
    assert!(seen.len() >= 4, "{seen:?}");
}

/// Stopped wherever it looks outside, in sweeps over the graph as well: the same graph in the end.
#[test]
fn a_search_can_be_stopped_wherever_it_looks_outside() {
    let game = game("b=3,d=11,values=20", 1);
    let whole = counting(&game, Player::First, Selection::MostProving).find_value(&unlimited(), &mut ());
    let whole = whole.expect("it is acyclic");
    let mut search = counting(&game, Player::First, Selection::MostProving);
    let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
    let all = MultipleOutcome::new(game.clone(), game.start(), Player::First).find_value(&unlimited(), &mut ());
    let all = all.expect("it is acyclic");
    let mut stop = |_: &Progress| ControlFlow::Break(());
    let mut stops = [0; 2];
    let ours = loop {
        let report = search.find_value(&unlimited(), &mut stop).expect("it is acyclic");
        if report.stop == StopReason::Decided {
            break report;
        }
        stops[0] += 1;
    };
    let at_once = loop {
        let report = outcomes.find_value(&unlimited(), &mut stop).expect("it is acyclic");
        if report.stop == StopReason::Decided {
            break report;
        }
        stops[1] += 1;
    };
    assert!(stops[0] > 10 && stops[1] > 5, "{stops:?}");
    assert_eq!((ours.expanded, ours.generated, &ours.asked), (whole.expanded, whole.generated, &whole.asked));
    assert_eq!((at_once.expanded, at_once.generated), (all.expanded, all.generated));
    assert_eq!((ours.value(), at_once.value()), (whole.value(), whole.value()));
    assert!(whole.expanded > 15_000, "sweeps are longer than a batch: {}", whole.expanded);
}

#[test]
fn an_undecided_question_has_no_verdict() {
    let game = game("b=4,d=6,values=50", 3);
    let mut search = counting(&game, Player::First, Selection::MostProving);
    search.ask(value_of(&game, Player::First));
    let report = search.solve(&Limits::expansions(10), &mut ()).expect("it is acyclic");
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Expansions));
    assert!(!report.line.is_empty() && !report.proof.is_zero() && !report.disproof.is_zero());
}

#[test]
fn a_position_that_comes_back_is_an_error() {
    let mut met = 0;
    for seed in 0..20 {
        let game = game("b=3,d=7,values=9,cycles=0.2", seed);
        let mut search = counting(&game, Player::First, Selection::MostProving);
        let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
        for _ in 0..2 {
            for report in [search.find_value(&unlimited(), &mut ()), outcomes.find_value(&unlimited(), &mut ())] {
                match report {
                    Err(SolveError::Cycle { path }) => {
                        assert!(path.len() >= 2);
                        met += 1;
                    }
                    Err(other) => panic!("{other}"),
                    Ok(report) => assert!(report.value().is_some()),
                }
            }
        }
    }
    assert!(met > 40, "{met}");
}
