//! Questions about mates, as text: `mate`, `mated`, `mate-in:3`, `mate-in:-2`, `mate:no-clock`, `mated:no-clock`.
//!
//! The idea: the sign convention of mate collections and engines. A positive number is a mate that the side to move
//! gives; a negative one is a mate that it suffers. Both count the moves of the side that gives mate. A question without
//! the clock leaves out the fifty-move rule, as endgame tables do. The invariant: a bound is at least 1 and at most
//! [`MateGoal::MAX_MOVES`], more than any game under the fifty-move rule can need.

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

/// How long the attacker may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Patience {
    /// As long as the fifty-move rule allows.
    Clock,
    /// So many of its moves, from 1 to `MAX_MOVES`, and as long as the fifty-move rule allows.
    Moves(u16),
    /// As long as it needs.
    Endless,
}

/// The question whether one side can force mate, in any number of moves or in a bounded one.
///
/// ```
/// use proofset_chess::MateGoal;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let goal: MateGoal = "mate-in:-2".parse()?;
/// assert_eq!(goal, MateGoal::mated_in(2)?);
/// assert_eq!(goal.plies(), Some(4)); // the side to move has to move twice, and is mated twice that far on
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MateGoal {
    attacker: Attacker,
    patience: Patience,
}

impl MateGoal {
    /// The side to move forces mate.
    pub const MATE: Self = Self { attacker: Attacker::SideToMove, patience: Patience::Clock };

    /// The side to move is forced into mate.
    pub const MATED: Self = Self { attacker: Attacker::Opponent, patience: Patience::Clock };

    /// The side to move forces mate, with no fifty-move rule.
    pub const MATE_NO_CLOCK: Self = Self { attacker: Attacker::SideToMove, patience: Patience::Endless };

    /// The side to move is forced into mate, with no fifty-move rule.
    pub const MATED_NO_CLOCK: Self = Self { attacker: Attacker::Opponent, patience: Patience::Endless };

    /// The largest bound. Captures and pawn moves restart the half-move clock at most 126 times (see [`Mate`] on the
    /// rank), so that a game has at most 127 * 100 half-moves: no mate needs more moves than this.
    ///
    /// [`Mate`]: crate::Mate
    pub const MAX_MOVES: u16 = 6400;

    /// The side to move forces mate in at most this many of its moves.
    ///
    /// # Errors
    ///
    /// When the number is not from 1 to [`MAX_MOVES`](Self::MAX_MOVES).
    pub fn mate_in(moves: u16) -> Result<Self, NotationError> {
        Self::bounded(Attacker::SideToMove, Some(moves), moves)
    }

    /// The side to move is forced into mate in at most this many moves of its opponent.
    ///
    /// # Errors
    ///
    /// When the number is not from 1 to [`MAX_MOVES`](Self::MAX_MOVES).
    pub fn mated_in(moves: u16) -> Result<Self, NotationError> {
        Self::bounded(Attacker::Opponent, Some(moves), moves)
    }

    /// `moves` is absent if it is larger than its type; `given` is what to call it.
    fn bounded(attacker: Attacker, moves: Option<u16>, given: impl fmt::Display) -> Result<Self, NotationError> {
        match moves {
            Some(0) => Err(NotationError::new("a mate takes at least 1 move; expected a number other than 0")),
            Some(moves @ 1..=Self::MAX_MOVES) => Ok(Self { attacker, patience: Patience::Moves(moves) }),
            _ => {
                let most = Self::MAX_MOVES;
                Err(NotationError::new(format!("a mate in {given} is out of range; expected at most {most} moves")))
            }
        }
    }

    /// Who gives mate.
    pub fn attacker(self) -> Attacker {
        self.attacker
    }

    /// The bound on the attacker's moves, if there is one.
    pub fn moves(self) -> Option<u16> {
        match self.patience {
            Patience::Moves(moves) => Some(moves),
            Patience::Clock | Patience::Endless => None,
        }
    }

    /// True if the fifty-move rule holds. Without it and without a bound, positions may repeat, and play that goes on for
    /// ever is no mate.
    pub fn has_clock(self) -> bool {
        self.patience != Patience::Endless
    }

    /// The bound in half-moves of both sides, counted from the root.
    pub fn plies(self) -> Option<u16> {
        self.moves().map(|moves| match self.attacker {
            Attacker::SideToMove => 2 * moves - 1,
            Attacker::Opponent => 2 * moves,
        })
    }
}

impl FromStr for MateGoal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        match text {
            "mate" => return Ok(Self::MATE),
            "mated" => return Ok(Self::MATED),
            "mate:no-clock" => return Ok(Self::MATE_NO_CLOCK),
            "mated:no-clock" => return Ok(Self::MATED_NO_CLOCK),
            _ => {}
        }
        let Some(number) = text.strip_prefix("mate-in:") else {
            let message = format!("`{text}` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`");
            let others = ", with N below 0 if the side to move is mated, or `mate:no-clock` or `mated:no-clock`";
            return Err(NotationError::new(message + others));
        };
        let number = number.trim();
        let (attacker, digits) = match number.strip_prefix('-') {
            Some(digits) => (Attacker::Opponent, digits),
            None => (Attacker::SideToMove, number),
        };
        if digits.is_empty() || !digits.bytes().all(|symbol| symbol.is_ascii_digit()) {
            let message = format!("`{number}` in the goal `{text}` is not a number of moves");
            return Err(NotationError::new(message + "; expected one such as 3, or -3 if the side to move is mated"));
        }
        Self::bounded(attacker, digits.parse().ok(), digits)
    }
}

impl fmt::Display for MateGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.attacker, self.patience) {
            (Attacker::SideToMove, Patience::Clock) => f.write_str("mate"),
            (Attacker::Opponent, Patience::Clock) => f.write_str("mated"),
            (Attacker::SideToMove, Patience::Moves(moves)) => write!(f, "mate-in:{moves}"),
            (Attacker::Opponent, Patience::Moves(moves)) => write!(f, "mate-in:-{moves}"),
            (Attacker::SideToMove, Patience::Endless) => f.write_str("mate:no-clock"),
            (Attacker::Opponent, Patience::Endless) => f.write_str("mated:no-clock"),
        }
    }
}
