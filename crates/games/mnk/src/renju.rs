//! What the first player may not do in Renju.
//!
//! The rules are those of the Renju International Federation (rule 9): a stone of the first player that makes five wins,
//! whatever else it makes. Any other is prohibited that makes six or more in a row, two fours, or two threes. A *four* is a
//! row of stones that one more makes exactly five. A *three* can be made a straight four, which becomes five at either of
//! its ends, by a stone that makes no five and is itself not prohibited: so the definition comes back to itself, a stone
//! deeper.
//!
//! The cost: some hundred operations for a cell; more only where there are several threes, and then once for each stone that
//! makes them fours.

use crate::line::{Line, cell_at};
use proofset_bits::Bits;

/// Why a cell is prohibited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prohibited {
    Overline,
    DoubleFour,
    DoubleThree,
}

impl Prohibited {
    /// What a stone there would make.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Overline => "six or more in a row",
            Self::DoubleFour => "two fours",
            Self::DoubleThree => "two threes",
        }
    }
}

/// Why the first player may not put a stone on an empty cell, on a board with these distances between neighbours.
pub(crate) fn prohibition<const W: usize>(
    steps: &[usize; 4],
    cell: usize,
    own: Bits<W>,
    empty: Bits<W>,
) -> Option<Prohibited> {
    let lines = steps.map(|step| Line::through(cell, step, own, empty));
    if lines.iter().any(|line| line.row() == 5) {
        return None;
    }
    if lines.iter().any(|line| line.row() > 5) {
        return Some(Prohibited::Overline);
    }
    if lines.iter().map(|line| line.fours()).sum::<usize>() > 1 {
        return Some(Prohibited::DoubleFour);
    }
    if lines.iter().filter(|line| line.straight_fours().next().is_some()).count() < 2 {
        return None;
    }
    let (own, empty) = (own | Bits::single(cell), empty & !Bits::single(cell));
    let is_three = |(line, step): &(&Line, &usize)| {
        line.straight_fours().any(|distance| {
            let fourth = cell_at(cell, **step, distance);
            let makes_five = || steps.iter().any(|&step| Line::through(fourth, step, own, empty).row() == 5);
            !makes_five() && prohibition(steps, fourth, own, empty).is_none()
        })
    };
    (lines.iter().zip(steps).filter(is_three).count() > 1).then_some(Prohibited::DoubleThree)
}
