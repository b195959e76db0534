//! The experiments of the book: each measures, writes a table, and draws a picture of the table.
//!
//! The picture is drawn from the table alone, so it can be drawn anew without measuring again. Whatever is random comes
//! from seeds; all but the times is the same on every machine.

mod adaptive;
mod cycles;
mod favouring;
mod go_sets;
mod kalah_scout;
mod kept_sets;
mod low_memory;
mod many_values;
mod move_orders;
mod null_windows;
mod othello_visits;
mod set_options;
mod study;
mod ties;
mod true_numbers;
mod truncation;
mod tsume_sets;
mod two_level;
mod updating;
mod values;
mod where_sets_pay;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use crate::table::Table;

/// What can be chosen.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// The experiment
    name: String,

    /// The folder for NAME.csv and NAME.svg
    #[arg(long)]
    out: PathBuf,

    /// Fewer seeds and smaller problems
    #[arg(long)]
    quick: bool,

    /// Draw the picture of the table that is there, without measuring
    #[arg(long, conflicts_with = "quick")]
    redraw: bool,
}

/// Where an experiment writes its table.
type Output = BufWriter<File>;

struct Experiment {
    name: &'static str,
    /// Measures and writes the table.
    run: fn(&mut Output, bool) -> anyhow::Result<()>,
    /// Draws the table, if it has a picture.
    draw: Option<fn(&Table) -> anyhow::Result<String>>,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment { name: "adaptive", run: adaptive::run, draw: Some(adaptive::draw) },
    Experiment { name: "cycles", run: cycles::run, draw: Some(cycles::draw) },
    Experiment { name: "favouring", run: favouring::run, draw: Some(favouring::draw) },
    Experiment { name: "go-sets", run: go_sets::run, draw: Some(go_sets::draw) },
    Experiment { name: "kalah-scout", run: kalah_scout::run, draw: Some(kalah_scout::draw) },
    Experiment { name: "kept-sets", run: kept_sets::run, draw: Some(kept_sets::draw) },
    Experiment { name: "low-memory", run: low_memory::run, draw: Some(low_memory::draw) },
    Experiment { name: "many-values", run: many_values::run, draw: Some(many_values::draw) },
    Experiment { name: "move-orders", run: move_orders::run, draw: Some(move_orders::draw) },
    Experiment { name: "null-windows", run: null_windows::run, draw: Some(null_windows::draw) },
    Experiment { name: "othello-visits", run: othello_visits::run, draw: Some(othello_visits::draw) },
    Experiment { name: "set-options", run: set_options::run, draw: None },
    Experiment { name: "study", run: study::run, draw: Some(study::draw) },
    Experiment { name: "ties", run: ties::run, draw: Some(ties::draw) },
    Experiment { name: "true-numbers", run: true_numbers::run, draw: Some(true_numbers::draw) },
    Experiment { name: "truncation", run: truncation::run, draw: Some(truncation::draw) },
    Experiment { name: "tsume-sets", run: tsume_sets::run, draw: Some(tsume_sets::draw) },
    Experiment { name: "two-level", run: two_level::run, draw: Some(two_level::draw) },
    Experiment { name: "updating", run: updating::run, draw: Some(updating::draw) },
    Experiment { name: "values", run: values::run, draw: Some(values::draw) },
    Experiment { name: "where-sets-pay", run: where_sets_pay::run, draw: Some(where_sets_pay::draw) },
];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.name == arguments.name) else {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        bail!("there is no experiment {:?}; the experiments are {}", arguments.name, names.join(", "));
    };
    let name = experiment.name;
    let table = arguments.out.join(name).with_extension("csv");
    if !arguments.redraw {
        std::fs::create_dir_all(&arguments.out)?;
        let file = File::create(&table).with_context(|| format!("cannot write {}", table.display()))?;
        let mut out = BufWriter::new(file);
        (experiment.run)(&mut out, arguments.quick)?;
        out.flush()?;
        println!("written: {}", table.display());
    }
    if let Some(draw) = experiment.draw {
        let text = std::fs::read_to_string(&table).with_context(|| format!("cannot read {}", table.display()))?;
        let picture = arguments.out.join(name).with_extension("svg");
        std::fs::write(&picture, draw(&Table::parse(&text)?)?)?;
        println!("written: {}", picture.display());
    }
    Ok(())
}

