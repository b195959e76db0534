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

use proofset_core::Player;
use proofset_threats::Stones;

use crate::line::Line;
use crate::rows::{Rows, Seen};

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

/// A look at how many stones are near: two fours or threes on different lines need two more stones on each, and six in a row or two
/// fours on one line need four.
#[inline]
fn may_be_prohibited(lines: impl Iterator<Item = Seen>) -> bool {
    let mut with_two = 0;
    for line in lines {
        let near = line.stones_near();
        let but_one = near & near.wrapping_sub(1);
        with_two += u32::from(but_one != 0);
        let but_two = but_one & but_one.wrapping_sub(1);
        if with_two > 1 || but_two & but_two.wrapping_sub(1) != 0 {
            return true;
        }
    }
    false
}

/// Why the first player may not put a stone on an empty cell. The stones are afterwards as they were.
pub(crate) fn prohibition<const W: usize>(rows: &mut Rows<'_, W>, cell: usize) -> Option<Prohibited> {
    if !may_be_prohibited(rows.seen(Player::First, cell)) {
        return None;
    }
    let mut lines = [Line::default(); 4];
    for (line, seen) in lines.iter_mut().zip(rows.seen(Player::First, cell)) {
        *line = Line::through(seen);
    }
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
    rows.put(Player::First, cell as u16);
    let mut is_fourth = |fourth: usize| {
        let makes_five = rows.seen(Player::First, fourth).any(|seen| Line::through(seen).row() == 5);
        !makes_five && prohibition(rows, fourth).is_none()
    };
    let mut is_three = |line: &&Line| line.straight_fours().any(&mut is_fourth);
    let threes = lines.iter().filter(|line| is_three(line)).count();
    rows.take(Player::First, cell as u16);
    (threes > 1).then_some(Prohibited::DoubleThree)
}
