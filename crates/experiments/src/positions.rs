//! Positions for experiments: those that seeded play reaches.
//!
//! The idea: a seed gives a game, and the game is stopped where an experiment begins. Play is neither random all along,
//! which leads to lopsided positions, nor always the same: some random moves, then a simple rule with random moves in
//! between. A game that ends too early is played anew with the next random numbers of the same seed, so every seed gives
//! a position, and the same one on every machine.

use fastrand::Rng;
use proofset_core::Game;
use proofset_othello::{Othello, Position};

/// Random plies at the beginning.
const RANDOM_PLIES: usize = 10;
/// How often a later move is random, too.
const NOISE: f64 = 0.15;

/// An unfinished position of Othello with so many empty squares, whose player to move has to flip something.
///
/// After ten random plies, moves leave the opponent as few moves as possible, but for one in seven.
pub(crate) fn othello(game: &Othello, empties: u32, seed: u64) -> Position {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut position = game.start();
        for ply in 0.. {
            if game.outcome(&position).is_some() || game.empties(&position) < empties {
                break;
            }
            if game.empties(&position) == empties && game.mobility(&position) > 0 {
                return position;
            }
            let moves: Vec<_> = game.moves(&position).collect();
            let after = |mv| {
                let mut next = position;
                game.play(&mut next, mv);
                next
            };
            position = if ply < RANDOM_PLIES || rng.f64() < NOISE {
                after(moves[rng.usize(..moves.len())])
            } else {
                let nexts = moves.into_iter().map(after);
                nexts.min_by_key(|next| game.mobility(next)).expect("an unfinished game has moves")
            };
        }
    }
}

/// An unfinished position after so many random plies; some line of play has to be as long.
pub(crate) fn random<G: Game>(game: &G, plies: usize, seed: u64) -> G::Position {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut position = game.start();
        for _ in 0..plies {
            if game.outcome(&position).is_some() {
                break;
            }
            let moves: Vec<_> = game.moves(&position).collect();
            game.play(&mut position, moves[rng.usize(..moves.len())]);
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Game;
    use proofset_kalah::Kalah;
    use proofset_othello::Othello;

    use super::{othello, random};

    #[test]
    fn positions_are_as_late_as_asked_for_and_follow_from_their_seeds() {
        let game = Othello::new(8, 8).unwrap();
        for (empties, seed) in (8..16).zip(0..) {
            let position = othello(&game, empties, seed);
            assert_eq!(game.empties(&position), empties);
            assert!(game.mobility(&position) > 0);
            assert!(position == othello(&game, empties, seed) && position != othello(&game, empties, seed + 1));
        }
        let game = Kalah::new(6, 4).unwrap();
        let position = random(&game, 12, 3);
        assert!(game.outcome(&position).is_none());
        assert!(position == random(&game, 12, 3) && position != random(&game, 12, 4));
    }
}
