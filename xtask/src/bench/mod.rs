//! `cargo xtask bench`: criterion benchmarks of single crates, then whole searches of a program, or of several by turns.
//!
//! The idea: [`subjects`] knows what is asked, [`measure`] runs programs, [`table`] prints. Rows go to a table in Markdown
//! and to a file with one JSON object a line, each as soon as it is there, so that a run that is stopped keeps what it has.
//! Such a file is the baseline of a later run. What is wrong with one row is reported at the end, after the others.

mod baseline;
mod measure;
mod subjects;
mod table;

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;

use self::baseline::Baseline;
use self::measure::{Candidate, Difference, Row, measure};
use self::subjects::Subject;
use self::table::{Before, Table};
use crate::process::{cargo, step};
use crate::progress::Progress;
use crate::record::{self, Surroundings};
use crate::solver::{self, Problem, Solver};

/// Criterion benchmarks: package and benchmark.
const CRITERION: &[(&str, &str)] =
    &[("proofset-nodeset", "union"), ("proofset-graph", "settle"), ("proofset-best-first", "search")];

/// Where results go that are not for the record.
const SCRATCH: &str = "target/bench";

/// What can be chosen.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct Arguments {
    /// Small problems and short measurements; the results go to target/bench/
    #[arg(long)]
    quick: bool,

    /// Leave out the criterion benchmarks of single crates
    #[arg(long)]
    searches_only: bool,

    /// Time this program, by `FILE solve GAME ... --json`, instead of a release build of this workspace; given several
    /// times, the programs run by turns, and each is compared with the first
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,

    /// Compare with a .jsonl file that this command has written earlier
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Counts that differ from those that are compared with are no error
    #[arg(long)]
    counts_may_differ: bool,

    /// Take the problems and algorithms of this TOML file; xtask/src/bench/subjects.toml is an example
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    subjects: Option<PathBuf>,

    /// Take this game only; it needs --algorithm
    #[arg(long, value_name = "NAME", requires = "algorithm")]
    game: Option<String>,

    /// The position of --game; without it, the start
    #[arg(long, value_name = "POSITION", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,

    /// The goal of --game; without it, that of the game
    #[arg(long, value_name = "GOAL", requires = "game", allow_hyphen_values = true)]
    goal: Option<String>,

    /// Ask what the position of --game is worth, instead of asking for a goal
    #[arg(long, requires = "game", conflicts_with = "goal")]
    value: bool,

    /// An algorithm for --game; it may be given several times
    #[arg(long, value_name = "SPEC", requires = "game")]
    algorithm: Vec<String>,

    /// Runs of each search; without it, 3, and with --quick 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,

    /// Stop each search after this many expansions
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    limit_expansions: u64,

    /// Stop each search after this time
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = humantime::parse_duration)]
    time: Duration,

    /// Stop each search when it holds this much memory
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    memory: String,

    /// Write PATH.md and PATH.jsonl; without it, the usual measurement goes to the record, and others to target/bench/
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let surroundings = Surroundings::now();
    // What is wrong with the arguments is said before anything takes its time.
    let subjects = arguments.subjects()?;
    let baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    if let Some(baseline) = &baseline {
        ensure!(arguments.program.len() < 2, "--baseline compares one program; leave it out, or give --program once");
        let is_known = subjects.iter().any(|subject| baseline.get(subject).is_some());
        ensure!(is_known, "the baseline has no row about what is measured here; see --subjects");
    }
    let stem = arguments.stem(&surroundings.date);
    if let Some(file) = &arguments.baseline {
        let same = |a: &Path, b: &Path| a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b);
        let is_kept = !same(file, &rows_of(&stem));
        ensure!(is_kept, "the results would overwrite the baseline {}; give --out another path", file.display());
    }
    let candidates = arguments.candidates()?;
    if arguments.is_usual() && !arguments.searches_only {
        criterion(arguments.quick)?;
    }
    let mut results = Results::create(&stem, arguments, &surroundings, baseline.as_ref())?;
    let rounds = arguments.rounds();
    let mut faults = Vec::new();
    let mut progress = Progress::new(subjects.len());
    progress.print(&results.table.head());
    for subject in &subjects {
        let what = format!("{}, {}", subject.name, subject.algorithm);
        progress.begin(&what);
        let detail = |round: usize| progress.detail(&format!("{what}, run {} of {rounds}", round + 1));
        let rows = match measure(subject, &candidates, rounds, &surroundings, detail) {
            Ok(rows) => rows,
            Err(error) => {
                let fault = format!("{error:#}");
                progress.complain(&fault);
                faults.push(fault);
                continue;
            }
        };
        for (place, row) in rows.iter().enumerate() {
            let before = match &baseline {
                Some(baseline) => baseline.get(subject).map(Before::Earlier),
                None => (place > 0).then(|| Before::InTurns(&rows[0])),
            };
            progress.print(&results.add(row, before)?);
            faults.extend(before.and_then(|before| fault(row, before.row(), arguments.counts_may_differ)));
        }
    }
    drop(progress);
    let shown = stem.strip_prefix(crate::root()).unwrap_or(&stem);
    eprintln!("== written to {} and {}", page_of(shown).display(), rows_of(shown).display());
    if !faults.is_empty() {
        bail!("this is wrong:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// Benchmarks of single crates.
fn criterion(quick: bool) -> anyhow::Result<()> {
    for (index, (package, name)) in CRITERION.iter().enumerate() {
        let mut arguments = vec!["bench", "--quiet", "--package", package, "--bench", name, "--"];
        if quick {
            arguments.extend(["--warm-up-time", "0.2", "--measurement-time", "0.5", "--sample-size", "10"]);
        }
        step(&format!("criterion, {} of {}: {name}", index + 1, CRITERION.len()), cargo(&arguments))?;
    }
    Ok(())
}

/// What is wrong with a row, held against another.
fn fault(row: &Row, before: &Row, counts_may_differ: bool) -> Option<String> {
    let what = match row.difference(before)? {
        // Whatever may differ, one of two verdicts is wrong.
        Difference::Verdict => format!("{} here, and {} in what it is compared with", row.verdict, before.verdict),
        Difference::Counts if counts_may_differ => return None,
        Difference::Counts => "counts differ; if that is meant, give --counts-may-differ".to_owned(),
    };
    Some(format!("{}, {}: {what}", row.name, row.algorithm))
}

fn page_of(stem: &Path) -> PathBuf {
    with_ending(stem, ".md")
}

fn rows_of(stem: &Path) -> PathBuf {
    with_ending(stem, ".jsonl")
}

/// A path with an ending, whatever dots are in its name.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// The files that results go to.
struct Results {
    table: Table,
    page: File,
    rows: File,
}

impl Results {
    fn create(
        stem: &Path,
        arguments: &Arguments,
        surroundings: &Surroundings,
        baseline: Option<&Baseline>,
    ) -> anyhow::Result<Self> {
        if let Some(folder) = stem.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let create = |path: PathBuf| File::create(&path).with_context(|| format!("cannot write {}", path.display()));
        let table = Table {
            programs: arguments.program.len() > 1,
            compared: arguments.program.len() > 1 || baseline.is_some(),
        };
        let mut results = Self { table, page: create(page_of(stem))?, rows: create(rows_of(stem))? };
        let about = arguments.about(surroundings, baseline);
        writeln!(results.page, "{}{about}\n{}", surroundings.heading("Whole searches"), table.head())?;
        Ok(results)
    }

    /// Writes a row, and says its line of the table.
    fn add(&mut self, row: &Row, before: Option<Before<'_>>) -> anyhow::Result<String> {
        let line = self.table.row(row, before);
        writeln!(self.page, "{line}")?;
        writeln!(self.rows, "{}", serde_json::to_string(row)?)?;
        Ok(line)
    }
}

impl Arguments {
    fn subjects(&self) -> anyhow::Result<Vec<Subject>> {
        let Some(game) = &self.game else { return subjects::read(self.subjects.as_deref(), self.quick) };
        let problem =
            Problem { game: game.clone(), position: self.position.clone(), goal: self.goal.clone(), value: self.value };
        Ok(subjects::of_problem(None, &problem, &self.algorithm))
    }

    /// The whole measurement of this workspace, which is for the record.
    fn is_usual(&self) -> bool {
        self.program.is_empty() && self.subjects.is_none() && self.game.is_none()
    }

    fn rounds(&self) -> usize {
        self.runs.map_or(if self.quick { 1 } else { 3 }, |runs| runs as usize)
    }

    /// Where results go, without the ends of their names.
    fn stem(&self, date: &str) -> PathBuf {
        let folder = if self.is_usual() && !self.quick { record::FOLDER } else { SCRATCH };
        let usual = || crate::root().join(folder).join(format!("{date}-searches"));
        self.out.clone().unwrap_or_else(usual)
    }

    fn candidates(&self) -> anyhow::Result<Vec<Candidate>> {
        let time = humantime::format_duration(self.time).to_string().replace(' ', "");
        let expansions = self.limit_expansions.to_string();
        let limits = ["--limit-expansions", &expansions, "--time", &time, "--memory", &self.memory];
        let candidate = |name: Option<String>, file| Candidate {
            name,
            solver: Solver { file, processor_seconds: None, limits: limits.map(str::to_owned).to_vec() },
        };
        if self.program.is_empty() {
            return Ok(vec![candidate(None, solver::program(None)?)]);
        }
        let named = |file: &PathBuf| Ok(candidate(Some(file.display().to_string()), solver::program(Some(file))?));
        self.program.iter().map(named).collect()
    }

    /// What a page says below its heading.
    fn about(&self, surroundings: &Surroundings, baseline: Option<&Baseline>) -> String {
        let mut lines = vec![
            format!(
                "each search {} times, in a process of its own, until it is decided or cut: after {} expansions, {}, or with \
                 {}",
                self.rounds(),
                self.limit_expansions,
                humantime::format_duration(self.time),
                self.memory
            ),
            "one thread; times are of the search alone by the clock, and of the whole process by its processor time (user \
             and system); bytes are counted, not resident"
                .to_owned(),
        ];
        if !self.program.is_empty() {
            let programs: Vec<String> = self.program.iter().map(|file| format!("`{}`", file.display())).collect();
            lines.push(format!("programs, which may be of other commits and compilers: {}", programs.join(", ")));
        }
        if self.program.len() > 1 {
            lines.push(
                "they ran by turns; a ratio is that of medians, to the first program, with the least and the greatest ratio \
                 of one round"
                    .to_owned(),
            );
        }
        if let (Some(baseline), Some(file)) = (baseline, &self.baseline) {
            let mut line = format!("compared with `{}`; a ratio is that of medians", file.display());
            let processors = baseline.processors();
            if processors != [surroundings.processor.as_str()] {
                let _ = write!(line, "; its times are of another machine: {}", processors.join(", "));
            }
            lines.push(line);
        }
        format!("- {}\n", lines.join("\n- "))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Parser;

    use super::measure::tests::row;
    use super::{Arguments, Results, Row, fault, page_of, rows_of};
    use crate::bench::table::Before;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parse(text: &str) -> Result<Arguments, clap::Error> {
        Line::try_parse_from(["bench"].into_iter().chain(text.split_whitespace())).map(|line| line.arguments)
    }

    #[test]
    fn counts_that_differ_are_a_fault_unless_they_may() {
        let (before, more) = (row(), Row { generated: 4001, ..row() });
        assert_eq!(fault(&before, &before, false), None);
        assert!(fault(&more, &before, false).unwrap().contains("--counts-may-differ"));
        assert_eq!(fault(&more, &before, true), None);
    }

    #[test]
    fn verdicts_that_contradict_are_always_a_fault() {
        let wrong = Row { verdict: "disproven".to_owned(), ..row() };
        assert_eq!(
            fault(&wrong, &row(), true).unwrap(),
            "small, pns: disproven here, and proven in what it is compared with"
        );
    }

    #[test]
    fn only_the_usual_measurement_goes_to_the_record() {
        let stem = |text: &str| parse(text).unwrap().stem("2026-11-22").display().to_string();
        let in_record = |text: &str| stem(text).contains(&format!("{}/2026", crate::record::FOLDER));
        assert!(in_record("") && in_record("--searches-only --baseline old.jsonl"));
        for text in ["--quick", "--program a", "--subjects a.toml", "--game mnk --algorithm pns"] {
            assert!(!in_record(text), "{text}");
        }
        assert_eq!(stem("--out a/b.c"), "a/b.c");
        assert_eq!(rows_of(Path::new("a/b.c")), Path::new("a/b.c.jsonl"));
    }

    #[test]
    fn one_problem_is_given_with_its_algorithms() {
        let subjects =
            parse("--game chess --goal mate --algorithm pns --algorithm pss:20,20").unwrap().subjects().unwrap();
        assert_eq!(subjects.len(), 2);
        assert_eq!((subjects[1].name.as_str(), subjects[1].algorithm.as_str()), ("chess mate", "pss:20,20"));
        for text in
            ["--game chess", "--algorithm pns", "--goal mate", "--runs 0", "--game g --algorithm a --value --goal w"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn results_are_there_as_soon_as_they_are_added() {
        let folder = tempfile::tempdir().unwrap();
        let stem = folder.path().join("new/searches");
        let arguments = parse("--program old --program new").unwrap();
        let mut results = Results::create(&stem, &arguments, &row().surroundings, None).unwrap();
        let (first, second) =
            (Row { program: Some("old".to_owned()), ..row() }, Row { program: Some("new".to_owned()), ..row() });
        results.add(&first, None).unwrap();
        let line = results.add(&second, Some(Before::InTurns(&first))).unwrap();
        let page = std::fs::read_to_string(page_of(&stem)).unwrap();
        assert!(
            page.starts_with("# Whole searches, 2026-11-22\n\n- processor: Z80")
                && page.ends_with(&format!("{line}\n"))
        );
        let rows = std::fs::read_to_string(rows_of(&stem)).unwrap();
        let rows: Vec<Row> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows, [first, second]);
    }
}
