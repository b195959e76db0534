//! `proofset solve --file`: every position of a file, with a summary.
//!
//! All rows are read before the first is solved, so that a bad one stops the run before anything is written.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use proofset_catalog::{Task, open};
use proofset_core::Verdict;
use serde_json::json;

use crate::answer::{Answer, Asking};
use crate::arguments::SolveArguments;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::positions::{self, Known, Row};
use crate::progress::cancel_on_interrupt;
use crate::shortest::{self, Shortest};
use crate::solve::{algorithm, position_text};

/// What was found for one row.
struct Solved {
    answer: Answer,
    /// Whether the known answer was found; `None` without one, or without a verdict.
    right: Option<bool>,
    /// Its size in bytes.
    certificate: Option<u64>,
    /// Whether nothing that was asked is left open.
    complete: bool,
}

pub(crate) fn run(arguments: &SolveArguments, file: &Path) -> Result<Exit, Failure> {
    let algorithm = algorithm(arguments)?;
    let rows = positions::read(file)?;
    let mut tasks = Vec::with_capacity(rows.len());
    for row in &rows {
        let goal = arguments.goal.as_deref().or(row.goal.as_deref());
        let position =
            position_text(&arguments.game, Some(&row.position)).map_err(|failure| in_row(failure, file, row))?;
        let task = open(&arguments.game, position.as_deref(), goal)
            .with_context(|| format!("{}, line {}", file.display(), row.line))
            .map_err(Failure::Input)?;
        if arguments.shortest {
            shortest::check(&*task)?;
        }
        tasks.push(task);
    }
    check_names(arguments.certificate.as_deref(), file, &rows)?;
    let hidden = arguments.quiet || arguments.json;
    let bar = if hidden { ProgressBar::hidden() } else { ProgressBar::new(rows.len() as u64) };
    bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}").expect("the template is valid"));
    let cancel = cancel_on_interrupt()?;
    let started = Instant::now();
    let mut solved: Vec<Solved> = Vec::with_capacity(rows.len());
    for (row, task) in rows.iter().zip(&tasks) {
        if cancel.is_raised() {
            break;
        }
        bar.set_message(row.id.clone());
        let path = arguments.certificate.as_ref().map(|folder| folder.join(format!("{}.proof", file_name(&row.id))));
        let asking = Asking {
            algorithm: &algorithm,
            limits: arguments.limits.limits(&cancel),
            certificate: path.as_deref(),
            shortest: arguments.shortest,
            quiet: true,
        };
        let answer = asking.answer(&**task).map_err(|failure| in_row(failure, file, row))?;
        let certificate = match &path {
            Some(path) if answer.certificate.is_some() => Some(std::fs::metadata(path)?.len()),
            _ => None,
        };
        let outcome = &answer.outcome;
        let right = known_verdict(&**task, row)?
            .and_then(|known| (outcome.verdict != Verdict::Unknown).then_some(outcome.verdict == known));
        if arguments.json {
            let mut object = answer.object(&**task, &asking);
            object["id"] = json!(row.id);
            object["right"] = json!(right);
            output::print(object)?;
        }
        let complete = answer.is_complete(&asking);
        solved.push(Solved { answer, right, certificate, complete });
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !arguments.json {
        report(arguments, &rows, &tasks, &solved, started.elapsed())?;
    }
    Ok(if solved.iter().any(|solved| solved.right == Some(false)) {
        Exit::CheckFailed
    } else if solved.len() < rows.len() || solved.iter().any(|solved| !solved.complete) {
        Exit::Undecided
    } else {
        Exit::Done
    })
}

