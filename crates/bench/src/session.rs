//! A session of measurements: subject after subject, each row told and written as soon as it is there.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::baseline::Baseline;
use crate::measure::{Candidate, Difference, Row, measure};
use crate::settings::Settings;
use crate::subjects::Subject;
use crate::surroundings::Surroundings;
use crate::table::{Before, Table};

/// Where a session tells how far it is and what it has found.
pub trait Journal {
    /// A line of the table.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the session ends.
    fn line(&mut self, text: &str) -> anyhow::Result<()>;

    /// A row as one JSON object.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the session ends.
    fn object(&mut self, text: &str) -> anyhow::Result<()>;

    /// The next subject begins.
    fn begin(&mut self, what: &str);

    /// What is done for it now.
    fn detail(&mut self, what: &str);

    /// What is wrong with it; the others go on.
    fn complain(&mut self, fault: &Fault);
}

/// Something that is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The row could not be measured: a program refused the question, failed, or gave different counts in two runs.
    Unmeasured(String),
    /// The row contradicts what it is compared with.
    Contradiction(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unmeasured(text) | Self::Contradiction(text)) = self;
        f.write_str(text)
    }
}

/// What is measured, with what, and where results go.
#[derive(Debug)]
pub struct Session<'a> {
    subjects: &'a [Subject],
    candidates: &'a [Candidate],
    settings: &'a Settings,
    surroundings: &'a Surroundings,
    stem: Option<&'a Path>,
    baseline: Option<Baseline>,
}

impl<'a> Session<'a> {
    /// A session that asks programs these things, in this order. `surroundings` are the machine, and where a program
    /// without a name comes from; `stem` is the path of the files for results without the ends of their names, if there
    /// are to be any.
    ///
    /// # Errors
    ///
    /// If the settings contradict each other, the baseline cannot be used, or there is no folder for the results.
    pub fn new(
        subjects: &'a [Subject],
        candidates: &'a [Candidate],
        settings: &'a Settings,
        surroundings: &'a Surroundings,
        stem: Option<&'a Path>,
    ) -> anyhow::Result<Self> {
        let baseline = settings.baseline.as_deref().map(Baseline::read).transpose()?;
        settings.check(stem.map(rows_of).as_deref())?;
        if let Some(stem) = stem {
            check_place(stem)?;
        }
        if let Some(baseline) = &baseline {
            let is_known = subjects.iter().any(|subject| baseline.get(subject).is_some());
            ensure!(
                is_known,
                "the baseline has no row about what is measured here; it is about {}",
                baseline.subjects().join(", ")
            );
        }
        Ok(Self { subjects, candidates, settings, surroundings, stem, baseline })
    }

    /// Measures all, and returns what is wrong, each of which the journal has been told.
    ///
    /// # Errors
    ///
    /// If results cannot be written.
    pub fn run(&self, journal: &mut dyn Journal) -> anyhow::Result<Vec<Fault>> {
        let settings = self.settings;
        let programs = settings.program.len() > 1;
        let table = Table { programs, compared: programs || self.baseline.is_some() };
        let mut results = self.stem.map(|stem| Results::create(stem, table, &self.about())).transpose()?;
        let mut faults = Vec::new();
        let mut complain = |journal: &mut dyn Journal, fault: Fault| {
            journal.complain(&fault);
            faults.push(fault);
        };
        let (rounds, counts_may_differ) = (settings.rounds(), settings.counts_may_differ);
        journal.line(&table.head())?;
        for subject in self.subjects {
            let what = format!("{}, {}", subject.name, subject.algorithm);
            journal.begin(&what);
            let detail = |round: usize| journal.detail(&format!("{what}, run {} of {rounds}", round + 1));
            let rows = match measure(subject, self.candidates, (rounds, counts_may_differ), self.surroundings, detail) {
                Ok(rows) => rows,
                Err(error) => {
                    complain(journal, Fault::Unmeasured(format!("{error:#}")));
                    continue;
                }
            };
            for (place, row) in rows.iter().enumerate() {
                let before = match &self.baseline {
                    Some(baseline) => baseline.get(subject).map(Before::Earlier),
                    None => (place > 0).then(|| Before::InTurns(&rows[0])),
                };
                let (line, object) = (table.row(row, before), serde_json::to_string(row)?);
                if let Some(results) = &mut results {
                    results.add(&line, &object)?;
                }
                journal.line(&line)?;
                journal.object(&object)?;
                if let Some(fault) = before.and_then(|before| fault(row, before.row(), counts_may_differ)) {
                    complain(journal, fault);
                }
            }
        }
        if let Some(results) = results {
            results.finish()?;
        }
        Ok(faults)
    }

