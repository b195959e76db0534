//! Facts about tic-tac-toe: published counts, the laws of games, and the words of its errors.

use std::collections::HashSet;

use insta::assert_snapshot;
use proofset_core::{Game, Goal, Notation, Outcome, Player, Problem, Solve, UpToSymmetry};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft, positions_by_ply};
use proofset_tic_tac_toe::{Position, TicTacToe};

#[test]
fn obeys_the_laws_of_games() {
    check_game(&TicTacToe, 200, 1);
    check_packing(&Solve::from_start(TicTacToe, Goal::win(Player::First)), 50, 1);
}

/// Sequences of moves by length. At depth 9 they are the full boards: 9! less the games that ended before.
#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (0..=10).map(|depth| perft(&TicTacToe, &TicTacToe.start(), depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]);
}

/// The well-known 5478 positions, by number of stones.
#[test]
fn positions_by_number_of_stones() {
    let counts = positions_by_ply(&TicTacToe, &TicTacToe.start(), 9);
    assert_eq!(counts, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(counts.iter().sum::<u64>(), 5478);
}

/// The well-known 765 positions up to symmetry, by number of stones.
#[test]
fn positions_up_to_symmetry() {
    check_symmetry(&TicTacToe, 50, 2);
    let question = Solve::from_start(TicTacToe, Goal::win(Player::First)).up_to_symmetry();
    let mut ply = HashSet::from([question.root()]);
    let mut counts = Vec::new();
    while !ply.is_empty() {
        counts.push(ply.len());
        let mut next = HashSet::new();
        for position in ply.iter().filter(|position| TicTacToe.outcome(position).is_none()) {
            question.for_each_successor(position, |_, image| {
                next.insert(image);
            });
        }
        ply = next;
    }
    assert_eq!(counts, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(counts.iter().sum::<usize>(), 765);
}

/// Complete games by result: X wins, O wins, draws.
#[test]
fn complete_games() {
    fn count(position: Position, games: &mut [u32; 3]) {
        match TicTacToe.outcome(&position) {
            Some(Outcome::Win(Player::First)) => games[0] += 1,
            Some(Outcome::Win(Player::Second)) => games[1] += 1,
            Some(Outcome::Draw) => games[2] += 1,
            None => {
                for cell in TicTacToe.moves(&position) {
                    let mut next = position;
                    TicTacToe.play(&mut next, cell);
                    count(next, games);
                }
            }
        }
    }
    let mut games = [0; 3];
    count(TicTacToe.start(), &mut games);
    assert_eq!(games, [131_184, 77_904, 46_080]);
    assert_eq!(games.iter().sum::<u32>(), 255_168);
}

/// Of all 3^9 ways to fill the board, the notation accepts exactly the positions that play can reach.
#[test]
fn parse_position_accepts_exactly_the_reachable_positions() {
    let mut accepted = HashSet::new();
    for code in 0..3_u32.pow(9) {
        let text: String = (0..9).map(|cell| ['.', 'X', 'O'][(code / 3_u32.pow(cell) % 3) as usize]).collect();
        if let Ok(position) = TicTacToe.parse_position(&text) {
            assert_eq!(TicTacToe.position_text(&position), text);
            accepted.insert(position);
        }
    }

    let mut reached = HashSet::from([TicTacToe.start()]);
    let mut frontier = vec![TicTacToe.start()];
    while let Some(position) = frontier.pop() {
        if TicTacToe.outcome(&position).is_some() {
            continue;
        }
        for cell in TicTacToe.moves(&position) {
            let mut next = position;
            TicTacToe.play(&mut next, cell);
            if reached.insert(next) {
                frontier.push(next);
            }
        }
    }
    assert_eq!(accepted.len(), 5478);
    assert_eq!(accepted, reached);
}

#[test]
fn best_play_draws() {
    /// Plain minimax: 1 if the player to move wins, 0 for a draw, -1 for a loss.
    fn score(position: Position) -> i8 {
        match TicTacToe.outcome(&position) {
            Some(Outcome::Draw) => 0,
            // Only the player who has just moved can have a line.
            Some(Outcome::Win(_)) => -1,
            None => TicTacToe
                .moves(&position)
                .map(|cell| {
                    let mut next = position;
                    TicTacToe.play(&mut next, cell);
                    -score(next)
                })
                .max()
                .expect("an unfinished game has moves"),
        }
    }
    assert_eq!(score(TicTacToe.start()), 0);
}

#[test]
fn moves_run_from_the_top_left_to_the_bottom_right() {
    let position = TicTacToe.parse_position("X.. .O. ...").unwrap();
    let moves: Vec<String> = TicTacToe.moves(&position).map(|cell| TicTacToe.move_text(&position, cell)).collect();
    assert_eq!(moves, ["b3", "c3", "a2", "c2", "a1", "b1", "c1"]);
}

#[test]
fn notation_ignores_case_and_separators() {
    let position = TicTacToe.parse_position("XO./.X./...").unwrap();
    for text in ["XO..X....", " xo. .x. ... ", "XO.\n.X.\n...\n"] {
        assert_eq!(TicTacToe.parse_position(text).unwrap(), position, "{text:?}");
    }
    assert_eq!(TicTacToe.parse_move(&position, " C1 "), TicTacToe.parse_move(&position, "c1"));
}

fn position_error(text: &str) -> String {
    TicTacToe.parse_position(text).unwrap_err().to_string()
}

fn move_error(position: &str, text: &str) -> String {
    let position = TicTacToe.parse_position(position).unwrap();
    TicTacToe.parse_move(&position, text).unwrap_err().to_string()
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    assert_snapshot!(position_error(""), @"the board has 9 cells, but only 0 are given");
    assert_snapshot!(position_error("XO./.X."), @"the board has 9 cells, but only 6 are given");
    assert_snapshot!(position_error("........../"), @"the board has 9 cells, but more are given");
    assert_snapshot!(position_error("XO./.#./..."), @"cell 5 is `#`; write `X`, `O`, or `.` for an empty cell");
    assert_snapshot!(
        position_error("XX......."),
        @"2 X and 0 O: X moves first, so there are as many X as O, or one more"
    );
    assert_snapshot!(
        position_error("O........"),
        @"0 X and 1 O: X moves first, so there are as many X as O, or one more"
    );
    assert_snapshot!(
        position_error("XXX/OO./O.."),
        @"the first player has a line, and yet the opponent has moved since"
    );
    assert_snapshot!(
        position_error("OOO/XX./X.X"),
        @"the second player has a line, and yet the opponent has moved since"
    );
    assert_snapshot!(
        position_error("XXX/OOO/..."),
        @"the first player has a line, and yet the opponent has moved since"
    );

    assert_snapshot!(move_error(".........", "d1"), @"`d1` is not a cell; cells are a1 to c3");
    assert_snapshot!(move_error(".........", ""), @"`` is not a cell; cells are a1 to c3");
    assert_snapshot!(move_error("X........", "a3"), @"cell `a3` is taken");
    assert_snapshot!(move_error("XXX/OO./...", "a1"), @"the game is over, there are no moves");
}

#[test]
fn lines_are_open_until_the_opponent_is_on_them() {
    let open = |text: &str, player| TicTacToe.open_lines(&TicTacToe.parse_position(text).unwrap(), player);
    assert_eq!((open(".../.../...", Player::First), open(".../.../...", Player::Second)), (8, 8));
    assert_eq!((open("X../.O./...", Player::First), open("X../.O./...", Player::Second)), (4, 5));
    assert_eq!((open("XOX/XOO/OX.", Player::First), open("XOX/XOO/OX.", Player::Second)), (0, 0));
}
