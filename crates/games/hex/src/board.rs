//! The board: cells as bits of one word, and what is beside what.
//!
//! The idea: cells are numbered row by row from the top left, without gaps, so that a set of cells is a word and a half turn of the
//! board reverses its bits. The six neighbours of all cells of a set are found by six shifts; cells at the left or right border are
//! left out where a shift would wrap.
//!
//! Beyond the border lie the edges. The first player owns those above and below, the second those to the left and right, and two
//! bits more stand for them, so that a cell at the border has six neighbours like any other: what lies around it is read
//! from one word.

use proofset_core::{NotationError, Player};

/// A set of cells.
pub(crate) type Cells = u128;

/// The longest side of a board.
pub(crate) const MOST: usize = 11;

/// The cells of the largest board.
const MOST_CELLS: usize = MOST * MOST;

/// The six steps from a cell to its neighbours, columns and rows, in a circle: each is beside the next.
const STEPS: [(isize, isize); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The bit that stands for a player's edges among the neighbours of a cell.
const fn edge_bit(player: Player) -> usize {
    match player {
        Player::First => MOST_CELLS,
        Player::Second => MOST_CELLS + 1,
    }
}

/// The cells of a set, from the lowest on.
pub(crate) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            cell
        })
    })
}

/// Columns and rows, and what follows from them.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    columns: usize,
    rows: usize,
    all: Cells,
    left: Cells,
    right: Cells,
    /// The neighbours of each cell, in a circle.
    around: Vec<[u8; 6]>,
}

impl Board {
    /// A board of this size.
    pub(crate) fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        if !(1..=MOST).contains(&columns) || !(1..=MOST).contains(&rows) {
            return Err(NotationError::new(format!(
                "a board of {columns} columns and {rows} rows; both must be from 1 to {MOST}"
            )));
        }
        let all = Cells::MAX >> (128 - columns * rows);
        let left = (0..rows).fold(0, |set, row| set | 1 << (columns * row));
        let right = left << (columns - 1);
        let around = (0..columns * rows).map(|cell| around(columns, rows, cell)).collect();
        Ok(Self { columns, rows, all, left, right, around })
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// All cells.
    #[inline]
    pub(crate) fn all(&self) -> Cells {
        self.all
    }

    /// The cells along the two edges that a player has to connect: top and bottom, or left and right.
    #[inline]
    pub(crate) fn along_edges(&self, player: Player) -> [Cells; 2] {
        match player {
            Player::First => {
                let top = Cells::MAX >> (128 - self.columns);
                [top, top << (self.columns * (self.rows - 1))]
            }
            Player::Second => [self.left, self.right],
        }
    }

    /// A set moved one step in each of the six directions, in a circle.
    #[inline]
    pub(crate) fn steps(&self, cells: Cells) -> [Cells; 6] {
        let (not_left, not_right) = (cells & !self.left, cells & !self.right);
        let columns = self.columns;
        [
            not_right << 1,
            not_right >> (columns - 1),
            cells >> columns,
            not_left >> 1,
            not_left << (columns - 1),
            cells << columns,
        ]
        .map(|moved| moved & self.all)
    }

    /// The cells beside those of a set; cells of the set among them if they are beside each other.
    #[inline]
    pub(crate) fn beside(&self, cells: Cells) -> Cells {
        self.steps(cells).into_iter().fold(0, |set, moved| set | moved)
    }

    /// The cells of a set that some of them are connected with through the set.
    #[inline]
    pub(crate) fn connected(&self, from: Cells, set: Cells) -> Cells {
        let mut reached = from & set;
        loop {
            let more = (reached | self.beside(reached)) & set;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether a player's stones connect that player's edges.
    #[inline]
    pub(crate) fn has_won(&self, player: Player, stones: Cells) -> bool {
        let [one, other] = self.along_edges(player);
        self.connected(one, stones) & other != 0
    }

    /// The set after half a turn of the board.
    #[inline]
    pub(crate) fn turned(&self, cells: Cells) -> Cells {
        cells.reverse_bits() >> self.all.leading_zeros()
    }

    /// Which of the six neighbours of a cell are in a player's set, or beyond that player's edge; from the lowest bit on, in a
    /// circle.
    #[inline]
    pub(crate) fn ring(&self, player: Player, stones: Cells, cell: usize) -> u8 {
        let stones = stones | 1 << edge_bit(player);
        let mut ring = 0;
        for (place, &neighbour) in self.around[cell].iter().enumerate() {
            ring |= ((stones >> neighbour & 1) as u8) << place;
        }
        ring
    }
}

/// The neighbours of a cell. What lies beyond two edges at once belongs to either: its two neighbours in the circle are beyond one of
/// them each.
fn around(columns: usize, rows: usize, cell: usize) -> [u8; 6] {
    STEPS.map(|(across, down)| {
        let column = (cell % columns).checked_add_signed(across).filter(|&column| column < columns);
        let row = (cell / columns).checked_add_signed(down).filter(|&row| row < rows);
        let bit = match (column, row) {
            (Some(column), Some(row)) => row * columns + column,
            (_, None) => edge_bit(Player::First),
            (None, Some(_)) => edge_bit(Player::Second),
        };
        bit as u8
    })
}

#[cfg(test)]
mod tests {
    use proofset_core::Player;

    use super::{Board, each};

    #[test]
    fn neighbours_by_shifts_are_those_of_the_circle() {
        for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 3), (5, 5), (11, 11), (11, 3)] {
            let board = Board::new(columns, rows).unwrap();
            for cell in 0..columns * rows {
                let circle = board.around[cell].iter().filter(|&&bit| usize::from(bit) < columns * rows);
                let circle = circle.fold(0, |set, &bit| set | 1 << bit);
                assert_eq!(board.beside(1 << cell), circle, "{columns}x{rows}, cell {cell}");
                assert!(each(circle).all(|other| board.beside(1 << other) >> cell & 1 == 1));
                assert_eq!(board.turned(board.beside(1 << cell)), board.beside(board.turned(1 << cell)));
            }
        }
    }

    #[test]
    fn neighbours_in_the_circle_are_beside_each_other() {
        let board = Board::new(5, 4).unwrap();
        for cell in 0..20 {
            let around = board.around[cell].map(usize::from);
            for (place, &one) in around.iter().enumerate() {
                let next = around[(place + 1) % 6];
                if one < 20 && next < 20 {
                    assert!(board.beside(1 << one) >> next & 1 == 1);
                }
            }
        }
        // The upper right corner: right of it the second player's edge, above it the first player's.
        assert_eq!((board.ring(Player::First, 0, 4), board.ring(Player::Second, 0, 4)), (0b110, 0b1));
    }

    #[test]
    fn full_boards_have_one_winner() {
        let mut rng = fastrand::Rng::with_seed(1);
        for (columns, rows) in [(1, 1), (3, 2), (4, 4), (7, 5), (11, 11)] {
            let board = Board::new(columns, rows).unwrap();
            for _ in 0..200 {
                let first = rng.u128(..) & board.all();
                let wins = [(Player::First, first), (Player::Second, board.all() & !first)];
                assert_eq!(wins.iter().filter(|(player, stones)| board.has_won(*player, *stones)).count(), 1);
            }
        }
    }
}
