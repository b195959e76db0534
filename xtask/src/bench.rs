//! `cargo xtask bench`: criterion benchmarks of single crates, then whole searches; the table of the latter goes to
//! `record/`, dated, with the machine and the commit.

use std::fmt::Write as _;
use std::process::Command;

use crate::process::{cargo, output, step};

/// Criterion benchmarks: package and benchmark.
const CRITERION: &[(&str, &str)] =
    &[("proofset-nodeset", "union"), ("proofset-graph", "settle"), ("proofset-best-first", "search")];

/// What every table of whole searches is measured by.
const CONDITIONS: &str = "- one thread; time is wall-clock, of the search alone; bytes are counted, not resident\n";

pub(crate) fn run(quick: bool, searches_only: bool) -> anyhow::Result<()> {
    if !searches_only {
        for (package, name) in CRITERION {
            let mut arguments = vec!["bench", "--quiet", "--package", package, "--bench", name, "--"];
            if quick {
                arguments.extend(["--warm-up-time", "0.2", "--measurement-time", "0.5", "--sample-size", "10"]);
            }
            step(&format!("criterion, {name}"), cargo(&arguments))?;
        }
    }
    let mut arguments = vec!["run", "--release", "--quiet", "--package", "proofset-bench", "--"];
    if quick {
        arguments.extend(["--quick", "--runs", "1"]);
    }
    println!("== whole searches");
    let table = output(cargo(&arguments))?;
    print!("{table}");
    let date = today();
    let name = format!("record/{date}-searches{}.md", if quick { "-quick" } else { "" });
    std::fs::write(
        crate::root().join(&name),
        format!("{}{CONDITIONS}\n{table}", heading(&format!("Whole searches, {date}"))),
    )?;
    println!("== written to {name}");
    Ok(())
}

/// The date in UTC, from the days since 1970 (Gregorian calendar, years from March).
pub(crate) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let days = now.as_secs() / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year_of_era + next)
}

pub(crate) fn heading(title: &str) -> String {
    let tool = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(crate::root());
        output(command).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
    };
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut text = format!("# {title}\n\n");
    let _ = writeln!(text, "- processor: {}, {cores} cores", processor.unwrap_or_else(|| "unknown".to_owned()));
    let _ = writeln!(text, "- compiler: {}, release profile", tool("rustc", &["--version"]));
    let _ = writeln!(text, "- commit: {}", tool("git", &["rev-parse", "--short", "HEAD"]));
    text
}
