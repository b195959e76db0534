//! What can be chosen about a search for mates. No choice changes a verdict.

pub use proofset_numbers::{Epsilon, SumRule};

/// Choices that do not change verdicts.
#[expect(clippy::struct_excessive_bools, reason = "they are switches that do not depend on each other")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// What is known about one holding decides others on the same board.
    pub dominance: bool,
    /// Moves that are much alike wait for each other.
    pub delay: bool,
    /// New nodes where the attacker moves are looked at for a mate in one.
    pub mate_in_one: bool,
    /// New nodes are weighed by the game; else each has a proof and a disproof number of one unit.
    pub weighed: bool,
    /// How proof numbers are put together where the defender moves.
    pub proof_sum: SumRule,
    /// How disproof numbers are put together where the attacker moves.
    pub disproof_sum: SumRule,
    /// How much worse than its rival a child may get before it is left.
    pub epsilon: Epsilon,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dominance: true,
            delay: true,
            mate_in_one: true,
            weighed: true,
            proof_sum: SumRule::Sum,
            disproof_sum: SumRule::Sum,
            epsilon: Epsilon::new(0.125).expect("it is between 0 and 1000"),
        }
    }
}
