//! What is read, and what is refused in words.

use insta::assert_snapshot;
use proofset_checkers::{Checkers, Squares};
use proofset_core::{Game, Notation};

use crate::{after, moves, position};

#[test]
fn starts_are_those_of_print() {
    let game = Checkers::english();
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(game.position_text(&game.start()), start);
    assert_eq!(moves(&game, start), ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]);
    let game = Checkers::russian();
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    assert_eq!(game.parse_position(start), Ok(game.start()));
    assert_eq!(moves(&game, start), ["c3-b4", "e3-d4", "g3-f4", "a3-b4", "c3-d4", "e3-f4", "g3-h4"]);
    let game = Checkers::international();
    assert_eq!(game.parse_position("W:W31-50:B1-20."), Ok(game.start()));
    assert_eq!(game.moves(&game.start()).count(), 9);
}

#[test]
fn positions_are_read_in_every_order() {
    let game = Checkers::english();
    for text in ["W:WK7,9:B2", "w:b2:w9,k7", " W : W 9 , K 7 : B 2 . ", "W:B2:WK7,9:H3:F12", "W:F1:B2:WK7,9"] {
        assert_eq!(game.position_text(&position(&game, text)), "W:WK7,9:B2", "{text}");
    }
    assert_eq!(game.position_text(&position(&game, "B:WK29-31,22:B")), "B:W22,K29,K30,K31:B");
    let counting = game.with_move_rule();
    assert_eq!(counting.position_text(&position(&counting, "W:WK7:BK2:H3")), "W:WK7:BK2:H3");
    assert_eq!(counting.position_text(&position(&counting, "W:WK7:BK2:H0")), "W:WK7:BK2");
}

#[test]
fn captures_are_told_apart_where_several_lead_to_one_square() {
    let game = Checkers::english();
    let text = "W:W22:B9,10,17,18";
    assert_eq!(moves(&game, text), ["22x13x6", "22x15x6"]);
    assert_eq!(after(&game, text, "22x13x6"), "B:W6:B10,18");
    let text = "W:WK27:B14,15,16,23,24";
    assert_eq!(moves(&game, text), ["27x18x9", "27x18x11x20x27", "27x20x11x18x9"]);
    assert_eq!(after(&game, text, "27x18x9"), "B:WK9:B15,16,24");
    assert_eq!(after(&game, text, "27x20x11x18x9"), "B:WK9:B23");
    // One of them may be a single jump.
    let russian = Checkers::russian();
    let text = "B:WKe7,Kf2,Kg5,Kg7:BKc5";
    assert_eq!(moves(&russian, text), ["c5xf8xh6xe3xg1", "c5xg1"]);
    assert_eq!(after(&russian, text, "c5xg1"), "W:WKe7,Kg7,Kg5:BKg1");
    // A king that takes four all round itself makes one move, whichever way it goes.
    let text = "W:WK22:B9,10,17,18";
    assert_eq!(moves(&game, text), ["22x13x6x15x22"]);
    for way in ["22x13x6x15x22", "22x15x6x13x22"] {
        assert_eq!(after(&game, text, way), "B:WK22:B");
    }
}

