//! A position in 40 bytes that moves are played in at once.
//!
//! The idea: four sets of squares hold a code of four bits for each square, so that a set of pieces is two or three
//! operations away, a move clears and writes two codes, and nothing is ever unpacked. One more word has the rest: the side to
//! move, the file of an en passant capture, the half-move clock, and the *potential*, the number of pieces plus the steps that
//! the pawns have to promotion, which captures and pawn moves use up and nothing gives back.
//!
//! The invariant: there is an en passant file only if a pawn can capture there, so equal futures have equal positions. The
//! potential follows from the pieces.
//!
//! The cost: a move takes a few nanoseconds, a hash three products.

use std::hash::{Hash, Hasher};

use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use proofset_chess_notation::DRAW_CLOCK;
use proofset_core::{Pack, Packer, Unpacker};

/// The largest potential: sixteen pawns with six steps to go among thirty-two pieces.
const MAX_POTENTIAL: u32 = 16 * 6 + 32;

/// Sets of squares by what their pieces' codes have: the three bits of 1 for pawns to 6 for kings, and that for black.
const PLANES: usize = 4;
const BLACK: usize = 3;

/// The bits of a code that say the kind.
const KIND: u32 = 7;

// Where the fields of the rest begin.
const EN_PASSANT: u32 = 1;
const CLOCK: u32 = 5;
const POTENTIAL: u32 = 12;
const END: u32 = 20;

/// A position: the pieces, the side to move, an en passant capture, and the half-move clock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    planes: [u64; PLANES],
    rest: u32,
}

impl Position {
    /// A position with these pieces on the squares from a1, b1 to h8.
    pub(crate) fn new(
        pieces: &[Option<(Piece, Color)>; Square::NUM],
        side: Color,
        en_passant: Option<File>,
        clock: u8,
    ) -> Self {
        let mut position = Self { planes: [0; PLANES], rest: side as u32 };
        for (&square, piece) in Square::ALL.iter().zip(pieces) {
            if let Some((piece, color)) = *piece {
                position.put(square, code(piece, color));
            }
        }
        position.set(CLOCK, POTENTIAL, clock.into());
        position.set(POTENTIAL, END, position.count_potential());
        position.allow_en_passant(en_passant);
        position
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        if self.rest & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Half-moves since the last capture or pawn move; 100 at most, and always 0 in a game without the clock.
    #[inline]
    pub fn half_move_clock(&self) -> u8 {
        self.get(CLOCK, POTENTIAL) as u8
    }

    /// The number of a side's pieces, pawns included.
    #[inline]
    pub fn pieces(&self, color: Color) -> u32 {
        self.of(color).len()
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: Square) -> Option<(Piece, Color)> {
        let code = self.code_on(square);
        let color = if code >> BLACK == 0 { Color::White } else { Color::Black };
        Some((Piece::index(((code & KIND) as usize).checked_sub(1)?), color))
    }

    /// The file of an en passant capture, if a pawn can make one.
    #[inline]
    pub(crate) fn en_passant(&self) -> Option<File> {
        (self.get(EN_PASSANT, CLOCK) as usize).checked_sub(1).map(File::index)
    }

    /// The square that a pawn reaches by an en passant capture.
    #[inline]
    pub(crate) fn en_passant_square(&self) -> Option<Square> {
        Some(Square::new(self.en_passant()?, Rank::Sixth.relative_to(self.side_to_move())))
    }

    #[inline]
    pub(crate) fn occupied(&self) -> BitBoard {
        let [low, middle, high, _] = self.planes;
        BitBoard(low | middle | high)
    }

    /// The pieces of a side.
    #[inline]
    pub(crate) fn of(&self, color: Color) -> BitBoard {
        let black = BitBoard(self.planes[BLACK]);
        if color == Color::Black { black } else { self.occupied() & !black }
    }

    /// The pieces of a kind.
    #[inline]
    pub(crate) fn kind(&self, piece: Piece) -> BitBoard {
        let [low, middle, high, _] = self.planes;
        BitBoard(match piece {
            Piece::Pawn => low & !middle & !high,
            Piece::Knight => middle & !low & !high,
            Piece::Bishop => low & middle,
            Piece::Rook => high & !low & !middle,
            Piece::Queen => high & low,
            Piece::King => high & middle,
        })
    }

    /// Grows with every move, as long as the clock counts. At most [`DRAW_CLOCK`] moves leave the potential as it is.
    #[inline]
    pub(crate) fn rank(&self) -> u32 {
        let potential = self.get(POTENTIAL, END);
        (MAX_POTENTIAL - potential) * (u32::from(DRAW_CLOCK) + 1) + u32::from(self.half_move_clock())
    }

    /// The same position with another clock, of at most 100.
    #[inline]
    #[must_use]
    pub fn with_clock(mut self, clock: u8) -> Self {
        self.set(CLOCK, POTENTIAL, clock.into());
        self
    }

    /// Plays a legal move. Every move that neither captures nor moves a pawn adds `tick` to the clock.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, tick: u8) {
        let side = self.side_to_move();
        let pawn = code(Piece::Pawn, Color::White);
        let (moved, captured) = (self.code_on(mv.from), self.code_on(mv.to));
        let mut placed = moved;
        let mut spent = 0;
        let mut passed = None;
        self.clear(mv.from);
        self.clear(mv.to);
        if captured != 0 {
            spent += 1 + if captured & KIND == pawn { steps_to_promotion(mv.to, !side) } else { 0 };
        }
        if moved & KIND == pawn {
            let steps = (mv.from.rank() as u32).abs_diff(mv.to.rank() as u32);
            spent += steps;
            passed = (steps == 2).then(|| mv.to.file());
            if captured == 0 && mv.from.file() != mv.to.file() {
                let square = Square::new(mv.to.file(), mv.from.rank());
                self.clear(square);
                spent += 1 + steps_to_promotion(square, !side);
            }
            if let Some(promotion) = mv.promotion {
                placed = code(promotion, side);
            }
        }
        self.put(mv.to, placed);
        let clock = if spent == 0 { self.half_move_clock() + tick } else { 0 };
        let potential = self.get(POTENTIAL, END) - spent;
        self.rest = !side as u32 | u32::from(clock) << CLOCK | potential << POTENTIAL;
        self.allow_en_passant(passed);
    }

