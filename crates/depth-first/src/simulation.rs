//! What a search keeps of its [simulations](crate::siblings), and how many may fail.
//!
//! The siblings that are still to be tried wait in a list, so that a search can be stopped between them.

use proofset_core::Value;

/// Nodes that one simulation may visit.
pub(crate) const MOST_NODES: u32 = 1000;

/// Plies that one simulation may go down.
pub(crate) const MOST_PLIES: usize = 100;

/// Of all expansions one in so many may be in vain.
const SHARE: u64 = 4;

/// What is always left for simulations that fail.
const BEGINNING: u64 = 1000;

/// How often proofs were played through for siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SimulationUse {
    /// Siblings that were tried.
    pub tried: u64,
    /// Those of them that were solved.
    pub held: u64,
    /// Expansions in simulations that failed.
    pub in_vain: u64,
}

/// The simulations of a search.
#[derive(Debug, Default)]
pub(crate) struct Simulations {
    pub(crate) usage: SimulationUse,
    /// The child of the last node on the line whose proof is played through, and its value.
    pub(crate) proof: Option<(usize, Value)>,
    /// Siblings of it that are still to be tried, the last one first.
    pub(crate) siblings: Vec<usize>,
    /// Nodes that the running one may still visit.
    pub(crate) left: u32,
    /// The bytes of the children of the states that it stands on.
    pub(crate) bytes: u64,
}

impl Simulations {
    /// The sibling to try next, after so many expansions, and the child and value that its proof is of.
    pub(crate) fn next(&mut self, expanded: u64) -> Option<(usize, (usize, Value))> {
        let &sibling = self.siblings.last()?;
        if self.usage.in_vain > expanded / SHARE + BEGINNING {
            self.siblings.clear();
            return None;
        }
        Some((sibling, self.proof?))
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Value;

    use super::{BEGINNING, SHARE, Simulations};

    #[test]
    fn what_fails_takes_a_share() {
        let next = |in_vain, expanded| {
            let mut simulations = Simulations { siblings: vec![7, 5], ..Simulations::default() };
            simulations.proof = Some((3, Value::Proven));
            simulations.usage.in_vain = in_vain;
            (simulations.next(expanded), simulations.siblings.len())
        };
        let taken = (Some((5, (3, Value::Proven))), 2);
        assert_eq!(next(BEGINNING, 0), taken);
        assert_eq!(next(BEGINNING + 1, 0), (None, 0));
        assert_eq!(next(BEGINNING + 10, 10 * SHARE), taken);
        assert_eq!(next(BEGINNING + 11, 10 * SHARE), (None, 0));
    }
}
