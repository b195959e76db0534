//! `proofset compare`: one position, several algorithms, one table.
//!
//! The preset `classification` is the table of Nagai and Imai (1999): searches differ in whether they keep their graph or
//! go depth-first with a table, and in whether proof numbers guide them alone or disproof numbers as well.
//!
//! A text that names no algorithm, or none that takes the question, has a row that says so; the others run.

use std::time::Duration;

use proofset_catalog::{Catalog, Outcome};
use proofset_core::Verdict;
use serde_json::json;

use crate::answer::search;
use crate::arguments::{CompareArguments, Preset};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output;
use crate::progress::{Look, cancel_on_interrupt};

/// Splits `pns,pss:20,20,ties=colex,pss`: a word that begins with a letter and has no `=` starts an algorithm, the
/// others belong to the one before. `inf` is a cap.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut algorithms: Vec<String> = Vec::new();
    for word in text.split([',', ' ', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        let name = word.split(':').next().unwrap_or(word);
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains('=') && name != "inf";
        match algorithms.last_mut() {
            Some(last) if !starts => {
                last.push(',');
                last.push_str(word);
            }
            _ => algorithms.push(word.to_owned()),
        }
    }
    algorithms
}

/// A row of a ready-made comparison: the class of the algorithm, and the algorithm.
type Class = ([&'static str; 2], &'static str);

/// The titles of the columns with classes.
const CLASS_TITLES: [&str; 2] = ["search", "guided by"];

/// Nagai and Imai's classification. Seo's search is C*; PN* is its successor.
const CLASSIFICATION: &[Class] = &[
    (["best-first", "proof numbers"], "aostar"),
    (["best-first", "both numbers"], "pns"),
    (["depth-first", "proof numbers"], "cstar"),
    (["depth-first", "proof numbers"], "pnstar"),
    (["depth-first", "both numbers"], "pds"),
    (["depth-first", "both numbers"], "dfpn"),
];

fn classes(preset: Preset) -> &'static [Class] {
    match preset {
        Preset::Classification => CLASSIFICATION,
    }
}

/// The searches that a column is of use for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    /// Those with a transposition table.
    Tables,
    /// Those with a second level.
    Levels,
}

