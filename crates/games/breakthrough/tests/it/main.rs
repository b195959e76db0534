//! Facts about the game: counts of lines of play, the laws of games, who wins, and the words of its errors.

use std::collections::{BTreeSet, HashMap, HashSet};

use insta::assert_snapshot;
use proofset_breakthrough::{Breakthrough, Position};
use proofset_core::{Game, Goal, Notation, Outcome, Player, Solve, Symmetric};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft};

fn board(columns: usize, rows: usize, pawn_rows: usize) -> Breakthrough {
    Breakthrough::new(columns, rows, pawn_rows).unwrap()
}

#[test]
fn obeys_the_laws_of_games() {
    for (columns, rows, pawn_rows) in
        [(2, 2, 1), (2, 4, 2), (3, 4, 1), (3, 5, 2), (5, 5, 2), (8, 4, 1), (2, 8, 2), (8, 8, 2)]
    {
        let game = board(columns, rows, pawn_rows);
        check_game(&game, 30, 1);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 20, 1);
        let (least, seen) = check_symmetry(&game, 30, 1);
        assert!(least < seen, "{columns}x{rows}: some positions are not their own least images");
    }
}

/// The counts of `OpenSpiel` 2.0.2 for 6x6 and 8x8.
#[test]
fn perft_from_the_start() {
    let counts = |game: Breakthrough, depth: u32| {
        (0..=depth).map(|depth| perft(&game, &game.start(), depth)).collect::<Vec<_>>()
    };
    assert_eq!(counts(board(6, 6, 2), 5), [1, 16, 256, 4_308, 71_478, 1_248_290]);
    assert_eq!(counts(board(8, 8, 2), 4), [1, 22, 484, 11_132, 256_036]);
}

/// The moves by the words of the rules, square by square in the texts of positions.
mod by_words {
    use std::collections::BTreeSet;

    /// The texts of all positions that a move leads to; none if the game is over.
    pub(super) fn reached(text: &str) -> BTreeSet<String> {
        let (diagram, to_move) = text.split_once(' ').unwrap();
        // Black's moves are White's on the board turned by half.
        let turned = |text: &str| text.chars().rev().map(exchanged).collect::<String>();
        if to_move == "b" {
            let white = reached(&format!("{} w", turned(diagram)));
            return white.into_iter().map(|text| format!("{} w", turned(text.trim_end_matches(" b")))).collect();
        }
        let rows: Vec<Vec<char>> = diagram.split('/').map(|row| row.chars().collect()).collect();
        let is_over = !diagram.contains('W')
            || !diagram.contains('B')
            || rows.last().unwrap().contains(&'B')
            || rows[0].contains(&'W');
        let mut found = BTreeSet::new();
        for row in (1..rows.len()).filter(|_| !is_over) {
            for column in (0..rows[0].len()).filter(|&column| rows[row][column] == 'W') {
                for to in [column.checked_sub(1), Some(column), Some(column + 1)].into_iter().flatten() {
                    let Some(&target) = rows[row - 1].get(to) else { continue };
                    if target == '.' || target == 'B' && to != column {
                        let mut next = rows.clone();
                        next[row][column] = '.';
                        next[row - 1][to] = 'W';
                        let lines: Vec<String> = next.iter().map(|row| row.iter().collect()).collect();
                        found.insert(format!("{} b", lines.join("/")));
                    }
                }
            }
        }
        found
    }

    fn exchanged(symbol: char) -> char {
        match symbol {
            'W' => 'B',
            'B' => 'W',
            other => other,
        }
    }
}

#[test]
fn moves_are_those_of_another_reading_of_the_rules() {
    let mut rng = fastrand::Rng::with_seed(3);
    for (columns, rows, pawn_rows) in [(2, 2, 1), (2, 5, 1), (3, 5, 2), (5, 6, 2), (8, 8, 2), (8, 3, 1)] {
        let game = board(columns, rows, pawn_rows);
        for _ in 0..40 {
            let mut position = game.start();
            loop {
                let text = game.position_text(&position);
                let is_over = game.outcome(&position).is_some();
                let moves: Vec<_> = if is_over { Vec::new() } else { game.moves(&position).collect() };
                let reached = moves.iter().map(|&step| {
                    let mut next = position;
                    game.play(&mut next, step);
                    game.position_text(&next)
                });
                assert_eq!(reached.collect::<BTreeSet<_>>(), by_words::reached(&text), "{text}");
                let Some(&step) = rng.choice(&moves) else { break };
                game.play(&mut position, step);
            }
        }
    }
}

