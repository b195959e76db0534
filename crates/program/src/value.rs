//! `proofset solve --value`: what positions are worth, with certificates for both sides of the value.
//!
//! The idea: the value is v if "at least v" is proven and "at least v + 1" is disproven. Both are questions of their own,
//! so that the certificates of a value are those of two ordinary proofs, and whoever checks them needs to know nothing
//! about values.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proofset_catalog::{
    AlgorithmSpec, Asks, Catalog, Family, Known, MultiValuedSpec, ScoreNumbers, Task, ValueOutcome, ValueRun, stop_text,
};
use proofset_core::{Evidence, Limits, TableUse, Verdict};
use serde_json::{Value, json};

use crate::answer::{Asking, NO_PROOF, Written, check_certificate};
use crate::arguments::SolveArguments;
use crate::batch::{self, Opened, check_names, in_row, open_row};
use crate::checkpoint::{Saving, Searched, VALUE};
use crate::failure::{Exit, Failure};
use crate::input::{self, named_algorithm};
use crate::positions::{self, Row};
use crate::progress::{BatchBar, Look, SearchLine, cancel_on_interrupt};
use crate::solve::Form;
use crate::{files, output};

/// What was found for one position.
struct Found {
    outcome: ValueOutcome,
    time: Duration,
    /// The certificates that were written, and why others were not.
    certificates: Vec<Written>,
    missing: Option<String>,
    /// Where a checkpoint was written, and what became of it, if one was needed.
    checkpoint: Option<(PathBuf, Option<String>)>,
    /// What went wrong with files. It is told after the value.
    failures: Vec<Failure>,
}

impl Found {
    fn is_complete(&self) -> bool {
        self.outcome.value().is_some() && self.missing.is_none()
    }

    /// The complaint about a certificate that is missing of a value, unless a failure tells.
    fn want_of_proof(&self) -> Option<Failure> {
        let is_untold = self.outcome.value().is_some() && self.failures.is_empty();
        let why = self.missing.as_ref().filter(|_| is_untold)?;
        Some(Failure::Unwritten(anyhow::anyhow!("a certificate was not written: {why}")))
    }
}

/// The search that certificates are made by: searches for many scores have none of their own for one, and what is asked about one
/// score is searched to the end.
fn for_certificates(algorithm: &AlgorithmSpec) -> AlgorithmSpec {
    let mut algorithm = algorithm.clone();
    match &mut algorithm.family {
        Family::MultiValued(_) => return AlgorithmSpec::pns(),
        Family::Minimax(spec) => spec.options.deepening = false,
        _ => {}
    }
    algorithm
}

fn parse(catalog: &Catalog, arguments: &SolveArguments) -> Result<Option<AlgorithmSpec>, Failure> {
    if arguments.goal.is_some() {
        let message = "--value asks what a position is worth, and --goal asks for one result; give one of them";
        return Err(Failure::input(message));
    }
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    if let Some(Family::Minimax(spec)) = named.as_ref().map(|algorithm| algorithm.family)
        && spec.options.depth.is_some()
        && arguments.certificate.is_some()
    {
        let message = "a value at a depth limit rests on evaluations, which no certificate can say; leave out depth";
        return Err(Failure::input(message));
    }
    if let Some(Family::MultiValued(MultiValuedSpec::Conspiracy { enough: Some(_) })) =
        named.as_ref().map(|algorithm| algorithm.family)
        && arguments.certificate.is_some()
    {
        let message = "a value that few leaves do not change rests on evaluations, which no certificate can say; leave out \
                       conspirators";
        return Err(Failure::input(message));
    }
    Ok(named)
}

/// The algorithm that finds what a position is worth: that which was named, or else the one that is taken. What cannot be
/// answered is refused before anything else is done.
fn algorithm_for(
    task: &Task,
    arguments: &SolveArguments,
    named: Option<&AlgorithmSpec>,
) -> Result<AlgorithmSpec, Failure> {
    let algorithm = arguments.algorithm_for(task, Asks::Value, named)?;
    task.begin_value(&algorithm)?;
    Ok(algorithm)
}

