//! Moves as text: coordinates (`e2e4`, `e7e8q`, `e1g1`) and standard algebraic notation (`Nf3`, `exd8=Q+`, `O-O`).
//!
//! The idea: a text is a move if it names exactly one of the legal moves. So nothing is parsed into a move that is then
//! found to be illegal, and a text that fits two moves is refused by naming both. The cost: a pass over the legal moves
//! per text. The reference for both notations: the "Portable Game Notation Specification and Implementation Guide"
//! (Edwards 1994), section 8.2.3, and the UCI protocol (Kahlen and Meyer-Kahlen 2000).

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use proofset_core::NotationError;

use crate::{fen, moves};

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
    let mut board = board.clone();
    board.set_fullmove_number(1);
    let mut words = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if !board.is_legal(mv) {
            let message = format!("move {} of the line, `{mv}`, is not legal in `{}`", index + 1, fen::write(&board));
            return Err(NotationError::new(message));
        }
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(display_san_move(&board, mv).to_string());
        board.play_unchecked(mv);
        board = fen::without_idle_en_passant(board);
    }
    Ok(words.join(" "))
}

/// Reads a legal move in either notation.
pub(crate) fn read(board: &Board, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let Some(pattern) = Pattern::read(text) else {
        let message = format!("`{text}` is not a move; expected coordinates such as e2e4, e7e8q or e1g1");
        return Err(NotationError::new(message + ", or algebraic notation such as Nf3, exd8=Q or O-O"));
    };
    let mut found: Vec<Move> = Vec::new();
    for moves in moves::lists(board) {
        found.extend(moves.into_iter().filter(|&mv| pattern.fits(board, moves.piece, mv)));
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(NotationError::new(format!("the move `{text}` is not legal in `{}`", fen::write(board)))),
        _ => {
            let choices: Vec<String> = found.iter().map(|&mv| coordinates(board, mv)).collect();
            Err(NotationError::new(format!("the move `{text}` is ambiguous: it could be {}", choices.join(" or "))))
        }
    }
}

/// What a text says about a move.
enum Pattern {
    /// From, to and promotion.
    Coordinates(Square, Square, Option<Piece>),
    /// To the rook's side that is named.
    Castling { short: bool },
    /// Piece, what is said of its square, target, promotion.
    Algebraic { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let symbols: Vec<char> = text.chars().collect();
        if let [file, rank, ref to @ ..] = symbols[..]
            && let Some(from) = square(file, rank)
        {
            match *to {
                [file, rank] if square(file, rank).is_some() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, None));
                }
                [file, rank, promotion] if square(file, rank).is_some() && promotion.is_ascii_lowercase() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, Some(promotion_piece(promotion)?)));
                }
                _ => {}
            }
        }
        match text.trim_end_matches(['+', '#', '!', '?']) {
            "O-O" | "0-0" => Some(Self::Castling { short: true }),
            "O-O-O" | "0-0-0" => Some(Self::Castling { short: false }),
            bare => Self::algebraic(bare),
        }
    }

    fn algebraic(text: &str) -> Option<Self> {
        let mut symbols: Vec<char> = text.chars().collect();
        let promotion = match symbols.last() {
            Some(symbol) if symbol.is_ascii_uppercase() => Some(promotion_piece(symbols.pop()?.to_ascii_lowercase())?),
            _ => None,
        };
        if promotion.is_some() && symbols.last() == Some(&'=') {
            symbols.pop();
        }
        let (rank, file) = (symbols.pop()?, symbols.pop()?);
        let to = square(file, rank)?;
        if symbols.last() == Some(&'x') {
            symbols.pop();
        }
        let rank = symbols.last().and_then(|&symbol| Rank::try_from(symbol).ok());
        symbols.truncate(symbols.len() - usize::from(rank.is_some()));
        let file = symbols.last().and_then(|&symbol| File::try_from(symbol).ok());
        symbols.truncate(symbols.len() - usize::from(file.is_some()));
        let piece = match symbols[..] {
            [] => Piece::Pawn,
            [symbol] if symbol.is_ascii_uppercase() => Piece::try_from(symbol.to_ascii_lowercase()).ok()?,
            _ => return None,
        };
        Some(Self::Algebraic { piece, file, rank, to, promotion })
    }

    fn fits(&self, board: &Board, moved: Piece, mv: Move) -> bool {
        match *self {
            Self::Coordinates(from, to, promotion) => {
                mv.from == from && target(board, mv) == to && mv.promotion == promotion
            }
            Self::Castling { short } => is_castling(board, mv) && (mv.from.file() < mv.to.file()) == short,
            Self::Algebraic { piece, file, rank, to, promotion } => {
                !is_castling(board, mv)
                    && (moved, mv.to, mv.promotion) == (piece, to, promotion)
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
            }
        }
    }
}

fn square(file: char, rank: char) -> Option<Square> {
    Some(Square::new(File::try_from(file).ok()?, Rank::try_from(rank).ok()?))
}

fn promotion_piece(symbol: char) -> Option<Piece> {
    Piece::try_from(symbol).ok().filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))
}
