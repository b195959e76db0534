//! What is read, and what is refused in words.

use insta::assert_snapshot;
use proofset_core::{Game, Notation};
use proofset_kalah::Kalah;

use crate::game;

#[test]
fn positions_are_written_side_by_side() {
    let game = game("3,2+empty-capture");
    assert_eq!(game.to_string(), "3,2+empty-capture");
    assert_eq!(game.position_text(&game.start()), "2,2,2/0 2,2,2/0 first");
    let position = game.parse_position("0,1,10/0 0,0,1/0 second").expect("a sound position");
    let moves: Vec<String> = game.moves(&position).map(|house| game.move_text(&position, house)).collect();
    assert_eq!(moves, ["3"]);
    assert_eq!(game.position_text(&position), "0,1,10/0 0,0,1/0 second");
}

#[test]
fn errors_say_where_and_how_to_mend() {
    let game = game("3,2");
    let position = |text| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(position(""), @r#"the position has 0 words; expected two sides and who is to move"#);
    assert_snapshot!(position("2,2,2/0 2,2,2/0"), @r#"the position has 2 words; expected two sides and who is to move"#);
    assert_snapshot!(position("2,2,2/0 2,2,2 first"), @r#"the side of the second player, `2,2,2`, has no store; expected houses and store, such as 4,4,4,4,4,4/0"#);
    assert_snapshot!(position("2,2/2 2,2,2/0 first"), @r#"the side of the first player, `2,2/2`, has 2 houses; expected 3"#);
    assert_snapshot!(position("2,2,+2/0 2,2,2/0 first"), @r#"the side of the first player, `2,2,+2/0`, has `+2` where a number of seeds is expected"#);
    assert_snapshot!(position("2,2,2/0 2,2,2/0 north"), @r#"`north` is not to move; expected first or second"#);
    assert_snapshot!(position("255,255,255/255 2,2,2/0 first"), @r#"the position has 1026 seeds; expected 12 in 3,2"#);
    let start = game.start();
    let mv = |text| game.parse_move(&start, text).unwrap_err().to_string();
    assert_snapshot!(mv("4"), @r#"`4` is not a house; expected a number from 1 to 3"#);
    assert_snapshot!(mv("b"), @r#"`b` is not a house; expected a number from 1 to 3"#);
    let late = game.parse_position("0,1,10/0 0,0,1/0 first").expect("a sound position");
    assert_snapshot!(game.parse_move(&late, "1").unwrap_err(), @r#"house 1 is empty; expected one with seeds"#);
    let over = game.parse_position("0,0,0/6 0,0,1/5 second").expect("a sound position");
    assert_snapshot!(game.parse_move(&over, "3").unwrap_err(), @r#"the game is over, there are no moves"#);
    let parameters = |text: &str| text.parse::<Kalah>().unwrap_err().to_string();
    assert_snapshot!(parameters("9,4"), @r#"houses cannot be "9"; give a whole number from 1 to 8, as in 6,4"#);
    assert_snapshot!(parameters("6,13"), @r#"seeds cannot be "13"; give a whole number from 1 to 12, as in 6,4"#);
    assert_snapshot!(parameters("6"), @r#"seeds is missing in "6"; expected HOUSES,SEEDS[+empty-capture], as in 6,4"#);
    assert_snapshot!(parameters("6,-4"), @r#"seeds cannot be "-4"; give a whole number from 1 to 12, as in 6,4"#);
    assert_snapshot!(parameters("6,4+no-capture"), @r#"there is no parameter "no-capture"; expected HOUSES,SEEDS[+empty-capture], as in 6,4"#);
}
