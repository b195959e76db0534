//! Games whose moves can be taken back, for searches that keep one position and no copies.

use crate::Game;

/// A game whose moves can be taken back.
///
/// The law: `let undo = game.make(&mut p, mv); game.unmake(&mut p, mv, undo)` leaves `p` as it was, and
/// [`make`](Self::make) does what [`play`](Game::play) does.
pub trait Reversible: Game {
    /// What the position does not tell any more once the move is made.
    type Undo;

    /// Makes a move that [`moves`](Game::moves) gave for this position.
    fn make(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move that was made.
    fn unmake(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);
}
