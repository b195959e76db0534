//! The options of a command line that measures.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;

use crate::measure::Candidate;
use crate::solver::Solver;

/// Which programs are measured, how often, with which limits, and what is done with the results.
#[derive(Debug, Args)]
pub struct Settings {
    /// Time this program, by `FILE solve GAME ... --json`, instead of this one; given several times, the programs run by
    /// turns, and each is compared with the first
    #[arg(long, value_name = "FILE")]
    pub program: Vec<PathBuf>,

    /// Compare with a .jsonl file that this command has written earlier
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Counts that differ from those that are compared with, or from run to run, as those of several threads do, are no
    /// error; of runs that differ medians are told, with ~ before them
    #[arg(long)]
    pub counts_may_differ: bool,

    /// Runs of each search; without it, 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: Option<u32>,

    /// Stop each search after this many expansions
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub limit_expansions: u64,

    /// Stop each search after this time
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = humantime::parse_duration)]
    pub time: Duration,

    /// Stop each search when it holds this much memory
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    pub memory: String,

    /// Write PATH.md and PATH.jsonl when all is measured; until then, and after an interruption, PATH.part.md and
    /// PATH.part.jsonl have what there is
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

impl Settings {
    /// How often each search runs.
    pub fn rounds(&self) -> usize {
        self.runs.map_or(3, |runs| runs as usize)
    }

    /// The programs that are named; if none is, the one that `own` finds.
    ///
    /// # Errors
    ///
    /// If a file is not there or is none, and those of `own`.
    pub fn candidates(&self, own: impl FnOnce() -> anyhow::Result<PathBuf>) -> anyhow::Result<Vec<Candidate>> {
        let time = humantime::format_duration(self.time).to_string().replace(' ', "");
        let expansions = self.limit_expansions.to_string();
        let limits = ["--limit-expansions", &expansions, "--time", &time, "--memory", &self.memory];
        let candidate = |name: Option<String>, file| Candidate {
            name,
            solver: Solver { file, processor_seconds: None, limits: limits.map(str::to_owned).to_vec() },
        };
        if self.program.is_empty() {
            return Ok(vec![candidate(None, own()?)]);
        }
        self.program.iter().map(|file| Ok(candidate(Some(file.display().to_string()), executable(file)?))).collect()
    }

    /// What a page says below its heading.
    pub(crate) fn about(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "each search {} times, in a process of its own, until it is decided or cut: after {} expansions, {}, or with \
                 {}",
                self.rounds(),
                self.limit_expansions,
                humantime::format_duration(self.time),
                self.memory
            ),
            "one thread, unless the algorithm names more; times are of the search alone by the clock, and of the whole process by its processor time (user \
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
        lines
    }

    /// Refuses what would lose results or compare nothing.
    pub(crate) fn check(&self, rows: Option<&Path>) -> anyhow::Result<()> {
        let Some(baseline) = &self.baseline else { return Ok(()) };
        ensure!(self.program.len() < 2, "--baseline compares one program; leave it out, or give --program once");
        let same = |a: &Path, b: &Path| a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b);
        let is_kept = !rows.is_some_and(|rows| same(baseline, rows));
        ensure!(is_kept, "the results would overwrite the baseline {}; give --out another path", baseline.display());
        Ok(())
    }
}

/// A program that is there.
fn executable(file: &Path) -> anyhow::Result<PathBuf> {
    let found = file.canonicalize().with_context(|| format!("there is no program {}", file.display()))?;
    if !found.is_file() {
        bail!("{} is no program; give the path of an executable file", file.display());
    }
    Ok(found)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use clap::Parser;

    use super::Settings;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    pub(crate) fn settings(text: &str) -> Settings {
        Line::try_parse_from(["bench"].into_iter().chain(text.split_whitespace())).unwrap().settings
    }

    #[test]
    fn programs_that_are_not_there_are_refused_before_anything_runs() {
        let refused = |text: &str| settings(text).candidates(|| unreachable!()).unwrap_err().to_string();
        assert_eq!(refused("--program no/such/program"), "there is no program no/such/program");
        assert!(refused("--program .").ends_with("give the path of an executable file"));
        let own = settings("--time 90s").candidates(|| Ok("own".into())).unwrap();
        assert_eq!((own.len(), own[0].name.as_deref()), (1, None));
        assert!(own[0].solver.limits.contains(&"1m30s".to_owned()), "{:?}", own[0].solver.limits);
    }

    #[test]
    fn results_may_not_overwrite_what_they_are_compared_with() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("old.jsonl");
        std::fs::write(&old, "").unwrap();
        let settings = settings(&format!("--baseline {}", old.display()));
        assert!(
            settings.check(Some(&folder.path().join("./old.jsonl"))).unwrap_err().to_string().contains("overwrite")
        );
        assert!(settings.check(Some(&folder.path().join("new.jsonl"))).is_ok() && settings.check(None).is_ok());
        let several = super::tests::settings("--baseline a --program b --program c");
        assert!(several.check(Some(Path::new("d"))).unwrap_err().to_string().contains("one program"));
    }
}
