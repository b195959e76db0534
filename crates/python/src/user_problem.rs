//! An AND/OR graph whose rules are written in Python.

use std::sync::Arc;

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::costs::Costs;

use crate::errors::Error;
use crate::memory::{KeepsAll, Lists};
use crate::object::{Method, word};
use crate::state::{Samples, State, Watchman, or_raise, refuse, text};
use crate::user_game::written;

/// What a problem needs, for messages.
const NEEDS: &str = "root, status and successors";

const STATUSES: [&str; 5] = ["or", "and", "proven", "disproven", "open"];
const RULES: [&str; 3] = ["disproves", "proves", "mover-loses"];

/// An AND/OR graph.
pub(crate) struct UserProblem(Rules);

struct Rules {
    methods: Arc<Methods>,
    watchman: Arc<dyn Watchman>,
    root: State,
    repetition: Option<Repetition>,
    costs: Costs,
    lists: Lists<Vec<Edge>>,
    expanded: Samples,
}

/// A move with the state that it leads to.
type Edge = (Py<PyAny>, State);

struct Methods {
    status: Method,
    successors: Method,
    text: Option<Method>,
    move_text: Option<Method>,
    rank: Option<Method>,
    merged: Samples,
}

/// The place of an edge in the list of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Methods {
    fn status(&self, state: &Bound<'_, PyAny>) -> Status {
        let status = self.status.call1(state);
        match word(&status, &STATUSES) {
            Some(0) => Status::Open(Role::Or),
            Some(1) => Status::Open(Role::And),
            Some(2) => Status::Decided(Value::Proven),
            Some(3) => Status::Decided(Value::Disproven),
            Some(_) => Status::OpenLeaf,
            None => self.status.wrong(
                &status,
                "\"or\", \"and\", \"proven\", \"disproven\", or \"open\" for a question that stays open",
            ),
        }
    }

    /// The edges of a state: a name and the object that it leads to.
    fn edges<'py>(&self, state: &Bound<'py, PyAny>) -> Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let edges = self.successors.call1(state);
        let Ok(iterator) = edges.try_iter() else { self.successors.wrong(&edges, "pairs of a move and a state") };
        let edges = iterator.map(|edge| {
            let edge = or_raise(edge);
            match edge.extract() {
                Ok(edge) => edge,
                Err(_) => self.successors.wrong(&edge, "pairs of a move and a state"),
            }
        });
        edges.collect()
    }
}

impl Watchman for Methods {
    fn compare(&self, py: Python<'_>, one: &Py<PyAny>, other: &Py<PyAny>) {
        if !self.merged.is_time() {
            return;
        }
        let (one, other) = (one.bind(py), other.bind(py));
        if !or_raise(other.eq(one)) {
            let (one, other) = (text(one), text(other));
            refuse(format!("the state {one} is equal to {other}, and not the other way round; __eq__ is wrong"));
        }
        let (status, other_status) = (self.status(one), self.status(other));
        let moves = |state| -> Vec<Bound<'_, PyAny>> { self.edges(state).into_iter().map(|(mv, _)| mv).collect() };
        let differ = status != other_status || {
            matches!(status, Status::Open(_)) && {
                let (moves, others) = (moves(one), moves(other));
                moves.len() != others.len() || !moves.iter().zip(&others).all(|(one, other)| or_raise(one.eq(other)))
            }
        };
        if differ {
            let (one, other) = (text(one), text(other));
            refuse(format!(
                "the states {one} and {other} are equal by __eq__, and what follows from them differs; whatever the future depends on must be part of a state"
            ));
        }
    }
}

