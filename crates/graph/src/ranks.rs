//! Levels from the ranks of a problem, and faults of a graph in the problem's words.
//!
//! The idea: a problem that knows a rank for its states saves its search the order of updates: the level of a node is its
//! rank, counted from that of the root, so that small numbers do. What is wrong with ranks, or with a graph that should
//! have no cycles, is found here by number and told by state.

use proofset_core::{NodeId, SolveError};

use crate::dag::LEVEL;
use crate::{ConnectError, LevelSource};

/// How levels follow from ranks, if they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    root: Option<u32>,
}

impl Ranks {
    /// For a root of this rank; levels come from the graph if it has none.
    pub fn from_root(rank: Option<u32>) -> Self {
        Self { root: rank }
    }

    /// True if levels are ranks.
    pub fn are_given(self) -> bool {
        self.root.is_some()
    }

    /// Where levels come from.
    pub fn source(self) -> LevelSource {
        if self.are_given() { LevelSource::Rank } else { LevelSource::LongestPath }
    }

    /// The level of a new node. Its rank is asked for only if levels are ranks.
    ///
    /// # Errors
    ///
    /// [`SolveError::Rank`] if it is below that of the root, [`SolveError::RankTooLarge`] if it is too far above.
    #[inline]
    pub fn level<S>(self, rank: impl FnOnce() -> Option<u32>) -> Result<u32, SolveError<S>> {
        let Some(root) = self.root else { return Ok(0) };
        let rank = rank().unwrap_or(0);
        let most = root.saturating_add(LEVEL);
        if rank < root {
            return Err(SolveError::Rank { parent: root, child: rank });
        }
        if rank > most {
            return Err(SolveError::RankTooLarge { rank, most });
        }
        Ok(rank - root)
    }

    /// What is wrong with a problem whose successors cannot be connected; `None`: nothing, the graph is full.
    pub fn fault<S>(self, error: ConnectError, state: impl Fn(NodeId) -> S) -> Option<SolveError<S>> {
        match error {
            ConnectError::Full(_) => None,
            ConnectError::Rank { parent, child } => {
                let root = self.root.unwrap_or(0);
                Some(SolveError::Rank { parent: root + parent, child: root + child })
            }
            ConnectError::Cycle(nodes) => Some(SolveError::Cycle { path: nodes.into_iter().map(state).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{NodeId, SolveError};

    use super::{LEVEL, Ranks};
    use crate::{ConnectError, Full, LevelSource};

    #[test]
    fn levels_count_from_the_root() {
        let ranks = Ranks::from_root(Some(7));
        assert_eq!(ranks.source(), LevelSource::Rank);
        assert_eq!(ranks.level::<()>(|| Some(7)), Ok(0));
        assert_eq!(ranks.level::<()>(|| Some(7 + LEVEL)), Ok(LEVEL));
        assert_eq!(ranks.level::<()>(|| Some(6)), Err(SolveError::Rank { parent: 7, child: 6 }));
        assert_eq!(ranks.level::<()>(|| None), Err(SolveError::Rank { parent: 7, child: 0 }));
        let most = 7 + LEVEL;
        assert_eq!(ranks.level::<()>(|| Some(most + 1)), Err(SolveError::RankTooLarge { rank: most + 1, most }));
        let none = Ranks::from_root(None);
        assert_eq!(none.source(), LevelSource::LongestPath);
        assert_eq!(none.level::<()>(|| unreachable!("nobody asks")), Ok(0));
    }

    #[test]
    fn faults_are_told_in_the_problems_words() {
        let ranks = Ranks::from_root(Some(7));
        let name = |node: NodeId| node.index();
        assert_eq!(ranks.fault(ConnectError::Full(Full), name), None);
        let wrong = ConnectError::Rank { parent: 3, child: 2 };
        assert_eq!(ranks.fault(wrong, name), Some(SolveError::Rank { parent: 10, child: 9 }));
        let cycle = ConnectError::Cycle(vec![NodeId::from_bits(4), NodeId::from_bits(1)]);
        assert_eq!(ranks.fault(cycle, name), Some(SolveError::Cycle { path: vec![4, 1] }));
    }
}