/// A column: its title, what it shows, and for which searches; it is shown if there is one of them.
type Column = (&'static str, fn(&Outcome, Duration) -> String, Of);

const COLUMNS: &[Column] = &[
    ("verdict", |found, _| verdict(found), Of::All),
    ("expanded", |found, _| output::grouped(found.expanded), Of::All),
    ("again", |found, _| output::grouped(found.expanded_again), Of::Tables),
    ("second level", |found, _| share(found.second_level, found.expanded), Of::Levels),
    ("visits", |found, _| output::grouped(found.visits), Of::All),
    ("generated", |found, _| output::grouped(found.generated), Of::All),
    ("recomputed", |found, _| output::grouped(found.recomputed), Of::All),
    ("seconds", |_, time| output::seconds(time), Of::All),
    ("expanded/s", |found, time| output::rate(found.expanded, time), Of::All),
    ("memory", |found, _| output::bytes(found.peak_bytes), Of::All),
    ("bytes/node", |found, _| found.peak_bytes.checked_div(found.generated).unwrap_or(0).to_string(), Of::All),
    ("proof", |found, _| found.proof.to_string(), Of::All),
    ("disproof", |found, _| found.disproof.to_string(), Of::All),
    ("hits", |found, _| found.table.map_or_else(none, |table| share(table.hits, table.probes)), Of::Tables),
    ("stores", |found, _| found.table.map_or_else(none, |table| output::grouped(table.stores)), Of::Tables),
    ("evicted", |found, _| found.table.map_or_else(none, |table| output::grouped(table.evictions)), Of::Tables),
];

fn verdict(found: &Outcome) -> String {
    match found.verdict {
        Verdict::Unknown => format!("unknown ({})", found.stop),
        decided => decided.to_string(),
    }
}

/// What an algorithm found in which time, or why it was refused.
type Attempt = Result<(Outcome, Duration), String>;

/// One row an algorithm, with its class if it has one.
fn print_table(attempts: &[(String, Attempt)], classes: Option<&[Class]>) -> Result<(), Failure> {
    let any = |test: fn(&Outcome) -> bool| attempts.iter().flat_map(|(_, found)| found).any(|(found, _)| test(found));
    let (tables, levels) = (any(|outcome| outcome.table.is_some()), any(|outcome| outcome.second_level > 0));
    let is_shown = |of: Of| of == Of::All || (of == Of::Tables && tables) || (of == Of::Levels && levels);
    let columns: Vec<&Column> = COLUMNS.iter().filter(|(_, _, of)| is_shown(*of)).collect();
    let mut titles: Vec<&str> = if classes.is_some() { CLASS_TITLES.to_vec() } else { Vec::new() };
    titles.push("algorithm");
    let numbers = titles.len() + 1..titles.len() + columns.len();
    titles.extend(columns.iter().map(|(title, _, _)| *title));
    let rows = attempts.iter().enumerate().map(|(row, (algorithm, attempt))| {
        let class = classes.and_then(|classes| classes.get(row)).map(|(class, _)| class.map(str::to_owned));
        let cells: Vec<String> = match attempt {
            Ok((outcome, time)) => columns.iter().map(|(_, show, _)| show(outcome, *time)).collect(),
            Err(_) => vec!["refused".to_owned()],
        };
        class.into_iter().flatten().chain(std::iter::once(algorithm.clone())).chain(cells).collect()
    });
    output::print_table(&titles, rows, numbers)
}

/// What a search without a table shows of one.
fn none() -> String {
    "-".to_owned()
}

/// A part of a whole, in percent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The texts of the algorithms that are to be compared.
pub(crate) fn names(arguments: &CompareArguments) -> Result<Vec<String>, Failure> {
    let texts: Vec<String> = match arguments.preset.map(classes) {
        Some(classes) => classes.iter().map(|(_, algorithm)| (*algorithm).to_owned()).collect(),
        None => split(&arguments.algorithms),
    };
    if texts.is_empty() {
        return Err(Failure::input("--algorithms names no algorithm; give some, as in pns,pss:20,20"));
    }
    Ok(texts)
}

pub(crate) fn run(catalog: &Catalog, arguments: &CompareArguments) -> Result<Exit, Failure> {
    let (texts, classes) = (names(arguments)?, arguments.preset.map(classes));
    let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), arguments.goal.as_deref())?;
    let cancel = cancel_on_interrupt()?;
    let look = Look::quiet(arguments.quiet || arguments.json);
    let mut worst = Exit::Done;
    let mut failure = None;
    let mut attempts = Vec::new();
    for text in texts {
        if cancel.is_raised() {
            worst = worst.max(Exit::Undecided);
            break;
        }
        let parsed = catalog.algorithm(&text);
        // What is an algorithm is shown in its shortest form.
        let name = parsed.as_ref().map_or(text, ToString::to_string);
        let limits = arguments.limits.limits(&cancel);
        let found = parsed
            .and_then(|algorithm| Ok((task.begin(&algorithm)?, algorithm)))
            .map_err(Failure::from)
            .and_then(|(mut run, algorithm)| search(&mut *run, &task, &algorithm, &limits, look));
        let attempt = match found {
            Ok(found) => Ok(found),
            Err(refused @ Failure::Input(_)) => Err(refused.to_string()),
            Err(error) => {
                failure = Some(error);
                break;
            }
        };
        worst = worst.max(match &attempt {
            Ok((outcome, _)) if outcome.verdict != Verdict::Unknown => Exit::Done,
            Ok(_) => Exit::Undecided,
            Err(_) => Exit::BadInput,
        });
        if arguments.json {
            output::print_object(&match &attempt {
                Ok((outcome, time)) => output::object(&task, task.position(), &name, outcome, *time),
                Err(why) => json!({
                    "game": task.game(),
                    "position": task.position(),
                    "goal": task.goal(),
                    "algorithm": name,
                    "refused": why,
                }),
            })?;
        }
        attempts.push((name, attempt));
    }
    if !arguments.json && (failure.is_none() || !attempts.is_empty()) {
        print_table(&attempts, classes)?;
        for why in attempts.iter().filter_map(|(_, attempt)| attempt.as_ref().err()) {
            output::print(format!("refused: {why}"))?;
        }
    }
    // What was found before a search failed is told first.
    failure.map_or(Ok(worst), Err)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn algorithms_may_contain_commas() {
        assert_eq!(split("pns,pss:20,20,pss:inf,0"), ["pns", "pss:20,20", "pss:inf,0"]);
        assert_eq!(
            split("pss:0,inf,ties=colex,pick=newest pns:graph=tree"),
            ["pss:0,inf,ties=colex,pick=newest", "pns:graph=tree"]
        );
    }
}
