//! A two-player game whose rules are written in Python.
//!
//! Moves are numbers of their places in the list that `moves` has returned.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use proofset_core::{Game, Notation, NotationError, Outcome, Player, RepetitionRule};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::costs::Costs;
use crate::errors::Error;
use crate::memory::{KeepsAll, Lists};
use crate::object::{Method, word};
use crate::state::{Samples, State, Watchman, or_raise, refuse, text};

/// What a game needs, for messages.
const NEEDS: &str = "start, to_move, moves, play and outcome";

const PLAYERS: [&str; 2] = ["first", "second"];
const OUTCOMES: [&str; 3] = ["first", "second", "draw"];
const RULES: [&str; 4] = ["draw", "first", "second", "mover-loses"];

/// How long code that never lets go of the interpreter may keep others waiting.
const BREATH: Duration = Duration::from_millis(5);

/// The methods of a game.
struct Methods {
    to_move: Method,
    moves: Method,
    play: Method,
    outcome: Method,
    text: Option<Method>,
    move_text: Option<Method>,
    rank: Option<Method>,
    merged: Samples,
}

/// The moves of a state, each with the state that it leads to once it has been played.
type Listing = Vec<(Py<PyAny>, OnceLock<State>)>;

/// A game.
#[derive(Clone)]
pub(crate) struct UserGame(Arc<Rules>);

struct Rules {
    methods: Arc<Methods>,
    watchman: Arc<dyn Watchman>,
    start: State,
    repetition: Option<RepetitionRule>,
    costs: Costs,
    lists: Lists<Listing>,
    expanded: Samples,
    breath: Mutex<Instant>,
}

/// The place of a move in the list of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl UserGame {
    /// The game of an object, from its start or from another state on.
    pub(crate) fn new(
        object: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        keeps_all: KeepsAll,
    ) -> PyResult<Self> {
        let py = object.py();
        let start = Method::need(object, "start", NEEDS)?;
        let methods = Arc::new(Methods {
            to_move: Method::need(object, "to_move", NEEDS)?,
            moves: Method::need(object, "moves", NEEDS)?,
            play: Method::need(object, "play", NEEDS)?,
            outcome: Method::need(object, "outcome", NEEDS)?,
            text: Method::find(object, "text")?,
            move_text: Method::find(object, "move_text")?,
            rank: Method::find(object, "rank")?,
            merged: Samples::default(),
        });
        let repetition = match object.getattr_opt("repetition")?.filter(|rule| !rule.is_none()) {
            None => None,
            Some(rule) => Some(match word(&rule, &RULES) {
                Some(0) => RepetitionRule::Draw,
                Some(1) => RepetitionRule::Wins(Player::First),
                Some(2) => RepetitionRule::Wins(Player::Second),
                Some(_) => RepetitionRule::MoverLoses,
                None => {
                    let rule = text(&rule);
                    return Err(Error::new_err(format!(
                        "repetition is {rule}; it must be None, \"draw\", \"first\" or \"second\" for who wins, or \"mover-loses\""
                    )));
                }
            }),
        };
        let watchman: Arc<dyn Watchman> = Arc::clone(&methods) as Arc<dyn Watchman>;
        let costs = Costs::find(object)?;
        let object = position.cloned().unwrap_or_else(|| start.call0(py));
        let start = State::new(object, &watchman);
        Ok(Self(Arc::new(Rules {
            methods,
            watchman,
            start,
            repetition,
            costs,
            lists: Lists::new(keeps_all),
            expanded: Samples::default(),
            breath: Mutex::new(Instant::now()),
        })))
    }

    /// The costs that it states.
    pub(crate) fn costs(&self) -> &Costs {
        &self.0.costs
    }

    /// The moves of a state.
    fn list(&self, py: Python<'_>, state: &State) -> Arc<Listing> {
        self.0.lists.of(state, || {
            self.breathe(py);
            state.recheck(py, self.0.expanded.is_time());
            let object = state.object(py);
            let moves = self.0.methods.moves.call1(object);
            let Ok(iterator) = moves.try_iter() else { self.0.methods.moves.wrong(&moves, "a list of moves") };
            let moves: Listing = iterator.map(|mv| (or_raise(mv).unbind(), OnceLock::new())).collect();
            if moves.is_empty() {
                let state = text(object);
                refuse(format!("the game is not over in the state {state}, and moves has returned no move"));
            }
            moves
        })
    }

    /// Lets other threads have the interpreter from time to time: rules that are compiled never do.
    fn breathe(&self, py: Python<'_>) {
        let mut last = self.0.breath.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= BREATH {
            py.detach(std::thread::yield_now);
            *last = Instant::now();
        }
    }
}

impl Methods {
    fn player(&self, state: &Bound<'_, PyAny>) -> Player {
        let player = self.to_move.call1(state);
        match word(&player, &PLAYERS) {
            Some(0) => Player::First,
            Some(_) => Player::Second,
            None => self.to_move.wrong(&player, "\"first\" or \"second\""),
        }
    }

