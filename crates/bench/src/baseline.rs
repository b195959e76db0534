//! Rows that were measured earlier, to compare with: one JSON object a line, as this command writes them.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::measure::Row;
use crate::subjects::Subject;

/// The rows of a file.
#[derive(Debug)]
pub(crate) struct Baseline(Vec<Row>);

impl Baseline {
    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        let read = || Self::parse(&std::fs::read_to_string(file)?);
        read().with_context(|| {
            let mend = "give --baseline a .jsonl file that this command has written for one program";
            format!("cannot compare with {}; {mend}", file.display())
        })
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut rows: Vec<Row> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let row: Row = serde_json::from_str(line).with_context(|| format!("line {} is no row", index + 1))?;
            let is_same = |other: &Row| other.problem == row.problem && other.algorithm == row.algorithm;
            if let Some(first) = rows.iter().position(is_same) {
                bail!("lines {} and {} are both about {} with {}", first + 1, index + 1, row.problem, row.algorithm);
            }
            rows.push(row);
        }
        ensure!(!rows.is_empty(), "it is empty");
        Ok(Self(rows))
    }

    /// The row about a subject.
    pub(crate) fn get(&self, subject: &Subject) -> Option<&Row> {
        self.0.iter().find(|row| row.is_about(subject))
    }

    /// What its rows are about.
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.0.iter().map(|row| format!("{} with {}", row.problem, row.algorithm)).collect()
    }

    /// The processors that its times are of.
    pub(crate) fn processors(&self) -> Vec<&str> {
        let mut processors: Vec<&str> = self.0.iter().map(|row| row.surroundings.processor.as_str()).collect();
        processors.sort_unstable();
        processors.dedup();
        processors
    }
}

#[cfg(test)]
mod tests {
    use super::Baseline;
    use crate::measure::Row;
    use crate::measure::tests::row;
    use crate::subjects::Subject;

    fn line(row: &Row) -> String {
        format!("{}\n", serde_json::to_string(row).unwrap())
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let (first, second) = (row(), Row { algorithm: "pss".to_owned(), program: Some("old".to_owned()), ..row() });
        let baseline = Baseline::parse(&(line(&first) + &line(&second))).unwrap();
        let subject = |algorithm: &str| Subject {
            name: "another name".to_owned(),
            problem: first.problem.clone(),
            algorithm: algorithm.to_owned(),
        };
        assert_eq!(baseline.get(&subject("pns")), Some(&first));
        assert_eq!(baseline.get(&subject("pss")), Some(&second));
        assert_eq!(baseline.get(&subject("dfpn")), None);
        assert_eq!(baseline.processors(), ["Z80"]);
    }

    #[test]
    fn what_holds_no_rows_is_refused() {
        let refused = |text: &str, why: &str| {
            let error = format!("{:#}", Baseline::parse(text).unwrap_err());
            assert!(error.contains(why), "{error}");
        };
        refused("", "it is empty");
        refused(&(line(&row()) + "{\"game\": \"mnk\"}\n"), "line 2 is no row");
        refused(&(line(&row()) + &line(&row())), "lines 1 and 2 are both about mnk win with pns");
    }
}
