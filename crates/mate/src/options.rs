//! What can be chosen about a search for mates. No choice changes a verdict.

pub use proofset_core::SumRule;
pub use proofset_numbers::Epsilon;

/// Choices that do not change verdicts.
#[expect(clippy::struct_excessive_bools, reason = "they are switches that do not depend on each other")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// What is known about one hand decides others on the same board.
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

impl Options {
    /// The same with another [`dominance`](Self::dominance).
    pub fn with_dominance(self, dominance: bool) -> Self {
        Self { dominance, ..self }
    }

    /// The same with another [`delay`](Self::delay).
    pub fn with_delay(self, delay: bool) -> Self {
        Self { delay, ..self }
    }

    /// The same with another [`mate_in_one`](Self::mate_in_one).
    pub fn with_mate_in_one(self, mate_in_one: bool) -> Self {
        Self { mate_in_one, ..self }
    }

    /// The same with another [`weighed`](Self::weighed).
    pub fn with_weighed(self, weighed: bool) -> Self {
        Self { weighed, ..self }
    }

    /// The same with another [`proof_sum`](Self::proof_sum).
    pub fn with_proof_sum(self, proof_sum: SumRule) -> Self {
        Self { proof_sum, ..self }
    }

    /// The same with another [`disproof_sum`](Self::disproof_sum).
    pub fn with_disproof_sum(self, disproof_sum: SumRule) -> Self {
        Self { disproof_sum, ..self }
    }

    /// The same with another [`epsilon`](Self::epsilon).
    pub fn with_epsilon(self, epsilon: Epsilon) -> Self {
        Self { epsilon, ..self }
    }
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