    fn result(&self, state: &Bound<'_, PyAny>) -> Option<Outcome> {
        let outcome = self.outcome.call1(state);
        if outcome.is_none() {
            return None;
        }
        Some(match word(&outcome, &OUTCOMES) {
            Some(0) => Outcome::Win(Player::First),
            Some(1) => Outcome::Win(Player::Second),
            Some(_) => Outcome::Draw,
            None => self.outcome.wrong(
                &outcome,
                "None while the game goes on, and then \"first\" or \"second\" for who has won, or \"draw\"",
            ),
        })
    }
}

impl Watchman for Methods {
    fn compare(&self, py: Python<'_>, one: &Py<PyAny>, other: &Py<PyAny>) {
        if !self.merged.is_time() {
            return;
        }
        let (one, other) = (one.bind(py), other.bind(py));
        let complain = |what: &str| -> ! {
            refuse(format!(
                "the states {} and {} are equal by __eq__, and {what} differ; whatever the future depends on must be part of a state",
                text(one),
                text(other)
            ))
        };
        if !or_raise(other.eq(one)) {
            let (one, other) = (text(one), text(other));
            refuse(format!("the state {one} is equal to {other}, and not the other way round; __eq__ is wrong"));
        }
        let (result, other_result) = (self.result(one), self.result(other));
        if result != other_result {
            complain("their outcomes");
        }
        if result.is_some() {
            return;
        }
        if self.player(one) != self.player(other) {
            complain("the players to move");
        }
        let list = |state| -> Vec<Bound<'_, PyAny>> {
            or_raise(self.moves.call1(state).try_iter().and_then(Iterator::collect))
        };
        let (moves, others) = (list(one), list(other));
        if moves.len() != others.len() || !moves.iter().zip(&others).all(|(one, other)| or_raise(one.eq(other))) {
            complain("their moves");
        }
    }
}

impl Game for UserGame {
    type Position = State;
    type Move = Place;

    fn start(&self) -> State {
        self.0.start.clone()
    }

    fn to_move(&self, position: &State) -> Player {
        position.player(|object| self.0.methods.player(object))
    }

    fn outcome(&self, position: &State) -> Option<Outcome> {
        position.outcome(|object| self.0.methods.result(object))
    }

    fn moves(&self, position: &State) -> impl Iterator<Item = Place> {
        let count = Python::attach(|py| self.list(py, position).len());
        (0..count as u32).map(Place)
    }

    fn play(&self, position: &mut State, mv: Place) {
        *position = Python::attach(|py| {
            let moves = self.list(py, position);
            let (chosen, next) = &moves[mv.0 as usize];
            let make = || {
                let before = position.object(py);
                let after = self.0.methods.play.call2(before, chosen.bind(py));
                if after.is(before) {
                    let state = text(before);
                    refuse(format!("play has returned the state {state} that it was given; it must make a new one"));
                }
                State::new(after, &self.0.watchman)
            };
            next.get_or_init(make).clone()
        });
    }

    fn rank(&self, position: &State) -> Option<u32> {
        let method = self.0.methods.rank.as_ref()?;
        Python::attach(|py| {
            let rank = method.call1(position.object(py));
            match rank.extract() {
                Ok(rank) => Some(rank),
                Err(_) => method.wrong(&rank, "a whole number from 0 to 4294967295"),
            }
        })
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        self.0.repetition
    }
}

impl Notation for UserGame {
    /// Positions of such games are objects. The one text that is known is that of the start.
    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let start = self.start();
        if self.position_text(&start) == text {
            return Ok(start);
        }
        Err(NotationError::new("positions of games that are written in Python are objects, and this is a text"))
    }

    fn position_text(&self, position: &State) -> String {
        Python::attach(|py| written(self.0.methods.text.as_ref(), position.object(py)))
    }

    fn parse_move(&self, position: &State, text: &str) -> Result<Place, NotationError> {
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the game is over"));
        }
        let mut found = None;
        for mv in self.moves(position) {
            if self.move_text(position, mv) == text {
                if found.is_some() {
                    let state = self.position_text(position);
                    refuse(format!("in the state {state} two moves have the text {text:?}; give them different ones"));
                }
                found = Some(mv);
            }
        }
        found.ok_or_else(|| NotationError::new(format!("{text:?} is not a legal move")))
    }

    fn move_text(&self, position: &State, mv: Place) -> String {
        Python::attach(|py| {
            let object = position.object(py);
            let moves = self.list(py, position);
            let (mv, _) = &moves[mv.0 as usize];
            match &self.0.methods.move_text {
                None => or_raise(mv.bind(py).str()).to_string(),
                Some(method) => {
                    let text = method.call2(object, mv.bind(py));
                    match text.cast::<PyString>() {
                        Ok(text) => text.to_string(),
                        Err(_) => method.wrong(&text, "a text"),
                    }
                }
            }
        })
    }
}

/// The text of a state: what a method says, or how Python writes it.
pub(crate) fn written(method: Option<&Method>, state: &Bound<'_, PyAny>) -> String {
    let Some(method) = method else { return or_raise(state.repr()).to_string() };
    let text = method.call1(state);
    match text.cast::<PyString>() {
        Ok(text) => text.to_string(),
        Err(_) => method.wrong(&text, "a text"),
    }
}
