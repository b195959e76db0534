//! Questions about mates, as text: `mate`, `mated`, `mate-in:3`, `mate-in:-2`, `mate:no-clock`, `mate-in:5:checks`.
//!
//! The idea: the sign convention of mate collections and engines. A positive number is a mate that the side to move
//! gives; a negative one is a mate that it suffers. Both count the moves of the side that gives mate. A question without
//! the clock leaves out the fifty-move rule, as endgame tables do. A restriction takes moves away from the attacker alone,
//! so that whatever is proven is a mate of the game, while a disproof says only that there is none of that kind. The
//! invariant: a bound is at least 1 and at most [`MateGoal::MAX_MOVES`], more than any game under the fifty-move rule can
//! need.

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

/// What the attacker may play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Restriction {
    /// Checks only.
    checks: bool,
    /// Only moves that leave the king that is to be mated so many moves at most.
    king_moves: Option<u8>,
}

/// The question whether one side can force mate, in any number of moves or in a bounded one, with all of its moves or
/// with some.
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
    restriction: Restriction,
}

impl MateGoal {
    /// The side to move forces mate.
    pub const MATE: Self = Self::unrestricted(Attacker::SideToMove, Patience::Clock);

    /// The side to move is forced into mate.
    pub const MATED: Self = Self::unrestricted(Attacker::Opponent, Patience::Clock);

    /// The side to move forces mate, with no fifty-move rule.
    pub const MATE_NO_CLOCK: Self = Self::unrestricted(Attacker::SideToMove, Patience::Endless);

    /// The side to move is forced into mate, with no fifty-move rule.
    pub const MATED_NO_CLOCK: Self = Self::unrestricted(Attacker::Opponent, Patience::Endless);

    /// The largest bound. Captures and pawn moves restart the half-move clock at most 126 times (see [`Mate`] on the
    /// rank), so that a game has at most 127 * 100 half-moves: no mate needs more moves than this.
    ///
    /// [`Mate`]: crate::Mate
    pub const MAX_MOVES: u16 = 6400;

    /// The most moves that a king can have: those to its neighbours, and castling.
    pub const MAX_KING_MOVES: u8 = 8;

