//! Legal moves: all of them, and those that give check.
//!
//! The idea: one generator, which is told by an [`Aim`] where a piece may end. All moves aim anywhere. Checks aim at the
//! squares from which a kind attacks the other king, and, for a piece that shields that king from a slider behind it, at
//! every square off the line. A side in check is told where its other pieces may end: on the piece that gives check, or
//! between. So nothing is generated that has to be thrown away, but moves of the king to squares that are attacked, and
//! pawn drops that mate.
//!
//! The invariant: exactly the legal moves that have the property, each once, in a fixed order: the king's, then those of
//! the other pieces by kind and square, with promotions before plain moves, then drops. The cost: below a microsecond
//! in most positions; no allocation. The reference: the rules of the Japan Shogi Association; a pawn drop that gives mate
//! is not a legal move, one that gives check is.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::attacks;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Kind};
use crate::square::{Square, SquareSet};

/// Room for the moves of any position: none has more than 593.
pub type MoveList = ArrayVec<Move, 593>;

/// Where each side promotes.
const ZONES: [SquareSet; 2] = [SquareSet::ranks(1, 3), SquareSet::ranks(7, 9)];

/// The last rank of each side, and its last two.
const LAST: [SquareSet; 2] = [SquareSet::ranks(1, 1), SquareSet::ranks(9, 9)];
const LAST_TWO: [SquareSet; 2] = [SquareSet::ranks(1, 2), SquareSet::ranks(8, 9)];

/// The squares from which a piece could never move again.
#[inline]
pub(crate) fn dead_squares(color: Color, kind: Kind) -> SquareSet {
    match kind {
        Kind::Pawn | Kind::Lance => LAST[color as usize],
        Kind::Knight => LAST_TWO[color as usize],
        _ => SquareSet::EMPTY,
    }
}

/// Where moves may end.
trait Aim {
    /// A set with all squares from which pieces of a kind, but the king, have such moves.
    fn sources(&self, kind: Kind) -> SquareSet;

    /// For a piece that comes from a square and is of this kind when it arrives.
    fn moves(&self, kind: Kind, from: Square) -> SquareSet;

    /// For a dropped piece.
    fn drops(&self, kind: Kind) -> SquareSet;
}

/// No restriction.
struct Anywhere;

impl Aim for Anywhere {
    #[inline]
    fn sources(&self, _: Kind) -> SquareSet {
        SquareSet::ALL
    }

    #[inline]
    fn moves(&self, _: Kind, _: Square) -> SquareSet {
        SquareSet::ALL
    }

    #[inline]
    fn drops(&self, _: Kind) -> SquareSet {
        SquareSet::ALL
    }
}

/// Moves that give check.
struct Checks {
    /// The king that is attacked.
    king: Square,
    /// From where each kind attacks it.
    direct: [SquareSet; Kind::COUNT],
    /// The pieces of the side to move that uncover an attack when they leave the line.
    shields: SquareSet,
}

impl Checks {
    #[inline]
    fn new(board: &Board, side: Color, king: Square) -> Self {
        let (occupied, turned) = (board.occupied(), side.opponent());
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let (gold, step) = (attacks::gold(turned, king), attacks::king(king));
        let direct = [
            attacks::pawn(turned, king),
            attacks::lance(turned, king, occupied),
            attacks::knight(turned, king),
            attacks::silver(turned, king),
            gold,
            bishop,
            rook,
            SquareSet::EMPTY,
            gold,
            gold,
            gold,
            gold,
            bishop | step,
            rook | step,
        ];
        let shields = board.shields(king, side, occupied) & board.color(side);
        Self { king, direct, shields }
    }
}

impl Aim for Checks {
    #[inline]
    fn sources(&self, kind: Kind) -> SquareSet {
        attacks::sources(kind, self.king) | self.shields
    }

    #[inline]
    fn moves(&self, kind: Kind, from: Square) -> SquareSet {
        let direct = self.direct[kind as usize];
        if self.shields.has(from) { direct | !attacks::ray(self.king, from) } else { direct }
    }

    #[inline]
    fn drops(&self, kind: Kind) -> SquareSet {
        self.direct[kind as usize]
    }
}

