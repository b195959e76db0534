//! Which states decide which: what a record of a certificate may stand for.
//!
//! The idea: in some games a player is at least as well off with more, such as with more in hand, so that what is decided
//! with little is decided with much. One record of a proof then stands for all states that its own decides. Most problems
//! know no such order, and their states decide themselves alone.
//!
//! This is a trait beside [`Problem`], and not a part of it with a default, so that a wrapper of problems cannot forget
//! it: a wrapper that says nothing of it has no certificates.

use crate::{Problem, Value};

/// A problem that says which of its states decide others. Without a word, each decides itself alone.
///
/// ```
/// use proofset_core::{Dominance, Problem, Role, Status, Value};
///
/// /// Who has three coins or more wins.
/// struct Coins(u32);
///
/// impl Problem for Coins {
///     type State = u32;
///     type Move = ();
///
///     fn root(&self) -> u32 {
///         self.0
///     }
///
///     fn status(&self, coins: &u32) -> Status {
///         Status::Decided(if *coins < 3 { Value::Disproven } else { Value::Proven })
///     }
///
///     fn for_each_successor(&self, _: &u32, _: impl FnMut((), u32)) {}
/// }
///
/// impl Dominance for Coins {
///     fn decides(&self, known: &u32, value: Value, coins: &u32) -> bool {
///         match value {
///             Value::Proven => known <= coins,
///             Value::Disproven => coins <= known,
///         }
///     }
///
///     fn common(&self, one: &u32, value: Value, other: &u32) -> Option<u32> {
///         Some(if value == Value::Proven { *one.min(other) } else { *one.max(other) })
///     }
/// }
///
/// assert!(Coins(9).decides(&3, Value::Proven, &9));
/// assert_eq!(Coins(9).common(&3, Value::Proven, &9), Some(3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which of its states decide others",
    note = "if each state decides itself alone, write `impl Dominance for {Self} {{}}`; a wrapper asks the problem in it"
)]
pub trait Dominance: Problem {
    /// True if `state` has a value whenever `known` has it, because the side that the value favours can play there as if
    /// it were `known`: it is at least as well off in a way that the rules never make worse, such as with more in hand.
    ///
    /// The law: if `known` is decided with the value, so is `state`, which may be decided earlier; else both have the same
    /// role. What the favoured side can do in `known` it can do in `state`, and what the other side can do in `state` it can
    /// do in `known`; the same moves lead to states for which this holds again. Certificates rest on it where one record
    /// stands for several states.
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        let _ = value;
        known == state
    }

    /// The best state for the side that a value favours that [`decides`](Self::decides) both, if there is one.
    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        let _ = value;
        (one == other).then(|| one.clone())
    }
}

impl<P: Dominance> Dominance for &P {
    fn decides(&self, known: &Self::State, value: Value, state: &Self::State) -> bool {
        P::decides(self, known, value, state)
    }

    fn common(&self, one: &Self::State, value: Value, other: &Self::State) -> Option<Self::State> {
        P::common(self, one, value, other)
    }
}
