//! A two-player game whose rules are written in Python.
//!
//! Moves are numbers of their places in the list that `moves` has returned.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use proofset_core::{Game, Notation, NotationError, Outcome, Player, RepetitionRule};
use pyo3::prelude::*;

use crate::costs::Costs;
use crate::key::Keys;
use crate::memory::{KeepsAll, Lists};
use crate::naming::{Naming, Said, listed, repetition};
use crate::object::{Method, word};
use crate::state::{Samples, State, Watchman, refuse, text};

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
    naming: Naming,
    keys: Arc<Keys>,
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
        keys: Arc<Keys>,
    ) -> PyResult<Self> {
        let py = object.py();
        let start = Method::need(object, "start", NEEDS)?;
        let methods = Arc::new(Methods {
            to_move: Method::need(object, "to_move", NEEDS)?,
            moves: Method::need(object, "moves", NEEDS)?,
            play: Method::need(object, "play", NEEDS)?,
            outcome: Method::need(object, "outcome", NEEDS)?,
            naming: Naming::find(object)?,
            keys,
        });
        let repetition = repetition(object, &RULES)?.map(|place| match place {
            0 => RepetitionRule::Draw,
            1 => RepetitionRule::Wins(Player::First),
            2 => RepetitionRule::Wins(Player::Second),
            _ => RepetitionRule::MoverLoses,
        });
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
            let moves = listed(&self.0.methods.moves, &moves, "a list of moves");
            let moves: Listing = moves.map(|mv| (mv.unbind(), OnceLock::new())).collect();
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
        let (one, other) = (one.bind(py), other.bind(py));
        let said = || {
            let result = self.result(one);
            if result != self.result(other) {
                Said::Differs("their outcomes")
            } else if result.is_some() {
                Said::Over
            } else if self.player(one) != self.player(other) {
                Said::Differs("the players to move")
            } else {
                Said::GoesOn
            }
        };
        self.naming.compare(one, other, said, |state| {
            listed(&self.moves, &self.moves.call1(state), "a list of moves").collect()
        });
    }

    fn keys(&self) -> &Keys {
        &self.keys
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
        if !self.0.methods.naming.has_rank() {
            return None;
        }
        Python::attach(|py| self.0.methods.naming.rank(position.object(py)))
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
        Python::attach(|py| self.0.methods.naming.state_text(position.object(py)))
    }

    fn parse_move(&self, position: &State, text: &str) -> Result<Place, NotationError> {
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the game is over"));
        }
        let place = Python::attach(|py| {
            let moves = self.list(py, position);
            let moves = moves.iter().map(|(mv, _)| mv.bind(py).clone());
            self.0.methods.naming.place(position.object(py), moves, text)
        });
        place.map(Place).ok_or_else(|| NotationError::new(format!("{text:?} is not a legal move")))
    }

    fn move_text(&self, position: &State, mv: Place) -> String {
        Python::attach(|py| {
            let (mv, _) = &self.list(py, position)[mv.0 as usize];
            self.0.methods.naming.move_text(position.object(py), mv.bind(py))
        })
    }
}
