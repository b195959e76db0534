//! Rules against the slow reading of them, and perft.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use fastrand::Rng;
use proofset_core::{Game, Goal, Notation, Outcome, Player, Reversible, Solve, ValuedGame};
use proofset_othello::{Move, Othello};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, check_valued, perft};

use crate::game;
use crate::slow::Slow;

const SIDES: [i32; 3] = [4, 6, 8];

/// All boards, with all starts and scores.
fn all_games() -> Vec<(i32, i32, Othello)> {
    let mut games = Vec::new();
    for columns in SIDES {
        for rows in SIDES {
            for variant in ["", "+parallel", "+discs", "+parallel+discs"] {
                games.push((columns, rows, game(&format!("{columns}x{rows}{variant}"))));
            }
        }
    }
    games
}

#[test]
fn all_boards_obey_the_laws_of_games() {
    for (_, _, game) in all_games() {
        check_game(&game, 6, 1);
        check_valued(&game, 6, 2);
        check_symmetry(&game, 3, 4);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 6, 3);
    }
}

#[test]
fn random_games_go_as_the_slow_rules_say() {
    let mut rng = Rng::with_seed(3);
    let (mut positions, mut passes, mut early_ends) = (0, 0, 0);
    for (columns, rows, game) in all_games() {
        let award = !game.to_string().contains("+discs");
        for _ in 0..20 {
            let mut position = game.start();
            let mut slow = Slow::new(columns, rows, &game.position_text(&position));
            loop {
                positions += 1;
                assert_eq!(game.position_text(&position), slow.text());
                let over = slow.is_over();
                assert_eq!(game.score(&position), over.then(|| slow.score(award)));
                assert_eq!(game.outcome(&position).is_some(), over);
                if over {
                    early_ends += u32::from(game.empties(&position) > 0);
                    break;
                }
                let moves = slow.moves();
                let found: Vec<Move> = game.moves(&position).collect();
                let number = |side: usize| i32::try_from(side).expect("boards are small");
                let places: Vec<_> =
                    found.iter().map(|mv| mv.square().map(|(column, row)| (number(column), number(row)))).collect();
                assert_eq!(places, moves);
                passes += u32::from(moves == [None]);

                let choice = rng.usize(..moves.len());
                let before = position;
                let undo = game.make(&mut position, found[choice]);
                let mut undone = position;
                game.unmake(&mut undone, found[choice], undo);
                assert_eq!(undone, before);
                let mut played = before;
                game.play(&mut played, found[choice]);
                assert_eq!(played, position);
                slow = slow.play(moves[choice]);
            }
        }
    }
    assert!(positions > 20_000 && passes > 400 && early_ends > 40, "{positions} {passes} {early_ends}");
}

/// Computed with `OpenSpiel` 2.0.2; a pass is a ply. Deeper counts are by A. Bik (2012).
#[test]
fn perft_of_8x8_is_as_published() {
    let game = game("8x8");
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216]);
}

#[test]
fn perft_of_small_boards_is_as_the_slow_rules_say() {
    for (size, depth) in [("4x4", 8), ("4x4+parallel", 8), ("6x6", 6), ("6x6+parallel", 6), ("4x6", 7), ("6x4", 7)] {
        let game = game(size);
        let side = |index| i32::from(size.as_bytes()[index] - b'0');
        let slow = Slow::new(side(0), side(2), &game.position_text(&game.start()));
        assert_eq!(perft(&game, &game.start(), depth), slow.perft(depth), "{size}");
    }
}

#[test]
fn the_hash_knows_who_is_to_move() {
    let game = game("8x8");
    let hash = |text: &str| {
        let mut hasher = DefaultHasher::new();
        game.parse_position(text).expect("a sound position").hash(&mut hasher);
        hasher.finish()
    };
    let text = game.position_text(&game.start());
    let turned: String = text
        .chars()
        .map(|symbol| {
            if symbol == 'X' {
                'O'
            } else if symbol == 'O' {
                'X'
            } else {
                symbol
            }
        })
        .collect();
    assert_ne!(hash(&text), hash(&turned), "the same discs seen from the player to move, but the other player");
    assert_eq!(hash(&text), hash(&text));
}

/// The shortest game that ends with a player wiped out: nine moves, 13 to 0.
#[test]
fn a_wipe_out_is_worth_all_squares() {
    for (size, score) in [("8x8", -64), ("8x8+discs", -13)] {
        let game = game(size);
        let mut position = game.start();
        for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            let mv = game.parse_move(&position, text).expect("a legal move");
            game.play(&mut position, mv);
        }
        assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)), "{}", game.position_text(&position));
        assert_eq!(game.score(&position), Some(score));
    }
}
