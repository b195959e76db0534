//! `proofset solve --file`: every position of some files, with a summary.
//!
//! All rows are read, and their questions opened, before the first is solved, so that a bad one stops the run before anything is
//! written. But for the first ones a question is opened again when its turn comes: all of them at once would take more memory than most
//! searches.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use proofset_book::Book;
use proofset_catalog::{AlgorithmSpec, Asks, Catalog, Known, Task};
use proofset_certificate::Header;
use proofset_core::Verdict;
use serde_json::{Value, json};

use crate::answer::{Answer, Asking, Shortest};
use crate::arguments::SolveArguments;
use crate::book;
use crate::failure::{Exit, Failure};
use crate::input::{named_algorithm, position_text};
use crate::positions::{self, Row};
use crate::progress::{BatchBar, Look, cancel_on_interrupt};
use crate::results::Results;
use crate::{files, output, shortest, verify};

/// Whether a verdict is the known answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    Yes,
    No,
    /// It is not, but it would be that of a claim of another strength, and the known answer may be about that.
    OtherClaim,
}

impl Right {
    fn is_right(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::OtherClaim => None,
        }
    }
}

/// What was found for one row, by this run or by an earlier one.
struct Solved {
    /// The question that is answered: the row's own, or with --shortest the one about the length.
    goal: String,
    verdict: Verdict,
    /// Why there is none, if there is none.
    stop: String,
    /// Whether the known answer was found; `None` without one, or without a verdict.
    right: Option<Right>,
    /// Whether a proof is a shortest one, if that was asked.
    shortest: Option<bool>,
    expanded: u64,
    seconds: f64,
    peak_bytes: u64,
    /// The size of the certificate in bytes.
    certificate: Option<u64>,
    line: String,
    /// The plies of the line, if the proof of the verdict is at hand and proofs have a length.
    plies: Option<usize>,
    /// Whether nothing that was asked is left open.
    complete: bool,
}

impl Solved {
    fn new(answer: &Answer, asking: &Asking<'_>, task: &Task) -> Self {
        let Answer { outcome, time, shortest, .. } = answer;
        let question = answer.question(task);
        let is_known = outcome.verdict != Verdict::Unknown;
        Self {
            goal: question.goal().to_owned(),
            verdict: outcome.verdict,
            stop: outcome.stop.to_string(),
            right: None,
            shortest: shortest.as_ref().map(Shortest::is_known),
            expanded: outcome.expanded,
            seconds: time.as_secs_f64(),
            peak_bytes: outcome.peak_bytes,
            certificate: answer.written().map(|written| written.bytes),
            line: if is_known { question.line_text(&outcome.line) } else { String::new() },
            plies: plies(outcome.verdict, outcome.length(), answer.has_proof && question.has_lengths()),
            complete: answer.is_complete(asking),
        }
    }

    /// The object of the answer, with what a later run needs beside it.
    fn record(&self, mut object: Value, row: &Row) -> Value {
        object["id"] = json!(row.id);
        object["complete"] = json!(self.complete);
        object["line_text"] = json!(self.line);
        object["plies"] = json!(self.plies);
        object["certificate_bytes"] = json!(self.certificate);
        object
    }

    /// What an earlier run has found, if it answers all that is asked now. Whether its certificate holds is another
    /// question, which [`fault`] answers.
    fn earlier(object: &Value, asking: &Asking<'_>) -> Option<Self> {
        let number = |name: &str| object[name].as_u64();
        let verdict = match object["verdict"].as_str()? {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            _ => return None,
        };
        let shortest = object["shortest"].as_bool();
        if asking.shortest && verdict == Verdict::Proven && shortest != Some(true) {
            return None;
        }
        Some(Self {
            goal: object["goal"].as_str()?.to_owned(),
            verdict,
            stop: object["stop"].as_str()?.to_owned(),
            right: None,
            shortest,
            expanded: number("expanded")?,
            seconds: object["seconds"].as_f64().filter(|seconds| Duration::try_from_secs_f64(*seconds).is_ok())?,
            peak_bytes: number("peak_bytes")?,
            certificate: asking.certificate.and_then(|path| Some(std::fs::metadata(path).ok()?.len())),
            line: object["line_text"].as_str()?.to_owned(),
            plies: object["plies"].as_u64().map(|plies| plies as usize),
            complete: true,
        })
    }
}

