//! Positions as text: what the rules of chess say of the fields of a FEN.
//!
//! The idea: cozy-chess says of a bad position only that it is bad, so everything is checked first, what all variants agree on by
//! [`Fen`], and the rest here; each message names the field, rank or square at fault. What no chess
//! problem contains is refused too: kings side by side, a check that the last move cannot have left. Material is not:
//! nine queens are somebody's idea of a joke.
//!
//! The invariant: a board that is read has its castling rights on the squares of orthodox chess, an en passant square
//! only if some capture there is legal, a clock of at most 100 and the full-move number 1. So equal futures have equal
//! texts. The cost: microseconds; this is for input and output, not for searches. The reference: the "Portable Game
//! Notation Specification and Implementation Guide" (Edwards 1994), sections 16.1 and 16.2.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use proofset_chess_notation::{DoubleStep, Fen, color_name};
use proofset_core::NotationError;

use crate::moves;

/// Reads the fields of a position.
pub(crate) fn read(fields: &[&str]) -> Result<Board, NotationError> {
    let fen = Fen::read(fields, "4k3/8/4K3/8/8/8/8/R7 w - - 0 1")?;
    let mut builder = BoardBuilder::empty();
    for (&square, &piece) in Square::ALL.iter().zip(&fen.pieces) {
        *builder.square_mut(square) = piece;
    }
    builder.side_to_move = fen.side;
    builder.halfmove_clock = fen.clock;
    let pieces = Pieces::new(&builder);
    check_kings(&pieces)?;
    check_checks(&pieces, fen.side)?;
    read_castling(fen.castling, &pieces, &mut builder)?;
    if let Some(step) = fen.double_step {
        check_double_step(step, &pieces, fen.side)?;
        builder.en_passant = Some(step.passed);
    }
    let board = builder.build().map_err(|cause| error(format!("the position is impossible: {cause}")))?;
    Ok(without_idle_en_passant(board))
}

/// Writes a position with all six fields.
pub(crate) fn write(board: &Board) -> String {
    board.to_string()
}

/// The board without an en passant right that no pawn can use: it has no bearing on the future.
pub(crate) fn without_idle_en_passant(board: Board) -> Board {
    if board.en_passant().is_none() || usable_en_passant(&board).is_some() {
        return board;
    }
    let mut builder = BoardBuilder::from_board(&board);
    builder.en_passant = None;
    builder.build().expect("a legal position stays legal without an en passant right")
}

/// The file of the en passant right, if some pawn can legally use it.
#[inline]
pub(crate) fn usable_en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let side = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(side));
    let pawns = get_pawn_attacks(target, !side) & board.colored_pieces(side, Piece::Pawn);
    (!pawns.is_empty() && moves::listen(board, pawns, &mut |moves| moves.to.has(target))).then_some(file)
}

fn error(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Squares in words: `a1, b2`.
fn list(squares: BitBoard) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

/// The pieces as sets of squares, before there is a board that is known to be legal.
struct Pieces {
    colors: [BitBoard; Color::NUM],
    kinds: [BitBoard; Piece::NUM],
}

impl Pieces {
    fn new(builder: &BoardBuilder) -> Self {
        let mut pieces = Self { colors: [BitBoard::EMPTY; Color::NUM], kinds: [BitBoard::EMPTY; Piece::NUM] };
        for &square in &Square::ALL {
            if let Some((piece, color)) = builder.square(square) {
                pieces.colors[color as usize] |= square.bitboard();
                pieces.kinds[piece as usize] |= square.bitboard();
            }
        }
        pieces
    }

    fn of(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.kinds[piece as usize]
    }

    fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// The king's square; to be called once there is exactly one.
    fn king(&self, color: Color) -> Square {
        self.of(color, Piece::King).next_square().expect("the kings have been counted")
    }

    /// The pieces that give check to the king of `color`.
    fn checkers(&self, color: Color) -> BitBoard {
        let king = self.king(color);
        let kind = |piece| self.of(!color, piece);
        (get_pawn_attacks(king, color) & kind(Piece::Pawn))
            | (get_knight_moves(king) & kind(Piece::Knight))
            | (get_bishop_moves(king, self.occupied()) & (kind(Piece::Bishop) | kind(Piece::Queen)))
            | (get_rook_moves(king, self.occupied()) & (kind(Piece::Rook) | kind(Piece::Queen)))
    }
}

fn check_kings(pieces: &Pieces) -> Result<(), NotationError> {
    for color in Color::ALL {
        let kings = pieces.of(color, Piece::King);
        let name = color_name(color);
        match kings.len() {
            0 => return Err(error(format!("{name} has no king"))),
            1 => {}
            count => return Err(error(format!("{name} has {count} kings, on {}; expected 1", list(kings)))),
        }
    }
    Ok(())
}

/// Refuses checks that no legal move can have left.
fn check_checks(pieces: &Pieces, side: Color) -> Result<(), NotationError> {
    let (king, other) = (pieces.king(side), pieces.king(!side));
    if get_king_moves(king).has(other) {
        return Err(error(format!("the kings on {king} and {other} stand next to each other")));
    }
    let given = pieces.checkers(!side);
    if !given.is_empty() {
        let (name, color, from) = (color_name(side), adjective(!side), list(given));
        let cause = "whoever has just moved cannot be in check";
        return Err(error(format!(
            "{name} is to move, but the {color} king on {other} is in check from {from}; {cause}"
        )));
    }
    let taken = pieces.checkers(side);
    if taken.len() > 2 {
        let (color, from) = (adjective(side), list(taken));
        return Err(error(format!(
            "the {color} king on {king} is in check from {from}; one move gives 2 checks at most"
        )));
    }
    Ok(())
}

fn read_castling(text: &str, pieces: &Pieces, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    for symbol in text.chars() {
        let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
        let short = match symbol {
            'K' | 'k' => true,
            'Q' | 'q' => false,
            'A'..='H' | 'a'..='h' => {
                let message = format!("castling right `{symbol}` (field 3) is of Chess960, which is not supported");
                return Err(error(message + "; expected `-` or some of KQkq"));
            }
            _ => {
                let message = format!("castling rights (field 3) are `{text}`; expected `-` or some of KQkq");
                return Err(error(message));
            }
        };
        let rank = Rank::First.relative_to(color);
        let file = if short { File::H } else { File::A };
        let (king, rook) = (Square::new(File::E, rank), Square::new(file, rank));
        if pieces.king(color) != king || !pieces.of(color, Piece::Rook).has(rook) {
            let color = adjective(color);
            let message = format!("castling right `{symbol}` (field 3) needs the {color} king on {king}");
            return Err(error(format!("{message} and a {color} rook on {rook}")));
        }
        let rights = builder.castle_rights_mut(color);
        let right = if short { &mut rights.short } else { &mut rights.long };
        if right.replace(file).is_some() {
            return Err(error(format!("castling right `{symbol}` (field 3) is given twice")));
        }
    }
    Ok(())
}

/// A double step gives check itself, or opens a line through the square that it leaves.
fn check_double_step(step: DoubleStep, pieces: &Pieces, side: Color) -> Result<(), NotationError> {
    let DoubleStep { from, to, .. } = step;
    let king = pieces.king(side);
    let stray = |&checker: &Square| checker != to && !get_between_rays(checker, king).has(from);
    match pieces.checkers(side).iter().find(stray) {
        Some(checker) => Err(step.impossible(&format!(
            "the {} king on {king} is in check from {checker}, which {from}-{to} did not cause",
            adjective(side)
        ))),
        None => Ok(()),
    }
}
