//! Facts about searches for values: the loop of questions, values against minimax, laws of numbers, limits, proofs.

mod bracket;
mod conspiracy;
mod laws;
mod limits;
mod proofs;
mod saved;
mod stores;
mod values;
mod wide;

use std::collections::HashMap;

use proofset_core::{AtLeast, Game, LeafCost, Limits, Player, Score, ValuedGame};
use proofset_multi_valued::{MultiValued, Options, Selection};
use proofset_nodeset::Count;
use proofset_synthetic::{Position, Synthetic};

/// What leaves cost. It is one type whatever they cost, so that searches are compiled once.
type Cost<'a> = &'a mut dyn FnMut(&AtLeast<Synthetic>, &Position) -> LeafCost;

/// Kinds of small games: trees and DAGs, with many and with few different scores.
const SHAPES: [&str; 8] = [
    "b=2,d=5,values=10",
    "b=1..4,d=4,values=3,early=0.15",
    "b=3,d=4,values=-2..9,leaves=incremental",
    "b=2..3,d=5,values=1,share=0.3",
    "b=3,d=5,values=8,share=0.6,early=0.1",
    "b=2..4,d=6,values=30,share=0.8",
    "b=3,d=5,values=1,leaves=incremental,share=0.5,early=0.1",
    "b=3,d=4,values=6,ordered=0.5,share=0.3",
];

/// The game of a shape with a seed.
fn game(shape: &str, seed: u64) -> Synthetic {
    format!("{shape},seed={seed}").parse().unwrap_or_else(|error| panic!("{shape}: {error}"))
}

/// A search with proof numbers.
fn counting(game: &Synthetic, player: Player, selection: Selection) -> MultiValued<Synthetic, Count, Count> {
    let options = Options::default().with_selection(selection);
    MultiValued::new(game.clone(), game.start(), player, Count::new(), Count::new(), options)
}

/// The value of a position to a player, by trying everything.
fn minimax<G: ValuedGame>(game: &G, position: &G::Position, player: Player) -> Score {
    fn value<G: ValuedGame>(
        game: &G,
        position: &G::Position,
        player: Player,
        known: &mut HashMap<G::Position, Score>,
    ) -> Score {
        let own = game.to_move(position) == player;
        if let Some(score) = game.score(position) {
            return if own { score } else { -score };
        }
        if let Some(&value) = known.get(position) {
            return value;
        }
        let moves: Vec<G::Move> = game.moves(position).collect();
        let values = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            value(game, &next, player, known)
        });
        let best = if own { values.max() } else { values.min() }.expect("an unfinished game has a move");
        known.insert(position.clone(), best);
        best
    }
    value(game, position, player, &mut HashMap::new())
}

/// The value of the start to a player.
fn value_of(game: &Synthetic, player: Player) -> Score {
    let start: Position = game.start();
    minimax(game, &start, player)
}

/// No limits.
fn unlimited() -> Limits {
    Limits::none()
}
