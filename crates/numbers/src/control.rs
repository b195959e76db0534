//! Threshold control: what makes searches of graphs with cycles end.
//!
//! In such a graph a node may look cheap because a line that leads round in a circle is cut off, and its numbers may then
//! grow by going round, one by one, while no new node is expanded. So from time to time *no node is left unsolved until
//! new nodes have been expanded*: the search goes down whatever thresholds say. That is demanded
//!
//! * below a node with an unsolved child that was met nearer to the root, or as near: one new node (the threshold
//!   controlling algorithm, Kishimoto 2010);
//! * when [`PATIENCE`] nodes that the table knows were entered one after the other: one new node;
//! * if the table forgets, so that what it takes for new may not be, and many times as many nodes were entered as it
//!   holds: whenever the visits have doubled, a share of them.
//!
//! While it is demanded, nodes are left with a value alone, so that the search either solves the root or expands the new
//! nodes: no line visits a state twice. As long as the table forgets nothing there are only so many new nodes. If it
//! forgets, some day more of them are demanded than a search that keeps nothing but its line needs. Where there is no room for
//! the line of such a search, no more than one new node is demanded; after [`MOST_FUTILE`] rounds in which that was so, one after the
//! other, the search cannot be made to end, and stops for want of memory. The book has the proof
//! (docs/src/depth-first.md), and what else it takes for the search to end soon.

use crate::Numbers;

/// So many nodes that the table knows are entered one after the other before a new one is demanded.
const PATIENCE: u64 = 1024;

/// One in so many visits is demanded to be of a new node, if the table forgets.
const ROUND_SHARE: u64 = 256;

/// The least visits after which that is demanded.
const FIRST_ROUND: u64 = 1 << 14;

/// So many times what the table holds is the least as well.
const TABLES: u64 = 64;

/// Rounds in a row whose demand there was no room for: the visits have doubled with each.
const MOST_FUTILE: u32 = 8;

/// What is demanded of a search so that it ends.
///
/// ```
/// use proofset_numbers::{Numbers, ThresholdControl};
///
/// let mut control = ThresholdControl::new();
/// let (numbers, thresholds) = (Numbers { proof: 3, disproof: 2 }, Numbers { proof: 3, disproof: 9 });
/// assert!(numbers.reach(control.raised(thresholds, numbers)));
/// control.meet_old_child();
/// assert!(!numbers.reach(control.raised(thresholds, numbers)));
/// control.enter(true, || None);
/// assert!(numbers.reach(control.raised(thresholds, numbers)));
/// ```
#[derive(Clone, Debug)]
pub struct ThresholdControl {
    /// New nodes that have to be expanded before nodes are left by their thresholds again.
    owed: u64,
    /// Nodes that the table knew, entered since the last new one.
    idle: u64,
    visits: u64,
    next_round: u64,
    /// Whether there was no room for what this round demands, and how many rounds in a row that was so before.
    is_futile: bool,
    futile_rounds: u32,
}

impl Default for ThresholdControl {
    fn default() -> Self {
        Self::new()
    }
}

impl ThresholdControl {
    /// Nothing is demanded yet.
    pub fn new() -> Self {
        Self { owed: 0, idle: 0, visits: 0, next_round: FIRST_ROUND, is_futile: false, futile_rounds: 0 }
    }

