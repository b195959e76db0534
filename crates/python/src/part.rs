//! Parts of a question, for many workers that answer it together: the graph by numbers, and searches that turn to another
//! position and keep their table.

use std::time::Instant;

use proofset_certificate::Form;
use proofset_core::{Counters, Report, Role, Size, Status, StopReason, Value, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{self, Error};
use crate::outcome::counters;
use crate::session::{Session, limits};
use crate::worker::{Desk, Search};

/// What the rules say, as problems in Python say it.
fn status_text(status: Status) -> &'static str {
    match status {
        Status::Open(Role::Or) => "or",
        Status::Open(Role::And) => "and",
        Status::Decided(Value::Proven) => "proven",
        Status::Decided(Value::Disproven) => "disproven",
        Status::OpenLeaf => "open",
    }
}

/// What the rules say of a state; its moves, with the number of the state that each leads to and what the rules say of that.
type Expansion = (&'static str, Vec<(String, u32, &'static str)>);

/// What the rules say of a state, given by its number, and its moves: text, number and what the rules say of the state that
/// each leads to. The state that is asked about has the number 0, and others get theirs as they are met.
#[pyfunction]
pub(crate) fn expand(py: Python<'_>, session: &Session, number: u32) -> PyResult<Expansion> {
    session.quick(py, move |desk| {
        let (status, moves) =
            desk.task.expand(&mut desk.states, number).ok_or_else(|| Error::new_err("no state has this number"))?;
        let moves = moves.into_iter().map(|mv| (mv.text, mv.number, status_text(mv.status))).collect();
        Ok((status_text(status), moves))
    })?
}

/// Numbers of a state, `None` for an infinite one; `None` if nothing is known of it.
type Known = Option<(Option<u32>, Option<u32>)>;

/// What has become of a part.
struct Part {
    verdict: Verdict,
    stop: String,
    counters: Counters,
    seconds: f64,
    numbers: (Option<u32>, Option<u32>),
    certificate: Option<Vec<u8>>,
    successors: Vec<Known>,
}

fn finite((proof, disproof): (Size, Size)) -> (Option<u32>, Option<u32>) {
    (proof.finite(), disproof.finite())
}

/// Has a search turn to the position behind a path, a list of places of moves, and search there within limits; expansions
/// count from the beginning of the search. `None` if it is a search that cannot turn. Otherwise a dictionary: the verdict, why
/// the search has stopped, counters, the two numbers, the certificate if there is a verdict, and what is known of the position's
/// successors.
#[pyfunction]
#[pyo3(signature = (session, path, expansions=None, bytes=None, seconds=None))]
pub(crate) fn work<'py>(
    py: Python<'py>,
    session: &Session,
    path: Vec<u32>,
    expansions: Option<u64>,
    bytes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (limits, cancel) = limits(session.worker.is_python(), expansions, bytes, seconds)?;
    let act = move |desk: &mut Desk<'_>| {
        let Search::Goal(run) = &mut desk.search else { return Err(errors::defect("a value was asked for")) };
        let started = Instant::now();
        // A search that is there already goes on: it may have a value, and a proof that is not put together yet.
        if desk.path.as_ref() != Some(&path) {
            if !run.turn(&path) {
                return Ok(None);
            }
            desk.path = Some(path);
        }
        let outcome = run.advance(&limits, &mut ()).map_err(|error| errors::run(&error))?;
        let mut certificate = None;
        if run.has_proof() {
            let mut bytes = Vec::new();
            run.write_certificate(Form::Binary, &mut bytes).map_err(|error| errors::run(&error))?;
            certificate = Some(bytes);
        }
        let known = run.known_successors();
        Ok(Some(Part {
            verdict: outcome.verdict,
            stop: outcome.stop.to_string(),
            counters: outcome.counters,
            seconds: started.elapsed().as_secs_f64(),
            numbers: finite((outcome.proof, outcome.disproof)),
            certificate,
            successors: known.into_iter().map(|numbers| numbers.map(finite)).collect(),
        }))
    };
    let Some(part) = session.worker.ask(py, &cancel, |_| Ok(()), act)?? else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("verdict", part.verdict.to_string())?;
    dict.set_item("stop", part.stop)?;
    counters(&dict, &part.counters)?;
    dict.set_item("seconds", part.seconds)?;
    dict.set_item("numbers", part.numbers)?;
    dict.set_item("certificate", part.certificate.map(|bytes| PyBytes::new(py, &bytes)))?;
    dict.set_item("successors", part.successors)?;
    Ok(Some(dict))
}

/// A verdict of a question, and a line of play, in the words of the program; and the bytes of the problem itself. Without a verdict the reason is one of those why a
/// search has stopped.
#[pyfunction]
pub(crate) fn words(
    py: Python<'_>,
    session: &Session,
    verdict: &str,
    stop: &str,
    line: Vec<String>,
) -> PyResult<(String, String, u64)> {
    let verdict = match verdict {
        "proven" => Verdict::Proven,
        "disproven" => Verdict::Disproven,
        _ => Verdict::Unknown,
    };
    let stop = match stop {
        "time" => StopReason::Time,
        "open-leaves" => StopReason::OpenLeaves,
        _ => StopReason::Decided,
    };
    session.quick(py, move |desk| {
        let outcome = Report::new(verdict, stop, Counters::default(), line);
        (desk.task.explain(&outcome), desk.task.line_text(&outcome.line), desk.task.problem_bytes())
    })
}
