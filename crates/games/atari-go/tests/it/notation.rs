//! What is read, and what is refused in words.

use insta::assert_snapshot;
use proofset_atari_go::AtariGo;
use proofset_core::{Game, Notation, Outcome, Player};

use crate::game;

#[test]
fn crosscuts_stand_in_the_middle() {
    let text = |text: &str| {
        let game = game(text);
        game.position_text(&game.start())
    };
    assert_eq!(text("6x6+crosscut"), "....../....../..OX../..XO../....../......");
    assert_eq!(text("5x4+crosscut"), "...../.OX../.XO../.....", "left of the middle");
    assert_eq!(text("2x3"), "../../..");
    assert_eq!(game("6x6+crosscut").to_string(), "6x6+crosscut");
}

#[test]
fn who_is_to_move() {
    let game = game("3x3");
    let to_move = |text| game.to_move(&game.parse_position(text).unwrap());
    assert_eq!([to_move(".../.X./..."), to_move(".../.XO/...")], [Player::Second, Player::First]);
    assert_eq!([to_move(".../.X./... x"), to_move("..X/.X./... o")], [Player::First, Player::Second]);
    for text in [".../.X./...", ".../.X./... x", "..X/.X./... o", ".../.XO/... o"] {
        assert_eq!(game.position_text(&game.parse_position(text).unwrap()), text);
    }
    let same = game.parse_position(".../.X./... o").unwrap();
    assert_eq!(game.position_text(&same), ".../.X./...", "what goes without saying is not said");
}

#[test]
fn captured_stones_stay_in_the_diagram() {
    let game = game("3x3");
    let position = game.parse_position(".../X../OX. o").unwrap();
    assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)));
    assert_snapshot!(game.parse_move(&position, "c3").unwrap_err(), @r#"the game is over, there are no moves"#);
}

#[test]
fn errors_say_where_and_how_to_mend() {
    let game = game("3x3");
    let position = |text| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(position(""), @r#"the position is empty; expected a diagram, rows from the top, such as ../X./O."#);
    assert_snapshot!(position(".../..."), @r#"the diagram has 2 rows, separated by `/`; expected 3"#);
    assert_snapshot!(position(".../..../..."), @r#"row 2 of the diagram, `....`, has 4 points; expected 3"#);
    assert_snapshot!(position(".../.#./..."), @r#"row 2 of the diagram, `.#.`, has `#` in column b; expected X, O or ."#);
    assert_snapshot!(position("XX./.../..."), @r#"2 X and 0 O do not tell who is to move; put x or o behind the diagram"#);
    assert_snapshot!(position(".../.../... y"), @r#"`y` stands behind the diagram; expected x or o, who is to move, or nothing"#);
    assert_snapshot!(position(".../.../... x x"), @r#"`x` stands behind the position; expected nothing more"#);
    assert_snapshot!(position(".../X../OX. x"), @r#"the chain of a1 has no liberty, and its owner is not to move; nobody moves so"#);
    let start = game.start();
    let point = |text| game.parse_move(&start, text).unwrap_err().to_string();
    assert_snapshot!(point("d1"), @r#"`d1` is not a point; points are a1 to c3"#);
    assert_snapshot!(point("a4"), @r#"`a4` is not a point; points are a1 to c3"#);
    assert_snapshot!(point(""), @r#"`` is not a point; points are a1 to c3"#);
    let enclosed = game.parse_position(".../X../.X. o").unwrap();
    assert_snapshot!(game.parse_move(&enclosed, "a2").unwrap_err(), @r#"point a2 is taken"#);
    assert_snapshot!(game.parse_move(&enclosed, "a1").unwrap_err(), @r#"a stone on a1 would have no liberty and capture nothing; that is not allowed"#);
    let parameters = |text: &str| text.parse::<AtariGo>().unwrap_err().to_string();
    assert_snapshot!(parameters("9x5"), @r#"columns cannot be "9"; give a whole number from 2 to 8, as in 5x5"#);
    assert_snapshot!(parameters("5"), @r#"rows is missing in "5"; expected COLUMNSxROWS[+crosscut], as in 5x5"#);
    assert_snapshot!(parameters("5x+5"), @r#"rows cannot be ""; give a whole number from 2 to 8, as in 5x5"#);
    assert_snapshot!(parameters("5x5+ponnuki"), @r#"there is no parameter "ponnuki"; expected COLUMNSxROWS[+crosscut], as in 5x5"#);
    assert_snapshot!(parameters("6x3+crosscut"), @r#"there is no room for a crosscut on 6x3; expected sides of at least 4"#);
}
