//! A chess position in 28 bytes: the nodes of mate problems.
//!
//! The idea: a set of occupied squares, a code of four bits for each piece on them in the order of squares, and one
//! word for the rest. Searches hold millions of states and compare and hash them all the time, but need a board only to
//! expand one; a cozy-chess `Board` has 104 bytes. Two more numbers ride along: how far the play is from its end, and
//! the ruling on the state, which follows from the rest and is cheapest to find while the board is at hand.
//!
//! The invariant: packing is injective, and unpacking a packed board gives that board, less an en passant right that no
//! pawn can use. So states are equal exactly if their positions and their distances from the end are.
//!
//! The cost: unpacking must go through cozy-chess's checks of new boards and takes a few hundred nanoseconds, once per
//! expansion. Packing takes about a nanosecond per piece, for the codes of the parent are kept square by square and
//! only those of the few squares that a move has changed are made anew. Together, listing and judging successors takes
//! about a quarter longer than with boards as states, which a search mostly wins back in its tables. Codes in the order
//! of squares are common in training data for chess engines.

use std::fmt;
use std::hash::{Hash, Hasher};

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square};
use proofset_core::{Pack, Unpacker};

use crate::fen;

/// Set in the code of a black piece; the other three bits are the kind.
const BLACK: u8 = 8;

// Where the fields of the last word begin; each ends where the next begins.
const SIDE: u32 = 0;
const CASTLING: u32 = 1;
const EN_PASSANT: u32 = 5;
const CLOCK: u32 = 9;
const COUNT: u32 = 16;
const RULING: u32 = 30;
const END: u32 = 32;

/// What the rules say of a state; stored in two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    Open = 0,
    Proven = 1,
    Disproven = 2,
}

/// A node of a [`Mate`](crate::Mate): a position, how far the play is from its end, and whether the rules decide it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Two words of occupied squares, four of codes, and the rest. With larger words, four bytes would be padding.
    words: [u32; 7],
}

impl Pack for State {
    const BITS: u32 = <[u32; 7]>::BITS;

    #[inline]
    fn pack(&self, to: &mut proofset_core::Packer<'_>) {
        self.words.pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self { words: Pack::unpack(from) }
    }
}

impl State {
    /// The board, with the clock of the state and the full-move number 1.
    pub(crate) fn unpack(&self) -> Board {
        let mut builder = BoardBuilder::empty();
        let mut rest = self.pair(0);
        for mut codes in [self.pair(2), self.pair(4)] {
            for _ in 0..16 {
                if rest == 0 {
                    break;
                }
                let code = codes as u8 & 15;
                let color = if code & BLACK == 0 { Color::White } else { Color::Black };
                builder.board[rest.trailing_zeros() as usize] = Some((Piece::index((code & !BLACK) as usize), color));
                rest &= rest - 1;
                codes >>= 4;
            }
        }

        let side = self.side_to_move();
        builder.side_to_move = side;
        let castling = self.field(CASTLING, EN_PASSANT);
        for (color, rights) in [(Color::White, castling), (Color::Black, castling >> 2)] {
            builder.castle_rights_mut(color).short = (rights & 1 != 0).then_some(File::H);
            builder.castle_rights_mut(color).long = (rights & 2 != 0).then_some(File::A);
        }
        if let Some(file) = (self.field(EN_PASSANT, CLOCK) as usize).checked_sub(1) {
            builder.en_passant = Some(Square::new(File::index(file), Rank::Sixth.relative_to(side)));
        }
        builder.halfmove_clock = self.clock();
        builder.build().expect("a packed board was legal")
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        if self.field(SIDE, CASTLING) == 0 { Color::White } else { Color::Black }
    }

    /// Half-moves since the last capture or pawn move; 0 where they do not matter.
    #[inline]
    pub(crate) fn clock(&self) -> u8 {
        self.field(CLOCK, COUNT) as u8
    }

    /// The same for all states that differ in nothing but the clock and what the rules say of it.
    pub(crate) fn without_clock(mut self) -> Self {
        const LEFT_OUT: u32 = ((1 << (COUNT - CLOCK)) - 1) << CLOCK | ((1 << (END - RULING)) - 1) << RULING;
        self.words[6] &= !LEFT_OUT;
        self
    }

    /// How far the play is from its end: the problem says in which unit.
    #[inline]
    pub(crate) fn count(&self) -> u16 {
        self.field(COUNT, RULING) as u16
    }

    #[inline]
    pub(crate) fn ruling(&self) -> Ruling {
        match self.field(RULING, END) {
            0 => Ruling::Open,
            1 => Ruling::Proven,
            _ => Ruling::Disproven,
        }
    }

