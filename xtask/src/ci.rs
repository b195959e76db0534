//! `cargo xtask ci`: everything that must hold before a change lands.
//!
//! What takes all processors is run by itself. The rest waits for disks and for single processes a good deal, so that the Python package is
//! tested beside the crates outside the workspace and the documentation.

use std::process::Command;
use std::thread;

use anyhow::Context;

use crate::process::{cargo, step, step_in_one_piece};

pub(crate) fn run() -> anyhow::Result<()> {
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::run(&crate::root())?;
    step("lints", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    crate::test_programs::run()?;
    let this = std::env::current_exe().context("this program is somewhere")?;
    thread::scope(|scope| {
        let python = scope.spawn(|| {
            let mut command = Command::new(this);
            command.args(["python", "--after-tests"]).current_dir(crate::root());
            step_in_one_piece("python", command)
        });
        let others = others();
        let python = python.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        others.and(python)
    })?;
    println!("== all good");
    Ok(())
}

/// What stands outside the workspace, a new game, and the documentation.
fn others() -> anyhow::Result<()> {
    crate::outside::run()?;
    crate::new_game::proof::run()?;
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", docs)
}
