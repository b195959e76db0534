//! The lines through a stone.
//!
//! The idea: what a stone makes is seen by walking from it along the four lines, in both ways: over the stones next to it,
//! one empty cell, and the stones behind that. Most walks end at once, so this is faster than looking at all cells.

use proofset_bits::Bits;

/// What lies to one side of a stone.
#[derive(Clone, Copy, Default)]
struct Arm {
    /// Stones next to it.
    near: usize,
    /// Whether an empty cell follows them.
    gap: bool,
    /// Stones that follow the empty cell.
    far: usize,
    /// Whether an empty cell follows those, and no stone behind it.
    open: bool,
}

impl Arm {
    /// What is found cell by cell.
    fn along<const W: usize>(cells: impl Iterator<Item = usize>, own: Bits<W>, empty: Bits<W>) -> Self {
        let mut arm = Self::default();
        let mut cells = cells.take_while(|&cell| cell < 64 * W).peekable();
        while cells.next_if(|&cell| own.contains(cell)).is_some() {
            arm.near += 1;
        }
        arm.gap = cells.next().is_some_and(|cell| empty.contains(cell));
        if !arm.gap {
            return arm;
        }
        while cells.next_if(|&cell| own.contains(cell)).is_some() {
            arm.far += 1;
        }
        arm.open = cells.next().is_some_and(|cell| empty.contains(cell))
            && !cells.next().is_some_and(|cell| own.contains(cell));
        arm
    }
}

/// A line through a stone. Distances along it are from that stone.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    down: Arm,
    up: Arm,
}

impl Line {
    /// The line through the stone on a cell, with this distance between neighbours. What is neither a stone of the player's nor
    /// empty, such as all beyond the edge of the board, ends rows.
    #[inline]
    pub(crate) fn through<const W: usize>(cell: usize, step: usize, own: Bits<W>, empty: Bits<W>) -> Self {
        let up = (1..).map(|distance| cell + distance * step);
        let down = (1..).map_while(|distance| cell.checked_sub(distance * step));
        Self { down: Arm::along(down, own, empty), up: Arm::along(up, own, empty) }
    }

    /// How many stones are in a row with this one.
    #[inline]
    pub(crate) fn row(self) -> usize {
        self.down.near + 1 + self.up.near
    }

    /// Where a stone makes this row one of a length that is wanted: below, and above.
    #[inline]
    fn gaps(self, is_wanted: impl Fn(usize) -> bool) -> [Option<isize>; 2] {
        let Self { down, up } = self;
        let made = |arm: Arm| arm.gap && is_wanted(self.row() + 1 + arm.far);
        [made(down).then(|| -down.near.cast_signed() - 1), made(up).then(|| up.near.cast_signed() + 1)]
    }

    /// Where a stone makes a row of five with this one; of exactly five, with `exact`.
    #[inline]
    pub(crate) fn fives(self, exact: bool) -> impl Iterator<Item = isize> {
        self.gaps(|row| row == 5 || row > 5 && !exact).into_iter().flatten()
    }

    /// How many fours this stone is part of: sets of four stones that one more makes exactly five. A straight four is one,
    /// though it becomes five at either end.
    #[inline]
    pub(crate) fn fours(self) -> usize {
        match self.fives(true).count() {
            2 if self.row() == 4 => 1,
            count => count,
        }
    }

    /// Where a stone makes a straight four with this one: four in a row that become exactly five at either end.
    pub(crate) fn straight_fours(self) -> impl Iterator<Item = isize> {
        let Self { down, up } = self;
        let [below, above] = self.gaps(|row| row == 4);
        let below = below.filter(|_| down.open && up.gap && up.far == 0);
        let above = above.filter(|_| up.open && down.gap && down.far == 0);
        [below, above].into_iter().flatten()
    }
}

/// The cell so far from another along a line.
#[inline]
pub(crate) fn cell_at(cell: usize, step: usize, distance: isize) -> usize {
    cell.wrapping_add_signed(distance * step.cast_signed())
}

/// The empty cells with which the stone on a cell is part of five in a row, on a board with these distances between
/// neighbours.
pub(crate) fn fives_through<const W: usize>(
    steps: &[usize; 4],
    cell: usize,
    own: Bits<W>,
    empty: Bits<W>,
    exact: bool,
) -> Bits<W> {
    let mut fives = Bits::EMPTY;
    for &step in steps {
        for distance in Line::through(cell, step, own, empty).fives(exact) {
            fives = fives | Bits::single(cell_at(cell, step, distance));
        }
    }
    fives
}
