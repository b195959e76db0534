//! Moves, and lists of them.

use arrayvec::ArrayVec;

use crate::squares::Squares;

/// A move: where a piece leaves, where it arrives, what it captures on its way, and whether it becomes a king.
///
/// Two ways between the same squares that capture the same pieces are one move, for they lead to one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<S = u32> {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) crowns: bool,
    pub(crate) captured: S,
}

impl<S: Squares> Move<S> {
    /// The square that the piece leaves, as it is numbered in print, from 1 on.
    pub fn from(&self) -> u8 {
        self.from + 1
    }

    /// The square where it arrives.
    pub fn to(&self) -> u8 {
        self.to + 1
    }

    /// The pieces that are captured.
    pub fn captured(&self) -> u32 {
        self.captured.wide().count_ones()
    }

    /// Whether a man becomes a king.
    pub fn crowns(&self) -> bool {
        self.crowns
    }
}

/// So many moves are kept without an allocation. Only many kings have more.
const FEW: usize = 32;

/// A list of moves.
pub(crate) struct Moves<S: Squares> {
    few: ArrayVec<Move<S>, FEW>,
    more: Vec<Move<S>>,
}

impl<S: Squares> Moves<S> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { few: ArrayVec::new(), more: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move<S>) {
        if let Err(full) = self.few.try_push(mv) {
            self.more.push(full.element());
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.few.clear();
        self.more.clear();
    }

    #[inline]
    pub(crate) fn into_iter(self) -> impl Iterator<Item = Move<S>> {
        self.few.into_iter().chain(self.more)
    }
}
