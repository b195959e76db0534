//! `cargo xtask experiment NAME`: one experiment of the book, run by `proofset-experiments` in release mode.
//!
//! Results of full runs go to `docs/src/experiments/`, where the chapters find them, and are committed. Quick runs show
//! that the experiment works; their results go to `target/experiments/`.

use anyhow::ensure;

use crate::process::{cargo, step};

pub(crate) fn run(name: &str, quick: bool) -> anyhow::Result<()> {
    let names = names()?;
    ensure!(
        names.iter().any(|known| known == name),
        "there is no experiment {name:?}; the experiments are {}",
        names.join(", ")
    );
    let folder = crate::root().join(if quick { "target/experiments" } else { "docs/src/experiments" });
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "proofset-experiments", "--", name]);
    command.arg("--out").arg(&folder);
    if quick {
        command.arg("--quick");
    }
    step(&format!("experiment {name}"), command)
}

/// The names of the experiments, each of which has a file: to ask the program for them would compile it first.
fn names() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(crate::root().join("crates/experiments/src/experiments"))? {
        let name = entry?.path().file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
        names.extend((name != "mod").then_some(name));
    }
    names.sort_unstable();
    Ok(names)
}
