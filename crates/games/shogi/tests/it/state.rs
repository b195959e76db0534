//! Packing loses nothing.

use std::collections::HashMap;

use fastrand::Rng;
use proofset_shogi::{Board, PackedBoard, Tsume, TsumeGoal};
use proofset_testkit::conformance::check_packing;

use crate::common::{MATSURI, MOST_MOVES, START, board, placement, playout};

fn check(board: &Board, known: &mut HashMap<PackedBoard, String>) {
    let packed = PackedBoard::new(board);
    let unpacked = packed.unpack();
    assert_eq!((&unpacked, unpacked.key()), (board, board.key()));
    assert_eq!(packed.side_to_move(), board.side_to_move());
    let text = known.entry(packed).or_insert_with(|| board.to_string());
    assert_eq!(*text, board.to_string());
}

#[test]
fn unpacking_gives_the_board_back() {
    let mut rng = Rng::with_seed(4);
    let mut known = HashMap::new();
    for start in [START, MATSURI, MOST_MOVES] {
        for _ in 0..30 {
            playout(&board(start), 150, &mut rng, |board| check(board, &mut known));
        }
    }
    for _ in 0..3000 {
        check(&placement(&mut rng), &mut known);
    }
    assert!(known.len() > 5000, "{}", known.len());
}

/// One king, everything promoted, everything in one hand, everything out of play.
#[test]
fn extreme_sets_of_pieces_are_packed() {
    let mut known = HashMap::new();
    for text in [
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 w - 1",
        "K8/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/8K w - 1",
        "k8/9/9/9/9/9/9/9/8K w - 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
        "4k4/9/+P+P+P+P+P+P+P+P+P/+p+p+p+p+p+p+p+p+p/+L+L+L+L+N+N+N+N1/+S+S+S+SGGGG1/9/+R+R+B+B5/K8 b - 1",
        "9/9/+P+P+P+P+P+P+P+P+P/+p+p+p+p+p+p+p+p+p/+L+L+L+L+N+N+N+N1/+s+s+s+sgggg1/9/+R+R+B+B5/K8 w - 1",
        "9/4k4/9/9/9/9/9/9/9 b 4G 1",
        "9/4k4/9/9/9/9/9/9/9 b 2G2g 1",
        "9/4k4/9/9/9/9/9/9/9 b 4S 1",
        "9/4k4/9/9/9/9/9/9/9 b 4s 1",
    ] {
        check(&board(text), &mut known);
    }
    assert_eq!(known.len(), 13);
}

#[test]
fn sizes() {
    assert_eq!(size_of::<PackedBoard>(), 32);
    assert_eq!(size_of::<proofset_shogi::State>(), 36);
    assert_eq!(size_of::<proofset_shogi::Move>(), 2);
}

/// The plies left are part of a state.
#[test]
fn states_with_other_plies_left_differ() {
    let board = board("4k4/9/4P4/9/9/9/9/9/9 b GP 1");
    let state = |plies| {
        let goal = TsumeGoal::mate_in(plies).expect("the bound is odd");
        let tsume = Tsume::new(board.clone(), goal).expect("there is a king");
        tsume.state(&board)
    };
    assert_eq!(state(3), state(3));
    assert_ne!(state(3), state(5));
    assert_eq!(state(3).board(), board);
}

/// The states of questions with and without a bound, from positions in which much can happen.
#[test]
fn states_are_packed() {
    for start in [START, MATSURI, MOST_MOVES] {
        for goal in ["mate", "mate-in:5", "mated-in:4"] {
            let goal: TsumeGoal = goal.parse().expect("the goal is well formed");
            check_packing(&Tsume::new(board(start), goal).expect("there is a king"), 3, 6);
        }
    }
}
