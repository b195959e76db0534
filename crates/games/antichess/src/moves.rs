//! Moves: all captures if there is one, else all other moves.
//!
//! The idea: one pass finds which squares each piece of the side to move reaches. If some piece reaches one of the other
//! side, the captures are what is left of these sets; else the empty squares, for which pawns go straight ahead. No piece is
//! pinned, for no king is in danger; so there is nothing more to look at.
//!
//! The order: pawns, knights, bishops, rooks, queens, kings; among pieces of a kind by square from a1, b1 to h8; targets by
//! square; promotions to knight, bishop, rook, queen, king.
//!
//! The cost: a look into a table for each piece, and nothing is allocated.

use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves,
};

use crate::position::Position;

/// What a pawn becomes, in the order of moves.
pub(crate) const PROMOTIONS: [Piece; 5] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// Where a piece can go.
#[derive(Clone, Copy)]
struct Reach {
    from: Square,
    to: BitBoard,
    is_pawn: bool,
}

/// The legal moves, piece by piece. A side has sixteen pieces at most.
pub(crate) struct Moves(ArrayVec<Reach, 16>);

/// The squares of the rank on which the pawns of a side become other pieces.
#[inline]
fn last_rank(side: Color) -> BitBoard {
    Rank::Eighth.relative_to(side).bitboard()
}

impl Moves {
    /// All legal moves, whether or not the game is drawn.
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let side = position.side_to_move();
        let (own, theirs) = (position.of(side), position.of(!side));
        let occupied = own | theirs;
        let passed = position.en_passant_square().map_or(BitBoard::EMPTY, Square::bitboard);
        let mut reaches = ArrayVec::new();
        let mut captures = BitBoard::EMPTY;
        for from in own & position.kind(Piece::Pawn) {
            let to = get_pawn_attacks(from, side) & (theirs | passed);
            captures |= to;
            reaches.push(Reach { from, to, is_pawn: true });
        }
        let pawns = reaches.len();
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King] {
            for from in own & position.kind(piece) {
                let to = match piece {
                    Piece::Knight => get_knight_moves(from),
                    Piece::Bishop => get_bishop_moves(from, occupied),
                    Piece::Rook => get_rook_moves(from, occupied),
                    Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
                    _ => get_king_moves(from),
                } & !own;
                captures |= to & theirs;
                reaches.push(Reach { from, to, is_pawn: false });
            }
        }
        if captures.is_empty() {
            for reach in &mut reaches[..pawns] {
                reach.to = get_pawn_quiets(reach.from, side, occupied);
            }
        } else {
            for reach in &mut reaches[pawns..] {
                reach.to &= theirs;
            }
        }
        Self(reaches)
    }

    /// How many there are.
    #[inline]
    pub(crate) fn count(&self, side: Color) -> u32 {
        let last = last_rank(side);
        let count = |reach: &Reach| {
            let promotions = if reach.is_pawn { (reach.to & last).len() } else { 0 };
            reach.to.len() + promotions * (PROMOTIONS.len() as u32 - 1)
        };
        self.0.iter().map(count).sum()
    }

    /// One by one.
    #[inline]
    pub(crate) fn iter(self, side: Color) -> impl Iterator<Item = Move> {
        let last = last_rank(side);
        self.0.into_iter().flat_map(move |Reach { from, to, is_pawn }| {
            to.into_iter().flat_map(move |to| {
                let promotes = is_pawn && last.has(to);
                let promotions = if promotes { PROMOTIONS.len() } else { 1 };
                (0..promotions).map(move |index| Move { from, to, promotion: promotes.then(|| PROMOTIONS[index]) })
            })
        })
    }
}

/// True if the side to move has a move.
#[inline]
pub(crate) fn any(position: &Position) -> bool {
    let side = position.side_to_move();
    let (own, theirs) = (position.of(side), position.of(!side));
    let empty = !(own | theirs);
    let pawns = own & position.kind(Piece::Pawn);
    let ahead = if side == Color::White { pawns.0 << 8 } else { pawns.0 >> 8 };
    if ahead & empty.0 != 0 || position.en_passant().is_some() {
        return true;
    }
    let kind = |piece| own & position.kind(piece);
    let (diagonal, straight) = (kind(Piece::Bishop) | kind(Piece::Queen), kind(Piece::Rook) | kind(Piece::Queen));
    // A piece that cannot go to a square beside it cannot go farther.
    kind(Piece::Knight).iter().any(|from| !get_knight_moves(from).is_subset(own))
        || kind(Piece::King).iter().any(|from| !get_king_moves(from).is_subset(own))
        || straight.iter().any(|from| !get_rook_moves(from, BitBoard::FULL).is_subset(own))
        || diagonal.iter().any(|from| !get_bishop_moves(from, BitBoard::FULL).is_subset(own))
        || pawns.iter().any(|from| !(get_pawn_attacks(from, side) & theirs).is_empty())
}
