//! Running out is a result: bounds that hold, and nothing is lost.

use std::ops::ControlFlow;
use std::time::Duration;

use proofset_core::{
    AtLeast, Cancel, Game, Hints, Limits, MOST_SCORE, Outcome, Player, Progress, Score, SolveError, Solver, StopReason,
    Threshold, ValuedGame, Verdict,
};
use proofset_minimax::{MOST_PLIES, Method, Options, Prover, Search};
use proofset_mnk::{Mnk, Rules};
use proofset_synthetic::Synthetic;
use proofset_testkit::wide::Wide;

use crate::common::METHODS;

#[test]
fn expansions_in_small_steps_come_to_the_same_value() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").unwrap());
    for method in METHODS {
        let mut search = Search::new(&game, Options::new(method));
        let mut steps = 0;
        let found = loop {
            steps += 1;
            let limits = Limits::expansions(200 * steps);
            let found = search.find_value(&game.start(), &limits, &mut ()).unwrap();
            assert!(found.low <= 0 && 0 <= found.high, "the value is 0");
            assert!(search.counters().expanded <= 200 * steps);
            if found.value().is_some() {
                break found;
            }
            assert_eq!(found.stop, StopReason::Expansions);
            assert!(steps < 1000, "each step leaves something in the table");
        };
        assert!(steps > 2 && found.value() == Some(0), "{method:?}: {steps} steps");
    }
}

/// However short the steps are: as long as a line is enough.
#[test]
fn steps_as_short_as_a_line_come_to_the_same_value() {
    for (branching, depth, seed) in [(2, 4, 1), (3, 4, 2), (2, 8, 3), (4, 6, 4), (3, 8, 5), (3, 8, 35), (4, 6, 38)] {
        let text = format!("b={branching},d={depth},seed={seed},values=100,share=0.4");
        let game: Synthetic = text.parse().unwrap();
        for method in METHODS {
            let mut whole = Search::new(&game, Options::new(method));
            let value = whole.find_value(&game.start(), &Limits::none(), &mut ()).unwrap().value();
            for step in [depth, depth + 1, depth + 2, 3 * depth] {
                let mut search = Search::new(&game, Options::new(method));
                let found = loop {
                    let most = search.counters().expanded + step;
                    let found = search.find_value(&game.start(), &Limits::expansions(most), &mut ()).unwrap();
                    if found.stop == StopReason::Decided {
                        break found;
                    }
                    assert!(most <= 8 * whole.counters().expanded, "{text} {method:?} in steps of {step}");
                };
                assert_eq!(found.value(), value, "{text} {method:?} in steps of {step}");
            }
        }
    }
}

/// A search that comes back tries the move first at which a null window was: else much is searched again.
#[test]
fn little_is_done_twice_when_a_search_is_stopped_often() {
    let game = Mnk::<1>::new(Rules::connect_four("6x4").unwrap());
    let prove = |step: u64| {
        let question = AtLeast::new(game.clone(), game.start(), Threshold { player: Player::First, score: 1 });
        let mut prover = Prover::new(&question, Options::new(Method::nega_scout()));
        let mut most = 0;
        loop {
            most += step;
            let report = prover.solve(&Limits::expansions(most), &mut ()).unwrap();
            if report.verdict != Verdict::Unknown {
                return (report.verdict, report.expanded);
            }
        }
    };
    let (verdict, whole) = prove(u64::MAX / 2);
    for step in [whole / 20, whole / 50, whole / 100] {
        let (same, parts) = prove(step);
        assert_eq!(same, verdict);
        // Without that it is a third to a half more.
        assert!(parts * 10 <= whole * 11, "{parts} instead of {whole} in steps of {step}");
    }
}

