//! How many stones a player lacks to connect the edges, if the other player only ever answers at bridges.
//!
//! The idea: from one edge on, all cells that paths with so many new stones reach are found at once, one stone after the other. A path
//! goes from a cell to one beside it, or over a *bridge*: across two empty cells, of which the other player cannot take both. Stones
//! of the player on the way cost nothing.
//!
//! The cost: some fifty operations on words for each stone of the path.

use crate::board::{Board, Cells};

/// The cells that a path may come to from these: those beside them, and those across two empty cells.
fn next(board: &Board, from: Cells, empty: Cells) -> Cells {
    let steps = board.steps(from);
    let mut reached = steps.iter().fold(0, |set, cells| set | cells);
    for (place, &one) in steps.iter().enumerate() {
        // The two cells between both ends of a bridge follow each other in the circle around either end.
        let turned = (place + 1) % steps.len();
        reached |= board.steps(one & empty)[turned] & board.steps(steps[turned] & empty)[place];
    }
    reached
}

/// The cells along an edge, and those that two empty cells along it lie beside.
fn near_edge(board: &Board, edge: Cells, empty: Cells) -> Cells {
    let steps = board.steps(edge & empty);
    (0..steps.len()).fold(edge, |near, place| near | steps[place] & steps[(place + 1) % steps.len()])
}

/// The stones that a player lacks between two edges; `None` if there is no way left.
pub(crate) fn distance(board: &Board, own: Cells, empty: Cells, edges: [Cells; 2]) -> Option<u32> {
    let [from, to] = edges.map(|edge| near_edge(board, edge, empty));
    let (mut reached, mut ahead) = (0, from);
    let mut lacking = 0;
    loop {
        // Own stones first: they cost nothing.
        loop {
            let stones = ahead & own & !reached;
            if stones == 0 {
                break;
            }
            reached |= stones;
            ahead |= next(board, stones, empty);
        }
        if reached & to != 0 {
            return Some(lacking);
        }
        let new = ahead & empty & !reached;
        if new == 0 {
            return None;
        }
        lacking += 1;
        reached |= new;
        ahead |= next(board, new, empty);
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Player::{First, Second};

    use super::distance;
    use crate::board::Board;

    #[test]
    fn bridges_span_two_rows() {
        for (columns, rows, first, second) in
            [(1, 1, 1, 1), (3, 3, 1, 1), (5, 5, 2, 2), (6, 7, 3, 3), (11, 11, 5, 5), (1, 4, 4, 1)]
        {
            let board = Board::new(columns, rows).unwrap();
            let lacks = |player| distance(&board, 0, board.all(), board.along_edges(player));
            assert_eq!((lacks(First), lacks(Second)), (Some(first), Some(second)), "{columns}x{rows}");
        }
    }

    #[test]
    fn there_is_a_way_unless_the_other_player_has_won() {
        let mut rng = fastrand::Rng::with_seed(3);
        let board = Board::new(6, 5).unwrap();
        let mut blocked = 0;
        for _ in 0..2000 {
            let (first, other) = (rng.u128(..), rng.u128(..));
            let own = first & board.all();
            let empty = other & board.all() & !own;
            let theirs = board.all() & !(own | empty);
            let lacks = distance(&board, own, empty, board.along_edges(First));
            assert_eq!(lacks.is_none(), board.has_won(Second, theirs));
            assert!(!board.has_won(First, own) || lacks == Some(0));
            blocked += usize::from(lacks.is_none());
        }
        assert!(blocked > 20, "{blocked}");
    }
}
