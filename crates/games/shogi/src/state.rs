//! A position in 32 bytes, and the nodes of mate problems in 36.
//!
//! The idea: a set of occupied squares, a code for each piece on them, and a code for each piece that is elsewhere. The
//! more there are of a kind, the shorter is its code: one bit for pawns, three for lances, knights and silvers, four for
//! golds, five for bishops and rooks. On the board, a bit for the owner and one for promotion follow (golds do not
//! promote); elsewhere, two bits say in whose hand the piece is, or that it is out of play. For golds only one bit is
//! left, so one that is out of play is written as a silver with the one owner that silvers never have. Hence the codes
//! of all 38 pieces but kings have 162 bits together, wherever the pieces are. With 13 bits for the kings' squares, one
//! for the side to move, and 80 for the squares without one king, these are 256.
//!
//! The invariant: packing is injective on the positions that [`Board`] allows, and unpacking gives the board back. So
//! states are equal exactly if their positions and their distances from the end are. The cost: packing takes one or two
//! nanoseconds per piece, unpacking rebuilds the board and takes a few hundred, once per expansion. Codes by frequency
//! are common for shogi positions in training data of engines.

use std::fmt;
use std::hash::{Hash, Hasher};

use proofset_core::{Pack, Packer, Unpacker, Value};

use crate::board::Board;
use crate::hand::Hand;
use crate::piece::{Color, Kind, Piece};
use crate::square::{Square, SquareSet};

/// How many values a king's square has: all squares, and none.
const KING_VALUES: u32 = Square::COUNT as u32 + 1;

// Where the parts begin.
const SIDE: u32 = 13;
const SQUARES: u32 = 14;
const CODES: u32 = 94;

/// The bits of each kind's code, first bit lowest, and how many they are. No code begins another.
const PREFIXES: [(u8, u32); 7] =
    [(0b0, 1), (0b001, 3), (0b101, 3), (0b011, 3), (0b0111, 4), (0b01111, 5), (0b11111, 5)];

/// Owners of pieces that are not on the board.
const OUT_OF_PLAY: u8 = 2;
const GOLD_OUT_OF_PLAY: u8 = 3;

/// No code is longer.
const LONGEST: u32 = 7;

/// What a code on the board means, by its first seven bits, with its length.
static PIECES: [(Piece, u8); 1 << LONGEST] = pieces();

/// The code of each piece on the board, by colour and kind, with its length.
static CODES_ON_BOARD: [[(u8, u8); Kind::COUNT]; 2] = codes_on_board();

const fn codes_on_board() -> [[(u8, u8); Kind::COUNT]; 2] {
    let mut codes = [[(0, 0); Kind::COUNT]; 2];
    let mut number = 0;
    while number < Kind::COUNT {
        let kind = Kind::ALL[number];
        let basic = kind.basic();
        if !matches!(kind, Kind::King) {
            let (prefix, length) = PREFIXES[basic as usize];
            let promotes = basic.promoted().is_some();
            let promoted = (kind as u8 != basic as u8) as u8;
            let mut color = 0;
            while color < 2 {
                let code = prefix | (color as u8) << length | promoted << (length + 1);
                codes[color][number] = (code, length as u8 + if promotes { 2 } else { 1 });
                color += 1;
            }
        }
        number += 1;
    }
    codes
}