    /// The head of a page.
    fn about(&self) -> String {
        let mut lines = self.settings.about();
        if let (Some(baseline), Some(file)) = (&self.baseline, &self.settings.baseline) {
            let mut line = format!("compared with `{}`; a ratio is that of medians", file.display());
            let processors = baseline.processors();
            if processors != [self.surroundings.processor.as_str()] {
                let _ = write!(line, "; its times are of another machine: {}", processors.join(", "));
            }
            lines.push(line);
        }
        format!("{}- {}\n", self.surroundings.heading("Whole searches"), lines.join("\n- "))
    }

    /// Where a session with this stem writes: the page in Markdown, and the file with one JSON object a line.
    pub fn files(stem: &Path) -> [PathBuf; 2] {
        [page_of(stem), rows_of(stem)]
    }
}

/// What is wrong with a row, held against another.
fn fault(row: &Row, before: &Row, counts_may_differ: bool) -> Option<Fault> {
    let what = match row.difference(before)? {
        // Whatever may differ, one of two verdicts is wrong.
        Difference::Verdict => format!("{} here, and {} in what it is compared with", row.verdict, before.verdict),
        Difference::Counts if counts_may_differ => return None,
        Difference::Counts => "counts differ; if that is meant, give --counts-may-differ".to_owned(),
    };
    Some(Fault::Contradiction(format!("{}, {}: {what}", row.name, row.algorithm)))
}

fn page_of(stem: &Path) -> PathBuf {
    with_ending(stem, ".md")
}

fn rows_of(stem: &Path) -> PathBuf {
    with_ending(stem, ".jsonl")
}

/// Refuses what would fail once all is measured.
fn check_place(stem: &Path) -> anyhow::Result<()> {
    let name = stem.file_name().map(OsStr::as_encoded_bytes);
    let names_file = name.is_some_and(|name| stem.as_os_str().as_encoded_bytes().ends_with(name));
    ensure!(names_file, "{} is no name for the results; give one without .md and .jsonl", stem.display());
    let folder = stem.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "cannot write {}: there is no folder {}", page_of(stem).display(), folder.display());
    Ok(())
}

/// A path with an ending, whatever dots are in its name; but one of the two endings may be there already.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let is_said = stem.extension().is_some_and(|said| ["md", "jsonl"].map(OsStr::new).contains(&said));
    let mut path = if is_said { stem.with_extension("").into_os_string() } else { stem.as_os_str().to_owned() };
    path.push(ending);
    path.into()
}

/// The files that results go to. They have other names until all is there, so that what was there before is not lost for a part.
struct Results<'a> {
    stem: &'a Path,
    page: File,
    rows: File,
    is_empty: bool,
}

impl<'a> Results<'a> {
    fn create(stem: &'a Path, table: Table, about: &str) -> anyhow::Result<Self> {
        let create = |path: &Path| File::create(path).with_context(|| format!("cannot write {}", path.display()));
        let [page, rows] = Self::parts(stem);
        let mut results = Self { stem, page: create(&page)?, rows: create(&rows)?, is_empty: true };
        writeln!(results.page, "{about}\n{}", table.head())?;
        Ok(results)
    }

    fn add(&mut self, line: &str, object: &str) -> anyhow::Result<()> {
        writeln!(self.page, "{line}")?;
        writeln!(self.rows, "{object}")?;
        self.is_empty = false;
        Ok(())
    }

    /// The files while they grow.
    fn parts(stem: &Path) -> [PathBuf; 2] {
        [with_ending(stem, ".part.md"), with_ending(stem, ".part.jsonl")]
    }

