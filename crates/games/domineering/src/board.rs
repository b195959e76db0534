//! The board: cells as bits of one word, where dominoes fit, and how many.
//!
//! The idea: cells are numbered row by row from the top left, without gaps, so a domino that fits is a bit of the set of empty cells that is still
//! there when the set is moved by one cell. How many fit into it at most without lying on each other is counted line by line: in a line of
//! neighbours every second place from the first one on is a domino.
//!
//! The cost: some ten operations for each row or column of the board.

use proofset_core::Player;

/// A set of cells.
pub(crate) type Cells = u128;

/// The longest side of a board.
pub(crate) const MOST: usize = 11;

/// Rows and columns, and sets of cells that follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) all: Cells,
    left: Cells,
    right: Cells,
    top: Cells,
}

impl Board {
    /// A board with sides from 1 to 11.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let left = (0..rows).fold(0, |set, row| set | 1 << (columns * row));
        Self {
            rows,
            columns,
            all: Cells::MAX >> (128 - columns * rows),
            left,
            right: left << (columns - 1),
            top: Cells::MAX >> (128 - columns),
        }
    }

    /// How far apart the two cells of a player's domino are.
    #[inline]
    pub(crate) fn step(&self, player: Player) -> usize {
        match player {
            Player::First => self.columns,
            Player::Second => 1,
        }
    }

    /// The first cells of a player's dominoes that fit into a set: the upper ones, or those on the left.
    #[inline]
    pub(crate) fn fits(&self, player: Player, cells: Cells) -> Cells {
        match player {
            Player::First => cells & cells >> self.columns,
            Player::Second => cells & (cells & !self.left) >> 1,
        }
    }

    /// The cells above and below those of a set for Vertical, those left and right of them for Horizontal.
    #[inline]
    fn beside(&self, player: Player, cells: Cells) -> Cells {
        match player {
            Player::First => cells << self.columns | cells >> self.columns,
            Player::Second => (cells & !self.right) << 1 | (cells & !self.left) >> 1,
        }
    }

    /// The cells of a set that have another one of it beside them; all others are of no use to anybody.
    #[inline]
    pub(crate) fn useful(&self, empty: Cells) -> Cells {
        empty & (self.beside(Player::First, empty) | self.beside(Player::Second, empty))
    }

    /// The cells of a set that the opponent of a player can never cover, whatever happens.
    #[inline]
    pub(crate) fn safe(&self, player: Player, empty: Cells) -> Cells {
        empty & !self.beside(player.opponent(), empty)
    }

    /// How many of a player's dominoes fit into a set at most.
    #[inline]
    pub(crate) fn most(&self, player: Player, cells: Cells) -> u32 {
        let fits = self.fits(player, cells);
        let (step, lines, mut line) = match player {
            Player::First => (self.columns, self.rows, self.top),
            Player::Second => (1, self.columns, self.left),
        };
        let (mut count, mut taken) = (0, 0);
        for _ in 1..lines {
            let dominoes = fits & line & !taken;
            count += dominoes.count_ones();
            taken = dominoes << step;
            line <<= step;
        }
        count
    }

    /// The set after half a turn of the board.
    #[inline]
    pub(crate) fn turned(&self, cells: Cells) -> Cells {
        cells.reverse_bits() >> self.all.leading_zeros()
    }

    /// The set with top and bottom exchanged.
    #[inline]
    pub(crate) fn flipped(&self, cells: Cells) -> Cells {
        let (mut image, mut rest) = (0, cells);
        for _ in 0..self.rows {
            image = image << self.columns | rest & self.top;
            rest >>= self.columns;
        }
        image
    }
}
