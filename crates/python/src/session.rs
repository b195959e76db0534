//! A question with its search, as Python sees it.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use proofset_catalog::{Asks, RunError};
use proofset_certificate::Form;
use proofset_core::{Cancel, Limits, Progress, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::errors::{self, Error};
use crate::key::Keys;
use crate::memory::KeepsAll;
use crate::object::given;
use crate::outcome::{self, Found, FoundGoal, FoundValue, Kept, withhold};
use crate::state;
use crate::user;
use crate::worker::{Desk, How, Opening, Search, Worker};

/// How often a callback is told how far a search is.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// A question with its search, on a thread of its own.
#[pyclass(frozen, module = "proofset._proofset")]
pub(crate) struct Session {
    pub(crate) worker: Worker,
    keys: Arc<Keys>,
}

/// Seconds that a search may take.
fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| Error::new_err(format!("{seconds} is no time; give seconds, such as 0.5 or 60")))
}

/// The position of a game that is known by its name.
pub(crate) fn position_text(position: &Bound<'_, PyAny>) -> PyResult<String> {
    position.extract().map_err(|_| {
        let position = state::text(position);
        Error::new_err(format!("the position {position} is no text; games by name have positions in their notation"))
    })
}

/// What a search must keep within, and the flag that ends it.
pub(crate) fn limits(
    is_python: bool,
    expansions: Option<u64>,
    bytes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<(Limits, Cancel)> {
    let cancel = Cancel::new();
    let time = seconds.map(duration).transpose()?;
    // Nobody knows how long rules in Python take.
    let pace = is_python.then_some(1);
    let limits = Limits::none()
        .with_expansions(expansions)
        .with_bytes(bytes)
        .with_time(time)
        .with_cancel(cancel.clone())
        .with_pace(pace);
    Ok((limits, cancel))
}

/// What a search has told last.
type Told = Arc<Mutex<Option<Progress>>>;

/// Passes on to a callback what a search has told.
fn tell<'a>(progress: Option<&'a Bound<'a, PyAny>>, told: &'a Told) -> impl FnMut(Python<'_>) -> PyResult<()> + 'a {
    let mut last = Instant::now();
    move |py| {
        let Some(callback) = progress.filter(|_| last.elapsed() >= PROGRESS_EVERY) else { return Ok(()) };
        let now = told.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(now) = now {
            last = Instant::now();
            callback.call1((outcome::progress(py, &now)?,))?;
        }
        Ok(())
    }
}

/// Notes how far a search is.
fn note(told: Told) -> impl FnMut(&Progress) -> ControlFlow<()> {
    move |now| {
        *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(*now);
        ControlFlow::Continue(())
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (game, position=None, goal=None, how=(None, None, false), value=false, known=None), text_signature = "(game, position=None, goal=None, how=(None, None, False), value=False, known=None)")]
    fn new(
        game: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        goal: Option<Bound<'_, PyString>>,
        how: (Option<Bound<'_, PyString>>, Option<usize>, bool),
        value: bool,
        known: Option<PathBuf>,
    ) -> PyResult<Self> {
        let (algorithm, threads, deterministic) = how;
        let goal = goal.map(|goal| given("goal", &goal)).transpose()?;
        let algorithm = algorithm.map(|algorithm| given("algorithm", &algorithm)).transpose()?;
        let asks = if value { Asks::Value } else { Asks::Goal };
        let name = game.cast::<PyString>().ok().map(|name| given("game", name)).transpose()?;
        let is_python = name.is_none();
        let (keeps_all, keys) = (KeepsAll::default(), Arc::new(Keys::default()));
        let (catalog, name, position) = if let Some(name) = name {
            (proofset_standard::catalog(), name, position.map(position_text).transpose()?)
        } else {
            if threads.is_some_and(|threads| threads > 1) {
                let message =
                    "rules in Python are searched by one thread, for Python has one at a time; leave threads out";
                return Err(Error::new_err(message));
            }
            let (catalog, name) = user::catalog(game, position, &keeps_all, &keys)?;
            (catalog, name, None)
        };
        let opening = Opening {
            catalog,
            game: name,
            position,
            goal,
            how: How { algorithm, threads, deterministic },
            asks,
            known,
            is_python,
            keeps_all,
        };
        Ok(Self { worker: Worker::open(game.py(), opening)?, keys })
    }

    #[getter]
    fn game(&self) -> &str {
        &self.worker.names().game
    }

    #[getter]
    fn position(&self) -> &str {
        &self.worker.names().position
    }

    #[getter]
    fn goal(&self) -> &str {
        &self.worker.names().goal
    }

    #[getter]
    fn algorithm(&self) -> &str {
        &self.worker.names().algorithm
    }

    /// Searches until the question is decided, or the value known, or a limit is reached: so many expansions and seconds more than
    /// those when its turn comes. What is told counts from the beginning of the search.
    #[pyo3(signature = (expansions=None, bytes=None, seconds=None, progress=None))]
    fn advance<'py>(
        &self,
        py: Python<'py>,
        expansions: Option<u64>,
        bytes: Option<u64>,
        seconds: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (limits, cancel) = limits(self.worker.is_python(), None, bytes, seconds)?;
        let told = Told::default();
        let mut watch = note(Arc::clone(&told));
        let keys = Arc::clone(&self.keys);
        let act = move |desk: &mut Desk<'_>| {
            // Others may have been here since the job was sent.
            let limits = limits.with_expansions(expansions.map(|more| desk.expanded.saturating_add(more)));
            let started = Instant::now();
            match &mut desk.search {
                Search::Goal(run) => {
                    let mut outcome = run.advance(&limits, &mut watch)?;
                    let time = started.elapsed();
                    desk.expanded = outcome.counters.expanded;
                    desk.time += time;
                    let has_proof = run.has_proof();
                    if keys.are_weak() && !has_proof {
                        withhold(&mut outcome, &limits, time);
                    }
                    if has_proof && outcome.verdict != Verdict::Unknown {
                        desk.shelf.add(&**run);
                    }
                    let kept = Kept { known: desk.shelf.kept, warnings: std::mem::take(&mut desk.shelf.warnings) };
                    Ok(Found::Goal(FoundGoal::new(desk.task, outcome, desk.time, has_proof, kept)))
                }
                Search::Value(run) => {
                    let outcome = run.find_value(&limits, &mut watch)?;
                    desk.expanded = outcome.expanded;
                    desk.time += started.elapsed();
                    let line_text = desk.task.line_text(&outcome.line);
                    Ok(Found::Value(FoundValue { outcome, time: desk.time, line_text }))
                }
            }
        };
        let found: Result<Found, RunError> = self.worker.ask(py, &cancel, tell(progress, &told), act)?;
        found.map_err(|error| errors::run(&error))?.dictionary(py)
    }

    /// The certificate of a decided search.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let is_python = self.worker.is_python();
        let bytes = self.quick(py, move |desk| {
            let Search::Goal(run) = &desk.search else { return Err(errors::defect("a value was asked for")) };
            let mut bytes = Vec::new();
            run.write_certificate(Form::Binary, &mut bytes).map_err(|error| match error {
                // The bytes find room, so it is the rules that say something else than before.
                RunError::Certificate(_) if is_python => Error::new_err(format!(
                    "{error}; it seems that the __hash__ or __eq__ of states is wrong, for states must be equal to themselves, and \
                     equal states must have equal hashes; proofset.check looks for what is wrong"
                )),
                _ => errors::run(&error),
            })?;
            Ok(bytes)
        })??;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The position and a line of play from it, as files with this extension have them.
    fn record(&self, py: Python<'_>, line: Vec<String>, extension: String) -> PyResult<Option<String>> {
        self.quick(py, move |desk| desk.task.record(&line, &extension))
    }

    /// The names of the algorithms that take the question.
    fn algorithms(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        self.quick(py, |desk| {
            desk.task.algorithms(if matches!(desk.search, Search::Goal(_)) { Asks::Goal } else { Asks::Value })
        })
    }
}

impl Session {
    pub(crate) fn quick<T: Send + 'static>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Desk<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        self.worker.ask(py, &Cancel::new(), |_| Ok(()), act)
    }
}
