//! What does a second level buy? Problems that proof-number search has no memory for, and one under ever smaller limits.
//!
//! Each search has a limit on bytes and one on expansions, which are those of both levels. On the large problems `pns` gets
//! four gibibytes, and one if it comes to a verdict with four; all others get 64 MiB. On the small problems all of them get
//! the same limits. They come from large to small: what fails under one is not tried under a smaller one.

use std::io::Write;
use std::time::Instant;

use proofset_catalog::AlgorithmSpec;
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

use super::different;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

/// Single searches and two-level searches, and how many nodes each may expand.
const ALGORITHMS: &[(&str, u64)] = &[
    ("pns", MOST),
    ("pn2", MOST),
    ("pn2:size=full", MOST),
    // With sets an expansion takes several times as long.
    ("pss2:20,20,size=full", 20_000_000),
    ("pds-pn", MOST),
    ("dfpn-pn", MOST),
    ("dfpn", MOST),
];

const MOST: u64 = 100_000_000;

/// A game, how its leaves are weighed, and the limits in mebibytes.
struct Problem {
    game: &'static str,
    init: &'static str,
    /// For `pns`.
    single: &'static [u64],
    /// For the others.
    others: &'static [u64],
}

const SMALL_SWEEP: &[u64] = &[4, 2, 1];
const SWEEP: &[u64] = &[64, 32, 16, 8, 4, 2, 1];

const PROBLEMS: &[Problem] = &[
    Problem { game: "connect-four:4x4", init: "unit", single: SMALL_SWEEP, others: SMALL_SWEEP },
    Problem { game: "connect-four:5x4", init: "unit", single: SWEEP, others: SWEEP },
    Problem { game: "atari-go:6x6+crosscut", init: "liberties", single: &[4096, 1024], others: &[64] },
    Problem { game: "connect-four:5x6", init: "unit", single: &[4096, 1024], others: &[64] },
];

/// How many of them a quick run takes.
const QUICK: usize = 1;

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"problem",
            &"mebibytes",
            &"algorithm",
            &"limit",
            &"verdict",
            &"stop",
            &"expansions",
            &"second level",
            &"generated",
            &"seconds",
            &"bytes",
            &"proof",
        ],
    )?;
    for Problem { game, init, single, others } in &PROBLEMS[..if quick { QUICK } else { PROBLEMS.len() }] {
        let task = catalog().open(game, None, None)?;
        for (algorithm, limit) in ALGORITHMS {
            let separator = if algorithm.contains(':') { ',' } else { ':' };
            let spec: AlgorithmSpec = format!("{algorithm}{separator}init={init}").parse()?;
            for mebibytes in if *algorithm == "pns" { *single } else { *others } {
                let limits = Limits::expansions(*limit).with_bytes(mebibytes << 20);
                let started = Instant::now();
                let mut search = task.begin(&spec)?;
                let found = search.advance(&limits, &mut ())?;
                let seconds = format!("{:.3}", started.elapsed().as_secs_f64());
                let proof = if search.has_proof() { "yes" } else { "no" };
                write_row(
                    out,
                    &[
                        game,
                        mebibytes,
                        algorithm,
                        limit,
                        &found.verdict,
                        &found.stop,
                        &found.expanded,
                        &found.second_level,
                        &found.generated,
                        &seconds,
                        &found.peak_bytes,
                        &proof,
                    ],
                )?;
                out.flush()?;
                if found.verdict == Verdict::Unknown {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Expansions of the searches that came to a verdict, by the limit, for the problems with several.
pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let problems = rows.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?;
    let mut panels = Vec::new();
    for problem in different(problems) {
        let mut series: Vec<Series> = Vec::new();
        for row in rows.iter().filter(|row| row.text("problem").is_ok_and(|name| name == problem)) {
            if row.text("verdict")? == "unknown" {
                continue;
            }
            let point = (row.number("mebibytes")?, row.number("expansions")?);
            let name = row.text("algorithm")?;
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.runs[0].insert(0, point),
                None => series.push(Series { name: name.to_owned(), runs: vec![vec![point]] }),
            }
        }
        if series.iter().all(|series| series.runs[0].len() < 2) {
            continue;
        }
        let all = || series.iter().flat_map(|series| series.runs[0].iter());
        let across = Axis::logarithmic("limit in MiB (logarithmic)", all().map(|point| point.0));
        let up = Axis::logarithmic("expansions", all().map(|point| point.1));
        panels.push(CurvePanel { title: problem.to_owned(), across, up, series, reference: None });
    }
    Ok(curves(&panels))
}
