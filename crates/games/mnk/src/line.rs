//! The line through a stone, and what the stone makes there.
//!
//! The idea: what counts is the stones next to it, one empty cell, and the stones behind that, to both sides. Of a line as a number
//! these are the lowest bits of the part above the stone, and of the part below it turned round.

use crate::rows::Seen;

/// What lies to one side of a stone.
#[derive(Clone, Copy, Default)]
struct Arm {
    /// Stones next to it.
    near: u32,
    /// Whether an empty cell follows them.
    gap: bool,
    /// Stones that follow the empty cell.
    far: u32,
    /// Whether an empty cell follows those, and no stone behind it.
    open: bool,
}

impl Arm {
    /// What is found among the stones and the empty cells of one side, of which the lowest bits are next to the stone.
    #[inline]
    fn along(own: u32, empty: u32) -> Self {
        let near = own.trailing_ones();
        let (own, empty) = (own >> near, empty >> near);
        if empty & 1 == 0 {
            return Self { near, ..Self::default() };
        }
        let (own, empty) = (own >> 1, empty >> 1);
        let far = own.trailing_ones();
        let (own, empty) = (own >> far, empty >> far);
        Self { near, gap: true, far, open: empty & 1 == 1 && own & 0b10 == 0 }
    }
}

/// A line through a stone.
#[derive(Clone, Copy, Default)]
pub(crate) struct Line {
    seen: Seen,
    down: Arm,
    up: Arm,
}

impl Line {
    /// The line through a stone on the cell, whether it is there or not. What is neither a stone of the player's nor empty, such as
    /// all beyond the edge of the board, ends rows.
    #[inline]
    pub(crate) fn through(seen: Seen) -> Self {
        let Seen { own, empty, place, .. } = seen;
        // In two steps, for a shift by all bits is not defined.
        let below = |line: u32| (line << (u32::BITS - 1 - place) << 1).reverse_bits();
        let above = |line: u32| line >> place >> 1;
        Self { seen, down: Arm::along(below(own), below(empty)), up: Arm::along(above(own), above(empty)) }
    }

    /// How many stones are in a row with this one.
    #[inline]
    pub(crate) fn row(self) -> u32 {
        self.down.near + 1 + self.up.near
    }

    /// Where a stone makes this row one of a length that is wanted: below, and above.
    #[inline]
    fn gaps(self, wanted: u32) -> [Option<u32>; 2] {
        let Self { seen: Seen { place, .. }, down, up } = self;
        let made = |arm: Arm| arm.gap && self.row() + 1 + arm.far == wanted;
        [made(down).then(|| place - down.near - 1), made(up).then(|| place + up.near + 1)]
    }

    /// How many fours this stone is part of: sets of four stones that one more makes exactly five. A straight four is one,
    /// though it becomes five at either end.
    #[inline]
    pub(crate) fn fours(self) -> usize {
        match self.gaps(5).into_iter().flatten().count() {
            2 if self.row() == 4 => 1,
            count => count,
        }
    }

    /// The cells where a stone makes a straight four with this one: four in a row that become exactly five at either end.
    #[inline]
    pub(crate) fn straight_fours(self) -> impl Iterator<Item = usize> {
        let Self { seen, down, up } = self;
        let [below, above] = self.gaps(4);
        let below = below.filter(|_| down.open && up.gap && up.far == 0);
        let above = above.filter(|_| up.open && down.gap && down.far == 0);
        [below, above].into_iter().flatten().map(move |place| seen.bit(place))
    }
}