    /// Whose pawn has just made a double step on this file; kept only if a pawn can capture it.
    #[inline]
    fn allow_en_passant(&mut self, file: Option<File>) {
        let Some(file) = file else { return };
        let side = self.side_to_move();
        let target = Square::new(file, Rank::Sixth.relative_to(side));
        if !(get_pawn_attacks(target, !side) & self.of(side) & self.kind(Piece::Pawn)).is_empty() {
            self.set(EN_PASSANT, CLOCK, file as u32 + 1);
        }
    }

    /// The number of pieces plus the steps that the pawns have to promotion.
    fn count_potential(&self) -> u32 {
        let mut potential = self.occupied().len();
        for color in Color::ALL {
            let pawns = self.of(color) & self.kind(Piece::Pawn);
            potential += pawns.iter().map(|pawn| steps_to_promotion(pawn, color)).sum::<u32>();
        }
        potential
    }

    /// The code of the piece on a square, 0 if there is none.
    #[inline]
    fn code_on(&self, square: Square) -> u32 {
        let [low, middle, high, black] = self.planes.map(|plane| (plane >> square as u32) as u32 & 1);
        low | middle << 1 | high << 2 | black << BLACK
    }

    #[inline]
    fn clear(&mut self, square: Square) {
        for plane in &mut self.planes {
            *plane &= !(1 << square as u32);
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, square: Square, code: u32) {
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u64::from(code >> index & 1) << square as u32;
        }
    }

    #[inline]
    fn get(&self, start: u32, end: u32) -> u32 {
        self.rest >> start & ((1 << (end - start)) - 1)
    }

    #[inline]
    fn set(&mut self, start: u32, end: u32, value: u32) {
        let mask = ((1 << (end - start)) - 1) << start;
        self.rest = self.rest & !mask | value << start;
    }
}

/// Four bits: the kind from 1 on, and the colour.
#[inline]
fn code(piece: Piece, color: Color) -> u32 {
    (piece as u32 + 1) | (color as u32) << BLACK
}

/// The ranks between a pawn and its promotion, and that of the promotion.
#[inline]
fn steps_to_promotion(pawn: Square, color: Color) -> u32 {
    Rank::Eighth as u32 - pawn.rank().relative_to(color) as u32
}

impl Pack for Position {
    const BITS: u32 = <[u64; PLANES]>::BITS + END;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        self.planes.pack(to);
        to.put(self.rest, END);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let planes = Pack::unpack(from);
        Self { planes, rest: from.take(END) }
    }
}

/// All bits into one word by folded products, as in wyhash (Wang Yi 2019): neighbours differ in few bits.
impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [low, middle, high, black] = self.planes;
        let one = fold(low ^ 0x9e37_79b9_7f4a_7c15, middle ^ 0xd1b5_4a32_d192_ed03);
        let other = fold(high ^ 0xabc9_8388_fb8f_ac03, black ^ 0x8cb9_2ba7_2f3d_8dd7);
        state.write_u64(fold(one ^ u64::from(self.rest) << 32, other ^ 0x2d35_8dcc_aa6c_78a5));
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Game;

    use super::Position;
    use crate::Antichess;

    /// What moves keep up to date is what a new position counts.
    #[test]
    fn the_potential_follows_from_the_pieces() {
        let mut rng = fastrand::Rng::with_seed(3);
        for game in [Antichess::default(), Antichess::default().with_clock(false)] {
            for _ in 0..100 {
                let mut position = game.start();
                while game.outcome(&position).is_none() && rng.u32(..300) > 0 {
                    let moves: Vec<_> = game.moves(&position).collect();
                    game.play(&mut position, moves[rng.usize(..moves.len())]);
                    assert_eq!(position.get(super::POTENTIAL, super::END), position.count_potential());
                }
            }
        }
    }

    #[test]
    fn a_position_takes_forty_bytes() {
        assert_eq!(size_of::<Position>(), 40);
    }
}
