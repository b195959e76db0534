//! Sequences of threats: wins that need no more than three in a row, again and again.
//!
//! The idea: a *threat* puts a third stone on a line whose last cell is empty; the other player must take that cell. So a
//! sequence of threats is a tree with one branch: the one who threatens chooses, and what the other does is forced, until a
//! threat leaves two cells to take. Such sequences end most games of Qubic, and they are found by a search that looks at a
//! few threats a position instead of at sixty moves.
//!
//! The invariant: a sequence that is found wins against every defence. The reply to a threat may threaten itself; then the
//! next threat must take the cell that it asks for.
//!
//! The cost: at most as many positions as are allowed, some 30 ns each; no position is looked at twice.

use proofset_core::state_hash;
use rustc_hash::FxHashSet;

use crate::lines::{completions, threat_cells};

/// A sequence of threats: where the first player puts a stone, and where the other has to reply, by turns. It ends with
/// the stone that completes a line.
pub(crate) type Sequence = Vec<u8>;

/// A search for a sequence.
struct Search {
    /// Positions that lead nowhere, by their hashes: if two had the same, a sequence could be missed, and none be wrong.
    dead: FxHashSet<u64>,
    /// How many more positions may be looked at.
    left: u32,
    /// The sequence, last move first.
    found: Sequence,
}

/// A sequence by which the player whose stones are `own` wins, to move; empty if there is none among so many positions.
pub(crate) fn find(own: u64, other: u64, positions: u32) -> Sequence {
    let mut search = Search { dead: FxHashSet::default(), left: positions, found: Sequence::new() };
    search.wins(own, other);
    search.found.reverse();
    search.found
}

impl Search {
    fn wins(&mut self, own: u64, other: u64) -> bool {
        let empty = !(own | other);
        let completing = completions(own) & empty;
        if completing != 0 {
            self.found.push(completing.trailing_zeros() as u8);
            return true;
        }
        let asked = completions(other) & empty;
        if asked & asked.wrapping_sub(1) != 0 || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut threats = threat_cells(own, other);
        if asked != 0 {
            threats &= asked;
        }
        // A threat and the reply to it, where one is enough.
        let (mut single, mut count) = ([(0, 0); 64], 0);
        while threats != 0 {
            let threat = threats.trailing_zeros() as u8;
            threats &= threats - 1;
            let threatening = own | 1 << threat;
            let replies = completions(threatening) & !(threatening | other);
            let reply = replies.trailing_zeros() as u8;
            if replies & (replies - 1) != 0 {
                self.found.extend([(replies & (replies - 1)).trailing_zeros() as u8, reply, threat]);
                return true;
            }
            single[count] = (threat, reply);
            count += 1;
        }
        if count == 0 || !self.dead.insert(state_hash(&(own, other))) {
            return false;
        }
        for &(threat, reply) in &single[..count] {
            if self.wins(own | 1 << threat, other | 1 << reply) {
                self.found.extend([reply, threat]);
                return true;
            }
        }
        false
    }
}

/// Whether a sequence still wins, move by move, where the other player has put one stone more.
pub(crate) fn still_wins(sequence: &[u8], mut own: u64, mut other: u64) -> bool {
    for pair in sequence.chunks(2) {
        let empty = !(own | other);
        let threat = 1 << pair[0];
        let asked = completions(other) & empty;
        if completions(own) & threat & empty != 0 {
            return true;
        }
        if threat & empty == 0 || (asked != 0 && asked != threat) {
            return false;
        }
        own |= threat;
        let [_, reply] = *pair else { return false };
        let reply = 1 << reply;
        if completions(own) & !(own | other) & reply == 0 {
            return false;
        }
        other |= reply;
    }
    false
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::{find, still_wins};
    use crate::lines::{completions, has_line};

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
