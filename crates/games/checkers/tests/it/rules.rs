//! Rules: the laws of games, perft, captures of every kind, and how games end.

use std::collections::BTreeSet;
use std::ops::Range;

use fastrand::Rng;
use proofset_checkers::{Checkers, Colour, Move, Position, Squares};
use proofset_core::{Game, Goal, Notation, Outcome, Player, Problem, Repetition, Solve};
use proofset_testkit::conformance::{check_game, check_packing, check_valued, perft};

use crate::slow::{Kind, Slow};
use crate::{after, moves, position};

fn check<S: Squares>(game: &Checkers<S>) {
    for game in [game.clone(), game.clone().with_move_rule()] {
        check_game(&game, 5, 1);
        check_valued(&game, 5, 2);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 5, 3);
    }
}

#[test]
fn all_kinds_obey_the_laws_of_games() {
    check(&Checkers::english());
    check(&Checkers::russian());
    check(&Checkers::international());
}

fn counts<S: Squares>(game: &Checkers<S>, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(game, &game.start(), depth)).collect()
}

/// Computed with a generator written apart, the first five also with pydraughts 0.6.7.
#[test]
fn perft_of_english_draughts_is_as_published() {
    let expected = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680];
    assert_eq!(counts(&Checkers::english(), 9), expected);
    assert_eq!(counts(&Checkers::english().with_move_rule(), 6), expected[..6], "men move before anything is idle");
}

/// Computed with pydraughts 0.6.7.
#[test]
fn perft_of_russian_draughts_is_that_of_another_program() {
    assert_eq!(counts(&Checkers::russian(), 5), [7, 49, 302, 1469, 7482]);
}

/// Published by A. Bik.
#[test]
fn perft_of_international_draughts_is_as_published() {
    let expected = [9, 81, 658, 4265, 27_117, 167_140, 1_049_442, 6_483_961];
    assert_eq!(counts(&Checkers::international(), 8), expected);
}

#[test]
fn a_capture_is_compulsory_and_goes_on_to_its_end() {
    let game = Checkers::english();
    assert_eq!(moves(&game, "B:W18,25,32:B1,15"), ["15x29"]);
    assert_eq!(after(&game, "B:W18,25,32:B1,15", "15x29"), "W:W32:B1,K29");
    // Whichever capture one likes, and not the one that takes the most.
    assert_eq!(moves(&game, "B:W18,19,25:B15"), ["15x29", "15x24"]);
    // Men capture forwards only, kings both ways.
    assert_eq!(moves(&game, "B:W10,11:B15"), ["15-18", "15-19"]);
    assert_eq!(moves(&game, "B:W10,11:BK15"), ["15x6", "15x8"]);
    // Nobody jumps over two in a row.
    assert_eq!(moves(&game, "B:W18,22:B15"), ["15-19"]);
}

#[test]
fn a_man_that_reaches_the_row_of_kings_in_a_capture() {
    // Over 26 to 30, from where a king could go on over 25 to 21.
    let english = Checkers::english();
    assert_eq!(moves(&english, "B:W25,26:B23"), ["23x30"]);
    assert_eq!(after(&english, "B:W25,26:B23", "23x30"), "W:W25:BK30");
    // The same in Russian draughts: it goes on as a king, over any distance.
    let russian = Checkers::russian();
    assert_eq!(moves(&russian, "B:Wb2,d2:Be3"), ["e3xa3"]);
    assert_eq!(after(&russian, "B:Wb2,d2:Be3", "e3xa3"), "W:W:BKa3");
    // In international draughts it goes on as a man, and is none other at the end.
    let international = Checkers::international();
    assert_eq!(after(&international, "B:W41,42:B38", "38x36"), "W:W:B36");
}

