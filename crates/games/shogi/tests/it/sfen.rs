//! Positions and moves as text.

use insta::assert_snapshot;
use proofset_shogi::{Board, Color, Kind};

use crate::common::{MATSURI, MOST_MOVES, board};

#[test]
fn positions_are_written_and_read_back() {
    for text in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        MATSURI,
        MOST_MOVES,
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "9/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1",
    ] {
        let read = board(text);
        let written = read.to_string();
        assert_eq!(board(&written), read);
        // The order of the hands is the writer's.
        assert_eq!(written.split(' ').next(), text.split(' ').next());
    }
    assert_eq!(board(MATSURI).to_string(), MATSURI.replace("GR5pnsg", "RGgsn5p"));
}

#[test]
fn the_forms_of_usi() {
    let start = board("startpos");
    let text = start.to_string();
    for form in ["startpos", "position startpos", "sfen {}", "position sfen {}", "{}", "startpos moves"] {
        assert_eq!(board(&form.replace("{}", &text)), start, "{form}");
    }
    let moved = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1";
    for form in ["startpos moves 7g7f 3c3d 8h2b+", "position sfen {} moves 7g7f 3c3d 8h2b+"] {
        assert_eq!(board(&form.replace("{}", &text)).to_string(), moved);
    }
    // The move number may be left out; it is not kept.
    assert_eq!(board("4k4/9/4P4/9/9/9/9/9/9 b G"), board("4k4/9/4P4/9/9/9/9/9/9 b G 57"));
    let hand = board("4k4/9/9/9/9/9/9/9/9 b 10P2r 1").hand(Color::Black);
    assert_eq!((hand.count(Kind::Pawn), hand.count(Kind::Rook)), (10, 0));
}

fn error(text: &str) -> String {
    text.parse::<Board>().expect_err("the position is bad").to_string()
}

#[test]
fn errors_name_the_field() {
    assert_snapshot!(error(""), @"the position is empty; expected an SFEN such as `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b"), @"field 3 of the SFEN, the pieces in hand, is missing; expected board, side to move and pieces in hand");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 x - 1"), @"the side to move (field 2) is `x`; expected `b` or `w`");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - one"), @"the move number (field 4) is `one`; expected a number such as 1");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - 1 7g7f"), @"field 5 of the SFEN is `7g7f`; expected 4 fields at most, or `moves`");
    assert_snapshot!(error("startpos 7g7f"), @"`7g7f` follows `startpos`; expected `moves`, or nothing");
}

#[test]
fn errors_name_the_rank() {
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9 b - 1"), @"the board (field 1) has 8 ranks, separated by `/`; expected 9");
    assert_snapshot!(error("4k4/9/9/8/9/9/9/9/9 b - 1"), @"rank d of the board, `8` has 8 squares; expected 9");
    assert_snapshot!(error("4k4/9/9/91/9/9/9/9/9 b - 1"), @"rank d of the board, `91` has 10 squares; expected 9");
    assert_snapshot!(error("4k4/9/4Q4/9/9/9/9/9/9 b - 1"), @"rank c of the board, `4Q4`: `Q` is no piece; expected one of PLNSGBRK (Black), plnsgbrk (White), `+` before one of them, or 1 to 9 for empty squares");
    assert_snapshot!(error("4k4/9/8+/9/9/9/9/9/9 b - 1"), @"rank c of the board, `8+`: `+` is no piece; expected one of PLNSGBRK (Black), plnsgbrk (White), `+` before one of them, or 1 to 9 for empty squares");
    assert_snapshot!(error("4k4/9/4+G4/9/9/9/9/9/9 b - 1"), @"rank c of the board, `4+G4`: a gold does not promote");
    assert_snapshot!(error("4k4/9/後8/9/9/9/9/9/9 b - 1"), @"rank c of the board, `後8`: `後` is no piece; expected one of PLNSGBRK (Black), plnsgbrk (White), `+` before one of them, or 1 to 9 for empty squares");
}

/// UCI2WB writes a letter for each piece.
#[test]
fn letters_of_hands_may_be_repeated() {
    let counted = "4k4/9/9/9/9/9/9/9/9 b B2G2gn18p 1";
    let repeated = format!("4k4/9/9/9/9/9/9/9/9 b GGB{}2p{}n 1", "gp".repeat(2), "p".repeat(14));
    assert_eq!(board(&repeated), board(counted));
}

