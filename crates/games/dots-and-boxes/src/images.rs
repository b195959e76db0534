//! Turns and reflections of the board, and lines that are as good as each other.
//!
//! The idea: a line at the border is a side of one box alone. If a box has two of them or more, as in a corner, it does not matter which of them are
//! drawn but how many; so they are exchanged for the first ones. The tables are made once for a board.
//!
//! The cost: an operation or two for each line that is drawn and each turn of the board.

use std::sync::Arc;

use proofset_core::Turn;

/// What the lines of a board have to do with each other.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// All boxes, by the numbers of their upper sides.
    pub(crate) boxes: u64,
    /// The sides of boxes at the border, for each box that has two of them or more.
    pub(crate) twins: Arc<[u64]>,
    /// Where each line comes to lie, for each turn of the board.
    turns: Arc<[Vec<u8>]>,
}

impl Images {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let stride = 2 * columns + 1;
        let upper = |row: usize, column: usize| row * stride + column;
        let (mut boxes, mut twins) = (0, Vec::new());
        for row in 0..rows {
            for column in 0..columns {
                let top = upper(row, column);
                boxes |= 1 << top;
                let sides = [
                    (top, row == 0),
                    (top + columns, column == 0),
                    (top + columns + 1, column + 1 == columns),
                    (top + stride, row + 1 == rows),
                ];
                let own: u64 = sides.iter().filter(|(_, is_border)| *is_border).map(|(side, _)| 1 << side).sum();
                if own.count_ones() > 1 {
                    twins.push(own);
                }
            }
        }
        // A line goes from a dot to the right or down, and its image from the lesser of the images of both dots.
        let turned = |turn: Turn, line: usize| {
            let (row, place) = (line / stride, line % stride);
            let ends = if place < columns {
                [(place, row), (place + 1, row)]
            } else {
                [(place - columns, row), (place - columns, row + 1)]
            };
            let [one, other] = ends.map(|(column, row)| turn.place(column, row));
            let (column, row) = one.min(other);
            let is_across = one.1 == other.1;
            (row * stride + column + if is_across { 0 } else { columns }) as u8
        };
        let lines = rows * stride + columns;
        let turns = Turn::of_board(columns + 1, rows + 1);
        let turns = turns.map(|turn| (0..lines).map(|line| turned(turn, line)).collect()).collect();
        Self { boxes, twins: twins.into(), turns }
    }

    /// The lines with those that are as good as each other exchanged for the first ones.
    fn exchanged(&self, mut lines: u64) -> u64 {
        for &twins in &*self.twins {
            let (mut count, mut rest) = ((lines & twins).count_ones(), twins);
            lines &= !twins;
            while count > 0 {
                lines |= rest & rest.wrapping_neg();
                rest &= rest - 1;
                count -= 1;
            }
        }
        lines
    }

    /// The least of the images of a set of lines.
    pub(crate) fn least(&self, lines: u64) -> u64 {
        let mut least = u64::MAX;
        for turn in &*self.turns {
            let (mut image, mut rest) = (0, lines);
            while rest != 0 {
                image |= 1 << turn[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            least = least.min(self.exchanged(image));
        }
        least
    }
}