#[test]
fn kings_fly_where_the_rules_say() {
    let (english, russian) = (Checkers::english(), Checkers::russian());
    assert_eq!(moves(&english, "W:WK29:B1"), ["29-25"]);
    assert_eq!(moves(&russian, "W:WKa1:Bb8").len(), 7);
    // It captures from afar, and lands anywhere behind; but where it can go on, if there is such a square.
    assert_eq!(moves(&russian, "W:WKa1:Bd4,a7"), ["a1xe5", "a1xf6", "a1xg7", "a1xh8"]);
    assert_eq!(moves(&russian, "W:WKa1:Bd4,c7"), ["a1xb8"]);
    assert_eq!(after(&russian, "W:WKa1:Bd4,c7", "a1:e5:b8"), "B:WKb8:B");
    // Two in a row stop it. Men capture backwards, and step forwards.
    assert_eq!(moves(&russian, "W:WKa1:Bd4,e5"), ["a1-b2", "a1-c3"]);
    assert_eq!(moves(&russian, "B:Wd2,b4:Bc3"), ["c3xa5", "c3xe1"]);
    assert_eq!(moves(&russian, "B:Wa1:Bc3"), ["c3-b2", "c3-d2"]);
}

/// The king takes c5, g5 and g7. From f8 it could take b4, were c5 not still there.
#[test]
fn captured_pieces_stand_in_the_way() {
    let game = Checkers::russian();
    assert_eq!(after(&game, "W:WKa7:Bb4,c5,f6,g5,g7", "a7xf8"), "B:WKf8:Bf6,b4");
}

/// The man on 38 could take two, the one on 48 takes three.
#[test]
fn the_most_must_be_captured_in_international_draughts() {
    let game = Checkers::international();
    assert_eq!(moves(&game, "W:W38:B23,32,33,42"), ["38x18"]);
    assert_eq!(moves(&game, "W:W38,48:B23,32,33,42"), ["48x19", "48x39"]);
}

/// Who cannot move has lost, whether nothing is left or everything is blocked.
#[test]
fn who_cannot_move_has_lost() {
    let game = Checkers::english();
    for (text, winner) in [
        ("W:W5:B1", Some(Player::First)),
        ("W:W5:B1,2", Some(Player::First)),
        ("B:W5:B1", None),
        ("W:W:B1", Some(Player::First)),
        ("B:WK1:B", Some(Player::Second)),
        ("W:W9:B1,5,6", None),
    ] {
        assert_eq!(game.outcome(&position(&game, text)), winner.map(Outcome::Win), "{text}");
    }
}

#[test]
fn forty_moves_of_each_side_without_progress_draw() {
    let game = Checkers::english().with_move_rule();
    assert_eq!(game.outcome(&position(&game, "W:WK7:BK26:H79")), None);
    assert_eq!(after(&game, "W:WK7:BK26:H79", "7-2"), "B:WK2:BK26:H80");
    assert_eq!(game.outcome(&position(&game, "B:WK2:BK26:H80")), Some(Outcome::Draw));
    // A capture and a move of a man begin anew; who has lost has lost.
    assert_eq!(after(&game, "W:WK7:BK10,K26:H79", "7x14"), "B:WK14:BK26");
    assert_eq!(after(&game, "W:W17,K7:BK26:H79", "17-13"), "B:WK7,13:BK26");
    assert_eq!(after(&game, "W:W9,K7:BK5:H79", "9-6"), "B:W6,K7:BK5");
    let lost = position(&game, "B:W6,9,K10,K14:BK1,K5:H80");
    assert_eq!(game.outcome(&lost), Some(Outcome::Win(Player::Second)));
    // 15 moves of each side in Russian draughts, 25 in international draughts.
    let russian = Checkers::russian().with_move_rule();
    assert_eq!(russian.outcome(&position(&russian, "W:WKa1:BKb8:H29")), None);
    assert_eq!(russian.outcome(&position(&russian, "W:WKa1:BKb8:H30")), Some(Outcome::Draw));
    let international = Checkers::international().with_move_rule();
    assert_eq!(international.outcome(&position(&international, "W:WK46:BK1:H50")), Some(Outcome::Draw));
    // Where it is not asked for, nothing is counted.
    let plain = Checkers::english();
    assert_eq!(plain.position_text(&position(&plain, "W:WK7:BK26:H80")), "W:WK7:BK26");
}

