//! `proofset solve`: one position.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use proofset_catalog::{Asks, Catalog, Entry, Family, Note, Task};
use proofset_core::Verdict;

use crate::alternatives::{self, Alternatives};
use crate::answer::{Answer, Asking, Kept, Shortest, check_certificate};
use crate::arguments::SolveArguments;
use crate::book::{Known, Taught};
use crate::checkpoint::Saving;
use crate::failure::{Exit, Failure};
use crate::input::{self, named_algorithm, record_extension, solution_extension};
use crate::progress::{Look, cancel_on_interrupt};
use crate::{files, output, shortest, solution};

pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), arguments.goal.as_deref())?;
    let algorithm = arguments.algorithm_for(&task, Asks::Goal, named.as_ref())?;
    if let Some(path) = &arguments.certificate {
        check_certificate(path, &task)?;
    }
    let record = arguments
        .record
        .as_deref()
        .map(|path| Ok::<_, Failure>((path, record_extension(catalog, &arguments.game, path)?)));
    let record = record.transpose()?;
    if let Some((path, _)) = record {
        files::check_writable(path)?;
    }
    let solution = arguments
        .solution
        .as_deref()
        .map(|path| Ok::<_, Failure>((path, solution_extension(catalog, &arguments.game, Some(path))?)));
    let solution = solution.transpose()?;
    if let Some((path, _)) = solution {
        files::check_writable(path)?;
    }
    if arguments.shortest {
        shortest::check(&task, "--shortest")?;
    }
    if arguments.alternatives.is_some() {
        shortest::check(&task, "--alternatives")?;
    }
    let checkpoint = arguments.checkpoint.as_deref();
    let Taught { task, book, known } =
        Taught::open(arguments.known.as_deref(), task, &algorithm, checkpoint.is_some())?;
    let cancel = cancel_on_interrupt()?;
    let asking = Asking {
        algorithm: &algorithm,
        limits: arguments.limits.limits(&cancel),
        certificate: arguments.certificate.as_deref(),
        shortest: arguments.shortest,
        look,
        book: book.as_ref(),
    };
    let mut saved = None;
    let (mut answer, solved) = match (solution, checkpoint) {
        (None, None) => (shortest::answer(&task, &asking)?, None),
        (None, Some(path)) => {
            let mut run = task.begin(&algorithm)?;
            let saving = Saving { path, every: arguments.checkpoint_every, before: Duration::ZERO };
            saving.check(&mut *run, &algorithm)?;
            let (answer, written) = asking.ask_and_save(&task, &mut *run, &saving)?;
            saved = of_checkpoint(path, written);
            (answer, None)
        }
        (Some((path, extension)), _) => {
            let (answer, found) = with_solution(&task, &asking, extension)?;
            let written = found.map(|(text, is_cut)| {
                write_text(&task, path, extension, &text).map(|how| if is_cut { CUT } else { how })
            });
            (answer, Some((path, written)))
        }
    };
    let others =
        arguments.alternatives.map(|count| alternatives::find(&task, &mut answer, &asking, count)).transpose()?;
    let others = others.unwrap_or_default();
    let text = |extension| answer.question(&task).record(&answer.outcome.line, extension);
    let recorded = record.map(|(path, extension)| {
        let text = text(extension).filter(|_| answer.has_proof);
        (path, text.map(|text| write_text(&task, path, extension, &text)))
    });
    let form = Form { json: arguments.json, quiet: arguments.quiet };
    let is_complete = others.iter().all(Alternatives::is_complete);
    let others = arguments.alternatives.map(|_| others);
    let files = [("record", recorded), ("solution", solved), ("checkpoint", saved)];
    let exit = tell(&task, &asking, answer, &form, &Beside { others: others.as_deref(), known }, files)?;
    Ok(if is_complete { exit } else { exit.max(Exit::Undecided) })
}

/// Why a record or a solution is not written of an answer without a proof.
const NO_LINE: &str = "there is no proof with a line";

/// What became of a file.
const WRITTEN: &str = "written";
const CUT: &str = "written, but for moves where it says that they are left out";

/// How much is said, and to whom.
pub(crate) struct Form {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
}

