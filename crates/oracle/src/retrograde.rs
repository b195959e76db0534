//! The value of every state of a finite problem, by enumeration and backward induction.
//!
//! The idea: collect all the states that the root can reach, then sweep over them until no more values follow. A state
//! is **proven** if it follows from the decided states even when nothing good is assumed of open leaves: the least
//! fixpoint. A state is **disproven** if it cannot even be proven when every open leaf is assumed to be. The rest
//! depends on open leaves.
//!
//! Cycles are allowed. A play that goes on for ever proves nothing: what is never proven is disproven, so the side that
//! wants the goal must make progress, and the other may hold out by repetition. This is the value of the root under the
//! rule "a repeated position is a disproof".
//!
//! Cost: the number of sweeps is at most the length of the longest line; each looks at every state that has no value.

use std::collections::HashMap;
use std::hash::Hash;

use proofset_core::{Problem, Role, Status, Value, Verdict};
use thiserror::Error;

/// The problem has more states than allowed, or no end of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the problem has more than {cap} states; raise the limit, or take a smaller problem")]
pub struct TooManyStates {
    /// The most states that were allowed.
    pub cap: usize,
}

/// The values of all the states that the root of a problem can reach.
#[derive(Clone, Debug)]
pub struct Values<S> {
    states: Vec<S>,
    places: HashMap<S, usize>,
    verdicts: Vec<Verdict>,
}

impl<S: Eq + Hash> Values<S> {
    /// The value of the root; [`Verdict::Unknown`] if it depends on open leaves.
    pub fn root(&self) -> Verdict {
        self.verdicts[0]
    }

    /// The value of a state, or `None` if the root cannot reach it.
    pub fn get(&self, state: &S) -> Option<Verdict> {
        self.places.get(state).map(|&place| self.verdicts[place])
    }

    /// The number of states.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// All states with their values, the root first, nearer states before farther ones.
    pub fn iter(&self) -> impl Iterator<Item = (&S, Verdict)> {
        self.states.iter().zip(self.verdicts.iter().copied())
    }
}

/// Finds the value of every state that the problem's root can reach.
///
/// # Errors
///
/// [`TooManyStates`] if there are more than `cap`.
///
/// ```
/// use proofset_core::{Problem, Role, Status, Value, Verdict};
///
/// /// A walk on a line of seven points; the one who wants the goal moves first and wants to reach the end.
/// struct Walk;
///
/// impl Problem for Walk {
///     type State = (i8, bool);
///     type Move = i8;
///
///     fn root(&self) -> (i8, bool) {
///         (3, true)
///     }
///
///     fn status(&self, &(place, first): &(i8, bool)) -> Status {
///         match (place, first) {
///             (6, _) => Status::Decided(Value::Proven),
///             (_, true) => Status::Open(Role::Or),
///             (_, false) => Status::Open(Role::And),
///         }
///     }
///
///     fn for_each_successor(&self, &(place, first): &(i8, bool), mut visit: impl FnMut(i8, (i8, bool))) {
///         for step in [-1, 1] {
///             visit(step, ((place + step).max(0), !first));
///         }
///     }
/// }
///
/// let values = proofset_oracle::solve(&Walk, 100)?;
/// assert_eq!(values.root(), Verdict::Disproven); // the other side steps back for ever
/// assert_eq!(values.get(&(5, true)), Some(Verdict::Proven));
/// # Ok::<(), proofset_oracle::TooManyStates>(())
/// ```
pub fn solve<P: Problem>(problem: &P, cap: usize) -> Result<Values<P::State>, TooManyStates> {
    let mut states = Vec::new();
    let mut places = HashMap::new();
    let mut place_of = |state: P::State, states: &mut Vec<P::State>| {
        *places.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            states.len() - 1
        })
    };
    place_of(problem.root(), &mut states);
    let mut statuses = Vec::new();
    let mut children = Vec::new();
    while let Some(state) = states.get(children.len()).cloned() {
        if states.len() > cap {
            return Err(TooManyStates { cap });
        }
        let status = problem.status(&state);
        let mut list = Vec::new();
        if let Status::Open(_) = status {
            problem.for_each_successor(&state, |_, next| list.push(place_of(next, &mut states)));
        }
        statuses.push(status);
        children.push(list);
    }
    let certainly = proven(&statuses, &children, false);
    let possibly = proven(&statuses, &children, true);
    let verdicts = certainly
        .iter()
        .zip(possibly)
        .map(|(&certainly, possibly)| match (certainly, possibly) {
            (true, _) => Verdict::Proven,
            (false, true) => Verdict::Unknown,
            (false, false) => Verdict::Disproven,
        })
        .collect();
    Ok(Values { states, places, verdicts })
}

/// The states that are proven in finitely many steps, if open leaves are or are not.
fn proven(statuses: &[Status], children: &[Vec<usize>], open_leaves: bool) -> Vec<bool> {
    let mut proven = vec![false; statuses.len()];
    loop {
        let mut changed = false;
        for state in (0..statuses.len()).rev() {
            let now = match statuses[state] {
                Status::Decided(value) => value == Value::Proven,
                Status::OpenLeaf => open_leaves,
                Status::Open(Role::Or) => children[state].iter().any(|&child| proven[child]),
                Status::Open(Role::And) => children[state].iter().all(|&child| proven[child]),
            };
            changed |= now != proven[state];
            proven[state] = now;
        }
        if !changed {
            return proven;
        }
    }
}
