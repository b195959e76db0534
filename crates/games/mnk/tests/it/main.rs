//! Facts about m,n,k games: published counts and values, the laws of games, and the words of their errors.

mod counts;
mod gomoku;
mod notation;
mod values;

use std::collections::HashSet;

use proofset_core::{Game, Goal, Notation, Player, Solve, Symmetric, ValuedGame};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, check_valued};

fn rules(text: &str) -> Rules {
    text.parse().expect("the tests write sound rules")
}

/// The game that needs one word, from its parameters.
fn small(text: &str) -> Mnk<1> {
    Mnk::new(rules(text))
}

#[test]
fn small_games_obey_the_laws_of_games() {
    for text in ["3,3,3", "4,3,3", "1,1,1", "4,2,1", "2,1,2", "1,7,3", "7,1,3", "5,5,4", "7,7,4"] {
        let rules = rules(text);
        check_game(&Mnk::<1>::new(rules), 40, 1);
        check_game(&Mnk::<1>::new(rules.with_gravity()), 40, 2);
    }
}

#[test]
fn connect_four_obeys_the_laws_of_games() {
    check_game(&Mnk::<1>::new(Rules::CONNECT_FOUR), 60, 3);
    check_game(&Mnk::<2>::new(rules("9,7,4,gravity")), 30, 4);
}

#[test]
fn images_obey_the_laws_of_symmetry() {
    for text in ["3,3,3", "4,3,3", "2,7,3", "5,5,4"] {
        let rules = rules(text);
        for game in [Mnk::<1>::new(rules), Mnk::<1>::new(rules.with_gravity())] {
            let (least, seen) = check_symmetry(&game, 30, 17);
            assert!(least > 0 && least < seen, "{least} of {seen}");
        }
    }
    check_symmetry(&Mnk::<4>::new(rules("15,15,5")), 1, 18);
    // First moves that are not images of each other.
    let first = |game: &Mnk<1>| {
        let start = game.start();
        let after = game.moves(&start).map(|mv| {
            let mut next = start;
            game.play(&mut next, mv);
            game.least_image(&next)
        });
        after.collect::<HashSet<_>>().len()
    };
    assert_eq!(first(&small("7,7,4")), 10, "an eighth of the board, with its edges");
    assert_eq!(first(&small("6,7,4")), 12, "a quarter of it");
    assert_eq!(first(&Mnk::new(Rules::CONNECT_FOUR)), 4, "half of the columns, and the middle");
}

#[test]
fn positions_are_packed() {
    let goal = Goal::win(Player::First);
    check_packing(&Solve::from_start(small("4,4,3"), goal), 40, 13);
    check_packing(&Solve::from_start(Mnk::<1>::new(Rules::CONNECT_FOUR), goal), 40, 14);
    check_packing(&Solve::from_start(Mnk::<2>::new(rules("10,9,4")), goal), 2, 15);
    check_packing(&Solve::from_start(Mnk::<4>::new(rules("15,15,5")), goal), 1, 16);
}

#[test]
fn large_boards_obey_the_laws_of_games() {
    check_game(&Mnk::<2>::new(rules("10,9,4")), 4, 5);
    check_game(&Mnk::<4>::new(rules("15,15,5")), 2, 6);
    check_game(&Mnk::<7>::new(rules("20,20,6")), 1, 7);
    check_game(&Mnk::<7>::new(rules("20,20,5,gravity")), 4, 8);
}

#[test]
fn scores_and_hints_keep_their_laws() {
    for text in ["3,3,3", "4,3,3", "5,3,1", "2,5,2,gravity", "7,6,4", "5,4,4,gravity", "6,5,5,gravity"] {
        check_valued(&small(text), 60, 9);
    }
    check_valued(&Mnk::<1>::new(Rules::CONNECT_FOUR), 100, 10);
    check_valued(&Mnk::<2>::new(rules("10,9,4")), 8, 11);
    check_valued(&Mnk::<7>::new(rules("19,19,7,gravity")), 3, 12);
}

/// 22 less the winner's stones, as players of Connect Four count.
#[test]
fn scores_of_connect_four() {
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    let score = |moves: &str| game.score(&game.parse_position(moves).unwrap());
    assert_eq!(score("1212121"), Some(-18), "the first player has won with the fourth stone");
    assert_eq!(score("12121272"), Some(-18), "the second player has won with the fourth stone");
    assert_eq!(score("121212"), None);
}
