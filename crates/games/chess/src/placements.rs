//! All positions with a few given pieces: what an endgame table is about.
//!
//! The idea: try every square for every piece, either side to move, and keep what is legal. The cost: 128 boards for each
//! piece less one, multiplied: half a million for three pieces.

use cozy_chess::{BoardBuilder, Color, Piece, Square, get_king_moves};

use crate::rules::Position;

/// All legal positions with both kings and these pieces, each once, without castling and en passant rights and with the
/// clock at 0: first those with White to move; squares in order, the white king's first, then the black king's.
///
/// # Panics
///
/// With more than eight pieces, of which there are too many placements to count.
///
/// ```
/// use proofset_chess::{Color, Piece, placements};
///
/// // No two kings side by side: 3,612 pairs of squares.
/// assert_eq!(placements(&[]).count(), 2 * 3612);
/// let rook = placements(&[(Piece::Rook, Color::White)]);
/// assert!(rook.take(1).all(|position| position.side_to_move() == Color::White));
/// ```
pub fn placements(pieces: &[(Piece, Color)]) -> impl Iterator<Item = Position> + use<> {
    let mut all = vec![(Piece::King, Color::White), (Piece::King, Color::Black)];
    all.extend_from_slice(pieces);
    assert!(all.len() <= 10, "{} pieces have too many placements to count", all.len());
    let count = 1_usize << (6 * all.len());
    let place = move |(side, number): (Color, usize)| {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = side;
        let mut squares = [0; 10];
        for (index, &piece) in all.iter().enumerate() {
            let square = number >> (6 * (all.len() - 1 - index)) & 63;
            // Pieces of one kind are told apart by nothing: they stand in the order of squares.
            let twins = all[..index].iter().zip(squares).filter(|(other, _)| **other == piece);
            if twins.clone().any(|(_, at)| at > square) || builder.board[square].replace(piece).is_some() {
                return None;
            }
            squares[index] = square;
        }
        let touch = get_king_moves(Square::index(squares[0])).has(Square::index(squares[1]));
        if touch { None } else { builder.build().ok().map(Position::new) }
    };
    let sides = [Color::White, Color::Black].into_iter();
    sides.flat_map(move |side| (0..count).map(move |number| (side, number))).filter_map(place)
}
