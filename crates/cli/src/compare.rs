//! `proofset compare`: one position, several algorithms, one table.

use std::time::Duration;

use comfy_table::{Table, presets};
use proofset_catalog::{AlgorithmSpec, InputError, Outcome, Run, open};
use proofset_core::Verdict;

use crate::arguments::CompareArguments;
use crate::batch::align_numbers;
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

/// A column: its title, what it shows, and whether it is only of use where a search has a transposition table.
type Column = (&'static str, fn(&Outcome, Duration) -> String, bool);

const COLUMNS: &[Column] = &[
    ("verdict", |found, _| verdict(found), false),
    ("expanded", |found, _| output::grouped(found.expanded), false),
    ("again", |found, _| output::grouped(found.expanded_again), true),
    ("visits", |found, _| output::grouped(found.visits), false),
    ("generated", |found, _| output::grouped(found.generated), false),
    ("recomputed", |found, _| output::grouped(found.recomputed), false),
    ("seconds", |_, time| output::seconds(time), false),
    ("expanded/s", |found, time| output::rate(found.expanded, time), false),
    ("memory", |found, _| output::bytes(found.peak_bytes), false),
    ("bytes/node", |found, _| found.peak_bytes.checked_div(found.generated).unwrap_or(0).to_string(), false),
    ("proof", |found, _| found.proof.to_string(), false),
    ("disproof", |found, _| found.disproof.to_string(), false),
    ("hits", |found, _| found.table.map_or_else(none, |table| share(table.hits, table.probes)), true),
    ("stores", |found, _| found.table.map_or_else(none, |table| output::grouped(table.stores)), true),
    ("evicted", |found, _| found.table.map_or_else(none, |table| output::grouped(table.evictions)), true),
];

fn verdict(found: &Outcome) -> String {
    match found.verdict {
        Verdict::Unknown => format!("unknown ({})", found.stop),
        decided => decided.to_string(),
    }
}

/// One row an algorithm.
fn table(found: &[(String, Outcome, Duration)]) -> Table {
    let has_tables = found.iter().any(|(_, outcome, _)| outcome.table.is_some());
    let columns: Vec<&Column> = COLUMNS.iter().filter(|(_, _, of_tables)| has_tables || !of_tables).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(std::iter::once("algorithm").chain(columns.iter().map(|(title, _, _)| *title)));
    for (algorithm, outcome, time) in found {
        let cells = columns.iter().map(|(_, show, _)| show(outcome, *time));
        table.add_row(std::iter::once(algorithm.clone()).chain(cells));
    }
    align_numbers(&mut table, 2..=columns.len());
    table
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
    let mut algorithms: Vec<AlgorithmSpec> = Vec::new();
    for text in split(&arguments.algorithms) {
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
    let mut found = Vec::new();
    for (algorithm, mut run) in algorithms.iter().zip(runs) {
        if cancel.is_raised() {
            undecided = true;
            break;
        }
        let quiet = arguments.quiet || arguments.json;
        let (outcome, time) = search(&mut *run, &arguments.limits.limits(&cancel), quiet)?;
        undecided |= outcome.verdict == Verdict::Unknown;
        if arguments.json {
            output::print(output::object(&*task, task.position(), &algorithm.to_string(), &outcome, time))?;
            continue;
        }
        found.push((algorithm.to_string(), outcome, time));
    }
    if !arguments.json {
        output::print(table(&found))?;
    }
    Ok(if undecided { Exit::Undecided } else { Exit::Done })
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
