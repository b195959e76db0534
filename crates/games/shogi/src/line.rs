//! A place in the graph of a mate problem, for searches that know about mates.
//!
//! The idea: what a side has in hand orders positions on the same board, for a piece more in the attacker's hand is one
//! less in the defender's, and neither ever harms its owner. So a mate is kept for the least hand that it needs, and a
//! defence for the largest that it stands against. The rules for them:
//!
//! * A mate found by one check needs what the mate behind it needs, the dropped piece more, or the captured one less. One
//!   against all answers needs the largest of each kind. And a kind that only the attacker holds must stay there, all of
//!   it, where the defender could put a piece of it between: it would be a new answer.
//! * A defence against all checks stands against the smallest of each kind, the dropped piece more, the captured one
//!   less; and against none of a kind that the attacker does not hold now and could give check with.
//!
//! Kinds of moves that are much alike wait for each other: pieces put between on the same square, or where nobody holds
//! them; and the move without promotion where promotion costs nothing but the chance to be clumsy. The first numbers of
//! a node follow those who attack and defend the square where the move ends. Both follow the solver
//! Komoring Heights.
//!
//! The cost: a child is named without making its move; one is made to look at a node for the first time.

use proofset_core::{Role, Value};
use proofset_cursor::{FirstLook, FirstLookOptions, MateLine, MateMove, MateNode};

use crate::attacks;
use crate::generate::{MoveList, dead_squares};
use crate::hand::Hand;
use crate::moves::{Move, Origin};
use crate::piece::{Color, Kind};
use crate::square::{Square, SquareSet};
use crate::state::State;
use crate::tsume::Tsume;
use crate::walk::Walk;

/// The chain of drops on squares that nobody holds; those of other squares have the number of the square, from 1 on.
const UNHELD: u8 = 100;

/// The first chain of moves with and without promotion.
const FIRST_TWINS: u8 = 101;

/// A place in the graph of a mate problem. Nodes are told apart by the board and the attacker's hand.
#[derive(Clone, Debug)]
pub struct TsumeLine<'a> {
    walk: Walk<'a>,
}

impl<'a> TsumeLine<'a> {
    /// A cursor on the root.
    pub fn new(problem: &'a Tsume) -> Self {
        Self { walk: Walk::new(problem) }
    }

    fn attacker(&self) -> Color {
        self.walk.problem.attacker()
    }

    fn attacker_moves(&self) -> bool {
        self.walk.board.side_to_move() == self.attacker()
    }

    /// The hand behind a move of the attacker, as it was before the move.
    fn before(&self, mv: Move, hand: Hand) -> Hand {
        match mv.origin() {
            Origin::Hand(kind) => hand.with(kind, 1),
            Origin::Board(_) => match self.walk.board.piece_on(mv.to()) {
                Some(captured) if hand.has(captured.kind.basic()) => hand.without(captured.kind.basic()),
                _ => hand,
            },
        }
    }

    /// The least hand with which the defender, to move, has no answers that are not there now.
    fn without_new_answers(&self) -> Hand {
        let (attacker, defender) = (self.attacker(), self.walk.board.side_to_move());
        let (own, other) = (self.walk.board.hand(attacker), self.walk.board.hand(defender));
        let checkers = self.walk.board.checkers(defender);
        let squares = match (self.walk.board.king(defender), checkers.first()) {
            (Some(king), Some(checker)) if checkers.is_single() => attacks::between(king, checker),
            (Some(_), Some(_)) => SquareSet::EMPTY,
            _ => !self.walk.board.occupied(),
        };
        let mut hand = Hand::EMPTY;
        if squares.is_empty() {
            return hand;
        }
        for (kind, count) in own.counts() {
            if other.has(kind) {
                continue;
            }
            let mut free = squares - dead_squares(defender, kind);
            if kind == Kind::Pawn {
                free = free - self.walk.board.pieces(defender, Kind::Pawn).fill_files();
            }
            if !free.is_empty() {
                hand = hand.with(kind, count);
            }
        }
        hand
    }

    /// The hand that the attacker needs where the defender is mated. If there are futile interpositions, it is taken to be
    /// all of it: what is exchanged on the squares between depends on what either side holds, and less is never claimed.
    fn needed_for_mate(&self) -> Hand {
        if self.walk.problem.goal().leaves_out_futile() && self.walk.board.has_legal_move() {
            return self.walk.board.hand(self.attacker());
        }
        self.without_new_answers()
    }