const fn pieces() -> [(Piece, u8); 1 << LONGEST] {
    let codes = codes_on_board();
    let mut pieces = [(Piece { color: Color::Black, kind: Kind::Pawn }, 0); 1 << LONGEST];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            let (code, length) = codes[color][kind];
            let mut rest = 0;
            while length > 0 && rest < 1 << (LONGEST - length as u32) {
                pieces[code as usize | rest << length] =
                    (Piece { color: Color::ALL[color], kind: Kind::ALL[kind] }, length);
                rest += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    pieces
}

/// The unpromoted kind that a code begins with.
#[inline]
fn kind_of(code: u8) -> Kind {
    PIECES[code as usize & ((1 << LONGEST) - 1)].0.kind.basic()
}

/// Writes 256 bits in order.
#[derive(Default)]
struct Writer {
    words: [u64; 4],
    full: usize,
    /// What does not fill a word yet, and how many bits that is.
    word: u64,
    length: u32,
}

impl Writer {
    /// Writes at least one bit and at most 64; there are none in `value` beyond them.
    #[inline]
    fn write(&mut self, value: u64, length: u32) {
        self.word |= value << self.length;
        self.length += length;
        if self.length >= 64 {
            self.words[self.full] = self.word;
            self.full += 1;
            self.length -= 64;
            self.word = value.checked_shr(length - self.length).unwrap_or(0);
        }
    }

    /// Writes a code several times, 64 bits at most.
    #[inline]
    fn repeat(&mut self, code: u64, length: u32, times: u32) {
        let mut copies = 0;
        for copy in 0..times {
            copies |= code << (copy * length);
        }
        if times > 0 {
            self.write(copies, length * times);
        }
    }
}

/// Reads 256 bits in order.
struct Reader {
    words: [u64; 4],
    position: u32,
}

impl Reader {
    /// The next bits, at most 63 of them; zeros follow the last.
    #[inline]
    fn peek(&self, length: u32) -> u64 {
        let (word, shift) = ((self.position / 64) as usize, self.position % 64);
        let low = self.words.get(word).copied().unwrap_or(0) >> shift;
        let high = self.words.get(word + 1).copied().unwrap_or(0);
        (low | (high << 1) << (63 - shift)) & ((1 << length) - 1)
    }

    #[inline]
    fn read(&mut self, length: u32) -> u64 {
        let value = self.peek(length);
        self.position += length;
        value
    }
}

/// A position in 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedBoard {
    /// Words of 32 bits, so that a state with one more needs no padding.
    words: [u32; 8],
}

impl PackedBoard {
    /// Packs a board.
    pub fn new(board: &Board) -> Self {
        let mut bits = Writer::default();
        let king = |color: Color| board.king(color).map_or(KING_VALUES - 1, |king| king.index() as u32);
        bits.write(u64::from(king(Color::Black) * KING_VALUES + king(Color::White)), SIDE);
        bits.write(board.side_to_move() as u64, 1);

        // All squares but that of one king.
        let kings = Color::ALL.map(|color| board.king(color).map_or(SquareSet::EMPTY, Square::set));
        let occupied = board.occupied() - (kings[0] | kings[1]);
        let below = Self::left_out(kings).0 - 1;
        let squeezed = occupied.0 & below | occupied.0 >> 1 & !below;
        bits.write(squeezed as u64, 64);
        bits.write((squeezed >> 64) as u64, CODES - SQUARES - 64);

        let mut missing = Kind::IN_HAND.map(Kind::full_count);
        for square in occupied {
            let piece = board.piece_on(square).expect("occupied squares have pieces");
            let (code, length) = CODES_ON_BOARD[piece.color as usize][piece.kind as usize];
            bits.write(u64::from(code), u32::from(length));
            missing[piece.kind.basic() as usize] -= 1;
        }
        for (kind, missing) in Kind::IN_HAND.into_iter().zip(missing) {
            let (prefix, length) = PREFIXES[kind as usize];
            let (prefix, owner_length) = (u64::from(prefix), if kind == Kind::Gold { 1 } else { 2 });
            let mut missing = u32::from(missing);
            for color in Color::ALL {
                let count = u32::from(board.hand(color).count(kind));
                bits.repeat(prefix | (color as u64) << length, length + owner_length, count);
                missing -= count;
            }
            let (prefix, length, owner) = if kind == Kind::Gold {
                let (prefix, length) = PREFIXES[Kind::Silver as usize];
                (u64::from(prefix), length, GOLD_OUT_OF_PLAY)
            } else {
                (prefix, length, OUT_OF_PLAY)
            };
            bits.repeat(prefix | u64::from(owner) << length, length + 2, missing);
        }
        debug_assert_eq!((bits.full, bits.length), (4, 0));
        let [a, b, c, d] = bits.words.map(|word| [word as u32, (word >> 32) as u32]);
        Self { words: [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]] }
    }

    /// The king's square that is not among the 80: Black's, if it has a king.
    fn left_out(kings: [SquareSet; 2]) -> SquareSet {
        let [black, white] = kings;
        if black.is_empty() { white } else { black }
    }

    /// The board.
    pub fn unpack(&self) -> Board {
        let mut bits = Reader { words: self.pairs(), position: 0 };
        let kings = bits.read(SIDE) as u32;
        let kings = [kings / KING_VALUES, kings % KING_VALUES]
            .map(|king| (king != KING_VALUES - 1).then(|| Square::from_index(king as usize)));
        bits.position += 1;
        let mut board = Board::empty(self.side_to_move());
        for (color, king) in Color::ALL.into_iter().zip(kings) {
            if let Some(king) = king {
                board.put(king, Piece { color, kind: Kind::King });
            }
        }

        let below = Self::left_out(kings.map(|king| king.map_or(SquareSet::EMPTY, Square::set))).0 - 1;
        let low = bits.read(32) | bits.read(32) << 32;
        let squeezed = u128::from(low) | u128::from(bits.read(CODES - SQUARES - 64)) << 64;
        let occupied = SquareSet(squeezed & below | (squeezed & !below) << 1);
        for square in occupied {
            let (piece, length) = PIECES[bits.peek(LONGEST) as usize];
            bits.position += u32::from(length);
            board.put(square, piece);
        }
        let mut hands = [Hand::EMPTY; 2];
        while bits.position < 256 {
            let kind = kind_of(bits.peek(LONGEST) as u8);
            bits.position += PREFIXES[kind as usize].1;
            let owner = bits.read(if kind == Kind::Gold { 1 } else { 2 }) as usize;
            if let Some(hand) = hands.get_mut(owner) {
                *hand = hand.with(kind, 1);
            }
        }
        for color in Color::ALL {
            *board.hand_mut(color) = hands[color as usize];
        }
        board
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        Color::ALL[(self.words[0] >> SIDE & 1) as usize]
    }

    #[inline]
    fn pairs(&self) -> [u64; 4] {
        let pair = |index: usize| u64::from(self.words[index]) | u64::from(self.words[index + 1]) << 32;
        [pair(0), pair(2), pair(4), pair(6)]
    }
}