/// Makes the folder of certificates, if any are wanted, and refuses ids that would give two of them one name.
pub(crate) fn check_names(folder: Option<&Path>, file: &Path, rows: &[Row]) -> Result<(), Failure> {
    let Some(folder) = folder else { return Ok(()) };
    let mut names: Vec<String> = rows.iter().map(|row| file_name(&row.id)).collect();
    names.sort_unstable();
    if let Some([name, _]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = "two positions would write their certificates to";
        return Err(Failure::input(format!("{}: {message} {}; give them different ids", file.display(), name)));
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
        .map_err(Failure::Input)
}

pub(crate) fn in_row(failure: Failure, file: &Path, row: &Row) -> Failure {
    match failure {
        Failure::Input(error) => Failure::Input(error.context(format!("{}, line {}", file.display(), row.line))),
        Failure::Internal(error) => Failure::Internal(error),
    }
}

/// A file name for an id that may contain anything.
pub(crate) fn file_name(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
}

/// The verdict that the row's known answer amounts to for the task's goal, if it says anything about it.
fn known_verdict(task: &dyn Task, row: &Row) -> Result<Option<Verdict>, Failure> {
    let score = match row.known {
        Known::Nothing => return Ok(None),
        Known::Verdict(verdict) => return Ok(Some(verdict)),
        Known::Mate(moves) => {
            // A longer or unbounded question has the same answer; nothing is known about a shorter one.
            let asked = match task.goal() {
                "mate" => i64::MAX,
                "mated" => i64::MIN,
                goal => goal.strip_prefix("mate-in:").and_then(|bound| bound.parse().ok()).unwrap_or(0),
            };
            let covered = if moves > 0 { asked >= moves } else { asked <= moves };
            return Ok(covered.then_some(Verdict::Proven));
        }
        Known::Score(score) => score.signum(),
    };
    let asks = |goal: &str| -> Result<bool, Failure> {
        Ok(open(task.game(), Some(task.position()), Some(goal))?.goal() == task.goal())
    };
    let proven = if asks("win")? {
        score > 0
    } else if asks("draw")? {
        score >= 0
    } else {
        return Ok(None);
    };
    Ok(Some(if proven { Verdict::Proven } else { Verdict::Disproven }))
}

fn report(
    arguments: &SolveArguments,
    rows: &[Row],
    tasks: &[Box<dyn Task>],
    solved: &[Solved],
    elapsed: Duration,
) -> Result<(), Failure> {
    if !arguments.quiet {
        output::print(table(arguments, rows, tasks, solved))?;
    }
    let count = |verdict: Verdict| solved.iter().filter(|solved| solved.answer.outcome.verdict == verdict).count();
    let (proven, disproven) = (count(Verdict::Proven), count(Verdict::Disproven));
    let expanded: u64 = solved.iter().map(|solved| solved.answer.outcome.expanded).sum();
    output::print(format!(
        "{} of {} decided: {proven} proven, {disproven} disproven; {} expansions, {} s",
        proven + disproven,
        rows.len(),
        output::grouped(expanded),
        output::seconds(elapsed),
    ))?;
    if arguments.shortest {
        let shortest = solved.iter().filter_map(|solved| solved.answer.shortest.as_ref());
        let (known, unknown): (Vec<_>, Vec<_>) = shortest.partition(|shortest| shortest.is_known());
        output::print(format!("shortest proofs: {} known, {} not known", known.len(), unknown.len()))?;
    }
    let known = |right: bool| solved.iter().filter(|solved| solved.right == Some(right)).count();
    if rows.iter().any(|row| row.known != Known::Nothing) {
        output::print(format!("known answers: {} right, {} wrong", known(true), known(false)))?;
    }
    Ok(())
}

fn table(arguments: &SolveArguments, rows: &[Row], tasks: &[Box<dyn Task>], solved: &[Solved]) -> Table {
    let certificates = arguments.certificate.is_some();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["id", "goal", "verdict", "known"];
    if arguments.shortest {
        header.push("shortest");
    }
    let first_number = header.len();
    header.extend(["expanded", "seconds", "memory"]);
    if certificates {
        header.push("certificate");
    }
    let numbers = first_number..header.len();
    header.push("line");
    table.set_header(&header);
    for ((row, task), solved) in rows.iter().zip(tasks).zip(solved) {
        let Answer { outcome, time, shortest, .. } = &solved.answer;
        let question = solved.answer.question(&**task);
        let mut cells = vec![
            row.id.clone(),
            question.goal().to_owned(),
            if outcome.verdict == Verdict::Unknown {
                format!("unknown ({})", outcome.stop)
            } else {
                outcome.verdict.to_string()
            },
            match solved.right {
                None => String::new(),
                Some(true) => "right".to_owned(),
                Some(false) => "WRONG".to_owned(),
            },
        ];
        if arguments.shortest {
            cells.push(match shortest {
                None => String::new(),
                Some(Shortest::Yes(_)) => "yes".to_owned(),
                Some(Shortest::Unknown(_)) => "unknown".to_owned(),
            });
        }
        cells.extend([output::grouped(outcome.expanded), output::seconds(*time), output::bytes(outcome.peak_bytes)]);
        if certificates {
            cells.push(solved.certificate.map_or(String::new(), output::bytes));
        }
        cells.push(if outcome.verdict == Verdict::Unknown { String::new() } else { question.line_text(&outcome.line) });
        table.add_row(cells);
    }
    align_numbers(&mut table, numbers);
    table
}

/// Numbers are read from the right.
pub(crate) fn align_numbers(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