/// Finds the value of a position, and certifies it. The search may have gone on from a checkpoint, and may write such.
fn find(
    task: &Task,
    algorithm: &AlgorithmSpec,
    (mut run, saving): (Box<dyn ValueRun + '_>, Option<&Saving<'_>>),
    limits: &Limits,
    certificate: Option<&Path>,
    look: Look<'_>,
) -> Result<Found, Failure> {
    let started = Instant::now();
    let Searched { outcome, time, saved } = if let Some(saving) = saving {
        saving.search(&mut *run, task, None, algorithm, limits, look)?
    } else {
        let mut line = SearchLine::new(look, task, VALUE, algorithm);
        let outcome = run.find_value(limits, &mut line)?;
        line.end(&format!("{}..{}", outcome.low, outcome.high), outcome.stop, outcome.expanded);
        Searched { outcome, time: started.elapsed(), saved: None }
    };
    drop(run);
    let (mut checkpoint, mut failures) = (None, Vec::new());
    if let (Some(saving), Some(saved)) = (saving, saved) {
        checkpoint = Some((saving.path.to_owned(), saved.as_ref().err().map(ToString::to_string)));
        failures.extend(saved.err());
    }
    let mut found = Found { outcome, time, certificates: Vec::new(), missing: None, checkpoint, failures };
    if let (Some(path), Some(value)) = (certificate, found.outcome.value()) {
        let algorithm = for_certificates(algorithm);
        for (score, verdict) in [(value, Verdict::Proven), (value + 1, Verdict::Disproven)] {
            let Some(question) = task.at_least(score) else { continue };
            let path = certificate_path(path, score, verdict);
            let rest = limits.clone().with_time(limits.time.map(|most| most.saturating_sub(started.elapsed())));
            let asking = Asking {
                algorithm: &algorithm,
                limits: rest,
                certificate: Some(&path),
                shortest: false,
                look,
                book: None,
            };
            let answer = match asking.ask(&question) {
                Ok(answer) => answer,
                Err(failure) => {
                    found.missing = Some(failure.to_string());
                    found.failures.push(failure);
                    continue;
                }
            };
            if answer.outcome.verdict != Verdict::Unknown && answer.outcome.verdict != verdict {
                let message = format!("{} contradicts the value {value}", question.explain(&answer.outcome));
                return Err(Failure::Internal(anyhow::anyhow!(
                    "{message}: the rules contradict themselves, or the program is at fault"
                )));
            }
            if let Some(why) = answer.missing_certificate(&asking) {
                // The value is known: a certificate has a search of its own.
                let is_open = answer.outcome.verdict == Verdict::Unknown;
                found.missing = Some(if is_open { NO_PROOF.to_owned() } else { why });
            }
            match answer.certificate {
                Some(Ok(written)) => found.certificates.push(written),
                Some(Err(failure)) => found.failures.push(failure),
                None => {}
            }
        }
    } else if certificate.is_some() {
        found.missing = Some("the value is not known".to_owned());
    }
    Ok(found)
}

/// `NAME.proof` becomes `NAME.at-least-4.proof` and `NAME.less-than-5.proof`. A pipe or a device takes both
/// certificates, one behind the other.
fn certificate_path(path: &Path, score: i32, verdict: Verdict) -> PathBuf {
    if files::is_stream(path) {
        return path.to_owned();
    }
    let side = if verdict == Verdict::Proven { "at-least" } else { "less-than" };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or_else(|| "proof".to_owned(), |text| text.to_string_lossy().into_owned());
    path.with_file_name(format!("{stem}.{side}-{score}.{extension}"))
}

/// Who is to move, in words: the goal of a task that was opened without one is that player's.
fn player(task: &Task) -> &'static str {
    match task.goal().split_once(':') {
        Some(("first", _)) => "the first player",
        Some(("second", _)) => "the second player",
        _ => "the player",
    }
}