impl fmt::Debug for PackedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedBoard({})", self.unpack())
    }
}

/// A node of a [`Tsume`](crate::Tsume): a position, the plies that are left of a bounded question, and whether the rules
/// decide it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    board: PackedBoard,
    /// The plies left in the low bits; in the two highest what the rules say: 1 for proven, 2 for disproven.
    rest: u32,
}

const RULING: u32 = 30;

impl Pack for State {
    const BITS: u32 = <([u32; 8], u32)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.board.words, self.rest).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (words, rest) = Pack::unpack(from);
        Self { board: PackedBoard { words }, rest }
    }
}

impl State {
    #[inline]
    pub(crate) fn new(board: &Board, plies_left: u16, ruling: Option<Value>) -> Self {
        let ruling = match ruling {
            None => 0,
            Some(Value::Proven) => 1,
            Some(Value::Disproven) => 2,
        };
        Self { board: PackedBoard::new(board), rest: u32::from(plies_left) | ruling << RULING }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board.unpack()
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// False if the same squares are not occupied, or it is not the same side's move: known at a glance.
    #[inline]
    pub(crate) fn may_share_board(&self, other: &Self) -> bool {
        let ([a, b, ..], [c, d, ..]) = (self.board.pairs(), other.board.pairs());
        a == c && (b ^ d) & ((1 << (CODES - 64)) - 1) == 0
    }

    /// The plies left of a bounded question; else 0.
    #[inline]
    pub(crate) fn plies_left(&self) -> u16 {
        self.rest as u16
    }

    /// The value that the rules give, if they decide it.
    #[inline]
    pub(crate) fn ruling(&self) -> Option<Value> {
        match self.rest >> RULING {
            0 => None,
            1 => Some(Value::Proven),
            _ => Some(Value::Disproven),
        }
    }
}

/// All bits into one word by folded products, as in wyhash (Wang Yi 2019): neighbours differ in few bits.
impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [a, b, c, d] = self.board.pairs();
        let one = fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xd1b5_4a32_d192_ed03);
        let other = fold(c ^ 0xabc9_8388_fb8f_ac03, d ^ 0x8bb8_4b93_962e_acc9);
        state.write_u64(fold(one ^ u64::from(self.rest), other.rotate_left(32)));
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({}, {}, {:?})", self.board(), self.plies_left(), self.ruling())
    }
}
