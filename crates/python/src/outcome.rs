//! What a search has found, as a dictionary: the keys are those of the program's JSON, and some more.

use std::time::Duration;

use proofset_catalog::{Outcome, Task, ValueOutcome};
use proofset_core::{Counters, Evidence, Limits, Progress, Size, StopReason, TableUse, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What goes back from the thread of a search.
pub(crate) enum Found {
    Goal(FoundGoal),
    Value(FoundValue),
}

impl Found {
    pub(crate) fn dictionary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self {
            Self::Goal(found) => found.dictionary(py),
            Self::Value(found) => found.dictionary(py),
        }
    }
}

/// The answer to a question, or what is known of it.
pub(crate) struct FoundGoal {
    pub(crate) outcome: Outcome,
    pub(crate) time: Duration,
    pub(crate) has_proof: bool,
    pub(crate) explanation: String,
    pub(crate) line_text: String,
    pub(crate) problem_bytes: u64,
    pub(crate) kept: Kept,
}

/// Takes a verdict back that has no proof and rests on keys, where these are weak: the limit that left no room or time for the proof
/// has stopped the search.
pub(crate) fn withhold(outcome: &mut Outcome, limits: &Limits, time: Duration) {
    if outcome.verdict == Verdict::Unknown || !matches!(outcome.evidence, Evidence::Keyed { .. }) {
        return;
    }
    outcome.verdict = Verdict::Unknown;
    outcome.stop = if limits.time.is_some_and(|most| time >= most) {
        StopReason::Time
    } else if limits.expansions.is_some_and(|most| outcome.counters.expanded >= most) {
        StopReason::Expansions
    } else {
        StopReason::Memory
    };
    (outcome.proof, outcome.disproof, outcome.longest) = (Size::ONE, Size::ONE, None);
}

/// What a book has to do with an answer.
pub(crate) struct Kept {
    pub(crate) known: Option<&'static str>,
    pub(crate) warnings: Vec<String>,
}

impl FoundGoal {
    pub(crate) fn new(task: &Task, outcome: Outcome, time: Duration, has_proof: bool, kept: Kept) -> Self {
        let (explanation, line_text) = (task.explain(&outcome), task.line_text(&outcome.line));
        Self { explanation, line_text, problem_bytes: task.problem_bytes(), outcome, time, has_proof, kept }
    }

    fn dictionary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (found, dict) = (&self.outcome, PyDict::new(py));
        counters(&dict, &found.counters)?;
        dict.set_item("verdict", found.verdict.to_string())?;
        dict.set_item("stop", found.stop.to_string())?;
        dict.set_item("seconds", self.time.as_secs_f64())?;
        dict.set_item("problem_bytes", self.problem_bytes)?;
        dict.set_item("proof_number", size(found.proof))?;
        dict.set_item("disproof_number", size(found.disproof))?;
        dict.set_item("line", &found.line)?;
        dict.set_item("longest", found.longest)?;
        dict.set_item("evidence", found.evidence.to_string())?;
        dict.set_item("table", table(py, found.table)?)?;
        dict.set_item("explanation", &self.explanation)?;
        dict.set_item("line_text", &self.line_text)?;
        dict.set_item("has_proof", self.has_proof)?;
        dict.set_item("known", self.kept.known)?;
        dict.set_item("warnings", &self.kept.warnings)?;
        Ok(dict)
    }
}

/// What a search has counted.
pub(crate) fn counters(dict: &Bound<'_, PyDict>, counters: &Counters) -> PyResult<()> {
    let counted = [
        ("expanded", counters.expanded),
        ("expanded_again", counters.expanded_again),
        ("second_level", counters.second_level),
        ("visits", counters.visits),
        ("generated", counters.generated),
        ("recomputed", counters.recomputed),
        ("uncertain", counters.uncertain),
        ("peak_bytes", counters.peak_bytes),
    ];
    counted.iter().try_for_each(|(name, count)| dict.set_item(name, count))
}

/// The value of a position, or what is known of it.
pub(crate) struct FoundValue {
    pub(crate) outcome: ValueOutcome,
    pub(crate) time: Duration,
    pub(crate) line_text: String,
}

impl FoundValue {
    fn dictionary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (found, dict) = (&self.outcome, PyDict::new(py));
        dict.set_item("value", found.value())?;
        dict.set_item("low", found.low)?;
        dict.set_item("high", found.high)?;
        dict.set_item("stop", found.stop.to_string())?;
        dict.set_item("asked", &found.asked)?;
        dict.set_item("expanded", found.expanded)?;
        dict.set_item("visits", found.visits)?;
        dict.set_item("generated", found.generated)?;
        dict.set_item("seconds", self.time.as_secs_f64())?;
        dict.set_item("peak_bytes", found.peak_bytes)?;
        dict.set_item("line", &found.line)?;
        dict.set_item("line_text", &self.line_text)?;
        dict.set_item("evidence", found.evidence.to_string())?;
        dict.set_item("table", table(py, found.table)?)?;
        Ok(dict)
    }
}

/// How far a search is.
pub(crate) fn progress<'py>(py: Python<'py>, now: &Progress) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("expanded", now.expanded)?;
    dict.set_item("generated", now.generated)?;
    dict.set_item("bytes", now.bytes)?;
    dict.set_item("proof_number", size(now.proof))?;
    dict.set_item("disproof_number", size(now.disproof))?;
    dict.set_item("depth", now.depth)?;
    dict.set_item("seconds", now.elapsed.as_secs_f64())?;
    dict.set_item("table", now.table.map(|fill| (fill.entries, fill.most)))?;
    Ok(dict)
}

/// A size; `None` is infinite.
fn size(size: Size) -> Option<u32> {
    size.finite()
}

fn table(py: Python<'_>, table: Option<TableUse>) -> PyResult<Option<Bound<'_, PyDict>>> {
    let Some(table) = table else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("probes", table.probes)?;
    dict.set_item("hits", table.hits)?;
    dict.set_item("stores", table.stores)?;
    dict.set_item("evictions", table.evictions)?;
    dict.set_item("collections", table.collections)?;
    dict.set_item("entries", table.entries)?;
    Ok(Some(dict))
}
