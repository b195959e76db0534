//! The proof of a child played through below its siblings.
//!
//! The idea (Kawano 1996): what refutes one move often refutes others as well. When a child is solved with a value that all children
//! of its parent need, its siblings are tried at once, along the proof that was found: the side that the value favours makes the moves
//! that it made there, and each move of the other side has to be one that was answered there, or to be solved already. What holds is a
//! proof of its own, and costs no more than its size; what does not says nothing.
//!
//! The invariant: a simulation takes the values of finished states and of the table alone, which hold on every line, and it ends. So what it
//! finds is a finite proof, and holds on every line as well, whatever repetitions are worth.
//!
//! The cost: small proofs are found as fast by a search, so the options say how much work one has to have taken, and those that fail take
//! at most one expansion in [`SHARE`], and a few more. The siblings wait in a list, so that a search can be stopped between them; one
//! simulation is done as a whole, so a limit on expansions may be exceeded by as many as that takes.

use proofset_core::Value;

/// Nodes that one simulation may visit.
pub(crate) const MOST_NODES: u32 = 1000;

/// Plies that one simulation may go down.
pub(crate) const MOST_PLIES: usize = 100;

/// Siblings that are tried with one proof, and children of a state that one goes on from.
pub(crate) const MOST_CHILDREN: usize = 400;

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
