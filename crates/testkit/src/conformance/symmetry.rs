//! The laws of least images.

use std::collections::HashSet;
use std::fmt::Debug;

use fastrand::Rng;
use proofset_core::{Notation, Symmetric};

use super::play::{MAX_PLIES, after};

/// Plays `playouts` random games and panics, naming the position, if its least image breaks a law of [`Symmetric`]. Gives how
/// many of the positions are their own least images, and how many there were.
///
/// The same seed gives the same games.
pub fn check_symmetry<G>(game: &G, playouts: usize, seed: u64) -> (usize, usize)
where
    G: Notation + Symmetric,
    G::Position: Debug,
{
    assert!(playouts > 0, "without playouts nothing is checked");
    let mut rng = Rng::with_seed(seed);
    let (mut least, mut seen) = (0, 0);
    for _ in 0..playouts {
        let mut position = game.start();
        for _ in 0..MAX_PLIES {
            let text = game.position_text(&position);
            let image = game.least_image(&position);
            seen += 1;
            least += usize::from(image == position);
            assert_eq!(game.least_image(&image), image, "{text}: the least image has itself");
            assert_eq!(game.to_move(&image), game.to_move(&position), "{text}: who moves");
            assert_eq!(game.outcome(&image), game.outcome(&position), "{text}: the outcome");
            assert_eq!(game.rank(&image), game.rank(&position), "{text}: the rank");
            if game.outcome(&position).is_some() {
                break;
            }
            let reached = |from: &G::Position| -> HashSet<G::Position> {
                game.moves(from).map(|mv| game.least_image(&after(game, from, mv))).collect()
            };
            assert_eq!(reached(&image), reached(&position), "{text}: what the moves of images lead to");
            let moves: Vec<_> = game.moves(&position).collect();
            let Some(&mv) = rng.choice(&moves) else { break };
            position = after(game, &position, mv);
        }
    }
    (least, seen)
}
