//! Moves as text.

use insta::assert_snapshot;
use proofset_chess::{Move, Position};

use crate::common::{STARTS, playout, position};

/// Plays moves given as text and writes them as a line.
fn san(fen: &str, moves: &str) -> String {
    let start = position(fen);
    let mut now = start.clone();
    let mut line = Vec::new();
    for text in moves.split(' ') {
        let mv = now.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        now = now.after(mv);
        line.push(mv);
    }
    start.san_line(&line).expect("the moves are legal")
}

#[test]
fn lines_of_play() {
    assert_snapshot!(san("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "a1a8"), @"1. Ra8#");
    assert_snapshot!(
        san("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", "f3g5 d7d5 e4d5 f6d5 g5f7"),
        @"1. Ng5 d5 2. exd5 Nxd5 3. Nxf7",
    );
    assert_snapshot!(san("8/8/8/8/5R2/1B4k1/8/4K2R w K -", "e1g1 g3h3 f4f3"), @"1. O-O Kh3 2. R4f3+");
    assert_snapshot!(san("r3k3/8/8/8/8/8/6p1/4K3 b q -", "e8c8 e1f2 g2g1n f2g1"), @"1... O-O-O 2. Kf2 g1=N 3. Kxg1");
    assert_snapshot!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6"), @"1. exd6");
    // A knight needs its file, its rank, or both.
    assert_snapshot!(
        san("4k3/8/8/8/1N3N2/8/1N3N2/4K3 w - -", "b2d3 e8d8 f4d5 d8e8 f2e4"),
        @"1. Nb2d3 Kd8 2. Nfd5 Ke8 3. Ne4",
    );
    assert_eq!(position(STARTS[0]).san_line(&[]).expect("no move is illegal"), "");
}

#[test]
fn coordinates_and_algebraic_notation_name_the_same_moves() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut moves = 0;
    for fen in STARTS {
        for (position, _) in playout(position(fen), 80, &mut rng) {
            for mv in position.legal_moves() {
                let coordinates = position.move_text(mv);
                assert_eq!(position.parse_move(&coordinates), Ok(mv), "{coordinates} in {position}");
                let line = position.san_line(&[mv]).expect("the move is legal");
                let san = line.split(' ').next_back().expect("a line has a number and a move");
                assert_eq!(position.parse_move(san), Ok(mv), "{san} in {position}");
                moves += 1;
            }
        }
    }
    assert!(moves > 5_000, "{moves} moves were read back");
}

/// People and programs write the same move in many ways.
#[test]
fn notation_is_read_liberally() {
    let check = |fen: &str, texts: &[&str], expected: &str| {
        let position = position(fen);
        for text in texts {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(position.move_text(mv), expected, "{text}");
        }
    };
    check("4k3/8/8/8/8/8/8/4K2R w K -", &["e1g1", "O-O", "0-0", "O-O!?", " O-O "], "e1g1");
    check("r3k3/8/8/8/8/8/8/4K3 b q -", &["e8c8", "O-O-O", "0-0-0+"], "e8c8");
    check("3qk3/4P3/8/8/8/8/8/4K3 w - -", &["e7d8n", "exd8=N", "exd8N", "ed8=N", "e7xd8=N+", "e7d8N"], "e7d8n");
    check("4k3/8/8/8/8/8/8/1N2K3 w - -", &["b1c3", "Nc3", "Nbc3", "N1c3", "Nb1c3", "Nb1c3+"], "b1c3");
    // A castling move is no king's move to the rook's square or two squares on.
    let position = position("4k3/8/8/8/8/8/8/4K2R w K -");
    for text in ["e1h1", "Kg1", "Kh1", "Kxh1"] {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
}

fn error(fen: &str, text: &str) -> String {
    position(fen).parse_move(text).expect_err("the move is bad").to_string()
}

#[test]
fn errors_say_what_is_wrong() {
    let fen = "4k3/4P3/8/8/1N3N2/8/8/4K2R w K - 3 9";
    for text in ["", "e", "castle", "e2e9", "i2i4", "e7e8k", "Xe4", "Nxx5", "e7e8qq", "=Q", "\u{2658}d5", "N\u{e9}5"] {
        assert_eq!(
            error(fen, text),
            format!(
                "`{text}` is not a move; expected coordinates such as e2e4, e7e8q or e1g1, or algebraic notation such \
                 as Nf3, exd8=Q or O-O"
            )
        );
    }
    assert_snapshot!(error(fen, "e2e4"), @"the move `e2e4` is not legal in `4k3/4P3/8/8/1N3N2/8/8/4K2R w K - 3 1`");
    assert_snapshot!(error(fen, "O-O-O"), @"the move `O-O-O` is not legal in `4k3/4P3/8/8/1N3N2/8/8/4K2R w K - 3 1`");
    assert_snapshot!(error(fen, "e7e8q"), @"the move `e7e8q` is not legal in `4k3/4P3/8/8/1N3N2/8/8/4K2R w K - 3 1`");
    assert_snapshot!(error(fen, "Nd5"), @"the move `Nd5` is ambiguous: it could be b4d5 or f4d5");
    assert_snapshot!(
        error("1n2k3/P1P5/8/8/8/8/8/4K3 w - -", "b8=Q"),
        @"the move `b8=Q` is ambiguous: it could be a7b8q or c7b8q",
    );
    assert_snapshot!(
        error("4k3/8/8/8/1N3N2/8/1N6/4K3 w - -", "Nbd3"),
        @"the move `Nbd3` is ambiguous: it could be b2d3 or b4d3",
    );
}

#[test]
fn lines_with_illegal_moves_are_refused() {
    let start: Position = position(STARTS[0]);
    let e4: Move = start.parse_move("e4").expect("the move is legal");
    assert_snapshot!(
        start.san_line(&[e4, e4]).unwrap_err(),
        @"move 2 of the line, `e2e4`, is not legal in `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`",
    );
}
