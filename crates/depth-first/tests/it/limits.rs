//! Stopping, going on, and keeping within memory.

use std::ops::ControlFlow;
use std::time::Duration;

use proofset_core::{Cancel, Goal, Limits, Player, Progress, Solve, SolveError, Solver, StopReason, Verdict};
use proofset_core::{Problem, Role, Size, Status, Value};
use proofset_depth_first::Options;
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::slow::Slow;
use proofset_testkit::wide::Wide;

use crate::common::{exact, variants};
use crate::endings::METHODS;

fn tic_tac_toe() -> Solve<Mnk<1>> {
    Solve::from_start(Mnk::new("3,3,3".parse().unwrap()), Goal::win(Player::First))
}

fn connect_four(board: &str) -> Solve<Mnk<1>> {
    Solve::from_start(Mnk::new(Rules::connect_four(board).unwrap()), Goal::win(Player::First))
}

/// A search in steps of any length is the search that is never stopped.
#[test]
fn stops_change_nothing() {
    let problem = tic_tac_toe();
    for options in variants() {
        let whole = exact(&problem, options).solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!(whole.verdict, Verdict::Disproven);
        for step in [1, 2, 7, 100] {
            let mut search = exact(&problem, options);
            let mut budget = 0;
            let report = loop {
                budget += step;
                let report = search.solve(&Limits::expansions(budget), &mut ()).unwrap();
                if report.stop != StopReason::Expansions {
                    break report;
                }
                assert_eq!(report.verdict, Verdict::Unknown);
                // A simulation is done as a whole.
                let over = if options.simulation.is_some() { 1000 } else { 0 };
                assert!((budget..=budget + over).contains(&report.expanded));
            };
            assert_eq!(report.stop, StopReason::Decided);
            assert_eq!(
                (report.verdict, report.expanded, report.generated, report.recomputed, report.line),
                (whole.verdict, whole.expanded, whole.generated, whole.recomputed, whole.line.clone()),
                "{options:?}, step {step}"
            );
        }
    }
}

#[test]
fn memory_is_kept_and_a_small_table_is_enough() {
    let problem = connect_four("4x4");
    for (bytes, verdict) in [(150_000, Verdict::Disproven), (400_000, Verdict::Disproven)] {
        let mut search = exact(&problem, Options::default());
        let report = search.solve(&Limits::none().with_bytes(bytes), &mut ()).unwrap();
        assert_eq!((report.verdict, report.stop), (verdict, StopReason::Decided));
        // The limit is looked at between expansions, and before each state of the proof.
        assert!(report.peak_bytes <= bytes + bytes / 50, "{} of {bytes}", report.peak_bytes);
        let usage = search.table_use();
        assert!(usage.hits > 0 && usage.evictions > 0 && usage.stores > usage.entries, "{usage:?}");
    }
}

/// A line that has no room is no error: the search says so, and goes on when it is given more.
#[test]
fn no_room_for_the_line() {
    let problem = connect_four("4x4");
    let mut search = exact(&problem, Options::default());
    let report = search.solve(&Limits::none().with_bytes(500), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    let report = search.solve(&Limits::none().with_bytes(10_000_000), &mut ()).unwrap();
    assert_eq!(report.verdict, Verdict::Disproven);
    assert!(search.has_proof());
}

/// A limit that is lowered from one call to the next stops the search, and loses nothing.
#[test]
fn a_lower_limit_later() {
    let problem = connect_four("4x4");
    let mut search = exact(&problem, Options::default());
    let limits = |bytes, expansions| Limits::none().with_bytes(bytes).with_expansions(expansions);
    assert_eq!(search.solve(&limits(10_000_000, 5_000), &mut ()).unwrap().stop, StopReason::Expansions);
    assert_eq!(search.solve(&limits(1_000, 10_000), &mut ()).unwrap().stop, StopReason::Memory);
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    let whole = exact(&problem, Options::default()).solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, report.expanded), (whole.verdict, whole.expanded));
}

#[test]
fn flags_clocks_and_observers_stop_it() {
    let problem = connect_four("4x4");
    let cancel = Cancel::new();
    cancel.raise();
    let mut search = exact(&problem, Options::default());
    let report = search.solve(&Limits::none().with_cancel(cancel), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Cancelled));
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    assert_eq!(search.solve(&limits, &mut ()).unwrap().stop, StopReason::Time);
    let mut seen = Vec::new();
    let mut observer = |now: &Progress| {
        seen.push((now.expanded, now.depth));
        if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(search.solve(&Limits::none(), &mut observer).unwrap().stop, StopReason::Cancelled);
    assert!(seen[0].0 < seen[2].0 && seen[2].1 > 0, "{seen:?}");
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Disproven);
}

