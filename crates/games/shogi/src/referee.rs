//! The same questions by other rules: what certificates of mates are checked with.
//!
//! The idea: the searches rest on the move generator of this crate, and a fault of it would spoil a search and its check
//! alike. So the check has rules of its own, which follow their definition word by word: pieces walk over a list of squares,
//! every move that they can do is made on a copy, and those that leave the own king attacked are no legal moves. No set of
//! squares, no table and no shortcut is shared with the generator; positions as text and the notation of moves are.
//!
//! The cost: some hundred microseconds for the moves of a position, hundreds of times as much as the generator takes.

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};

use crate::board::Board;
use crate::moves::{Move, Origin};
use crate::piece::{Color, Kind, Piece};
use crate::square::Square;
use crate::tsume::Tsume;

/// A step in files and ranks as Black sees it, and whether it may be repeated.
type Step = (i8, i8, bool);

/// Where the pieces of a kind go. Files count from the right, ranks from the top, and Black moves upwards.
fn steps(kind: Kind) -> &'static [Step] {
    const PAWN: &[Step] = &[(0, -1, false)];
    const LANCE: &[Step] = &[(0, -1, true)];
    const KNIGHT: &[Step] = &[(-1, -2, false), (1, -2, false)];
    const SILVER: &[Step] = &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 1, false), (1, 1, false)];
    const GOLD: &[Step] =
        &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 0, false), (1, 0, false), (0, 1, false)];
    const BISHOP: &[Step] = &[(-1, -1, true), (1, -1, true), (-1, 1, true), (1, 1, true)];
    const ROOK: &[Step] = &[(0, -1, true), (-1, 0, true), (1, 0, true), (0, 1, true)];
    const HORSE: &[Step] = &[
        (-1, -1, true),
        (1, -1, true),
        (-1, 1, true),
        (1, 1, true),
        (0, -1, false),
        (-1, 0, false),
        (1, 0, false),
        (0, 1, false),
    ];
    const DRAGON: &[Step] = &[
        (0, -1, true),
        (-1, 0, true),
        (1, 0, true),
        (0, 1, true),
        (-1, -1, false),
        (1, -1, false),
        (-1, 1, false),
        (1, 1, false),
    ];
    const KING: &[Step] = &[
        (-1, -1, false),
        (0, -1, false),
        (1, -1, false),
        (-1, 0, false),
        (1, 0, false),
        (-1, 1, false),
        (0, 1, false),
        (1, 1, false),
    ];
    match kind {
        Kind::Pawn => PAWN,
        Kind::Lance => LANCE,
        Kind::Knight => KNIGHT,
        Kind::Silver => SILVER,
        Kind::Gold | Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => GOLD,
        Kind::Bishop => BISHOP,
        Kind::Rook => ROOK,
        Kind::King => KING,
        Kind::Horse => HORSE,
        Kind::Dragon => DRAGON,
    }
}

/// The rank as the side sees it, from 1 where its pieces cannot go on.
fn rank_from_end(side: Color, square: Square) -> u8 {
    if side == Color::Black { square.rank() } else { 10 - square.rank() }
}

/// A position as a list of squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    squares: [Option<(Color, Kind)>; Square::COUNT],
    hands: [[u8; Kind::IN_HAND.len()]; 2],
    side: Color,
}

impl Position {
    fn new(board: &Board) -> Self {
        let mut squares = [None; Square::COUNT];
        for square in Square::all() {
            squares[square.index()] = board.piece_on(square).map(|Piece { color, kind }| (color, kind));
        }
        let hand = |color| Kind::IN_HAND.map(|kind| board.hand(color).count(kind));
        Self { squares, hands: Color::ALL.map(hand), side: board.side_to_move() }
    }

    /// Calls `visit` for every square that the piece on a square attacks.
    fn walk(&self, from: Square, mut visit: impl FnMut(Square)) {
        let Some((color, kind)) = self.squares[from.index()] else { return };
        let forward = if color == Color::Black { 1 } else { -1 };
        for &(files, ranks, repeats) in steps(kind) {
            let mut here = from;
            while let Some(to) = Square::at(
                here.file().wrapping_add_signed(files * forward),
                here.rank().wrapping_add_signed(ranks * forward),
            ) {
                visit(to);
                if !repeats || self.squares[to.index()].is_some() {
                    break;
                }
                here = to;
            }
        }
    }

    /// True if the king of a side is attacked; a side without a king is not.
    fn is_check(&self, side: Color) -> bool {
        self.checkers(side).next().is_some()
    }