    #[inline]
    fn field(&self, start: u32, end: u32) -> u32 {
        self.words[6] >> start & ((1 << (end - start)) - 1)
    }

    /// Two words as one.
    #[inline]
    fn pair(&self, index: usize) -> u64 {
        u64::from(self.words[index]) | u64::from(self.words[index + 1]) << 32
    }
}

/// All bits into one word by folded products, as in wyhash (Wang Yi 2019). Neighbours differ in few bits, and
/// a hasher that only multiplies leaves those in the high ones: tables would then compare twice as many states.
impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let pieces = fold(self.pair(0) ^ 0x9e37_79b9_7f4a_7c15, self.pair(2) ^ 0xd1b5_4a32_d192_ed03);
        let rest = self.pair(4) ^ 0xabc9_8388_fb8f_ac03;
        state.write_u64(fold(pieces ^ u64::from(self.words[6]) << 32, rest));
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({}, {}, {:?})", fen::write(&self.unpack()), self.count(), self.ruling())
    }
}

/// Packs a board and the boards that a move leads to from there.
pub(crate) struct Packer {
    layers: Layers,
    /// The code of the piece on each occupied square.
    codes: [u8; Square::NUM],
}

impl Packer {
    #[inline]
    pub(crate) fn new(board: &Board) -> Self {
        let layers = Layers::new(board);
        let mut codes = [0; Square::NUM];
        for square in board.occupied() {
            codes[square as usize] = layers.code(square as u32);
        }
        Self { layers, codes }
    }

    /// Packs a board near that of [`new`](Self::new), with a clock in place of its own.
    #[inline]
    pub(crate) fn pack(&self, board: &Board, clock: u8, count: u16, ruling: Ruling) -> State {
        debug_assert!(u32::from(count) < 1 << (RULING - COUNT), "the count {count} does not fit");
        let layers = Layers::new(board);
        let mut codes = self.codes;
        let mut changed = layers.changes(&self.layers);
        while changed != 0 {
            let square = changed.trailing_zeros();
            codes[square as usize] = layers.code(square);
            changed &= changed - 1;
        }

        let mut packed = [0_u64; 2];
        let mut rest = layers.occupied;
        for half in &mut packed {
            let mut shift = 0;
            while rest != 0 && shift < 64 {
                *half |= u64::from(codes[rest.trailing_zeros() as usize]) << shift;
                rest &= rest - 1;
                shift += 4;
            }
        }

        let mut castling = 0;
        for color in [Color::Black, Color::White] {
            let rights = board.castle_rights(color);
            castling = castling << 2 | u32::from(rights.long.is_some()) << 1 | u32::from(rights.short.is_some());
        }
        let en_passant = fen::usable_en_passant(board).map_or(0, |file| file as u32 + 1);
        let last = (board.side_to_move() as u32) << SIDE
            | castling << CASTLING
            | en_passant << EN_PASSANT
            | u32::from(clock) << CLOCK
            | u32::from(count) << COUNT
            | (ruling as u32) << RULING;
        let halves = |pair: u64| [pair as u32, (pair >> 32) as u32];
        let [[a, b], [c, d], [e, f]] = [layers.occupied, packed[0], packed[1]].map(halves);
        State { words: [a, b, c, d, e, f, last] }
    }
}

/// The bits of all codes, as sets of squares.
struct Layers {
    occupied: u64,
    bits: [u64; 4],
}

impl Layers {
    #[inline]
    fn new(board: &Board) -> Self {
        let pieces = |piece| board.pieces(piece).0;
        // The kinds are numbered pawn, knight, bishop, rook, queen, king.
        let bits = [
            pieces(Piece::Knight) | pieces(Piece::Rook) | pieces(Piece::King),
            pieces(Piece::Bishop) | pieces(Piece::Rook),
            pieces(Piece::Queen) | pieces(Piece::King),
            board.colors(Color::Black).0,
        ];
        Self { occupied: board.occupied().0, bits }
    }

    /// The squares on which the two differ.
    #[inline]
    fn changes(&self, other: &Self) -> u64 {
        let pairs = self.bits.iter().zip(&other.bits);
        pairs.fold(self.occupied ^ other.occupied, |changes, (ours, theirs)| changes | (ours ^ theirs))
    }

    #[inline]
    fn code(&self, square: u32) -> u8 {
        self.bits.iter().rev().fold(0, |code, bit| code << 1 | (bit >> square & 1) as u8)
    }
}
