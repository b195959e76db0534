//! What a game says about a question beside its rules: whether positions come back, bounds on proofs, and other claims.

/// A question with a bound on the length of its proof.
///
/// It is proven exactly if the question without the bound has a proof that is not longer. So a proof of some length
/// answers all questions with that bound or a larger one, and if one with a smaller bound is disproven, so are all below.
pub enum Bounded<T> {
    /// The question.
    Question(T),
    /// There is no such question, for no proof is so short unless the rules have decided already.
    TooShort,
    /// Proofs in this game have no length that could be bounded.
    NoLengths,
}

/// Claims about a position, from the strongest to the weakest: each that holds makes the next one hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grades {
    /// The claims.
    pub claims: Vec<Claim>,
    /// What is said if none of them holds.
    pub none: String,
}

/// A claim that somebody may prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The goal that asks whether it holds.
    pub goal: String,
    /// What is said if it holds.
    pub meaning: String,
}

/// Whether positions can come back along a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// They cannot.
    Never,
    /// They may.
    Perhaps,
    /// They do, as in this cycle of states.
    Along(Vec<String>),
}
