//! `proofset solve --workers`: many workers for one question.
//!
//! The idea: what starts workers on other machines and watches them is Ray, and Ray is spoken to from Python. So the program looks
//! whether the Python package is there, and hands the command over to it: `python3 -m proofset.cluster` takes the place of this
//! process where the system allows that, and has the same exit statuses.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};

use proofset_catalog::Catalog;

use crate::arguments::SolveArguments;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::team::Workers;

/// Names another Python in the environment.
const INTERPRETER: &str = "PROOFSET_PYTHON";

/// Hands the question over to the Python package, which has to know the game: in words alone another game of that name would be meant.
pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, workers: &Workers) -> Result<Exit, Failure> {
    let Some(package) = catalog.package() else {
        let message =
            "--workers needs a Python package with the games of this program, and there is none; leave it out";
        return Err(Failure::input(message.to_owned()));
    };
    for path in [&arguments.certificate, &arguments.checkpoint].into_iter().flatten() {
        files::check_writable(path)?;
    }
    let python = std::env::var_os(INTERPRETER).unwrap_or_else(|| "python3".into());
    look_for(&python, package)?;
    let mut command = Command::new(&python);
    command.args(["-m", &module(package)]).args(words(arguments, workers));
    hand_over(command).map_err(|error| Failure::input(cannot_start(&python, &error)))
}

/// The module of the package that takes the command.
fn module(package: &str) -> String {
    format!("{package}.cluster")
}

/// The command line for the Python package.
fn words(arguments: &SolveArguments, workers: &Workers) -> Vec<OsString> {
    let seconds = |time: std::time::Duration| time.as_secs_f64().to_string().into();
    let mut words: Vec<OsString> = Vec::new();
    let mut option = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            words.push(word);
        }
    };
    option("workers", Some(workers.to_string().into()));
    option("goal", arguments.goal.clone().map(Into::into));
    option("algorithm", arguments.algorithm.clone().map(Into::into));
    option("threads", arguments.threads.map(|threads| threads.to_string().into()));
    option("memory", Some(arguments.limits.memory.as_u64().to_string().into()));
    option("time", arguments.limits.time.map(seconds));
    option("checkpoint", arguments.checkpoint.clone().map(Into::into));
    option("checkpoint-every", Some(seconds(arguments.checkpoint_every)));
    option("certificate", arguments.certificate.clone().map(Into::into));
    for (name, is_given) in [("--json", arguments.json), ("--quiet", arguments.quiet)] {
        words.extend(is_given.then(|| name.into()));
    }
    words.push("--".into());
    words.push(arguments.game.clone().into());
    words.extend(arguments.position.clone().map(OsString::from));
    words
}

fn cannot_start(python: &OsStr, error: &std::io::Error) -> String {
    let python = python.to_string_lossy();
    format!("cannot start {python}, which --workers needs: {error}; {INTERPRETER} names another Python")
}

/// Complains if there is no Python, or if it has no such package.
fn look_for(python: &OsStr, package: &str) -> Result<(), Failure> {
    let mut look = Command::new(python);
    look.args(["-c", &format!("import {}", module(package))])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = look.status().map_err(|error| Failure::input(cannot_start(python, &error)))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{} has not the Python package {package}, which --workers needs; install it from a clone by pip install ./crates/python, \
         with Ray for other machines by pip install \"./crates/python[ray]\", or name another Python in {INTERPRETER}",
        python.to_string_lossy()
    )))
}

/// Becomes the other program, so that interrupts and statuses are its own. Returns if it cannot.
#[cfg(unix)]
fn hand_over(mut command: Command) -> std::io::Result<Exit> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Runs the other program, and ends as it has.
#[cfg(not(unix))]
fn hand_over(mut command: Command) -> std::io::Result<Exit> {
    Ok(match command.status()?.code() {
        Some(0) => Exit::Done,
        Some(2) => Exit::BadInput,
        Some(3) => Exit::Undecided,
        _ => Exit::CheckFailed,
    })
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Catalog, Entry};
    use proofset_tic_tac_toe::TicTacToe;

    use crate::arguments::{self, Command, Invocation};
    use crate::failure::Exit;

    /// Another game of that name would be searched.
    #[test]
    fn a_game_that_the_package_does_not_know_is_not_handed_over() {
        let catalog = Catalog::new().with_package("proofset").with(Entry::game("tic-tac-toe", |_| Ok(TicTacToe)));
        let words = ["proofset", "solve", "tic-tac-toe", "--workers", "2"].map(Into::into);
        let Ok(Invocation::Command(arguments)) = arguments::parse(&catalog, &words) else { panic!("it is a command") };
        let Command::Solve(solve) = &arguments.command else { panic!("it is a search") };
        let workers = solve.workers.as_ref().expect("they are given");
        let Err(failure) = super::run(&catalog, solve, workers) else { panic!("it is refused") };
        assert!(matches!(failure.exit(), Exit::BadInput) && failure.to_string().contains("leave it out"), "{failure}");
    }
}
