//! Solutions: proofs as trees of moves, for files that people open in a program with a board.
//!
//! The idea: a certificate is a graph, and such files are trees. Every record of it is shown once, where it is nearest to the
//! root; what leads to it from elsewhere ends there with a note. The moves stand in one list, each with the place of the one
//! before it, so that nothing here is as deep as play is long.

use proofset_core::Value;

/// A move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolutionMove {
    /// The place of the move before it; none for a first move.
    pub before: Option<usize>,
    /// The move, as lines have it.
    pub text: String,
    /// What is said of it.
    pub note: Option<Note>,
}

/// What is said of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A first move that keeps what the verdict says: its side reaches what it wants.
    /// With a value, play is over by the rules.
    Right(Option<Value>),
    /// A first move behind which the other side reaches it; with a value, play is over by the rules.
    Wrong(Option<Value>),
    /// A first move of which it is not known.
    NotKnown,
    /// Behind a later move, play is over by the rules, with this value.
    End(Value),
    /// What follows is shown elsewhere.
    Elsewhere,
    /// What follows is left out, for the solution is large.
    Cut,
}

impl Note {
    /// The value with which play is over by the rules, if it is said that it is.
    pub fn end(self) -> Option<Value> {
        match self {
            Self::End(value) => Some(value),
            Self::Right(value) | Self::Wrong(value) => value,
            Self::NotKnown | Self::Elsewhere | Self::Cut => None,
        }
    }
}

/// Moves with those that follow them, in no other order than that a move stands behind the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    moves: Vec<SolutionMove>,
}

impl Solution {
    /// Adds a move behind another, or a first move, and returns its place.
    pub fn push(&mut self, before: Option<usize>, text: impl Into<String>, note: Option<Note>) -> usize {
        self.moves.push(SolutionMove { before, text: text.into(), note });
        self.moves.len() - 1
    }

    /// Says something of a move.
    pub fn note(&mut self, place: usize, note: Note) {
        self.moves[place].note = Some(note);
    }

    /// The moves in their places.
    pub fn moves(&self) -> &[SolutionMove] {
        &self.moves
    }

    /// The places of the moves behind each move, and of the first moves at last.
    pub fn behind(&self) -> Vec<Vec<usize>> {
        let mut behind = vec![Vec::new(); self.moves.len() + 1];
        for (place, mv) in self.moves.iter().enumerate() {
            behind[mv.before.unwrap_or(self.moves.len())].push(place);
        }
        behind
    }
}
