//! Measures: every program answers one question several times, by turns.
//!
//! The idea: a machine is now fast and now slow, for minutes at a time. So programs that are compared run one after the
//! other in every round, and each round begins with the next of them; what they took in one round is compared, and not
//! what one took in the morning and the other in the evening. The invariant: all runs of one program give the same verdict
//! and the same counts, unless time or memory has cut them, or they may differ, as those of several threads do.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::solver::{Answer, Problem, Solver};
use crate::surroundings::Surroundings;

use crate::subjects::Subject;

/// A program that is measured.
#[derive(Debug)]
pub struct Candidate {
    /// What the table calls it; none is the one that the surroundings tell of.
    pub name: Option<String>,
    /// How it is run.
    pub solver: Solver,
}

/// What one program did with one subject, in all rounds: a line of a file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) problem: Problem,
    pub(crate) algorithm: String,
    /// The program, if it is not that of the commit.
    pub(crate) program: Option<String>,
    /// `proven`, `disproven`, a value, or `unknown`.
    pub(crate) verdict: String,
    pub(crate) stop: String,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) recomputed: u64,
    /// Whether these three are medians, since each run had others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) counts_differ: bool,
    /// These three in each round.
    #[serde(skip)]
    pub(crate) counts: Vec<[u64; 3]>,
    /// The most bytes that the search held, as it counts them.
    pub(crate) peak_bytes: u64,
    /// The most memory that the process had in any round, as the system counts it.
    pub(crate) resident_bytes: u64,
    /// Of the search alone, by the clock, in each round.
    pub(crate) seconds: Vec<f64>,
    /// User and system time of the whole process, in each round.
    pub(crate) processor_seconds: Vec<f64>,
    #[serde(flatten)]
    pub(crate) surroundings: Surroundings,
}

/// The verdict of what is not decided.
const UNKNOWN: &str = "unknown";

impl Row {
    fn new(subject: &Subject, candidate: &Candidate, surroundings: &Surroundings, answer: &Answer) -> Self {
        let mut surroundings = surroundings.clone();
        if candidate.name.is_some() {
            // Another program is of another commit, by another compiler perhaps.
            for its_own in [&mut surroundings.commit, &mut surroundings.compiler] {
                UNKNOWN.clone_into(its_own);
            }
        }
        Self {
            name: subject.name.clone(),
            problem: subject.problem.clone(),
            algorithm: subject.algorithm.clone(),
            program: candidate.name.clone(),
            verdict: answer.decided().unwrap_or_else(|| UNKNOWN.to_owned()),
            stop: answer.stop.clone(),
            expanded: answer.expanded,
            generated: answer.generated,
            recomputed: answer.recomputed,
            counts_differ: false,
            counts: Vec::new(),
            peak_bytes: answer.peak_bytes,
            resident_bytes: 0,
            seconds: Vec::new(),
            processor_seconds: Vec::new(),
            surroundings,
        }
    }

    /// The same question to the same algorithm.
    pub(crate) fn is_about(&self, subject: &Subject) -> bool {
        self.problem == subject.problem && self.algorithm == subject.algorithm
    }

    /// Counts that differ from run to run become their medians.
    fn with_medians(mut self) -> Self {
        let counts = std::mem::take(&mut self.counts);
        self.counts_differ = counts.windows(2).any(|pair| pair[0] != pair[1]);
        if self.counts_differ {
            let median = |which: usize| {
                let mut all: Vec<u64> = counts.iter().map(|counts| counts[which]).collect();
                all.sort_unstable();
                all[all.len() / 2]
            };
            (self.expanded, self.generated, self.recomputed) = (median(0), median(1), median(2));
        }
        self
    }

    /// How this differs from another row about the same subject, if it does.
    pub(crate) fn difference(&self, other: &Self) -> Option<Difference> {
        let is_open = |row: &Self| row.verdict == UNKNOWN;
        if self.verdict != other.verdict && !is_open(self) && !is_open(other) {
            return Some(Difference::Verdict);
        }
        // Where time or memory ends a search, its counts are those of the machine.
        let is_cut = |row: &Self| is_open(row) && row.stop != "expansions";
        let counts = |row: &Self| (row.verdict.clone(), row.expanded, row.generated, row.recomputed);
        (!is_cut(self) && !is_cut(other) && counts(self) != counts(other)).then_some(Difference::Counts)
    }
}

