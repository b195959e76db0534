//! All tests of the workspace, several programs of tests at a time.
//!
//! The idea: `cargo test` runs one program after the other, and while the last test of one is run, processors wait. Here cargo builds them,
//! and as many are run together as use what there is. Each one's text is printed when it has ended, in one piece. The largest are begun
//! first, for they tend to be those that take longest.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::bail;
use serde_json::Value;

use crate::process::{cargo, output, step};

/// A program is run on several threads by itself, so more than these take memory and gain little.
const MOST_AT_A_TIME: usize = 4;

/// A program of tests.
struct Tests {
    /// The package and the target in it.
    name: String,
    program: PathBuf,
    /// Where cargo runs it.
    folder: PathBuf,
}

impl Tests {
    /// What a line of cargo's tells of; `None` if that is something else.
    fn of_message(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
            return None;
        }
        let program = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
        let package = folder.strip_prefix(crate::root()).unwrap_or(&folder).display();
        let name = format!("{package} {}", message["target"]["name"].as_str()?);
        Some(Self { name, program, folder })
    }

    fn run(&self) -> std::io::Result<Output> {
        let mut command = Command::new(&self.program);
        command.arg("--quiet").current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.stdin(Stdio::null()).output()
    }
}

/// Builds and runs them, and then the examples of the crates and those in the documentation.
pub(crate) fn run() -> anyhow::Result<()> {
    eprintln!("== tests");
    let started = Instant::now();
    let mut build = cargo(&["test", "--workspace", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]);
    build.stderr(Stdio::inherit());
    let built = output(build)?;
    eprintln!("== tests: built in {:.0} s", started.elapsed().as_secs_f64());
    let mut tests: Vec<Tests> = built.lines().filter_map(Tests::of_message).collect();
    if tests.is_empty() {
        bail!("cargo has built no tests");
    }
    tests.sort_by_key(|tests| std::cmp::Reverse(tests.program.metadata().map_or(0, |data| data.len())));
    let at_a_time = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_AT_A_TIME);
    let waiting = Mutex::new(VecDeque::from(tests));
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some(tests) = take(&waiting) {
                    let started = Instant::now();
                    let is_passed = report(&tests.name, started, tests.run());
                    if !is_passed {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(tests.name);
                    }
                }
            });
        }
    });
    eprintln!("== tests: {:.0} s", started.elapsed().as_secs_f64());
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !failed.is_empty() {
        bail!("tests failed in: {}", failed.join(", "));
    }
    crate::examples::run(&built, &crate::tidy::metadata(&crate::root())?)?;
    step("examples in the documentation", cargo(&["test", "--workspace", "--quiet", "--doc"]))
}

fn take(waiting: &Mutex<VecDeque<Tests>>) -> Option<Tests> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// Prints what a program has said, all of it if it failed and else its last line. True if it passed.
fn report(name: &str, started: Instant, ended: std::io::Result<Output>) -> bool {
    let seconds = started.elapsed().as_secs_f64();
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => {
            eprintln!("== {name}: it cannot be run: {error}");
            return false;
        }
    };
    let said = String::from_utf8_lossy(&ended.stdout);
    if ended.status.success() {
        let result = said.lines().rfind(|line| line.starts_with("test result")).unwrap_or_default();
        eprintln!("== {name}: {seconds:.1} s; {result}");
        return true;
    }
    eprintln!("== {name}: {seconds:.1} s; {}\n{said}\n{}", ended.status, String::from_utf8_lossy(&ended.stderr));
    false
}
