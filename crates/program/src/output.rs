//! What a run prints: the verdict in words, the counters, or a JSON object.
//!
//! All that goes to the terminal as text goes through here, a line at a time, with the characters escaped that a terminal
//! obeys: see [`escape`].

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use bytesize::ByteSize;
use comfy_table::{CellAlignment, Table, presets};
use proofset_catalog::{Outcome, Task};
use proofset_certificate::Form;
use proofset_core::Size;
use serde_json::{Value, json};

use crate::escape::{self, visible};
use crate::failure::{Exit, Failure};

/// The name of standard output in complaints.
pub(crate) const STANDARD_OUTPUT: &str = "standard output";

impl Exit {
    /// The end of a command that went on after these failures: all are complained of, and the gravest tells the status.
    pub(crate) fn after(self, failures: &[Failure]) -> Self {
        failures.iter().for_each(complain);
        failures.iter().map(Failure::exit).fold(self, Self::max)
    }
}

/// Prints an error, as one line, to standard error; none that says that nobody reads our output any more.
pub(crate) fn complain(failure: &Failure) {
    if !failure.is_broken_pipe() {
        // If standard error is gone there is nobody left to tell.
        let _ = writeln!(std::io::stderr(), "proofset: {}", visible(&failure.to_string()));
    }
}

/// Prints something that is worth knowing and no error, as one line, to standard error.
pub(crate) fn warn(text: &str) {
    // As with errors.
    let _ = writeln!(std::io::stderr(), "proofset: {}", visible(text));
}

/// Prints what the parser of the command line has to say, help or a complaint.
pub(crate) fn show_help(message: &clap::Error) -> Exit {
    let printed = message.print().and_then(|()| std::io::stdout().flush());
    match printed {
        // As with errors.
        _ if message.use_stderr() => Exit::BadInput,
        Ok(()) => Exit::Done,
        Err(error) => Exit::Done.after(&[Failure::unwritten(STANDARD_OUTPUT, error)]),
    }
}

/// Prints one line of results.
pub(crate) fn print(text: impl std::fmt::Display) -> Result<(), Failure> {
    print_raw(&visible(&text.to_string()))
}

/// Prints an object in one line of JSON.
pub(crate) fn print_object(object: &Value) -> Result<(), Failure> {
    print_raw(&escape::json(&object.to_string()))
}

/// Prints a table without lines between its cells. Columns of numbers are read from the right.
pub(crate) fn print_table(
    titles: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    numbers: impl IntoIterator<Item = usize>,
) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(titles);
    for row in rows {
        table.add_row(row.iter().map(|cell| visible(cell)));
    }
    for column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    print_raw(&table.to_string())
}

/// Prints lines that hold nothing but what may be printed.
pub(crate) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    written.map_err(|error| Failure::unwritten(STANDARD_OUTPUT, error))
}

/// A proof or disproof size: a number, or "inf".
pub(crate) fn size(size: Size) -> Value {
    size.finite().map_or(json!("inf"), |number| json!(number))
}

/// The documented JSON object of one position.
pub(crate) fn object(task: &Task, position: &str, algorithm: &str, outcome: &Outcome, time: Duration) -> Value {
    json!({
        "game": task.game(),
        "position": position,
        "goal": task.goal(),
        "algorithm": algorithm,
        "verdict": outcome.verdict.to_string(),
        "stop": outcome.stop.to_string(),
        "expanded": outcome.expanded,
        "expanded_again": outcome.expanded_again,
        "second_level": outcome.second_level,
        "visits": outcome.visits,
        "generated": outcome.generated,
        "recomputed": outcome.recomputed,
        "uncertain": outcome.uncertain,
        "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        "peak_bytes": outcome.peak_bytes,
        "problem_bytes": task.problem_bytes(),
        "proof": size(outcome.proof),
        "disproof": size(outcome.disproof),
        "line": outcome.line,
        "evidence": outcome.evidence.to_string(),
        "table": outcome.table.map(|table| {
            json!({
                "probes": table.probes,
                "hits": table.hits,
                "stores": table.stores,
                "evictions": table.evictions,
                "collections": table.collections,
                "entries": table.entries,
            })
        }),
    })
}

/// Bytes for people.
pub(crate) fn bytes(count: u64) -> String {
    ByteSize(count).display().iec().to_string()
}

/// Seconds for people: three digits below ten seconds, one above.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

/// Expansions a second, for people.
pub(crate) fn rate(expanded: u64, time: Duration) -> String {
    let per_second = u128::from(expanded) * 1_000_000_000 / time.as_nanos().max(1);
    grouped(u64::try_from(per_second).unwrap_or(u64::MAX))
}

/// A whole number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many answers, in words.
pub(crate) fn answers(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "answer" } else { "answers" })
}

/// The form of a certificate by its file name.
pub(crate) fn form_of(path: &Path) -> Form {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        Form::Json
    } else {
        Form::Binary
    }
}

#[cfg(test)]
mod tests {
    use super::{grouped, seconds};
    use std::time::Duration;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(seconds(Duration::from_millis(1234)), "1.234");
        assert_eq!(seconds(Duration::from_millis(61234)), "61.2");
    }
}
