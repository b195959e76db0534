//! Positions and the rules of play.
//!
//! The idea: a position is three sets of squares, who is to move, and how long there has been no progress. That is counted
//! only under the rule that so many moves without progress draw; then positions have a rank and never come back. Else a
//! position that comes back draws the game, and the count is 0.
//!
//! The invariant: no square has pieces of both sides, kings are pieces, and no man stands on its row of kings. The cost: a
//! move is a few instructions, whether the game is over some twenty.

use std::hash::{Hash, Hasher};

use proofset_core::{Game, Outcome, Pack, Packer, Player, RepetitionRule, Unpacker};

use crate::generate::Side;
use crate::moves::Move;
use crate::rules::{Colour, Kind};
use crate::squares::{Board, Squares, numbers};

/// The rules of one kind of draughts.
#[derive(Clone, Debug)]
pub struct Checkers<S = u32> {
    pub(crate) kind: Kind,
    /// Half-moves without progress that draw; 0 if none do.
    pub(crate) idle_limit: u8,
    board: std::marker::PhantomData<S>,
}

/// Who has pieces where, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S = u32> {
    pub(crate) white: S,
    pub(crate) black: S,
    pub(crate) kings: S,
    pub(crate) to_move: Colour,
    /// Half-moves since a man moved or something was captured; 0 where they do not matter.
    pub(crate) idle: u8,
}

/// Two words on 8x8. The rest goes where no board has squares.
impl<S: Squares> Hash for Position<S> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let rest = u64::from(self.to_move == Colour::Black) | u64::from(self.idle) << 1;
        let [white, black, kings] = [self.white, self.black, self.kings].map(S::wide);
        if S::COUNT == 32 {
            state.write_u64(white | black << 32);
        } else {
            state.write_u64(white);
            state.write_u64(black);
        }
        state.write_u64(kings | rest << 54);
    }
}

/// Bits for the count of moves without progress.
const IDLE_BITS: u32 = 7;

/// Kings are written as a bit for each piece: 96 bits on 8x8.
impl<S: Squares> Pack for Position<S> {
    const BITS: u32 = 2 * S::COUNT + 2 * S::PIECES + 1 + IDLE_BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        let mut put = |bits: u64, count: u32| {
            to.put(bits as u32, count.min(32));
            if count > 32 {
                to.put((bits >> 32) as u32, count - 32);
            }
        };
        let [white, black, kings] = [self.white, self.black, self.kings].map(S::wide);
        put(white, S::COUNT);
        put(black, S::COUNT);
        let occupied = white | black;
        let place = |square: u32| (occupied & ((1 << square) - 1)).count_ones();
        put(numbers(kings).fold(0, |marks, square| marks | 1 << place(square)), 2 * S::PIECES);
        put(u64::from(self.to_move == Colour::Black) | u64::from(self.idle) << 1, 1 + IDLE_BITS);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let mut take = |count: u32| {
            let low = u64::from(from.take(count.min(32)));
            if count > 32 { low | u64::from(from.take(count - 32)) << 32 } else { low }
        };
        let (white, black) = (take(S::COUNT), take(S::COUNT));
        let marks = take(2 * S::PIECES);
        let marked = numbers(white | black).enumerate().filter(|(place, _)| marks >> place & 1 != 0);
        let kings = marked.fold(0, |kings, (_, square)| kings | 1 << square);
        let rest = take(1 + IDLE_BITS);
        let to_move = if rest & 1 == 0 { Colour::White } else { Colour::Black };
        let [white, black, kings] = [white, black, kings].map(S::narrow);
        Self { white, black, kings, to_move, idle: (rest >> 1) as u8 }
    }
}

impl<S: Squares> Position<S> {
    /// The side to move.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The number of pieces.
    pub fn pieces(&self) -> u32 {
        (self.white.wide() | self.black.wide()).count_ones()
    }

    /// Half-moves without progress; 0 where no rule counts them.
    pub fn idle_moves(&self) -> u8 {
        self.idle
    }

    /// The same with no move without progress.
    #[must_use]
    pub fn without_idle_moves(self) -> Self {
        Self { idle: 0, ..self }
    }

    #[inline]
    pub(crate) fn pieces_of(&self, colour: Colour) -> u64 {
        if colour == Colour::White { self.white.wide() } else { self.black.wide() }
    }