/// What a value says where there is no more to a result than who has won.
fn result(task: &Task, value: i32) -> &'static str {
    match value.signum() {
        _ if !task.has_outcomes() => "",
        1 => ": a win",
        0 => ": a draw",
        _ => ": a loss",
    }
}

fn sentence(task: &Task, outcome: &ValueOutcome) -> String {
    let ValueOutcome { low, high, .. } = outcome;
    if let Some(value) = outcome.value() {
        if outcome.evidence == Evidence::Evaluations {
            return format!("estimate: {value} for {}, who is to move; evaluations do not prove it", player(task));
        }
        return format!("value: {value} for {}, who is to move{}", player(task), result(task, value));
    }
    let why = stop_text(outcome.stop);
    format!("unknown: from {low} to {high} for {}, who is to move; {why}", player(task))
}

/// The value in a table.
fn value_text(outcome: &ValueOutcome) -> String {
    match outcome.value() {
        Some(value) if outcome.evidence == Evidence::Evaluations => format!("about {value}"),
        Some(value) => value.to_string(),
        None => format!("{} to {}", outcome.low, outcome.high),
    }
}

fn object(task: &Task, algorithm: &AlgorithmSpec, found: &Found) -> Value {
    let Found { outcome, time, .. } = found;
    json!({
        "game": task.game(),
        "position": task.position(),
        "algorithm": algorithm.to_string(),
        "value": outcome.value(),
        "low": outcome.low,
        "high": outcome.high,
        "stop": outcome.stop.to_string(),
        "asked": outcome.asked,
        "numbers": outcome.numbers.iter().map(numbers_object).collect::<Vec<_>>(),
        "expanded": outcome.expanded,
        "visits": outcome.visits,
        "generated": outcome.generated,
        "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        "peak_bytes": outcome.peak_bytes,
        "line": outcome.line,
        "evidence": outcome.evidence.to_string(),
        "table": outcome.table.map(table_object),
    })
}

fn numbers_object(numbers: &ScoreNumbers) -> Value {
    json!([numbers.score, output::size(numbers.proof), output::size(numbers.disproof)])
}

fn table_object(table: TableUse) -> Value {
    json!({
        "probes": table.probes,
        "hits": table.hits,
        "stores": table.stores,
        "evictions": table.evictions,
        "collections": table.collections,
        "entries": table.entries,
    })
}

pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = parse(catalog, arguments)?;
    let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), None)?;
    let algorithm = algorithm_for(&task, arguments, named.as_ref())?;
    if let Some(path) = &arguments.certificate {
        check_certificate(path, &task)?;
    }
    let limits = arguments.limits.limits(&cancel_on_interrupt()?);
    let mut run = task.begin_value(&algorithm)?;
    let saving = arguments.checkpoint.as_deref().map(|path| Saving {
        path,
        every: arguments.checkpoint_every,
        before: Duration::ZERO,
    });
    if let Some(saving) = &saving {
        saving.check(&mut *run, &algorithm)?;
    }
    let found = find(&task, &algorithm, (run, saving.as_ref()), &limits, arguments.certificate.as_deref(), look)?;
    tell(&task, &algorithm, &found, &Form { json: arguments.json, quiet: arguments.quiet })
}

/// Goes on with a search for a value that was written down.
pub(crate) fn resume(
    task: &Task,
    algorithm: &AlgorithmSpec,
    (run, saving): (Box<dyn ValueRun + '_>, &Saving<'_>),
    limits: &Limits,
    certificate: Option<&Path>,
    look: Look<'_>,
    form: &Form,
) -> Result<Exit, Failure> {
    let found = find(task, algorithm, (run, Some(saving)), limits, certificate, look)?;
    tell(task, algorithm, &found, form)
}

/// Says what was found.
fn tell(task: &Task, algorithm: &AlgorithmSpec, found: &Found, form: &Form) -> Result<Exit, Failure> {
    if form.json {
        output::print_object(&object(task, algorithm, found))?;
    } else {
        output::print(sentence(task, &found.outcome))?;
        if !form.quiet {
            print_details(task, algorithm, found)?;
        }
    }
    if form.json || form.quiet {
        found.want_of_proof().iter().for_each(output::complain);
    }
    let exit = if found.is_complete() { Exit::Done } else { Exit::Undecided };
    Ok(exit.after(&found.failures))
}

