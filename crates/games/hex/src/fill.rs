//! Cells that do not matter any more, and cells that are as good as taken.
//!
//! The idea (Hayward, van Rijswijck; Henderson's thesis of 2010 has the full theory): an empty cell is **dead** if, however the other
//! empty cells are filled, its colour does not change who wins. One circle tells: if the neighbours of a cell
//! that belong to a player follow each other in the circle around it, they are connected without it. So a cell is dead
//! if no filling of its empty neighbours gives a player two separate groups of them. Two cells are **captured** by a player
//! if a stone of the other player on either of them is dead once this player has taken the other. Whoever intrudes is answered, so the
//! pair counts as that player's.
//!
//! The invariant: a board that is filled so has the same winner, whoever is to move: a dead cell may have any colour, and an intrusion
//! into a captured pair with its answer changes nothing. Each step is taken on the board that the last one left.
//!
//! The cost: some looks at each empty cell and its neighbours a round, and two or three rounds.

use std::sync::LazyLock;

use proofset_core::Player;

use crate::board::{Board, Cells, each};
use crate::position::Position;

/// For each set of the first player's neighbours in the circle, a bit for each set of the second player's: whether the cell is dead.
static DEAD: LazyLock<[u64; 64]> = LazyLock::new(|| {
    let mut dead = [0; 64];
    for (first, bits) in (0..64_u8).zip(&mut dead) {
        for second in (0..64_u8).filter(|second| second & first == 0) {
            let fillings = (0..64_u8).filter(|all| all & first == first && all & second == 0);
            let mut groups = fillings.map(|all| (all & !(all << 1 | all >> 5)).count_ones());
            if groups.all(|groups| groups <= 1) {
                *bits |= 1 << second;
            }
        }
    }
    dead
});

/// Whether an empty cell is dead.
#[inline]
fn is_dead(board: &Board, stones: Position, cell: usize) -> bool {
    let first = board.ring(Player::First, stones.first, cell);
    let second = board.ring(Player::Second, stones.second, cell);
    DEAD[usize::from(first)] >> second & 1 == 1
}

/// The board with dead cells given to one player, and captured pairs to whom they belong.
pub(crate) fn filled(board: &Board, mut stones: Position, player_of_dead: Player) -> Position {
    loop {
        let before = stones;
        for cell in each(board.all() & !stones.both()) {
            if stones.both() >> cell & 1 == 1 {
                // Captured, since the list was made, together with an earlier one.
                continue;
            }
            if is_dead(board, stones, cell) {
                stones = stones.with(player_of_dead, 1 << cell);
                continue;
            }
            // Each pair is looked at from its lower cell.
            let later = board.beside(1 << cell) & !stones.both() & (Cells::MAX << cell);
            for other in each(later) {
                let is_captured = |player| {
                    is_dead(board, stones.with(player, 1 << other), cell)
                        && is_dead(board, stones.with(player, 1 << cell), other)
                };
                if let Some(player) = [Player::First, Player::Second].into_iter().find(|&player| is_captured(player)) {
                    stones = stones.with(player, 1 << cell | 1 << other);
                    break;
                }
            }
        }
        if stones == before {
            return stones;
        }
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Player;

    use super::filled;
    use crate::board::Board;
    use crate::position::Position;

    #[test]
    fn a_stone_on_the_second_row_captures_the_edge_below_it() {
        let board = Board::new(5, 5).unwrap();
        let second_row_from_below = 1 << 17;
        let position = Position { first: second_row_from_below, second: 0 };
        let captured = 1 << 21 | 1 << 22;
        let filled = filled(&board, position, Player::Second);
        assert_eq!((filled.first & captured, filled.second), (captured, 0));
    }

    #[test]
    fn what_lies_behind_a_wall_is_dead() {
        let board = Board::new(4, 4).unwrap();
        // The first player has connected top and bottom in the second column: nothing in the first one matters.
        let wall = (0..4).fold(0, |wall, row| wall | 1 << (4 * row + 1));
        let filled = filled(&board, Position { first: wall, second: 0 }, Player::Second);
        assert_eq!(filled.second & wall >> 1, wall >> 1);
    }
}
