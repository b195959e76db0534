//! Legal moves and checks, against another implementation of the rules: `shogi_legality_lite`.

use fastrand::Rng;
use proofset_shogi::{Board, Move, referee};

use crate::common::{MATSURI, MOST_MOVES, START, board, checking_moves, legal_moves, placement, playout};

/// Positions of games that are compared.
const GAME_POSITIONS: u32 = 1500;

/// Positions of problems with one king that are compared.
const PROBLEM_POSITIONS: u32 = 1000;

/// Moves in a fixed order.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// What has been compared.
#[derive(Debug, Default)]
struct Compared {
    positions: u32,
    mates: u32,
    checks: u32,
}

fn compare(board: &Board, compared: &mut Compared) {
    let (legal, checks) = (legal_moves(board), checking_moves(board));
    let expected = referee::legal_moves(board);
    assert_eq!(sorted(legal.clone()), sorted(expected.iter().map(|&(mv, _)| mv)), "{board}");
    let checking = expected.iter().filter(|(_, check)| *check).map(|&(mv, _)| mv);
    assert_eq!(sorted(checks.clone()), sorted(checking), "{board}");
    compared.positions += 1;
    compared.mates += u32::from(legal.is_empty());
    compared.checks += checks.len() as u32;
}

/// Compares so many positions of random games, and so many of random problems.
fn referee(games: u32, problems: u32, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut compared = Compared::default();
    let starts = [START, START, MATSURI, MOST_MOVES].map(board);
    while compared.positions < games {
        let start = &starts[rng.usize(..starts.len())];
        playout(start, 120, &mut rng, |board| compare(board, &mut compared));
    }
    assert!(compared.mates > 0 && compared.checks > games / 2, "{compared:?}");

    let mut compared = Compared::default();
    while compared.positions < problems {
        let start = placement(&mut rng);
        playout(&start, 6, &mut rng, |board| compare(board, &mut compared));
    }
    assert!(compared.mates > 0 && compared.checks > problems / 2, "{compared:?}");
}

#[test]
fn another_implementation_agrees() {
    referee(GAME_POSITIONS, PROBLEM_POSITIONS, 5);
}

#[test]
#[ignore = "minutes, for a million positions"]
fn another_implementation_agrees_on_a_million_positions() {
    referee(700_000, 300_000, 6);
}
