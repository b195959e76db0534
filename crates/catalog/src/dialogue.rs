//! Dialogues: protocols of commands that are answered one after the other.
//!
//! The idea: where a [`Protocol`](crate::Protocol) is a position and a question about it, some programs with a board give
//! commands of many kinds, each with an answer of its own. What these say is the game's; lines go in and out by the program, and
//! a question that takes a search is put to an [`Oracle`], which knows the limits.

use proofset_core::Verdict;

use crate::InputError;

/// A protocol of commands and answers, which a game brings with its entry.
#[derive(Clone, Copy, Debug)]
pub struct Dialogue {
    /// The word that begins it: a command of the program.
    pub name: &'static str,
    /// What it is, in a line, for help.
    pub summary: &'static str,
    /// Begins one.
    pub begin: fn() -> Box<dyn Talk>,
}

/// One dialogue.
pub trait Talk {
    /// Takes in a line and says what there is to say to it.
    fn hear(&mut self, line: &str, oracle: &mut dyn Oracle) -> Said;
}

/// What is said to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The text, to be written with another line end behind it; empty for nothing.
    pub text: String,
    /// Whether this was the end.
    pub is_last: bool,
}

/// Who knows answers.
pub trait Oracle {
    /// Searches for the answer to a question about a game, within the limits that there are: all that is asked for one line
    /// shares its time.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    fn ask(&mut self, game: &str, position: &str, goal: &str) -> Result<Answered, InputError> {
        self.ask_within(1, game, position, goal)
    }

    /// The same with one part in so many of the time that is left.
    ///
    /// # Errors
    ///
    /// As for [`ask`](Self::ask).
    fn ask_within(&mut self, part: u32, game: &str, position: &str, goal: &str) -> Result<Answered, InputError>;
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The verdict; unknown if a limit was reached.
    pub verdict: Verdict,
    /// The moves of the line.
    pub line: Vec<String>,
    /// Nodes that were expanded; where a search goes on that a limit had stopped, those since then.
    pub expanded: u64,
}
