//! Texts of positions and moves: what is read, what is written, and what is said about mistakes.

use std::collections::HashSet;

use insta::assert_snapshot;
use proofset_core::{Game, Notation};
use proofset_mnk::{Mnk, Rules};

use crate::{rules, small};

fn connect_four() -> Mnk<1> {
    Mnk::new(Rules::CONNECT_FOUR)
}

fn move_texts(game: &impl Notation, position: &str) -> Vec<String> {
    let position = game.parse_position(position).unwrap();
    game.moves(&position).map(|mv| game.move_text(&position, mv)).collect()
}

fn position_error(game: &impl Notation, text: &str) -> String {
    match game.parse_position(text) {
        Ok(position) => panic!("{text:?} is read as {:?}", game.position_text(&position)),
        Err(error) => error.to_string(),
    }
}

fn move_error(game: &impl Notation, position: &str, text: &str) -> String {
    let position = game.parse_position(position).unwrap();
    match game.parse_move(&position, text) {
        Ok(mv) => panic!("{text:?} is read as {:?}", game.move_text(&position, mv)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_come_in_order() {
    assert_eq!(move_texts(&small("3,2,2"), "b1"), ["a1", "c1", "a2", "b2", "c2"]);
    assert_eq!(move_texts(&connect_four(), "444444"), ["1", "2", "3", "5", "6", "7"]);
    let wide = Mnk::<2>::new(rules("12,6,4,gravity"));
    assert_eq!(move_texts(&wide, "999999bbbbbb").concat(), "12345678ac");
}

#[test]
fn stones_fall() {
    let game = connect_four();
    let position = game.parse_position("44353").unwrap();
    assert_eq!(game.position_text(&position), "......./......./......./......./..XO.../..XXO..");
}

/// Also where a column lies across two words.
#[test]
fn every_column_takes_a_stone_per_row() {
    fn check<const W: usize>(text: &str) {
        let game = Mnk::<W>::new(rules(text));
        for column in move_texts(&game, "") {
            let mut position = game.start();
            for _ in 0..game.rules().rows() {
                let stone = game.parse_move(&position, &column).unwrap();
                game.play(&mut position, stone);
            }
            let error = game.parse_move(&position, &column).unwrap_err();
            assert_eq!(error.to_string(), format!("column {column} is full"), "{text}");
        }
    }
    check::<1>("8,7,4,gravity");
    check::<2>("11,10,4,gravity");
    check::<4>("15,15,5,gravity");
    check::<7>("19,19,5,gravity");
}

#[test]
fn the_same_stones_have_one_text() {
    let game = connect_four();
    let transposed = ["1234", "3214", "1432", "3412"].map(|text| game.parse_position(text).unwrap());
    assert!(transposed.iter().all(|position| *position == transposed[0]));
    assert_eq!(game.position_text(&transposed[0]), "......./......./......./......./......./XOXO...");
}

#[test]
fn all_forms_of_a_position_are_read() {
    let game = small("3,3,3");
    let position = game.parse_position("b2 a1 c3").unwrap();
    assert_eq!(game.position_text(&position), "..X/.X./O..");
    for text in ["c3a1b2", "B2, A1, C3", " b2,a1\nc3 ", "..x/.x./o..", "..X\n.X.\nO..\n", " . . X / . X . / O . . "] {
        assert_eq!(game.parse_position(text).unwrap(), position, "{text:?}");
    }

    let game = connect_four();
    let position = game.parse_position("4435").unwrap();
    for text in ["44 35", "4,4,3,5", " 4435\n", ". . . . . . ./......./......./......./...O.../..XXO.."] {
        assert_eq!(game.parse_position(text).unwrap(), position, "{text:?}");
    }
}

#[test]
fn the_empty_board_is_an_empty_text_or_an_empty_diagram() {
    for text in ["", "  ", ".../.../..."] {
        let game = small("3,3,3");
        assert_eq!(game.parse_position(text).unwrap(), game.start(), "{text:?}");
        assert_eq!(game.position_text(&game.start()), ".../.../...");
    }
}

/// Full rows have no dots, and a board of one row no slashes.
#[test]
fn diagrams_without_empty_cells_are_read() {
    let game = small("3,1,3");
    assert_eq!(game.parse_position("XOX").unwrap(), game.parse_position("a1 b1 c1").unwrap());
    let game = small("2,2,2,gravity");
    assert_eq!(position_error(&game, "OX\nXO"), "X has 2 in a row, and yet O has moved since");
}

#[test]
fn columns_beyond_nine_are_letters() {
    let game = Mnk::<7>::new(rules("19,19,5,gravity"));
    let position = game.parse_position("9ajJ").unwrap();
    assert!(game.position_text(&position).ends_with("/..................O/........XO........X"));
}

#[test]
fn boards_are_drawn_with_coordinates() {
    let game = Mnk::<2>::new(rules("3,10,3"));
    assert_snapshot!(game.board_text(&game.parse_position("a1 b10").unwrap()), @r"
    10 . O .
     9 . . .
     8 . . .
     7 . . .
     6 . . .
     5 . . .
     4 . . .
     3 . . .
     2 . . .
     1 X . .
       a b c
    ");
    let game = connect_four();
    assert_snapshot!(game.board_text(&game.parse_position("44353").unwrap()), @r"
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . X O . . .
    1 . . X X O . .
      1 2 3 4 5 6 7
    ");
}

/// Without gravity, a diagram is accepted exactly if play can reach it.
#[test]
fn diagrams_without_gravity_are_accepted_exactly_if_reachable() {
    for text in ["3,3,3", "3,3,2", "4,2,2", "2,2,1", "3,3,1", "5,2,4", "4,2,3"] {
        let (game, rules) = (small(text), rules(text));
        let cells = rules.columns() * rules.rows();
        let mut accepted = HashSet::new();
        for code in 0..3_usize.pow(cells as u32) {
            let row_text = |row: usize| -> String {
                let first = row * rules.columns();
                (first..first + rules.columns())
                    .map(|cell| ['.', 'X', 'O'][code / 3_usize.pow(cell as u32) % 3])
                    .collect()
            };
            let diagram = (0..rules.rows()).map(row_text).collect::<Vec<_>>().join("/");
            accepted.extend(game.parse_position(&diagram));
        }
        assert_eq!(accepted, reachable(&game), "{text}");
    }
}

fn reachable<G: Game>(game: &G) -> HashSet<G::Position> {
    let mut reached = HashSet::from([game.start()]);
    let mut frontier = vec![game.start()];
    while let Some(position) = frontier.pop() {
        if game.outcome(&position).is_some() {
            continue;
        }
        for mv in game.moves(&position) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            if reached.insert(next.clone()) {
                frontier.push(next);
            }
        }
    }
    reached
}

#[test]
fn errors_in_lists_of_moves_name_the_character() {
    let game = connect_four();
    assert_snapshot!(position_error(&game, "4484"), @"character 3: `8` is not a column; columns are 1 to 7");
    assert_snapshot!(position_error(&game, "44 x"), @"character 4: `x` is not a column; columns are 1 to 7");
    assert_snapshot!(position_error(&game, "44\u{3000}8"), @"character 4: `8` is not a column; columns are 1 to 7");
    assert_snapshot!(position_error(&game, "44é"), @"character 3: `é` is not a column; columns are 1 to 7");
    assert_snapshot!(position_error(&game, "1111112221"), @"character 10: column 1 is full");
    assert_snapshot!(position_error(&game, "12121213"), @"character 8: the game is over, there are no moves");

    let game = small("3,3,3");
    assert_snapshot!(position_error(&game, "b2 d1"), @"character 4: `d1` is not a cell; cells are a1 to c3");
    assert_snapshot!(position_error(&game, "b2 c4"), @"character 4: `c4` is not a cell; cells are a1 to c3");
    assert_snapshot!(position_error(&game, "b2 c"), @"character 4: `c` is not a cell; cells are a1 to c3");
    assert_snapshot!(position_error(&game, "b2 2c"), @"character 4: `2` is not a cell; cells are a1 to c3");
    assert_snapshot!(position_error(&game, "b2c3b2"), @"character 5: cell b2 is taken");
    assert_snapshot!(position_error(&game, "a1 b1 a2 b2 a3 b3"), @"character 16: the game is over, there are no moves");
    assert_snapshot!(
        position_error(&game, "b99999999999999999999"),
        @"character 1: `b99999999999999999999` is not a cell; cells are a1 to c3"
    );
}

#[test]
fn errors_in_diagrams_name_the_row() {
    let game = small("4,3,3");
    assert_snapshot!(position_error(&game, "..../...."), @"the diagram has 2 rows, but the board has 3");
    assert_snapshot!(
        position_error(&game, "....\n...\n...."),
        @"row 2 of the diagram has 3 cells, but the board has 4"
    );
    assert_snapshot!(
        position_error(&game, "..../..#./...."),
        @"row 2 of the diagram, cell 3: `#` is none of `X`, `O`, and `.` for an empty cell"
    );
    assert_snapshot!(
        position_error(&game, "..../..X./.X.."),
        @"2 X and 0 O: X moves first, so there are as many X as O, or one more"
    );
    assert_snapshot!(
        position_error(&game, "..../.OO./.X.."),
        @"1 X and 2 O: X moves first, so there are as many X as O, or one more"
    );
    assert_snapshot!(position_error(&game, "XXX./OO../O..."), @"X has 3 in a row, and yet O has moved since");
    assert_snapshot!(position_error(&game, "OOO./XX../X..X"), @"O has 3 in a row, and yet X has moved since");
    assert_snapshot!(position_error(&game, "XXX./OOO./...."), @"X has 3 in a row, and yet O has moved since");
    let game = small("4,4,3");
    assert_snapshot!(
        position_error(&game, "XXX./OO.O/XXX./O.O."),
        @"X moved last, but none of its stones can have been the last one"
    );

    let game = connect_four();
    assert_snapshot!(
        position_error(&game, "......./......./......./......./X....../......."),
        @"a stone in column 1 lies above an empty cell"
    );
    assert_snapshot!(
        position_error(&game, "......./......./......./O....../X....../X......"),
        @"X moved last, but none of its stones can have been the last one"
    );
    assert_snapshot!(
        position_error(&game, "......./......./......./......./OOOX.../XXXXO.."),
        @"X moved last, but none of its stones can have been the last one"
    );
}

#[test]
fn errors_in_moves_say_why() {
    let game = connect_four();
    assert_snapshot!(move_error(&game, "", "8"), @"`8` is not a column; columns are 1 to 7");
    assert_snapshot!(move_error(&game, "", "0"), @"`0` is not a column; columns are 1 to 7");
    assert_snapshot!(move_error(&game, "", "44"), @"`44` is not a column; columns are 1 to 7");
    assert_snapshot!(move_error(&game, "", ""), @"`` is not a column; columns are 1 to 7");
    assert_snapshot!(move_error(&game, "444444", "4"), @"column 4 is full");
    assert_snapshot!(move_error(&game, "1212121", "3"), @"the game is over, there are no moves");

    let game = small("4,3,3");
    assert_snapshot!(move_error(&game, "", "e1"), @"`e1` is not a cell; cells are a1 to d3");
    assert_snapshot!(move_error(&game, "", "a0"), @"`a0` is not a cell; cells are a1 to d3");
    assert_snapshot!(move_error(&game, "", "a+1"), @"`a+1` is not a cell; cells are a1 to d3");
    assert_snapshot!(move_error(&game, "", "a"), @"`a` is not a cell; cells are a1 to d3");
    assert_snapshot!(move_error(&game, "", ""), @"`` is not a cell; cells are a1 to d3");
    assert_snapshot!(move_error(&game, "b2", "b2"), @"cell b2 is taken");
    assert_snapshot!(move_error(&game, "a1 a2 b1 b2 c1", "d3"), @"the game is over, there are no moves");
}
