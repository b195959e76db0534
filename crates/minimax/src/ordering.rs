//! The order of moves, from what the search has seen: killers and history.
//!
//! The idea: a move that refuted one position often refutes its neighbours. Killers are remembered for each distance from
//! the root, history for each move of each player. Both are only hints.

use proofset_core::{Hints, Player, Score};

/// What is remembered about moves.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    /// For each distance the last two, the last one first; twice the same where there was one.
    killers: Vec<Option<[M; 2]>>,
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
        self.killers.capacity() * size_of::<Option<[M; 2]>>() + self.history.capacity() * size_of::<u32>()
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
        let killer = if which.killers { self.killer(ply, mv) } else { 0 };
        let history = if which.history && G::MOVES > 0 { self.history[Self::place(game, player, mv)] } else { 0 };
        order_of(if which.hints { hint } else { 0 }, killer, history)
    }

    /// How recent a killer the move is: 2 for the last one, 1 for the one before, 0 for none.
    #[inline]
    fn killer(&self, ply: usize, mv: M) -> i64 {
        match self.killers.get(ply) {
            Some(&Some([last, _])) if last == mv => 2,
            Some(&Some([_, before])) if before == mv => 1,
            _ => 0,
        }
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
                self.killers.push(None);
            }
            let killers = &mut self.killers[ply];
            *killers = Some(match *killers {
                Some(pair @ [last, _]) if last == mv => pair,
                Some([last, _]) => [mv, last],
                None => [mv; 2],
            });
        }
        if which.history && G::MOVES > 0 {
            reward(&mut self.history, Self::place(game, player, mv), depth);
        }
    }
}

/// The order of a move with this hint, so recent a killer, and with this count of cutoffs.
#[inline]
fn order_of(hint: Score, killer: i64, history: u32) -> i64 {
    i64::from(hint) * 4 * HISTORY + killer * HISTORY + i64::from(history)
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
