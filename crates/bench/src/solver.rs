//! A program that solves: `proofset` or another with its command line, run in a process of its own.
//!
//! The idea: what is compared, be it algorithms or commits, is asked through `FILE solve GAME ... --json`, and says itself
//! what it found, what it counted and how long the search took. The system adds what the process took: processor time,
//! which other work on the machine lengthens far less than the clock does, and memory.

use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::Builder;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use wait4::Wait4;

/// A problem, as the command line has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Problem {
    /// The game, perhaps with parameters.
    pub game: String,
    /// The position; without one, the start.
    #[serde(default)]
    pub position: Option<String>,
    /// The goal; without one, that of the game.
    #[serde(default)]
    pub goal: Option<String>,
    /// The value is asked for, and no goal.
    #[serde(default)]
    pub value: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        for more in [&self.position, &self.goal].into_iter().flatten() {
            write!(f, " {more}")?;
        }
        f.write_str(if self.value { " --value" } else { "" })
    }
}

/// What a program says with `--json`; a program need not say all of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// `proven`, `disproven` or `unknown`, if a goal was asked for.
    verdict: Option<String>,
    /// The value, if one was asked for and found.
    value: Option<i64>,
    /// Why the search stopped.
    pub stop: String,
    /// Expansions.
    pub expanded: u64,
    /// Nodes that were made.
    pub generated: u64,
    /// Nodes whose numbers were computed anew.
    pub recomputed: u64,
    /// Of the search alone, by the clock.
    pub seconds: f64,
    /// The most bytes that the search held, as it counts them.
    pub peak_bytes: u64,
}

impl Answer {
    /// Reads the first line that a program has printed.
    pub fn parse(text: &str) -> Option<Self> {
        let answer: Self = serde_json::from_str(text.lines().next()?).ok()?;
        (answer.verdict.is_some() || !answer.stop.is_empty()).then_some(answer)
    }

    /// `proven`, `disproven` or a value, if the question is decided.
    pub fn decided(&self) -> Option<String> {
        match (self.verdict.as_deref(), self.value) {
            (Some("unknown"), _) | (None, None) => None,
            (Some(verdict), _) => Some(verdict.to_owned()),
            (None, Some(value)) => Some(value.to_string()),
        }
    }
}

/// What a process did.
#[derive(Debug)]
pub struct Run {
    /// What it said, if it did.
    pub answer: Option<Answer>,
    /// It has refused the question or has broken down, and why. Being undecided is no failure.
    pub failure: Option<String>,
    /// User and system time of the whole process.
    pub processor_seconds: f64,
    /// The most memory that it had, as the system counts it.
    pub resident_bytes: u64,
    /// How it ended, in words.
    pub ending: String,
}

/// Exit statuses of a search that came to its end.
const DECIDED: i32 = 0;
const UNDECIDED: i32 = 3;

/// Sets a limit on the processor time of a program, and runs it.
const LIMITED: &str = "ulimit -c 0; ulimit -t \"$0\"; exec \"$@\"";

/// A program, and how it is run.
#[derive(Debug)]
pub struct Solver {
    /// The path of the executable file.
    pub file: PathBuf,
    /// A limit on the processor time of the process, which ends it. It needs a Unix shell.
    pub processor_seconds: Option<u32>,
    /// Limits that the program itself holds, such as `--memory 2GiB`.
    pub limits: Vec<String>,
}

