//! The rules: pawns as bits of one word for each player.
//!
//! The idea: rows lie eight bits apart, whatever the size of the board, so a step forward is a shift by eight, and one to the side
//! shifts by one more or less. All pawns that can make the same kind of step are found at once.
//!
//! The invariant: no square has pawns of both players, and at most one pawn stands on a far row: the one that has moved last.
//!
//! The cost: some ten operations to list moves, and one for each move. The reference: see the [crate](crate).

use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Symmetric, Unpacker,
};

/// Squares that lie this far apart are in neighbouring rows.
pub(crate) const ROW: usize = 8;

/// The squares of the lowest row of the widest board.
const LOWEST: u64 = 0xff;

/// The squares of the first column of the highest board.
const LEFTMOST: u64 = u64::MAX / LOWEST;

/// The longest side of a board.
const MOST: usize = 8;

/// The most rows of pawns with which a player can begin.
const MOST_PAWN_ROWS: usize = 2;

/// The rules, with the size of the board and the number of rows of pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    columns: usize,
    rows: usize,
    pawn_rows: usize,
}

/// Where the pawns stand, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Those of the first player, and of the second.
    pub(crate) pawns: [u64; 2],
    pub(crate) to_move: Player,
}

/// A move: the square that a pawn leaves, and the one that it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Position {
    /// The pawns of a player.
    #[inline]
    pub(crate) fn of(&self, player: Player) -> u64 {
        self.pawns[player as usize]
    }
}

impl Pack for Position {
    const BITS: u32 = <([u64; 2], Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.pawns, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (pawns, to_move) = Pack::unpack(from);
        Self { pawns, to_move }
    }
}

/// Sums over the pawns of a set, with the number of the row of each, from 0.
#[inline]
fn sum_of_rows(pawns: u64) -> u32 {
    (1..MOST as u32).map(|row| row * (pawns >> (ROW as u32 * row) & LOWEST).count_ones()).sum()
}

impl Breakthrough {
    /// The game on a board of this size, with so many rows of pawns for each player.
    ///
    /// # Errors
    ///
    /// If the columns are not from 2 to 8, the rows not from 2 to 8, or the rows of pawns not from 1 to 2; or if the pawns do not fit the
    /// board. In a single column pawns would block each other, and nobody could move.
    pub fn new(columns: usize, rows: usize, pawn_rows: usize) -> Result<Self, NotationError> {
        if !(2..=MOST).contains(&columns) || !(2..=MOST).contains(&rows) {
            let message = format!("a board of {columns} columns and {rows} rows; both must be from 2 to {MOST}");
            return Err(NotationError::new(message));
        }
        if !(1..=MOST_PAWN_ROWS).contains(&pawn_rows) {
            let message = format!("{pawn_rows} rows of pawns for each player; expected 1 to {MOST_PAWN_ROWS}");
            return Err(NotationError::new(message));
        }
        if rows < 2 * pawn_rows {
            let message = format!(
                "a board of {rows} rows has no room for {pawn_rows} rows of pawns on either side; take {} rows or more, or pawn-rows=1",
                2 * pawn_rows
            );
            return Err(NotationError::new(message));
        }
        Ok(Self { columns, rows, pawn_rows })
    }

