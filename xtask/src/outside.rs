//! The crates of `docs/examples`, which stand outside the workspace: built and run as their owners would.
//!
//! They take the lock file of the workspace, so that nothing is fetched for them that it does not have.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::process::{cargo, step};

/// Where they are built: apart from the workspace, whose profiles are not theirs.
const TARGET: &str = "target/outside";

pub(crate) fn run() -> anyhow::Result<()> {
    dodgem()
}

/// A program that is built from a crate of the examples.
fn build(name: &str) -> anyhow::Result<std::path::PathBuf> {
    let root = crate::root();
    let folder = root.join("docs/examples").join(name);
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let mut command = cargo(&["build", "--quiet", "--target-dir", TARGET, "--manifest-path"]);
    command.arg(folder.join("Cargo.toml"));
    step(&format!("outside the workspace, {name}"), command)?;
    Ok(root.join(TARGET).join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION))
}

/// A game of one's own with the whole program.
fn dodgem() -> anyhow::Result<()> {
    let program = build("dodgem")?;
    let proof = crate::root().join(TARGET).join("dodgem.proof");
    let certificate = proof.to_string_lossy();
    for arguments in [
        &["solve", "dodgem", "--goal", "first:win", "--quiet", "--certificate", &certificate][..],
        &["verify", &certificate],
        &["show", &certificate, "--format", "svg", "--output", &picture(&proof)],
        &["compare", "dodgem", "--quiet", "--algorithms", "pns,pss:8,8,dfpn"],
    ] {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(crate::root());
        step(&format!("dodgem {}", arguments[0]), command)?;
    }
    Ok(())
}

fn picture(proof: &Path) -> String {
    proof.with_extension("svg").to_string_lossy().into_owned()
}
