//! Do proof sets pay on tsume-shogi? The problems of `tsume.tsv` of the suite with up to 70 plies or without a mate.
//!
//! Beside the expansions that each search needs stands how much the lines of a problem meet: of the moves that lead away
//! from the positions that PNS expands first, the share that leads to a position that was met before.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use proofset_catalog::{AlgorithmSpec, Family};
use proofset_core::{Limits, StopReason};
use proofset_shogi::Tsume;
use proofset_standard::catalog;
use proofset_testkit::suite;

use super::different;
use crate::meetings::{decided_by, meetings, picture};
use crate::plot::Series;
use crate::table::{Row, Table, write_row};

/// Numbers, sets in two ways to pick the common nodes, depth-first search with and without a look for common sources, and
/// the search that knows what tsume-shogi is about.
const ALGORITHMS: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pss:20,20",
    "pss",
    "pss:20,20,ties=lex",
    "pss:20,20,ties=lex,pick=newest",
    "pss:ties=lex",
    "pss:ties=lex,pick=newest",
    "dfpn",
    "dfpn:sources=on",
    "mate",
];

const LONGEST: u16 = 70;
const MOST_EXPANSIONS: u64 = 60_000;
const MOST_BYTES: u64 = 2 << 30;

/// Whole sets may grow without an end: such a search is given up after so many recomputations of nodes. All others take fewer.
const MOST_RECOMPUTATIONS: u64 = 8_000_000;

/// The expansions after which that is looked at.
const ROUND: u64 = 1_000;

/// Names, positions and lengths of the problems; 0 if there is no mate.
pub(super) fn problems() -> anyhow::Result<Vec<(String, String, u16)>> {
    let path = suite::folder().join("tsume.tsv");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut problems = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [name, position, plies, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            anyhow::bail!("{}: a line has too few columns: {line}", path.display());
        };
        let plies = if plies == "nomate" { 0 } else { plies.parse()? };
        if plies <= LONGEST {
            problems.push((name.to_owned(), position.to_owned(), plies));
        }
    }
    Ok(problems)
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let names: [&dyn Display; 11] = [
        &"problem",
        &"plies",
        &"meetings",
        &"algorithm",
        &"verdict",
        &"stop",
        &"expansions",
        &"again",
        &"nodes",
        &"seconds",
        &"bytes",
    ];
    write_row(out, &names)?;
    let problems = problems()?;
    let count = if quick { 8 } else { problems.len() };
    for (name, position, plies) in &problems[..count] {
        let meetings = format!("{:.4}", meetings(&Tsume::parse(position, "mate")?)?);
        let task = catalog().open("shogi", Some(position), Some("mate"))?;
        for algorithm in ALGORITHMS {
            let spec: AlgorithmSpec = algorithm.parse()?;
            let is_whole = matches!(spec.family, Family::Pss { proof: None, .. });
            let round = if is_whole { ROUND } else { MOST_EXPANSIONS };
            let mut search = task.begin(&spec)?;
            let started = Instant::now();
            let mut allowed = round;
            let (found, stop) = loop {
                let limits = Limits::expansions(allowed).with_bytes(MOST_BYTES);
                let found = search.advance(&limits, &mut ())?;
                if found.stop != StopReason::Expansions || allowed == MOST_EXPANSIONS {
                    let stop = found.stop.to_string();
                    break (found, stop);
                }
                if found.recomputed >= MOST_RECOMPUTATIONS {
                    break (found, "recomputations".to_owned());
                }
                allowed += round;
            };
            let seconds = format!("{:.3}", started.elapsed().as_secs_f64());
            write_row(
                out,
                &[
                    name,
                    plies,
                    &meetings,
                    algorithm,
                    &found.verdict,
                    &stop,
                    &found.expanded,
                    &found.expanded_again,
                    &found.generated,
                    &seconds,
                    &found.peak_bytes,
                ],
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

/// What the second panel compares: a search, and the one that it is measured by.
const PAIRS: [(&str, &str, &str); 4] = [
    ("weak / PNS", "pns:sum=weak", "pns"),
    ("PSS(20,20), age / PNS", "pss:20,20,ties=lex", "pns"),
    ("PSS, age / PNS", "pss:ties=lex", "pns"),
    ("df-pn, sources / df-pn", "dfpn:sources=on", "dfpn"),
];

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let names = different(rows.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?);
    let decided = |name: &str, algorithm: &str| {
        let is = |row: &&Row<'_>, column, text| row.text(column).is_ok_and(|found| found == text);
        let mut rows = rows.iter().filter(|row| is(row, "problem", name) && is(row, "algorithm", algorithm));
        rows.find(|row| is(row, "stop", "decided"))
    };
    let mut solved = Vec::new();
    // The other way to pick common nodes gives nearly the same curves.
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.contains("pick")) {
        let mut costs = Vec::new();
        for row in names.iter().filter_map(|name| decided(name, algorithm)) {
            costs.push(row.number("expansions")?.max(1.0));
        }
        solved.push(decided_by(algorithm, costs));
    }
    let mut ratios = Vec::new();
    for (title, above, below) in PAIRS {
        let mut points = Vec::new();
        for name in &names {
            if let (Some(above), Some(below)) = (decided(name, above), decided(name, below)) {
                let cost = |row: &Row<'_>| Ok::<_, anyhow::Error>(row.number("expansions")?.max(1.0));
                points.push(vec![(100.0 * above.number("meetings")?, cost(above)? / cost(below)?)]);
            }
        }
        ratios.push(Series { name: title.to_owned(), runs: points });
    }
    Ok(picture(["problems decided", "each problem that both decide"], "problems", solved, ratios))
}

#[cfg(test)]
mod tests {
    use super::{ALGORITHMS, Table, draw, run};

    #[test]
    fn all_searches_agree_and_the_picture_names_them() {
        let mut out = Vec::new();
        run(&mut out, true).unwrap();
        let table = Table::parse(&String::from_utf8(out).unwrap()).unwrap();
        for row in table.rows() {
            assert_eq!(row.text("verdict").unwrap(), "proven", "{}", row.text("algorithm").unwrap());
        }
        assert_eq!(table.rows().count(), 8 * ALGORITHMS.len());
        assert!(draw(&table).unwrap().contains(">dfpn:sources=on<"));
    }
}
