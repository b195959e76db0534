//! The rules: perft tables, the laws of games, and the ways in which a game ends.

use fastrand::Rng;
use proofset_antichess::{Antichess, Stalemate, perft};
use proofset_core::{Game, Goal, Notation, Outcome, Player, RepetitionRule, Solve};
use proofset_testkit::conformance::{self, check_game, check_packing};

use crate::position;

const FICS: Stalemate = Stalemate::FewerWins;

#[test]
fn obeys_the_laws_of_games() {
    for game in [Antichess::default(), Antichess::new(FICS), Antichess::default().with_clock(false)] {
        check_game(&game, 10, 1);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 20, 1);
    }
}

/// Positions that a playout from the start rarely comes to: few pieces, promotions, en passant.
#[test]
fn obeys_the_laws_of_games_near_the_end() {
    for fen in
        ["8/5P2/8/8/1p6/8/P1k5/8 w - -", "8/PPPPPPPP/8/8/8/8/pppppppp/8 b - -", "8/8/8/2p1p3/3P4/8/2P1P3/8 w - -"]
    {
        let game = Antichess::default();
        let mut rng = Rng::with_seed(7);
        for _ in 0..50 {
            let mut position = game.parse_position(fen).unwrap();
            while game.outcome(&position).is_none() {
                let text = game.position_text(&position);
                assert_eq!(game.parse_position(&text), Ok(position), "{text}");
                let moves: Vec<_> = game.moves(&position).collect();
                assert_eq!(game.mobility(&position), moves.len() as u32, "{text}");
                for &mv in &moves {
                    assert_eq!(game.parse_move(&position, &game.move_text(&position, mv)), Ok(mv), "{text}");
                    let san = game.san_line(&position, &[mv]).unwrap();
                    assert_eq!(
                        game.parse_move(&position, san.split(' ').next_back().unwrap()),
                        Ok(mv),
                        "{text}: {san}"
                    );
                }
                let rank = game.rank(&position);
                game.play(&mut position, moves[rng.usize(..moves.len())]);
                assert!(game.rank(&position) > rank, "{text}");
            }
        }
    }
}

#[track_caller]
fn check_perft(fen: &str, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position(fen), depth), count, "{fen}, depth {depth}");
    }
}

/// Draws by rule have no bearing on perft, but end the game: here a bishop that has become of each pawn.
#[test]
fn perft_counts_legal_moves_after_a_draw() {
    let root = position("8/2p5/8/8/8/8/P7/8 w - -");
    assert_eq!((perft(&root, 0), conformance::perft(&Antichess::default(), &root, 0)), (1, 1));
    assert_eq!((perft(&root, 10), conformance::perft(&Antichess::default(), &root, 10)), (36, 36));
    assert_eq!((perft(&root, 11), conformance::perft(&Antichess::default(), &root, 11)), (312, 305));
}

/// Counts on which Fairy-Stockfish and the tables of shakmaty and python-chess agree.
#[test]
fn perft_from_the_start() {
    assert_eq!(position("startpos"), Antichess::default().start());
    check_perft("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[20, 400, 8067, 153_299, 2_732_672]);
}

/// A pawn against a pawn, from the tables of shakmaty.
#[test]
fn perft_of_pawns() {
    check_perft("8/1p6/8/8/8/8/P7/8 w - -", &[2, 4, 4, 3, 1, 0]);
    check_perft("8/2p5/8/8/8/8/P7/8 w - -", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557, 30_873]);
}

/// Counts by Fairy-Stockfish.
#[test]
fn perft_of_positions_that_exercise_the_rules() {
    check_perft("8/PPPPPPPP/8/8/8/8/pppppppp/8 w - -", &[40, 1600, 35_680, 793_172]);
    check_perft("rnbqkbnr/p1pppppp/1p6/8/8/4P3/PPPP1PPP/RNBQKBNR w - -", &[30, 609, 11_210, 198_283]);
    check_perft("rnb1kbnr/pp1ppppp/8/q1p5/1P6/2P5/P2PPPPP/RNBQKBNR b - -", &[3, 4, 7, 72, 562]);
    check_perft("2b3nr/5ppp/2n1p3/2p5/8/P7/2N1PP1P/4K1NR w - -", &[16, 312, 4608, 77_053]);
    check_perft("8/3k4/8/2K5/8/5n2/8/3R4 w - -", &[1, 8, 135, 535, 8440]);
}