#[test]
fn errors_in_hands() {
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b K 1"), @"the pieces in hand (field 3) are `K`: `K` cannot be in hand; expected `-`, or letters of RBGSNLP (Black) and rbgsnlp (White), with a number before each");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 5G 1"), @"the pieces in hand (field 3) are `5G`: `5G` is out of range; expected a number from 1 to 4");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 0G 1"), @"the pieces in hand (field 3) are `0G`: `0G` is out of range; expected a number from 1 to 4");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 999999999999P 1"), @"the pieces in hand (field 3) are `999999999999P`: `999999999999P` is out of range; expected a number from 1 to 18");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 3G2GP 1"), @"the pieces in hand (field 3) are `3G2GP`: `2G` makes 5 golds in hand; a set has 4");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b G2 1"), @"the pieces in hand (field 3) are `G2`: the number 2 has no piece after it");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 3G2g 1"), @"there are 5 golds, promoted ones and hands included; a set has 4");
}

#[test]
fn errors_in_positions() {
    assert_snapshot!(error("9/9/9/9/9/9/9/9/9 b 2G 1"), @"there is no king on the board; expected one or two");
    assert_snapshot!(error("4k3k/9/9/9/9/9/9/9/9 b - 1"), @"White has two kings, on 5a and 1a; expected 1 at most");
    assert_snapshot!(error("4k4/4K4/9/9/9/9/9/9/9 b - 1"), @"the kings on 5b and 5a stand next to each other");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/4R4/9 b - 1"), @"Black is to move, but White's king on 5a is in check from 5h; whoever has just moved cannot be in check");
    assert_snapshot!(error("4k3P/9/9/9/9/9/9/9/9 b - 1"), @"Black has a pawn on 1a, where it could never move");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/8n/9 b - 1"), @"White has a knight on 1h, where it could never move");
    assert_snapshot!(error("4k4/9/8P/8P/9/9/9/9/9 b - 1"), @"Black has 2 unpromoted pawns on file 1: 1c, 1d; expected 1 at most");
    assert_snapshot!(error("3rk4/9/9/9/9/9/9/3+r5/9 b R 1"), @"there are 3 rooks, promoted ones and hands included; a set has 2");
}

#[test]
fn errors_in_moves() {
    let error = |position: &str, mv: &str| board(position).parse_move(mv).expect_err("the move is bad").to_string();
    assert_snapshot!(error("startpos", "7g"), @"`7g` is no move; expected one such as `7g7f`, `8h2b+` with promotion, or `P*5e` for a drop");
    assert_snapshot!(error("startpos", "K*5e"), @"`K*5e` is no move; expected one such as `7g7f`, `8h2b+` with promotion, or `P*5e` for a drop");
    assert_snapshot!(error("startpos", "後手"), @"`後手` is no move; expected one such as `7g7f`, `8h2b+` with promotion, or `P*5e` for a drop");
    assert_snapshot!(error("startpos", "P*5e"), @"the move `P*5e` is not legal in `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`; Black has no pawn in hand");
    assert_snapshot!(error("startpos", "5e5d"), @"the move `5e5d` is not legal in `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`; Black has no piece on 5e");
    assert_snapshot!(error("startpos", "2h2c"), @"the move `2h2c` is not legal in `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`; the rook does not go there in that way, or leaves its king in check");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b N 1", "N*5b"), @"the move `N*5b` is not legal in `4k4/9/9/9/9/9/9/9/9 b N 1`; a knight on 5b could never move");
    assert_snapshot!(error("4k4/9/4P4/9/9/9/9/9/9 b P 1", "P*5b"), @"the move `P*5b` is not legal in `4k4/9/4P4/9/9/9/9/9/9 b P 1`; pawns are not dropped on the last rank, on a file with an own unpromoted pawn, or to give mate");
    assert_snapshot!(error("4k4/4R4/9/9/9/9/9/9/9 w g 1", "G*1i"), @"the move `G*1i` is not legal in `4k4/4R4/9/9/9/9/9/9/9 w g 1`; White is in check");
    assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5a"), @"the move `G*5a` is not legal in `4k4/9/9/9/9/9/9/9/9 b G 1`; 5a is not empty");
    assert_snapshot!("startpos moves 7g7f 7g7f".parse::<Board>().expect_err("the move is bad"), @"move 2: the move `7g7f` is not legal in `lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1`; White has no piece on 7g");
}