/// What is wrong with the certificate of an answer that an earlier run has found, by the rules alone.
fn fault(path: &Path, task: &Task, answer: &Solved) -> Option<String> {
    if !path.exists() {
        return Some("is missing".to_owned());
    }
    let check = || -> Result<(), Failure> {
        let mut certificate = verify::reader(path)?;
        let Header { game, position, goal, verdict, .. } = certificate.header();
        let question = task.with_goal(&answer.goal)?.certified(*verdict)?;
        let found = [game.as_str(), position, goal, &verdict.to_string()];
        if found != [question.game(), question.position(), question.goal(), &answer.verdict.to_string()] {
            return Err(Failure::input("it answers another question"));
        }
        question.check(&mut certificate).map_err(Failure::input)?;
        Ok(())
    };
    check().err().map(|failure| format!("does not hold: {failure}"))
}

/// The length of a proof, if there is one; an empty line says nothing.
fn plies(verdict: Verdict, line: usize, has_length: bool) -> Option<usize> {
    (verdict == Verdict::Proven && has_length && line > 0).then_some(line)
}

/// What a row asks, and the algorithm that answers it.
fn question(
    catalog: &Catalog,
    arguments: &SolveArguments,
    row: &Row,
    named: Option<&AlgorithmSpec>,
) -> Result<(Task, AlgorithmSpec), Failure> {
    let goal = arguments.goal.as_deref().or(row.goal.as_deref());
    let task = open_row(catalog, &arguments.game, row, goal)?;
    if arguments.shortest {
        shortest::check(&task, "--shortest")?;
    }
    let algorithm = arguments.algorithm_for(&task, Asks::Goal, named)?;
    Ok((task, algorithm))
}

/// So many questions are kept from the first look at all rows.
const KEPT: usize = 1000;

/// The questions of some rows, one after the other. Those of the first rows are kept from the look at all of them: what a row names may be
/// read once only, as standard input.
pub(crate) struct Opened<T, F> {
    kept: VecDeque<T>,
    open: F,
}

impl<T, F: Fn(&Row) -> Result<T, Failure>> Opened<T, F> {
    /// Opens the questions of all rows, and shows each; the first that cannot be opened is the error.
    pub(crate) fn new(rows: &[Row], open: F, mut show: impl FnMut(&T)) -> Result<Self, Failure> {
        let mut kept = VecDeque::new();
        for row in rows {
            let question = open(row)?;
            show(&question);
            if kept.len() < KEPT {
                kept.push_back(question);
            }
        }
        Ok(Self { kept, open })
    }

    /// The question of the next row.
    pub(crate) fn next(&mut self, row: &Row) -> Result<T, Failure> {
        self.kept.pop_front().map_or_else(|| (self.open)(row), Ok)
    }
}

/// The question of a row, with this goal.
pub(crate) fn open_row(catalog: &Catalog, game: &str, row: &Row, goal: Option<&str>) -> Result<Task, Failure> {
    let open = || {
        let position = position_text(catalog, game, Some(&row.position))?;
        Ok(catalog.open(game, position.as_deref(), goal)?)
    };
    open().map_err(|failure| in_row(failure, row))
}

/// A question that knows what is in a book, if there is one.
fn taught(task: Task, book: Option<&RefCell<Book>>) -> Result<Task, Failure> {
    match book {
        Some(book) => Ok(book.borrow_mut().teach(task)?.0),
        None => Ok(task),
    }
}

pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    let rows = positions::read(catalog, &arguments.game, &arguments.file)?;
    let open = |row: &Row| question(catalog, arguments, row, named.as_ref());
    let mut opened = Opened::new(&rows, open, |_| ())?;
    let book = arguments.known.as_deref().map(book::open).transpose()?.map(RefCell::new);
    check_names(arguments.certificate.as_deref(), &rows)?;
    let bar = BatchBar::new(rows.len(), look.quiet);
    let cancel = cancel_on_interrupt()?;
    let mut results = arguments.results.as_deref().map(Results::open).transpose()?;
    let (mut left_out, mut solved_again) = (0, 0);
    let started = Instant::now();
    let mut solved: Vec<Solved> = Vec::with_capacity(rows.len());
    // What goes wrong is told after what was found.
    let mut failures = Vec::new();
    let mut unsaved = None;
    for row in &rows {
        if cancel.is_raised() {
            break;
        }
        let question = opened.next(row);
        let question = question.and_then(|(task, algorithm)| Ok((taught(task, book.as_ref())?, algorithm)));
        let (task, algorithm) = &match question {
            Ok(question) => question,
            Err(failure) => {
                failures.push(failure);
                break;
            }
        };
        bar.begin(&row.id);
        let path = arguments.certificate.as_ref().map(|folder| certificate_path(folder, row));
        let asking = Asking {
            algorithm,
            limits: arguments.limits.limits(&cancel),
            certificate: path.as_deref(),
            shortest: arguments.shortest,
            look: look.below_a_bar(),
            book: book.as_ref(),
        };
        let earlier = results.as_ref().and_then(|results| results.get(task));
        let mut earlier = earlier.and_then(|object| Some((Solved::earlier(&object, &asking)?, object)));
        if let (Some(path), Some((found, _))) = (&path, &earlier)
            && let Some(fault) = fault(path, task, found)
        {
            // The answer may be that of another row with the same question, which has a certificate of its own.
            if results.as_ref().is_some_and(|results| results.has_row(task, &row.id)) {
                let what = format!("the certificate of an earlier answer, {}, {fault}", path.display());
                let failure = Failure::input(format!("{what}; the position is solved again"));
                bar.complain(&in_row(failure, row));
                solved_again += 1;
            }
            earlier = None;
        }
        let (mut found, mut object) = if let Some(earlier) = earlier {
            left_out += 1;
            earlier
        } else {
            let answer = match shortest::answer(task, &asking) {
                Ok(answer) => answer,
                Err(failure) => {
                    failures.push(in_row(failure, row));
                    break;
                }
            };
            let found = Solved::new(&answer, &asking, task);
            let object = answer.object(task, &asking);
            if let Some(results) = &mut results
                && let Err(failure) = results.put(task, found.record(object.clone(), row))
            {
                unsaved.get_or_insert(failure);
            }
            let unwritten = answer.want_of_proof(&asking).chain(answer.failures());
            failures.extend(unwritten.map(|failure| failure.context(row.place.clone())));
            (found, object)
        };
        let right = right(task, row, found.verdict, |question| {
            let algorithm = arguments.algorithm_for(question, Asks::Goal, named.as_ref())?;
            let asking =
                Asking { algorithm: &algorithm, certificate: None, shortest: false, book: None, ..asking.clone() };
            Ok(asking.ask(question)?.outcome.verdict)
        });
        found.right = right.unwrap_or_else(|failure| {
            failures.push(in_row(failure, row));
            None
        });
        if arguments.json {
            object["id"] = json!(row.id);
            object["right"] = json!(found.right.and_then(Right::is_right));
            output::print_object(&object)?;
        }
        solved.push(found);
        bar.end();
    }
    drop(bar);
    if !arguments.json && (failures.is_empty() || !solved.is_empty()) {
        report(arguments, &rows, &solved, started.elapsed())?;
        tell_count("answered by an earlier run", left_out)?;
        tell_count("solved again, for want of a certificate that holds", solved_again)?;
    }
    failures.extend(unsaved);
    Ok(exit(&solved, rows.len()).after(&failures))
}

/// How a run ends that was to solve so many rows.
fn exit(solved: &[Solved], rows: usize) -> Exit {
    if solved.iter().any(|solved| solved.right == Some(Right::No)) {
        Exit::CheckFailed
    } else if solved.len() < rows || solved.iter().any(|solved| !solved.complete) {
        Exit::Undecided
    } else {
        Exit::Done
    }
}

/// Where the certificate of a row goes.
pub(crate) fn certificate_path(folder: &Path, row: &Row) -> PathBuf {
    folder.join(format!("{}.proof", file_name(&row.id)))
}