/// The most scores whose numbers are told.
const MOST_NUMBERS: usize = 6;

/// How many leaves it takes for each score, and against it.
fn numbers_text(numbers: &[ScoreNumbers]) -> String {
    let one = |numbers: &ScoreNumbers| {
        format!("at least {}: {} for, {} against", numbers.score, numbers.proof, numbers.disproof)
    };
    let mut texts: Vec<String> = numbers.iter().take(MOST_NUMBERS).map(one).collect();
    if numbers.len() > MOST_NUMBERS {
        texts.push("...".to_owned());
    }
    texts.join("; ")
}

fn print_details(task: &Task, algorithm: &AlgorithmSpec, found: &Found) -> Result<(), Failure> {
    let Found { outcome, time, certificates, missing, checkpoint, .. } = found;
    let row = |name: &str, value: String| output::print(format!("  {name:<12}{value}"));
    if !outcome.line.is_empty() {
        row("line", task.line_text(&outcome.line))?;
    }
    if !outcome.asked.is_empty() {
        let answers: Vec<String> = outcome
            .asked
            .iter()
            .map(|(score, holds)| format!("at least {score}: {}", if *holds { "yes" } else { "no" }))
            .collect();
        row("questions", answers.join(", "))?;
    }
    if outcome.value().is_none() && !outcome.numbers.is_empty() {
        row("leaves", numbers_text(&outcome.numbers))?;
    }
    row("algorithm", algorithm.to_string())?;
    row("expanded", output::grouped(outcome.expanded))?;
    row("visited", format!("{} ({} a second)", output::grouped(outcome.visits), output::rate(outcome.visits, *time)))?;
    row("time", format!("{} s", output::seconds(*time)))?;
    row("memory", output::bytes(outcome.peak_bytes))?;
    for written in certificates {
        row("certificate", written.text.clone())?;
    }
    if let Some(why) = missing {
        row("certificate", format!("not written: {why}"))?;
    }
    if let Some((path, why)) = checkpoint {
        let written = why.as_ref().map_or_else(|| "written".to_owned(), |why| format!("not written: {why}"));
        row("checkpoint", format!("{} ({written})", path.display()))?;
    }
    Ok(())
}

/// What the report says of one row.
struct Valued {
    value: String,
    is_known: bool,
    is_complete: bool,
    /// Whether the known score was found.
    is_right: Option<bool>,
    visits: u64,
    time: Duration,
    peak_bytes: u64,
    line: String,
}

impl Valued {
    fn new(row: &Row, task: &Task, found: &Found) -> Self {
        let Found { outcome, time, .. } = found;
        Self {
            value: value_text(outcome),
            is_known: outcome.value().is_some(),
            is_complete: found.is_complete(),
            is_right: is_right(row, task, found),
            visits: outcome.visits,
            time: *time,
            peak_bytes: outcome.peak_bytes,
            line: task.line_text(&outcome.line),
        }
    }
}