    /// Gives the files their names, unless nothing could be measured.
    fn finish(self) -> anyhow::Result<()> {
        for (part, whole) in Self::parts(self.stem).into_iter().zip(Session::files(self.stem)) {
            // Links are followed, and stay.
            let whole = whole.canonicalize().unwrap_or(whole);
            let done = if self.is_empty { std::fs::remove_file(&part) } else { std::fs::rename(&part, &whole) };
            done.with_context(|| format!("cannot write {}", whole.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Row, check_place, fault, page_of, rows_of};
    use crate::measure::tests::row;

    #[test]
    fn counts_that_differ_are_a_fault_unless_they_may() {
        let (before, more) = (row(), Row { generated: 4001, ..row() });
        assert_eq!(fault(&before, &before, false), None);
        assert!(fault(&more, &before, false).unwrap().to_string().contains("--counts-may-differ"));
        assert_eq!(fault(&more, &before, true), None);
    }

    #[test]
    fn verdicts_that_contradict_are_always_a_fault() {
        let wrong = Row { verdict: "disproven".to_owned(), ..row() };
        assert_eq!(
            fault(&wrong, &row(), true).unwrap().to_string(),
            "small, pns: disproven here, and proven in what it is compared with"
        );
    }

    #[test]
    fn results_have_a_name_in_a_folder_that_is_there() {
        for stem in [".", "/tmp/", "a/..", ""] {
            assert!(
                check_place(Path::new(stem)).unwrap_err().to_string().contains("is no name for the results"),
                "{stem}"
            );
        }
        let error = check_place(Path::new("no/such/x")).unwrap_err();
        assert_eq!(error.to_string(), "cannot write no/such/x.md: there is no folder no/such");
        assert!(check_place(Path::new("x")).is_ok());
    }

    #[test]
    fn dots_in_a_stem_are_a_part_of_it() {
        assert_eq!(page_of(Path::new("a/b.c")), Path::new("a/b.c.md"));
        assert_eq!(rows_of(Path::new("a/b.c")), Path::new("a/b.c.jsonl"));
        for stem in ["a/b.c", "a/b.c.md", "a/b.c.jsonl"] {
            assert_eq!(page_of(Path::new(stem)), Path::new("a/b.c.md"));
        }
    }

    #[cfg(unix)]
    mod with_programs {
        use crate::measure::tests::row;
        use crate::settings::tests::settings;
        use crate::solver::tests::write_program;
        use crate::{Fault, Journal, Session, of_problem};

        #[derive(Default)]
        struct Page {
            lines: Vec<String>,
            objects: Vec<String>,
            faults: Vec<Fault>,
            begun: Vec<String>,
        }

        impl Journal for Page {
            fn line(&mut self, text: &str) -> anyhow::Result<()> {
                self.lines.push(text.to_owned());
                Ok(())
            }

            fn object(&mut self, text: &str) -> anyhow::Result<()> {
                self.objects.push(text.to_owned());
                Ok(())
            }

            fn begin(&mut self, what: &str) {
                self.begun.push(what.to_owned());
            }

            fn detail(&mut self, _: &str) {}

            fn complain(&mut self, fault: &Fault) {
                self.faults.push(fault.clone());
            }
        }

        #[test]
        fn what_cannot_be_measured_is_told_and_the_rest_is_written() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("prover");
            let text = "case \"$*\" in *nonsense*) echo no >&2; exit 2;; esac\n\
                        echo '{\"verdict\":\"proven\",\"stop\":\"decided\",\"expanded\":7,\"seconds\":0.5}'";
            write_program(&file, text);
            let settings = settings("--runs 2");
            let candidates = settings.candidates(|| Ok(file)).unwrap();
            let problem = row().problem;
            let subjects = of_problem(Some("small"), &problem, &["nonsense".to_owned(), "pns".to_owned()]);
            let (stem, surroundings) = (folder.path().join("searches"), row().surroundings);
            let session = Session::new(&subjects, &candidates, &settings, &surroundings, Some(&stem)).unwrap();
            let mut page = Page::default();
            let faults = session.run(&mut page).unwrap();
            assert_eq!((faults.len(), &faults), (1, &page.faults));
            assert!(faults[0].to_string().contains("is refused: no"), "{faults:?}");
            assert_eq!(page.begun, ["small, nonsense", "small, pns"]);
            let [written, rows] = Session::files(&stem).map(|path| std::fs::read_to_string(path).unwrap());
            assert!(written.starts_with("# Whole searches, 2026-11-22\n\n- processor: Z80"), "{written}");
            assert!(written.ends_with(&format!("{}\n{}\n", page.lines[0], page.lines[1])), "{written}");
            assert_eq!(rows.trim_end(), page.objects[0]);

            // Where nothing could be measured, what was measured before stays.
            let session = Session::new(&subjects[..1], &candidates, &settings, &surroundings, Some(&stem)).unwrap();
            assert_eq!(session.run(&mut page).unwrap().len(), 1);
            let again = Session::files(&stem).map(|path| std::fs::read_to_string(path).unwrap());
            assert_eq!(again, [written, rows]);
            let mut left: Vec<_> =
                std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            left.sort();
            assert_eq!(left, ["prover", "searches.jsonl", "searches.md"]);
        }
    }
}
