//! The record: dated measurements, each with the machine, the compiler and the commit that it was made with.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::process::output;

/// The folder of the record, in the workspace.
pub(crate) const FOLDER: &str = "docs/record";

/// The date in UTC, such as `2026-11-22`.
pub(crate) fn today() -> String {
    let mut text = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    text.truncate("2026-11-22".len());
    text
}

/// What a measurement was made with. Counts depend on the commit alone, times on all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Surroundings {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) compiler: String,
    /// The commit of the working tree, with `-dirty` if files differ from it.
    pub(crate) commit: String,
    pub(crate) date: String,
}

impl Surroundings {
    pub(crate) fn now() -> Self {
        let tool = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).current_dir(crate::root());
            output(command).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
        };
        let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
        Self {
            processor: processor.unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            compiler: tool("rustc", &["--version"]),
            // No tag describes it, so that it is always a commit.
            commit: tool("git", &["describe", "--always", "--dirty", "--exclude", "*"]),
            date: today(),
        }
    }

    /// The first lines of a page: its title with the date, and the surroundings.
    pub(crate) fn heading(&self, title: &str) -> String {
        let Self { processor, cores, compiler, commit, date } = self;
        let mut text = format!("# {title}, {date}\n\n");
        let _ = writeln!(text, "- processor: {processor}, {cores} cores");
        let _ = writeln!(text, "- compiler: {compiler}, release profile");
        let _ = writeln!(text, "- commit: {commit}");
        text
    }
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

#[cfg(test)]
mod tests {
    use super::{Surroundings, today};

    #[test]
    fn dates_are_those_of_the_calendar() {
        let date = today();
        let parts: Vec<u32> = date.split('-').map(|part| part.parse().unwrap()).collect();
        assert!(parts[0] >= 2026 && (1..=12).contains(&parts[1]) && (1..=31).contains(&parts[2]), "{date}");
        assert_eq!(date.len(), 10);
    }

    #[test]
    fn headings_say_what_a_measurement_was_made_with() {
        let surroundings = Surroundings {
            processor: "Z80".to_owned(),
            cores: 1,
            compiler: "rustc 1.95.0".to_owned(),
            commit: "0123abc".to_owned(),
            date: "2026-11-22".to_owned(),
        };
        assert_eq!(
            surroundings.heading("Sizes"),
            "# Sizes, 2026-11-22\n\n- processor: Z80, 1 cores\n- compiler: rustc 1.95.0, release profile\n- commit: 0123abc\n"
        );
    }
}
