//! What is read, and what is refused in words.

use insta::assert_snapshot;
use proofset_core::{Game, Notation};
use proofset_othello::{Move, Othello};

use crate::game;

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn starts_stand_in_the_middle() {
    let start = |text: &str| {
        let game = game(text);
        game.position_text(&game.start())
    };
    assert_eq!(start("8x8"), START);
    assert_eq!(start("6x4"), "--------OX----XO-------- X");
    assert_eq!(start("4x6+parallel"), "---------OO--XX--------- X");
    assert_eq!(game("6x6+discs+parallel").to_string(), "6x6+parallel+discs");
}

#[test]
fn the_first_moves_are_those_of_every_book() {
    let game = game("8x8");
    let start = game.start();
    let moves: Vec<String> = game.moves(&start).map(|mv| game.move_text(&start, mv)).collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn lines_of_board_files_are_read() {
    let game = game("8x8");
    let start = game.start();
    let lower = START.replace('X', "*").replace('O', "o").replace('-', ".");
    for text in [&format!("{START}; d3:+0; C4:-2; PS:1;  % the start"), &format!("  {START}\n"), &lower] {
        assert_eq!(game.parse_position(text), Ok(start), "{text}");
    }
}

#[test]
fn the_best_score_of_a_line_is_told() {
    let game = game("8x8");
    let told = |remarks: &str| game.told_score(&format!("{START}{remarks}"));
    assert_eq!(told("; d3:-4; c4:-2; f5:-6; % 99"), Ok(Some(-2)));
    assert_eq!(told(""), Ok(None));
    assert_eq!(told(" % d3:+2"), Ok(None));
    assert!(told("; d3").is_err());
}

#[test]
fn records_of_games_are_played() {
    let game = game("8x8");
    let read = |text: &str| game.parse_position(text).map(|position| game.position_text(&position));
    assert_snapshot!(read("f5d6c3d3c4").unwrap(), @"------------------XO------XXX------OXX-----O-------------------- O");
    let same = ["f5 d6 c3 d3 c4", "F5D6C3D3C4", "1. f5 d6 2. c3 d3 3. c4", "1.f5d6,c3,d3 c4 "];
    for text in same {
        assert_eq!(read(text), read("f5d6c3d3c4"), "{text}");
    }
    // Black has no fifth move.
    let small = self::game("4x4");
    let small_read = |text: &str| small.parse_position(text).map(|position| small.position_text(&position));
    assert_snapshot!(small_read("b1c1d3a1").unwrap(), @"OOO--XX--XXX---- X");
    assert_snapshot!(small_read("b1c1d3a1b4").unwrap(), @"OOO--OX--OXX-O-- X");
    assert_eq!(small_read("b1c1d3a1 pass b4"), small_read("b1c1d3a1b4"));
    assert_snapshot!(read("f5d6c9").unwrap_err(), @r#"character 5: `c9` is not a move; expected a square from a1 to h8, or pass"#);
    assert_snapshot!(read("f5d6a1").unwrap_err(), @"character 5: a disc on a1 flips nothing; that is not allowed");
    assert_snapshot!(read("f5 d6 x").unwrap_err(), @r#"character 7: `x` is not a move; expected a square from a1 to h8, or pass"#);
    assert_snapshot!(read("f5 pass").unwrap_err(), @"character 4: a pass is not allowed while there is a move that flips something");
}

#[test]
fn passes_have_several_names() {
    let game = game("4x4");
    let position = game.parse_position("OX-------------- O").expect("a sound position");
    assert_eq!(game.moves(&position).map(|mv| game.move_text(&position, mv)).collect::<Vec<_>>(), ["c1"]);
    let position = game.parse_position("OX-------------- X").expect("a sound position");
    assert_eq!(game.moves(&position).collect::<Vec<_>>(), [Move::PASS]);
    assert_eq!(game.move_text(&position, Move::PASS), "pass");
    for text in ["pass", "PASS", "pa", "ps", "--"] {
        assert_eq!(game.parse_move(&position, text), Ok(Move::PASS));
    }
}

#[test]
fn errors_say_where_and_how_to_mend() {
    let game = game("4x4");
    let position = |text| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(position(""), @r#"the position is empty; expected a board and who is to move, such as ---...--- X"#);
    assert_snapshot!(position("-----OX--XO---- X"), @r#"the board has 15 characters; expected 16, one for each square, row by row from a1"#);
    assert_snapshot!(position("-----OX--XO--#-- X"), @r#"the board has `#` on b4; expected X, O or -"#);
    assert_snapshot!(position("-----OX--XO-----"), @r#"behind the board, who is to move is missing; expected X or O"#);
    assert_snapshot!(position("-----OX--XO----- Z"), @r#"`Z` stands behind the board; expected X or O, who is to move"#);
    assert_snapshot!(position("-----OX--XO----- X X"), @r#"`X` stands behind the position; expected nothing more"#);
    assert_snapshot!(position("-----OX--XO----- X; best"), @r#"`best` stands behind the position; expected MOVE:SCORE behind a semicolon, as in d3:+2"#);
    assert_snapshot!(position("-----OX--XO----- X; a1:good"), @r#"`a1:good` does not end with a score; expected MOVE:SCORE behind a semicolon, as in d3:+2"#);
    assert_snapshot!(position("-----OX--XO----- X; e1:+2"), @r#"`e1` is not a move; expected a square from a1 to d4, or pass"#);
    let start = game.start();
    let mv = |text| game.parse_move(&start, text).unwrap_err().to_string();
    assert_snapshot!(mv("e1"), @r#"`e1` is not a move; expected a square from a1 to d4, or pass"#);
    assert_snapshot!(mv(""), @r#"`` is not a move; expected a square from a1 to d4, or pass"#);
    assert_snapshot!(mv("b2"), @r#"square b2 is taken"#);
    assert_snapshot!(mv("a1"), @r#"a disc on a1 flips nothing; that is not allowed"#);
    assert_snapshot!(mv("pass"), @r#"a pass is not allowed while there is a move that flips something"#);
    let stuck = game.parse_position("OX-------------- X").expect("a sound position");
    assert_snapshot!(game.parse_move(&stuck, "c1").unwrap_err(), @r#"a disc on c1 flips nothing, nor does any other; the only move is pass"#);
    let over = game.parse_position("XX-------------- O").expect("a sound position");
    assert_snapshot!(game.parse_move(&over, "pass").unwrap_err(), @r#"the game is over, there are no moves"#);
    let parameters = |text: &str| text.parse::<Othello>().unwrap_err().to_string();
    assert_snapshot!(parameters("5x6"), @r#"columns cannot be "5"; give a whole number from 4 to 8 in steps of 2, as in 8x8"#);
    assert_snapshot!(parameters("8"), @r#"rows is missing in "8"; expected COLUMNSxROWS[+parallel][+discs], as in 8x8"#);
    assert_snapshot!(parameters("8x+8"), @r#"rows cannot be ""; give a whole number from 4 to 8 in steps of 2, as in 8x8"#);
    assert_snapshot!(parameters("8x8+torus"), @r#"there is no parameter "torus"; expected COLUMNSxROWS[+parallel][+discs], as in 8x8"#);
    assert_snapshot!(parameters("8x8+discs+discs"), @"discs is given twice; expected COLUMNSxROWS[+parallel][+discs], as in 8x8");
}
