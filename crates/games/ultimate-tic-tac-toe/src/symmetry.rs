//! The eight turns and reflections of the board, which move small boards and the cells of each alike.
//!
//! The idea: a cell that says where to play comes to lie in the place of the board that it sends to, so all rules stay as they are.

use proofset_core::{Symmetric, Turn};

use crate::game::{ANYWHERE, CELLS, NINE, Position, UltimateTicTacToe};

/// Where a place of nine comes to lie.
fn turned_place(turn: Turn, place: usize) -> usize {
    let (column, row) = turn.place(place % 3, place / 3);
    3 * row + column
}

fn turned(turn: Turn, position: &Position) -> Position {
    let places: [usize; NINE] = std::array::from_fn(|place| turned_place(turn, place));
    let mut stones = [0; 2];
    for (from, to) in position.stones.iter().zip(&mut stones) {
        let mut rest = *from;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let image = match bit.checked_sub(CELLS) {
                Some(board) => CELLS + places[board],
                None => NINE * places[bit / NINE] + places[bit % NINE],
            };
            *to |= 1 << image;
        }
    }
    let sent = if position.sent == ANYWHERE { ANYWHERE } else { places[usize::from(position.sent)] as u8 };
    Position { stones, sent, ..*position }
}

impl Symmetric for UltimateTicTacToe {
    fn least_image(&self, position: &Position) -> Position {
        let images = Turn::of_board(3, 3).map(|turn| turned(turn, position));
        images.min_by_key(|image| (image.stones, image.sent)).unwrap_or(*position)
    }
}
