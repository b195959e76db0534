//! Running other programs.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};

/// A cargo command in the root of the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(crate::root());
    command
}

/// A git command in the root of the workspace.
pub(crate) fn git(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(crate::root());
    command
}

/// Runs a command to its end, with its name and time on the terminal.
pub(crate) fn step(name: &str, mut command: Command) -> anyhow::Result<()> {
    eprintln!("== {name}");
    let started = Instant::now();
    let status = command.status().with_context(|| format!("cannot start the step {name}"))?;
    if !status.success() {
        bail!("the step {name} failed: {status}");
    }
    eprintln!("== {name}: {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The same beside other steps: what the command says is printed when it has ended.
pub(crate) fn step_in_one_piece(name: &str, mut command: Command) -> anyhow::Result<()> {
    let started = Instant::now();
    let ended = command.output().with_context(|| format!("cannot start the step {name}"))?;
    eprint!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    if !ended.status.success() {
        bail!("the step {name} failed: {}", ended.status);
    }
    eprintln!("== {name}: {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The program of this workspace, built with the release profile.
pub(crate) fn program() -> anyhow::Result<PathBuf> {
    step("program", cargo(&["build", "--release", "--quiet", "--package", "proofset"]))?;
    let target = crate::root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    Ok(target.join("release").join("proofset").with_extension(std::env::consts::EXE_EXTENSION))
}

/// What a command prints.
pub(crate) fn output(mut command: Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}