    /// The largest hand with which the attacker, to move, has no checks that are not there now.
    fn without_new_checks(&self) -> Hand {
        let attacker = self.attacker();
        let own = self.walk.board.hand(attacker);
        let mut hand = own.joined(self.walk.board.hand(attacker.opponent()));
        for kind in Kind::IN_HAND {
            if !own.has(kind) && hand.has(kind) && self.walk.board.could_drop_with_check(kind) {
                hand = hand.none_of(kind);
            }
        }
        hand
    }

    /// The first numbers of the node behind a move.
    fn weigh(&self, mv: Move, unit: u32) -> (u32, u32) {
        let (side, to) = (self.walk.board.side_to_move(), mv.to());
        let occupied = self.walk.board.occupied();
        let held_by = |color: Color| self.walk.board.attackers(to, color, occupied).len();
        let is_drop = matches!(mv.origin(), Origin::Hand(_));
        let captured = self.walk.board.piece_on(to);
        if self.attacker_moves() {
            let (attackers, defenders) = (held_by(side) + u32::from(is_drop), held_by(side.opponent()));
            let mut numbers = (unit, unit);
            if defenders >= 2 {
                numbers.0 += unit;
            }
            let takes_general = captured.is_some_and(|piece| matches!(piece.kind.basic(), Kind::Gold | Kind::Silver));
            if attackers > defenders || takes_general {
                numbers.1 += unit;
            } else {
                numbers.0 += unit;
            }
            return numbers;
        }
        if captured.is_some() {
            return (2 * unit, unit);
        }
        if self.walk.board.king(side).is_some_and(|king| mv.origin() == Origin::Board(king)) {
            return (unit, unit);
        }
        if held_by(side.opponent()) < held_by(side) + u32::from(is_drop) { (2 * unit, unit) } else { (unit, 2 * unit) }
    }

    fn order(&self, mv: Move, king: Option<Square>) -> i16 {
        let kind = match mv.origin() {
            Origin::Hand(kind) => kind,
            Origin::Board(from) => {
                let kind = self.walk.board.piece_on(from).map_or(Kind::Pawn, |piece| piece.kind);
                if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind }
            }
        };
        let distance = king.map_or(0, |king| {
            let apart = |one: u8, other: u8| i16::from(one.abs_diff(other));
            apart(king.file(), mv.to().file()).max(apart(king.rank(), mv.to().rank()))
        });
        10 * distance - WORTH[kind as usize]
    }

    /// What the rules say of where it stands, and whether there is a mate in one: the value, the hand that it was found
    /// for, and the plies.
    fn ruling(&mut self, mate_in_one: bool) -> Option<(Value, Hand, u16)> {
        if !self.attacker_moves() {
            return self
                .walk
                .problem
                .cannot_answer(&self.walk.board)
                .then(|| (Value::Proven, self.needed_for_mate(), 0));
        }
        if !mate_in_one {
            return (!self.walk.board.has_checking_move()).then(|| (Value::Disproven, self.without_new_checks(), 0));
        }
        let mut checks = MoveList::new();
        self.walk.board.checking_moves(&mut checks);
        if checks.is_empty() {
            return Some((Value::Disproven, self.without_new_checks(), 0));
        }
        let problem = self.walk.problem;
        let mv = self.walk.board.mate_among(&checks, |board| problem.cannot_answer(board))?;
        let undo = self.walk.board.make(mv);
        let hand = self.needed_for_mate();
        self.walk.board.unmake(mv, undo);
        Some((Value::Proven, self.before(mv, hand), 1))
    }
}

/// What a piece is worth when moves are put in order.
const WORTH: [i16; Kind::COUNT] = [1, 3, 4, 5, 6, 8, 10, 8, 7, 6, 6, 6, 10, 12];

/// True if the promotion of a piece of this kind takes nothing from it, wherever it ends.
fn promotion_is_free(side: Color, kind: Kind, to: Square) -> bool {
    let rank = if side == Color::Black { to.rank() } else { 10 - to.rank() };
    match kind {
        Kind::Pawn | Kind::Bishop | Kind::Rook => true,
        Kind::Lance => rank <= 2,
        _ => false,
    }
}

impl<'a> MateLine for TsumeLine<'a> {
    type Problem = &'a Tsume;
    type Move = Move;

