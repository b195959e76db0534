//! The same questions by other rules: what certificates of mates are checked with.
//!
//! The idea: the searches rest on the move generator of this crate, and a fault of it would spoil a search and its check
//! alike. So the check asks another implementation of the rules, `shogi_legality_lite`, which looks every move up from
//! scratch. Shared are positions as text and the notation of moves. The cost: some tens of microseconds for the moves of
//! a position, a hundred times as much as the generator takes.

use std::hash::{Hash, Hasher};

use proofset_core::{Describe, Problem, Repetition, Role, Status, Value};
use shogi_core::{PartialPosition, PieceKind};
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Kind};
use crate::square::Square;
use crate::tsume::Tsume;

/// A question about a mate, answered by other rules than those of [`Tsume`], and slowly.
///
/// States and moves have the same texts as those of [`Tsume`].
#[derive(Clone, Debug)]
pub struct Refereed<'a> {
    question: &'a Tsume,
}

/// A position as the referee sees it, and the plies that are left of a bounded question.
#[derive(Clone, Debug)]
pub struct RefereedState {
    position: PartialPosition,
    plies_left: u16,
    /// The position in SFEN: what tells states apart.
    text: String,
}

impl RefereedState {
    fn new(mut position: PartialPosition, plies_left: u16) -> Self {
        // Positions are the same whatever the number of the move.
        assert!(position.ply_set(1), "every game has a first move");
        let text = position.to_sfen_owned();
        Self { position, plies_left, text }
    }
}

impl PartialEq for RefereedState {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.plies_left) == (&other.text, other.plies_left)
    }
}

impl Eq for RefereedState {}

impl Hash for RefereedState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.text, self.plies_left).hash(state);
    }
}

/// The legal moves of a position, each with the position behind it.
fn successors(position: &PartialPosition) -> impl Iterator<Item = (Move, PartialPosition)> {
    all_legal_moves_partial(position).into_iter().map(|mv| {
        let mut next = position.clone();
        next.make_move(mv).expect("the move is legal");
        (our_move(mv), next)
    })
}

/// The legal moves of a position by these rules, and whether each gives check.
pub fn legal_moves(board: &Board) -> Vec<(Move, bool)> {
    successors(&position(board)).map(|(mv, next)| (mv, is_in_check_partial_lite(&next))).collect()
}

impl<'a> Refereed<'a> {
    /// The same question.
    pub fn new(question: &'a Tsume) -> Self {
        Self { question }
    }

    /// True if the attacker is to move.
    fn attacks(&self, position: &PartialPosition) -> bool {
        our_color(position.side_to_move()) == self.question.attacker()
    }

    /// The moves that count: all of the defender's, checks of the attacker's.
    fn moves(&self, position: &PartialPosition) -> impl Iterator<Item = (Move, PartialPosition)> {
        let attacks = self.attacks(position);
        successors(position).filter(move |(_, next)| !attacks || is_in_check_partial_lite(next))
    }
}

impl Problem for Refereed<'_> {
    type State = RefereedState;
    type Move = Move;

    fn root(&self) -> RefereedState {
        let plies_left = self.question.goal().plies().unwrap_or(0);
        RefereedState::new(position(self.question.board()), plies_left)
    }

    fn status(&self, RefereedState { position, plies_left, .. }: &RefereedState) -> Status {
        let over = *plies_left == 0 && self.question.goal().plies().is_some();
        let stuck = self.moves(position).next().is_none();
        let attacks = self.attacks(position);
        let mated = !attacks && stuck && is_in_check_partial_lite(position);
        match (mated, stuck || over, attacks) {
            (true, ..) => Status::Decided(Value::Proven),
            (_, true, _) => Status::Decided(Value::Disproven),
            (.., true) => Status::Open(Role::Or),
            _ => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, state: &RefereedState, mut visit: impl FnMut(Move, RefereedState)) {
        let plies_left = state.plies_left.saturating_sub(1);
        for (mv, position) in self.moves(&state.position) {
            visit(mv, RefereedState::new(position, plies_left));
        }
    }

    fn rank(&self, state: &RefereedState) -> Option<u32> {
        self.question.goal().plies().map(|plies| u32::from(plies - state.plies_left))
    }

    fn repetition(&self) -> Option<Repetition> {
        self.question.repetition()
    }
}

impl Describe for Refereed<'_> {
    fn state_text(&self, state: &RefereedState) -> String {
        match self.question.goal().plies() {
            Some(_) => format!("{} ; plies {}", state.text, state.plies_left),
            None => state.text.clone(),
        }
    }

    fn move_text(&self, _: &RefereedState, mv: Move) -> String {
        mv.to_string()
    }
}

fn their_square(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file(), square.rank()).expect("files and ranks are from 1 to 9")
}

fn our_square(square: shogi_core::Square) -> Square {
    Square::at(square.file(), square.rank()).expect("files and ranks are from 1 to 9")
}

fn their_color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn our_color(color: shogi_core::Color) -> Color {
    if color == shogi_core::Color::Black { Color::Black } else { Color::White }
}

fn their_kind(kind: Kind) -> PieceKind {
    match kind {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Lance => PieceKind::Lance,
        Kind::Knight => PieceKind::Knight,
        Kind::Silver => PieceKind::Silver,
        Kind::Gold => PieceKind::Gold,
        Kind::Bishop => PieceKind::Bishop,
        Kind::Rook => PieceKind::Rook,
        Kind::King => PieceKind::King,
        Kind::Tokin => PieceKind::ProPawn,
        Kind::PromotedLance => PieceKind::ProLance,
        Kind::PromotedKnight => PieceKind::ProKnight,
        Kind::PromotedSilver => PieceKind::ProSilver,
        Kind::Horse => PieceKind::ProBishop,
        Kind::Dragon => PieceKind::ProRook,
    }
}

fn our_kind(kind: PieceKind) -> Kind {
    let same = |&ours: &Kind| their_kind(ours) == kind;
    Kind::ALL.into_iter().find(same).expect("every kind of piece has its counterpart")
}

fn our_move(mv: shogi_core::Move) -> Move {
    match mv {
        shogi_core::Move::Normal { from, to, promote } => Move::new(our_square(from), our_square(to), promote),
        shogi_core::Move::Drop { piece, to } => Move::drop(our_kind(piece.piece_kind()), our_square(to)),
    }
}

/// The position of a board.
fn position(board: &Board) -> PartialPosition {
    let mut position = PartialPosition::empty();
    for side in Color::ALL {
        for square in board.color(side) {
            let kind = board.piece_on(square).expect("the square is occupied").kind;
            position.piece_set(their_square(square), Some(shogi_core::Piece::new(their_kind(kind), their_color(side))));
        }
        for (kind, count) in board.hand(side).counts() {
            for _ in 0..count {
                let hand = position.hand_of_a_player_mut(their_color(side));
                *hand = hand.added(their_kind(kind)).expect("the kind can be in hand");
            }
        }
    }
    position.side_to_move_set(their_color(board.side_to_move()));
    position
}