/// What can differ between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// One is wrong.
    Verdict,
    Counts,
}

/// Measures a subject with every program: a row for each, in their order. Runs of one program may have other counts if that is said.
pub(crate) fn measure(
    subject: &Subject,
    candidates: &[Candidate],
    (rounds, counts_may_differ): (usize, bool),
    surroundings: &Surroundings,
    mut detail: impl FnMut(usize),
) -> anyhow::Result<Vec<Row>> {
    let mut rows: Vec<Option<Row>> = candidates.iter().map(|_| None).collect();
    for round in 0..rounds {
        detail(round);
        for turn in 0..candidates.len() {
            let place = (round + turn) % candidates.len();
            run(subject, &candidates[place], surroundings, counts_may_differ, &mut rows[place])?;
        }
    }
    rows.into_iter().map(|row| Ok(row.context("there is a round")?.with_medians())).collect()
}

/// One run, which is added to a row.
fn run(
    subject: &Subject,
    candidate: &Candidate,
    surroundings: &Surroundings,
    counts_may_differ: bool,
    row: &mut Option<Row>,
) -> anyhow::Result<()> {
    let solver = &candidate.solver;
    let run = solver.solve(&subject.problem, &subject.algorithm)?;
    if let Some(failure) = run.failure {
        bail!(failure);
    }
    let answer = run.answer.with_context(|| {
        let file = solver.file.display();
        format!("{file} has printed no answer to {} with {} ({})", subject.problem, subject.algorithm, run.ending)
    })?;
    let now = Row::new(subject, candidate, surroundings, &answer);
    let row = row.get_or_insert_with(|| now.clone());
    let what = match row.difference(&now) {
        None => None,
        Some(Difference::Verdict) => Some("another verdict in another run"),
        Some(Difference::Counts) if counts_may_differ => None,
        Some(Difference::Counts) => {
            Some("other counts in another run; if that is meant, as with threads, give --counts-may-differ")
        }
    };
    if let Some(what) = what {
        bail!("{}: {} with {} has {what}", solver.file.display(), subject.problem, subject.algorithm);
    }
    row.counts.push([answer.expanded, answer.generated, answer.recomputed]);
    row.peak_bytes = row.peak_bytes.max(answer.peak_bytes);
    row.resident_bytes = row.resident_bytes.max(run.resident_bytes);
    row.seconds.push(answer.seconds);
    row.processor_seconds.push(run.processor_seconds);
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Difference, Row};
    use crate::solver::Problem;
    use crate::surroundings::Surroundings;

    pub(crate) fn row() -> Row {
        Row {
            name: "small".to_owned(),
            problem: Problem { game: "mnk".to_owned(), position: None, goal: Some("win".to_owned()), value: false },
            algorithm: "pns".to_owned(),
            program: None,
            verdict: "proven".to_owned(),
            stop: "decided".to_owned(),
            expanded: 1000,
            generated: 4000,
            recomputed: 3000,
            counts_differ: false,
            counts: Vec::new(),
            peak_bytes: 400_000,
            resident_bytes: 4_000_000,
            seconds: vec![0.5, 0.25, 1.0],
            processor_seconds: vec![0.75, 0.5, 1.25],
            surroundings: Surroundings {
                processor: "Z80".to_owned(),
                cores: 1,
                compiler: "rustc 1.95.0".to_owned(),
                commit: "0123abc".to_owned(),
                date: "2026-11-22".to_owned(),
            },
        }
    }

    #[test]
    fn verdicts_contradict_and_counts_differ() {
        let row = row();
        assert_eq!(row.difference(&row), None);
        let counts = Row { recomputed: 3001, ..row.clone() };
        assert_eq!(row.difference(&counts), Some(Difference::Counts));
        let verdict = Row { verdict: "disproven".to_owned(), ..counts.clone() };
        assert_eq!(row.difference(&verdict), Some(Difference::Verdict));
        let slower = Row { seconds: vec![9.0], peak_bytes: 1, ..row.clone() };
        assert_eq!(row.difference(&slower), None);
    }

    #[test]
    fn what_the_machine_has_cut_is_not_compared() {
        let row = row();
        let open =
            |stop: &str| Row { verdict: "unknown".to_owned(), stop: stop.to_owned(), expanded: 9, ..row.clone() };
        assert_eq!(row.difference(&open("time")), None);
        assert_eq!(open("memory").difference(&row), None);
        // A limit on expansions cuts at the same place everywhere.
        assert_eq!(row.difference(&open("expansions")), Some(Difference::Counts));
        assert_eq!(open("expansions").difference(&open("expansions")), None);
    }

    #[cfg(unix)]
    mod with_programs {
        use std::path::Path;

        use super::super::{Candidate, measure};
        use crate::solver::Solver;
        use crate::solver::tests::write_program;
        use crate::subjects::Subject;

        fn candidate(folder: &Path, name: &str, text: &str) -> Candidate {
            let file = folder.join(name);
            write_program(&file, &format!("echo {name} >> {}/turns\n{text}", folder.display()));
            let solver = Solver { file, processor_seconds: None, limits: Vec::new() };
            Candidate { name: Some(name.to_owned()), solver }
        }

        const ANSWER: &str = "echo '{\"verdict\":\"proven\",\"stop\":\"decided\",\"expanded\":7,\"seconds\":0.5}'";

        fn subject() -> Subject {
            let row = super::row();
            Subject { name: row.name, problem: row.problem, algorithm: row.algorithm }
        }

        #[test]
        fn programs_run_by_turns_and_each_round_begins_with_the_next() {
            let folder = tempfile::tempdir().unwrap();
            let candidates = ["a", "b"].map(|name| candidate(folder.path(), name, ANSWER));
            let rows = measure(&subject(), &candidates, (3, false), &super::row().surroundings, |_| ()).unwrap();
            assert_eq!(std::fs::read_to_string(folder.path().join("turns")).unwrap(), "a\nb\nb\na\na\nb\n");
            let programs: Vec<_> = rows.iter().map(|row| row.program.as_deref()).collect();
            assert_eq!(programs, [Some("a"), Some("b")]);
            assert!(rows.iter().all(|row| row.seconds == [0.5; 3] && row.processor_seconds.len() == 3));
            assert!(rows.iter().all(|row| row.surroundings.commit == "unknown"));
        }

        #[test]
        fn a_program_that_counts_otherwise_every_time_is_refused() {
            let folder = tempfile::tempdir().unwrap();
            let turns = format!("$(wc -l < {}/turns)", folder.path().display());
            let text = format!("echo \"{{\\\"verdict\\\":\\\"proven\\\",\\\"expanded\\\":{turns}}}\"");
            let candidates = [candidate(folder.path(), "a", &text)];
            let measured = |rounds| measure(&subject(), &candidates, rounds, &super::row().surroundings, |_| ());
            let error = measured((2, false)).unwrap_err().to_string();
            assert!(error.contains("mnk win with pns has other counts in another run; if that is meant"), "{error}");
            // Two runs were before these.
            let rows = measured((3, true)).unwrap();
            assert_eq!((rows[0].expanded, rows[0].counts_differ, rows[0].seconds.len()), (4, true, 3));
            let rows = measured((1, true)).unwrap();
            assert_eq!((rows[0].expanded, rows[0].counts_differ), (6, false));
        }

        #[test]
        fn a_program_that_says_nothing_is_reported_with_how_it_ended() {
            let folder = tempfile::tempdir().unwrap();
            let candidates = [candidate(folder.path(), "a", "echo 'out of luck' >&2; exit 3")];
            let error = measure(&subject(), &candidates, (1, false), &super::row().surroundings, |_| ()).unwrap_err();
            assert!(
                error.to_string().ends_with("no answer to mnk win with pns (exit status: 3, out of luck)"),
                "{error}"
            );
        }
    }
}
