//! Games whose boards can be turned and mirrored.
//!
//! The idea: positions that are images of each other have equal results, so a search needs one of them. A game says which:
//! the least of them in some order. [`Solve::up_to_symmetry`](crate::Solve::up_to_symmetry) and
//! [`AtLeast::up_to_symmetry`](crate::AtLeast::up_to_symmetry) then are problems whose states are such positions.
//!
//! Where whoever repeats a position loses, images are not told apart from repetitions: a line may come to the image of a position that
//! it has been through. There each position stands for itself.
//!
//! The cost: at each new position all images are made and compared, a few operations a stone for each.

use crate::{Game, Notation, Problem};

/// A game whose rules do not change under some symmetries of its board.
pub trait Symmetric: Game {
    /// The least of the images of a position, itself among them, in an order that does not change. All images have the same
    /// player to move, the same result, the same rank, and the same least image; their moves lead to images of each other.
    fn least_image(&self, position: &Self::Position) -> Self::Position;
}

/// Gives what stands for a position.
pub(crate) type Image<G> = fn(&G, &<G as Game>::Position) -> <G as Game>::Position;

/// The position after a move, or what stands for it.
#[inline]
pub(crate) fn reached<G: Game>(game: &G, image: Option<Image<G>>, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    match image {
        Some(image) => image(game, &next),
        None => next,
    }
}

/// The same for the move that is written exactly like this: people may write a move in more ways than one, and a certificate may
/// not.
pub(crate) fn reached_by_text<G: Notation>(
    game: &G,
    image: Option<Image<G>>,
    position: &G::Position,
    text: &str,
) -> Option<G::Position> {
    let mv = game.parse_move(position, text).ok()?;
    (game.move_text(position, mv) == text).then(|| reached(game, image, position, mv))
}

/// A question that can be asked up to symmetry.
pub trait UpToSymmetry: Problem + Sized {
    /// The same question, with least images as states; where whoever repeats a position loses, as it is.
    #[must_use]
    fn up_to_symmetry(&self) -> Self;

    /// The state that stands for this one in [that question](Self::up_to_symmetry).
    fn least_image(&self, state: &Self::State) -> Self::State;
}

/// A way to lay a board of rows and columns onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    columns: usize,
    rows: usize,
    across: bool,
    over: bool,
    transposed: bool,
}

impl Turn {
    /// The eight turns and reflections of a square board, or the four of another; that which changes nothing is the first. A game
    /// whose players go in different directions has fewer symmetries than its board.
    pub fn of_board(columns: usize, rows: usize) -> impl Iterator<Item = Self> {
        let count = if columns == rows { 8 } else { 4 };
        (0..count).map(move |index| Self {
            columns,
            rows,
            across: index & 1 != 0,
            over: index & 2 != 0,
            transposed: index & 4 != 0,
        })
    }

    /// True if every column stays the way up it is, so that stones that have fallen lie where they can.
    pub fn keeps_columns_upright(self) -> bool {
        !self.over && !self.transposed
    }

    /// Where a place comes to lie, both counted from 0.
    #[inline]
    pub fn place(self, column: usize, row: usize) -> (usize, usize) {
        let column = if self.across { self.columns - 1 - column } else { column };
        let row = if self.over { self.rows - 1 - row } else { row };
        if self.transposed { (row, column) } else { (column, row) }
    }

    /// Where a bit comes to lie, if the bits of each row begin so far behind those of the row before; what is no place of the board
    /// stays.
    pub fn bit(self, stride: usize, bit: usize) -> usize {
        let (column, row) = (bit % stride, bit / stride);
        if column >= self.columns || row >= self.rows {
            return bit;
        }
        let (column, row) = self.place(column, row);
        row * stride + column
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Turn;

    #[test]
    fn turns_are_different_and_lay_the_board_onto_itself() {
        for (columns, rows, count) in [(3, 3, 8), (4, 3, 4), (2, 5, 4)] {
            let places = || (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
            let images: Vec<Vec<_>> =
                Turn::of_board(columns, rows).map(|turn| places().map(|(x, y)| turn.place(x, y)).collect()).collect();
            assert_eq!(images.iter().collect::<HashSet<_>>().len(), count);
            assert_eq!(images[0], places().collect::<Vec<_>>());
            for turn in Turn::of_board(columns, rows) {
                for (column, row) in places() {
                    let (to_column, to_row) = turn.place(column, row);
                    assert_eq!(turn.bit(6, 6 * row + column), 6 * to_row + to_column);
                }
                assert_eq!((turn.bit(6, columns), turn.bit(6, 6 * rows)), (columns, 6 * rows));
            }
            for image in images {
                assert_eq!(image.into_iter().collect::<HashSet<_>>(), places().collect());
            }
        }
        let upright: Vec<Turn> = Turn::of_board(4, 4).filter(|turn| turn.keeps_columns_upright()).collect();
        assert_eq!(upright.iter().map(|turn| turn.place(0, 1)).collect::<Vec<_>>(), [(0, 1), (3, 1)]);
    }
}
