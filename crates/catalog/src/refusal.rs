//! Why a search does not suit a question, in words.

use crate::claims::Repeats;
use crate::host::ErasedQuestion;
use crate::run::path;
use crate::{AlgorithmSpec, InputError};

/// Why a search does not begin.
pub(crate) enum Refusal {
    /// The specification can be mended as the message says.
    Mend(InputError),
    /// The search is not one for this problem, for this reason.
    Unfit(String),
    /// The search is for scores, and the game has none.
    NoScores,
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Mend(error)
    }
}

/// The place of the heuristic that an algorithm names, or of the first one.
pub(crate) fn heuristic(question: &ErasedQuestion, algorithm: &AlgorithmSpec) -> Result<usize, InputError> {
    let Some(name) = &algorithm.init else { return Ok(0) };
    let entries = question.host().heuristics();
    entries.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let message = format!("{} has no heuristic {name:?}; init is one of {}", question.label.game, names.join(", "));
        AlgorithmSpec::error(&algorithm.to_string(), message)
    })
}

/// That states can come back, and how if that is known.
pub(crate) fn repeats(question: &ErasedQuestion) -> String {
    match question.host().repeats() {
        Repeats::Along(cycle) => format!("the graph has a cycle, {}", path(cycle.clone())),
        Repeats::Never | Repeats::Perhaps => "positions can repeat".to_owned(),
    }
}
