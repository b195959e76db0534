//! Scores: a win is worth more the sooner it comes, and what a glance at the threats tells about them.
//!
//! The convention is the one people use for Connect Four: a win scores one more than the stones that the winner has left,
//! if both players share the cells of the board; a draw scores 0. On the usual board that is 22 less the winner's stones.
//!
//! The idea: the empty cells that would complete a line are found for all cells at once, from runs below and above each
//! cell in each direction. Who can complete a line wins at once; who cannot must stop the other one, and may not play
//! below a cell that the other one needs. What is left decides most positions near the end without a search.
//!
//! The cost: `8 k` shifts for the threats of one player.

use proofset_core::{Game, Hints, Player, Score, ValuedGame};

use crate::{Cell, Mnk, Position, Rules};
use proofset_bits::Bits;

/// The longest line that a board has room for.
const MOST_K: usize = Rules::MAX_SIDE;

impl<const W: usize> Mnk<W> {
    /// The empty cells that would complete a line of these stones.
    #[inline]
    fn threats(&self, stones: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        // Loops of a known length are unrolled.
        let threats = match self.rules().k() {
            3 => self.gaps::<3>(3, stones),
            4 => self.gaps::<4>(4, stones),
            5 => self.gaps::<5>(5, stones),
            k => self.gaps::<MOST_K>(k, stones),
        };
        threats & self.cells() & !occupied
    }

    /// The cells that lack in a line of `k` of these stones, and bits beyond the board.
    #[inline]
    fn gaps<const K: usize>(&self, k: usize, stones: Bits<W>) -> Bits<W> {
        let mut gaps = Bits::EMPTY;
        for &step in self.steps() {
            // Cells with a run of so many stones just above them.
            let mut above = [self.cells(); K];
            for length in 1..K.min(k) {
                above[length] = above[length - 1] & stones.shifted_down(length * step);
            }
            let mut below = self.cells();
            gaps = gaps | above[k - 1];
            for length in 1..K.min(k) {
                below &= stones.shifted_up(length * step);
                gaps = gaps | (below & above[k - 1 - length]);
            }
        }
        gaps
    }

    /// How many of the board's cells are this player's, if both fill it.
    #[inline]
    fn share(&self, player: Player) -> Score {
        let cells = self.cells().count().cast_signed();
        if player == Player::First { cells - cells / 2 } else { cells / 2 }
    }

    /// The moves that do not lose at once, if the player to move cannot win at once and `needed` are the cells that
    /// would complete a line of the other player's.
    #[inline]
    fn safe(&self, position: &Position<W>, needed: Bits<W>) -> Bits<W> {
        let playable = self.playable(position);
        let forced = playable & needed;
        let safe = match forced.count() {
            0 => playable,
            1 => forced,
            _ => return Bits::EMPTY,
        };
        if self.rules().gravity() { safe & !needed.shifted_down(1) } else { safe }
    }
}

impl<const W: usize> ValuedGame for Mnk<W> {
    /// A line with the first stone, were it possible.
    fn limit(&self) -> Score {
        self.share(Player::First)
    }

    #[inline]
    fn score(&self, position: &Position<W>) -> Option<Score> {
        if self.has_line(position.last_mover) {
            Some(-(self.share(position.last_to_move()) + 1 - position.last_mover.count().cast_signed()))
        } else if position.occupied == self.cells() {
            Some(0)
        } else {
            None
        }
    }

    /// How many more cells would complete a line of the player to move than of the other.
    fn evaluate(&self, position: &Position<W>) -> Score {
        let own = self.threats(position.occupied ^ position.last_mover, position.occupied).count().cast_signed();
        let other = self.threats(position.last_mover, position.occupied).count().cast_signed();
        (own - other).clamp(-self.limit(), self.limit())
    }

    #[inline]
    fn bounds(&self, position: &Position<W>) -> (Score, Score) {
        let own = position.occupied ^ position.last_mover;
        let other = position.last_mover;
        // What a line with the next stone is worth to each.
        let win = self.share(self.to_move(position)) - own.count().cast_signed();
        let loss = self.share(position.last_to_move()) - other.count().cast_signed();
        if !(self.playable(position) & self.threats(own, position.occupied)).is_empty() {
            return (win, win);
        }
        let needed = self.threats(other, position.occupied);
        if self.safe(position, needed).is_empty() {
            return (-loss, -loss);
        }
        ((1 - loss).min(0), (win - 1).max(0))
    }
}

impl<const W: usize> Hints for Mnk<W> {
    /// One for each cell of the largest board.
    const MOVES: usize = 64 * W;

    #[inline]
    fn move_index(&self, cell: Cell) -> usize {
        cell.bit()
    }

    /// The more cells would complete a line the earlier, and the nearer to the middle column.
    #[inline]
    fn order(&self, _position: &Position<W>, cell: Cell, next: &Position<W>) -> i32 {
        let (column, row) = self.rules().column_and_row(cell.bit());
        let side = |place: usize, length: usize| (2 * place + 1).abs_diff(length) as u32;
        let mut away = side(column, self.rules().columns());
        if !self.rules().gravity() {
            away += side(row, self.rules().rows());
        }
        let threats = self.threats(next.last_mover, next.occupied).count().cast_signed();
        64 * threats - away.cast_signed()
    }

    /// The moves that do not lose at once, if one can win or there are such moves; else all.
    #[inline]
    fn for_each_candidate(&self, position: &Position<W>, mut visit: impl FnMut(Cell, Position<W>, i32)) {
        let needed = self.threats(position.last_mover, position.occupied);
        let safe = self.safe(position, needed);
        let candidates = if safe.is_empty() { self.playable(position) } else { safe };
        for cell in candidates.ascending().map(Cell::from_bit) {
            let mut next = *position;
            self.play(&mut next, cell);
            let order = self.order(position, cell, &next);
            visit(cell, next, order);
        }
    }
}
