//! `cargo xtask ci`: everything that must hold before a change lands.

use crate::process::{cargo, step};

pub(crate) fn run() -> anyhow::Result<()> {
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::run(&crate::root())?;
    step("lints", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    crate::test_programs::run()?;
    crate::python::run(crate::python::Build::Workspace)?;
    crate::outside::run()?;
    crate::new_game::proof::run()?;
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", docs)?;
    println!("== all good");
    Ok(())
}