/// The winner, with images of the board as one.
fn winner(game: &Breakthrough, position: &Position, known: &mut HashMap<Position, Player>) -> Player {
    if let Some(Outcome::Win(player)) = game.outcome(position) {
        return player;
    }
    let position = game.least_image(position);
    if let Some(&player) = known.get(&position) {
        return player;
    }
    let mover = game.to_move(&position);
    let wins = game.moves(&position).any(|step| {
        let mut next = position;
        game.play(&mut next, step);
        winner(game, &next, known) == mover
    });
    let player = if wins { mover } else { mover.opponent() };
    known.insert(position, player);
    player
}

/// The values were found by another program: 3x4 and 3x5 with one row of pawns, 3x5 and 3x6 with two. The others are those of this search.
#[test]
fn who_wins_on_small_boards() {
    let (first, second) = (Player::First, Player::Second);
    for (columns, rows, pawn_rows, expected) in [
        (3, 4, 1, first),
        (3, 5, 1, first),
        (3, 5, 2, second),
        (3, 6, 2, first),
        (2, 2, 1, first),
        (2, 3, 1, first),
        (2, 4, 1, second),
        (2, 5, 2, second),
    ] {
        let game = board(columns, rows, pawn_rows);
        assert_eq!(winner(&game, &game.start(), &mut HashMap::new()), expected, "{columns}x{rows}, {pawn_rows} rows");
    }
}

/// The moves that have been made are estimated, and the estimate refuses no position that play can come to.
#[test]
fn every_position_of_small_games_is_read() {
    for (columns, rows, pawn_rows, count) in [(2, 4, 1, 251), (2, 4, 2, 646), (3, 4, 1, 10689), (2, 5, 1, 654)] {
        let game = board(columns, rows, pawn_rows);
        let (mut open, mut seen) = (vec![game.start()], HashSet::from([game.start()]));
        while let Some(position) = open.pop() {
            assert_eq!(game.parse_position(&game.position_text(&position)).unwrap(), position);
            for step in game.moves(&position).filter(|_| game.outcome(&position).is_none()) {
                let mut next = position;
                game.play(&mut next, step);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), count, "{columns}x{rows}, {pawn_rows} rows");
    }
}

#[test]
fn rows_to_go_are_those_of_the_foremost_pawn() {
    let game = board(3, 5, 1);
    let rows = |text: &str| {
        let position = game.parse_position(text).unwrap();
        [Player::First, Player::Second].map(|player| game.rows_to_go(&position, player))
    };
    assert_eq!(rows(""), [4, 4]);
    assert_eq!(rows("b1-b2 a5-a4 b2-b3"), [2, 3]);
    assert_eq!(rows("..W/.B./.../.../W.. b"), [0, 3]);
    assert_eq!(rows("..W/.../.../.../... b"), [0, 5]);
}