/// Every position of some files.
pub(crate) fn run_files(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = parse(catalog, arguments)?;
    let rows = positions::read(catalog, &arguments.game, &arguments.file)?;
    let open = |row: &Row| {
        let task = open_row(catalog, &arguments.game, row, None)?;
        let algorithm = algorithm_for(&task, arguments, named.as_ref()).map_err(|failure| in_row(failure, row))?;
        Ok::<_, Failure>((task, algorithm))
    };
    let mut opened = Opened::new(&rows, open, |_| ())?;
    check_names(arguments.certificate.as_deref(), &rows)?;
    let bar = BatchBar::new(rows.len(), look.quiet);
    let cancel = cancel_on_interrupt()?;
    let mut all = Vec::with_capacity(rows.len());
    // What goes wrong is told after what was found.
    let mut failures = Vec::new();
    for row in &rows {
        if cancel.is_raised() {
            break;
        }
        bar.begin(&row.id);
        let path = arguments.certificate.as_ref().map(|folder| batch::certificate_path(folder, row));
        let limits = arguments.limits.limits(&cancel);
        let valued = opened.next(row).and_then(|(task, algorithm)| {
            let run = task.begin_value(&algorithm)?;
            let found = find(&task, &algorithm, (run, None), &limits, path.as_deref(), look.below_a_bar());
            let found = found.map_err(|failure| in_row(failure, row))?;
            Ok((task, algorithm, found))
        });
        let (task, algorithm, mut found) = match valued {
            Ok(valued) => valued,
            Err(failure) => {
                failures.push(failure);
                break;
            }
        };
        let unwritten = found.want_of_proof().into_iter().chain(found.failures.drain(..));
        failures.extend(unwritten.map(|failure| failure.context(row.place.clone())));
        let valued = Valued::new(row, &task, &found);
        if arguments.json {
            let mut object = object(&task, &algorithm, &found);
            object["id"] = json!(row.id);
            object["right"] = json!(valued.is_right);
            output::print_object(&object)?;
        }
        all.push(valued);
        bar.end();
    }
    drop(bar);
    if !arguments.json && (failures.is_empty() || !all.is_empty()) {
        report(arguments, &rows, &all)?;
    }
    let exit = if all.iter().any(|valued| valued.is_right == Some(false)) {
        Exit::CheckFailed
    } else if all.len() < rows.len() || !all.iter().all(|valued| valued.is_complete) {
        Exit::Undecided
    } else {
        Exit::Done
    };
    Ok(exit.after(&failures))
}

/// Whether the known score was found; `None` without one, or without a value. Where results are wins, draws and losses, the sign of a score
/// says which.
fn is_right(row: &Row, task: &Task, found: &Found) -> Option<bool> {
    match (&row.known, found.outcome.value()) {
        (Known::Score(score), Some(value)) => {
            let known = if task.has_outcomes() { score.signum() } else { *score };
            Some(known == i64::from(value))
        }
        _ => None,
    }
}

fn report(arguments: &SolveArguments, rows: &[Row], all: &[Valued]) -> Result<(), Failure> {
    if !arguments.quiet {
        let titles = ["id", "value", "known", "visited", "seconds", "memory", "line"];
        let rows = rows.iter().zip(all).map(|(row, valued)| {
            vec![
                row.id.clone(),
                valued.value.clone(),
                match valued.is_right {
                    None => String::new(),
                    Some(true) => "right".to_owned(),
                    Some(false) => "WRONG".to_owned(),
                },
                output::grouped(valued.visits),
                output::seconds(valued.time),
                output::bytes(valued.peak_bytes),
                valued.line.clone(),
            ]
        });
        output::print_table(&titles, rows, 3..6)?;
    }
    let known = all.iter().filter(|valued| valued.is_known).count();
    let visits: u64 = all.iter().map(|valued| valued.visits).sum();
    let time: Duration = all.iter().map(|valued| valued.time).sum();
    let (visits, time) = (output::grouped(visits), output::seconds(time));
    output::print(format!("{known} of {} values found; {visits} positions visited, {time} s", rows.len()))?;
    let judged = |right: bool| all.iter().filter(|valued| valued.is_right == Some(right)).count();
    if rows.iter().any(|row| matches!(row.known, Known::Score(_))) {
        output::print(format!("known scores: {} right, {} wrong", judged(true), judged(false)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proofset_core::Verdict;

    use super::certificate_path;

    #[test]
    fn both_sides_of_a_value_have_names() {
        let name = |path: &str, score, verdict| {
            certificate_path(Path::new(path), score, verdict).to_string_lossy().replace('\\', "/")
        };
        assert_eq!(name("kalah.proof", 4, Verdict::Proven), "kalah.at-least-4.proof");
        assert_eq!(name("out/kalah.json", -3, Verdict::Disproven), "out/kalah.less-than--3.json");
        assert_eq!(name("kalah", 0, Verdict::Proven), "kalah.at-least-0.proof");
    }
}
