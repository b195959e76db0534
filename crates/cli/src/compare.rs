//! `proofset compare`: one position, several algorithms, one table.
//!
//! The preset `classification` is the table of Nagai and Imai (1999): searches differ in whether they keep their graph or
//! go depth-first with a table, and in whether proof numbers guide them alone or disproof numbers as well.

use std::time::Duration;

use proofset_catalog::{AlgorithmSpec, InputError, Outcome, Run, open};
use proofset_core::Verdict;

use crate::arguments::{CompareArguments, Preset};
use crate::failure::{Exit, Failure};
use crate::output;
use crate::progress::cancel_on_interrupt;
use crate::solve::{position_text, search};

/// Splits `pns,pss:20,20,ties=colex,pss`: a word that begins with a letter and has no `=` starts an algorithm, the
/// others belong to the one before. `inf` is a cap.
fn split(text: &str) -> Vec<String> {
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

/// One row an algorithm, with its class if it has one.
fn print_table(found: &[(String, Outcome, Duration)], classes: Option<&[Class]>) -> Result<(), Failure> {
    let any = |test: fn(&Outcome) -> bool| found.iter().any(|(_, outcome, _)| test(outcome));
    let (tables, levels) = (any(|outcome| outcome.table.is_some()), any(|outcome| outcome.second_level > 0));
    let is_shown = |of: Of| of == Of::All || (of == Of::Tables && tables) || (of == Of::Levels && levels);
    let columns: Vec<&Column> = COLUMNS.iter().filter(|(_, _, of)| is_shown(*of)).collect();
    let mut titles: Vec<&str> = if classes.is_some() { CLASS_TITLES.to_vec() } else { Vec::new() };
    titles.push("algorithm");
    let numbers = titles.len() + 1..titles.len() + columns.len();
    titles.extend(columns.iter().map(|(title, _, _)| *title));
    let rows = found.iter().enumerate().map(|(row, (algorithm, outcome, time))| {
        let class = classes.and_then(|classes| classes.get(row)).map(|(class, _)| class.map(str::to_owned));
        let cells = columns.iter().map(|(_, show, _)| show(outcome, *time));
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

pub(crate) fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let classes = arguments.preset.map(classes);
    let texts = match classes {
        Some(classes) => classes.iter().map(|(_, algorithm)| (*algorithm).to_owned()).collect(),
        None => split(&arguments.algorithms),
    };
    let mut algorithms: Vec<AlgorithmSpec> = Vec::new();
    for text in texts {
        algorithms.push(text.parse()?);
    }
    if algorithms.is_empty() {
        return Err(Failure::input("--algorithms names no algorithm; give some, as in pns,pss:20,20"));
    }
    let position = position_text(&arguments.game, arguments.position.as_deref())?;
    let task = open(&arguments.game, position.as_deref(), arguments.goal.as_deref())?;
    // All of them begin before the first goes on, so that a bad one is refused before time is spent.
    let runs: Vec<Box<dyn Run>> =
        algorithms.iter().map(|algorithm| task.begin(algorithm)).collect::<Result<_, InputError>>()?;
    let cancel = cancel_on_interrupt()?;
    let mut undecided = false;
    let mut failure = None;
    let mut found = Vec::new();
    for (algorithm, mut run) in algorithms.iter().zip(runs) {
        if cancel.is_raised() {
            undecided = true;
            break;
        }
        let quiet = arguments.quiet || arguments.json;
        let (outcome, time) = match search(&mut *run, &arguments.limits.limits(&cancel), quiet) {
            Ok(found) => found,
            Err(error) => {
                failure = Some(error);
                break;
            }
        };
        undecided |= outcome.verdict == Verdict::Unknown;
        if arguments.json {
            output::print_object(&output::object(&*task, task.position(), &algorithm.to_string(), &outcome, time))?;
            continue;
        }
        found.push((algorithm.to_string(), outcome, time));
    }
    if !arguments.json && (failure.is_none() || !found.is_empty()) {
        print_table(&found, classes)?;
    }
    // What was found before a search failed is told first.
    failure.map_or(Ok(if undecided { Exit::Undecided } else { Exit::Done }), Err)
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