impl UserProblem {
    /// The problem of an object, from its root or from another state on.
    pub(crate) fn new(
        object: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        keeps_all: KeepsAll,
    ) -> PyResult<Self> {
        let py = object.py();
        let root = Method::need(object, "root", NEEDS)?;
        let methods = Arc::new(Methods {
            status: Method::need(object, "status", NEEDS)?,
            successors: Method::need(object, "successors", NEEDS)?,
            text: Method::find(object, "text")?,
            move_text: Method::find(object, "move_text")?,
            rank: Method::find(object, "rank")?,
            merged: Samples::default(),
        });
        let repetition = match object.getattr_opt("repetition")?.filter(|rule| !rule.is_none()) {
            None => None,
            Some(rule) => Some(match word(&rule, &RULES) {
                Some(0) => Repetition::Disproves,
                Some(1) => Repetition::Proves,
                Some(_) => Repetition::MoverLoses,
                None => {
                    let rule = text(&rule);
                    return Err(Error::new_err(format!(
                        "repetition is {rule}; it must be None, \"disproves\", \"proves\" or \"mover-loses\""
                    )));
                }
            }),
        };
        let watchman: Arc<dyn Watchman> = Arc::clone(&methods) as Arc<dyn Watchman>;
        let state = position.cloned().unwrap_or_else(|| root.call0(py));
        let root = State::new(state, &watchman);
        let costs = Costs::find(object)?;
        let (lists, expanded) = (Lists::new(keeps_all), Samples::default());
        Ok(Self(Rules { methods, watchman, root, repetition, costs, lists, expanded }))
    }

    /// The costs that it states.
    pub(crate) fn costs(&self) -> &Costs {
        &self.0.costs
    }

    /// The edges of a state.
    fn list(&self, py: Python<'_>, state: &State) -> Arc<Vec<Edge>> {
        self.0.lists.of(state, || {
            state.recheck(py, self.0.expanded.is_time());
            let edges = self.0.methods.edges(state.object(py));
            edges.into_iter().map(|(mv, next)| (mv.unbind(), State::new(next, &self.0.watchman))).collect()
        })
    }

    fn text_of(&self, py: Python<'_>, state: &State, mv: &Py<PyAny>) -> String {
        match &self.0.methods.move_text {
            None => or_raise(mv.bind(py).str()).to_string(),
            Some(method) => {
                let text = method.call2(state.object(py), mv.bind(py));
                match text.cast::<PyString>() {
                    Ok(text) => text.to_string(),
                    Err(_) => method.wrong(&text, "a text"),
                }
            }
        }
    }
}

impl Problem for UserProblem {
    type State = State;
    type Move = Place;

    fn root(&self) -> State {
        self.0.root.clone()
    }

    fn status(&self, state: &State) -> Status {
        state.status(|object| self.0.methods.status(object))
    }

    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(Place, State)) {
        let edges = Python::attach(|py| self.list(py, state));
        (0..).zip(&*edges).for_each(|(place, (_, next))| visit(Place(place), next.clone()));
    }

    fn rank(&self, state: &State) -> Option<u32> {
        let method = self.0.methods.rank.as_ref()?;
        Python::attach(|py| {
            let rank = method.call1(state.object(py));
            match rank.extract() {
                Ok(rank) => Some(rank),
                Err(_) => method.wrong(&rank, "a whole number from 0 to 4294967295"),
            }
        })
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition
    }
}

impl Dominance for UserProblem {}

impl Describe for UserProblem {
    fn state_text(&self, state: &State) -> String {
        Python::attach(|py| written(self.0.methods.text.as_ref(), state.object(py)))
    }

    fn move_text(&self, state: &State, mv: Place) -> String {
        Python::attach(|py| self.text_of(py, state, &self.list(py, state)[mv.0 as usize].0))
    }

    fn successor(&self, state: &State, text: &str) -> Option<State> {
        Python::attach(|py| {
            let mut found: Option<State> = None;
            for (mv, next) in self.list(py, state).iter() {
                if self.text_of(py, state, mv) == text {
                    if found.is_some() {
                        let state = self.state_text(state);
                        refuse(format!(
                            "in the state {state} two moves have the text {text:?}; give them different ones"
                        ));
                    }
                    found = Some(next.clone());
                }
            }
            found
        })
    }
}
