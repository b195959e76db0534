//! An AND/OR graph whose rules are written in Python.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{Arc, OnceLock};

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};
use pyo3::prelude::*;

use crate::costs::Costs;
use crate::key::Keys;
use crate::memory::{KeepsAll, Lists};
use crate::naming::{Naming, Said, listed, repetition};
use crate::object::{Method, word};
use crate::state::{Samples, State, Watchman};

/// What a problem needs, for messages.
const NEEDS: &str = "root, status and successors";

/// What successors are.
const PAIRS: &str = "pairs of a move and a state, each a tuple";

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
    lists: Lists<Listing>,
    expanded: Samples,
}

/// A move with the state that it leads to.
type Edge = (Py<PyAny>, State);

/// The edges of a state, and the texts of their moves once one of them was asked for.
struct Listing {
    edges: Vec<Edge>,
    texts: OnceLock<Vec<Text>>,
}

/// The text of a move.
struct Text {
    text: String,
    /// No other move of the state has it.
    is_alone: bool,
}

struct Methods {
    status: Method,
    successors: Method,
    naming: Naming,
    keys: Arc<Keys>,
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
        let edges = listed(&self.successors, &edges, PAIRS);
        edges.map(|edge| edge.extract().unwrap_or_else(|_| self.successors.wrong(&edge, PAIRS))).collect()
    }
}

impl Watchman for Methods {
    fn compare(&self, py: Python<'_>, one: &Py<PyAny>, other: &Py<PyAny>) {
        let (one, other) = (one.bind(py), other.bind(py));
        let said = || match self.status(one) {
            status if status != self.status(other) => Said::Differs("what status says of them"),
            Status::Open(_) => Said::GoesOn,
            _ => Said::Over,
        };
        self.naming.compare(one, other, said, |state| self.edges(state).into_iter().map(|(mv, _)| mv).collect());
    }

    fn keys(&self) -> &Keys {
        &self.keys
    }
}

impl UserProblem {
    /// The problem of an object, from its root or from another state on.
    pub(crate) fn new(
        object: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        keeps_all: KeepsAll,
        keys: Arc<Keys>,
    ) -> PyResult<Self> {
        let py = object.py();
        let root = Method::need(object, "root", NEEDS)?;
        let methods = Arc::new(Methods {
            status: Method::need(object, "status", NEEDS)?,
            successors: Method::need(object, "successors", NEEDS)?,
            naming: Naming::find(object)?,
            keys,
        });
        let repetition = repetition(object, &RULES)?.map(|place| match place {
            0 => Repetition::Disproves,
            1 => Repetition::Proves,
            _ => Repetition::MoverLoses,
        });
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

    /// The edges of a state. Where moves with the same text lead to equal states there is one edge: a certificate could not tell
    /// them apart, and the value is the same.
    fn list(&self, py: Python<'_>, state: &State) -> Arc<Listing> {
        self.0.lists.of(state, || {
            state.recheck(py, self.0.expanded.is_time());
            let object = state.object(py);
            let naming = &self.0.methods.naming;
            let listed = self.0.methods.edges(object);
            let mut edges: Vec<Edge> = Vec::with_capacity(listed.len());
            // The first edge to each state, and the texts of all of them once there are more: texts cost calls.
            #[expect(clippy::mutable_key_type, reason = "what changes in a state is no part of its hash")]
            let mut known: HashMap<State, (usize, HashSet<String>)> = HashMap::with_capacity(listed.len());
            for (mv, next) in listed {
                let next = State::new(next, &self.0.watchman);
                match known.entry(next.clone()) {
                    Entry::Vacant(entry) => {
                        entry.insert((edges.len(), HashSet::new()));
                    }
                    Entry::Occupied(mut entry) => {
                        let (first, texts) = entry.get_mut();
                        if texts.is_empty() {
                            texts.insert(naming.move_text(object, edges[*first].0.bind(py)));
                        }
                        if !texts.insert(naming.move_text(object, &mv)) {
                            continue;
                        }
                    }
                }
                edges.push((mv.unbind(), next));
            }
            Listing { edges, texts: OnceLock::new() }
        })
    }

    /// The texts of all moves of a state.
    fn texts<'a>(&self, object: &Bound<'_, PyAny>, listing: &'a Listing) -> &'a [Text] {
        listing.texts.get_or_init(|| {
            let (py, naming) = (object.py(), &self.0.methods.naming);
            let texts: Vec<String> =
                listing.edges.iter().map(|(mv, _)| naming.move_text(object, mv.bind(py))).collect();
            let mut counts: HashMap<&str, u32> = HashMap::with_capacity(texts.len());
            for text in &texts {
                *counts.entry(text).or_default() += 1;
            }
            let are_alone: Vec<bool> = texts.iter().map(|text| counts[text.as_str()] == 1).collect();
            texts.into_iter().zip(are_alone).map(|(text, is_alone)| Text { text, is_alone }).collect()
        })
    }

    /// Complains if another move of the state has the same text.
    fn need_alone(&self, object: &Bound<'_, PyAny>, text: &Text) {
        if !text.is_alone {
            self.0.methods.naming.refuse_two(object, &text.text);
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
        let listing = Python::attach(|py| self.list(py, state));
        (0..).zip(&listing.edges).for_each(|(place, (_, next))| visit(Place(place), next.clone()));
    }

    fn rank(&self, state: &State) -> Option<u32> {
        if !self.0.methods.naming.has_rank() {
            return None;
        }
        Python::attach(|py| self.0.methods.naming.rank(state.object(py)))
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition
    }
}

impl Dominance for UserProblem {}

impl Describe for UserProblem {
    fn state_text(&self, state: &State) -> String {
        Python::attach(|py| self.0.methods.naming.state_text(state.object(py)))
    }

    fn move_text(&self, state: &State, mv: Place) -> String {
        Python::attach(|py| {
            let (object, listing) = (state.object(py), self.list(py, state));
            let text = &self.texts(object, &listing)[mv.0 as usize];
            self.need_alone(object, text);
            text.text.clone()
        })
    }

    fn successor(&self, state: &State, text: &str) -> Option<State> {
        Python::attach(|py| {
            let (object, listing) = (state.object(py), self.list(py, state));
            let texts = self.texts(object, &listing);
            let place = texts.iter().position(|known| known.text == text)?;
            self.need_alone(object, &texts[place]);
            Some(listing.edges[place].1.clone())
        })
    }
}
