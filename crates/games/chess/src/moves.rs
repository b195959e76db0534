//! Legal moves, generated in one place.
//!
//! The idea: the generator of the library is compiled anew for whatever listens to it, and is the largest piece of code
//! in this crate. Here it is compiled once.
//!
//! The cost: a call for each piece that can move.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, PieceMoves};

/// A list per piece that can move, and one per en passant capture.
pub(crate) type Lists = ArrayVec<PieceMoves, 18>;

/// Tells the legal moves of some pieces of the side to move, piece by piece, until the listener says true. True if it
/// did.
pub(crate) fn listen(board: &Board, pieces: BitBoard, listener: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
    board.generate_moves_for(pieces, listener)
}

/// True if the side to move has a legal move.
pub(crate) fn any(board: &Board) -> bool {
    listen(board, BitBoard::FULL, &mut |_| true)
}

/// The legal moves, in the fixed order of the library.
pub(crate) fn lists(board: &Board) -> Lists {
    let mut lists = Lists::new();
    listen(board, BitBoard::FULL, &mut |moves| {
        lists.push(moves);
        false
    });
    lists
}

/// How many legal moves some pieces of the side to move have.
pub(crate) fn count(board: &Board, pieces: BitBoard) -> u32 {
    let mut count = 0;
    listen(board, pieces, &mut |moves| {
        count += moves.len() as u32;
        false
    });
    count
}