    fn problem(&self) -> &&'a Tsume {
        &self.walk.problem
    }

    fn node_of(&self, state: &State) -> (MateNode, Option<u16>) {
        let board = state.board();
        let hand = board.hand(self.attacker()).bits();
        (MateNode { board: board.key(), hand }, self.walk.problem.goal().plies().map(|_| state.plies_left()))
    }

    fn with_hand(&self, state: &State, hand: u32, plies: u16) -> State {
        let plies_left = if self.walk.problem.goal().plies().is_some() { plies } else { 0 };
        self.walk.problem.with_hand(&state.board(), Hand::from_bits(hand), plies_left)
    }

    fn stand(&mut self, state: &State) {
        self.walk.stand(state);
    }

    fn line(&self) -> Vec<State> {
        self.walk.line()
    }

    #[inline]
    fn covers(more: u32, less: u32) -> bool {
        Hand::from_bits(more).is_at_least(Hand::from_bits(less))
    }

    fn for_each_move(&mut self, mut visit: impl FnMut(MateMove<Move>)) {
        let mut moves = MoveList::new();
        self.walk.problem.moves(&self.walk.board, &mut moves);
        let (board, attacker, side) = (&self.walk.board, self.attacker(), self.walk.board.side_to_move());
        let attacker_moves = side == attacker;
        let held = board.hand(attacker);
        let (king, own_king) = (board.king(attacker.opponent()), board.king(attacker));
        let occupied = board.occupied();
        let mut twins: [Option<(Square, Square)>; 64] = [None; 64];
        let mut count = 0;
        let (mut known, mut held_squares) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for mv in moves {
            let to = mv.to();
            let mut chain = 0;
            let mut hand = held;
            match mv.origin() {
                Origin::Hand(kind) => {
                    if attacker_moves {
                        hand = held.without(kind);
                    } else if !own_king.is_some_and(|king| attacks::attacks(side, kind, to, occupied).has(king)) {
                        if !known.has(to) {
                            known |= to.set();
                            if !board.attackers(to, side, occupied).is_empty() {
                                held_squares |= to.set();
                            }
                        }
                        chain = if held_squares.has(to) { 1 + to.index() as u8 } else { UNHELD };
                    }
                }
                Origin::Board(from) => {
                    if attacker_moves && let Some(captured) = board.piece_on(to) {
                        hand = held.with(captured.kind.basic(), 1);
                    }
                    let kind = board.piece_on(from).map_or(Kind::Pawn, |piece| piece.kind);
                    if promotion_is_free(side, kind, to) {
                        if mv.promotes() && count < twins.len() {
                            twins[count] = Some((from, to));
                            count += 1;
                            chain = FIRST_TWINS + count as u8 - 1;
                        } else if let Some(twin) = twins[..count].iter().position(|&twin| twin == Some((from, to))) {
                            chain = FIRST_TWINS + twin as u8;
                        }
                    }
                }
            }
            let node = MateNode { board: board.key_after(mv), hand: hand.bits() };
            visit(MateMove { mv, node, order: self.order(mv, king), chain });
        }
    }

    fn first_look(&mut self, mv: Move, wanted: FirstLookOptions) -> FirstLook {
        if wanted.ruling {
            let undo = self.walk.board.make(mv);
            let decided = self.ruling(wanted.mate_in_one);
            self.walk.board.unmake(mv, undo);
            if let Some((value, hand, plies)) = decided {
                return FirstLook::Decided { value, hand: hand.bits(), plies };
            }
        }
        let (proof, disproof) = if wanted.weighed { self.weigh(mv, wanted.unit) } else { (wanted.unit, wanted.unit) };
        FirstLook::Open { proof, disproof }
    }

    fn proof_hand(&self, value: Value, moves: impl Iterator<Item = (Move, u32)>) -> u32 {
        let moves = moves.map(|(mv, hand)| (mv, Hand::from_bits(hand)));
        let attacker_moves = self.attacker_moves();
        let hand = match value {
            Value::Proven if attacker_moves => {
                moves.map(|(mv, hand)| self.before(mv, hand)).next().unwrap_or(Hand::EMPTY)
            }
            Value::Proven => moves.fold(self.without_new_answers(), |least, (_, hand)| least.max_each(hand)),
            Value::Disproven if attacker_moves => {
                moves.fold(self.without_new_checks(), |most, (mv, hand)| most.min_each(self.before(mv, hand)))
            }
            Value::Disproven => {
                let stock = Color::ALL.map(|color| self.walk.board.hand(color));
                moves.fold(stock[0].joined(stock[1]), |most, (_, hand)| most.min_each(hand))
            }
        };
        hand.bits()
    }

    fn enter(&mut self, mv: Move) {
        self.walk.make(mv);
    }

    fn leave(&mut self) {
        self.walk.take_back();
    }

    fn role(&self) -> Role {
        if self.attacker_moves() { Role::Or } else { Role::And }
    }
}
