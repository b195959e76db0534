//! Positions and moves as text, and the words of errors.

use proofset_antichess::Antichess;
use proofset_core::{Game, Notation};

use crate::position;

const GAME: Antichess = Antichess::INTERNATIONAL;

#[track_caller]
fn check_error(text: &str, message: &str) {
    assert_eq!(GAME.parse_position(text).unwrap_err().to_string(), message);
}

#[test]
fn positions_have_any_number_of_kings_and_no_castling() {
    for fen in ["kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/8/8/q7 w - - 0 1", "8/8/8/8/8/8/8/QQQQQQQQ b - - 7 1"] {
        assert_eq!(GAME.position_text(&position(fen)), fen);
    }
    check_error(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "castling rights (field 3) are `KQkq`; there is no castling, expected `-`",
    );
}

/// Positions with the same moves are equal.
#[test]
fn an_en_passant_square_that_no_pawn_can_use_is_dropped() {
    assert_eq!(position("8/8/8/8/4P3/8/8/7r b - e3 0 1"), position("8/8/8/8/4P3/8/8/7r b - - 0 1"));
    assert_ne!(position("8/8/8/8/4Pp2/8/8/7r b - e3 0 1"), position("8/8/8/8/4Pp2/8/8/7r b - - 0 1"));
    let after = |text: &str| GAME.position_text(&position(text));
    assert_eq!(after("startpos moves e2e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1");
    assert_eq!(after("fen 8/8/8/8/5p2/8/4P3/7n w - - moves e2e4"), "8/8/8/8/4Pp2/8/8/7n b - e3 0 1");
    assert_eq!(after("fen 8/8/8/8/5p2/8/4P3/7n w - - moves e2e4 f4e3"), "8/8/8/8/8/4p3/8/7n w - - 0 1");
}

#[test]
fn what_follows_uci_position_is_a_position() {
    assert_eq!(position("startpos"), GAME.start());
    assert_eq!(position("startpos moves"), GAME.start());
    assert_eq!(position("position startpos"), GAME.start());
    check_error("startpos e2e4", "`e2e4` follows `startpos`; expected `moves`, or nothing");
    check_error(
        "startpos moves d2d3 g7g5 a2a3",
        "move 3 after the position: the move `a2a3` is not legal in \
         `rnbqkbnr/pppppp1p/8/6p1/8/3P4/PPP1PPPP/RNBQKBNR w - - 0 1`; a capture is compulsory, such as c1g5",
    );
}

#[test]
fn errors_name_the_field_and_the_square() {
    check_error(
        "",
        "the position is empty; expected a FEN such as `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1`",
    );
    check_error(
        "8/8/8/8/8/8/8/R7 w",
        "field 3 of the FEN, the castling rights, is missing; expected board, side to move, castling rights and en passant \
         square",
    );
    check_error(
        "8/8/8/8/8/8/8/R7 w - - 0 1 x",
        "field 7 of the FEN is `x`; expected 6 fields at most, and operations of an EPD with `;` behind them",
    );
    check_error("8/8/8/8/8/8/R7 w - -", "the board (field 1) has 7 ranks, separated by `/`; expected 8");
    check_error("8/8/8/8/8/8/8/R8 w - -", "rank 1 of the board, `R8`, has 9 squares; expected 8");
    check_error(
        "8/8/8/8/8/8/x7/R7 w - -",
        "rank 2 of the board, `x7`: `x` is no piece; expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 for empty \
         squares",
    );
    check_error("8/8/8/8/8/8/8/R6r x - -", "the side to move (field 2) is `x`; expected `w` or `b`");
    check_error("8/8/8/8/8/8/8/P6r w - -", "there is a pawn on a1; pawns stand on ranks 2 to 7");
    check_error("p7/8/8/8/8/8/8/7R w - -", "there is a pawn on a8; pawns stand on ranks 2 to 7");
    check_error("8/pppppppp/p7/8/8/8/8/7R w - -", "Black has 9 pawns; expected 8 at most");
    check_error("RRRRRRRR/RRRRRRRR/R7/8/8/8/8/7r w - -", "White has 17 pieces, pawns included; expected 16 at most");
    check_error(
        "8/8/8/8/8/8/8/R7 w - -",
        "Black has no piece, but has just moved one, for the other side is to move (field 2); expected a piece, or the other \
         side to move",
    );
    check_error(
        "8/8/8/8/8/8/8/R6r w - - 1e2",
        "the half-move clock (field 5) is `1e2`; expected a number; operations of an EPD have `;` behind them",
    );
    check_error("8/8/8/8/8/8/8/R6r w - - 0 x", "the full-move number (field 6) is `x`; expected a number such as 1");
}

#[test]
fn impossible_en_passant_squares_are_refused() {
    check_error(
        "8/8/8/8/4Pp2/8/8/8 b - x",
        "the en passant square (field 4) is `x`; expected `-` or a square such as e3",
    );
    check_error(
        "8/8/8/8/4Pp2/8/8/8 b - e6",
        "the en passant square (field 4) is e6, but Black is to move; expected `-` or a square on rank 3",
    );
    check_error(
        "8/8/8/8/4Pp2/8/8/8 b - d3",
        "en passant on d3 (field 4) is impossible: White has no pawn on d4; expected `-`",
    );
    check_error(
        "8/8/8/8/4Pp2/8/4R3/8 b - e3",
        "en passant on e3 (field 4) is impossible: e2 is not empty, so no pawn has just moved e2-e4; expected `-`",
    );
    check_error(
        "8/8/8/8/4Pp2/8/8/R6r b - e3",
        "en passant on e3 (field 4) is impossible: White had to capture, as by a1h1, and could not move e2-e4; expected `-`",
    );
    check_error(
        "8/8/8/8/4Pp2/8/8/8 b - e3 4 9",
        "the half-move clock (field 5) is 4 behind a double step of a pawn (field 4); expected 0",
    );
}

#[test]
fn moves_are_read_in_both_notations() {
    let here = position("8/P7/8/8/8/8/8/7r w - -");
    for (text, mv) in [("a8=K", "a7a8k"), ("a8K", "a7a8k"), ("a7a8n", "a7a8n"), ("a8=Q!", "a7a8q")] {
        assert_eq!(GAME.move_text(&here, GAME.parse_move(&here, text).unwrap()), mv);
    }
    let error = |text: &str| GAME.parse_move(&here, text).unwrap_err().to_string();
    assert_eq!(error("a7a8"), "the move `a7a8` is not legal in `8/P7/8/8/8/8/8/7r w - - 0 1`");
    assert_eq!(
        error("a8=P"),
        "`a8=P` is not a move; expected coordinates such as e2e4 or e7e8k, or algebraic notation such as Nf3 or exd8=K"
    );
    assert_eq!(
        error("O-O"),
        "`O-O` is not a move; expected coordinates such as e2e4 or e7e8k, or algebraic notation such as Nf3 or exd8=K"
    );
    let over = position("8/8/8/8/8/8/8/r7 w - -");
    let error = GAME.parse_move(&over, "a1a2").unwrap_err().to_string();
    assert_eq!(error, "the game is over in `8/8/8/8/8/8/8/r7 w - - 0 1`, there are no moves");
}

#[test]
fn algebraic_notation_tells_pieces_apart() {
    let san = |fen: &str, mv: &str| {
        let here = position(fen);
        let mv = GAME.parse_move(&here, mv).unwrap();
        let line = GAME.san_line(&here, &[mv]).unwrap();
        assert_eq!(GAME.parse_move(&here, line.split(' ').next_back().unwrap()), Ok(mv), "{line}");
        line
    };
    assert_eq!(san("8/8/8/8/8/8/8/K1K4r b - -", "h1c1"), "1... Rxc1");
    assert_eq!(san("7r/8/8/8/8/8/8/K1K5 w - -", "a1b1"), "1. Kab1");
    assert_eq!(san("7r/8/8/8/K7/8/K7/8 w - -", "a2a3"), "1. K2a3");
    assert_eq!(san("7r/8/8/8/K7/8/K1K5/8 w - -", "a2b3"), "1. Ka2b3");
    assert_eq!(san("8/8/8/8/5pPp/8/8/8 b - g3", "f4g3"), "1... fxg3");
    assert_eq!(san("1n6/P7/8/8/8/8/8/8 w - -", "a7b8k"), "1. axb8=K");
    let here = position("7r/8/8/8/8/8/8/K1K5 w - -");
    let error = GAME.parse_move(&here, "Kb1").unwrap_err().to_string();
    assert_eq!(error, "the move `Kb1` is ambiguous: it could be a1b1 or c1b1");
}

#[test]
fn lines_are_numbered() {
    let start = GAME.start();
    let mut here = start;
    let mut line = Vec::new();
    for text in ["e3", "b5", "Bxb5", "Bb7", "Bxd7"] {
        let mv = GAME.parse_move(&here, text).unwrap();
        line.push(mv);
        GAME.play(&mut here, mv);
    }
    assert_eq!(GAME.san_line(&start, &line).unwrap(), "1. e3 b5 2. Bxb5 Bb7 3. Bxd7");
    let error = GAME.san_line(&start, &line[1..]).unwrap_err().to_string();
    assert!(error.starts_with("move 1 of the line, `b7b5`, is not legal in `rnbqkbnr/"), "{error}");
}
