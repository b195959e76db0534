//! Squares as bits: legal moves, flips, stable discs.
//!
//! The idea: a set of squares is a word, a row its eight bits, whatever the width of the board; so every step is a
//! shift by a constant. Moves of all directions are found by parallel prefixes (Kogge and Stone 1973), flips by letting
//! a carry run along a ray, flips of the very last disc by looking up its four lines.
//!
//! The invariant: discs lie within the board. Squares outside it are like squares that nobody ever takes: a ray that
//! leaves the board flips nothing, and a move outside is masked away. The cost: some 70 operations for all moves, some
//! 60 for the flips of one, no branches and no memory but the rays.

use proofset_core::NotationError;

/// Bits of a row.
pub(crate) const STRIDE: usize = 8;
const BITS: usize = STRIDE * STRIDE;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const ROW_1: u64 = 0xff;
/// All columns but the first and the last of eight: a line of discs through these stays in its row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares of the eight rays of each square, without the square itself: first those that ascend, then the others.
static RAYS: [[u64; 8]; BITS] = rays();
/// The squares beside each square.
pub(crate) static NEIGHBOURS: [u64; BITS] = neighbours();
/// The falling and the rising diagonal of each square.
static DIAGONALS: [[u64; 2]; BITS] = diagonals();
/// The discs that a disc in this place of a line flips, if these other places are the mover's and all others are the
/// opponent's.
static LAST_FLIPS: [[u8; 256]; STRIDE] = last_flips();
/// For half the columns and half the rows, less 2: the quadrant of each square.
static QUADRANTS: [[[u64; BITS]; 3]; 3] = quadrants();

/// The square so many steps away, each of so many columns and rows, if it lies within eight rows of eight.
const fn step(square: usize, columns: isize, rows: isize, steps: isize) -> Option<usize> {
    let column = (square % STRIDE).cast_signed() + columns * steps;
    let row = (square / STRIDE).cast_signed() + rows * steps;
    if column < 0 || row < 0 || column >= STRIDE.cast_signed() || row >= STRIDE.cast_signed() {
        return None;
    }
    Some((row * STRIDE.cast_signed() + column).cast_unsigned())
}

const fn ray(square: usize, columns: isize, rows: isize) -> u64 {
    let mut ray = 0;
    let mut steps = 1;
    while let Some(next) = step(square, columns, rows, steps) {
        ray |= 1 << next;
        steps += 1;
    }
    ray
}

const fn rays() -> [[u64; 8]; BITS] {
    let directions = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; BITS];
    let mut square = 0;
    while square < BITS {
        let mut index = 0;
        while index < directions.len() {
            let (columns, rows) = directions[index];
            rays[square][index] = ray(square, columns, rows);
            index += 1;
        }
        square += 1;
    }
    rays
}