#[test]
fn diagrams_show_the_board() {
    let game = Checkers::english();
    assert_snapshot!(game.diagram(&position(&game, "B:W13,K26:B2,K21,25")), @r#"
      .   b   .   .
    .   .   .   .
      .   .   .   .
    w   .   .   .
      .   .   .   .
    B   .   .   .
      b   W   .   .
    .   .   .   .
    "#);
}

fn refusals<S: Squares>(game: &Checkers<S>, texts: &[&str]) -> String {
    let refusal = |text: &&str| format!("{text}: {}\n", game.parse_position(text).expect_err(text));
    texts.iter().map(refusal).collect()
}

#[test]
fn wrong_positions_are_refused() {
    let english = Checkers::english();
    let fields = ["", "X:W1:B2", "W", "W:W21", "W:B1", "W:W21:B1:W22", "W:W21:B1:X4", "W:W21:B1:Hx", "W:W21:B1:F"];
    assert_snapshot!(refusals(&english, &fields), @r#"
    : the position begins with ``; expected W or B, who is to move, and the pieces, as in W:W21,K30:B1,2
    X:W1:B2: the position begins with `X`; expected W or B, who is to move, and the pieces, as in W:W21,K30:B1,2
    W: the pieces of White are missing; expected :W and their squares, or :W alone if there are none
    W:W21: the pieces of Black are missing; expected :B and their squares, or :B alone if there are none
    W:B1: the pieces of White are missing; expected :W and their squares, or :W alone if there are none
    W:W21:B1:W22: `W22` is a second field of its kind; leave one out
    W:W21:B1:X4: `X4` stands where pieces are expected; write W and White's, or B and Black's, as in W21,K30
    W:W21:B1:Hx: `Hx` has no number of half-moves; expected one, as in H4
    W:W21:B1:F: `F` has no number of a move; expected one, as in F20
    "#);
    let twice = ["W:W21:B1:H1:H2", "W:W21:B1:F1:F2", "W:W21:B21", "W:W9,9:B1"];
    assert_snapshot!(refusals(&english, &twice), @r#"
    W:W21:B1:H1:H2: `H2` is a second field of its kind; leave one out
    W:W21:B1:F1:F2: `F2` is a second field of its kind; leave one out
    W:W21:B21: square 21 has two pieces; leave one out
    W:W9,9:B1: square 9 has two pieces; leave one out
    "#);
    let squares = ["W:W33:B1", "W:W0:B1", "W:W21,:B1", "W:W+7:B1", "W:W25-13:B1", "W:Wa1:B1"];
    assert_snapshot!(refusals(&english, &squares), @r#"
    W:W33:B1: `33` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    W:W0:B1: `0` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    W:W21,:B1: `` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    W:W+7:B1: `+7` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    W:W25-13:B1: `25-13` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    W:Wa1:B1: `a1` among the pieces of White is not a square; expected a square from 1 to 32, with a K before it for a king
    "#);
    let impossible = ["W:W2:B9", "B:W9:B30", "W:W13-25:B1", "W:W21:B"];
    assert_snapshot!(refusals(&english, &impossible), @r#"
    W:W2:B9: a man of White on 2 would have become a king there; expected K2
    B:W9:B30: a man of Black on 30 would have become a king there; expected K30
    W:W13-25:B1: White has 13 pieces; expected at most 12
    W:W21:B: Black has no pieces and cannot have moved; expected the other side to move
    "#);
    let counts = ["W:WK21:BK1:H81", "W:WK21:B1:H1", "W:W21:BK1:H2", "W:WK21:BK1:H99999999999999999999"];
    assert_snapshot!(refusals(&english.clone().with_move_rule(), &counts), @r#"
    W:WK21:BK1:H81: `H81` is too much: after 80 half-moves without progress the game is over
    W:WK21:B1:H1: `H1` cannot be: only kings move without progress, and Black has none; expected at most H0
    W:W21:BK1:H2: `H2` cannot be: only kings move without progress, and White has none; expected at most H1
    W:WK21:BK1:H99999999999999999999: `H18446744073709551615` is too much: after 80 half-moves without progress the game is over
    "#);
    assert_snapshot!(refusals(&Checkers::russian(), &["W:W21:B1", "W:Wa2:Bb8", "W:Wa1:Ba1", "W:Wi9:Bb8", "W:Wb8:Bc7"]), @r#"
    W:W21:B1: `21` among the pieces of White is not a square; expected a dark square from a1 to h8, with a K before it for a king
    W:Wa2:Bb8: `a2` among the pieces of White is not a square; expected a dark square from a1 to h8, with a K before it for a king
    W:Wa1:Ba1: square a1 has two pieces; leave one out
    W:Wi9:Bb8: `i9` among the pieces of White is not a square; expected a dark square from a1 to h8, with a K before it for a king
    W:Wb8:Bc7: a man of White on b8 would have become a king there; expected Kb8
    "#);
    assert_snapshot!(refusals(&Checkers::international(), &["W:W51:B1", "W:W31-50,30:B1", "W:W5:B9"]), @r#"
    W:W51:B1: `51` among the pieces of White is not a square; expected a square from 1 to 50, with a K before it for a king
    W:W31-50,30:B1: White has 21 pieces; expected at most 20
    W:W5:B9: a man of White on 5 would have become a king there; expected K5
    "#);
}

#[test]
fn wrong_moves_are_refused() {
    fn refusals<S: Squares>(game: &Checkers<S>, place: &str, texts: &[&str]) -> String {
        let place = position(game, place);
        let refusal = |text: &&str| format!("{text}: {}\n", game.parse_move(&place, text).expect_err(text));
        texts.iter().map(refusal).collect()
    }
    let english = Checkers::english();
    let start = english.position_text(&english.start());
    assert_snapshot!(refusals(&english, &start, &["", "11", "11-15-18", "11x", "33-1", "11-15x18"]), @r#"
    : `` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    11: `11` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    11-15-18: `11-15-18` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    11x: `11x` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    33-1: `33-1` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    11-15x18: `11-15x18` is not a move; expected two squares, as in 10-14 or 10x19: each a square from 1 to 32
    "#);
    assert_snapshot!(refusals(&english, &start, &["21-17", "11x18", "11-18", "4-8"]), @r#"
    21-17: Black has no piece on 21; expected one of 9-13, 10-14, 11-15, 12-16, 9-14, 10-15, 11-16
    11x18: `11x18` is not legal; 11 has 11-15, 11-16
    11-18: `11-18` is not legal; 11 has 11-15, 11-16
    4-8: the piece on 4 cannot move; expected one of 9-13, 10-14, 11-15, 12-16, 9-14, 10-15, 11-16
    "#);
    let capture = "B:W18,25:B1,15";
    assert_snapshot!(refusals(&english, capture, &["15x22", "1-5", "15-29", "15x24x29"]), @r#"
    15x22: `15x22` is not legal; 15 has 15x29
    1-5: `1-5` is not legal, for Black must capture; expected one of 15x29
    15-29: `15-29` is not legal; 15 has 15x29
    15x24x29: `15x24x29` is not legal; 15 has 15x29
    "#);
    assert_snapshot!(refusals(&english, "W:W22:B9,10,17,18", &["22x6", "22x15x13x6"]), @r#"
    22x6: `22x6` can be done in several ways; expected one of 22x13x6, 22x15x6
    22x15x13x6: `22x15x13x6` is not legal; 22 has 22x13x6, 22x15x6
    "#);
    assert_snapshot!(refusals(&english, "W:W5:B1", &["5-1"]), @r#"5-1: the game is over, there are no moves"#);
    assert_snapshot!(refusals(&Checkers::international(), "W:W38,48:B23,32,33,42", &["38x29", "48x37"]), @r#"
    38x29: `38x29` is not legal, for the most pieces must be captured; expected one of 48x19, 48x39
    48x37: `48x37` is not legal; 48 has 48x19, 48x39
    "#);
    assert_snapshot!(refusals(&Checkers::russian(), "W:Wc3:Bb8", &["22-18", "c3-b2"]), @r#"
    22-18: `22-18` is not a move; expected two squares, as in d6-c5 or d6xf4: each a dark square from a1 to h8
    c3-b2: `c3-b2` is not legal; c3 has c3-b4, c3-d4
    "#);
}

#[test]
fn parameters_are_read_and_printed() {
    let written = |text| {
        proofset_checkers::parameters().read(Some(text)).map_or_else(|error| error.to_string(), |read| read.to_string())
    };
    assert_eq!(written("english"), "english");
    assert_eq!(written(" russian + Move-Rule"), "russian+move-rule");
    assert_snapshot!(
        written("canadian"),
        @r#"rules cannot be "canadian"; give english or russian or international, as in english"#
    );
    assert_snapshot!(
        written("12x12"),
        @r#"rules cannot be "12x12"; give english or russian or international, as in english"#
    );
    assert_snapshot!(
        written("move-rule"),
        @r#"rules cannot be "move-rule"; give english or russian or international, as in english"#
    );
}
