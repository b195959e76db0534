//! `proofset compare`: one position, several algorithms, one table.

use comfy_table::{Table, presets};
use proofset_catalog::{AlgorithmSpec, InputError, Run, open};
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
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "algorithm",
        "verdict",
        "expanded",
        "again",
        "visits",
        "generated",
        "recomputed",
        "seconds",
        "expanded/s",
        "memory",
        "bytes/node",
        "proof",
        "disproof",
        "table hits",
        "stores",
        "evicted",
    ]);
    let mut undecided = false;
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
        table.add_row([
            algorithm.to_string(),
            if outcome.verdict == Verdict::Unknown {
                format!("unknown ({})", outcome.stop)
            } else {
                outcome.verdict.to_string()
            },
            output::grouped(outcome.expanded),
            output::grouped(outcome.expanded_again),
            output::grouped(outcome.visits),
            output::grouped(outcome.generated),
            output::grouped(outcome.recomputed),
            output::seconds(time),
            output::rate(outcome.expanded, time),
            output::bytes(outcome.peak_bytes),
            outcome.peak_bytes.checked_div(outcome.generated).unwrap_or(0).to_string(),
            outcome.proof.to_string(),
            outcome.disproof.to_string(),
            outcome.table.map_or_else(none, |table| share(table.hits, table.probes)),
            outcome.table.map_or_else(none, |table| output::grouped(table.stores)),
            outcome.table.map_or_else(none, |table| output::grouped(table.evictions)),
        ]);
    }
    if !arguments.json {
        align_numbers(&mut table, 2..16);
        output::print(table)?;
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
