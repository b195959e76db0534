//! Threshold control: what makes searches of graphs with cycles end.
//!
//! In such a graph a node may look cheap because a line that leads round in a circle is cut off, and its numbers may then
//! grow by going round, one by one, while no new node is expanded. So from time to time *no node is left unsolved until
//! new nodes have been expanded*: the search goes down whatever thresholds say. That is demanded
//!
//! * below a node with an unsolved child that was met nearer to the root, or as near: one new node (the threshold
//!   controlling algorithm, Kishimoto 2010);
//! * when [`PATIENCE`] nodes that the table knows were entered one after the other: one new node;
//! * if the table forgets, so that what it takes for new may not be: whenever the visits have doubled, a share of them.
//!
//! While it is demanded, nodes are left with a value alone. Values are kept, those that rest on the line in
//! [`Provisional`](crate::provisional), so that the search either solves the root or expands the new nodes, within a
//! number of visits that is a polynomial in the size of the graph. As long as the table forgets nothing there are only so
//! many new nodes. If it forgets, some day more of them are demanded than a search that keeps nothing but its line needs.
//! The book has the proof (docs/src/depth-first.md).

/// So many nodes that the table knows are entered one after the other before a new one is demanded.
pub(crate) const PATIENCE: u64 = 1024;

/// One in so many visits is demanded to be of a new node, if the table forgets.
const ROUND_SHARE: u64 = 64;

/// The visits after which that is demanded first.
const FIRST_ROUND: u64 = 1 << 14;

/// What is demanded of a search.
#[derive(Clone, Debug)]
pub(crate) struct Control {
    /// New nodes that have to be expanded before nodes are left by their thresholds again.
    owed: u64,
    /// Nodes that the table knew, entered since the last new one.
    idle: u64,
    visits: u64,
    next_round: u64,
}

impl Control {
    pub(crate) fn new() -> Self {
        Self { owed: 0, idle: 0, visits: 0, next_round: FIRST_ROUND }
    }

    /// True if no node is to be left unsolved now.
    #[inline]
    pub(crate) fn is_raised(&self) -> bool {
        self.owed > 0
    }

    /// A node with an older unsolved child has been entered.
    #[inline]
    pub(crate) fn meet_old_child(&mut self) {
        self.owed = self.owed.max(1);
    }

    /// A node is entered, for the first time as far as the table knows or once more. `forgets` tells whether the table
    /// may have lost something.
    #[inline]
    pub(crate) fn enter(&mut self, is_new: bool, forgets: impl FnOnce() -> bool) {
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
            if forgets() {
                self.owed = self.owed.max(self.visits / ROUND_SHARE);
            }
        }
    }

    /// A new node has been expanded, or searched in another way.
    #[inline]
    pub(crate) fn expand(&mut self) {
        self.idle = 0;
        self.owed = self.owed.saturating_sub(1);
    }

    /// The line is forgotten, and what was demanded below its nodes.
    pub(crate) fn abandon(&mut self) {
        self.owed = 0;
        self.idle = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Control, FIRST_ROUND, PATIENCE, ROUND_SHARE};

    #[test]
    fn one_new_node_is_demanded_when_patience_ends() {
        let mut control = Control::new();
        for _ in 1..PATIENCE {
            control.enter(false, || false);
        }
        assert!(!control.is_raised());
        control.enter(false, || false);
        assert!(control.is_raised());
        control.enter(true, || false);
        assert!(!control.is_raised());
    }

    #[test]
    fn a_table_that_forgets_is_asked_for_more_each_time() {
        let mut control = Control::new();
        for round in 0..4 {
            while !control.is_raised() {
                control.enter(true, || true);
            }
            let demanded = (0..).take_while(|_| {
                control.expand();
                control.is_raised()
            });
            assert_eq!(demanded.count() as u64 + 1, (FIRST_ROUND << round) / ROUND_SHARE);
        }
    }
}
