//! Whole searches, timed, as a Markdown table.
//!
//! Node counts are those of the search and do not depend on the machine. Each search is run several times from scratch;
//! the table gives the median time, and the fastest and slowest beside it, since machines are noisy.

use std::time::{Duration, Instant};

use clap::Args;
use proofset_catalog::{AlgorithmSpec, Outcome, open};
use proofset_core::Limits;

/// What can be chosen.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// Small problems only
    #[arg(long)]
    quick: bool,

    /// Runs of each search
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

/// A problem, and whether it is small enough for a quick run, and for sets of as many bits as the graph has nodes.
struct Subject {
    name: &'static str,
    game: &'static str,
    position: Option<&'static str>,
    goal: Option<&'static str>,
    quick: bool,
    bits: bool,
}

const SUBJECTS: &[Subject] = &[
    Subject { name: "Connect Four 4x4", game: "connect-four:4x4", position: None, goal: None, quick: true, bits: true },
    Subject {
        name: "Connect Four 5x4",
        game: "connect-four:5x4",
        position: None,
        goal: None,
        quick: false,
        bits: false,
    },
    Subject {
        name: "Connect Four 5x5",
        game: "connect-four:5x5",
        position: None,
        goal: None,
        quick: false,
        bits: false,
    },
    Subject {
        name: "mate in 5, lichess eBBm6",
        game: "chess",
        position: Some("7k/1p2q3/p6p/7N/3P2Pn/1PN3KP/1PP2R2/R7 b - -"),
        goal: Some("mate-in:5"),
        quick: true,
        bits: false,
    },
    Subject {
        name: "mate in 4, lichess H7AkR, no bound",
        game: "chess",
        position: Some("r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -"),
        goal: Some("mate"),
        quick: true,
        bits: false,
    },
    Subject {
        name: "no mate in 4 from the initial position",
        game: "chess",
        position: None,
        goal: Some("mate-in:4"),
        quick: false,
        bits: false,
    },
];

/// Numbers, truncated sets by either rule, exact sets as lists, and depth-first search.
const ALGORITHMS: &[&str] =
    &["pns", "pss:20,20", "pss:20,20,union=kway", "pss", "dfpn", "dfpn:epsilon=0.25,table=keyed"];

/// Exact sets as bits.
const BITS: &str = "pss:sets=bits";

/// Searches that do not end are cut here.
const MOST_EXPANSIONS: u64 = 2_000_000;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "| problem | algorithm | verdict | expansions | nodes | recomputations | median s (min, max) | expansions/s | \
         recomputations/s | bytes/node |"
    );
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for subject in SUBJECTS.iter().filter(|subject| subject.quick || !arguments.quick) {
        for algorithm in ALGORITHMS.iter().chain(subject.bits.then_some(&BITS)) {
            row(subject, algorithm, arguments.runs.max(1))?;
        }
    }
    Ok(())
}

fn row(subject: &Subject, algorithm: &str, runs: usize) -> anyhow::Result<()> {
    let task = open(subject.game, subject.position, subject.goal)?;
    let spec: AlgorithmSpec = algorithm.parse()?;
    let limits = Limits { time: Some(Duration::from_mins(2)), ..Limits::expansions(MOST_EXPANSIONS) };
    let mut times = Vec::with_capacity(runs);
    let mut last: Option<Outcome> = None;
    for _ in 0..runs {
        let mut run = task.begin(&spec)?;
        let started = Instant::now();
        last = Some(run.advance(&limits, &mut ())?);
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let Some(outcome) = last else { return Ok(()) };
    let median = times[times.len() / 2].as_secs_f64();
    let cut = if outcome.verdict.value().is_none() { format!(" ({})", outcome.stop) } else { String::new() };
    println!(
        "| {} | `{spec}` | {}{cut} | {} | {} | {} | {median:.3} ({:.3}, {:.3}) | {:.0} | {:.0} | {} |",
        subject.name,
        outcome.verdict,
        outcome.expanded,
        outcome.generated,
        outcome.recomputed,
        times[0].as_secs_f64(),
        times[times.len() - 1].as_secs_f64(),
        outcome.expanded as f64 / median,
        outcome.recomputed as f64 / median,
        outcome.peak_bytes.checked_div(outcome.generated).unwrap_or(0),
    );
    Ok(())
}
