//! `proofset solve`: one position.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use proofset_catalog::{AlgorithmSpec, Outcome, PositionSource, Run, Task, open};
use proofset_core::{Limits, Verdict};

use crate::arguments::SolveArguments;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::progress::{SearchLine, cancel_on_interrupt};

/// The position that an argument stands for: itself, standard input, or the content of a file.
pub(crate) fn position_text(game: &str, argument: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(argument) = argument else { return Ok(None) };
    if argument == "-" {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .context("cannot read the position from standard input")
            .map_err(Failure::Input)?;
        return Ok(Some(text.trim().to_owned()));
    }
    if PositionSource::of(game) == PositionSource::File && !argument.trim_start().starts_with('{') {
        let text = std::fs::read_to_string(argument)
            .with_context(|| format!("cannot read {argument}"))
            .map_err(Failure::Input)?;
        return Ok(Some(text));
    }
    Ok(Some(argument.to_owned()))
}

/// Runs one search to its end or limit.
pub(crate) fn search(run: &mut dyn Run, limits: &Limits, quiet: bool) -> Result<(Outcome, Duration), Failure> {
    let mut line = SearchLine::new(quiet);
    let started = Instant::now();
    let outcome = run.advance(limits, &mut line)?;
    Ok((outcome, started.elapsed()))
}

/// Writes the certificate of a decided search; returns what to say about it.
pub(crate) fn certify(run: &dyn Run, path: &Path) -> Result<String, Failure> {
    let nodes = output::write_whole(path, |mut out| Ok(run.write_certificate(output::form_of(path), &mut out)?))?;
    let size = std::fs::metadata(path)?.len();
    Ok(format!("{} ({} nodes, {})", path.display(), output::grouped(nodes), output::bytes(size)))
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let algorithm: AlgorithmSpec = arguments.algorithm.parse()?;
    let position = position_text(&arguments.game, arguments.position.as_deref())?;
    let task = open(&arguments.game, position.as_deref(), arguments.goal.as_deref())?;
    if let Some(path) = &arguments.certificate {
        output::check_writable(path)?;
    }
    let mut run = task.begin(&algorithm)?;
    let cancel = cancel_on_interrupt()?;
    let (outcome, time) = search(&mut *run, &arguments.limits.limits(&cancel), arguments.quiet || arguments.json)?;
    let decided = outcome.verdict != Verdict::Unknown;
    let certificate = match &arguments.certificate {
        Some(path) if decided => Some(certify(&*run, path)?),
        Some(_) => Some("not written: nothing is decided".to_owned()),
        None => None,
    };
    if arguments.json {
        output::print(output::object(&*task, task.position(), &algorithm.to_string(), &outcome, time))?;
    } else {
        output::print(task.explain(&outcome))?;
        if !arguments.quiet {
            print_details(&*task, &algorithm, &outcome, time, certificate.as_deref())?;
        }
    }
    Ok(if decided { Exit::Done } else { Exit::Undecided })
}

fn print_details(
    task: &dyn Task,
    algorithm: &AlgorithmSpec,
    outcome: &Outcome,
    time: Duration,
    certificate: Option<&str>,
) -> Result<(), Failure> {
    let row = |name: &str, value: String| output::print(format!("  {name:<12}{value}"));
    if !outcome.line.is_empty() {
        row("line", task.line_text(&outcome.line))?;
    }
    if outcome.verdict == Verdict::Unknown {
        row("proof", format!("{} (size at the root)", outcome.proof))?;
        row("disproof", format!("{} (size at the root)", outcome.disproof))?;
    }
    row("algorithm", algorithm.to_string())?;
    let expanded = output::grouped(outcome.expanded);
    row("expanded", format!("{expanded} ({} a second)", output::rate(outcome.expanded, time)))?;
    row("generated", output::grouped(outcome.generated))?;
    row("recomputed", output::grouped(outcome.recomputed))?;
    row("time", format!("{} s", output::seconds(time)))?;
    row(
        "memory",
        format!(
            "{} ({} bytes a node)",
            output::bytes(outcome.peak_bytes),
            outcome.peak_bytes.checked_div(outcome.generated).unwrap_or(0)
        ),
    )?;
    if let Some(certificate) = certificate {
        row("certificate", certificate.to_owned())?;
    }
    Ok(())
}
