//! What was on the board before a position, as far as the moves tell that lead to it.
//!
//! The idea: a position that has stood twice is drawn when it comes back, for the defender claims the draw. So of the positions since
//! the last capture or pawn move, before which nothing can come back, those that have stood twice are remembered: the attacker may not
//! have them once more.
//!
//! The invariant: the text gives back the same history. It begins at the first position that can come back, and where nothing has stood
//! twice it is that of the position alone. Only where the last moves are not told does the text say less.

use std::fmt;
use std::str::FromStr;

use cozy_chess::Board;
use proofset_core::NotationError;

use crate::rules::{Position, read};

/// A position, and what can be said of those before it.
///
/// ```
/// use proofset_chess::History;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let rook = "fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves";
/// let once: History = format!("{rook} a1a2 e8e7").parse()?;
/// assert_eq!(once.to_string(), "8/4k3/8/8/8/8/R7/4K3 w - - 2 1");
/// let twice: History = format!("{rook} a1a2 e8e7 a2a1 e7e8").parse()?;
/// assert_eq!(twice.to_string(), format!("{rook} a1a2 e8e7 a2a1 e7e8"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct History {
    /// The positions from the first one on that can come back.
    stood: Vec<Position>,
    /// The moves between them, in coordinates; none if they are not all told.
    moves: Vec<String>,
}

impl History {
    /// The position at its end.
    pub fn position(&self) -> &Position {
        self.stood.last().expect("there is a first position")
    }

    /// The positions that have stood twice or more and can come back, each as often as it has come back.
    pub(crate) fn stood_twice(&self) -> Vec<Board> {
        let is_again = |&(index, position): &(usize, &Position)| {
            self.stood[..index].iter().any(|other| other.board().same_position(position.board()))
        };
        self.stood.iter().enumerate().filter(is_again).map(|(_, position)| position.board().clone()).collect()
    }

    /// The same with a position behind it, to which moves have led that are not told. The text is that of the position alone.
    pub(crate) fn reaching(&self, position: Position) -> Self {
        let mut stood = self.stood.clone();
        stood.push(position);
        Self { stood, moves: Vec::new() }
    }

    fn after(mut self, text: &str) -> Result<Self, NotationError> {
        let position = self.position();
        let mv = position.parse_move(text)?;
        let (text, next) = (position.move_text(mv), position.after(mv));
        if next.half_move_clock() == 0 {
            return Ok(next.into());
        }
        self.moves.push(text);
        self.stood.push(next);
        Ok(self)
    }
}

/// A position before which nothing is known.
impl From<Position> for History {
    fn from(position: Position) -> Self {
        Self { stood: vec![position], moves: Vec::new() }
    }
}

/// Reads what [`Position`] reads.
impl FromStr for History {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text, Self::after)
    }
}

/// Writes the position, or the first one and the moves behind it where some position has stood twice.
impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() || self.stood_twice().is_empty() {
            return write!(f, "{}", self.position());
        }
        write!(f, "fen {} moves {}", self.stood[0], self.moves.join(" "))
    }
}
