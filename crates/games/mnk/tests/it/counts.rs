//! Perft and position counts: the number of words must not matter, and published tables must come out.

use proofset_core::Game;
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::conformance::{perft, positions_by_ply};

use crate::{rules, small};

fn perft_table(game: &impl Game, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    depths.map(|depth| perft(game, &game.start(), depth)).collect()
}

/// The same table as tic-tac-toe's.
#[test]
fn perft_of_3_3_3() {
    let game = small("3,3,3");
    assert_eq!(perft_table(&game, 0..=10), [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]);
    assert_eq!(positions_by_ply(&game, &game.start(), 9), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
}

/// The usual perft table of Connect Four: powers of 7, until columns are full and games have ended.
#[test]
fn perft_of_connect_four() {
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    assert_eq!(perft_table(&game, 1..=8), [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
}

/// OEIS A212693 (J. Tromp): legal 7x6 Connect Four positions after n plies.
#[test]
fn positions_of_connect_four() {
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    let counts = positions_by_ply(&game, &game.start(), 9);
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186]);
}

#[test]
fn wider_types_play_the_same_games() {
    fn check(text: &str, depth: u32) {
        let one = perft_table(&small(text), 0..=depth);
        assert_eq!(perft_table(&Mnk::<2>::new(rules(text)), 0..=depth), one, "{text}");
        assert_eq!(perft_table(&Mnk::<4>::new(rules(text)), 0..=depth), one, "{text}");
        assert_eq!(perft_table(&Mnk::<7>::new(rules(text)), 0..=depth), one, "{text}");
    }
    check("7,6,4,gravity", 6);
    check("3,3,3", 9);
    check("4,3,3,gravity", 8);
}

/// As `OpenSpiel` 2.0.2 counts them.
#[test]
fn perft_of_four_by_four() {
    assert_eq!(perft_table(&small("4,4,3"), 1..=6), [16, 240, 3360, 43_680, 524_160, 5_518_656]);
}

/// Lanes that straddle words: until the first line is possible, the counts are products of the empty cells or columns.
#[test]
fn perft_of_boards_of_many_words() {
    assert_eq!(perft_table(&Mnk::<4>::new(rules("15,15,5")), 1..=3), [225, 225 * 224, 225 * 224 * 223]);
    assert_eq!(perft_table(&Mnk::<7>::new(rules("20,20,5")), 1..=2), [400, 400 * 399]);
    // The fifth stone goes anywhere but into a column that the first four have filled.
    let tall = Mnk::<2>::new(rules("19,4,4,gravity"));
    let filled_columns = 19;
    assert_eq!(perft_table(&tall, 1..=5), [19, 361, 6859, 130_321, 19_u64.pow(5) - filled_columns]);
}
