//! FEN and EPD: what is read, and what is said of what is not.

use insta::assert_snapshot;
use proofset_chess::{Chess, Position};
use proofset_core::Notation;

use crate::common::{STARTS, playout, position};

#[test]
fn texts_are_read_back() {
    let mut rng = fastrand::Rng::with_seed(3);
    for fen in STARTS {
        for (position, _) in playout(position(fen), 60, &mut rng) {
            let text = position.to_string();
            assert_eq!(text.parse::<Position>().as_ref(), Ok(&position), "{text}");
        }
    }
}

/// What the missing fields, the full-move number and the spaces say is the same in all of these.
#[test]
fn four_to_six_fields_are_read() {
    let expected = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    for text in [
        expected,
        "4k3/8/8/8/8/8/4P3/4K2R w K -",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 57",
        "  4k3/8/8/8/8/8/4P3/4K2R\t w  K  -  0  0 \r\n",
        "4k3/8/8/8/8/8/4P3/31K11R w K -",
    ] {
        assert_eq!(position(text).to_string(), expected, "{text}");
    }
    assert_eq!(position("4k3/8/8/8/8/8/4P3/4K2R w K - 31 57").half_move_clock(), 31);
    assert_eq!(position("r3k2r/8/8/8/8/8/8/R3K2R b qkQK -").to_string(), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
}

/// Composed problems have odd material and odd positions.
#[test]
fn unusual_positions_are_read() {
    for text in [
        "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 0 1",
        "8/8/8/8/8/8/4QRb1/R3K2k w Q - 0 1",
        "QQQQQQQQ/Q7/8/k7/8/8/8/6K1 b - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
        "8/8/8/8/8/1n6/8/k1K3r1 w - - 0 1",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
}

/// By itself or by opening a bishop's line; to the latter, the capture in passing is no answer.
#[test]
fn the_forms_of_uci_are_read() {
    let read = |text: &str| text.parse::<Position>().map(|position| position.to_string());
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(read("startpos"), Ok(start.to_owned()));
    assert_eq!(read(&format!("fen {start}")), Ok(start.to_owned()));
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 1";
    assert_eq!(read("startpos moves f2f3 e7e5 g2g4 d8h4"), Ok(mated.to_owned()));
    assert_eq!(read("position startpos moves f2f3 e7e5 g2g4 d8h4"), Ok(mated.to_owned()));
    assert_eq!(read(&format!("position fen {start}")), Ok(start.to_owned()));
    let operations = "id \"no moves e2e4\"; bm f3;";
    assert_eq!(read(&format!("fen {start} {operations}")), Ok(start.to_owned()));
    assert_eq!(read(&format!("{start} {operations}")), Ok(start.to_owned()));
    assert_eq!(read(&format!("{start} moves f2f3 e7e5 g2g4 d8h4")), Ok(mated.to_owned()));
    let castled = read("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d8");
    assert_eq!(castled, Ok("3k4/8/8/8/8/8/8/5RK1 w - - 2 1".to_owned()));
    assert_snapshot!(error("startpos e2e4"), @"`e2e4` follows `startpos`; expected `moves`, or nothing");
    let expected = "move 2 after the position: the move `e2e4` is not legal in `";
    assert!(error("startpos moves e2e4 e2e4").starts_with(expected));
}

#[test]
fn double_steps_may_give_check() {
    assert_eq!(position("4k3/8/8/3pP3/4K3/8/8/8 w - d6").to_string(), "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1");
    assert_eq!(position("2b1k3/8/8/3pP3/8/7K/8/8 w - d6").to_string(), "2b1k3/8/8/3pP3/8/7K/8/8 w - - 0 1");
}

/// Whatever is read can be played on, whatever is done to the text.
#[test]
fn spoilt_texts_are_refused_or_playable() {
    const SYMBOLS: &[u8] = b"pnbrqkPNBRQK12345678/ wb-KQkqe3d6 09";
    let mut rng = fastrand::Rng::with_seed(5);
    let mut read = 0;
    for round in 0..20_000 {
        let mut text = STARTS[round % STARTS.len()].to_owned();
        for _ in 0..rng.usize(1..3) {
            let at = rng.usize(..text.len());
            let symbol = SYMBOLS[rng.usize(..SYMBOLS.len())] as char;
            text.replace_range(at..at + rng.usize(..2), &symbol.to_string());
        }
        match Chess.parse_position(&text) {
            Ok(position) => {
                read += 1;
                playout(position, 10, &mut rng);
            }
            Err(error) => {
                assert!(
                    !error.to_string().contains("the position is impossible"),
                    "{text}: no cause is given: {error}"
                );
            }
        }
    }
    assert!((500..15_000).contains(&read), "{read} texts were read");
}

fn error(text: &str) -> String {
    text.parse::<Position>().expect_err("the position is bad").to_string()
}

/// What stands behind the fields of an EPD says nothing of the position, and the draw by the clock is one that is claimed.
#[test]
fn operations_are_passed_over_and_clocks_run_on() {
    let position = |text: &str| text.parse::<Position>().unwrap();
    let plain = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 1");
    for operations in ["3 1 bm Ra8#;", "3 1 id \"back rank; 7\"; bm Ra8#;", "3 dm 1;"] {
        assert_eq!(position(&format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {operations}")), plain);
    }
    assert_eq!(
        position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"x\";"),
        position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")
    );
    assert_eq!(position("4k3/8/4K3/8/8/8/8/R7 w - - 149 90"), position("4k3/8/4K3/8/8/8/8/R7 w - - 100 90"));
}

#[test]
fn errors_of_fields() {
    assert_snapshot!(error(" "), @"the position is empty; expected a FEN such as `4k3/8/4K3/8/8/8/8/R7 w - - 0 1`");
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3"),
        @"field 2 of the FEN, the side to move, is missing; expected board, side to move, castling rights and en \
          passant square",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w"),
        @"field 3 of the FEN, the castling rights, is missing; expected board, side to move, castling rights and \
          en passant square",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w -"),
        @"field 4 of the FEN, the en passant square, is missing; expected board, side to move, castling rights and \
          en passant square",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm"),
        @"field 7 of the FEN is `bm`; expected 6 fields at most, and operations of an EPD with `;` behind them",
    );
    assert_snapshot!(error("4k3/8/8/8/8/8/8/4K3 W - -"), @"the side to move (field 2) is `W`; expected `w` or `b`");
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2"),
        @"the half-move clock (field 5) is `bm`; expected a number; operations of an EPD have `;` behind them",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w - - 1e2 200"),
        @"the half-move clock (field 5) is `1e2`; expected a number; operations of an EPD have `;` behind them",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K3 w - - 0 -3"),
        @"the full-move number (field 6) is `-3`; expected a number such as 1",
    );
}

#[test]
fn errors_of_boards() {
    assert_snapshot!(
        error("4k3/8/8/8/8/8/4K3 w - -"),
        @"the board (field 1) has 7 ranks, separated by `/`; expected 8",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/8/4K3 w - -"),
        @"the board (field 1) has 9 ranks, separated by `/`; expected 8",
    );
    assert_snapshot!(error("4k3/8/8/7/8/8/8/4K3 w - -"), @"rank 5 of the board, `7`, has 7 squares; expected 8");
    assert_snapshot!(
        error("4k3/ppppppppp/8/8/8/8/8/4K3 w - -"),
        @"rank 7 of the board, `ppppppppp`, has 9 squares; expected 8",
    );
    assert_snapshot!(
        error("4k3/8/3x4/8/8/8/8/4K3 w - -"),
        @"rank 6 of the board, `3x4`: `x` is no piece; expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 \
          for empty squares",
    );
    assert_snapshot!(
        error("4k3/8/9/8/8/8/8/4K3 w - -"),
        @"rank 6 of the board, `9`: `9` is no piece; expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 for \
          empty squares",
    );
    assert_snapshot!(
        error("4k3/8/4\u{2659}3/8/8/8/8/4K3 w - -"),
        @"rank 6 of the board, `4♙3`: `♙` is no piece; expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 \
          for empty squares",
    );
    assert_snapshot!(error("4k3//8/8/8/8/8/4K3 w - -"), @"rank 7 of the board, ``, has 0 squares; expected 8");
}

#[test]
fn errors_of_pieces() {
    assert_snapshot!(error("8/8/8/8/8/8/8/4K3 w - -"), @"Black has no king");
    assert_snapshot!(error("4k3/8/8/8/8/8/8/8 w - -"), @"White has no king");
    assert_snapshot!(error("k3k3/8/8/8/8/8/8/4K3 w - -"), @"Black has 2 kings, on a8, e8; expected 1");
    assert_snapshot!(error("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -"), @"White has 9 pawns; expected 8 at most");
    assert_snapshot!(
        error("4k3/8/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ w - -"),
        @"White has 17 pieces, pawns included; expected 16 at most",
    );
    assert_snapshot!(error("4k2P/8/8/8/8/8/8/4K3 w - -"), @"there is a pawn on h8; pawns stand on ranks 2 to 7");
    assert_snapshot!(error("8/8/8/3kK3/8/8/8/8 w - -"), @"the kings on e5 and d5 stand next to each other");
    assert_snapshot!(
        error("4k3/8/8/8/8/8/4R3/4K3 w - -"),
        @"White is to move, but the black king on e8 is in check from e2; whoever has just moved cannot be in \
          check",
    );
    assert_snapshot!(
        error("4r3/8/1b6/8/8/5n2/8/k3K3 b - -"),
        @"Black is to move, but the white king on e1 is in check from f3, e8; whoever has just moved cannot be in \
          check",
    );
    assert_snapshot!(
        error("4r3/8/8/b7/8/5n2/8/k3K3 w - -"),
        @"the white king on e1 is in check from f3, a5, e8; one move gives 2 checks at most",
    );
}

#[test]
fn errors_of_castling_rights() {
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K2R w KX -"),
        @"castling rights (field 3) are `KX`; expected `-` or some of KQkq",
    );
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K2R w HA -"),
        @"castling right `H` (field 3) is of Chess960, which is not supported; expected `-` or some of KQkq",
    );
    assert_snapshot!(error("4k3/8/8/8/8/8/8/4K2R w KK -"), @"castling right `K` (field 3) is given twice");
    assert_snapshot!(
        error("4k3/8/8/8/8/8/8/4K2R w KQ -"),
        @"castling right `Q` (field 3) needs the white king on e1 and a white rook on a1",
    );
    assert_snapshot!(
        error("r4k2/8/8/8/8/8/8/4K2R w q -"),
        @"castling right `q` (field 3) needs the black king on e8 and a black rook on a8",
    );
    assert_snapshot!(
        error("4k2R/8/8/8/8/8/8/4K3 b k -"),
        @"castling right `k` (field 3) needs the black king on e8 and a black rook on h8",
    );
}