/// Calls `visit` for the legal moves that end where the aim says, until it breaks.
#[inline]
fn generate(board: &Board, aim: &impl Aim, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    let side = board.side_to_move();
    let other = side.opponent();
    let (own, occupied) = (board.color(side), board.occupied());

    // Where pieces other than the king may end, and which of them have to stay on their line to the king.
    let (mut targets, mut pinned) = (SquareSet::ALL, SquareSet::EMPTY);
    // The pieces that can move there, and maybe others.
    let mut movers = own;
    let own_king = board.king(side);
    if let Some(king) = own_king {
        let beyond_king = occupied - king.set();
        for to in (attacks::king(king) - own) & aim.moves(Kind::King, king) {
            if board.attackers(to, other, beyond_king).is_empty() {
                visit(Move::new(king, to, false))?;
            }
        }
        let checkers = board.attackers(king, other, occupied);
        if let Some(checker) = checkers.first() {
            if !checkers.is_single() {
                return ControlFlow::Continue(());
            }
            targets = attacks::between(king, checker) | checkers;
            // Few squares are asked faster who reaches them than all pieces where they go.
            if targets.len() <= 2 {
                let reaching = |to| board.attackers(to, side, occupied);
                movers = targets.into_iter().fold(SquareSet::EMPTY, |movers, to| movers | reaching(to));
            }
        }
        pinned = board.shields(king, other, occupied) & own;
    }

    for kind in Kind::ALL {
        if kind == Kind::King {
            continue;
        }
        for from in board.pieces(side, kind) & movers & aim.sources(kind) {
            let mut squares = (attacks::attacks(side, kind, from, occupied) - own) & targets;
            if let Some(king) = own_king
                && pinned.has(from)
            {
                squares &= attacks::ray(king, from);
            }
            if squares.is_empty() {
                continue;
            }
            if let Some(promoted) = kind.promoted() {
                let zone = ZONES[side as usize];
                let promoting = if zone.has(from) { squares } else { squares & zone };
                for to in promoting & aim.moves(promoted, from) {
                    visit(Move::new(from, to, true))?;
                }
            }
            for to in (squares & aim.moves(kind, from)) - dead_squares(side, kind) {
                visit(Move::new(from, to, false))?;
            }
        }
    }

    let hand = board.hand(side);
    let free = targets - occupied;
    if hand.is_empty() || free.is_empty() {
        return ControlFlow::Continue(());
    }
    for kind in Kind::IN_HAND {
        if !hand.has(kind) {
            continue;
        }
        let mut squares = (free & aim.drops(kind)) - dead_squares(side, kind);
        if kind == Kind::Pawn {
            squares = squares - board.pieces(side, Kind::Pawn).fill_files();
            if let Some(king) = board.king(other) {
                let check = squares & attacks::pawn(other, king);
                if let Some(to) = check.first()
                    && pawn_drop_mates(board, king, to)
                {
                    squares = squares - check;
                }
            }
        }
        for to in squares {
            visit(Move::drop(kind, to))?;
        }
    }
    ControlFlow::Continue(())
}

/// True if the side to move would mate this king by dropping a pawn in front of it. Nothing can be put between, so
/// either the king moves or some other piece captures the pawn.
#[cold]
fn pawn_drop_mates(board: &Board, king: Square, to: Square) -> bool {
    let side = board.side_to_move();
    let other = side.opponent();
    let occupied = board.occupied() | to.set();
    let pinned = board.shields(king, side, occupied);
    for from in board.attackers(to, other, occupied) - king.set() {
        if !pinned.has(from) || attacks::ray(king, from).has(to) {
            return false;
        }
    }
    let beyond_king = occupied - king.set();
    let mut flights = (attacks::king(king) - board.color(other)).into_iter();
    flights.all(|flight| !board.attackers(flight, side, beyond_king).is_empty())
}

impl Board {
    /// Lists all legal moves; the list is emptied first. For a side in check, only the evasions are generated at all.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        let _ = generate(self, &Anywhere, &mut |mv| push(list, mv));
    }

    /// Lists the legal moves that give check; the list is emptied first.
    pub fn checking_moves(&self, list: &mut MoveList) {
        list.clear();
        let side = self.side_to_move();
        if let Some(king) = self.king(side.opponent()) {
            let _ = generate(self, &Checks::new(self, side, king), &mut |mv| push(list, mv));
        }
    }

    /// True if the side to move, with a piece of this kind in hand, might give check by dropping it.
    pub(crate) fn could_drop_with_check(&self, kind: Kind) -> bool {
        let side = self.side_to_move();
        let Some(king) = self.king(side.opponent()) else { return false };
        let mut squares = attacks::attacks(side.opponent(), kind, king, self.occupied()) - self.occupied();
        squares = squares - dead_squares(side, kind);
        if kind == Kind::Pawn {
            squares = squares - self.pieces(side, Kind::Pawn).fill_files();
        }
        !squares.is_empty()
    }

    /// True if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        generate(self, &Anywhere, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// True if the side to move has a legal move that gives check.
    pub fn has_checking_move(&self) -> bool {
        let side = self.side_to_move();
        self.king(side.opponent()).is_some_and(|king| {
            generate(self, &Checks::new(self, side, king), &mut |_| ControlFlow::Break(())).is_break()
        })
    }
}

#[inline]
fn push(list: &mut MoveList, mv: Move) -> ControlFlow<()> {
    list.push(mv);
    ControlFlow::Continue(())
}

/// Lines of play of exactly `depth` moves. Every last move is made.
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    let mut count = 0;
    for mv in moves {
        let undo = board.make(mv);
        count += perft(board, depth - 1);
        board.unmake(mv, undo);
    }
    count
}
