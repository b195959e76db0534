//! The last empty squares: alpha-beta without a table.
//!
//! The idea: near the end, the cheapest thing is to try every empty square and see whether it flips something. What is
//! worth trying first follows from parity: who moves last in a region tends to gain, so squares come first whose
//! quadrant has an odd number of empty ones. The last square is counted, not played: only the number of its flips
//! matters. Before a position is searched, the stable discs of the opponent may show that the window cannot be reached.
//! With more empty squares, moves that leave the opponent few moves come first (fastest first).
//!
//! The invariant: what a search returns is fail-soft: exact within the window, a sound bound outside. The cost: some 40
//! million positions a second; an empty square more makes three times as many. The reference: G. Andersson, "Writing an
//! Othello program" (2007), which has this plan.

use proofset_core::Score;

use crate::Othello;
use crate::board::{NEIGHBOURS, flips, last_flips_count, squares};

/// With this many empty squares or more, the moves are sorted by the opponent's mobility. 6 and 8 take 5 % more time.
const SORTED: u32 = 7;

/// With this many empty squares or more, stable discs are counted. 4 takes 5 % more time, 7 takes 15 % more.
const STABILITY: u32 = 5;

/// A search of one position to the end of the game.
pub(crate) struct Endgame<'g> {
    game: &'g Othello,
    /// The number of squares.
    all: Score,
    /// The positions looked at besides the first.
    pub(crate) nodes: u64,
}

impl<'g> Endgame<'g> {
    pub(crate) fn new(game: &'g Othello) -> Self {
        Self { game, all: game.board.squares.count_ones().cast_signed(), nodes: 0 }
    }

    /// The score of a position within the window, or the bound that it fails with.
    pub(crate) fn solve(&mut self, own: u64, other: u64, alpha: Score, beta: Score) -> Score {
        let empty = self.game.board.squares & !(own | other);
        let odd = squares(empty).fold(0, |odd, square| odd ^ self.game.board.quadrants[square]);
        self.search(own, other, empty, odd, alpha, beta)
    }

    fn settled(&self, own: u64, other: u64) -> Score {
        self.game.final_score(own.count_ones(), other.count_ones())
    }

    /// `odd` holds the quadrants with an odd number of empty squares.
    fn search(&mut self, own: u64, other: u64, empty: u64, odd: u64, alpha: Score, beta: Score) -> Score {
        let empties = empty.count_ones();
        if empties <= 2 {
            let mut rest = squares(empty);
            return match (rest.next(), rest.next()) {
                (None, _) => self.settled(own, other),
                (Some(last), None) => self.last(own, other, last, alpha),
                (Some(one), Some(two)) => self.last_two(own, other, one, two, alpha, beta),
            };
        }
        if empties >= STABILITY {
            // Even if all of the opponent's discs were stable, would that be enough?
            let ceiling = |discs: u64| self.all - 2 * discs.count_ones().cast_signed();
            if ceiling(other) <= alpha {
                let bound = ceiling(self.game.board.stable(other, own));
                if bound <= alpha {
                    return bound;
                }
            }
        }
        if empties >= SORTED {
            return self.search_sorted(own, other, empty, odd, alpha, beta);
        }
        let mut best = Score::MIN;
        for part in [empty & odd, empty & !odd] {
            for square in squares(part) {
                if NEIGHBOURS[square] & other == 0 {
                    continue;
                }
                let flips = flips(own, other, square);
                if flips == 0 {
                    continue;
                }
                best = best.max(self.descend(own, other, empty, odd, square, flips, alpha.max(best), beta));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > Score::MIN { best } else { self.pass(own, other, empty, odd, alpha, beta) }
    }

    /// What a move is worth to the player who makes it.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "all of it lives in registers")]
    fn descend(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        square: usize,
        flips: u64,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        let disc = 1 << square;
        let odd = odd ^ self.game.board.quadrants[square];
        -self.search(other ^ flips, own | flips | disc, empty ^ disc, odd, -beta, -alpha)
    }

    /// The score of a position where the player to move can flip nothing.
    #[cold]
    fn pass(&mut self, own: u64, other: u64, empty: u64, odd: u64, alpha: Score, beta: Score) -> Score {
        if self.game.board.legal(other, own) == 0 {
            return self.settled(own, other);
        }
        self.nodes += 1;
        -self.search(other, own, empty, odd, -beta, -alpha)
    }

    fn search_sorted(&mut self, own: u64, other: u64, empty: u64, odd: u64, alpha: Score, beta: Score) -> Score {
        let legal = self.game.board.legal(own, other);
        if legal == 0 {
            return self.pass(own, other, empty, odd, alpha, beta);
        }
        let mut moves = [(0, 0, 0); Othello::FINISHED as usize];
        let mut count = 0;
        for square in squares(legal) {
            let flips = flips(own, other, square);
            let (next_own, next_other) = (other ^ flips, own | flips | 1 << square);
            let replies = self.game.board.legal(next_own, next_other);
            let corners = (replies & self.game.board.corners()).count_ones();
            let parity = u32::from(odd >> square & 1 == 0);
            let key = (replies.count_ones() + corners) * 4 + parity;
            let mut at = count;
            while at > 0 && moves[at - 1].0 > key {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = (key, square, flips);
            count += 1;
        }
        let mut best = Score::MIN;
        for &(_, square, flips) in &moves[..count] {
            best = best.max(self.descend(own, other, empty, odd, square, flips, alpha.max(best), beta));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Two empty squares.
    fn last_two(&mut self, own: u64, other: u64, one: usize, two: usize, alpha: Score, beta: Score) -> Score {
        let mut best = Score::MIN;
        for (square, rest) in [(one, two), (two, one)] {
            if NEIGHBOURS[square] & other == 0 {
                continue;
            }
            let flips = flips(own, other, square);
            if flips != 0 {
                self.nodes += 1;
                best = best.max(-self.last(other ^ flips, own | flips | 1 << square, rest, -beta));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > Score::MIN {
            return best;
        }
        let mut least = Score::MAX;
        for (square, rest) in [(one, two), (two, one)] {
            if NEIGHBOURS[square] & own == 0 {
                continue;
            }
            let flips = flips(other, own, square);
            if flips != 0 {
                self.nodes += 2;
                least = least.min(self.last(own ^ flips, other | flips | 1 << square, rest, alpha));
                if least <= alpha {
                    return least;
                }
            }
        }
        if least < Score::MAX { least } else { self.settled(own, other) }
    }

    /// One empty square. What is not above `alpha` may be a bound.
    #[inline]
    fn last(&mut self, own: u64, other: u64, square: usize, alpha: Score) -> Score {
        let discs = own.count_ones().cast_signed();
        let flips = last_flips_count(own, square).cast_signed();
        if flips > 0 {
            self.nodes += 1;
            return 2 * (discs + 1 + flips) - self.all;
        }
        // The opponent's flips would only lower what it is worth if nobody can move.
        let settled = self.settled(own, other);
        if settled <= alpha {
            return settled;
        }
        let flips = last_flips_count(other, square).cast_signed();
        if flips == 0 {
            return settled;
        }
        self.nodes += 2;
        2 * (discs - flips) - self.all
    }
}
