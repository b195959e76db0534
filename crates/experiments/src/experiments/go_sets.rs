//! Do proof sets pay in Go? The corners of `go.tsv` of the suite, each in several orders of its moves.
//!
//! Beside the expansions that each search needs stands how much the lines of a problem meet. Limits are expansions, so that the
//! table is the same on every machine but for the times.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, bail};
use proofset_bench::statistics::mean_ratio;
use proofset_catalog::{AlgorithmSpec, Catalog, Entry, Question, Texts};
use proofset_core::{Describe, Limits, Pack};
use proofset_go::{Local, LocalQuestion, Position, Rules};
use proofset_testkit::shuffled::{MoveOrder, Shuffled};
use proofset_testkit::suite;

use super::different;
use crate::meetings::{decided_by, meetings, picture};
use crate::plot::Series;
use crate::table::{Row, Table, write_row};

/// Numbers, sets in two ways to pick the common nodes, and depth-first search with and without a look for common sources.
const ALGORITHMS: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pss:20,20",
    "pss",
    "pss:20,20,ties=lex",
    "pss:ties=lex",
    "pss:ties=lex,pick=newest",
    "dfpn",
    "dfpn:sources=on",
];

const MOST_EXPANSIONS: u64 = 100_000;
const MOST_BYTES: u64 = 2 << 30;

/// The orders of the moves of each problem.
const ORDERS: u64 = 10;
const QUICK_ORDERS: u64 = 2;
const QUICK_PROBLEMS: usize = 2;

/// The problems: names, positions and goals.
fn problems() -> anyhow::Result<Vec<(String, String, String)>> {
    let path = suite::folder().join("go.tsv");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut problems = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [position, goal, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("{}: a line has other columns than three: {line}", path.display());
        };
        problems.push((format!("corner-{}", problems.len() + 1), position.to_owned(), goal.to_owned()));
    }
    Ok(problems)
}

/// A catalog whose only game is a problem with its moves in an order.
fn shuffled<P>(problem: P, seed: u64) -> Catalog
where
    P: Describe + Clone + Send + Sync + 'static,
    P::State: Pack + Send + Sync,
{
    let open = move |_: &Texts<'_>| {
        let problem = Shuffled::new(problem.clone(), MoveOrder::ByState, seed);
        Ok(Question::packed("go", "goal", problem).into())
    };
    Catalog::new().with(Entry::any("go", open))
}

/// Runs all searches on a problem in all orders.
fn measure<const W: usize>(out: &mut impl Write, name: &str, local: &Local<W>, orders: u64) -> anyhow::Result<()>
where
    Local<W>: Describe<State: Pack + Send + Sync> + Clone + Send + Sync + 'static,
{
    let meetings = format!("{:.4}", meetings(local)?);
    for order in 0..orders {
        let task = shuffled(local.clone(), order).open("go", None, None)?;
        for algorithm in ALGORITHMS {
            let spec: AlgorithmSpec = algorithm.parse()?;
            let mut search = task.begin(&spec)?;
            let started = Instant::now();
            let found = search.advance(&Limits::expansions(MOST_EXPANSIONS).with_bytes(MOST_BYTES), &mut ())?;
            let seconds = format!("{:.3}", started.elapsed().as_secs_f64());
            let fields: [&dyn Display; 11] = [
                &name,
                &meetings,
                &order,
                algorithm,
                &found.verdict,
                &found.stop,
                &found.expanded,
                &found.expanded_again,
                &found.generated,
                &seconds,
                &found.peak_bytes,
            ];
            write_row(out, &fields)?;
        }
    }
    Ok(())
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let names: [&dyn Display; 11] = [
        &"problem",
        &"meetings",
        &"order",
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
    let (count, orders) = if quick { (QUICK_PROBLEMS, QUICK_ORDERS) } else { (problems.len(), ORDERS) };
    for (name, position, goal) in &problems[..count] {
        let position: Position = position.parse()?;
        match LocalQuestion::new(Rules::default(), &position, Some(goal))? {
            LocalQuestion::Small(local) => measure(out, name, &local, orders)?,
            LocalQuestion::Medium(local) => measure(out, name, &local, orders)?,
            LocalQuestion::Large(local) => measure(out, name, &local, orders)?,
            LocalQuestion::WithHistory(_) => bail!("{name}: the corners are asked without superko"),
        }
        out.flush()?;
    }
    Ok(())
}

/// What is compared: a search, and the one that it is measured by.
const PAIRS: [(&str, &str, &str); 7] = [
    ("weak / PNS", "pns:sum=weak", "pns"),
    ("PSS(20,20) / PNS", "pss:20,20", "pns"),
    ("PSS / PNS", "pss", "pns"),
    ("PSS(20,20), age / PNS", "pss:20,20,ties=lex", "pns"),
    ("PSS, age / PNS", "pss:ties=lex", "pns"),
    ("PSS, newest / PNS", "pss:ties=lex,pick=newest", "pns"),
    ("df-pn, sources / df-pn", "dfpn:sources=on", "dfpn"),
];

/// A search takes at least so many expansions in the pairs that are compared.
const LEAST: f64 = 100.0;

/// What a search took in each run that it decided: problem, order, expansions and seconds.
struct Costs<'t> {
    rows: Vec<(&'t str, &'t str, f64, f64)>,
}

