//! Positions to start from, and random play.

use std::fmt::Write;

use fastrand::Rng;
use proofset_shogi::{Board, Color, Kind, Move, MoveList, Square};

/// Positions in which much can happen: the start, the one of the "matsuri" perft table, and one with 593 moves.
pub(crate) const START: &str = "startpos";
pub(crate) const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
pub(crate) const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("the test's position is legal: {text}: {error}"))
}

pub(crate) fn legal_moves(board: &Board) -> MoveList {
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves
}

pub(crate) fn checking_moves(board: &Board) -> MoveList {
    let mut moves = MoveList::new();
    board.checking_moves(&mut moves);
    moves
}

pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.make(mv);
    next
}

/// Calls `visit` for each position of a random line from `start`, with at most so many moves. Checks are preferred half
/// of the time, so that kings are often hard pressed.
pub(crate) fn playout(start: &Board, plies: usize, rng: &mut Rng, mut visit: impl FnMut(&Board)) {
    let mut board = start.clone();
    for _ in 0..plies {
        visit(&board);
        let checks = checking_moves(&board);
        let moves = if checks.is_empty() || rng.bool() { legal_moves(&board) } else { checks };
        if moves.is_empty() {
            return;
        }
        board.make(moves[rng.usize(..moves.len())]);
    }
}

/// A random problem: some pieces near the defender's king, and the rest in hands. Mostly without the attacker's king.
pub(crate) fn placement(rng: &mut Rng) -> Board {
    loop {
        let king = Square::at(rng.u8(1..=9), rng.u8(1..=9)).expect("both are from 1 to 9");
        let defender = if rng.bool() { Color::White } else { Color::Black };
        let mut squares = vec![None; Square::COUNT];
        squares[king.index()] = Some((defender, Kind::King));
        let near = |line: u8, rng: &mut Rng| (line + 6).saturating_sub(rng.u8(3..=9)).clamp(1, 9);
        if rng.u8(..3) == 0 {
            let own = Square::at(near(king.file(), rng), near(king.rank(), rng)).expect("both are from 1 to 9");
            squares[own.index()].get_or_insert((defender.opponent(), Kind::King));
        }
        let mut hands = [[0_u8; 7]; 2];
        for kind in Kind::IN_HAND {
            for _ in 0..kind.full_count() {
                if rng.u8(..5) > 1 {
                    hands[usize::from(rng.u8(..4) > 0) ^ usize::from(defender == Color::Black)][kind as usize] += 1;
                    continue;
                }
                let square = Square::at(near(king.file(), rng), near(king.rank(), rng)).expect("both are from 1 to 9");
                let color = Color::ALL[rng.usize(..2)];
                if squares[square.index()].is_none() {
                    let promoted = if rng.bool() { kind.promoted() } else { None };
                    squares[square.index()] = Some((color, promoted.unwrap_or(kind)));
                }
            }
        }
        if let Ok(board) = text(&squares, hands, defender.opponent()).parse() {
            return board;
        }
    }
}

fn text(squares: &[Option<(Color, Kind)>], hands: [[u8; 7]; 2], side: Color) -> String {
    let letter = |color: Color, kind: Kind| match color {
        Color::Black => kind.letter(),
        Color::White => kind.letter().to_ascii_lowercase(),
    };
    let rows = (1..=9).map(|rank| {
        let row = (1..=9).rev().map(|file| match squares[Square::at(file, rank).expect("in range").index()] {
            None => "1".to_owned(),
            Some((color, kind)) if kind == kind.basic() => letter(color, kind).to_string(),
            Some((color, kind)) => format!("+{}", letter(color, kind)),
        });
        row.collect::<String>()
    });
    let mut hand = String::new();
    for color in Color::ALL {
        for kind in Kind::IN_HAND {
            match hands[color as usize][kind as usize] {
                0 => {}
                count => write!(hand, "{count}{}", letter(color, kind)).expect("strings take all text"),
            }
        }
    }
    let hand = if hand.is_empty() { "-" } else { &hand };
    let side = if side == Color::Black { "b" } else { "w" };
    format!("{} {side} {hand} 1", rows.collect::<Vec<_>>().join("/"))
}

/// How many times as many random positions are compared: one, or what the variable `PROOFSET_TIMES` of the environment
/// says.
pub(crate) fn times() -> u32 {
    std::env::var("PROOFSET_TIMES").map_or(1, |times| times.parse().expect("PROOFSET_TIMES is a whole number"))
}