#[test]
fn texts_are_read_and_written() {
    let game = board(3, 4, 1);
    let position = game.parse_position("a1-a2,c4c3  A2-A3").unwrap();
    assert_eq!(game.position_text(&position), "BB./W.B/.../.WW b");
    assert_eq!(game.parse_position(" bb./w.b/.../.ww  B ").unwrap(), position);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    let moves: Vec<_> = game.moves(&position).map(|step| game.move_text(&position, step)).collect();
    assert_eq!(moves, ["c3-b2", "b4xa3", "c3-c2", "b4-b3", "a4-b3"]);
    for text in ["b4a3", "b4xa3", " B4Xa3"] {
        assert_eq!(game.parse_move(&position, text).map(|step| game.move_text(&position, step)).unwrap(), "b4xa3");
    }
    let read = |text: Option<&str>| Breakthrough::parameters().read(text).map(|arguments| arguments.to_string());
    assert_eq!(read(None).unwrap(), "8x8");
    assert_eq!(read(Some("5x5+pawn-rows=2")).unwrap(), "5x5", "what is as by default goes without saying");
    assert_eq!(read(Some("3x5+pawn-rows=1")).unwrap(), "3x5+pawn-rows=1");
    assert_eq!(Breakthrough::parameters().syntax(), "COLUMNSxROWS[+pawn-rows=PAWN-ROWS]");
    for wrong in ["5", "1x5", "5x1", "100x100", "5x5x5", "5x5+pawn-rows=3", "5x5+pawn-rows", "", "\u{1f600}"] {
        assert!(read(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn errors_about_positions_say_what_is_wrong_and_where() {
    let game = board(3, 4, 1);
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("BBB/.../WWW w"), @"the diagram has 3 rows, separated by `/`; expected 4");
    assert_snapshot!(error("BBB/..../.../WWW w"), @"row 3 of the board, `....`, has 4 squares; expected 3");
    assert_snapshot!(error("BBB/.#./.../WWW w"), @"row 3 of the board, `.#.`, has `#` on b3; expected W, B, or . if it is empty");
    assert_snapshot!(error("BBB/.../.../WWW"), @"nothing behind the diagram says who is to move; write w or b there");
    assert_snapshot!(error("BBB/.../.../WWW x"), @"`x` stands behind the diagram; expected w or b, who is to move");
    assert_snapshot!(error("BBB/.../.../WWW w w"), @"`w` stands behind the position; expected nothing more");
    assert_snapshot!(error("BBB/B../.../WW. w"), @"Black has 4 pawns, but begins with 3");
    assert_snapshot!(error(".../.../.../... w"), @"Black has no pawn, and yet is the one who has moved last");
    assert_snapshot!(error("BB./.../.../... b"), @"White has no pawn, and yet is the one who has moved last");
    assert_snapshot!(error("BWB/.../.../..W w"), @"White has come to the far row, and yet Black has moved since");
    assert_snapshot!(error("WW./.../.B./... b"), @"White has 2 pawns on the far row, but the first one there wins");
    assert_snapshot!(error("BBB/.../.../WWW b"), @"as the pawns stand, Black has made 0 moves at least and White 0 at most; they move in turn, White first, so Black cannot be to move here");
    assert_snapshot!(error("BBB/W../.../.WW b"), @"as the pawns stand, White has made 2 moves at least and Black 0 at most; they move in turn, White first, so Black cannot be to move here");
    assert_snapshot!(error("BB./.../.../WWW w"), @"Black has lost 1 pawn, one for a move of White at most, who as the pawns stand has made no more than 0");
    assert_snapshot!(error("BBB/.../..W/.W. w"), @"White has lost 1 pawn, one for a move of Black at most, who as the pawns stand has made no more than 0");
    assert_snapshot!(error("a1-a2 c4-c3 a2-a4"), @"character 13: a2-a4: a pawn on a2 cannot come to a4; it moves one square forward, straight or diagonally");
    assert_snapshot!(error("a1-a2 \u{e9}"), @"character 7: `é` is not a move; write the squares that a pawn leaves and comes to, as in a2-a3, or a2xb3 with a capture; squares are a1, lower left, to c4");
    let error = |columns, rows, pawn_rows| Breakthrough::new(columns, rows, pawn_rows).unwrap_err().to_string();
    assert_snapshot!(error(1, 5, 1), @"a board of 1 columns and 5 rows; both must be from 2 to 8");
    assert_snapshot!(error(100, 100, 2), @"a board of 100 columns and 100 rows; both must be from 2 to 8");
    assert_snapshot!(error(5, 3, 2), @"a board of 3 rows has no room for 2 rows of pawns on either side; take 4 rows or more, or pawn-rows=1");
    assert_snapshot!(error(5, 5, 0), @"0 rows of pawns for each player; expected 1 to 2");
}

#[test]
fn errors_about_moves_say_what_is_wrong() {
    let game = board(3, 4, 1);
    let error = |position: &str, text: &str| {
        game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err().to_string()
    };
    assert_snapshot!(error("", "a1"), @"`a1` is not a move; write the squares that a pawn leaves and comes to, as in a2-a3, or a2xb3 with a capture; squares are a1, lower left, to c4");
    assert_snapshot!(error("", "a1-d2"), @"`a1-d2` is not a move; write the squares that a pawn leaves and comes to, as in a2-a3, or a2xb3 with a capture; squares are a1, lower left, to c4");
    assert_snapshot!(error("", "a1=a2"), @"`a1=a2` is not a move; write the squares that a pawn leaves and comes to, as in a2-a3, or a2xb3 with a capture; squares are a1, lower left, to c4");
    assert_snapshot!(error("", "a4-a3"), @"a4-a3: a4 has no pawn of White, who is to move");
    assert_snapshot!(error("", "a1-b1"), @"a1-b1: b1 has a pawn of White already");
    assert_snapshot!(error("", "a1-a3"), @"a1-a3: a pawn on a1 cannot come to a3; it moves one square forward, straight or diagonally");
    assert_snapshot!(error("", "a1xa2"), @"a1xa2: there is nothing to capture on a2; write a1-a2");
    assert_snapshot!(error("a1-a2 a4-a3", "a2-a3"), @"a2-a3: a3 is taken, and pawns capture diagonally alone");
    assert_snapshot!(error("a1-a2 b4-b3", "a2-b3"), @"a2-b3: the pawn on b3 is captured; write a2xb3");
    assert_snapshot!(error("a1-a2 b4-b3", "a2-a1"), @"a2-a1: a pawn on a2 cannot come to a1; it moves one square forward, straight or diagonally");
    assert_snapshot!(error("B.W/.../.../.W. b", "a4-a3"), @"the game is over, there are no moves");
}
