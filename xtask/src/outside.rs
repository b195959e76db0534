//! The crates of `docs/examples`, which stand outside the workspace: built and run as their owners would.
//!
//! They take the lock file of the workspace, so that nothing is fetched for them that it does not have.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::process::{cargo, step};

/// Where they are built: apart from the workspace, whose profiles are not theirs.
pub(crate) const TARGET: &str = "target/outside";

/// What is tried in turn with a program.
type Sessions<'a> = &'a [&'a [&'a str]];

pub(crate) fn run() -> anyhow::Result<()> {
    let place = |name: &str| crate::root().join(TARGET).join(name).to_string_lossy().into_owned();
    let (proof, picture) = (&*place("outside.proof"), &*place("outside.svg"));
    let recipes = "bread = flour water, flour = wheat, have wheat water";
    let crates: [(&str, Sessions<'_>); 3] = [
        // A game of one's own with the whole program.
        (
            "dodgem",
            &[
                &["solve", "dodgem", "--goal", "first:win", "--quiet", "--certificate", proof],
                &["verify", proof],
                &["show", proof, "--output", picture],
                &["compare", "dodgem", "--quiet", "--algorithms", "pns,pss:8,8,dfpn"],
                &["bench", "dodgem", "--quiet", "--runs", "1"],
                &["solve", "dodgem", "--file", "docs/examples/dodgem/positions.tsv"],
            ],
        ),
        // A problem that is no game.
        (
            "recipes",
            &[
                &["solve", "recipes", recipes, "--goal", "bread", "--quiet", "--certificate", proof],
                &["verify", proof],
                &["compare", "recipes", recipes, "--goal", "bread", "--quiet"],
            ],
        ),
        // A search of one's own, for all games.
        (
            "root-of-squares",
            &[
                &["solve", "tic-tac-toe", "--algorithm", "pns-root", "--quiet", "--certificate", proof],
                &["verify", proof],
                &["compare", "connect-four:4x4", "--quiet", "--algorithms", "pns,pns:sum=max,pns-root"],
            ],
        ),
    ];
    for (name, sessions) in crates {
        let program = build(name)?;
        for arguments in sessions {
            let mut command = Command::new(&program);
            command.args(*arguments).current_dir(crate::root());
            step(&format!("{name} {}", arguments[0]), command)?;
        }
    }
    Ok(())
}

/// The program of a crate of the examples.
fn build(name: &str) -> anyhow::Result<PathBuf> {
    let root = crate::root();
    let folder = root.join("docs/examples").join(name);
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let mut command = cargo(&["build", "--quiet", "--target-dir", TARGET, "--manifest-path"]);
    command.arg(folder.join("Cargo.toml"));
    step(&format!("outside the workspace, {name}"), command)?;
    Ok(root.join(TARGET).join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION))
}
