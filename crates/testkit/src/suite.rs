//! The suite: problems with known verdicts that every algorithm must solve, as data.
//!
//! The idea: the suite knows games, positions and goals only as text; whoever runs it turns them into problems. An
//! entry of a `*.toml` file looks like this:
//!
//! ```toml
//! [[problem]]
//! name = "tic-tac-toe-start"
//! game = "tic-tac-toe"
//! position = "........."
//! goal = "first:win"
//! verdict = "disproven"
//! note = "Perfect play draws."
//! ```
//!
//! The invariants: names are unique in the whole suite; entries come in the order of the file names, then as written.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use proofset_core::Verdict;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// A problem with a known verdict.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteEntry {
    /// A name for messages, unique in the suite.
    pub name: String,
    /// The game, as users of the program write it.
    pub game: String,
    /// The position, in the notation of the game.
    pub position: String,
    /// The question about the position.
    pub goal: String,
    /// The answer. `unknown` says that the problem itself leaves it open.
    #[serde(deserialize_with = "read_verdict")]
    pub verdict: Verdict,
    /// Where the answer comes from, or what makes the problem interesting.
    pub note: Option<String>,
}

/// A suite that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A file or the folder cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not TOML, or not a list of problems.
    #[error("{}: {source}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        source: Box<toml::de::Error>,
    },
    /// Two entries have the same name.
    #[error("{}: there is another problem with the name {name:?}; rename one", .path.display())]
    DuplicateName {
        /// The file of the second entry.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// There are no entries at all: tests would succeed without testing anything.
    #[error("{} has no *.toml files with problems", .path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// The suite of this repository: `*.toml` files for [`load`], tables of positions (`*.tsv`), graphs (`and-or/`), and
/// the recorded counts of every algorithm.
///
/// Tests of all crates find it here, so that its place is named once.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suite")
}

/// Reads all `*.toml` files of a folder.
///
/// # Errors
///
/// See [`SuiteError`].
pub fn load(folder: &Path) -> Result<Vec<SuiteEntry>, SuiteError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        problem: Vec<SuiteEntry>,
    }

    let mut entries = Vec::new();
    let mut names = HashSet::new();
    for path in toml_files(folder).map_err(|source| SuiteError::Read { path: folder.to_owned(), source })? {
        let text = fs::read_to_string(&path).map_err(|source| SuiteError::Read { path: path.clone(), source })?;
        let file: File = toml::from_str(&text)
            .map_err(|source| SuiteError::Format { path: path.clone(), source: Box::new(source) })?;
        for entry in file.problem {
            if !names.insert(entry.name.clone()) {
                return Err(SuiteError::DuplicateName { path, name: entry.name });
            }
            entries.push(entry);
        }
    }
    if entries.is_empty() { Err(SuiteError::Empty { path: folder.to_owned() }) } else { Ok(entries) }
}

/// The files in the order of their names, which no two systems list in the same order.
fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

fn read_verdict<'de, D: Deserializer<'de>>(input: D) -> Result<Verdict, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Proven,
        Disproven,
        Unknown,
    }
    Ok(match Word::deserialize(input)? {
        Word::Proven => Verdict::Proven,
        Word::Disproven => Verdict::Disproven,
        Word::Unknown => Verdict::Unknown,
    })
}