/// Makes the folder of certificates, if any are wanted, and makes sure that they can be written there. Refuses ids that
/// would give two of them one name.
pub(crate) fn check_names(folder: Option<&Path>, rows: &[Row]) -> Result<(), Failure> {
    let Some(folder) = folder else { return Ok(()) };
    let mut names: Vec<String> = rows.iter().map(|row| file_name(&row.id)).collect();
    names.sort_unstable();
    if let Some([name, _]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = "two positions would write their certificates to";
        return Err(Failure::input(format!("{message} {name}; give them different ids")));
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
        .map_err(Failure::Input)?;
    rows.iter().try_for_each(|row| {
        files::check_writable(&certificate_path(folder, row)).map_err(|failure| in_row(failure, row))
    })
}

pub(crate) fn in_row(failure: Failure, row: &Row) -> Failure {
    match failure {
        Failure::Input(error) => Failure::Input(error.context(row.place.clone())),
        failure => failure,
    }
}

/// A file name for an id that may contain anything; none that is hidden.
fn file_name(id: &str) -> String {
    let is_hidden = |place: usize, symbol: char| place == 0 && symbol == '.';
    let is_kept = |symbol: char| symbol.is_ascii_alphanumeric() || "-_.".contains(symbol);
    let symbols = id.chars().enumerate();
    symbols.map(|(place, symbol)| if is_kept(symbol) && !is_hidden(place, symbol) { symbol } else { '_' }).collect()
}

/// Whether a verdict is the row's known answer, if there are both.
///
/// Where a game knows claims of several strengths, somebody who says that a side succeeds may mean a weaker one than was asked, and who says
/// that it fails a stronger one: `ask` is asked about the weakest or the strongest of them.
fn right(
    task: &Task,
    row: &Row,
    verdict: Verdict,
    ask: impl FnOnce(&Task) -> Result<Verdict, Failure>,
) -> Result<Option<Right>, Failure> {
    let Some(known) = task.known_verdict(&row.known)?.filter(|_| verdict != Verdict::Unknown) else { return Ok(None) };
    if verdict == known {
        return Ok(Some(Right::Yes));
    }
    // A column is about the question itself.
    let grades = task.grades().filter(|_| matches!(row.known, Known::Goals(_)));
    let other = match (known, grades) {
        (Verdict::Proven, Some(grades)) => grades.claims.last(),
        (_, Some(grades)) => grades.claims.first(),
        (_, None) => None,
    };
    match other.filter(|claim| claim.goal != task.goal()) {
        Some(claim) if ask(&task.with_goal(&claim.goal)?)? != verdict => Ok(Some(Right::OtherClaim)),
        _ => Ok(Some(Right::No)),
    }
}

/// Says how many rows there are of a kind, if there are any.
fn tell_count(what: &str, count: usize) -> Result<(), Failure> {
    if count > 0 { output::print(format!("{what}: {count}")) } else { Ok(()) }
}

fn report(arguments: &SolveArguments, rows: &[Row], solved: &[Solved], elapsed: Duration) -> Result<(), Failure> {
    if !arguments.quiet {
        print_table(arguments, rows, solved)?;
    }
    let count = |verdict: Verdict| solved.iter().filter(|solved| solved.verdict == verdict).count();
    let (proven, disproven) = (count(Verdict::Proven), count(Verdict::Disproven));
    let expanded: u64 = solved.iter().map(|solved| solved.expanded).sum();
    output::print(format!(
        "{} of {} decided: {proven} proven, {disproven} disproven; {} expansions, {} s",
        proven + disproven,
        rows.len(),
        output::grouped(expanded),
        output::seconds(elapsed),
    ))?;
    if arguments.shortest {
        let count = |known: bool| solved.iter().filter(|solved| solved.shortest == Some(known)).count();
        output::print(format!("shortest proofs: {} known, {} not known", count(true), count(false)))?;
    }
    let known = |right: Right| solved.iter().filter(|solved| solved.right == Some(right)).count();
    if rows.iter().any(|row| !matches!(row.known, Known::Nothing)) {
        let others = match known(Right::OtherClaim) {
            0 => String::new(),
            others => format!(", {others} of a claim that --grade tells apart"),
        };
        output::print(format!("known answers: {} right, {} wrong{others}", known(Right::Yes), known(Right::No)))?;
    }
    Ok(())
}

fn print_table(arguments: &SolveArguments, rows: &[Row], solved: &[Solved]) -> Result<(), Failure> {
    let certificates = arguments.certificate.is_some();
    let mut header = vec!["id", "goal", "verdict", "known"];
    if arguments.shortest {
        header.push("shortest");
    }
    let first_number = header.len();
    let lengths = solved.iter().any(|solved| solved.plies.is_some());
    if lengths {
        header.push("plies");
    }
    header.extend(["expanded", "seconds", "memory"]);
    if certificates {
        header.push("certificate");
    }
    let numbers = first_number..header.len();
    header.push("line");
    let rows = rows.iter().zip(solved).map(|(row, solved)| {
        let mut cells = vec![
            row.id.clone(),
            solved.goal.clone(),
            if solved.verdict == Verdict::Unknown {
                format!("unknown ({})", solved.stop)
            } else {
                solved.verdict.to_string()
            },
            match solved.right {
                None => String::new(),
                Some(Right::Yes) => "right".to_owned(),
                Some(Right::No) => "WRONG".to_owned(),
                Some(Right::OtherClaim) => "see --grade".to_owned(),
            },
        ];
        if arguments.shortest {
            cells.push(match solved.shortest {
                None => String::new(),
                Some(true) => "yes".to_owned(),
                Some(false) => "unknown".to_owned(),
            });
        }
        if lengths {
            cells.push(solved.plies.map_or(String::new(), |plies| plies.to_string()));
        }
        let seconds = output::seconds(Duration::from_secs_f64(solved.seconds));
        cells.extend([output::grouped(solved.expanded), seconds, output::bytes(solved.peak_bytes)]);
        if certificates {
            cells.push(solved.certificate.map_or(String::new(), output::bytes));
        }
        cells.push(solved.line.clone());
        cells
    });
    output::print_table(&header, rows, numbers)
}
