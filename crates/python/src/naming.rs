//! What games and problems in Python share: names of states and moves, ranks, a word for repetitions, and how two states that
//! are equal are compared.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::Error;
use crate::object::{Method, word};
use crate::state::{Samples, or_raise, refuse, text};

/// The methods that both may have.
pub(crate) struct Naming {
    text: Option<Method>,
    move_text: Option<Method>,
    rank: Option<Method>,
    merged: Samples,
}

impl Naming {
    pub(crate) fn find(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            text: Method::find(object, "text")?,
            move_text: Method::find(object, "move_text")?,
            rank: Method::find(object, "rank")?,
            merged: Samples::default(),
        })
    }

    /// The text of a state: what the method says, or how Python writes it.
    pub(crate) fn state_text(&self, state: &Bound<'_, PyAny>) -> String {
        match &self.text {
            Some(method) => said(method, &method.call1(state)),
            None => or_raise(state.repr()).to_string(),
        }
    }

    /// The text of a move.
    pub(crate) fn move_text(&self, state: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> String {
        match &self.move_text {
            Some(method) => said(method, &method.call2(state, mv)),
            None => or_raise(mv.str()).to_string(),
        }
    }

    /// The place of the move with this text; no two moves of a state may have the same.
    pub(crate) fn place<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        moves: impl Iterator<Item = Bound<'py, PyAny>>,
        wanted: &str,
    ) -> Option<u32> {
        let mut found = None;
        for (place, mv) in (0..).zip(moves) {
            if self.move_text(state, &mv) == wanted && found.replace(place).is_some() {
                self.refuse_two(state, wanted);
            }
        }
        found
    }

    /// Complains that two moves of a state have one text.
    pub(crate) fn refuse_two(&self, state: &Bound<'_, PyAny>, text: &str) -> ! {
        let state = self.state_text(state);
        refuse(format!("in the state {state} two moves have the text {text:?}; give them different ones"))
    }

    /// Whether states have ranks.
    pub(crate) fn has_rank(&self) -> bool {
        self.rank.is_some()
    }

    /// The rank of a state, if states have ranks.
    pub(crate) fn rank(&self, state: &Bound<'_, PyAny>) -> Option<u32> {
        let method = self.rank.as_ref()?;
        let rank = method.call1(state);
        match rank.extract() {
            Ok(rank) => Some(rank),
            Err(_) => method.wrong(&rank, "a whole number from 0 to 4294967295"),
        }
    }

    /// Compares two states that were found equal, if it is time to: both ways, by what the rules say of them, and by their
    /// moves. `said` names what differs, if something does, and whether play goes on.
    pub(crate) fn compare<'py>(
        &self,
        one: &Bound<'py, PyAny>,
        other: &Bound<'py, PyAny>,
        said: impl FnOnce() -> Said,
        moves: impl Fn(&Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>>,
    ) {
        if !self.merged.is_time() {
            return;
        }
        if !or_raise(other.eq(one)) {
            let (one, other) = (text(one), text(other));
            refuse(format!("the state {one} is equal to {other}, and not the other way round; __eq__ is wrong"));
        }
        let differ = match said() {
            Said::Differs(what) => Some(what),
            Said::Over => None,
            Said::GoesOn => {
                let (moves, others) = (moves(one), moves(other));
                let are_same = moves.len() == others.len()
                    && moves.iter().zip(&others).all(|(one, other)| or_raise(one.eq(other)));
                (!are_same).then_some("their moves")
            }
        };
        if let Some(what) = differ {
            let (one, other) = (text(one), text(other));
            refuse(format!(
                "the states {one} and {other} are equal by __eq__, and {what} differ; whatever the future depends on must be \
                 part of a state"
            ));
        }
    }
}

/// What the rules say of two states that are equal.
pub(crate) enum Said {
    /// Not the same: this differs.
    Differs(&'static str),
    /// The same, and nothing follows.
    Over,
    /// The same, and play goes on.
    GoesOn,
}

/// A text that a method has returned.
fn said(method: &Method, text: &Bound<'_, PyAny>) -> String {
    match text.cast::<PyString>() {
        Ok(text) => text.to_string(),
        Err(_) => method.wrong(text, "a text"),
    }
}

/// More moves than this a state cannot have: a list that goes on is taken for one without an end.
const MOST_MOVES: usize = 1 << 22;

/// What a method has returned, as a list; complains if it is none, or if it does not end.
pub(crate) fn listed<'py>(
    method: &Method,
    returned: &Bound<'py, PyAny>,
    expected: &str,
) -> impl Iterator<Item = Bound<'py, PyAny>> {
    let Ok(iterator) = returned.try_iter() else { method.wrong(returned, expected) };
    iterator.enumerate().map(move |(place, item)| {
        if place >= MOST_MOVES {
            refuse(format!("{} has returned more than {MOST_MOVES} items; it must return {expected}", method.name()));
        }
        or_raise(item)
    })
}

/// What the attribute `repetition` says: the place of its word, or nothing if there is none.
pub(crate) fn repetition(object: &Bound<'_, PyAny>, words: &[&str]) -> PyResult<Option<usize>> {
    let Some(rule) = object.getattr_opt("repetition")?.filter(|rule| !rule.is_none()) else { return Ok(None) };
    let place = word(&rule, words);
    if place.is_none() {
        let (rule, words) = (text(&rule), words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>());
        return Err(Error::new_err(format!("repetition is {rule}; it must be None or one of {}", words.join(", "))));
    }
    Ok(place)
}
