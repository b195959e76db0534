//! The lines that a player can still complete: a hint for searches, not a rule.
//!
//! The idea: a line is open to a player while the opponent has no stone on it. That is a run of k free cells, so runs are
//! found by doubling, as in [`Mnk::has_line`], and each is counted at its first cell.
//!
//! The cost: `4 log2 k` shifts and four counts, times `W` words; nothing is allocated.

use proofset_core::Player;

use crate::{Mnk, Position};
use proofset_bits::Bits;

impl<const W: usize> Mnk<W> {
    /// How many lines of k cells have no stone of the opponent. Without any, the player cannot win any more.
    pub fn open_lines(&self, position: &Position<W>, player: Player) -> u32 {
        let free = self.cells() & !position.stones(player.opponent());
        // A line of one cell has no direction, and must not be counted in all of them.
        if self.rules().k() == 1 { free.count() } else { self.runs(free).map(Bits::count).sum() }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proofset_core::{Game, Notation, Player};

    use crate::game::tests::{lines, set};
    use crate::{Mnk, Rules};

    /// Positions on the way through random games, compared with a scan over all lines.
    #[test]
    fn shifts_find_the_open_lines_that_a_scan_finds() {
        let mut rng = Rng::with_seed(1);
        let (mut open, mut closed) = (0, 0);
        for _ in 0..300 {
            let (columns, rows) = (rng.usize(1..=9), rng.usize(1..=9));
            let flat = Rules::new(columns, rows, rng.usize(1..=columns.max(rows))).unwrap();
            for rules in [flat, flat.with_gravity()] {
                let game = Mnk::<2>::new(rules);
                let mut position = game.start();
                while game.outcome(&position).is_none() {
                    for player in [Player::First, Player::Second] {
                        let theirs = position.stones(player.opponent());
                        let is_open = |line: &&Vec<(usize, usize)>| (set(rules, line) & theirs).is_empty();
                        // The scan sees a line of one cell in each of the four directions.
                        let repeated = if rules.k() == 1 { 4 } else { 1 };
                        let expected = lines(rules).iter().filter(is_open).count() as u32 / repeated;
                        assert_eq!(game.open_lines(&position, player), expected, "{rules}: {position:?}");
                        if expected == 0 { closed += 1 } else { open += 1 }
                    }
                    let moves: Vec<_> = game.moves(&position).collect();
                    game.play(&mut position, moves[rng.usize(..moves.len())]);
                }
            }
        }
        assert!(open > 1000 && closed > 1000, "both answers are tested: {open} with open lines, {closed} without");
    }

    #[test]
    fn open_lines_of_connect_four() {
        let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
        let open = |moves: &str, player| game.open_lines(&game.parse_position(moves).unwrap(), player);
        assert_eq!(open("", Player::First), 69, "the well-known 69 lines");
        assert_eq!(open("4", Player::First), 69);
        assert_eq!(open("4", Player::Second), 62, "four along the row, one up the column, two on diagonals");
    }
}
