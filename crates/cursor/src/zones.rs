//! What is known of the parts of states that values rest on.
//!
//! The idea: a proof with zones is made of the patterns of states, and of the replies that a zone leaves. Which cursor has found out
//! about them does not matter to it.

/// What proofs with zones ask of a cursor.
pub trait Zones {
    /// The states of its problem.
    type State;

    /// A state that has the value, with all unknown but its zone; `None` if the zone is not known any more.
    fn pattern(&self, state: &Self::State) -> Option<Self::State>;

    /// What the null move of a state that has the value leads to, and what the replies lead to that it does not cover; `None` if its zone
    /// is not known any more.
    fn replies(&self, state: &Self::State) -> Option<Vec<Self::State>>;

    /// True if a state has the value because another one has.
    fn covers(&self, known: &Self::State, state: &Self::State) -> bool;
}
