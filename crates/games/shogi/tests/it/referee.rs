//! Legal moves and checks, against another implementation of the rules: `shogi_legality_lite`.

use fastrand::Rng;
use proofset_shogi::{Board, Color, Kind, Move, Square};
use shogi_core::{PartialPosition, PieceKind};
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite, status_partial};

use crate::common::{MATSURI, MOST_MOVES, START, board, checking_moves, legal_moves, placement, playout};

/// Positions of games that are compared.
const GAME_POSITIONS: u32 = 3000;

/// Positions of problems with one king that are compared.
const PROBLEM_POSITIONS: u32 = 2000;

fn theirs(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file(), square.rank()).expect("files and ranks are from 1 to 9")
}

fn color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn kind(kind: Kind) -> PieceKind {
    match kind {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Lance => PieceKind::Lance,
        Kind::Knight => PieceKind::Knight,
        Kind::Silver => PieceKind::Silver,
        Kind::Gold => PieceKind::Gold,
        Kind::Bishop => PieceKind::Bishop,
        Kind::Rook => PieceKind::Rook,
        Kind::King => PieceKind::King,
        Kind::Tokin => PieceKind::ProPawn,
        Kind::PromotedLance => PieceKind::ProLance,
        Kind::PromotedKnight => PieceKind::ProKnight,
        Kind::PromotedSilver => PieceKind::ProSilver,
        Kind::Horse => PieceKind::ProBishop,
        Kind::Dragon => PieceKind::ProRook,
    }
}

fn position(board: &Board) -> PartialPosition {
    let mut position = PartialPosition::empty();
    for side in Color::ALL {
        for square in board.color(side) {
            let piece = board.piece_on(square).expect("the square is occupied");
            position.piece_set(theirs(square), Some(shogi_core::Piece::new(kind(piece.kind), color(side))));
        }
        for (held, count) in board.hand(side).counts() {
            for _ in 0..count {
                let hand = position.hand_of_a_player_mut(color(side));
                *hand = hand.added(kind(held)).expect("the kind can be in hand");
            }
        }
    }
    position.side_to_move_set(color(board.side_to_move()));
    position
}

fn ours(square: shogi_core::Square) -> Square {
    Square::at(square.file(), square.rank()).expect("files and ranks are from 1 to 9")
}

/// Their moves as ours, sorted.
fn translated(moves: impl IntoIterator<Item = shogi_core::Move>) -> Vec<Move> {
    let translate = |mv| match mv {
        shogi_core::Move::Normal { from, to, promote } => Move::new(ours(from), ours(to), promote),
        shogi_core::Move::Drop { piece, to } => {
            let dropped = Kind::IN_HAND.into_iter().find(|&held| kind(held) == piece.piece_kind());
            Move::drop(dropped.expect("dropped pieces were in hand"), ours(to))
        }
    };
    sorted(moves.into_iter().map(translate))
}

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
    let side = board.side_to_move();
    let position = position(board);
    let (legal, checks) = (legal_moves(board), checking_moves(board));
    let mut expected = all_legal_moves_partial(&position);
    assert_eq!(sorted(legal.clone()), translated(expected.iter().copied()), "{board}");
    expected.retain(|&mv| {
        let mut next = position.clone();
        next.make_move(mv).expect("the move is legal");
        is_in_check_partial_lite(&next)
    });
    assert_eq!(sorted(checks.clone()), translated(expected), "{board}");
    if let Some(king) = board.king(side) {
        let checked = board.is_check();
        assert_eq!(checked, is_in_check_partial_lite(&position), "the king on {king} in {board}");
    }
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
        playout(start, 120, &mut rng, |board| {
            compare(board, &mut compared);
            if board.king(Color::Black).is_some() && board.king(Color::White).is_some() {
                let mated = status_partial(&position(board)) != shogi_core::PositionStatus::InProgress;
                assert_eq!(mated, !board.has_legal_move(), "{board}");
            }
        });
    }
    assert!(compared.mates > 0 && compared.checks > games / 2, "{compared:?}");

    let mut compared = Compared::default();
    while compared.positions < problems {
        let start = placement(&mut rng);
        // With both kings near, the other implementation may follow pawn drops on either side in turn, without end.
        if Color::ALL.iter().all(|&side| start.king(side).is_some()) {
            continue;
        }
        playout(&start, 6, &mut rng, |board| compare(board, &mut compared));
    }
    assert!(compared.mates > 0 && compared.checks > problems / 2, "{compared:?}");
}

#[test]
fn another_implementation_agrees() {
    let times = crate::common::times();
    referee(GAME_POSITIONS * times, PROBLEM_POSITIONS * times, 5);
}