    const fn unrestricted(attacker: Attacker, patience: Patience) -> Self {
        Self { attacker, patience, restriction: Restriction { checks: false, king_moves: None } }
    }

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
            Some(moves @ 1..=Self::MAX_MOVES) => Ok(Self::unrestricted(attacker, Patience::Moves(moves))),
            _ => {
                let most = Self::MAX_MOVES;
                Err(NotationError::new(format!("a mate in {given} is out of range; expected at most {most} moves")))
            }
        }
    }

    /// The same question with a bound on the attacker's moves in place of its own, and with the fifty-move rule.
    ///
    /// # Errors
    ///
    /// When the number is not from 1 to [`MAX_MOVES`](Self::MAX_MOVES).
    pub fn within(self, moves: u16) -> Result<Self, NotationError> {
        Ok(Self { restriction: self.restriction, ..Self::bounded(self.attacker, Some(moves), moves)? })
    }

    /// The same question with a restriction more: every move of the attacker gives check.
    #[must_use]
    pub fn by_checks(self) -> Self {
        Self { restriction: Restriction { checks: true, ..self.restriction }, ..self }
    }

    /// The same question with a restriction more: every move of the attacker leaves the king that is to be mated at most
    /// this many legal moves.
    ///
    /// # Errors
    ///
    /// When the number is larger than [`MAX_KING_MOVES`](Self::MAX_KING_MOVES).
    pub fn with_king_moves(self, most: u8) -> Result<Self, NotationError> {
        self.confining(Some(most), most)
    }

    /// `most` is absent if it is larger than its type; `given` is what to call it.
    fn confining(self, most: Option<u8>, given: impl fmt::Display) -> Result<Self, NotationError> {
        let limit = Self::MAX_KING_MOVES;
        if most.is_none_or(|most| most > limit) {
            let message = format!("king-moves={given} is out of range; expected a number from 0 to {limit}");
            return Err(NotationError::new(message));
        }
        Ok(Self { restriction: Restriction { king_moves: most, ..self.restriction }, ..self })
    }

    /// The same question with the side that gives mate in place of its own, and with the fifty-move rule instead of a
    /// bound.
    #[must_use]
    pub fn with_attacker(self, attacker: Attacker) -> Self {
        Self { attacker, patience: Patience::Clock, ..self }
    }

    /// True if every move of the attacker has to give check.
    pub fn is_by_checks(self) -> bool {
        self.restriction.checks
    }

    /// The most legal moves that a move of the attacker may leave the king that is to be mated, if there is a limit.
    pub fn king_moves(self) -> Option<u8> {
        self.restriction.king_moves
    }

    /// True if the attacker may not play all legal moves. A mate that is found is one all the same; that there is none
    /// says nothing about the other moves.
    pub fn is_restricted(self) -> bool {
        self.restriction != Restriction::default()
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
        let mut words = text.split(':').map(str::trim);
        let mut goal = match words.next() {
            Some("mate") => Self::MATE,
            Some("mated") => Self::MATED,
            Some("mate-in") if text.contains(':') => {
                let number = words.next().unwrap_or_default();
                let (attacker, digits) = match number.strip_prefix('-') {
                    Some(digits) => (Attacker::Opponent, digits),
                    None => (Attacker::SideToMove, number),
                };
                if digits.is_empty() || !digits.bytes().all(|symbol| symbol.is_ascii_digit()) {
                    let message = format!("`{number}` in the goal `{text}` is not a number of moves");
                    let example = "; expected one such as 3, or -3 if the side to move is mated";
                    return Err(NotationError::new(message + example));
                }
                Self::bounded(attacker, digits.parse().ok(), digits)?
            }
            _ => {
                let message = format!("`{text}` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`");
                let others = ", with N below 0 if the side to move is mated, and maybe `:no-clock`, `:checks` or \
                              `:king-moves=N` behind it";
                return Err(NotationError::new(message + others));
            }
        };
        let mut given: Vec<&str> = Vec::new();
        for word in words {
            let key = word.split('=').next().unwrap_or(word);
            if given.contains(&key) {
                return Err(NotationError::new(format!(
                    "`{key}` is given twice in the goal `{text}`; expected it once"
                )));
            }
            given.push(key);
            goal = match word.split_once('=') {
                None if word == "no-clock" && goal.moves().is_some() => {
                    let message = format!("the goal `{text}` has a bound, which the fifty-move rule goes with");
                    return Err(NotationError::new(message + "; leave out `no-clock`"));
                }
                None if word == "no-clock" => Self { patience: Patience::Endless, ..goal },
                None if word == "checks" => goal.by_checks(),
                Some(("king-moves", number))
                    if !number.is_empty() && number.bytes().all(|symbol| symbol.is_ascii_digit()) =>
                {
                    goal.confining(number.parse().ok(), number)?
                }
                _ => {
                    let message = format!("`{word}` in the goal `{text}` is not known");
                    let known = "; expected `no-clock`, `checks`, or `king-moves=N` such as `king-moves=2`";
                    return Err(NotationError::new(message + known));
                }
            };
        }
        Ok(goal)
    }
}

impl fmt::Display for MateGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.attacker, self.patience) {
            (attacker, Patience::Moves(moves)) => {
                let sign = if attacker == Attacker::Opponent { "-" } else { "" };
                write!(f, "mate-in:{sign}{moves}")?;
            }
            (Attacker::SideToMove, _) => f.write_str("mate")?,
            (Attacker::Opponent, _) => f.write_str("mated")?,
        }
        if !self.has_clock() {
            f.write_str(":no-clock")?;
        }
        if self.is_by_checks() {
            f.write_str(":checks")?;
        }
        self.king_moves().map_or(Ok(()), |most| write!(f, ":king-moves={most}"))
    }
}