impl Solver {
    fn command(&self, problem: &Problem, algorithm: &str) -> Command {
        let mut command = match self.processor_seconds {
            None => Command::new(&self.file),
            Some(seconds) => {
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(LIMITED).arg(seconds.to_string()).arg(&self.file);
                shell
            }
        };
        command.arg("solve").arg(&problem.game).args(&problem.position);
        if let Some(goal) = &problem.goal {
            command.args(["--goal", goal]);
        }
        if problem.value {
            command.arg("--value");
        }
        command.args(["--json", "--quiet", "--algorithm", algorithm]).args(&self.limits);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program once.
    ///
    /// # Errors
    ///
    /// If it cannot be started or waited for. That it refuses the question is told in the run.
    pub fn solve(&self, problem: &Problem, algorithm: &str) -> anyhow::Result<Run> {
        let mut command = self.command(problem, algorithm);
        let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let (mut out, mut error) = (child.stdout.take(), child.stderr.take());
        let mut said = Vec::new();
        // Both are read at a time, lest the program wait for one that is full.
        let complaint = std::thread::scope(|scope| {
            let read = || {
                let mut text = Vec::new();
                error.as_mut().map(|error| error.read_to_end(&mut text)).transpose()?;
                std::io::Result::Ok(text)
            };
            let complaint = match Builder::new().spawn_scoped(scope, read) {
                Ok(complaint) => complaint,
                Err(error) => {
                    child.kill()?;
                    return Err(error);
                }
            };
            out.as_mut().map(|out| out.read_to_end(&mut said)).transpose()?;
            complaint.join().expect("reading does not panic")
        });
        let complaint = complaint.with_context(|| format!("cannot read what {command:?} says"))?;
        let used = child.wait4().with_context(|| format!("cannot wait for {command:?}"))?;
        let complaint = String::from_utf8_lossy(&complaint).trim().to_owned();
        let what = match used.status.code() {
            Some(2) => Some("is refused".to_owned()),
            // Without a code, a signal has ended it, as a limit on processor time does.
            Some(DECIDED | UNDECIDED) | None => None,
            Some(code) => Some(format!("fails with status {code}")),
        };
        Ok(Run {
            answer: Answer::parse(&String::from_utf8_lossy(&said)),
            failure: what.map(|what| format!("{command:?} {what}: {complaint}")),
            processor_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
            resident_bytes: used.rusage.maxrss,
            ending: format!("{}, {complaint}", used.status).trim_end_matches([' ', ',']).to_owned(),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Answer, Problem, Solver};

    #[test]
    fn answers_are_read_as_the_program_prints_them() {
        let text = r#"{"game":"tic-tac-toe","verdict":"disproven","stop":"decided","expanded":1237,"generated":3202,
            "recomputed":9,"seconds":0.002,"peak_bytes":1000,"line":["a3"],"table":null}"#;
        let answer = Answer::parse(&text.replace('\n', " ")).unwrap();
        assert_eq!(answer.decided().as_deref(), Some("disproven"));
        assert_eq!((answer.expanded, answer.generated, answer.recomputed), (1237, 3202, 9));
        assert_eq!((answer.seconds.to_string().as_str(), answer.peak_bytes), ("0.002", 1000));
    }

    #[test]
    fn values_are_answers_and_what_is_open_is_none() {
        let decided = |text: &str| Answer::parse(text).unwrap().decided();
        assert_eq!(decided(r#"{"value":-1,"low":-1,"high":-1,"stop":"decided"}"#).as_deref(), Some("-1"));
        assert_eq!(decided(r#"{"value":null,"low":-1,"high":1,"stop":"time"}"#), None);
        assert_eq!(decided(r#"{"verdict":"unknown","stop":"expansions"}"#), None);
    }

    #[test]
    fn what_is_no_answer_is_not_read_as_one() {
        for text in ["", "proven", "{}", "{\"verdict\":\"proven\"", "[1]"] {
            assert_eq!(Answer::parse(text), None, "{text}");
        }
    }

    fn problem() -> Problem {
        Problem { game: "g".to_owned(), position: Some("p".to_owned()), goal: Some("win".to_owned()), value: false }
    }

    #[test]
    fn problems_are_asked_as_the_command_line_has_them() {
        let solver =
            Solver { file: "prover".into(), processor_seconds: None, limits: vec!["--time".into(), "2m".into()] };
        let shown = |problem: &Problem| format!("{:?}", solver.command(problem, "pns"));
        assert_eq!(
            shown(&problem()),
            r#""prover" "solve" "g" "p" "--goal" "win" "--json" "--quiet" "--algorithm" "pns" "--time" "2m""#
        );
        let value = Problem { position: None, goal: None, value: true, ..problem() };
        assert_eq!(
            shown(&value),
            r#""prover" "solve" "g" "--value" "--json" "--quiet" "--algorithm" "pns" "--time" "2m""#
        );
    }

    /// Makes a file a program for the shell.
    ///
    /// Another process writes it: while this one has the file open, a test beside this one may start a program, which
    /// inherits the open file for a moment, and what is open for writing cannot be run.
    #[cfg(unix)]
    pub(crate) fn write_program(file: &std::path::Path, text: &str) {
        let write = "printf '%s\n' '#!/bin/sh' \"$2\" > \"$1\" && chmod +x \"$1\"";
        let status = std::process::Command::new("sh").args(["-c", write, "sh"]).arg(file).arg(text).status();
        assert!(status.unwrap().success());
    }

    #[cfg(unix)]
    fn script(folder: &std::path::Path, text: &str) -> Solver {
        let file = folder.join("prover");
        write_program(&file, text);
        Solver { file, processor_seconds: None, limits: Vec::new() }
    }

    #[cfg(unix)]
    #[test]
    fn a_process_is_run_to_its_end_and_its_times_are_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let solver =
            script(folder.path(), "echo '{\"verdict\":\"proven\",\"stop\":\"decided\",\"expanded\":7}'; exit 0");
        let run = solver.solve(&problem(), "pns").unwrap();
        assert_eq!(run.answer.unwrap().expanded, 7);
        assert!(run.failure.is_none() && run.processor_seconds > 0.0 && run.resident_bytes > 0);
        let limited = Solver { processor_seconds: Some(60), ..solver };
        assert_eq!(limited.solve(&problem(), "pns").unwrap().answer.unwrap().expanded, 7);
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_takes_too_much_processor_time_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let solver = Solver { processor_seconds: Some(1), ..script(folder.path(), "while :; do :; done") };
        let run = solver.solve(&problem(), "pns").unwrap();
        assert!(run.answer.is_none() && run.processor_seconds > 0.5, "{run:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let run = |text: &str| script(folder.path(), text).solve(&problem(), "pns").unwrap();
        let refusal = run("echo 'error: no such game' >&2; exit 2").failure.unwrap();
        assert!(refusal.contains("prover") && refusal.ends_with("is refused: error: no such game"), "{refusal}");
        let failure = run("echo oops >&2; exit 101").failure.unwrap();
        assert!(failure.ends_with("fails with status 101: oops"), "{failure}");
        assert!(run("exit 3").failure.is_none());
    }
}
