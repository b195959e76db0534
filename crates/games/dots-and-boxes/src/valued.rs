//! Scores, and hints for searches for values.
//!
//! The idea: boxes that are taken are safe, so they bound the value. Lines that take boxes come first, and those that give the opponent one last.
//!
//! A box whose fourth side belongs to no other box, or to one that it completes as well, is taken at once. Whoever waits gains
//! nothing: all that can be done with the line left over can be done without it, and it costs the mover no turn. Of lines that are as
//! good as each other the first one is enough.

use proofset_core::{Game, Hints, Score, ValuedGame};

use crate::{DotsAndBoxes, Line, Position};

impl DotsAndBoxes {
    /// A line that takes a box or two, and is a side of no other box.
    fn free_line(&self, lines: u64) -> Option<Line> {
        let mut open = self.with_three_sides(lines);
        while open != 0 {
            let upper = open.trailing_zeros() as usize;
            open &= open - 1;
            let sides = [upper, upper + self.columns, upper + self.columns + 1, upper + self.row()];
            let fourth = sides.into_iter().find(|side| lines >> side & 1 == 0)?;
            // The boxes that the line is a side of, but for those that it completes.
            let drawn = lines | 1 << fourth;
            let touched = self.touched(fourth) & !self.complete(drawn);
            if touched == 0 {
                return Some(Line(fourth as u8));
            }
        }
        None
    }

    /// The boxes that a line is a side of.
    fn touched(&self, line: usize) -> u64 {
        let boxes = [0, self.columns, self.columns + 1, self.row()].map(|side| line.checked_sub(side));
        let across = line % self.row() < self.columns;
        // A line across is an upper or a lower side, an upright one a left or a right side.
        let both = if across { [boxes[0], boxes[3]] } else { [boxes[1], boxes[2]] };
        both.into_iter().flatten().fold(0, |set, upper| set | 1 << upper) & self.images.boxes
    }
}

impl ValuedGame for DotsAndBoxes {
    fn limit(&self) -> Score {
        self.count_of_boxes().cast_signed()
    }

    #[inline]
    fn score(&self, position: &Position) -> Option<Score> {
        (position.lines == self.all()).then_some(position.lead.into())
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        position.lead.into()
    }

    /// What the boxes that are left can change.
    #[inline]
    fn bounds(&self, position: &Position) -> (Score, Score) {
        let left = (self.count_of_boxes() - self.complete(position.lines).count_ones()).cast_signed();
        (Score::from(position.lead) - left, Score::from(position.lead) + left)
    }
}

impl Hints for DotsAndBoxes {
    const MOVES: usize = 64;

    #[inline]
    fn move_index(&self, Line(line): Line) -> usize {
        line.into()
    }

    #[inline]
    fn order(&self, position: &Position, _line: Line, next: &Position) -> i32 {
        if next.to_move == position.to_move {
            return 1;
        }
        let given = self.with_three_sides(next.lines).count_ones();
        -given.cast_signed()
    }

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Line, Position, i32)) {
        let free = self.free_line(position.lines);
        let mut seen = 0_u64;
        for line in self.moves(position) {
            let twins = self.images.twins.iter().find(|&&twins| twins >> line.0 & 1 == 1).copied().unwrap_or(0);
            if free.is_some_and(|free| free != line) || seen & twins != 0 {
                continue;
            }
            seen |= 1 << line.0;
            let mut next = *position;
            self.play(&mut next, line);
            visit(line, next, self.order(position, line, &next));
        }
    }
}