    /// Where the king of a side is attacked from.
    fn checkers(&self, side: Color) -> impl Iterator<Item = Square> {
        let king = Square::all().find(|square| self.squares[square.index()] == Some((side, Kind::King)));
        let squares = king.map(|king| Square::all().map(move |from| (king, from))).into_iter().flatten();
        squares.filter_map(move |(king, from)| {
            let mut attacks = false;
            if self.squares[from.index()].is_some_and(|(color, _)| color != side) {
                self.walk(from, |to| attacks |= to == king);
            }
            attacks.then_some(from)
        })
    }

    /// True if the side to move is in check and cannot answer it. With `no_futile`, an answer does not count that is put
    /// between and that the checking piece takes with mate.
    fn is_mate(&self, no_futile: bool) -> bool {
        let Some(checker) = self.checkers(self.side).next() else { return false };
        self.successors().into_iter().all(|(answer, next)| {
            let is_by_king = match answer.origin() {
                Origin::Board(from) => self.squares[from.index()] == Some((self.side, Kind::King)),
                Origin::Hand(_) => false,
            };
            // What neither moves the king nor takes the checking piece is put between.
            no_futile
                && !is_by_king
                && self.squares[answer.to().index()].is_none()
                && next.successors().into_iter().any(|(taking, after)| {
                    taking.origin() == Origin::Board(checker) && taking.to() == answer.to() && after.is_mate(true)
                })
        })
    }

    /// The position behind a move that the pieces can do.
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let side = self.side;
        let to = mv.to().index();
        match mv.origin() {
            Origin::Hand(kind) => {
                next.hands[side as usize][kind as usize] -= 1;
                next.squares[to] = Some((side, kind));
            }
            Origin::Board(from) => {
                let (_, kind) = next.squares[from.index()].take().expect("a move starts from a piece");
                if let Some((_, captured)) = self.squares[to] {
                    next.hands[side as usize][captured.basic() as usize] += 1;
                }
                let promoted = kind.promoted().filter(|_| mv.promotes());
                next.squares[to] = Some((side, promoted.unwrap_or(kind)));
            }
        }
        next.side = side.opponent();
        next
    }

    /// True if a piece that cannot go on from a square could stand there no longer.
    fn is_stuck(&self, kind: Kind, square: Square) -> bool {
        let least = match kind {
            Kind::Pawn | Kind::Lance => 2,
            Kind::Knight => 3,
            _ => 1,
        };
        rank_from_end(self.side, square) < least
    }

    /// The moves of pieces on the board, whatever becomes of the king.
    fn moves_on_board(&self) -> Vec<Move> {
        let side = self.side;
        let mut moves = Vec::new();
        for from in Square::all() {
            let Some((_, kind)) = self.squares[from.index()].filter(|&(color, _)| color == side) else { continue };
            self.walk(from, |to| {
                if self.squares[to.index()].is_some_and(|(color, _)| color == side) {
                    return;
                }
                let in_zone = rank_from_end(side, from) <= 3 || rank_from_end(side, to) <= 3;
                if in_zone && kind.promoted().is_some() {
                    moves.push(Move::new(from, to, true));
                }
                if !self.is_stuck(kind, to) {
                    moves.push(Move::new(from, to, false));
                }
            });
        }
        moves
    }

    /// The drops, whatever becomes of the king.
    fn drops(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for kind in Kind::IN_HAND {
            if self.hands[self.side as usize][kind as usize] == 0 {
                continue;
            }
            for to in Square::all().filter(|to| self.squares[to.index()].is_none()) {
                let own_pawn = |square: &Square| self.squares[square.index()] == Some((self.side, Kind::Pawn));
                let on_file = |square: &Square| square.file() == to.file();
                let second_pawn = kind == Kind::Pawn && Square::all().filter(on_file).any(|square| own_pawn(&square));
                if !second_pawn && !self.is_stuck(kind, to) {
                    moves.push(Move::drop(kind, to));
                }
            }
        }
        moves
    }

    /// The legal moves, each with the position behind it.
    fn successors(&self) -> Vec<(Move, Self)> {
        let own = self.side;
        let mut legal = Vec::new();
        for mv in self.moves_on_board().into_iter().chain(self.drops()) {
            let next = self.after(mv);
            if next.is_check(own) || mv.origin() == Origin::Hand(Kind::Pawn) && next.is_mated_by_pawn() {
                continue;
            }
            legal.push((mv, next));
        }
        legal
    }

    /// True if the side to move, to whose king a pawn may just have been dropped, is mated. Nothing can be put between
    /// the two, so moves on the board are all answers.
    fn is_mated_by_pawn(&self) -> bool {
        self.is_check(self.side) && self.moves_on_board().into_iter().all(|mv| self.after(mv).is_check(self.side))
    }
}