/// With the count, positions never come back; without it, a repetition draws.
#[test]
fn repetitions_draw() {
    let game = Checkers::english();
    let start = game.start();
    assert_eq!((game.rank(&start), game.clone().with_move_rule().rank(&start).is_some()), (None, true));
    let win = Solve::from_start(game.clone(), Goal::win(Player::First));
    let draw = Solve::from_start(game, Goal::at_least_draw(Player::First));
    assert_eq!(win.repetition(), Some(Repetition::Disproves));
    assert_eq!(draw.repetition(), Some(Repetition::Proves));
}

/// The name of a square of 8x8 as in chess.
fn chess_square(square: u32) -> String {
    let (row, place) = (square / 4, square % 4);
    let column = ["bdfh", "aceg"][row as usize % 2].chars().nth(place as usize).expect("a row has four squares");
    format!("{column}{}", 8 - row)
}

/// Random games, and random positions with more kings than games have: the moves are those of the slow rules, no two lead to
/// the same position, and each is read as it is written.
fn compare<S: Squares>(game: &Checkers<S>, kind: Kind) {
    let mut rng = Rng::with_seed(5);
    let (mut positions, mut long) = (0, 0);
    let mut check = |position: &Position<S>| {
        let after = |mv: &Move<S>| {
            let mut next = *position;
            game.play(&mut next, *mv);
            game.diagram(&next)
        };
        let moves: Vec<Move<S>> = game.moves(position).collect();
        let slow = Slow::new(kind, &game.diagram(position), position.to_move() == Colour::White).after_moves();
        assert_eq!(moves.iter().map(after).collect::<BTreeSet<_>>(), slow, "{}", game.position_text(position));
        assert_eq!(moves.len(), slow.len(), "{}", game.position_text(position));
        for &mv in &moves {
            assert_eq!(game.parse_move(position, &game.move_text(position, mv)), Ok(mv));
        }
        positions += 1;
        long += u32::from(moves.iter().any(|mv| mv.captured() > 1));
        moves
    };
    for _ in 0..60 {
        let mut position = game.start();
        for _ in 0..100 {
            let moves = check(&position);
            let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
            game.play(&mut position, mv);
        }
    }
    for _ in 0..2000 {
        let mut squares: Vec<u32> = (0..S::COUNT).collect();
        rng.shuffle(&mut squares);
        squares.truncate(rng.usize(2..=12));
        let half = rng.usize(1..squares.len());
        let mut list = |squares: &[u32], letter: &str, king_row: Range<u32>| {
            let piece = |square: &u32| {
                let king = if king_row.contains(square) || rng.u32(..3) == 0 { "K" } else { "" };
                match kind {
                    Kind::Russian => format!("{king}{}", chess_square(*square)),
                    Kind::English | Kind::International => format!("{king}{}", square + 1),
                }
            };
            format!("{letter}{}", squares.iter().map(piece).collect::<Vec<_>>().join(","))
        };
        let white = list(&squares[..half], "W", 0..S::HALF);
        let black = list(&squares[half..], "B", S::COUNT - S::HALF..S::COUNT);
        let side = if half.is_multiple_of(2) { "W" } else { "B" };
        check(&position(game, &format!("{side}:{white}:{black}")));
    }
    assert!(positions > 4000 && long > 150, "{positions} {long}");
}

#[test]
fn moves_are_those_of_the_slow_rules() {
    compare(&Checkers::english(), Kind::English);
    compare(&Checkers::russian(), Kind::Russian);
    compare(&Checkers::international(), Kind::International);
}
