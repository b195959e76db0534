//! The value of every state of a finite problem, by enumeration and backward induction.
//!
//! The idea: collect the states, then go backwards from those that the rules decide. One side can *force* an end of play
//! with its value from a state if the rules have ended play so, if it chooses there and some move leads to a state where
//! it can, or if the other side chooses and every move does: the least fixpoint. Going backwards in the order of the
//! distance to that end finds the distances as well, in plies, under best play of both sides: the one wants it near, the
//! other far.
//!
//! Cycles are allowed. Let *endless* be the value that the problem gives to play that goes on for ever: disproven where
//! a repetition disproves, proven where it proves. The side that play without end is against must make progress: a state
//! has its value exactly if it can force an end, and the endless value otherwise. A problem that says nothing of
//! repetitions should have no cycles; if it has, they disprove. Where whoever repeats a state has lost, values depend on
//! the line of play, and the problem's [`LinesOfPlay`](proofset_core::LinesOfPlay) are what can be solved.
//!
//! Open leaves help nobody: a state has a value if it has it whatever they turn out to be, and else it depends on them.
//!
//! Cost: each state and each move is looked at once to collect them and three times to go back; some 40 bytes a state, its
//! own twice, and 12 a move.

use std::collections::HashMap;
use std::hash::Hash;

use proofset_core::{Problem, Repetition, Status, Value, Verdict, goes_by_lines};
use thiserror::Error;

/// The problem has more states than allowed, or no end of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the problem has more than {cap} states; raise the limit, or take a smaller problem")]
pub struct TooManyStates {
    /// The most states that were allowed.
    pub cap: usize,
}

/// The values of many states of a problem, and of all those that they lead to.
#[derive(Clone, Debug)]
pub struct Values<S> {
    states: Vec<S>,
    places: HashMap<S, u32>,
    verdicts: Vec<Verdict>,
    distances: Vec<Option<u32>>,
}

impl<S: Eq + Hash> Values<S> {
    /// The value of the root, or of the first of the states that were given; [`Verdict::Unknown`] if it depends on open
    /// leaves, or none were given.
    pub fn root(&self) -> Verdict {
        self.verdicts.first().copied().unwrap_or(Verdict::Unknown)
    }

    /// The value of a state, or `None` if it is not among the states.
    pub fn get(&self, state: &S) -> Option<Verdict> {
        self.places.get(state).map(|&place| self.verdicts[place as usize])
    }

    /// How far the end of play is from a state, in plies, if the side that its value favours makes for it and the other
    /// one delays it. `None` if there may never be one, if the value depends on open leaves, or if the state is not among
    /// the states.
    pub fn distance(&self, state: &S) -> Option<u32> {
        self.places.get(state).and_then(|&place| self.distances[place as usize])
    }