/// A file beside the answer: its path, and what became of it in words; `None` if there was nothing to write.
pub(crate) type FileBeside<'a> = Option<(&'a Path, Option<Result<&'static str, Failure>>)>;

/// What became of a checkpoint, if one was written.
pub(crate) fn of_checkpoint(path: &Path, written: Option<Result<(), Failure>>) -> FileBeside<'_> {
    written.map(|written| (path, Some(written.map(|()| WRITTEN))))
}

/// What is said beside an answer.
#[derive(Default)]
pub(crate) struct Beside<'a> {
    pub(crate) others: Option<&'a [Alternatives]>,
    pub(crate) known: Option<Known<'a>>,
}

/// Says what was found.
pub(crate) fn tell<const N: usize>(
    task: &Task,
    asking: &Asking<'_>,
    answer: Answer,
    form: &Form,
    beside: &Beside<'_>,
    files: [(&str, FileBeside<'_>); N],
) -> Result<Exit, Failure> {
    if form.json {
        let mut object = answer.object(task, asking);
        if let Some(others) = beside.others {
            object["alternatives"] = others.iter().map(Alternatives::object).collect();
        }
        output::print_object(&object)?;
    } else {
        output::print(answer.question(task).explain(&answer.outcome))?;
        if let Some(Shortest::Unknown(open)) = &answer.shortest {
            output::print(format!("not known to be the shortest: {open}"))?;
        }
        if !form.quiet {
            print_details(task, asking, &answer, beside.others.unwrap_or_default())?;
            if let (Some(known), Some(kept)) = (&beside.known, &answer.kept) {
                tell_kept(task, known, kept)?;
            }
            for (name, file) in &files {
                if let Some((path, written)) = file {
                    let written = match written {
                        None => format!("not written: {NO_LINE}"),
                        Some(Ok(how)) => (*how).to_owned(),
                        Some(Err(failure)) => format!("not written: {failure}"),
                    };
                    output::print(format!("  {name:<12}{} ({written})", path.display()))?;
                }
            }
        }
    }
    let mut exit = if answer.is_complete(asking) { Exit::Done } else { Exit::Undecided };
    let kept_nothing = matches!(answer.kept, Some(Ok(Kept::Nothing))) && answer.outcome.verdict != Verdict::Unknown;
    if kept_nothing {
        exit = exit.max(Exit::Undecided);
    }
    let lacks_line = |file: &FileBeside<'_>| matches!(file, Some((_, None)));
    let without_line: Vec<&str> = files.iter().filter(|(_, file)| lacks_line(file)).map(|(name, _)| *name).collect();
    if !without_line.is_empty() {
        exit = exit.max(Exit::Undecided);
    }
    if form.json || form.quiet {
        // What the details would say is missing, where none are printed.
        answer.want_of_proof(asking).for_each(|failure| output::complain(&failure));
        for name in without_line {
            output::complain(&Failure::Unwritten(anyhow!("the {name} was not written: {NO_LINE}")));
        }
    }
    let unwritten = files.into_iter().filter_map(|(_, file)| file?.1?.err());
    let failures: Vec<Failure> = answer.failures().chain(unwritten).collect();
    Ok(exit.after(&failures))
}

/// Says what a book has to do with an answer.
fn tell_kept(task: &Task, known: &Known<'_>, kept: &Result<Kept, Failure>) -> Result<(), Failure> {
    let positions = if let Some(why) = task.no_known_positions() {
        format!("no position but this one is looked up: {why}")
    } else {
        let beside = if known.looks_up { "" } else { ", of which this search looks up none but this one" };
        format!("{} positions{beside}", output::grouped(known.positions as u64))
    };
    let kept = match kept {
        Ok(Kept::Found) => "it had the answer".to_owned(),
        Ok(Kept::Added) => "the answer was added".to_owned(),
        Ok(Kept::Nothing) => "nothing was added, for there is no proof".to_owned(),
        Err(failure) => format!("not added: {failure}"),
    };
    output::print(format!("  {:<12}{} ({positions}; {kept})", "known", known.path.display()))
}

/// Writes a file of text as the game has such files.
fn write_text(task: &Task, path: &Path, extension: &str, text: &str) -> Result<&'static str, Failure> {
    let encode = |entry: &Entry| entry.encode(extension, text);
    let bytes = task.catalog().entry(task.game()).map_or_else(|| text.as_bytes().to_vec(), encode);
    files::write_whole(path, |out| Ok(out.write_all(&bytes)?)).map(|_| WRITTEN)
}

/// Answers a question, and says in a text of this form what its solution is, and whether some of it is left out; `None` if there is none.
fn with_solution(
    task: &Task,
    asking: &Asking<'_>,
    extension: &str,
) -> Result<(Answer, Option<(String, bool)>), Failure> {
    let folder =
        tempfile::tempdir().context("there is no place for what is found on the way").map_err(Failure::Input)?;
    let path = folder.path().join("solution.proof");
    let mut own = asking.clone();
    own.certificate = Some(&path);
    let mut answer = own.ask(task)?;
    if answer.written().is_none() {
        return Ok((answer, None));
    }
    let solution = solution::find(task, &mut answer, asking, &path, folder.path())?;
    answer.certificate = None;
    let is_cut = solution.moves().iter().any(|mv| mv.note == Some(Note::Cut));
    Ok((answer, task.solution(&solution, extension).map(|text| (text, is_cut))))
}

/// How many, and their names; of many the first and the last.
fn listed(names: &[String]) -> String {
    let list = match names {
        [first, second, .., before, last] if names.len() > 8 => format!("{first}, {second}, ..., {before}, {last}"),
        _ => names.join(", "),
    };
    format!("{} ({list})", names.len())
}

/// Bytes of a problem that are worth a line of the report.
const LARGE: u64 = 1 << 20;

fn print_details(task: &Task, asking: &Asking<'_>, answer: &Answer, others: &[Alternatives]) -> Result<(), Failure> {
    let Answer { outcome, time, .. } = answer;
    let row = |name: &str, value: String| output::print(format!("  {name:<12}{value}"));
    if !outcome.line.is_empty() {
        row("line", answer.question(task).line_text(&outcome.line))?;
    }
    if let Some(Shortest::Yes(disproven)) = &answer.shortest {
        let shorter = disproven.as_ref().map(|goal| format!("{goal} is disproven"));
        row("shortest", format!("yes, {}", shorter.as_deref().unwrap_or("nothing is shorter")))?;
    }
    for found in others {
        row("other moves", found.to_string())?;
    }
    if answer.asked.len() > 1 {
        row("questions", listed(&answer.asked))?;
    }
    if outcome.verdict == Verdict::Unknown {
        row("proof", format!("{} (size at the root)", outcome.proof))?;
        row("disproof", format!("{} (size at the root)", outcome.disproof))?;
    }
    row("algorithm", asking.algorithm.to_string())?;
    let expanded = output::grouped(outcome.expanded);
    row("expanded", format!("{expanded} ({} a second)", output::rate(outcome.expanded, *time)))?;
    if outcome.second_level > 0 {
        row("2nd level", output::grouped(outcome.second_level))?;
    }
    row("generated", output::grouped(outcome.generated))?;
    row("recomputed", output::grouped(outcome.recomputed))?;
    if let Family::Exact { .. } = asking.algorithm.family {
        row("uncertain", format!("{} steps", output::grouped(outcome.uncertain)))?;
    }
    row("time", format!("{} s", output::seconds(*time)))?;
    let memory = output::bytes(outcome.peak_bytes);
    row(
        "memory",
        match answer.asked.len() {
            1 => format!("{memory} ({} bytes a node)", outcome.peak_bytes.checked_div(outcome.generated).unwrap_or(0)),
            // The nodes were made by all searches, the memory was that of one.
            _ => memory,
        },
    )?;
    if task.problem_bytes() >= LARGE {
        row("problem", format!("{} beside it", output::bytes(task.problem_bytes())))?;
    }
    if let Some(written) = answer.written() {
        row("certificate", written.text.clone())?;
    }
    if let Some(why) = answer.missing_certificate(asking) {
        row("certificate", format!("not written: {why}"))?;
    }
    Ok(())
}
