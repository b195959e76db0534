//! The order of moves, from what the search has seen: killers and history.
//!
//! The idea: a move that refuted one position often refutes its neighbours. Killers are remembered for each distance from
//! the root, history for each move of each player. Both are only hints.

use proofset_core::{Hints, Player, Score};

/// What is remembered about moves.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    /// For each player and each move, how much it has cut off.
    history: Vec<u32>,
}

/// The best move of the table comes before everything else.
pub(crate) const TABLE_MOVE: i64 = i64::MAX;

/// Scores of history stay below this; those of a killer and of hints are multiples of it.
const HISTORY: i64 = 1 << 24;

impl<M: Copy + Eq> Memory<M> {
    pub(crate) fn new(moves: usize) -> Self {
        Self { killers: Vec::new(), history: vec![0; 2 * moves] }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.killers.capacity() * size_of::<[Option<M>; 2]>() + self.history.capacity() * size_of::<u32>()
    }

    fn place<G: Hints<Move = M>>(game: &G, player: Player, mv: M) -> usize {
        game.move_index(mv) + if player == Player::First { 0 } else { G::MOVES }
    }

    /// The order of a move by hints, killers and history.
    #[inline]
    pub(crate) fn order<G: Hints<Move = M>>(
        &self,
        game: &G,
        which: super::Ordering,
        player: Player,
        mv: M,
        hint: Score,
        ply: usize,
    ) -> i64 {
        let mut order = if which.hints { i64::from(hint) * 4 * HISTORY } else { 0 };
        if which.killers
            && let Some(killers) = self.killers.get(ply)
        {
            order += match killers {
                [Some(last), _] if *last == mv => 2 * HISTORY,
                [_, Some(before)] if *before == mv => HISTORY,
                _ => 0,
            };
        }
        if which.history && G::MOVES > 0 {
            order += i64::from(self.history[Self::place(game, player, mv)]);
        }
        order
    }

    /// A move has cut off, with so many plies to go.
    pub(crate) fn cut_off<G: Hints<Move = M>>(
        &mut self,
        game: &G,
        which: super::Ordering,
        player: Player,
        mv: M,
        ply: usize,
        depth: u16,
    ) {
        if which.killers {
            while self.killers.len() <= ply {
                self.killers.push([None; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if which.history && G::MOVES > 0 {
            reward(&mut self.history, Self::place(game, player, mv), depth);
        }
    }
}

/// Counts a cutoff with so many plies to go. If the count grows too large, all are halved.
fn reward(history: &mut [u32], place: usize, depth: u16) {
    history[place] += u32::from(depth.min(64)).pow(2).max(1);
    if i64::from(history[place]) >= HISTORY {
        for count in history {
            *count /= 2;
        }
    }
}
