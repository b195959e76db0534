//! All positions with a few pieces: what an endgame table is about.
//!
//! The idea: every choice of squares, and on each of them a man or a king of either side, unless a man would stand on its
//! row of kings. The cost: memory for one choice of squares; there are 7.7 million boards with at most four pieces.

use crate::game::{Checkers, Position};
use crate::rules::Colour;
use crate::squares::{Board, Squares, numbers};

impl<S: Squares> Checkers<S> {
    /// All positions with exactly so many pieces, each once, with no moves without progress. Those are among them that no game
    /// comes to, for one side has nothing left and the other one is to move.
    ///
    /// ```
    /// let game = proofset_checkers::Checkers::english();
    /// let boards = |pieces| game.placements(pieces).count() / 2;
    /// assert_eq!([boards(1), boards(2)], [120, 6972]); // as Schaeffer counts them
    /// ```
    pub fn placements(&self, pieces: u32) -> impl Iterator<Item = Position<S>> + use<S> {
        let first = (pieces <= S::COUNT).then(|| (1_u64 << pieces) - 1);
        std::iter::successors(first, |&squares| next_choice(squares).filter(|next| next & !Board::<S>::ALL == 0))
            .flat_map(arrangements)
    }
}

/// The next larger word with as many bits (Gosper); nothing if there are none.
fn next_choice(bits: u64) -> Option<u64> {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits.checked_add(lowest).filter(|_| bits != 0)?;
    Some(carried | (bits ^ carried) >> 2 >> lowest.trailing_zeros())
}

/// The positions with pieces on these squares: each is one of four.
fn arrangements<S: Squares>(squares: u64) -> impl Iterator<Item = Position<S>> {
    (0..1_u64 << (2 * squares.count_ones()))
        .filter_map(move |kinds| {
            let (mut white, mut black, mut kings) = (0, 0, 0);
            for (index, square) in numbers(squares).enumerate() {
                let kind = kinds >> (2 * index);
                *if kind & 1 == 0 { &mut white } else { &mut black } |= 1 << square;
                kings |= (kind >> 1 & 1) << square;
            }
            let misplaced = (white & Board::<S>::TOP | black & Board::<S>::BOTTOM) & !kings;
            let [white, black, kings] = [white, black, kings].map(S::narrow);
            (misplaced == 0).then_some(Position { white, black, kings, to_move: Colour::White, idle: 0 })
        })
        .flat_map(|position| [position, Position { to_move: Colour::Black, ..position }])
}
