//! A position: who stands where, what is in hand, whose turn it is.
//!
//! The idea: sets of squares by kind and by colour answer the questions of move generation, a list by squares says what
//! stands on one. The invariant: sets, list, king squares and key tell the same; no pawn, lance or knight stands where it
//! could never move; at least one king is on the board. A side without a king is never in check. The cost: some 500
//! bytes; a move is made and taken back in a few nanoseconds.

use crate::attacks;
use crate::hand::Hand;
use crate::moves::{Move, Origin};
use crate::piece::{Color, Kind, Piece};
use crate::square::{Square, SquareSet};

/// A position of shogi, or of a shogi problem, where one king may be missing and pieces may be out of play.
///
/// ```
/// use proofset_shogi::{Board, MoveList};
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let mut board: Board = "position startpos moves 7g7f 3c3d".parse()?;
/// let mv = board.parse_move("8h2b+")?;
/// let undo = board.make(mv);
/// assert_eq!(board.to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1");
/// board.unmake(mv, undo);
///
/// let mut moves = MoveList::new();
/// board.legal_moves(&mut moves);
/// assert!(moves.contains(&mv));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    kinds: [SquareSet; Kind::COUNT],
    colors: [SquareSet; 2],
    squares: [Option<Piece>; Square::COUNT],
    hands: [Hand; 2],
    kings: [Option<Square>; 2],
    side_to_move: Color,
    key: u64,
}

/// What a position does not tell any more once a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    captured: Option<Piece>,
}

/// A number for each piece on each square, and one for the side to move.
struct Keys {
    pieces: [[[u64; Square::COUNT]; Kind::COUNT]; 2],
    white_to_move: u64,
}

static KEYS: Keys = keys();

