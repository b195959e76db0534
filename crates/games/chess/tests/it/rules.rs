//! The rules: perft tables, the laws of games, and the ways in which a game ends.

use cozy_chess::{Color, Piece, Square, get_bishop_moves, get_knight_moves};
use proofset_chess::{Chess, Position, perft};
use proofset_core::{Game, Outcome, Player};
use proofset_testkit::conformance;

use crate::common::{STARTS, position};

#[test]
fn obeys_the_laws_of_games() {
    conformance::check_game(&Chess, 10, 1);
}

/// Published counts (chessprogramming wiki, "Perft Results"), once by the rules as a game and once in bulk.
#[track_caller]
fn check_perft(fen: &str, counts: &[u64]) {
    let position = position(fen);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), count, "{fen}, depth {depth}");
        assert_eq!(conformance::perft(&Chess, &position, depth), count, "{fen}, depth {depth}");
    }
}

#[test]
fn perft_from_the_start() {
    assert_eq!(position(STARTS[0]), Chess.start());
    check_perft(STARTS[0], &[20, 400, 8902, 197_281]);
}

#[test]
fn perft_of_positions_that_exercise_the_rules() {
    check_perft(STARTS[1], &[48, 2039, 97_862]);
    check_perft(STARTS[2], &[14, 191, 2812, 43_238]);
    check_perft(STARTS[3], &[6, 264, 9467]);
    check_perft(STARTS[4], &[24, 496, 9483]);
    check_perft("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    check_perft("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]);
}

/// Draws by rule have no bearing on perft, but end the game.
#[test]
fn perft_counts_legal_moves_after_a_draw() {
    let drawn = position("4k3/8/8/8/8/8/8/4K2R w - - 100 80");
    assert_eq!(perft(&drawn, 0), 1);
    assert_eq!(perft(&drawn, 1), 14);
    assert_eq!(conformance::perft(&Chess, &drawn, 1), 0);
}

#[track_caller]
fn check_outcome(fen: &str, outcome: Option<Outcome>) {
    assert_eq!(Chess.outcome(&position(fen)), outcome, "{fen}");
}

#[test]
fn games_end_by_mate_stalemate_and_the_fifty_move_rule() {
    check_outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", Some(Outcome::Win(Player::Second)));
    check_outcome("R5k1/5ppp/8/8/8/8/8/4K3 b - -", Some(Outcome::Win(Player::First)));
    check_outcome("k7/2Q5/8/8/8/8/8/4K3 b - -", Some(Outcome::Draw));
    check_outcome("4k3/8/8/8/8/8/8/4K2R w - - 99 1", None);
    check_outcome("4k3/8/8/8/8/8/8/4K2R w - - 100 1", Some(Outcome::Draw));
    // Mate comes before the clock.
    check_outcome("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 1", Some(Outcome::Win(Player::First)));
}

#[test]
fn games_end_when_the_material_cannot_mate() {
    for dead in ["8", "N7", "n7", "B7", "1b6", "B1B5", "B1b5/1B1b4/B1b5"] {
        check_outcome(&with_kings(dead), Some(Outcome::Draw));
    }
    for alive in ["R7", "r7", "Q7", "q7", "NN6", "Nn6", "NB6", "Bn6", "BB6", "Bb6", "8/P7", "8/p7"] {
        check_outcome(&with_kings(alive), None);
    }
}

/// Black's king on e3, White's on e1 and up to three upper ranks of other pieces; White to move.
fn with_kings(upper: &str) -> String {
    let filled = upper.split('/').count();
    format!("{upper}{}/4k3/8/4K3 w - -", "/8".repeat(5 - filled))
}