    /// What can be chosen, as text: `8x8` or `3x5+pawn-rows=1`.
    pub fn parameters() -> Parameters {
        Parameters::places('x')
            .with(Parameter::whole("columns", "columns of the board", 2..=MOST, 8))
            .with(Parameter::whole("rows", "rows of the board", 2..=MOST, 8))
            .with(
                Parameter::whole("pawn-rows", "rows of pawns with which each player begins", 1..=MOST_PAWN_ROWS, 2)
                    .or_nothing(),
            )
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        Self::new(arguments.whole("columns"), arguments.whole("rows"), arguments.whole("pawn-rows"))
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The pawns with which each player begins.
    pub(crate) fn pawns_at_start(&self) -> u32 {
        (self.columns * self.pawn_rows) as u32
    }

    /// The lowest rows of the board, so many.
    fn lowest(&self, rows: usize) -> u64 {
        (0..rows).fold(0, |set, row| set | LOWEST >> (MOST - self.columns) << (ROW * row))
    }

    /// The highest rows of the board, so many.
    fn highest(&self, rows: usize) -> u64 {
        self.lowest(rows) << (ROW * (self.rows - rows))
    }

    /// The row that a player's pawns want to come to.
    #[inline]
    pub(crate) fn far_row(&self, player: Player) -> u64 {
        let last = match player {
            Player::First => ROW * (self.rows - 1),
            Player::Second => 0,
        };
        LOWEST << last
    }

    /// The rows that a player's pawns have left behind them, together: from 0 for each pawn on the lowest row of that player.
    #[inline]
    pub(crate) fn advance(&self, position: &Position, player: Player) -> u32 {
        let pawns = position.of(player);
        match player {
            Player::First => sum_of_rows(pawns),
            Player::Second => (self.rows as u32 - 1) * pawns.count_ones() - sum_of_rows(pawns),
        }
    }

    /// How many rows the foremost pawn of a player still has to go; as many as there are rows if there is no pawn.
    #[inline]
    pub fn rows_to_go(&self, position: &Position, player: Player) -> u32 {
        let pawns = position.of(player);
        match player {
            Player::First => self.rows as u32 - (u64::BITS - pawns.leading_zeros()).div_ceil(ROW as u32),
            Player::Second => pawns.trailing_zeros().div_euclid(ROW as u32).min(self.rows as u32),
        }
    }

    /// The squares to which a player's pawns can step: to the left, straight, and to the right.
    #[inline]
    fn steps(&self, position: &Position) -> [u64; 3] {
        let own = position.of(position.to_move);
        let empty = !(position.pawns[0] | position.pawns[1]);
        let (not_left, not_right) = (own & !LEFTMOST, own & !(LEFTMOST << (self.columns - 1)));
        match position.to_move {
            Player::First => [not_left << (ROW - 1) & !own, own << ROW & empty, not_right << (ROW + 1) & !own],
            Player::Second => [not_left >> (ROW + 1) & !own, own >> ROW & empty, not_right >> (ROW - 1) & !own],
        }
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Position { pawns: [self.lowest(self.pawn_rows), self.highest(self.pawn_rows)], to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the player who has moved last can have won.
        let last = position.to_move.opponent();
        let has_won = position.of(last) & self.far_row(last) != 0 || position.of(position.to_move) == 0;
        has_won.then_some(Outcome::Win(last))
    }

    /// All steps to the left, then those straight on, then those to the right; each from `a1` on, row by row.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        let mut rest = self.steps(position);
        // What a step adds to the number of a square, in the same order.
        let forward = if position.to_move == Player::First { ROW as i8 } else { -(ROW as i8) };
        let mut side = 0;
        std::iter::from_fn(move || {
            while rest[side] == 0 {
                side += 1;
                if side == rest.len() {
                    side = 0;
                    return None;
                }
            }
            let to = rest[side].trailing_zeros() as u8;
            rest[side] &= rest[side] - 1;
            let from = to.wrapping_add_signed(-(forward + side as i8 - 1));
            Some(Step { from, to })
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        let mover = position.to_move;
        position.pawns[mover as usize] ^= 1 << step.from | 1 << step.to;
        position.to_move = mover.opponent();
        position.pawns[position.to_move as usize] &= !(1 << step.to);
    }

    /// The rows that pawns have left behind them, where one that is captured counts more than any that is left.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        let left = position.pawns[0].count_ones() + position.pawns[1].count_ones();
        let captured = 2 * self.pawns_at_start() - left;
        let advance = |player| self.advance(position, player);
        Some(captured * self.rows as u32 + advance(Player::First) + advance(Player::Second))
    }
}

impl Symmetric for Breakthrough {
    /// The position or its mirror image, left and right exchanged. Top and bottom are not alike: they say which player is which.
    fn least_image(&self, position: &Position) -> Position {
        let pawns = position.pawns.map(|pawns| pawns.swap_bytes().reverse_bits() >> (MOST - self.columns));
        Position { pawns: position.pawns.min(pawns), ..*position }
    }
}
