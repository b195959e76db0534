//! Every method, with and without every help, finds the value that plain minimax finds.

use std::fmt::Debug;

use proofset_core::{Game, Hints, Limits, Notation, Score, StopReason};
use proofset_kalah::Kalah;
use proofset_minimax::{Counters, Method, Options, Search};
use proofset_mnk::{Mnk, Rules};
use proofset_othello::Othello;

use crate::common::{Plain, all_options, random_games};

fn value<G: Hints>(game: &G, position: &G::Position, options: Options) -> (Score, Counters)
where
    G::Position: Debug,
{
    let mut search = Search::new(game, options);
    let found = search.find_value(position, &Limits::none(), &mut ()).expect("the game ends");
    assert_eq!(found.stop, StopReason::Decided);
    let value = found.value().expect("nothing limits the search");
    // Best play is worth what was said.
    let (mut position, mut own) = (position.clone(), true);
    for mv in found.line {
        let player = game.to_move(&position);
        game.play(&mut position, mv);
        own ^= game.to_move(&position) != player;
    }
    let end = game.score(&position).unwrap_or_else(|| {
        assert!(options.depth.is_some(), "the line goes to the end");
        game.evaluate(&position)
    });
    assert_eq!(if own { end } else { -end }, value, "what the line leads to, {options:?}");
    (value, search.counters())
}

#[test]
fn random_games_to_the_end_and_to_every_depth() {
    let mut searches = 0;
    for game in random_games(12) {
        let mut plain = Plain::new(&game);
        let start = game.start();
        for options in all_options() {
            assert_eq!(value(&game, &start, options).0, plain.final_value(&start), "{game}, {options:?}");
            for depth in 1..=5 {
                assert_eq!(value(&game, &start, options.with_depth(depth)).0, plain.value(&start, depth), "{game}");
                searches += 1;
            }
        }
    }
    assert_eq!(searches, 96 * 40 * 5);
}

#[test]
fn published_and_corrected_nega_scout_differ_in_work_only() {
    let mut more = 0;
    for game in random_games(12) {
        let work = |as_published| {
            let method = Method::NegaScout { shortcut: true, as_published };
            value(&game, &game.start(), Options::plain(method).with_depth(6)).1
        };
        let (corrected, published) = (work(false), work(true));
        assert!(corrected.searched_again <= published.searched_again);
        more += u32::from(published.visited > corrected.visited);
    }
    assert!(more > 0, "the missing test costs visits somewhere");
}

#[test]
fn small_boards_in_which_stones_fall_or_not() {
    // First player's scores: one more than the stones that the winner has left. Connect Four: computed by an alpha-beta
    // solver of its own, and their signs are those of J. Tromp's table; m,n,k: widely known results.
    for (rules, score) in [("4,4,4,gravity", 0), ("3,3,3", 0), ("4,3,3", 3), ("5,4,4,gravity", 0), ("4,5,4,gravity", 0)]
    {
        let game = Mnk::<1>::new(rules.parse().unwrap());
        for method in [Method::nega_scout(), Method::Test, Method::AlphaBeta] {
            assert_eq!(value(&game, &game.start(), Options::new(method)).0, score, "{rules}");
        }
    }
    let game = Mnk::<1>::new(Rules::connect_four("6x4").unwrap());
    assert_eq!(value(&game, &game.start(), Options::new(Method::nega_scout())).0, -1);
}

#[test]
fn what_a_glance_tells_of_boards_is_true() {
    // The same searches with and without the game's knowledge, on positions in the middle of the game.
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut tried, mut won, mut lost) = (0, 0, 0);
    for rules in ["5,4,4,gravity", "4,4,3", "3,3,3", "4,4,4", "5,3,3,gravity", "5,5,4,gravity", "5,4,5,gravity"] {
        let game = Mnk::<1>::new(rules.parse().unwrap());
        for _ in 0..60 {
            let mut position = game.start();
            let cells = game.rules().columns() * game.rules().rows();
            for _ in 0..rng.usize(cells / 2 - 2..cells / 2 + 2) {
                if game.outcome(&position).is_none() {
                    let moves: Vec<_> = game.moves(&position).collect();
                    game.play(&mut position, moves[rng.usize(..moves.len())]);
                }
            }
            let knows = Options::new(Method::nega_scout());
            let rules_alone = knows.with_knowledge(false);
            let (found, _) = value(&game, &position, knows);
            assert_eq!(found, value(&game, &position, rules_alone).0, "{}", game.position_text(&position));
            (tried, won, lost) = (tried + 1, won + i32::from(found > 0), lost + i32::from(found < 0));
        }
    }
    assert!(tried == 420 && won > 50 && lost > 30, "{won} won, {lost} lost");
}

/// Positions and exact scores that an alpha-beta solver of its own has found; the positions come from random play.
#[test]
fn connect_four_scores() {
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    let table = include_str!("connect_four.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut tried = 0;
    for row in rows {
        let (moves, score) = row.split_once('\t').expect("moves and score");
        let position = game.parse_position(moves).unwrap();
        let score: Score = score.parse().unwrap();
        for method in [Method::nega_scout(), Method::Test] {
            assert_eq!(value(&game, &position, Options::new(method)).0, score, "{moves}");
        }
        tried += 1;
    }
    assert_eq!(tried, 90);
}

#[test]
fn a_player_may_move_again() {
    // Computed by MTD(f) with an unbounded table.
    for (rules, margin) in [("1,3", 6), ("2,4", -10), ("2,6", 8), ("3,2", 4), ("3,3", 2)] {
        let game: Kalah = rules.parse().unwrap();
        for method in [Method::nega_scout(), Method::Scout, Method::Mtd { guess: None }, Method::Test] {
            assert_eq!(value(&game, &game.start(), Options::new(method)).0, margin, "kalah {rules}");
        }
        let mut plain = Plain::new(&game);
        for options in all_options() {
            for depth in [1, 2, 3, 6] {
                let expected = plain.value(&game.start(), depth);
                assert_eq!(value(&game, &game.start(), options.with_depth(depth)).0, expected, "kalah {rules}");
            }
        }
    }
}

#[test]
fn othello_on_four_by_four() {
    // The second player wins by 8 discs, and two squares stay empty.
    for (rules, score) in [("4x4+discs", -8), ("4x4", -10)] {
        let game: Othello = rules.parse().unwrap();
        for method in [Method::nega_scout(), Method::AlphaBeta, Method::Test, Method::Mtd { guess: None }] {
            assert_eq!(value(&game, &game.start(), Options::new(method)).0, score);
        }
    }
}

#[test]
fn positions_that_can_repeat_are_searched_to_a_depth_only() {
    let game: proofset_synthetic::Synthetic = "b=3,d=6,values=9,cycles=0.3,seed=1".parse().unwrap();
    let mut search = Search::new(&game, Options::new(Method::nega_scout()));
    let error = search.find_value(&game.start(), &Limits::none(), &mut ()).expect_err("play may not end");
    assert_eq!(
        error.to_string(),
        "positions can repeat in this game, and this search needs one that ends; search to a depth, or with dfpn"
    );
    let mut plain = Plain::new(&game);
    for depth in 1..9 {
        let expected = plain.value(&game.start(), depth);
        assert_eq!(value(&game, &game.start(), Options::new(Method::nega_scout()).with_depth(depth)).0, expected);
    }
}