#[test]
fn time_the_flag_and_the_observer_stop_a_search() {
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    let cancel = Cancel::new();
    cancel.raise();
    let limits = [
        (Limits::none().with_time(Duration::ZERO), StopReason::Time),
        (Limits::none().with_cancel(cancel), StopReason::Cancelled),
    ];
    for (limits, reason) in limits {
        let mut search = Search::new(&game, Options::new(Method::nega_scout()));
        assert_eq!(search.find_value(&game.start(), &limits, &mut ()).unwrap().stop, reason);
    }
    let mut search = Search::new(&game, Options::new(Method::nega_scout()));
    let mut seen = 0;
    let mut observer = |now: &Progress| {
        seen += 1;
        if now.expanded < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert_eq!(search.find_value(&game.start(), &Limits::none(), &mut observer).unwrap().stop, StopReason::Cancelled);
    assert!(seen > 3);
}

/// To find the next of many moves takes a look at each of them.
#[test]
fn a_search_looks_outside_often_where_positions_are_wide() {
    let game = Wide::new(60_000);
    for method in [Method::Test, Method::nega_scout()] {
        let mut looks = 0;
        let mut count = |_: &Progress| {
            looks += 1;
            ControlFlow::Continue(())
        };
        let mut search = Search::new(&game, Options::new(method));
        assert_eq!(
            search.find_value(&game.start(), &Limits::expansions(3000), &mut count).unwrap().stop,
            StopReason::Expansions
        );
        assert!(looks >= 20, "{looks} looks at 3,000 moves");
    }
}

#[test]
fn the_limit_on_bytes_holds_and_the_value_is_the_same() {
    let game = Mnk::<1>::new(Rules::connect_four("5x4").unwrap());
    for bytes in [0, 10_000, 300_000] {
        let mut search = Search::new(&game, Options::new(Method::nega_scout()));
        let limits = Limits::none().with_bytes(bytes);
        assert_eq!(search.find_value(&game.start(), &limits, &mut ()).unwrap().value(), Some(0));
        // The moves that wait are there whatever the limit is.
        assert!(search.peak_bytes() <= bytes + 40_000, "{} of {bytes}", search.peak_bytes());
    }
}

#[test]
fn without_a_table_nothing_is_kept() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").unwrap());
    let mut search = Search::new(&game, Options::plain(Method::AlphaBeta).with_depth(6));
    let found = search.find_value(&game.start(), &Limits::none(), &mut ()).unwrap();
    assert_eq!((found.value(), search.table_use()), (Some(0), None));
}

/// One move in each position, and so long a way to the end.
#[derive(Clone)]
struct Countdown {
    plies: u32,
    limit: Score,
}

impl Game for Countdown {
    type Position = u32;
    type Move = ();

    fn start(&self) -> u32 {
        self.plies
    }

    fn to_move(&self, position: &u32) -> Player {
        if position.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        (*position == 0).then_some(Outcome::Draw)
    }

    fn moves(&self, _position: &u32) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }

    fn play(&self, position: &mut u32, (): ()) {
        *position -= 1;
    }
}

impl ValuedGame for Countdown {
    fn limit(&self) -> Score {
        self.limit
    }

    fn score(&self, position: &u32) -> Option<Score> {
        (*position == 0).then_some(0)
    }
}

impl Hints for Countdown {}

#[test]
fn lines_that_are_too_long_for_the_stack_are_a_limit_too() {
    // Test threads have 2 MiB of stack, a fourth of what programs begin with on most systems.
    for method in METHODS {
        let most = MOST_PLIES as u32;
        for (plies, stop) in
            [(most, StopReason::Decided), (most + 1, StopReason::Memory), (1_000_000, StopReason::Memory)]
        {
            let game = Countdown { plies, limit: 3 };
            let mut search = Search::new(&game, Options::new(method));
            assert_eq!(search.find_value(&plies, &Limits::none(), &mut ()).unwrap().stop, stop, "{method:?}, {plies}");
        }
    }
}

#[test]
fn scores_beyond_all_scores_are_asked_for_without_harm() {
    let game = Countdown { plies: 5, limit: 3 };
    for (score, verdict) in [
        (Score::MIN, Verdict::Proven),
        (-4, Verdict::Proven),
        (4, Verdict::Disproven),
        (Score::MAX, Verdict::Disproven),
    ] {
        for player in [Player::First, Player::Second] {
            for method in METHODS {
                let problem = AtLeast::new(game.clone(), 5, Threshold { player, score });
                let report = Prover::new(&problem, Options::new(method)).solve(&Limits::none(), &mut ()).unwrap();
                assert_eq!(report.verdict, verdict, "{method:?}, at least {score} for {player}");
            }
            let mut search = Search::new(&game, Options::new(Method::Test));
            let reached = search.reaches(&5, score, &Limits::none(), &mut ()).unwrap();
            assert_eq!(reached, verdict == Verdict::Proven);
            assert_eq!(search.score(&5, Score::MIN, Score::MAX, &Limits::none(), &mut ()), Ok(0));
        }
    }
}

#[test]
fn a_limit_that_leaves_no_room_for_windows_is_refused() {
    for method in METHODS {
        for limit in [Score::MAX, MOST_SCORE + 1, -1, Score::MIN] {
            let game = Countdown { plies: 1, limit };
            let mut search = Search::new(&game, Options::new(method));
            let refused = search.find_value(&1, &Limits::none(), &mut ()).err();
            assert_eq!(refused, Some(SolveError::ScoreLimit(limit)), "{method:?}");
            let threshold = Threshold { player: Player::First, score: 0 };
            let question = AtLeast::new(game, 1, threshold);
            let mut prover = Prover::new(&question, Options::new(method));
            assert_eq!(prover.solve(&Limits::none(), &mut ()).err(), Some(SolveError::ScoreLimit(limit)), "{method:?}");
        }
        let game = Countdown { plies: 1, limit: MOST_SCORE };
        let mut search = Search::new(&game, Options::new(method));
        assert_eq!(search.find_value(&1, &Limits::none(), &mut ()).unwrap().value(), Some(0), "{method:?}");
    }
}
