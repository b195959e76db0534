//! Files of positions: what a game brings so that a program can read its own.
//!
//! The idea: a program reads lines and columns, and knows what every game has in them: a position, a goal, a verdict, a
//! score. What a game has beside that it says here: other names for the position, columns that know an answer, and the
//! encoding of its files. Nobody else knows what stands in them.

use std::fmt;
use std::sync::Arc;

use proofset_core::Verdict;

/// The verdict of questions with a goal, given in canonical form; `None` where it is not known.
type KnownByGoal = dyn Fn(&str) -> Option<Verdict> + Send + Sync;

/// What is known of a position before anything is searched.
#[derive(Clone, Default)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// The verdict of the question that is asked.
    Verdict(Verdict),
    /// What the position is worth to the side to move; of games without scores, the sign.
    Score(i64),
    /// The verdicts of questions with certain goals, which are given in canonical form.
    Goals(Arc<KnownByGoal>),
}

impl Known {
    /// The verdicts of questions with certain goals: `verdict` takes a goal in canonical form, and says nothing of those of
    /// which nothing is known.
    pub fn goals(verdict: impl Fn(&str) -> Option<Verdict> + Send + Sync + 'static) -> Self {
        Self::Goals(Arc::new(verdict))
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Verdict(verdict) => f.debug_tuple("Verdict").field(verdict).finish(),
            Self::Score(score) => f.debug_tuple("Score").field(score).finish(),
            Self::Goals(_) => f.write_str("Goals(..)"),
        }
    }
}

/// What a cell of a column says.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The goal, where nothing else says one.
    pub goal: Option<String>,
    /// The known answer.
    pub known: Known,
}

/// Reads a cell.
type ReadCell = dyn Fn(&str) -> Result<Told, String> + Send + Sync;

/// A column of files of positions that says the goal, the known answer, or both.
#[derive(Clone)]
pub struct Column {
    name: String,
    summary: String,
    read: Arc<ReadCell>,
}

impl Column {
    /// A column. `read` takes the text of a cell that is not empty; its error says what the text must be: `it must be a
    /// whole number`.
    pub fn new(name: impl Into<String>, read: impl Fn(&str) -> Result<Told, String> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), summary: String::new(), read: Arc::new(read) }
    }

    /// What it says, in a line.
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = summary.into();
        self
    }

    /// The name, as headers have it. Capitals make no difference.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What a cell says.
    ///
    /// # Errors
    ///
    /// A message that names the column and its text, and says what the text must be.
    pub fn read(&self, text: &str) -> Result<Told, String> {
        (self.read)(text).map_err(|message| format!("{} is {text:?}; {message}", self.name))
    }
}

/// What a line of a file of positions says beside its position, in the game's own notation.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The name of the problem.
    pub id: Option<String>,
    /// The goal and the known answer.
    pub told: Told,
}

/// Reads what stands beside the position of a line.
pub(crate) type ReadAnnotations = fn(&str) -> Result<Annotations, String>;

/// A problem of a file in a game's own form.
#[derive(Clone, Debug)]
pub struct FileProblem {
    /// The position as text.
    pub position: String,
    /// What the file says of its answer.
    pub known: Known,
}

/// Finds the problems in the text of a file.
pub(crate) type FindProblems = fn(&str) -> Result<Vec<FileProblem>, String>;

/// Makes text of the bytes of a file.
pub(crate) type Decode = fn(Vec<u8>) -> Result<String, String>;

/// How files of positions are read if a game does not say; a mark of the order of bytes before them is none of the text.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        format!("it is not text in UTF-8: byte {at} begins no character")
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Makes the bytes of a file with this extension of a text.
pub(crate) type Encode = fn(&str, &str) -> Vec<u8>;

/// What a game says of its files.
#[derive(Clone)]
pub(crate) struct Files {
    pub(crate) position_columns: Vec<String>,
    /// Whether positions may begin with `#`, as comments do.
    pub(crate) has_hashes: bool,
    pub(crate) columns: Vec<Column>,
    pub(crate) annotations: ReadAnnotations,
    pub(crate) decode: Decode,
    pub(crate) encode: Encode,
    pub(crate) problems: Option<FindProblems>,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            position_columns: Vec::new(),
            has_hashes: false,
            columns: Vec::new(),
            annotations: |_| Ok(Annotations::default()),
            decode: utf8,
            encode: |_, text| text.as_bytes().to_vec(),
            problems: None,
        }
    }
}