    /// The number of states.
    #[expect(clippy::len_without_is_empty, reason = "it says how large a problem is")]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// All states with their values: first those that were given, in their order, then those that they lead to, nearer
    /// states before farther ones.
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
/// assert_eq!((values.distance(&(5, true)), values.distance(&(3, true))), (Some(1), None));
/// # Ok::<(), proofset_oracle::TooManyStates>(())
/// ```
pub fn solve<P: Problem>(problem: &P, cap: usize) -> Result<Values<P::State>, TooManyStates> {
    solve_all(problem, [problem.root()], cap)
}

/// Finds the value of each of these states, and of every state that they lead to. The problem's root is of no account.
///
/// # Errors
///
/// [`TooManyStates`] if there are more than `cap`.
///
/// # Panics
///
/// If whoever repeats a state has lost and the problem has no rank, for then states have no values of their own.
///
/// ```
/// # use proofset_core::{Problem, Role, Status, Value};
/// # struct Walk;
/// # impl Problem for Walk {
/// #     type State = (i8, bool);
/// #     type Move = i8;
/// #     fn root(&self) -> (i8, bool) {
/// #         (3, true)
/// #     }
/// #     fn status(&self, &(place, first): &(i8, bool)) -> Status {
/// #         match (place, first) {
/// #             (6, _) => Status::Decided(Value::Proven),
/// #             (_, true) => Status::Open(Role::Or),
/// #             (_, false) => Status::Open(Role::And),
/// #         }
/// #     }
/// #     fn for_each_successor(&self, &(place, first): &(i8, bool), mut visit: impl FnMut(i8, (i8, bool))) {
/// #         for step in [-1, 1] {
/// #             visit(step, ((place + step).max(0), !first));
/// #         }
/// #     }
/// # }
/// // The same walk from all places at once.
/// let states = (0..7).flat_map(|place| [(place, true), (place, false)]);
/// let values = proofset_oracle::solve_all(&Walk, states, 100)?;
/// assert_eq!(values.iter().filter(|(_, verdict)| verdict.value() == Some(Value::Proven)).count(), 3);
/// # Ok::<(), proofset_oracle::TooManyStates>(())
/// ```
pub fn solve_all<P: Problem>(
    problem: &P,
    states: impl IntoIterator<Item = P::State>,
    cap: usize,
) -> Result<Values<P::State>, TooManyStates> {
    let graph = Enumerated::new(problem, states, cap)?;
    let rule = problem.repetition();
    let by_line = goes_by_lines(problem);
    assert!(
        !by_line,
        "where whoever repeats a state has lost, the problem's lines have values, and its states have none"
    );
    let endless = rule.and_then(Repetition::fixed_value).unwrap_or(Value::Disproven);
    let progress = match endless {
        Value::Proven => Value::Disproven,
        Value::Disproven => Value::Proven,
    };
    let parents = graph.parents();
    let certainly = graph.forced(&parents, progress, false);
    let possibly = graph.forced(&parents, progress, true);
    let otherwise = graph.forced(&parents, endless, false);
    let verdict = |place: usize| match (certainly[place], possibly[place]) {
        (Some(_), _) => Verdict::from(Some(progress)),
        (None, Some(_)) => Verdict::Unknown,
        (None, None) => Verdict::from(Some(endless)),
    };
    let verdicts: Vec<Verdict> = (0..graph.states.len()).map(verdict).collect();
    // Nobody can force both ends from one state.
    let distances = certainly.into_iter().zip(otherwise).map(|(one, other)| one.or(other)).collect();
    Ok(Values { states: graph.states, places: graph.places, verdicts, distances })
}

/// Lists of numbers, end to end.
struct Lists {
    /// Where each list begins; one more entry at the end.
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}

/// States with their statuses and successors.
struct Enumerated<S> {
    states: Vec<S>,
    places: HashMap<S, u32>,
    statuses: Vec<Status>,
    children: Lists,
}

impl<S: Clone + Eq + Hash> Enumerated<S> {
    fn new<P: Problem<State = S>>(
        problem: &P,
        first: impl IntoIterator<Item = S>,
        cap: usize,
    ) -> Result<Self, TooManyStates> {
        // Places take 32 bits.
        let cap = cap.min(u32::MAX as usize);
        let mut states = Vec::new();
        let mut places = HashMap::new();
        let mut place_of = |state: S, states: &mut Vec<S>| {
            *places.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() as u32 - 1
            })
        };
        for state in first {
            place_of(state, &mut states);
            if states.len() > cap {
                return Err(TooManyStates { cap });
            }
        }
        let mut statuses = Vec::new();
        let mut children = Lists { starts: vec![0], items: Vec::new() };
        while let Some(state) = states.get(statuses.len()).cloned() {
            let status = problem.status(&state);
            if let Status::Open(_) = status {
                problem.for_each_successor(&state, |_, next| children.items.push(place_of(next, &mut states)));
            }
            if states.len() > cap {
                return Err(TooManyStates { cap });
            }
            statuses.push(status);
            children.starts.push(children.items.len());
        }
        Ok(Self { states, places, statuses, children })
    }

    /// The states that lead to each state, once for every move.
    fn parents(&self) -> Lists {
        let mut starts = vec![0; self.states.len() + 1];
        for &child in &self.children.items {
            starts[child as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut ends = starts.clone();
        let mut items = vec![0; self.children.items.len()];
        for parent in 0..self.states.len() {
            for &child in self.children.get(parent) {
                items[ends[child as usize]] = parent as u32;
                ends[child as usize] += 1;
            }
        }
        Lists { starts, items }
    }

    /// How far the end is that this side can force from each state, if it can; open leaves are such ends, or are not.
    fn forced(&self, parents: &Lists, side: Value, open_leaves: bool) -> Vec<Option<u32>> {
        // How many more moves must lead to states where the end can be forced, for it to be so here.
        let mut missing = vec![0_usize; self.states.len()];
        let mut distances = vec![None; self.states.len()];
        let mut found = Vec::new();
        for (place, status) in self.statuses.iter().enumerate() {
            let is_end = match status {
                Status::Decided(value) => *value == side,
                Status::OpenLeaf => open_leaves,
                Status::Open(role) => {
                    let moves = self.children.get(place).len();
                    missing[place] = if *role == side.chooser() { 1 } else { moves };
                    // A choice between no moves is lost for the side that has it.
                    missing[place] == 0
                }
            };
            if is_end {
                distances[place] = Some(0);
                found.push(place as u32);
            }
        }
        // In the order of distances: whoever chooses is found by way of the nearest child, the other side by the last.
        let mut next = 0;
        while let Some(&place) = found.get(next) {
            next += 1;
            for &parent in parents.get(place as usize) {
                let parent = parent as usize;
                if distances[parent].is_none() {
                    missing[parent] -= 1;
                    if missing[parent] == 0 {
                        distances[parent] = distances[place as usize].map(|distance: u32| distance + 1);
                        found.push(parent as u32);
                    }
                }
            }
        }
        distances
    }
}
