//! Playing moves: one, all of some plies, and how many a random game has at most.
//!
//! [`perft`] counts lines of play, [`positions_by_ply`] positions; the laws of games are checked along single lines.

use std::collections::HashSet;

use proofset_core::Game;

/// Longer games are cut off, for not every game is finite in practice.
pub(super) const MAX_PLIES: usize = 400;

/// What is wrong with a game whose moves were there when its position was checked.
pub(super) const NONE_AGAIN: &str = "the game is not over, and there is no move when moves are listed once more";

/// Lines of play of exactly `depth` moves from `position`. A finished game has no moves, so it counts at depth 0 only.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(position).is_some() {
        return 0;
    }
    game.moves(position).map(|mv| perft(game, &after(game, position, mv), depth - 1)).sum()
}

/// Different positions that can be reached from `position` in 0, 1, ..., `plies` moves.
///
/// It keeps one ply in memory at a time, so a position that comes back at another ply counts again there.
pub fn positions_by_ply<G: Game>(game: &G, position: &G::Position, plies: u32) -> Vec<u64> {
    let mut ply = HashSet::from([position.clone()]);
    let mut counts = vec![1];
    for _ in 0..plies {
        let open = ply.iter().filter(|position| game.outcome(position).is_none());
        ply = open.flat_map(|position| game.moves(position).map(move |mv| after(game, position, mv))).collect();
        counts.push(ply.len() as u64);
    }
    counts
}

/// The position after one move.
pub(super) fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}
