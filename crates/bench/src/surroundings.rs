//! What a measurement was made with: a machine, a compiler, a commit, a day.

use std::fmt::Write as _;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// What nobody knows.
pub(crate) const UNKNOWN: &str = "unknown";

/// The date in UTC, such as `2026-11-22`.
pub fn today() -> String {
    let mut text = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    text.truncate("2026-11-22".len());
    text
}

/// What a measurement was made with. Counts depend on the program alone, times on all of it. What is not known is called
/// `unknown`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surroundings {
    /// The name of the processor.
    pub processor: String,
    /// How many threads can run at a time.
    pub cores: usize,
    /// The compiler and its version.
    pub compiler: String,
    /// The commit of the sources, with `-dirty` if files differ from it.
    pub commit: String,
    /// The date in UTC.
    pub date: String,
}

impl Surroundings {
    /// This machine and this day, and a program of which nobody knows where it comes from.
    pub fn now() -> Self {
        let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
        Self {
            processor: processor.unwrap_or_else(|| UNKNOWN.to_owned()),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            compiler: UNKNOWN.to_owned(),
            commit: UNKNOWN.to_owned(),
            date: today(),
        }
    }

    /// The same with where the program comes from.
    pub fn with_source(self, compiler: impl Into<String>, commit: impl Into<String>) -> Self {
        Self { compiler: compiler.into(), commit: commit.into(), ..self }
    }

    /// The first lines of a page in Markdown: its title with the date, and the surroundings as far as they are known.
    pub fn heading(&self, title: &str) -> String {
        let Self { processor, cores, compiler, commit, date } = self;
        let mut text = format!("# {title}, {date}\n\n- processor: {processor}, {cores} cores\n");
        if compiler != UNKNOWN {
            let _ = writeln!(text, "- compiler: {compiler}, release profile");
        }
        if commit != UNKNOWN {
            let _ = writeln!(text, "- commit: {commit}");
        }
        text
    }
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
        let machine = Surroundings {
            processor: "Z80".to_owned(),
            cores: 1,
            date: "2026-11-22".to_owned(),
            ..Surroundings::now()
        };
        assert_eq!(machine.heading("Sizes"), "# Sizes, 2026-11-22\n\n- processor: Z80, 1 cores\n");
        assert_eq!(
            machine.with_source("rustc 1.95.0", "0123abc").heading("Sizes"),
            "# Sizes, 2026-11-22\n\n- processor: Z80, 1 cores\n- compiler: rustc 1.95.0, release profile\n- commit: 0123abc\n"
        );
    }
}
