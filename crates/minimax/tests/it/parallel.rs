//! Searches by several threads: values and verdicts are those of one thread, proofs are certified, limits hold.

use proofset_core::{AtLeast, Game, Hints, Limits, Player, Solver, StopReason, Threshold, Verdict};
use proofset_minimax::{Helper, Options, Playing, Prover, Search};
use proofset_mnk::{Mnk, Rules};
use proofset_table::Typed;
use proofset_testkit::certified::certified;

use crate::common::{METHODS, Plain, random_games};

/// What a helper does in a game, which begins where the search does.
fn help<G: Hints + Clone + Sync + 'static>(game: &G) -> impl Fn(HelperOf<G>) + Sync + 'static {
    let game = game.clone();
    move |helper: HelperOf<G>| helper.run(Playing::new(&game))
}

type HelperOf<G> = Helper<Typed<<G as Game>::Position, proofset_minimax::Entry>>;

#[test]
fn values_are_those_of_one_thread() {
    for (number, game) in random_games(12).into_iter().enumerate() {
        let mut plain = Plain::new(&game);
        let start = game.start();
        for (method, threads) in METHODS.into_iter().zip([2, 3, 4, 8, 16].into_iter().cycle().skip(number)) {
            for depth in [None, Some(4)] {
                let expected = match depth {
                    None => plain.final_value(&start),
                    Some(depth) => plain.value(&start, depth),
                };
                let options = Options::new(method).with_depth(depth);
                let mut search = Search::new(&game, options).with_threads(threads, help(&game));
                let found = search.find_value(&start, &Limits::none(), &mut ()).expect("the game ends");
                assert_eq!(found.value(), Some(expected), "{game}, {method:?}, {depth:?}, {threads} threads");
            }
        }
    }
}

/// A larger game, in which threads meet; the table may be small.
#[test]
fn verdicts_are_certified() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").expect("there is such a board"));
    for (number, method) in METHODS.into_iter().enumerate() {
        for (score, verdict) in [(0, Verdict::Proven), (1, Verdict::Disproven)] {
            let threshold = Threshold { player: Player::First, score };
            let problem = AtLeast::new(game.clone(), game.start(), threshold);
            let mut prover = Prover::new(&problem, Options::new(method)).with_threads(2 + number, help(&game));
            let limits = Limits::none().with_bytes([64 << 10, 8 << 20][number % 2]);
            let report = prover.solve(&limits, &mut ()).expect("positions cannot repeat");
            assert_eq!(report.verdict, verdict, "{method:?}");
            if prover.has_proof() {
                certified(&problem, &prover, verdict.value().expect("it is decided"));
            }
        }
    }
}

/// A limit on expansions is one for all threads, and nothing is lost.
#[test]
fn expansions_in_small_steps_come_to_the_same_value() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").expect("there is such a board"));
    for method in METHODS {
        let mut search = Search::new(&game, Options::new(method)).with_threads(3, help(&game));
        let mut steps = 0;
        loop {
            steps += 1;
            let found = search.find_value(&game.start(), &Limits::expansions(2_000 * steps), &mut ()).expect("it ends");
            let expanded = search.counters().expanded;
            assert!(found.low <= 0 && 0 <= found.high && expanded <= 2_000 * steps, "{expanded} in {steps} steps");
            if found.value().is_some() {
                break;
            }
            assert_eq!((found.stop, expanded), (StopReason::Expansions, 2_000 * steps));
            assert!(steps < 1000, "each step leaves something in the table");
        }
        assert!(steps > 1, "{method:?}");
    }
}

/// Helpers that never come do no harm, and one thread is what it is without others.
#[test]
fn a_search_ends_without_its_helpers() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").expect("there is such a board"));
    for method in METHODS {
        let mut alone = Search::new(&game, Options::new(method));
        let expected = alone.find_value(&game.start(), &Limits::none(), &mut ()).expect("it ends");
        let mut search = Search::new(&game, Options::new(method)).with_threads(1, help(&game));
        let found = search.find_value(&game.start(), &Limits::none(), &mut ()).expect("it ends");
        assert_eq!((found.value(), found.line), (expected.value(), expected.line));
        assert_eq!(search.counters(), alone.counters());
        let mut search = Search::new(&game, Options::new(method)).with_threads(4, drop);
        let found = search.find_value(&game.start(), &Limits::none(), &mut ()).expect("it ends");
        assert_eq!(found.value(), Some(0));
    }
}