#[test]
fn errors_of_en_passant_squares() {
    assert_snapshot!(
        error("4k3/8/8/3pP3/8/8/8/4K3 w - d9"),
        @"the en passant square (field 4) is `d9`; expected `-` or a square such as e3",
    );
    assert_snapshot!(
        error("4k3/8/8/3pP3/8/8/8/4K3 w - d3"),
        @"the en passant square (field 4) is d3, but White is to move; expected `-` or a square on rank 6",
    );
    assert_snapshot!(
        error("4k3/8/8/3pP3/8/8/8/4K3 b - e6"),
        @"the en passant square (field 4) is e6, but Black is to move; expected `-` or a square on rank 3",
    );
    assert_snapshot!(
        error("4k3/8/8/4P3/8/8/8/4K3 w - d6"),
        @"en passant on d6 (field 4) is impossible: Black has no pawn on d5; expected `-`",
    );
    assert_snapshot!(
        error("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6"),
        @"en passant on d6 (field 4) is impossible: d6 is not empty, so no pawn has just moved d7-d5; expected `-`",
    );
    assert_snapshot!(
        error("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6"),
        @"en passant on d6 (field 4) is impossible: d7 is not empty, so no pawn has just moved d7-d5; expected `-`",
    );
    assert_snapshot!(
        error("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3"),
        @"en passant on d3 (field 4) is impossible: the black king on e8 is in check from f6, which d2-d4 did not \
          cause; expected `-`",
    );
}
