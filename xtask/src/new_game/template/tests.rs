//! Facts about the game: counts of lines of play, the laws of games, who wins, and the words of its errors.

use proofset_core::{Game, Goal, Notation, Outcome, Player, Solve};
use proofset_new_game::{NewGame, Position};
use proofset_testkit::conformance::{check_game, check_packing, perft};

fn pile(counters: u16) -> NewGame {
    NewGame::new(counters).unwrap()
}

#[test]
fn obeys_the_laws_of_games() {
    check_game(&pile(1), 1, 1);
    check_game(&pile(21), 200, 1);
    check_packing(&Solve::from_start(pile(21), Goal::win(Player::First)), 50, 1);
}

/// The ways to write numbers up to 5 as sums of 1, 2 and 3, by the number of summands; counted by hand.
#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (0..=6).map(|depth| perft(&pile(5), &pile(5).start(), depth)).collect();
    assert_eq!(counts, [1, 3, 8, 10, 5, 1, 0]);
}

/// Who has to move loses if four divides the pile: whatever he takes, the other one takes what is missing to four.
#[test]
fn who_faces_a_multiple_of_four_loses() {
    fn winner(game: NewGame, position: Position) -> Player {
        if let Some(Outcome::Win(player)) = game.outcome(&position) {
            return player;
        }
        let to_move = game.to_move(&position);
        let wins = game.moves(&position).any(|take| {
            let mut next = position;
            game.play(&mut next, take);
            winner(game, next) == to_move
        });
        if wins { to_move } else { to_move.opponent() }
    }
    for counters in 1..=12 {
        let expected = if counters % 4 == 0 { Player::Second } else { Player::First };
        assert_eq!(winner(pile(counters), pile(counters).start()), expected, "{counters}");
    }
}

#[test]
fn parameters_are_read_and_printed() {
    let read = |text| NewGame::parameters().read(text);
    assert_eq!(read(None).unwrap().to_string(), "21");
    let game = NewGame::from_arguments(&read(Some("7")).unwrap()).unwrap();
    assert_eq!(game.position_text(&game.start()), "7 first");
    for wrong in ["0", "1001", "x", "7,7"] {
        assert!(read(Some(wrong)).is_err(), "{wrong}");
    }
    assert_eq!(NewGame::new(0).unwrap_err().to_string(), "a pile has 1 to 1000 counters, not 0");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| pile(5).parse_position(text).unwrap_err().to_string();
    assert_eq!(error("x first"), "`x` is no number of counters; write what is left and who moves, as in `21 first`");
    assert_eq!(error("6 first"), "6 counters are left, but the pile had 5 at the start");
    assert_eq!(error("3"), "`` is not a player; write `first` or `second`, as in `21 first`");
    assert_eq!(error("5 second"), "no counter is gone, so the first player is to move");
    assert_eq!(error("4 first"), "one counter is gone, so the second player is to move");
    let error = |position: &str, text: &str| {
        let position = pile(5).parse_position(position).unwrap();
        pile(5).parse_move(&position, text).unwrap_err().to_string()
    };
    assert_eq!(error("2 first", "3"), "`3` is not a move; take 1 to 2 counters");
    assert_eq!(error("0 first", "1"), "the game is over, there are no moves");
}
