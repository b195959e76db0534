//! What does a second level buy? Problems that proof-number search has no memory for, and one under ever smaller limits.
//!
//! Each search has a limit on bytes and some minutes. On the large problems `pns` gets four gibibytes, and one if it
//! comes to a verdict with four; all others get 64 MiB. On the small problem all of them get the same limits. They come
//! from large to small: what fails under one is not tried under a smaller one. Expansions are those of both levels.

use std::io::Write;
use std::time::{Duration, Instant};

use proofset_catalog::AlgorithmSpec;
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

use super::different;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

/// Single searches and two-level searches.
const ALGORITHMS: &[&str] =
    &["pns", "pn2", "pn2:size=full", "pss2:20,20,ties=lex,size=full", "pds-pn", "dfpn-pn", "dfpn"];

/// A game, how its leaves are weighed, and the limits in mebibytes.
struct Problem {
    game: &'static str,
    init: &'static str,
    /// For `pns`.
    single: &'static [u64],
    /// For the others.
    others: &'static [u64],
}

const SWEEP: &[u64] = &[64, 32, 16, 8, 4, 2, 1];

const PROBLEMS: &[Problem] = &[
    Problem { game: "connect-four:5x4", init: "unit", single: SWEEP, others: SWEEP },
    Problem { game: "atari-go:6x6+crosscut", init: "liberties", single: &[4096, 1024], others: &[64] },
    Problem { game: "connect-four:5x6", init: "unit", single: &[4096, 1024], others: &[64] },
];

const QUICK: &[Problem] = &[
    Problem { game: "connect-four:4x4", init: "unit", single: &[4, 1], others: &[4, 1] },
    Problem { game: "atari-go:5x5+crosscut", init: "liberties", single: &[4], others: &[1] },
];

/// Seconds for each search.
const PATIENCE: u64 = 180;

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"problem",
            &"mebibytes",
            &"algorithm",
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
    let (problems, patience) = if quick { (QUICK, 2) } else { (PROBLEMS, PATIENCE) };
    for Problem { game, init, single, others } in problems {
        let task = catalog().open(game, None, None)?;
        for algorithm in ALGORITHMS {
            let separator = if algorithm.contains(':') { ',' } else { ':' };
            let spec: AlgorithmSpec = format!("{algorithm}{separator}init={init}").parse()?;
            for mebibytes in if *algorithm == "pns" { *single } else { *others } {
                let time = Some(Duration::from_secs(patience));
                let limits = Limits::none().with_bytes(mebibytes << 20).with_time(time);
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
