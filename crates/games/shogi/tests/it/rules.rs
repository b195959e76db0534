//! Counts of lines of play, and the laws of moves.

use fastrand::Rng;
use proofset_shogi::{Board, Color, Move, perft, referee};

use crate::common::{MATSURI, MOST_MOVES, START, after, board, checking_moves, legal_moves, placement, playout};

fn counts(text: &str, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(&mut board(text), depth)).collect()
}

/// Well known tables, which many engines have in their tests; the last position has more moves than any other.
#[test]
fn perft_counts() {
    assert_eq!(counts(START, 4), [30, 900, 25470, 719_731]);
    assert_eq!(counts(MATSURI, 2), [207, 28684]);
    assert_eq!(counts(MOST_MOVES, 2), [593, 105_677]);
}

#[test]
fn deep_perft_counts() {
    assert_eq!(perft(&mut board(START), 5), 19_861_490);
    assert_eq!(perft(&mut board(MATSURI), 3), 4_809_015);
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    checks: u32,
    double_checks: u32,
    mates: u32,
    checking_moves: u32,
    counter_checks: u32,
}

fn check_moves(board: &Board, seen: &mut Seen) {
    let side = board.side_to_move();
    let legal = legal_moves(board);
    let expected = referee::legal_moves(board);
    assert_eq!(sorted(legal.clone()), sorted(expected.iter().map(|&(mv, _)| mv)), "{board}");
    assert_eq!(board.has_legal_move(), !legal.is_empty(), "{board}");

    // Checks come in the order in which all moves come.
    let checks: Vec<Move> = legal.iter().copied().filter(|&mv| after(board, mv).is_check()).collect();
    let checking = expected.iter().filter(|(_, check)| *check).map(|&(mv, _)| mv);
    assert_eq!(sorted(checks.clone()), sorted(checking), "{board}");
    assert_eq!(checking_moves(board).to_vec(), checks, "{board}");
    assert_eq!(board.has_checking_move(), !checks.is_empty(), "{board}");

    let mut played = board.clone();
    for &mv in &legal {
        let undo = played.make(mv);
        assert_eq!(played.side_to_move(), side.opponent());
        let again: Board = played.to_string().parse().expect("what is reached is legal");
        assert_eq!((again.key(), &again), (played.key(), &played), "{mv} in {board}");
        played.unmake(mv, undo);
        assert_eq!(&played, board, "{mv} in {board}");
    }

    let checkers = board.checkers(side).len();
    seen.positions += 1;
    seen.checks += u32::from(checkers > 0);
    seen.double_checks += u32::from(checkers > 1);
    seen.mates += u32::from(checkers > 0 && legal.is_empty());
    seen.checking_moves += checks.len() as u32;
    seen.counter_checks += u32::from(checkers > 0 && !checks.is_empty());
}

#[test]
fn moves_follow_the_definition_in_games() {
    let (mut rng, mut seen) = (Rng::with_seed(1), Seen::default());
    for start in [START, MATSURI, MOST_MOVES] {
        for _ in 0..8 {
            playout(&board(start), 60, &mut rng, |board| check_moves(board, &mut seen));
        }
    }
    assert!(seen.positions > 900 && seen.checks > 200 && seen.checking_moves > 1000, "{seen:?}");
    assert!(seen.mates > 3, "{seen:?}");
}

#[test]
fn moves_follow_the_definition_in_problems() {
    let (mut rng, mut seen) = (Rng::with_seed(2), Seen::default());
    for _ in 0..300 {
        let start = placement(&mut rng);
        playout(&start, 8, &mut rng, |board| check_moves(board, &mut seen));
    }
    assert!(seen.positions > 900 && seen.checks > 300 && seen.checking_moves > 1000, "{seen:?}");
    assert!(seen.mates > 10 && seen.double_checks > 0 && seen.counter_checks > 10, "{seen:?}");
}

/// A side without a king is not in check, and a king that is not there is not checked.
#[test]
fn a_missing_king_is_never_in_check() {
    let board = board("4k4/4R4/9/9/9/9/9/9/9 w - 1");
    assert_eq!(board.checkers(Color::Black).len(), 0);
    assert_eq!(checking_moves(&board).len(), 0);
    assert!(!board.has_checking_move());
    assert_eq!(board.king(Color::Black), None);
}

fn legal(text: &str, mv: &str) -> bool {
    board(text).parse_move(mv).is_ok()
}

/// A pawn may be dropped to give check, but not mate. The king is shut in by its own pieces and a gold.
#[test]
fn pawns_do_not_mate_by_drops() {
    assert!(!legal("3lkl3/3s1s3/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
    // The king has a flight.
    assert!(legal("3lk4/3s1s3/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
    // A gold can capture the pawn, unless it is pinned.
    assert!(legal("3lkl3/3g1s3/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
    assert!(!legal("3lkl3/3g1s3/2B1G4/9/9/9/9/9/9 b P 1", "P*5b"));
    // Any other piece may be dropped to mate, and a pawn that moves may mate.
    assert!(legal("3lkl3/3s1s3/4G4/9/9/9/9/9/9 b LP 1", "L*5b"));
    assert!(legal("3lkl3/3s1s3/4P4/4L4/9/9/9/9/9 b - 1", "5c5b"));
}

#[test]
fn promotion_is_a_choice_but_on_dead_squares() {
    let text = "4k4/P8/L8/2N6/9/9/9/9/8K b - 1";
    assert!(legal(text, "9b9a+") && !legal(text, "9b9a"));
    assert!(legal(text, "7d6b+") && !legal(text, "7d6b"));
    let text = "4k4/9/P8/L8/9/2N6/9/9/8K b - 1";
    assert!(legal(text, "9c9b+") && legal(text, "9c9b"));
    assert!(!legal(text, "7f6d+") && legal(text, "7f6d"));
}