const fn neighbours() -> [u64; BITS] {
    let mut neighbours = [0; BITS];
    let mut square = 0;
    while square < BITS {
        neighbours[square] = beside(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
}

const fn diagonals() -> [[u64; 2]; BITS] {
    let mut diagonals = [[0; 2]; BITS];
    let mut square = 0;
    while square < BITS {
        let this = 1 << square;
        diagonals[square] =
            [this | ray(square, 1, 1) | ray(square, -1, -1), this | ray(square, -1, 1) | ray(square, 1, -1)];
        square += 1;
    }
    diagonals
}

const fn last_flips() -> [[u8; 256]; STRIDE] {
    let mut flips = [[0; 256]; STRIDE];
    let mut place = 0;
    while place < STRIDE {
        let mut own = 0;
        while own < 256 {
            let mut above = place + 1;
            while above < STRIDE && own >> above & 1 == 0 {
                above += 1;
            }
            let mut below = place;
            while below > 0 && own >> (below - 1) & 1 == 0 {
                below -= 1;
            }
            let upwards = if above < STRIDE { above - place - 1 } else { 0 };
            let downwards = if below > 0 { place - below } else { 0 };
            flips[place][own] = (upwards + downwards) as u8;
            own += 1;
        }
        place += 1;
    }
    flips
}

const fn quadrants() -> [[[u64; BITS]; 3]; 3] {
    let mut quadrants = [[[0; BITS]; 3]; 3];
    let mut index = 0;
    while index < 9 * BITS {
        let (columns, rows, square) = (index / BITS / 3, index / BITS % 3, index % BITS);
        let left = COLUMN_A * ((1 << (columns + 2)) - 1);
        let top = (1 << (STRIDE * (rows + 2))) - 1;
        let half = if left >> square & 1 == 1 { left } else { !left };
        quadrants[columns][rows][square] = half & if top >> square & 1 == 1 { top } else { !top };
        index += 1;
    }
    quadrants
}

/// A board of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    columns: usize,
    rows: usize,
    /// All squares.
    pub(crate) squares: u64,
    /// The squares of the first and the last column.
    sides: u64,
    /// The squares of the first and the last row.
    ends: u64,
    /// The quadrant of each square, with what lies outside the board on its side.
    pub(crate) quadrants: &'static [u64; BITS],
}

impl Board {
    /// A board of this size.
    ///
    /// # Errors
    ///
    /// When a side is not 4, 6 or 8.
    pub(crate) fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        let is_side = |side| matches!(side, 4 | 6 | 8);
        if !is_side(columns) || !is_side(rows) {
            let message = format!("a board of {columns}x{rows} squares is out of range; expected sides of 4, 6 or 8");
            return Err(NotationError::new(message));
        }
        let width = (1_u64 << columns) - 1;
        let squares = (0..rows).fold(0, |squares, row| squares | width << (row * STRIDE));
        let sides = squares & (COLUMN_A | COLUMN_A << (columns - 1));
        let ends = squares & (ROW_1 | ROW_1 << ((rows - 1) * STRIDE));
        let quadrants = &QUADRANTS[columns / 2 - 2][rows / 2 - 2];
        Ok(Self { columns, rows, squares, sides, ends, quadrants })
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The squares in the corners.
    #[inline]
    pub(crate) fn corners(&self) -> u64 {
        self.sides & self.ends
    }

    /// The squares where a disc of `own` flips something.
    #[inline]
    pub(crate) fn legal(&self, own: u64, other: u64) -> u64 {
        let inner = other & INNER;
        let reached = beyond::<1>(own, inner) | beyond::<7>(own, inner) | beyond::<9>(own, inner);
        (reached | beyond::<8>(own, other)) & self.squares & !(own | other)
    }

    /// The discs of `own` that nothing can ever flip, as far as this rule sees: along each of its four lines, the disc
    /// ends the line, or the line is full, or the next disc is of the same colour and stable itself.
    #[inline]
    pub(crate) fn stable(&self, own: u64, other: u64) -> u64 {
        let [row, column, falling, rising] = full_lines(own | other | !self.squares);
        let border = self.sides | self.ends;
        let mut stable = 0;
        loop {
            // Shifts that leave a row arrive on the other side, where a disc ends its row and its diagonals.
            let next = own
                & (row | self.sides | stable << 1 | stable >> 1)
                & (column | self.ends | stable << 8 | stable >> 8)
                & (falling | border | stable << 9 | stable >> 9)
                & (rising | border | stable << 7 | stable >> 7);
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }
}

/// What lies directly beyond a line of `crossed`, from a disc of `own`, both ways along one direction.
#[inline]
fn beyond<const STEP: u32>(own: u64, crossed: u64) -> u64 {
    let mut up = crossed & own << STEP;
    let mut down = crossed & own >> STEP;
    up |= crossed & up << STEP;
    down |= crossed & down >> STEP;
    let pairs_up = crossed & crossed << STEP;
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The discs of `other` that a disc of `own` on this square flips.
#[inline]
pub(crate) fn flips(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let mut flips = 0;
    for &ray in &rays[..4] {
        // The carry runs over all that is not the ray, and over the other's discs on it, and stops on the next square.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        // The highest bit that is not the other's is the next square. Bit 0 only keeps the shift below 64.
        let stop = ray & !other | 1;
        let end = (1 << 63 >> stop.leading_zeros()) & ray & own;
        flips |= end.wrapping_neg() << 1 & ray;
    }
    flips
}

/// The number of discs that a disc of `own` on this square flips if all other squares are the opponent's.
#[inline]
pub(crate) fn last_flips_count(own: u64, square: usize) -> u32 {
    let (column, row) = (square % STRIDE, square / STRIDE);
    let [falling, rising] = DIAGONALS[square];
    // A multiplication gathers a column into the highest byte, or a diagonal by its columns.
    let by_row = (own >> column & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let by_column = |diagonal: u64| (own & diagonal).wrapping_mul(COLUMN_A) >> 56;
    let flips = |table: &[u8; 256], line: u64| u32::from(table[(line & 0xff) as usize]);
    let sideways = &LAST_FLIPS[column];
    flips(sideways, own >> (row * STRIDE))
        + flips(&LAST_FLIPS[row], by_row)
        + flips(sideways, by_column(falling))
        + flips(sideways, by_column(rising))
}

/// The squares of a set and those beside them, on eight rows of eight.
#[inline]
pub(crate) const fn beside(set: u64) -> u64 {
    let sideways = set | (set << 1 & !COLUMN_A) | (set >> 1 & !(COLUMN_A << (STRIDE - 1)));
    sideways | sideways << STRIDE | sideways >> STRIDE
}

/// The squares whose row, column, falling and rising diagonal is full.
#[inline]
fn full_lines(filled: u64) -> [u64; 4] {
    const fn columns(first: usize, last: usize) -> u64 {
        let mut columns = 0;
        let mut column = first;
        while column <= last {
            columns |= COLUMN_A << column;
            column += 1;
        }
        columns
    }
    const fn rows(first: usize, last: usize) -> u64 {
        (u64::MAX << (first * STRIDE)) & (u64::MAX >> ((STRIDE - 1 - last) * STRIDE))
    }
    /// The squares from which 1, 2, or 4 steps lead off the board: down, up.
    const FALLING: [[u64; 2]; 3] = [
        [columns(7, 7) | rows(7, 7), columns(0, 0) | rows(0, 0)],
        [columns(6, 7) | rows(6, 7), columns(0, 1) | rows(0, 1)],
        [columns(4, 7) | rows(4, 7), columns(0, 3) | rows(0, 3)],
    ];
    const RISING: [[u64; 2]; 3] = [
        [columns(0, 0) | rows(7, 7), columns(7, 7) | rows(0, 0)],
        [columns(0, 1) | rows(6, 7), columns(6, 7) | rows(0, 1)],
        [columns(0, 3) | rows(4, 7), columns(4, 7) | rows(0, 3)],
    ];
    fn diagonal<const STEP: u32>(filled: u64, off: &[[u64; 2]; 3]) -> u64 {
        let (mut down, mut up) = (filled, filled);
        for (index, &[off_down, off_up]) in off.iter().enumerate() {
            let step = STEP << index;
            down &= down >> step | off_down;
            up &= up << step | off_up;
        }
        down & up
    }
    let mut row = filled & filled >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & COLUMN_A) * ROW_1;
    let mut column = filled & filled.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);
    [row, column, diagonal::<9>(filled, &FALLING), diagonal::<7>(filled, &RISING)]
}

/// The numbers of the squares of a set, in order.
#[inline]
pub(crate) fn squares(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            square
        })
    })
}
