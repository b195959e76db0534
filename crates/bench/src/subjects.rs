//! What is measured: problems, each with the algorithms that it is given to. They come from a file.

use std::path::Path;

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::solver::Problem;

/// One search to be timed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// What the table calls the problem.
    pub name: String,
    /// What is asked.
    pub problem: Problem,
    /// The algorithm, as `solve --algorithm` takes it.
    pub algorithm: String,
}

/// A file of subjects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    subject: Vec<Entry>,
}

/// A problem in a file; its fields are those of [`Problem`], listed so that others are refused.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    game: String,
    position: Option<String>,
    goal: Option<String>,
    #[serde(default)]
    value: bool,
    #[serde(default)]
    quick: bool,
    algorithms: Vec<String>,
}

/// Each algorithm on a problem; without a name, the table calls the problem what it is.
pub fn of_problem(name: Option<&str>, problem: &Problem, algorithms: &[String]) -> Vec<Subject> {
    let name = name.map_or_else(|| problem.to_string(), str::to_owned);
    let subject =
        |algorithm: &String| Subject { name: name.clone(), problem: problem.clone(), algorithm: algorithm.clone() };
    algorithms.iter().map(subject).collect()
}

/// The subjects of a file; of these the small ones only, if asked for.
///
/// # Errors
///
/// If there is no such file, and as [`parse`].
pub fn read(file: &Path, quick: bool) -> anyhow::Result<Vec<Subject>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&text, quick).with_context(|| format!("cannot take subjects from {}", file.display()))
}

/// The subjects of a text in TOML: an array of tables called `subject`, each with `game`, perhaps `position`, `goal` or
/// `value = true`, `name`, and `algorithms`; of these those with `quick = true` only, if asked for.
///
/// # Errors
///
/// If the text is of another form, if a search stands there twice, or if there is none.
pub fn parse(text: &str, quick: bool) -> anyhow::Result<Vec<Subject>> {
    let file: File = toml::from_str(text)?;
    let mut subjects: Vec<Subject> = Vec::new();
    for Entry { name, game, position, goal, value, quick: is_quick, algorithms } in file.subject {
        let problem = Problem { game, position, goal, value };
        ensure!(!(value && problem.goal.is_some()), "{problem}: a subject has a goal or value = true, not both");
        ensure!(!algorithms.is_empty(), "{problem}: a subject has one algorithm or more");
        if is_quick || !quick {
            for subject in of_problem(name.as_deref(), &problem, &algorithms) {
                let is_new =
                    |other: &Subject| (&other.problem, &other.algorithm) != (&subject.problem, &subject.algorithm);
                ensure!(subjects.iter().all(is_new), "{problem} with {} stands there twice", subject.algorithm);
                subjects.push(subject);
            }
        }
    }
    ensure!(!subjects.is_empty(), "there are no subjects{}", if quick { " with quick = true" } else { "" });
    Ok(subjects)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn subjects_need_a_game_and_algorithms() {
        let text = "[[subject]]\ngame = 'othello'\nposition = 'x'\nvalue = true\nalgorithms = ['test', 'mtdf']\n";
        let subjects = parse(text, false).unwrap();
        assert_eq!(subjects.len(), 2);
        assert_eq!((subjects[1].name.as_str(), subjects[1].algorithm.as_str()), ("othello x --value", "mtdf"));
        assert!(subjects[0].problem.value && subjects[0].problem.goal.is_none());
    }

    #[test]
    fn files_that_are_wrong_are_refused() {
        let refused = |text: &str, why: &str| {
            let error = format!("{:#}", parse(text, false).unwrap_err());
            assert!(error.contains(why), "{error}");
        };
        refused("[[subject]]\nalgorithms = ['pns']", "missing field `game`");
        refused("[[subject]]\ngame = 'g'\nalgorithm = 'pns'\nalgorithms = ['pns']", "unknown field `algorithm`");
        refused("[[subject]]\ngame = 'g'\nalgorithms = []", "one algorithm or more");
        refused("[[subject]]\ngame = 'g'\ngoal = 'win'\nvalue = true\nalgorithms = ['pns']", "not both");
        refused("[[subject]]\ngame = 'g'\nalgorithms = ['pns', 'pns']", "twice");
        refused("subject = []", "no subjects");
        assert!(parse("[[subject]]\ngame = 'g'\nalgorithms = ['pns']", true).is_err());
    }
}
