//! The parameters of the game.

use std::fmt;
use std::str::FromStr;

use proofset_core::{Arguments, NotationError, Parameter, Parameters};

/// Whether forced answers are the only moves.
///
/// As text: nothing, or `forced`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    forced: bool,
}

impl Rules {
    /// The usual game, in which every empty cell can get a stone.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game in which whoever can complete a line must, and else whoever must stop the other player's line.
    ///
    /// Other moves lose, or win later; so every position has the value that it has in the usual game.
    #[must_use]
    pub fn with_forced_answers(self) -> Self {
        Self { forced: true }
    }

    /// What can be chosen, as text: `forced`.
    pub fn parameters() -> Parameters {
        Parameters::keys()
            .with(Parameter::switch("forced", "only moves that complete a line or stop one, where there are such"))
    }

    /// The rules with these [parameters](Self::parameters).
    pub fn from_arguments(arguments: &Arguments) -> Self {
        Self { forced: arguments.is_on("forced") }
    }

    /// Whether forced answers are the only moves.
    #[inline]
    pub fn forced(self) -> bool {
        self.forced
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Self::from_arguments(&Self::parameters().read(Some(text))?))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::parameters().defaults().with("forced", self.forced).fmt(f)
    }
}
