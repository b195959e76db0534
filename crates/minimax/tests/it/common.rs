//! Plain minimax, and games to try.

use std::collections::HashMap;

use proofset_core::{Game, Score, ValuedGame};
use proofset_minimax::{Method, Options, Ordering};
use proofset_synthetic::Synthetic;

/// Values by the definition, each position once.
pub(crate) struct Plain<'g, G: Game> {
    game: &'g G,
    known: HashMap<(G::Position, u16), Score>,
}

impl<'g, G: ValuedGame> Plain<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        Self { game, known: HashMap::new() }
    }

    /// The value for the player to move, with so many plies to go.
    pub(crate) fn value(&mut self, position: &G::Position, depth: u16) -> Score {
        if let Some(score) = self.game.score(position) {
            return score;
        }
        if depth == 0 {
            return self.game.evaluate(position);
        }
        if let Some(&value) = self.known.get(&(position.clone(), depth)) {
            return value;
        }
        let mut best = Score::MIN;
        for mv in self.game.moves(position) {
            let mut next = position.clone();
            self.game.play(&mut next, mv);
            let value = self.value(&next, depth - 1);
            let turns = self.game.to_move(&next) != self.game.to_move(position);
            best = best.max(if turns { -value } else { value });
        }
        self.known.insert((position.clone(), depth), best);
        best
    }

    pub(crate) fn final_value(&mut self, position: &G::Position) -> Score {
        self.value(position, u16::MAX)
    }
}

pub(crate) const METHODS: [Method; 8] = [
    Method::AlphaBeta,
    Method::Scout,
    Method::NegaScout { shortcut: true, as_published: false },
    Method::NegaScout { shortcut: false, as_published: false },
    Method::NegaScout { shortcut: true, as_published: true },
    Method::Mtd { guess: None },
    Method::Mtd { guess: Some(17) },
    Method::Test,
];

/// Each method with and without what helps it.
pub(crate) fn all_options() -> Vec<Options> {
    METHODS
        .into_iter()
        .flat_map(|method| {
            let plain = Options::plain(method);
            let all = Options::new(method).with_look_ahead(true);
            let table = plain.with_entries(None);
            let tiny = all.with_entries(8).with_deepening(true);
            let killers = plain.with_ordering(Ordering::NONE.with_killers(true).with_history(true));
            [plain, all, table, tiny, killers]
        })
        .collect()
}

/// Random games of many shapes: trees, graphs with shared positions, early leaves, few and many values.
pub(crate) fn random_games(seeds: u64) -> Vec<Synthetic> {
    let shapes = [
        "b=2,d=7,values=3",
        "b=3,d=5,values=100",
        "b=1..4,d=6,values=20,early=0.2",
        "b=3,d=6,values=10,share=0.6",
        "b=2..4,d=6,values=50,leaves=incremental",
        "b=3,d=5,values=5,leaves=incremental,share=0.5",
        "b=4,d=4,values=0..1,early=0.1",
        "b=3,d=5,values=30,ordered=0.7",
    ];
    let games = shapes.iter().flat_map(|shape| (0..seeds).map(move |seed| format!("{shape},seed={seed}")));
    games.map(|text| text.parse().expect("the shapes are games")).collect()
}
