//! `cargo xtask experiment NAME`: one experiment of the book, run by `proofset-experiments` in release mode.
//!
//! Results of full runs go to `docs/src/experiments/`, where the chapters find them, and are committed. Quick runs show
//! that the experiment works; their results go to `target/experiments/`.

use crate::process::{cargo, step};

pub(crate) fn run(name: &str, quick: bool) -> anyhow::Result<()> {
    let folder = crate::root().join(if quick { "target/experiments" } else { "docs/src/experiments" });
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "proofset-experiments", "--", name]);
    command.arg("--out").arg(&folder);
    if quick {
        command.arg("--quick");
    }
    step(&format!("experiment {name}"), command)
}
