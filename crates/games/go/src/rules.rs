//! What is agreed before a game: the rules that differ between countries and programs.

use std::fmt;

use proofset_core::{Arguments, NotationError, Parameter, Parameters};

/// What may not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    /// Nothing but the last single stone that was captured: the rule for simple ko. Longer cycles may go on for ever, and
    /// then the stones in question have not been captured.
    None,
    /// No arrangement of stones.
    Positional,
    /// No arrangement of stones with the same side to move.
    Situational,
}

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What may not come back.
    pub superko: Superko,
    /// Whether a side may take off its own stones by filling their last liberty; never a single stone.
    pub allows_suicide: bool,
    /// Whether a side may play elsewhere. If not, it plays in the region as long as it has a legal move there.
    pub allows_tenuki: bool,
    /// Whether positions are judged without a search where chains live unconditionally or can be captured at once.
    pub is_static: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { superko: Superko::None, allows_suicide: false, allows_tenuki: true, is_static: true }
    }
}

impl Rules {
    /// What can be chosen, as text: `superko=positional,suicide`.
    pub fn parameters() -> Parameters {
        let superko = Parameter::choice(
            "superko",
            "what may not come back: only the stone of a simple ko (none), an arrangement of stones (positional), or one with \
             the same side to move (situational)",
            &["none", "positional", "situational"],
        );
        Parameters::keys()
            .with(superko)
            .with(Parameter::switch("suicide", "several own stones may be taken off by filling their last liberty"))
            .with(Parameter::switch("no-tenuki", "nobody may play elsewhere while there is a legal move in the region"))
            .with(Parameter::switch("no-static", "no position is judged without a search: for comparisons"))
    }

    /// The rules with these [parameters](Self::parameters).
    pub fn from_arguments(arguments: &Arguments) -> Self {
        let superko = match arguments.choice("superko") {
            "positional" => Superko::Positional,
            "situational" => Superko::Situational,
            _ => Superko::None,
        };
        Self {
            superko,
            allows_suicide: arguments.is_on("suicide"),
            allows_tenuki: !arguments.is_on("no-tenuki"),
            is_static: !arguments.is_on("no-static"),
        }
    }

    /// Reads the parameters.
    ///
    /// # Errors
    ///
    /// Says which of them is wrong.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        Ok(Self::from_arguments(&Self::parameters().read(Some(text).filter(|text| !text.is_empty()))?))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let superko = match self.superko {
            Superko::None => "none",
            Superko::Positional => "positional",
            Superko::Situational => "situational",
        };
        let arguments = Self::parameters().defaults();
        let arguments = arguments.with("superko", superko).with("suicide", self.allows_suicide);
        arguments.with("no-tenuki", !self.allows_tenuki).with("no-static", !self.is_static).fmt(f)
    }
}
