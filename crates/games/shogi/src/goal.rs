//! Questions about mates, as text: `mate`, `mated`, `mate-in:5`, `mated-in:4`, `mate-in:3:no-futile`.
//!
//! The idea: tsume-shogi counts half-moves of both sides, from the first check to the mate. So a mate that the side to
//! move gives has an odd number of them, one that it suffers an even one. The invariant: a bound has that parity and
//! is at least 1 and at most [`TsumeGoal::MAX_PLIES`].
//!
//! Composers do not count interpositions that change nothing. A question may leave those out: see
//! [`TsumeGoal::without_futile`].

use std::fmt;
use std::str::FromStr;

use proofset_core::NotationError;

/// Who gives mate, seen from the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attacker {
    /// The side to move.
    SideToMove,
    /// The side that has just moved.
    Opponent,
}

/// The question whether one side can mate by a series of checks, of any length or of a bounded one.
///
/// ```
/// use proofset_shogi::TsumeGoal;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let goal: TsumeGoal = "mate-in:5".parse()?;
/// assert_eq!(goal, TsumeGoal::mate_in(5)?);
/// assert_eq!(goal.plies(), Some(5));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TsumeGoal {
    attacker: Attacker,
    plies: Option<u16>,
    /// True if futile interpositions do not save from mate.
    no_futile: bool,
}

impl TsumeGoal {
    /// The side to move forces mate.
    pub const MATE: Self = Self { attacker: Attacker::SideToMove, plies: None, no_futile: false };

    /// The side to move is forced into mate.
    pub const MATED: Self = Self { attacker: Attacker::Opponent, plies: None, no_futile: false };

    /// The largest bound: some twenty times the longest known problem, which has 1525 plies.
    pub const MAX_PLIES: u16 = 32_767;

    /// The side to move forces mate in at most this many plies, an odd number.
    ///
    /// # Errors
    ///
    /// When the number is even, or not from 1 to [`MAX_PLIES`](Self::MAX_PLIES).
    pub fn mate_in(plies: u16) -> Result<Self, NotationError> {
        Self::bounded(Attacker::SideToMove, Some(plies), plies)
    }

    /// The side to move is forced into mate in at most this many plies, an even number.
    ///
    /// # Errors
    ///
    /// When the number is odd, or not from 2 to [`MAX_PLIES`](Self::MAX_PLIES).
    pub fn mated_in(plies: u16) -> Result<Self, NotationError> {
        Self::bounded(Attacker::Opponent, Some(plies), plies)
    }

    /// `plies` is absent if it is larger than its type; `given` is what to call it.
    fn bounded(attacker: Attacker, plies: Option<u16>, given: impl fmt::Display) -> Result<Self, NotationError> {
        let (odd, what, least) = match attacker {
            Attacker::SideToMove => (true, "a mate that the side to move gives has an odd number of plies", 1),
            Attacker::Opponent => (false, "a mate that the side to move suffers has an even number of plies", 2),
        };
        let most = Self::MAX_PLIES;
        let Some(plies) = plies.filter(|plies| (least..=most).contains(plies)) else {
            let range = format!("{given} plies are out of range; expected a number from {least} to {most}");
            return Err(NotationError::new(range));
        };
        if (plies % 2 == 1) != odd {
            let example = if odd { "3 or 5" } else { "2 or 4" };
            return Err(NotationError::new(format!("{what}, not {plies}; expected one such as {example}")));
        }
        Ok(Self { attacker, plies: Some(plies), no_futile: false })
    }

    /// The same question with a bound in place of its own.
    ///
    /// # Errors
    ///
    /// When the number does not have the parity of the question, or is out of range.
    pub fn within(self, plies: u16) -> Result<Self, NotationError> {
        Ok(Self { no_futile: self.no_futile, ..Self::bounded(self.attacker, Some(plies), plies)? })
    }

    /// The same question without futile interpositions (*muda-ai*): a check from afar is mate if every answer is a piece
    /// put between that the checking piece takes at once with mate, in this very sense.
    ///
    /// Only the end of a mate is affected: what is put between earlier counts, whatever it is good for. A mate by this
    /// rule is one by the rules of the game, and at most a few plies shorter.
    #[must_use]
    pub fn without_futile(self) -> Self {
        Self { no_futile: true, ..self }
    }

    /// The same question with the side that gives mate in place of its own, and without a bound.
    #[must_use]
    pub fn with_attacker(self, attacker: Attacker) -> Self {
        Self { attacker, plies: None, ..self }
    }

    /// True if futile interpositions are left out.
    pub fn leaves_out_futile(self) -> bool {
        self.no_futile
    }

    /// Who gives mate.
    pub fn attacker(self) -> Attacker {
        self.attacker
    }

    /// The bound in half-moves of both sides, counted from the root, if there is one.
    pub fn plies(self) -> Option<u16> {
        self.plies
    }
}

impl FromStr for TsumeGoal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        let (question, no_futile) = match text.rsplit_once(':') {
            Some((question, word)) if word.trim() == "no-futile" => (question.trim_end(), true),
            _ => (text, false),
        };
        let (attacker, number) = match (question, question.split_once(':')) {
            ("mate", _) => return Ok(Self { no_futile, ..Self::MATE }),
            ("mated", _) => return Ok(Self { no_futile, ..Self::MATED }),
            (_, Some(("mate-in", number))) => (Attacker::SideToMove, number.trim()),
            (_, Some(("mated-in", number))) => (Attacker::Opponent, number.trim()),
            _ => {
                let message = format!("`{text}` is not a goal of tsume-shogi; expected `mate`, `mate-in:N`, `mated`");
                let counted = "with N counting the moves of both sides, and maybe `:no-futile` behind it";
                return Err(NotationError::new(format!("{message} or `mated-in:N`, {counted}")));
            }
        };
        if number.is_empty() || !number.bytes().all(|symbol| symbol.is_ascii_digit()) {
            let message = format!("`{number}` in the goal `{text}` is not a number of plies");
            return Err(NotationError::new(message + "; expected one such as 5"));
        }
        Ok(Self { no_futile, ..Self::bounded(attacker, number.parse().ok(), number)? })
    }
}

impl fmt::Display for TsumeGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.attacker {
            Attacker::SideToMove => "mate",
            Attacker::Opponent => "mated",
        };
        match self.plies {
            None => f.write_str(name)?,
            Some(plies) => write!(f, "{name}-in:{plies}")?,
        }
        f.write_str(if self.no_futile { ":no-futile" } else { "" })
    }
}