/// The different texts of a column, in the order in which they first occur.
fn different<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::{EXPERIMENTS, Output, different};
    use crate::against::{Against, COLUMNS};
    use crate::domains::Domain;
    use crate::table::{Row, Table};

    /// Experiments whose tables have a row for each search, and how many rows of a quick run come to an end at least.
    const QUICK: &[(&str, usize)] = &[
        ("where-sets-pay", 100),
        ("kalah-scout", 216),
        ("low-memory", 12),
        ("othello-visits", 15),
        ("go-sets", 20),
        ("null-windows", 792),
        ("tsume-sets", 72),
        ("two-level", 20),
        ("many-values", 50),
        ("values", 200),
    ];

    /// The committed table of an experiment.
    pub(super) fn committed(name: &str) -> Table {
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../docs/src/experiments", name].iter().collect();
        Table::parse(&std::fs::read_to_string(path.with_extension("csv")).unwrap()).unwrap()
    }

    /// The fields of a row that do not depend on a clock, on how much memory the machine takes, or on how much was allowed.
    fn counts(row: &Row<'_>) -> String {
        row.fields()
            .filter(|(column, _)| !["seconds", "microseconds", "bytes", "limit"].contains(column))
            .map(|(_, field)| field)
            .collect::<Vec<_>>()
            .join(";")
    }

    #[test]
    fn rows_of_quick_runs_are_rows_of_committed_tables() {
        let folder = tempfile::tempdir().unwrap();
        for (name, least) in QUICK {
            let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == *name).unwrap();
            let path = folder.path().join(name);
            let mut out = Output::new(std::fs::File::create(&path).unwrap());
            (experiment.run)(&mut out, true).unwrap();
            drop(out);
            check_rows(name, &std::fs::read_to_string(&path).unwrap(), *least);
        }
    }

    /// Finished searches of a table are rows of the committed one; there are so many at least.
    fn check_rows(name: &str, table: &str, least: usize) {
        let full = committed(name);
        let full: BTreeSet<String> = full.rows().map(|row| counts(&row)).collect();
        let has =
            |row: &Row<'_>, column: &str, texts: &[&str]| row.text(column).is_ok_and(|text| texts.contains(&text));
        // A part of a table may allow fewer expansions, so that more of its searches are cut off.
        let is_cut_off = |row: &Row<'_>| {
            has(row, "verdict", &["unknown", "not tried"]) || has(row, "stop", &["expansions", "not tried"])
        };
        // Rows that sum up have fewer cases in a quick run.
        let is_sum = |row: &Row<'_>| name != "set-options" && row.text("cases").is_ok_and(|cases| !cases.is_empty());
        let mut rows = 0;
        for row in Table::parse(table).unwrap().rows().filter(|row| !is_cut_off(row) && !is_sum(row)) {
            assert!(full.contains(&counts(&row)), "{name}: {}", counts(&row));
            rows += 1;
        }
        assert!(rows >= least, "{name}: {rows} rows");
    }

    #[test]
    fn cells_of_committed_tables_come_out_again() {
        let board = |rules: &str, orders| Domain::board(&format!("mnk:{rules}"), rules, orders).unwrap();
        let tic_tac_toe = Domain::board("tic-tac-toe", "3,3,3", 30).unwrap();
        let kayles = Domain::kayles("Kayles, rows 4+4", &[4, 4], 100);
        let gravity = board("4,4,3,gravity", 100);
        let (low, low_in_few) = (board("4,3,3,gravity", 100), board("4,3,3,gravity", 30));
        for (name, domain, search) in [
            ("ties", &gravity, "pns:sum=weak"),
            ("ties", &gravity, "pss:inf,inf,ties=lex"),
            ("true-numbers", &gravity, "pss:inf,inf,ties=first"),
            ("true-numbers", &kayles, "dfpn:sources=on"),
            ("favouring", &gravity, "dfpn"),
            ("truncation", &tic_tac_toe, "pss:4,4,ties=first"),
            ("study", &low, "pss:20,20"),
            ("kept-sets", &low_in_few, "pss2:keep=sets,size=full"),
        ] {
            let (found, pns) = (domain.measure(search, 100_000).unwrap(), domain.measure("pns", 100_000).unwrap());
            let fields = Against { domain, found: &found, pns: &pns }.fields();
            let table = committed(name);
            let row = table.rows().find(|row| {
                row.text("domain").unwrap() == domain.name
                    && row.text("search").unwrap() == search
                    && row.text("favour").map_or(true, |share| share == "none")
            });
            let row = row.unwrap();
            assert_eq!(COLUMNS.map(|column| row.text(column).unwrap()), fields[..], "{name}, {search}");
        }
    }

    /// The rows of some problems of a table, which are searched fast.
    type CheapRows = fn(&mut Vec<u8>) -> anyhow::Result<()>;

    #[test]
    fn rows_of_cheap_problems_are_rows_of_committed_tables() {
        for (name, rows, least) in [
            ("cycles", super::cycles::cheap_rows as CheapRows, 56),
            ("adaptive", super::adaptive::cheap_rows, 6),
            ("updating", super::updating::cheap_rows, 8),
            ("move-orders", super::move_orders::cheap_rows, 3),
            ("set-options", super::set_options::cheap_rows, 18),
        ] {
            let mut out = Vec::new();
            rows(&mut out).unwrap();
            check_rows(name, std::str::from_utf8(&out).unwrap(), least);
        }
    }

    #[test]
    fn names_are_those_of_files() {
        for experiment in EXPERIMENTS {
            assert!(experiment.name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'));
        }
        assert_eq!(different(["b", "a", "b"]), ["b", "a"]);
    }
}
