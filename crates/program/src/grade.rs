//! `proofset solve --grade`: the strongest claim about a position that holds.
//!
//! The idea: a game may know claims of which each makes the next one hold. They are asked for one after the other until one is
//! proven, so the answer rests on a proof and on a disproof of each stronger claim.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use proofset_catalog::{AlgorithmSpec, Asks, Catalog, Claim, Grades, Task};
use proofset_core::{Cancel, Verdict};
use serde_json::{Value, json};

use crate::answer::{Answer, Asking};
use crate::arguments::SolveArguments;
use crate::batch::{Opened, certificate_path, check_names, in_row, open_row};
use crate::failure::{Exit, Failure};
use crate::input::{self, named_algorithm};
use crate::positions::{self, Row};
use crate::progress::{BatchBar, Look, cancel_on_interrupt};
use crate::{files, output};

/// The strongest claim that holds.
struct Graded {
    /// What is said of it, or why it is not known.
    text: String,
    is_known: bool,
    /// Every question that was asked, as an object.
    questions: Vec<Value>,
    certificates: Vec<String>,
    /// Certificates that were not written.
    failures: Vec<Failure>,
    /// The last answer, with the counters of all of them; `None` if there are no claims.
    total: Option<Answer>,
}

impl Graded {
    fn object(&self) -> Value {
        json!({ "grade": self.text, "known": self.is_known, "questions": self.questions })
    }
}

/// How claims are asked for.
struct Grading<'a> {
    arguments: &'a SolveArguments,
    named: Option<AlgorithmSpec>,
    cancel: Cancel,
    look: Look<'a>,
}

impl Grading<'_> {
    /// The claims about the position, if its game knows some.
    fn claims(task: &Task) -> Result<Grades, Failure> {
        let none = || Failure::input(format!("{} has no claims of several strengths; leave --grade out", task.game()));
        task.grades().cloned().ok_or_else(none)
    }

    /// Asks for the claims; certificates go to a folder, if there is one.
    fn grade(&self, task: &Task, Grades { claims, none }: &Grades, folder: Option<&Path>) -> Result<Graded, Failure> {
        let mut graded = Graded {
            text: none.clone(),
            is_known: true,
            questions: Vec::new(),
            certificates: Vec::new(),
            failures: Vec::new(),
            total: None,
        };
        for (number, Claim { goal, meaning }) in (1..).zip(claims) {
            let question = task.with_goal(goal)?;
            let algorithm = self.arguments.algorithm_for(&question, Asks::Goal, self.named.as_ref())?;
            let path = folder.map(|folder| folder.join(format!("{number}.proof")));
            let asking = Asking {
                algorithm: &algorithm,
                limits: self.arguments.limits.limits(&self.cancel),
                certificate: path.as_deref(),
                shortest: false,
                look: self.look,
                book: None,
            };
            // The limits are those of all questions together.
            let asking = graded.total.as_ref().map_or_else(|| asking.clone(), |total| asking.after(total));
            let answer = asking.ask(&question)?;
            let (verdict, stop) = (answer.outcome.verdict, answer.outcome.stop);
            graded.is_known &= answer.is_complete(&asking);
            graded.questions.push(answer.object(&question, &asking));
            graded.certificates.extend(answer.written().map(|written| written.text.clone()));
            if let Some(why) = answer.missing_certificate(&asking).filter(|_| verdict != Verdict::Unknown) {
                graded.failures.push(Failure::Unwritten(anyhow!("the certificate of {goal} was not written: {why}")));
            }
            match &mut graded.total {
                None => graded.total = Some(answer),
                Some(total) => total.replace(answer),
            }
            match verdict {
                Verdict::Disproven => {}
                Verdict::Proven => {
                    meaning.clone_into(&mut graded.text);
                    break;
                }
                Verdict::Unknown => {
                    graded.text = format!("unknown: {stop} at the question {goal}");
                    break;
                }
            }
        }
        Ok(graded)
    }
}

pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), arguments.goal.as_deref())?;
    let grades = Grading::claims(&task)?;
    if let Some(folder) = &arguments.certificate {
        make_folder(folder, grades.claims.len())?;
    }
    let grading = Grading { arguments, named, cancel: cancel_on_interrupt()?, look };
    let graded = grading.grade(&task, &grades, arguments.certificate.as_deref())?;
    if arguments.json {
        output::print_object(&graded.object())?;
    } else {
        output::print(&graded.text)?;
        let total = graded.total.filter(|_| !arguments.quiet);
        if let Some(Answer { outcome, time, asked, .. }) = &total {
            let row = |name: &str, value: String| output::print(format!("  {name:<12}{value}"));
            if outcome.verdict == Verdict::Proven && !outcome.line.is_empty() {
                row("line", outcome.line.join(" "))?;
            }
            row("questions", format!("{} ({})", asked.len(), asked.join(", ")))?;
            row("expanded", output::grouped(outcome.expanded))?;
            row("time", format!("{} s", output::seconds(*time)))?;
            row("memory", output::bytes(outcome.peak_bytes))?;
            for certificate in graded.certificates {
                row("certificate", certificate)?;
            }
        }
    }
    let exit = if graded.is_known { Exit::Done } else { Exit::Undecided };
    Ok(exit.after(&graded.failures))
}

/// Makes a folder for the certificates of so many claims, and makes sure that they can be written there.
fn make_folder(folder: &Path, claims: usize) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
        .map_err(Failure::Input)?;
    (1..=claims).try_for_each(|number| files::check_writable(&folder.join(format!("{number}.proof"))))
}

/// Every position of some files. The limits are those of each position, and its certificates have a folder in that for all.
pub(crate) fn run_files(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    let rows = positions::read(catalog, &arguments.game, &arguments.file)?;
    let open = |row: &Row| {
        let goal = arguments.goal.as_deref().or(row.goal.as_deref());
        let task = open_row(catalog, &arguments.game, row, goal)?;
        let grades = Grading::claims(&task).map_err(|failure| in_row(failure, row))?;
        Ok::<_, Failure>((task, grades))
    };
    let mut claims = Vec::with_capacity(rows.len());
    let mut opened = Opened::new(&rows, open, |(_, grades)| claims.push(grades.claims.len()))?;
    check_names(arguments.certificate.as_deref(), &rows)?;
    let folder_of = |row| arguments.certificate.as_ref().map(|all| certificate_path(all, row).with_extension(""));
    for (row, &claims) in rows.iter().zip(&claims) {
        if let Some(folder) = folder_of(row) {
            make_folder(&folder, claims).map_err(|failure| in_row(failure, row))?;
        }
    }
    let bar = BatchBar::new(rows.len(), look.quiet);
    let grading = Grading { arguments, named, cancel: cancel_on_interrupt()?, look: look.below_a_bar() };
    let started = Instant::now();
    let (mut cells, mut known, mut expanded) = (Vec::new(), 0, 0);
    // What goes wrong is told after what was found.
    let mut failures = Vec::new();
    for row in &rows {
        if grading.cancel.is_raised() {
            break;
        }
        bar.begin(&row.id);
        let graded = opened.next(row).and_then(|(task, grades)| {
            let graded = grading.grade(&task, &grades, folder_of(row).as_deref());
            Ok((task, graded.map_err(|failure| in_row(failure, row))?))
        });
        let (task, mut graded) = match graded {
            Ok(graded) => graded,
            Err(failure) => {
                failures.push(failure);
                break;
            }
        };
        failures.append(&mut graded.failures);
        known += usize::from(graded.is_known);
        if arguments.json {
            let mut object = graded.object();
            object["id"] = json!(row.id);
            output::print_object(&object)?;
        }
        if let Some(Answer { outcome, time, asked, .. }) = &graded.total {
            expanded += outcome.expanded;
            let line = if outcome.verdict == Verdict::Proven { task.line_text(&outcome.line) } else { String::new() };
            cells.push(vec![
                row.id.clone(),
                graded.text.clone(),
                asked.len().to_string(),
                output::grouped(outcome.expanded),
                output::seconds(*time),
                output::bytes(outcome.peak_bytes),
                line,
            ]);
        }
        bar.end();
    }
    drop(bar);
    if !arguments.json {
        if !arguments.quiet {
            let header = ["id", "grade", "questions", "expanded", "seconds", "memory", "line"];
            output::print_table(&header, cells, 2..6)?;
        }
        let (of, seconds) = (rows.len(), output::seconds(started.elapsed()));
        output::print(format!("{known} of {of} known; {} expansions, {seconds} s", output::grouped(expanded)))?;
    }
    let exit = if known == rows.len() { Exit::Done } else { Exit::Undecided };
    Ok(exit.after(&failures))
}