/// The legal moves of a position by these rules, and whether each gives check.
pub fn legal_moves(board: &Board) -> Vec<(Move, bool)> {
    let successors = Position::new(board).successors();
    successors.into_iter().map(|(mv, next)| (mv, next.is_check(next.side))).collect()
}

/// A question about a mate, answered by other rules than those of [`Tsume`], and slowly.
///
/// Positions and moves have the same texts as those of [`Tsume`].
#[derive(Clone, Debug)]
pub struct Refereed<'a> {
    question: &'a Tsume,
}

/// A position as the referee sees it, and the plies that are left of a bounded question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefereedState {
    position: Position,
    plies_left: u16,
}

impl<'a> Refereed<'a> {
    /// The same question.
    pub fn new(question: &'a Tsume) -> Self {
        Self { question }
    }

    /// The moves that count: all of the defender's, checks of the attacker's.
    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = position.successors();
        if position.side == self.question.attacker() {
            moves.retain(|(_, next)| next.is_check(next.side));
        }
        moves
    }
}

impl Problem for Refereed<'_> {
    type State = RefereedState;
    type Move = Move;

    fn root(&self) -> RefereedState {
        let plies_left = self.question.goal().plies().unwrap_or(0);
        RefereedState { position: Position::new(self.question.board()), plies_left }
    }

    fn status(&self, RefereedState { position, plies_left }: &RefereedState) -> Status {
        let is_over = *plies_left == 0 && self.question.goal().plies().is_some();
        let attacks = position.side == self.question.attacker();
        if !attacks && position.is_mate(self.question.goal().leaves_out_futile()) {
            return Status::Decided(Value::Proven);
        }
        if is_over || self.moves(position).is_empty() {
            return Status::Decided(Value::Disproven);
        }
        Status::Open(if attacks { Role::Or } else { Role::And })
    }

    fn for_each_successor(&self, state: &RefereedState, mut visit: impl FnMut(Move, RefereedState)) {
        let plies_left = state.plies_left.saturating_sub(1);
        for (mv, position) in self.moves(&state.position) {
            visit(mv, RefereedState { position, plies_left });
        }
    }

    fn rank(&self, state: &RefereedState) -> Option<u32> {
        self.question.goal().plies().map(|plies| u32::from(plies - state.plies_left))
    }

    fn repetition(&self) -> Option<Repetition> {
        self.question.repetition()
    }
}

impl Dominance for Refereed<'_> {
    fn decides(&self, known: &RefereedState, value: Value, state: &RefereedState) -> bool {
        self.common(known, value, state).is_some_and(|common| common == *known)
    }

    /// The same board, of each kind the fewest that the attacker holds in either, the others with the defender, and the
    /// fewer plies: what mates so mates in both.
    fn common(&self, one: &RefereedState, value: Value, other: &RefereedState) -> Option<RefereedState> {
        if one == other {
            return Some(one.clone());
        }
        let (a, b) = (&one.position, &other.position);
        if value == Value::Disproven || a.squares != b.squares || a.side != b.side {
            return None;
        }
        let (attacker, defender) = (self.question.attacker() as usize, self.question.attacker().opponent() as usize);
        let mut position = a.clone();
        for kind in 0..Kind::IN_HAND.len() {
            let all = a.hands[0][kind] + a.hands[1][kind];
            if all != b.hands[0][kind] + b.hands[1][kind] {
                return None;
            }
            let held = a.hands[attacker][kind].min(b.hands[attacker][kind]);
            position.hands[attacker][kind] = held;
            position.hands[defender][kind] = all - held;
        }
        Some(RefereedState { position, plies_left: one.plies_left.min(other.plies_left) })
    }
}

impl Describe for Refereed<'_> {
    fn state_text(&self, RefereedState { position, plies_left }: &RefereedState) -> String {
        let mut board = Board::empty(position.side);
        for square in Square::all() {
            if let Some((color, kind)) = position.squares[square.index()] {
                board.put(square, Piece { color, kind });
            }
        }
        for color in Color::ALL {
            for (kind, count) in Kind::IN_HAND.into_iter().zip(position.hands[color as usize]) {
                let hand = board.hand_mut(color);
                *hand = hand.with(kind, count);
            }
        }
        match self.question.goal().plies() {
            Some(_) => format!("{board} ; plies {plies_left}"),
            None => board.to_string(),
        }
    }

    fn move_text(&self, _: &RefereedState, mv: Move) -> String {
        mv.to_string()
    }
}
