//! The rules: the lines that are drawn are the bits of a word.
//!
//! The idea: lines are numbered row by row, those across before the upright ones below them. So the other three sides of a box have numbers
//! that are larger than that of the upper one by the same amounts for all boxes, and all boxes that are complete are found by three shifts.
//!
//! The invariant: both players together have the boxes that are complete; a position holds what the player to move is ahead by.
//!
//! The cost: some ten operations for a move.

use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Symmetric, Unpacker,
    ValuedGame,
};

use crate::images::Images;

/// The most rows or columns of boxes.
const MOST: usize = 5;

/// The rules, with the size of the board.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) images: Images,
}

/// The lines that are drawn, what the player to move is ahead by, and who that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) lines: u64,
    pub(crate) lead: i8,
    pub(crate) to_move: Player,
}

/// A move: the number of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub(crate) u8);

impl Pack for Position {
    const BITS: u32 = <(u64, i8, Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.lines, self.lead, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (lines, lead, to_move) = Pack::unpack(from);
        Self { lines, lead, to_move }
    }
}

impl DotsAndBoxes {
    /// The game with so many rows and columns of boxes.
    ///
    /// # Errors
    ///
    /// If one of them is not from 1 to 5.
    pub fn new(rows: usize, columns: usize) -> Result<Self, NotationError> {
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
            let message = format!("{rows} rows and {columns} columns of boxes; both must be from 1 to {MOST}");
            return Err(NotationError::new(message));
        }
        Ok(Self { rows, columns, images: Images::new(rows, columns) })
    }

    /// What can be chosen, as text: `3x3`.
    pub fn parameters() -> Parameters {
        Parameters::places('x').with(Parameter::whole("rows", "rows of boxes", 1..=MOST, 3)).with(Parameter::whole(
            "columns",
            "columns of boxes",
            1..=MOST,
            3,
        ))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        Self::new(arguments.whole("rows"), arguments.whole("columns"))
    }

    /// Lines that lie this far apart are in neighbouring rows.
    #[inline]
    pub(crate) fn row(&self) -> usize {
        2 * self.columns + 1
    }

    /// How many lines there are.
    #[inline]
    pub(crate) fn count_of_lines(&self) -> usize {
        self.rows * self.row() + self.columns
    }

    /// All lines.
    #[inline]
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (u64::BITS as usize - self.count_of_lines())
    }

    /// How many boxes there are.
    #[inline]
    pub(crate) fn count_of_boxes(&self) -> u32 {
        (self.rows * self.columns) as u32
    }

    /// The boxes whose sides are all drawn, each by the number of its upper side.
    #[inline]
    pub(crate) fn complete(&self, lines: u64) -> u64 {
        lines & lines >> self.columns & lines >> (self.columns + 1) & lines >> self.row() & self.images.boxes
    }

    /// The boxes of which three sides are drawn, and not the fourth.
    #[inline]
    pub(crate) fn with_three_sides(&self, lines: u64) -> u64 {
        let [one, two] = [lines, lines >> self.row()];
        let [three, four] = [lines >> self.columns, lines >> (self.columns + 1)];
        let both = one & two & (three ^ four) | three & four & (one ^ two);
        both & self.images.boxes
    }

    /// The boxes of a player.
    pub fn boxes_of(&self, position: &Position, player: Player) -> u32 {
        let lead = if player == position.to_move { position.lead } else { -position.lead };
        let taken = self.complete(position.lines).count_ones();
        taken.saturating_add_signed(lead.into()) / 2
    }
}

impl Game for DotsAndBoxes {
    type Position = Position;
    type Move = Line;

    fn start(&self) -> Position {
        Position { lines: 0, lead: 0, to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.score(position).map(|score| match score.signum() {
            0 => Outcome::Draw,
            1 => Outcome::Win(position.to_move),
            _ => Outcome::Win(position.to_move.opponent()),
        })
    }

    /// Row by row from the top, from the left.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Line> {
        let mut rest = self.all() & !position.lines;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let line = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Line(line)
            })
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, Line(line): Line) {
        let lines = position.lines | 1 << line;
        let taken = (self.complete(lines) & !self.complete(position.lines)).count_ones() as i8;
        *position = if taken > 0 {
            Position { lines, lead: position.lead + taken, to_move: position.to_move }
        } else {
            Position { lines, lead: -position.lead, to_move: position.to_move.opponent() }
        };
    }

    /// The lines that are drawn.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        Some(position.lines.count_ones())
    }
}

impl Symmetric for DotsAndBoxes {
    /// With the least of the images of the lines under the turns of the board, and with lines exchanged for others that are as good.
    fn least_image(&self, position: &Position) -> Position {
        Position { lines: self.images.least(position.lines), ..*position }
    }
}
