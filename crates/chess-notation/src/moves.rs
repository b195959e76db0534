//! What a text says about a move: coordinates (`e2e4`, `e7e8q`) or standard algebraic notation (`Nf3`, `exd8=Q+`, `O-O`).
//!
//! The idea: a text is a move if it names exactly one of the legal moves. So nothing is parsed into a move that is then found
//! to be illegal, and a text that fits two moves is refused by naming both.

use cozy_chess::{File, Move, Piece, Rank, Square};
use proofset_core::NotationError;

/// What a text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePattern {
    /// Where from, where to, and what a pawn becomes.
    Coordinates(Square, Square, Option<Piece>),
    /// To the rook's side that is named.
    Castling {
        /// The king's side.
        short: bool,
    },
    /// The parts of algebraic notation.
    Algebraic {
        /// What moves.
        piece: Piece,
        /// The file that it comes from, if that is said.
        file: Option<File>,
        /// The rank that it comes from, if that is said.
        rank: Option<Rank>,
        /// Where to.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Piece>,
    },
}

impl MovePattern {
    /// Reads a text; `None` if it is no move. `promotions` are what a pawn may become.
    pub fn read(text: &str, promotions: &[Piece]) -> Option<Self> {
        let symbols: Vec<char> = text.chars().collect();
        if let [file, rank, ref to @ ..] = symbols[..]
            && let Some(from) = square(file, rank)
        {
            match *to {
                [file, rank] if square(file, rank).is_some() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, None));
                }
                [file, rank, symbol] if square(file, rank).is_some() && symbol.is_ascii_lowercase() => {
                    return Some(Self::Coordinates(from, square(file, rank)?, Some(promotion(symbol, promotions)?)));
                }
                _ => {}
            }
        }
        match text.trim_end_matches(['+', '#', '!', '?']) {
            "O-O" | "0-0" => Some(Self::Castling { short: true }),
            "O-O-O" | "0-0-0" => Some(Self::Castling { short: false }),
            bare => Self::algebraic(bare, promotions),
        }
    }

    fn algebraic(text: &str, promotions: &[Piece]) -> Option<Self> {
        let mut symbols: Vec<char> = text.chars().collect();
        let promotion = match symbols.last() {
            Some(symbol) if symbol.is_ascii_uppercase() => {
                Some(promotion(symbols.pop()?.to_ascii_lowercase(), promotions)?)
            }
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

    /// Whether a move of a piece, which is no castling, is what the text says.
    pub fn fits(self, moved: Piece, mv: Move) -> bool {
        match self {
            Self::Coordinates(from, to, promotion) => (mv.from, mv.to, mv.promotion) == (from, to, promotion),
            Self::Castling { .. } => false,
            Self::Algebraic { piece, file, rank, to, promotion } => {
                (moved, mv.to, mv.promotion) == (piece, to, promotion)
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
            }
        }
    }
}

/// The error of a text that names several legal moves.
pub fn ambiguous(text: &str, moves: impl IntoIterator<Item = String>) -> NotationError {
    let moves: Vec<String> = moves.into_iter().collect();
    NotationError::new(format!("the move `{text}` is ambiguous: it could be {}", moves.join(" or ")))
}

fn square(file: char, rank: char) -> Option<Square> {
    Some(Square::new(File::try_from(file).ok()?, Rank::try_from(rank).ok()?))
}

fn promotion(symbol: char, promotions: &[Piece]) -> Option<Piece> {
    Piece::try_from(symbol).ok().filter(|piece| promotions.contains(piece))
}

#[cfg(test)]
mod tests {
    use cozy_chess::{File, Piece, Rank, Square};

    use super::MovePattern;

    #[test]
    fn texts_say_what_they_say() {
        let read = |text| MovePattern::read(text, &[Piece::Queen]);
        let algebraic =
            |piece, file, rank, to, promotion| Some(MovePattern::Algebraic { piece, file, rank, to, promotion });
        assert_eq!(read("e2e4"), Some(MovePattern::Coordinates(Square::E2, Square::E4, None)));
        assert_eq!(read("e7e8q"), Some(MovePattern::Coordinates(Square::E7, Square::E8, Some(Piece::Queen))));
        assert_eq!(read("e7e8k"), None);
        assert_eq!(read("0-0-0+"), Some(MovePattern::Castling { short: false }));
        assert_eq!(read("O-O"), Some(MovePattern::Castling { short: true }));
        assert_eq!(read("exd8=Q#"), algebraic(Piece::Pawn, Some(File::E), None, Square::D8, Some(Piece::Queen)));
        assert_eq!(read("Nb1xd2!?"), algebraic(Piece::Knight, Some(File::B), Some(Rank::First), Square::D2, None));
        assert_eq!(read("R3e4"), algebraic(Piece::Rook, None, Some(Rank::Third), Square::E4, None));
        for text in ["", "e", "e9", "x", "Nxx5", "=Q", "e8=K", "\u{2658}d5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