impl<'t> Costs<'t> {
    fn of(rows: &[Row<'t>], algorithm: &str) -> anyhow::Result<Self> {
        let mut costs = Vec::new();
        for row in rows {
            if row.text("algorithm")? == algorithm && row.text("stop")? == "decided" {
                let (expansions, seconds) = (row.number("expansions")?.max(1.0), row.number("seconds")?);
                costs.push((row.text("problem")?, row.text("order")?, expansions, seconds));
            }
        }
        Ok(Self { rows: costs })
    }

    /// The runs that another search decided as well, a list a problem.
    fn paired(&self, other: &Self, problems: &[&str]) -> Vec<Vec<(f64, f64)>> {
        let pairs = |problem: &&str| {
            let own = self.rows.iter().filter(|row| row.0 == *problem);
            own.filter_map(|own| {
                let other = other.rows.iter().find(|other| (other.0, other.1) == (own.0, own.1))?;
                (other.2 >= LEAST).then_some((own.2, other.2))
            })
            .collect()
        };
        problems.iter().map(pairs).collect()
    }
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let problems = different(rows.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?);
    let mut solved = Vec::new();
    for algorithm in ALGORITHMS {
        let Costs { rows: runs } = Costs::of(&rows, algorithm)?;
        let costs: Vec<f64> = runs.iter().map(|run| run.2).collect();
        println!(
            "{algorithm}: decided {}, {} expansions, {:.1} s",
            costs.len(),
            costs.iter().sum::<f64>(),
            runs.iter().map(|run| run.3).sum::<f64>()
        );
        // The other way to pick common nodes gives nearly the same curve.
        if !algorithm.contains("pick") {
            solved.push(decided_by(algorithm, costs));
        }
    }
    let mut ratios = Vec::new();
    for (title, above, below) in PAIRS {
        let pairs = Costs::of(&rows, above)?.paired(&Costs::of(&rows, below)?, &problems);
        if let Some(found) = mean_ratio(&pairs) {
            println!(
                "{title}: {:.3} ({:.3} to {:.3}), {} problems, {} pairs",
                found.mean, found.low, found.high, found.problems, found.pairs
            );
        }
        let mut points = Vec::new();
        for (problem, pairs) in problems.iter().zip(&pairs) {
            let row = rows.iter().find(|row| row.text("problem").is_ok_and(|name| name == *problem));
            if let (Some(row), Some(found)) = (row, mean_ratio(std::slice::from_ref(pairs))) {
                points.push(vec![(100.0 * row.number("meetings")?, found.mean)]);
            }
        }
        ratios.push(Series { name: title.to_owned(), runs: points });
    }
    Ok(picture(["problems decided, in all orders", "each problem, mean over the orders"], "runs", solved, ratios))
}

#[cfg(test)]
mod tests {
    use super::super::tests::committed;
    use super::{ALGORITHMS, ORDERS, different, draw, problems};

    #[test]
    fn all_searches_agree_and_the_picture_names_them() {
        let (table, problems) = (committed("go-sets"), problems().unwrap());
        assert_eq!(table.rows().count(), problems.len() * ORDERS as usize * ALGORITHMS.len());
        for (problem, ..) in &problems {
            let rows = table.rows().filter(|row| row.text("problem").unwrap() == *problem);
            let verdicts = different(rows.map(|row| row.text("verdict").unwrap()));
            assert_eq!(verdicts.iter().filter(|verdict| **verdict != "unknown").count(), 1, "{problem}: {verdicts:?}");
        }
        assert!(draw(&table).unwrap().contains(">dfpn:sources=on<"));
    }
}