/// The mixing function of splitmix64 (Steele, Lea and Flood 2014), applied to the numbers from 1 on.
#[expect(clippy::large_stack_arrays, reason = "the compiler makes the table")]
const fn keys() -> Keys {
    const fn mix(number: u64) -> u64 {
        let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
    let mut keys = Keys { pieces: [[[0; Square::COUNT]; Kind::COUNT]; 2], white_to_move: mix(1) };
    let mut number = 1;
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            let mut square = 0;
            while square < Square::COUNT {
                number += 1;
                keys.pieces[color][kind][square] = mix(number);
                square += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    keys
}

impl Board {
    /// An empty board with nothing in hand; to be filled before anybody sees it.
    pub(crate) fn empty(side_to_move: Color) -> Self {
        Self {
            kinds: [SquareSet::EMPTY; Kind::COUNT],
            colors: [SquareSet::EMPTY; 2],
            squares: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            kings: [None; 2],
            side_to_move,
            key: if side_to_move == Color::White { KEYS.white_to_move } else { 0 },
        }
    }

    /// The start position of the even game.
    pub fn start() -> Self {
        "startpos".parse().expect("the start position is legal")
    }

    /// Who moves next.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// What a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color as usize]
    }

    /// Where the king of a side stands, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color as usize]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> SquareSet {
        self.colors[color as usize]
    }

    /// The squares of a side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> SquareSet {
        self.kinds[kind as usize] & self.colors[color as usize]
    }

    /// The squares on which something stands.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// A hash of the pieces on the board and of the side to move, without the hands. Equal boards have equal keys; boards
    /// that differ share one by chance only.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the board behind a legal move.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let color = self.side_to_move as usize;
        let to = mv.to().index();
        let key = self.key ^ KEYS.white_to_move;
        match mv.origin() {
            Origin::Hand(kind) => key ^ KEYS.pieces[color][kind as usize][to],
            Origin::Board(from) => {
                let piece = self.squares[from.index()].expect("a move starts from a piece");
                let kind = if mv.promotes() { piece.kind.promoted().unwrap_or(piece.kind) } else { piece.kind };
                let taken = self.squares[to].map_or(0, |taken| KEYS.pieces[1 - color][taken.kind as usize][to]);
                key ^ KEYS.pieces[color][piece.kind as usize][from.index()]
                    ^ KEYS.pieces[color][kind as usize][to]
                    ^ taken
            }
        }
    }

    /// Of a kind, promoted ones included, how many are on the board or in a hand.
    pub fn count(&self, kind: Kind) -> u32 {
        let basic = kind.basic();
        let on_board = |kind: Kind| self.kinds[kind as usize].len();
        let in_hand = if basic == Kind::King { [0; 2] } else { self.hands.map(|hand| hand.count(basic)) };
        on_board(basic) + basic.promoted().map_or(0, on_board) + u32::from(in_hand[0] + in_hand[1])
    }

    pub(crate) fn hand_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.hands[color as usize]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        self.flip(square, piece);
        if piece.kind == Kind::King {
            self.kings[piece.color as usize] = Some(square);
        }
    }

    /// Takes away the piece that stands on a square. Kings are never taken away, only moved.
    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self.squares[square.index()], Some(piece));
        self.squares[square.index()] = None;
        self.flip(square, piece);
    }

    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let set = square.set();
        let (color, kind) = (piece.color as usize, piece.kind as usize);
        self.kinds[kind] = self.kinds[kind] ^ set;
        self.colors[color] = self.colors[color] ^ set;
        self.key ^= KEYS.pieces[color][kind][square.index()];
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
        self.key ^= KEYS.white_to_move;
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let color = self.side_to_move;
        let to = mv.to();
        let captured = self.squares[to.index()];
        match mv.origin() {
            Origin::Hand(kind) => {
                self.hands[color as usize] = self.hands[color as usize].without(kind);
                self.put(to, Piece { color, kind });
            }
            Origin::Board(from) => {
                let piece = self.squares[from.index()].expect("a move starts from a piece");
                if let Some(captured) = captured {
                    self.take(to, captured);
                    let hand = &mut self.hands[color as usize];
                    *hand = hand.with(captured.kind.basic(), 1);
                }
                self.take(from, piece);
                let kind = if mv.promotes() { piece.kind.promoted().unwrap_or(piece.kind) } else { piece.kind };
                self.put(to, Piece { color, kind });
            }
        }
        self.pass_turn();
        Undo { captured }
    }

    /// Takes back the last move that was made.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.pass_turn();
        let color = self.side_to_move;
        let to = mv.to();
        let piece = self.squares[to.index()].expect("a move ends with a piece");
        self.take(to, piece);
        match mv.origin() {
            Origin::Hand(kind) => self.hands[color as usize] = self.hands[color as usize].with(kind, 1),
            Origin::Board(from) => {
                let kind = if mv.promotes() { piece.kind.basic() } else { piece.kind };
                self.put(from, Piece { color, kind });
                if let Some(captured) = undo.captured {
                    self.put(to, captured);
                    let hand = &mut self.hands[color as usize];
                    *hand = hand.without(captured.kind.basic());
                }
            }
        }
    }

    /// The pieces of a side that attack a square, if just these squares are occupied.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        let kinds = |kind: Kind| self.kinds[kind as usize];
        // A piece attacks the squares from which one of the other colour would attack it.
        let turned = by.opponent();
        let steppers = attacks::pawn(turned, square) & kinds(Kind::Pawn)
            | attacks::knight(turned, square) & kinds(Kind::Knight)
            | attacks::silver(turned, square) & kinds(Kind::Silver)
            | attacks::gold(turned, square) & self.golds()
            | attacks::king(square) & (kinds(Kind::King) | kinds(Kind::Horse) | kinds(Kind::Dragon));
        steppers & self.colors[by as usize] | self.sliders(square, by, occupied)
    }

    /// Those of them that attack it along a line, maybe a step away.
    #[inline]
    pub(crate) fn sliders(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        let mut sliders = SquareSet::EMPTY;
        for sniper in self.snipers(square, by) {
            if (attacks::between(square, sniper) & occupied).is_empty() {
                sliders |= sniper.set();
            }
        }
        sliders
    }

    /// The pieces of a side that would attack a square along a line if nothing stood between.
    #[inline]
    fn snipers(&self, square: Square, by: Color) -> SquareSet {
        let kinds = |kind: Kind| self.kinds[kind as usize];
        let snipers = attacks::file_ahead(by.opponent(), square) & kinds(Kind::Lance)
            | attacks::diagonals(square) & (kinds(Kind::Bishop) | kinds(Kind::Horse))
            | attacks::straights(square) & (kinds(Kind::Rook) | kinds(Kind::Dragon));
        snipers & self.colors[by as usize]
    }

    /// All pieces that move like a gold.
    #[inline]
    fn golds(&self) -> SquareSet {
        let kinds = |kind: Kind| self.kinds[kind as usize];
        kinds(Kind::Gold)
            | kinds(Kind::Tokin)
            | kinds(Kind::PromotedLance)
            | kinds(Kind::PromotedKnight)
            | kinds(Kind::PromotedSilver)
    }

    /// The pieces that give check to the king of a side, if it has one.
    #[inline]
    pub fn checkers(&self, color: Color) -> SquareSet {
        match self.kings[color as usize] {
            Some(king) => self.attackers(king, color.opponent(), self.occupied()),
            None => SquareSet::EMPTY,
        }
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers(self.side_to_move).is_empty()
    }

    /// The pieces, of either side, that stand alone between a square and a piece that would attack it but for them.
    #[inline]
    pub(crate) fn shields(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        let mut shields = SquareSet::EMPTY;
        for sniper in self.snipers(square, by) {
            let between = attacks::between(square, sniper) & occupied;
            if between.is_single() {
                shields |= between;
            }
        }
        shields
    }
}