    /// What can still happen to the pieces: it falls with every move of a man and every capture. A man weighs more the
    /// farther it has to go; a king more than a man that captures backwards can gain.
    fn weight(&self) -> u32 {
        let kings = self.kings.wide();
        let men = [(self.white.wide() & !kings, false), (self.black.wide() & !kings, true)];
        // A man has one step more to go for every row between it and its row of kings.
        let steps = |(men, down): (u64, bool)| -> u32 {
            let behind = |row| {
                let below = Board::<S>::from_row(row);
                if down { men & !below } else { men & below }
            };
            (1..S::SIDE).map(|row| behind(row).count_ones()).sum()
        };
        3 * self.pieces() + men.into_iter().map(steps).sum::<u32>()
    }
}

impl Checkers<u32> {
    /// English draughts, the checkers of America: Black moves first, men capture forwards only, kings move one step.
    pub fn english() -> Self {
        Self::of_kind(Kind::English)
    }

    /// Russian draughts: White moves first, men capture backwards as well, kings move over any distance, and a man that
    /// becomes a king in the middle of a capture goes on as one.
    pub fn russian() -> Self {
        Self::of_kind(Kind::Russian)
    }
}

impl Checkers<u64> {
    /// International draughts, on 10x10: as Russian draughts, but as much as possible must be captured, and a man becomes a
    /// king only where its move ends.
    pub fn international() -> Self {
        Self::of_kind(Kind::International)
    }
}

impl<S: Squares> Checkers<S> {
    fn of_kind(kind: Kind) -> Self {
        Self { kind, idle_limit: 0, board: std::marker::PhantomData }
    }

    /// The game is also drawn after 40 moves of each side in which no man moved and nothing was captured: 15 in Russian
    /// draughts, and 25 in international draughts. A move that ends the game at once comes before that.
    #[must_use]
    pub fn with_move_rule(self) -> Self {
        Self { idle_limit: 2 * self.kind.idle_moves(), ..self }
    }

    /// True if so many moves without progress draw.
    pub fn has_move_rule(&self) -> bool {
        self.idle_limit != 0
    }

    #[inline]
    pub(crate) fn side(&self, position: &Position<S>) -> Side {
        let colour = position.to_move;
        let (own, other) = (position.pieces_of(colour), position.pieces_of(colour.opponent()));
        let empty = Board::<S>::ALL & !(own | other);
        Side { kind: self.kind, colour, own, kings: own & position.kings.wide(), other, empty }
    }

    pub(crate) fn player(&self, colour: Colour) -> Player {
        if colour == self.kind.first() { Player::First } else { Player::Second }
    }
}

impl<S: Squares> Game for Checkers<S> {
    type Position = Position<S>;
    type Move = Move<S>;

    fn start(&self) -> Position<S> {
        let rows = S::HALF - 1;
        let white = Board::<S>::from_row(S::SIDE - rows);
        let black = Board::<S>::ALL & !Board::<S>::from_row(rows);
        let [white, black, kings] = [white, black, 0].map(S::narrow);
        Position { white, black, kings, to_move: self.kind.first(), idle: 0 }
    }

    #[inline]
    fn to_move(&self, position: &Position<S>) -> Player {
        self.player(position.to_move)
    }

    #[inline]
    fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if !self.side(position).can_move::<S>() {
            return Some(Outcome::Win(self.to_move(position).opponent()));
        }
        (self.idle_limit != 0 && position.idle >= self.idle_limit).then_some(Outcome::Draw)
    }

    /// Captures, each piece after the other; or steps: forward ones first, way by way.
    #[inline]
    fn moves(&self, position: &Position<S>) -> impl Iterator<Item = Move<S>> {
        self.side(position).moves().into_iter()
    }

    #[inline]
    fn play(&self, position: &mut Position<S>, mv: Move<S>) {
        let (from, to, captured) = (1_u64 << mv.from, 1_u64 << mv.to, mv.captured.wide());
        let is_king = position.kings.wide() & from != 0;
        let shift = |own: S| S::narrow(own.wide() & !from | to);
        let take = |other: S| S::narrow(other.wide() & !captured);
        let (white, black) = match position.to_move {
            Colour::White => (shift(position.white), take(position.black)),
            Colour::Black => (take(position.white), shift(position.black)),
        };
        let kings = position.kings.wide() & !(from | captured) | if is_king || mv.crowns { to } else { 0 };
        let idle = if self.idle_limit != 0 && is_king && captured == 0 { position.idle + 1 } else { 0 };
        *position = Position { white, black, kings: S::narrow(kings), to_move: position.to_move.opponent(), idle };
    }

    /// Progress, where moves without it are counted, and then these.
    #[inline]
    fn rank(&self, position: &Position<S>) -> Option<u32> {
        let most = 2 * S::PIECES * (3 + S::SIDE);
        (self.idle_limit != 0)
            .then(|| (most - position.weight()) * (u32::from(self.idle_limit) + 1) + u32::from(position.idle))
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        Some(RepetitionRule::Draw)
    }
}
