//! The record: dated measurements, each with the machine, the compiler and the commit that it was made with.

use std::path::PathBuf;
use std::process::Command;

use proofset_bench::Surroundings;

use crate::process::output;

/// The folder of the record, in the workspace.
pub(crate) const FOLDER: &str = "docs/record";

/// This machine and this day, and the sources of this workspace.
pub(crate) fn surroundings() -> Surroundings {
    let tool = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(crate::root());
        output(command).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
    };
    // No tag describes the commit, so that it is always one.
    let commit = tool("git", &["describe", "--always", "--dirty", "--exclude", "*"]);
    Surroundings::now().with_source(tool("rustc", &["--version"]), commit)
}

/// The place of a dated page of the record, from the root of the workspace.
pub(crate) fn page(date: &str, name: &str) -> PathBuf {
    PathBuf::from(FOLDER).join(format!("{date}-{name}.md"))
}

/// Writes a page of the record, and says where.
pub(crate) fn write_page(date: &str, name: &str, text: &str) -> anyhow::Result<()> {
    let page = page(date, name);
    std::fs::write(crate::root().join(&page), text)?;
    eprintln!("== written to {}", page.display());
    Ok(())
}