/// With a knight or a bishop alone, or with two bishops on squares of one colour, one on each side, no placement of the
/// pieces is mate: so these materials are dead.
#[test]
fn dead_material_never_mates() {
    let place = |pieces: &[(Square, Piece, Color)]| {
        let mut builder = cozy_chess::BoardBuilder::empty();
        builder.side_to_move = Color::Black;
        for &(square, piece, color) in pieces {
            if builder.square_mut(square).replace((piece, color)).is_some() {
                return None;
            }
        }
        builder.build().ok()
    };
    let mut checks = 0;
    let mut check = |pieces: &[(Square, Piece, Color)]| {
        if let Some(board) = place(pieces) {
            let in_check = !board.checkers().is_empty();
            checks += u32::from(in_check);
            assert!(!in_check || board.generate_moves(|_| true), "{board} is mate");
        }
    };
    for black in Square::ALL {
        for white in Square::ALL {
            let kings = [(black, Piece::King, Color::Black), (white, Piece::King, Color::White)];
            for from in get_knight_moves(black) {
                check(&[kings[0], kings[1], (from, Piece::Knight, Color::White)]);
            }
            // A white bishop can only give check along an open line.
            for from in get_bishop_moves(black, white.bitboard()) {
                check(&[kings[0], kings[1], (from, Piece::Bishop, Color::White)]);
                let same_color = Square::ALL.into_iter().filter(|&square| is_light(square) == is_light(from));
                for other in same_color {
                    let other = (other, Piece::Bishop, Color::Black);
                    check(&[kings[0], kings[1], (from, Piece::Bishop, Color::White), other]);
                }
            }
        }
    }
    assert!(checks > 100_000, "{checks} checks were tried");
}

fn is_light(square: Square) -> bool {
    (square.file() as usize + square.rank() as usize) % 2 == 1
}

/// Pawns first and the king last; unpinned pieces before pinned ones; promotions to the knight first.
#[test]
fn moves_come_in_a_fixed_order() {
    let texts = |fen: &str| {
        let position = position(fen);
        position.legal_moves().map(|mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
    };
    insta::assert_snapshot!(
        texts("1n2k3/P7/8/2pP4/8/8/3N4/R3K3 w Q c6"),
        @"d5d6 a7a8n a7a8b a7a8r a7a8q a7b8n a7b8b a7b8r a7b8q d5c6 d2b1 d2f1 d2b3 d2f3 d2c4 d2e4 a1b1 a1c1 a1d1 \
          a1a2 a1a3 a1a4 a1a5 a1a6 e1c1 e1d1 e1f1 e1e2 e1f2",
    );
    insta::assert_snapshot!(
        texts("4r1k1/8/8/8/8/7R/4R3/4K3 w - -"),
        @"h3h1 h3h2 h3a3 h3b3 h3c3 h3d3 h3e3 h3f3 h3g3 h3h4 h3h5 h3h6 h3h7 h3h8 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8 e1d1 \
          e1f1 e1d2 e1f2",
    );
}

/// The two halves of the game's clock and the ranks of pawns that never come back.
#[test]
fn ranks_of_positions() {
    let rank = |fen: &str| Chess.rank(&position(fen)).unwrap();
    assert_eq!(rank(STARTS[0]), 0);
    assert_eq!(rank("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"), 1);
    // A double step is worth two single ones.
    assert_eq!(rank("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), 2 * 101);
    // 126 steps and pieces are gone.
    assert_eq!(rank("4k3/8/8/8/8/8/8/4K3 w - - 7 1"), 126 * 101 + 7);
}

#[test]
fn equal_positions_forget_how_they_came_about() {
    let play = |moves: &[&str]| -> Position {
        moves.iter().fold(Chess.start(), |position, text| {
            let mv = position.parse_move(text).expect("the move is legal");
            position.after(mv)
        })
    };
    assert_eq!(
        play(&["e4", "Nf6", "Nc3"]).to_string(),
        "rnbqkb1r/pppppppp/5n2/8/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 1"
    );
    assert_ne!(play(&["e4", "Nf6", "Nc3"]), play(&["Nc3", "Nf6", "e4"]));
    assert_eq!(play(&["d3", "e6", "e3", "d6"]), play(&["e3", "d6", "d3", "e6"]));
    // A double step leaves a trace only where it can be answered by a capture in passing.
    assert_eq!(play(&["e4", "e6", "d4"]), play(&["d4", "e6", "e4"]));
    assert_eq!(
        play(&["e4", "a6", "e5", "d5"]).to_string(),
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1"
    );
}

/// After the capture both pawns have left the fourth rank, and the king is in check from the queen.
#[test]
fn a_capture_in_passing_that_exposes_the_king_is_no_right() {
    assert_eq!(position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3").to_string(), "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
    assert_eq!(position("8/8/8/k7/3Pp2Q/8/8/3K4 b - d3").to_string(), "8/8/8/k7/3Pp2Q/8/8/3K4 b - d3 0 1");
}