    /// True if no node is to be left unsolved now.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.owed > 0
    }

    /// The thresholds of a node with these numbers: above them while a new node is demanded.
    #[inline]
    pub fn raised(&self, thresholds: Numbers, numbers: Numbers) -> Numbers {
        if !self.is_raised() {
            return thresholds;
        }
        Numbers {
            proof: thresholds.proof.max(numbers.proof + 1),
            disproof: thresholds.disproof.max(numbers.disproof + 1),
        }
    }

    /// A node with an older unsolved child has been entered.
    #[inline]
    pub fn meet_old_child(&mut self) {
        self.owed = self.owed.max(1);
    }

    /// A node is entered, for the first time as far as the table knows or once more. `left` tells how many entries the
    /// table has, if it may have lost others.
    #[inline]
    pub fn enter(&mut self, is_new: bool, left: impl FnOnce() -> Option<u64>) {
        self.visits += 1;
        if is_new {
            self.expand();
        } else {
            self.idle += 1;
            if self.idle >= PATIENCE {
                self.owed = self.owed.max(1);
            }
        }
        if self.visits >= self.next_round {
            self.next_round = 2 * self.visits;
            if left().is_some_and(|left| self.visits / TABLES >= left) {
                self.futile_rounds = if std::mem::take(&mut self.is_futile) { self.futile_rounds + 1 } else { 0 };
                self.owed = self.owed.max(self.visits / ROUND_SHARE);
            }
        }
    }

    /// A new node has been expanded, or searched in another way.
    #[inline]
    pub fn expand(&mut self) {
        self.idle = 0;
        self.owed = self.owed.saturating_sub(1);
    }

    /// There is no room for a longer line: of many new nodes, no more are demanded.
    #[inline]
    pub fn relent(&mut self) {
        self.is_futile |= self.owed > 1;
        self.owed = self.owed.min(1);
    }

    /// True if the search may never end, for there is no room for what would make it end.
    #[inline]
    pub fn is_hopeless(&self) -> bool {
        self.futile_rounds >= MOST_FUTILE
    }

    /// There is more room than there was.
    pub fn relieve(&mut self) {
        (self.is_futile, self.futile_rounds) = (false, 0);
    }

    /// The line is forgotten, and what was demanded below its nodes.
    pub fn abandon(&mut self) {
        self.owed = 0;
        self.idle = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_ROUND, MOST_FUTILE, PATIENCE, ROUND_SHARE, ThresholdControl};

    /// The visits after which a search is hopeless that never has room in the rounds of which this is true.
    fn hopeless_after(lacks_room: impl Fn(u64) -> bool) -> Option<u64> {
        let mut control = ThresholdControl::new();
        (1..FIRST_ROUND << 20).find(|&visits| {
            control.enter(false, || Some(10));
            if lacks_room(visits / FIRST_ROUND) {
                control.relent();
            } else {
                (0..visits / ROUND_SHARE).for_each(|_| control.expand());
            }
            control.is_hopeless()
        })
    }

    #[test]
    fn a_search_without_room_for_what_is_demanded_is_given_up() {
        assert_eq!(hopeless_after(|_| true), Some(FIRST_ROUND << MOST_FUTILE));
        // With room once in a while the count begins anew.
        assert_eq!(hopeless_after(|rounds| rounds >= 64), Some(FIRST_ROUND << (6 + MOST_FUTILE)));
    }

    #[test]
    fn more_room_gives_hope() {
        let mut control = ThresholdControl::new();
        while !control.is_hopeless() {
            control.enter(false, || Some(10));
            control.relent();
        }
        control.relieve();
        assert!(!control.is_hopeless());
    }

    #[test]
    fn one_new_node_is_demanded_when_patience_ends() {
        let mut control = ThresholdControl::new();
        for _ in 1..PATIENCE {
            control.enter(false, || None);
        }
        assert!(!control.is_raised());
        control.enter(false, || None);
        assert!(control.is_raised());
        control.enter(true, || None);
        assert!(!control.is_raised());
    }

    #[test]
    fn a_table_that_forgets_is_asked_for_more_each_time() {
        let mut control = ThresholdControl::new();
        for round in 0..4 {
            while !control.is_raised() {
                control.enter(true, || Some(10));
            }
            let demanded = (0..).take_while(|_| {
                control.expand();
                control.is_raised()
            });
            assert_eq!(demanded.count() as u64 + 1, (FIRST_ROUND << round) / ROUND_SHARE);
        }
    }
}
