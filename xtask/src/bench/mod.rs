//! `cargo xtask bench`: criterion benchmarks of single parts, then whole searches of a program, or of several by turns.
//!
//! The usual measurement is that of this workspace for the record: what `subjects.toml` lists, on a release build. What is
//! measured otherwise goes to a scratch folder. `proofset-bench` runs the programs; `proofset bench` is the same for one
//! game, without this workspace.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use proofset_bench::{Fault, Journal, Problem, Session, Settings, Subject};

use crate::process::{cargo, step};
use crate::progress::Progress;
use crate::record;

/// What is measured if nothing else is named.
const USUAL: &str = include_str!("subjects.toml");

/// Where results go that are not for the record.
const SCRATCH: &str = "target/bench";

/// What can be chosen.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Small problems, one run and short measurements; the results go to target/bench/
    #[arg(long)]
    quick: bool,

    /// Leave out the criterion benchmarks of single parts
    #[arg(long)]
    searches_only: bool,

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

    #[command(flatten)]
    settings: Settings,
}

pub(crate) fn run(mut arguments: Arguments) -> anyhow::Result<()> {
    let surroundings = record::surroundings();
    if arguments.quick {
        arguments.settings.runs.get_or_insert(1);
    }
    // What is wrong with the arguments is said before anything takes its time.
    let subjects = arguments.subjects()?;
    let stem = arguments.stem(&surroundings.date);
    let candidates = arguments.settings.candidates(crate::process::program)?;
    let session = Session::new(&subjects, &candidates, &arguments.settings, &surroundings, Some(&stem))?;
    if arguments.is_usual() && !arguments.searches_only {
        criterion(arguments.quick)?;
    }
    let mut progress = Progress::new(subjects.len());
    let faults = session.run(&mut progress)?;
    drop(progress);
    let [page, rows] = Session::files(stem.strip_prefix(crate::root()).unwrap_or(&stem));
    if faults.len() < subjects.len() {
        eprintln!("== written to {} and {}", page.display(), rows.display());
    }
    if !faults.is_empty() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        bail!("this is wrong:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// Benchmarks of single parts.
fn criterion(quick: bool) -> anyhow::Result<()> {
    let mut arguments = vec!["bench", "--quiet", "--package", "proofset-microbenchmarks", "--"];
    if quick {
        arguments.extend(["--warm-up-time", "0.2", "--measurement-time", "0.5", "--sample-size", "10"]);
    }
    step("criterion", cargo(&arguments))
}

impl Journal for Progress {
    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.print(text);
        Ok(())
    }

    fn object(&mut self, _: &str) -> anyhow::Result<()> {
        Ok(())
    }

    fn begin(&mut self, what: &str) {
        Self::begin(self, what);
    }

    fn detail(&mut self, what: &str) {
        Self::detail(self, what);
    }

    fn complain(&mut self, fault: &Fault) {
        Self::complain(self, &fault.to_string());
    }
}

impl Arguments {
    fn subjects(&self) -> anyhow::Result<Vec<Subject>> {
        let Some(game) = &self.game else {
            return match &self.subjects {
                Some(file) => proofset_bench::read(file, self.quick),
                None => proofset_bench::parse(USUAL, self.quick),
            };
        };
        let problem =
            Problem { game: game.clone(), position: self.position.clone(), goal: self.goal.clone(), value: self.value };
        Ok(proofset_bench::of_problem(None, &problem, &self.algorithm))
    }

    /// The whole measurement of this workspace, which is for the record.
    fn is_usual(&self) -> bool {
        self.settings.program.is_empty() && self.subjects.is_none() && self.game.is_none()
    }

    /// Where results go, without the ends of their names.
    fn stem(&self, date: &str) -> PathBuf {
        let folder = if self.is_usual() && !self.quick { record::FOLDER } else { SCRATCH };
        let usual = || crate::root().join(folder).join(format!("{date}-searches"));
        self.settings.out.clone().unwrap_or_else(usual)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use proofset_bench::parse as subjects;

    use super::{Arguments, USUAL};

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parse(text: &str) -> Result<Arguments, clap::Error> {
        Line::try_parse_from(["bench"].into_iter().chain(text.split_whitespace())).map(|line| line.arguments)
    }

    #[test]
    fn the_usual_subjects_can_be_read_and_some_are_small() {
        let (all, quick) = (subjects(USUAL, false).unwrap(), subjects(USUAL, true).unwrap());
        assert!(quick.len() < all.len() && quick.iter().all(|subject| all.contains(subject)));
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
}
