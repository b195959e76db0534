//! Who wins, by trying everything. It shares nothing with the game: it reads diagrams, and follows neighbours one by one.

use std::collections::HashMap;

use proofset_core::Player;

/// The values of all positions that have been met.
pub(crate) struct BruteForce {
    columns: usize,
    rows: usize,
    beside: Vec<Vec<usize>>,
    /// By the cells as digits of a number with base 3.
    seen: HashMap<u64, Player>,
}

impl BruteForce {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let place = |cell: usize| ((cell % columns).cast_signed(), (cell / columns).cast_signed());
        let is_beside = |one, other| {
            let ((column, row), (to_column, to_row)) = (place(one), place(other));
            matches!((to_column - column, to_row - row), (1 | -1, 0) | (0, 1 | -1) | (1, -1) | (-1, 1))
        };
        let cells = 0..columns * rows;
        let beside = cells.clone().map(|one| cells.clone().filter(|&other| is_beside(one, other)).collect()).collect();
        Self { columns, rows, beside, seen: HashMap::new() }
    }

    /// Who wins the position of a diagram.
    pub(crate) fn winner(&mut self, diagram: &str) -> Player {
        let mut cells: Vec<u8> = diagram.bytes().filter(|&symbol| symbol != b'/').collect();
        let stones = diagram.matches(['X', 'O']).count();
        let to_move = if stones.is_multiple_of(2) { Player::First } else { Player::Second };
        self.value(&mut cells, to_move)
    }

    fn value(&mut self, cells: &mut [u8], to_move: Player) -> Player {
        let digit = |&symbol: &u8| match symbol {
            b'.' => 0,
            b'X' => 1,
            _ => 2,
        };
        let key = cells.iter().fold(0, |key, symbol| 3 * key + digit(symbol));
        if let Some(&winner) = self.seen.get(&key) {
            return winner;
        }
        let last = to_move.opponent();
        let mut winner = last;
        if !self.is_connected(cells, last) {
            for cell in 0..cells.len() {
                if cells[cell] == b'.' && winner == last {
                    cells[cell] = symbol(to_move);
                    winner = self.value(cells, last);
                    cells[cell] = b'.';
                }
            }
        }
        self.seen.insert(key, winner);
        winner
    }

    fn is_connected(&self, cells: &[u8], player: Player) -> bool {
        let (along, last): (fn(usize, usize) -> usize, usize) = match player {
            Player::First => (|cell, columns| cell / columns, self.rows - 1),
            Player::Second => (|cell, columns| cell % columns, self.columns - 1),
        };
        let own = |cell: usize| cells[cell] == symbol(player);
        let mut reached: Vec<usize> =
            (0..cells.len()).filter(|&cell| along(cell, self.columns) == 0 && own(cell)).collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            if along(cell, self.columns) == last {
                return true;
            }
            for &other in &self.beside[cell] {
                if own(other) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        false
    }
}

fn symbol(player: Player) -> u8 {
    if player == Player::First { b'X' } else { b'O' }
}
