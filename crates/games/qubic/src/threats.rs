//! The cube as a board on which sequences of threats are looked for.

use proofset_core::Player;
use proofset_threats::{Board, Pair, Stones};

use crate::lines::{completes, completions, completions_through, threat_cells, threat_cells_through};

/// The cells of the cube, for both players alike.
pub(crate) struct Cube;

/// The stones of a player, and those of the other.
#[inline]
fn sides(player: Player, stones: &Pair<u64>) -> (u64, u64) {
    (stones.of(player), stones.of(player.opponent()))
}

impl Board for Cube {
    type Cells = u64;
    type Stones = Pair<u64>;

    #[inline]
    fn completions(&self, player: Player, stones: &Pair<u64>) -> u64 {
        let (own, other) = sides(player, stones);
        completions(own) & !(own | other)
    }

    #[inline]
    fn threat_cells(&self, player: Player, stones: &Pair<u64>) -> u64 {
        let (own, other) = sides(player, stones);
        threat_cells(own, other)
    }

    #[inline]
    fn completions_through(&self, player: Player, stones: &Pair<u64>, cell: u16) -> u64 {
        let (own, other) = sides(player, stones);
        completions_through(own, other, cell)
    }

    #[inline]
    fn threat_cells_through(&self, player: Player, stones: &Pair<u64>, cell: u16) -> u64 {
        let (own, other) = sides(player, stones);
        threat_cells_through(own, other, cell)
    }

    #[inline]
    fn completes(&self, player: Player, stones: &Pair<u64>, cell: u16) -> bool {
        let (own, other) = sides(player, stones);
        completes(own, other, cell)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proofset_core::Player::First;

    use proofset_threats::Pair;

    use super::Cube;
    use crate::lines::{completions, has_line};

    fn find(own: u64, other: u64, positions: u32) -> Vec<u16> {
        let mut stones = Pair::new(own, other);
        let sequence = proofset_threats::find(&Cube, First, &mut stones, positions);
        assert_eq!(stones, Pair::new(own, other));
        sequence
    }

    fn still_wins(sequence: &[u16], own: u64, other: u64) -> bool {
        let mut stones = Pair::new(own, other);
        let still_wins = proofset_threats::still_wins(&Cube, First, sequence, &mut stones);
        assert_eq!(stones, Pair::new(own, other));
        still_wins
    }

    /// Whether a sequence of threats wins, by trying them all, without any memory.
    fn wins(own: u64, other: u64) -> bool {
        let empty = !(own | other);
        if completions(own) & empty != 0 {
            return true;
        }
        let asked = completions(other) & empty;
        (0..64).filter(|cell| empty >> cell & 1 == 1 && (asked == 0 || asked == 1 << cell)).any(|cell| {
            let own = own | 1 << cell;
            let replies = completions(own) & !(own | other);
            match replies.count_ones() {
                0 => false,
                1 => wins(own, other | replies),
                _ => true,
            }
        })
    }

    fn scattered(rng: &mut Rng, stones: usize) -> u64 {
        (0..stones).fold(0, |set, _| set | 1 << rng.u32(..64))
    }

    #[test]
    fn sequences_are_found_where_there_are_some() {
        let mut rng = Rng::with_seed(3);
        let (mut found, mut none) = (0, 0);
        while found < 150 || none < 150 {
            let own = scattered(&mut rng, 9);
            let other = scattered(&mut rng, 9) & !own;
            if has_line(own) || has_line(other) {
                continue;
            }
            let sequence = find(own, other, u32::MAX);
            assert_eq!(!sequence.is_empty(), wins(own, other), "{own:x} {other:x}");
            if sequence.is_empty() {
                none += 1;
                continue;
            }
            found += 1;
            assert!(sequence.len() % 2 == 1);
            assert!(still_wins(&sequence, own, other), "as it is, without a stone more");
            assert!(find(own, other, 0).len() <= 1, "without positions only what completes a line is seen");
        }
    }

    #[test]
    fn what_still_wins_is_won_and_a_stone_on_the_way_stops_it() {
        let mut rng = Rng::with_seed(4);
        let (mut wins, mut stopped) = (0, 0);
        for _ in 0..40_000 {
            let own = scattered(&mut rng, 9);
            let other = scattered(&mut rng, 8) & !own;
            let sequence = find(own, other, 200);
            if has_line(own) || has_line(other) || sequence.is_empty() {
                continue;
            }
            let helps = |&cell: &u16| !still_wins(&sequence, own, other | 1 << cell);
            let empty = (0..64).filter(|cell| (own | other) >> cell & 1 == 0);
            let helping = empty.filter(helps).fold(0, |set, cell| set | 1 << cell);
            let mut stones = Pair::new(own, other);
            assert_eq!(proofset_threats::helpful(&Cube, First, &sequence, &mut stones, !(own | other)), helping);
            assert_eq!(stones, Pair::new(own, other));
            for cell in (0..64).filter(|cell| (own | other) >> cell & 1 == 0) {
                let more = other | 1 << cell;
                if has_line(more) {
                    continue;
                }
                if still_wins(&sequence, own, more) {
                    wins += 1;
                    assert!(!find(own, more, u32::MAX).is_empty());
                } else {
                    stopped += 1;
                }
                assert!(!sequence.contains(&cell) || !still_wins(&sequence, own, more));
            }
        }
        assert!(wins > 1000 && stopped > 1000, "{wins} {stopped}");
    }
}
