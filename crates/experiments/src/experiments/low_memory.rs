//! How small may the table of a depth-first search be? After Pawlewicz and Lew (2007), on Atari Go and Connect Four.
//!
//! Each search has a table of so many entries and so many expansions. What is measured is the time and the expansions,
//! those of nodes that the table has forgotten included, and whether the search ends at all.

use std::io::Write;
use std::time::Instant;

use proofset_catalog::AlgorithmSpec;
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

use super::different;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

const ALGORITHMS: &[&str] = &["dfpn", "dfpn:epsilon=0.25", "pds", "pds:epsilon=0.0625"];

/// A game, how its leaves are weighed, and the binary logarithms of the numbers of entries.
struct Problem {
    game: &'static str,
    init: &'static str,
    sizes: &'static [u32],
}

/// A quick run has the first, with few expansions.
const PROBLEMS: &[Problem] = &[
    Problem { game: "connect-four:4x4", init: "unit", sizes: &[6, 7, 8, 9, 10, 11, 12, 14] },
    Problem { game: "connect-four:5x4", init: "unit", sizes: &[8, 9, 10, 11, 12, 13, 14, 15, 16, 18] },
    Problem {
        game: "atari-go:6x6+crosscut",
        init: "liberties",
        sizes: &[8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
    },
];

/// What each search may expand.
const MOST_EXPANSIONS: u64 = 20_000_000;

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"problem",
            &"entries",
            &"algorithm",
            &"verdict",
            &"expansions",
            &"again",
            &"generated",
            &"evictions",
            &"seconds",
        ],
    )?;
    let (problems, most) = if quick { (&PROBLEMS[..1], MOST_EXPANSIONS / 400) } else { (PROBLEMS, MOST_EXPANSIONS) };
    for Problem { game, init, sizes } in problems {
        let task = catalog().open(game, None, None)?;
        for algorithm in ALGORITHMS {
            // What fails with a large table is not tried with smaller ones: it would only take longer.
            let mut fails = false;
            for size in sizes.iter().rev() {
                let separator = if algorithm.contains(':') { ',' } else { ':' };
                let entries = 1_u64 << size;
                let spec: AlgorithmSpec =
                    format!("{algorithm}{separator}table=keyed,entries={entries},init={init}").parse()?;
                if fails {
                    write_row(out, &[game, &entries, algorithm, &"not tried", &0, &0, &0, &0, &0])?;
                    continue;
                }
                let limits = Limits::expansions(most);
                let started = Instant::now();
                let found = task.begin(&spec)?.advance(&limits, &mut ())?;
                let seconds = format!("{:.3}", started.elapsed().as_secs_f64());
                fails = found.verdict == Verdict::Unknown;
                let evictions = found.table.map_or(0, |table| table.evictions);
                write_row(
                    out,
                    &[
                        game,
                        &entries,
                        algorithm,
                        &found.verdict,
                        &found.expanded,
                        &found.expanded_again,
                        &found.generated,
                        &evictions,
                        &seconds,
                    ],
                )?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let problems = rows.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?;
    let mut panels = Vec::new();
    for problem in different(problems) {
        let mut series: Vec<Series> = Vec::new();
        for row in rows.iter().filter(|row| row.text("problem").is_ok_and(|name| name == problem)) {
            let verdict = row.text("verdict")?;
            if verdict == "unknown" || verdict == "not tried" {
                continue;
            }
            let point = (row.number("entries")?, row.number("expansions")?);
            let name = row.text("algorithm")?;
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.runs[0].insert(0, point),
                None => series.push(Series { name: name.to_owned(), runs: vec![vec![point]] }),
            }
        }
        let all = || series.iter().flat_map(|series| series.runs[0].iter());
        let across = Axis::logarithmic("entries of the table (logarithmic)", all().map(|point| point.0));
        let up = Axis::logarithmic("expansions", all().map(|point| point.1));
        panels.push(CurvePanel { title: problem.to_owned(), across, up, series, reference: None });
    }
    Ok(curves(&panels))
}
