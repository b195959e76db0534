//! Minimax searches as proof searches: their verdicts are those of the values, and are certified by the rules alone.

use std::fmt::Debug;

use proofset_core::{
    AtLeast, Game, Hints, Limits, Notation, Player, Solver, StopReason, Threshold, ValuedGame, Verdict,
};
use proofset_kalah::Kalah;
use proofset_minimax::{Method, Options, Prover};
use proofset_mnk::Mnk;
use proofset_testkit::certified::certified;

use crate::common::{METHODS, Plain, random_games};

fn certify<G>(game: &G, position: &G::Position, threshold: Threshold, expected: bool, options: Options)
where
    G: Clone + Hints + Notation,
    G::Position: Debug + Send + Sync + 'static,
{
    let problem = AtLeast::new(game.clone(), position.clone(), threshold);
    let mut prover = Prover::new(&problem, options);
    let report = prover.solve(&Limits::none(), &mut ()).expect("the game ends");
    let verdict = if expected { Verdict::Proven } else { Verdict::Disproven };
    assert_eq!((report.verdict, report.stop), (verdict, StopReason::Decided), "{threshold}");
    assert!(prover.has_proof());
    certified(&problem, &prover, report.verdict.value().expect("a verdict"));
}

#[test]
fn every_threshold_of_random_games_for_both_players() {
    let mut proven = 0;
    for (number, game) in random_games(4).into_iter().enumerate() {
        let start = game.start();
        let value = Plain::new(&game).final_value(&start);
        let method = METHODS[number % METHODS.len()];
        for options in [Options::new(method), Options::plain(method)] {
            for score in [-game.limit(), value - 3, value, value + 1, value + 8, game.limit()] {
                for player in [Player::First, Player::Second] {
                    let own = if game.to_move(&start) == player { value } else { -value };
                    proven += u32::from(own >= score);
                    certify(&game, &start, Threshold { player, score }, own >= score, options);
                }
            }
        }
    }
    assert!((150..600).contains(&proven), "{proven}");
}

#[test]
fn proofs_hold_although_moves_were_left_out() {
    // A board's knowledge leaves moves out that lose at once; the proof has to answer them all the same.
    for (rules, value) in [("4,3,3", 3), ("4,4,4,gravity", 0), ("3,3,3", 0)] {
        let game = Mnk::<1>::new(rules.parse().unwrap());
        for score in [value, value + 1] {
            let threshold = Threshold { player: Player::First, score };
            certify(&game, &game.start(), threshold, score <= value, Options::new(Method::nega_scout()));
        }
    }
    let game: Kalah = "2,4".parse().unwrap();
    for score in [-10, -9] {
        let threshold = Threshold { player: Player::First, score };
        certify(&game, &game.start(), threshold, score == -10, Options::new(Method::Test));
    }
}