/// A corridor of so many rooms, with a door to a dead end in each: rooms have even numbers and dead ends odd ones.
struct Corridor(u64);

impl Problem for Corridor {
    type State = u64;
    type Move = u32;

    fn root(&self) -> u64 {
        0
    }

    fn status(&self, &state: &u64) -> Status {
        match (state / 2, state % 2) {
            (_, 1) => Status::Decided(Value::Disproven),
            (room, _) if room == self.0 => Status::Decided(Value::Proven),
            _ => Status::Open(Role::Or),
        }
    }

    fn for_each_successor(&self, &room: &u64, mut visit: impl FnMut(u32, u64)) {
        visit(1, room + 3);
        visit(0, room + 2);
    }
}

#[test]
fn lines_of_many_thousand_plies_need_no_stack() {
    let mut search = exact(&Corridor(100_000), Options::default());
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, report.line.len()), (Verdict::Proven, 100_000));
}

#[test]
fn a_stop_among_many_children_asks_nothing_about_the_others() {
    let game = Wide::new(100_000).raising_at(1000);
    let question = game.clone().question();
    let mut search = exact(&question, Options::default());
    let report = search.solve(&Limits::none().with_cancel(game.cancel()), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop, report.expanded), (Verdict::Unknown, StopReason::Cancelled, 0));
    assert!((1000..1100).contains(&game.furthest()), "{}", game.furthest());
}

struct WrongRank;

impl Problem for WrongRank {
    type State = u64;
    type Move = u32;

    fn root(&self) -> u64 {
        0
    }

    fn status(&self, _state: &u64) -> Status {
        Status::Open(Role::Or)
    }

    fn for_each_successor(&self, &state: &u64, mut visit: impl FnMut(u32, u64)) {
        visit(0, (state + 1) % 5);
    }

    fn rank(&self, &state: &u64) -> Option<u32> {
        u32::try_from(state).ok()
    }
}

#[test]
fn a_wrong_rank_is_an_error() {
    let mut search = exact(&WrongRank, Options::default());
    let error = SolveError::Rank { parent: 4, child: 0 };
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error, "and stays one");
}

/// Comes back to where it was, and does not say what that is worth.
struct Ring;

impl Problem for Ring {
    type State = u64;
    type Move = u32;

    fn root(&self) -> u64 {
        0
    }

    fn status(&self, _state: &u64) -> Status {
        Status::Open(Role::Or)
    }

    fn for_each_successor(&self, &state: &u64, mut visit: impl FnMut(u32, u64)) {
        visit(0, if state == 4 { 2 } else { state + 1 });
    }
}

#[test]
fn a_cycle_without_a_rule_is_an_error() {
    let mut search = exact(&Ring, Options::default());
    let error = SolveError::Cycle { path: vec![2, 3, 4] };
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error, "and stays one");
}

/// What is told of a search without a verdict: finite numbers from 1 on, and a peak that does not fall.
#[test]
fn reports_of_stopped_searches_are_those_of_open_questions() {
    let mut stops = 0;
    for seed in 0..400 {
        let graph = RandomGraph { depth: 6, branching: 2..=4, ..RandomGraph::dag() }.generate(seed);
        let options = Options::default().with_simulation(1).with_method(METHODS[seed as usize % METHODS.len()]);
        let mut search = exact(&graph, options);
        let (mut expanded, mut peak) = (0, 0);
        loop {
            let report = search.solve(&Limits::expansions(expanded), &mut ()).unwrap();
            assert!(report.peak_bytes >= peak, "{} after {peak}, seed {seed}", report.peak_bytes);
            if report.stop != StopReason::Expansions {
                break;
            }
            let is_open = |size: Size| size >= Size::ONE && !size.is_infinite();
            assert!(
                is_open(report.proof) && is_open(report.disproof),
                "{} {}, seed {seed}",
                report.proof,
                report.disproof
            );
            (expanded, peak) = (report.expanded + 1, report.peak_bytes);
            stops += 1;
        }
    }
    assert!(stops > 1000, "{stops}");
}

/// Generous: in batches of work as of other problems it would be more than a thousand nodes, and seconds.
#[test]
fn a_limit_on_time_holds_where_rules_are_slow() {
    let mut search = exact(&Slow, Options::default());
    let report = search.solve(&Limits::none().with_time(Duration::from_millis(50)), &mut ()).unwrap();
    assert_eq!(report.stop, StopReason::Time);
    assert!(report.expanded < 500, "{}", report.expanded);
}