/// After g4 both black pawns can capture en passant, and one of them must. Tables of endgames, and with them a published
/// proof, were wrong here for years (M. Watkins 2019). Counts by Fairy-Stockfish.
#[test]
fn perft_with_two_captures_en_passant() {
    check_perft("8/8/8/5P2/5p1p/8/6P1/8 w - -", &[3, 6, 6, 10, 12, 36, 176, 1540]);
    let game = Antichess::default();
    let position = position("8/8/8/8/5pPp/8/8/8 b - g3");
    let moves: Vec<_> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
    assert_eq!(moves, ["f4g3", "h4g3"]);
}

#[track_caller]
fn check_outcome(game: Antichess, fen: &str, outcome: Option<Outcome>) {
    assert_eq!(game.outcome(&game.parse_position(fen).unwrap()), outcome, "{fen}");
}

#[test]
fn who_cannot_move_has_won() {
    let first = Some(Outcome::Win(Player::First));
    let second = Some(Outcome::Win(Player::Second));
    for game in [Antichess::default(), Antichess::new(FICS)] {
        check_outcome(game, "8/8/8/8/8/8/8/r7 w - -", first);
        check_outcome(game, "8/8/8/8/8/8/8/R7 b - -", second);
        check_outcome(game, "8/8/8/8/8/p7/P7/R7 w - -", None);
    }
}

/// Both sides have pieces, and the side to move has no move.
#[test]
fn stalemate_is_won_by_the_mover_or_by_the_side_with_fewer_pieces() {
    let first = Some(Outcome::Win(Player::First));
    let second = Some(Outcome::Win(Player::Second));
    for (fen, mover, fewer) in [
        ("8/8/8/8/8/p7/P7/8 w - -", first, Some(Outcome::Draw)),
        ("8/8/8/8/8/p7/P7/8 b - -", second, Some(Outcome::Draw)),
        ("8/8/7b/8/8/p7/P7/8 w - -", first, first),
        ("8/8/8/8/p1p5/P1P5/8/6n1 w - -", first, first),
        ("8/8/8/8/p7/P7/P7/8 w - -", first, second),
    ] {
        check_outcome(Antichess::default(), fen, mover);
        check_outcome(Antichess::new(FICS), fen, fewer);
    }
}

#[test]
fn the_clock_draws_unless_the_game_is_without_it() {
    let game = Antichess::default();
    check_outcome(game, "8/8/8/8/8/5n2/8/R7 w - - 99 1", None);
    check_outcome(game, "8/8/8/8/8/5n2/8/R7 w - - 100 1", Some(Outcome::Draw));
    // Who has no move has won, whatever the clock.
    check_outcome(game, "8/8/8/8/8/8/8/R7 b - - 100 1", Some(Outcome::Win(Player::Second)));
    let endless = game.with_clock(false);
    check_outcome(endless, "8/8/8/8/8/5n2/8/R7 w - - 100 1", None);
    assert_eq!((game.repetition(), endless.repetition()), (None, Some(RepetitionRule::Draw)));
    let text = endless.position_text(&endless.parse_position("8/8/8/8/8/5n2/8/R7 w - - 100 1").unwrap());
    assert_eq!(text, "8/8/8/8/8/5n2/8/R7 w - - 0 1");
    let mut position = endless.parse_position(&text).unwrap();
    for mv in ["a1a2", "f3h4", "a2a1", "h4f3"] {
        let mv = endless.parse_move(&position, mv).unwrap();
        endless.play(&mut position, mv);
    }
    assert_eq!(endless.position_text(&position), text);
}

#[test]
fn bishops_that_cannot_meet_draw() {
    let draw = Some(Outcome::Draw);
    check_outcome(Antichess::default(), "8/8/8/8/8/8/8/Bb6 w - -", draw);
    check_outcome(Antichess::default(), "8/8/1B6/8/8/8/8/Bb6 w - -", draw);
    check_outcome(Antichess::default(), "8/8/8/8/8/8/1b6/Bb6 w - -", None);
    check_outcome(Antichess::default(), "8/8/8/8/8/8/p7/Bb6 w - -", None);
    check_outcome(Antichess::default(), "8/8/8/8/8/b7/8/B7 w - -", None);
}

#[test]
fn parameters_are_read_and_printed() {
    let read = |text| Antichess::parameters().read(text);
    assert_eq!(read(None).unwrap().to_string(), "");
    assert_eq!(Antichess::from_arguments(&read(None).unwrap()), Antichess::default());
    let fics = read(Some("stalemate=fewer-wins")).unwrap();
    assert_eq!(fics.to_string(), "stalemate=fewer-wins");
    assert_eq!(Antichess::from_arguments(&fics).stalemate(), FICS);
    for wrong in ["stalemate=nobody", "fewer-wins", "clock"] {
        assert!(read(Some(wrong)).is_err(), "{wrong}");
    }
}
