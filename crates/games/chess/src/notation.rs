//! Moves as text: coordinates (`e2e4`, `e7e8q`, `e1g1`) and standard algebraic notation (`Nf3`, `exd8=Q+`, `O-O`).
//!
//! The idea: what a text says is [read](MovePattern) as in all variants; a legal move has to be it, and only one. Here is what
//! is of chess: castling, and cozy-chess's own way to say it. The cost: a pass over the legal moves per text.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, File, Move, Piece, Square};
use proofset_chess_notation::{MovePattern, ambiguous, numbered};
use proofset_core::NotationError;

use crate::{fen, moves};

/// What a pawn may become.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A castling move as cozy-chess has it: the king takes its own rook.
fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// Where the moved piece ends up.
fn target(board: &Board, mv: Move) -> Square {
    if is_castling(board, mv) {
        Square::new(if mv.from.file() < mv.to.file() { File::G } else { File::C }, mv.from.rank())
    } else {
        mv.to
    }
}

/// Writes a legal move in coordinates.
pub(crate) fn coordinates(board: &Board, mv: Move) -> String {
    Move { to: target(board, mv), ..mv }.to_string()
}

/// Writes a line of play in standard algebraic notation with move numbers from 1.
pub(crate) fn san_line(board: &Board, line: &[Move]) -> Result<String, NotationError> {
    let first = board.side_to_move();
    let mut board = board.clone();
    let mut moves = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if !board.is_legal(mv) {
            let message = format!("move {} of the line, `{mv}`, is not legal in `{}`", index + 1, fen::write(&board));
            return Err(NotationError::new(message));
        }
        moves.push(display_san_move(&board, mv).to_string());
        board.play_unchecked(mv);
        board = fen::without_idle_en_passant(board);
    }
    Ok(numbered(first, moves))
}

/// Reads a legal move in either notation.
pub(crate) fn read(board: &Board, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let Some(pattern) = MovePattern::read(text, &PROMOTIONS) else {
        let message = format!("`{text}` is not a move; expected coordinates such as e2e4, e7e8q or e1g1");
        return Err(NotationError::new(message + ", or algebraic notation such as Nf3, exd8=Q or O-O"));
    };
    let mut found: Vec<Move> = Vec::new();
    for moves in moves::lists(board) {
        found.extend(moves.into_iter().filter(|&mv| fits(pattern, board, moves.piece, mv)));
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(NotationError::new(format!("the move `{text}` is not legal in `{}`", fen::write(board)))),
        _ => Err(ambiguous(text, found.iter().map(|&mv| coordinates(board, mv)))),
    }
}

/// Whether a legal move is what a text says.
fn fits(pattern: MovePattern, board: &Board, moved: Piece, mv: Move) -> bool {
    if !is_castling(board, mv) {
        return pattern.fits(moved, mv);
    }
    match pattern {
        MovePattern::Coordinates(from, to, None) => (mv.from, target(board, mv)) == (from, to),
        MovePattern::Castling { short } => (mv.from.file() < mv.to.file()) == short,
        _ => false,
    }
}
