//! What a run prints: the verdict in words, the counters, or a JSON object.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use bytesize::ByteSize;
use proofset_catalog::{Outcome, Task};
use proofset_certificate::Form;
use proofset_core::Size;
use serde_json::{Value, json};

use crate::failure::Failure;

/// Prints an error and nothing else to standard error.
pub(crate) fn complain(failure: &Failure) {
    // If standard error is gone there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "proofset: {failure}");
}

/// Prints a line of results.
pub(crate) fn print(text: impl std::fmt::Display) -> Result<(), Failure> {
    writeln!(std::io::stdout().lock(), "{text}").map_err(|error| Failure::Internal(error.into()))
}

/// A proof or disproof size: a number, or "inf".
fn size(size: Size) -> Value {
    size.finite().map_or(json!("inf"), |number| json!(number))
}

/// The documented JSON object of one position.
pub(crate) fn object(task: &dyn Task, position: &str, algorithm: &str, outcome: &Outcome, time: Duration) -> Value {
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
        "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        "peak_bytes": outcome.peak_bytes,
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

/// The folder of a file that is to be written.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a file can be written later: a long search should not fail at its very end.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = folder_of(path);
    let fault = if !folder.is_dir() {
        Some(format!("there is no folder {}", folder.display()))
    } else if path.is_dir() {
        Some("it is a folder".to_owned())
    } else {
        temporary(folder).err().map(|error| error.to_string())
    };
    match fault {
        None => Ok(()),
        Some(fault) => Err(Failure::input(format!("cannot write {}: {fault}", path.display()))),
    }
}

/// A file that vanishes unless it is given a name.
fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".proofset-").tempfile_in(folder)
}

/// Lets `write` fill a file that appears only when it is whole. Returns what `write` does.
pub(crate) fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    check_writable(path)?;
    let open = || format!("cannot write {}", path.display());
    let file = temporary(folder_of(path)).with_context(open).map_err(Failure::Input)?;
    let mut buffered = std::io::BufWriter::new(file);
    let result = write(&mut buffered)?;
    let file = buffered.into_inner().map_err(|error| Failure::Internal(error.into_error().into()))?;
    file.as_file().sync_all().with_context(open).map_err(Failure::Internal)?;
    file.persist(path).with_context(open).map_err(Failure::Input)?;
    Ok(result)
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
