//! The parts of a certificate: header, records, edges, and the dictionary of move texts.
//!
//! What makes a list of records a well-formed certificate (edges lead to records that exist, and forward unless the
//! version allows others; the number of edges fits the kind) is written once, in [`check_shape`], for the writer and for
//! both forms of the reader.

use proofset_core::Value;
use thiserror::Error;

use crate::format::{ACYCLIC_VERSION, CYCLIC_VERSION, SEQUENCES_VERSION};

/// The versions of the format: whether edges may lead back, and whether records may hold threat sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// Version 1: every edge leads to a record with a larger number, so that every line of play ends.
    Acyclic,
    /// Version 2: edges may lead back to choice and all records, where play without end has the value of the verdict.
    Cyclic,
    /// Version 3: as version 1, and a [threat sequence](Record::sequence) may stand for many records.
    Sequences,
}

impl Version {
    /// The number that stands in files.
    pub fn number(self) -> u64 {
        match self {
            Self::Acyclic => ACYCLIC_VERSION,
            Self::Cyclic => CYCLIC_VERSION,
            Self::Sequences => SEQUENCES_VERSION,
        }
    }

    /// The version with this number.
    pub(crate) fn from_number(number: u64) -> Option<Self> {
        [Self::Acyclic, Self::Cyclic, Self::Sequences].into_iter().find(|version| version.number() == number)
    }
}

/// What a certificate is about, and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The game, as its catalog names it.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The question about the position.
    pub goal: String,
    /// The answer.
    pub verdict: Value,
}

impl Header {
    /// What a certificate is about: a game and a position as the program writes them, a goal, and what was found.
    pub fn new(game: impl Into<String>, position: impl Into<String>, goal: impl Into<String>, verdict: Value) -> Self {
        Self { game: game.into(), position: position.into(), goal: goal.into(), verdict }
    }
}

/// The kinds of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// The rules end play here, with the value of the verdict.
    Leaf,
    /// The side that the verdict favours moves, and one move is named.
    Choice,
    /// The other side moves, and every legal move is answered.
    All,
    /// The side that the verdict favours moves, and a threat sequence is named that ends play.
    Sequence,
}

impl std::fmt::Display for RecordKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Leaf => "leaf",
            Self::Choice => "choice",
            Self::All => "all",
            Self::Sequence => "sequence",
        })
    }
}

/// A move and the number of the record of the position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge<'a> {
    /// The move, in the game's notation.
    pub mv: &'a str,
    /// The number of the record.
    pub child: u32,
}

/// One record, as [`Reader::next_record`](crate::Reader::next_record) shows it.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub(crate) index: u32,
    pub(crate) kind: RecordKind,
    pub(crate) edges: &'a [StoredEdge],
    pub(crate) sequence: &'a [u32],
    pub(crate) moves: &'a Dictionary,
}

impl<'a> Record<'a> {
    /// The number of the record; the root has number 0.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The kind of the record.
    pub fn kind(&self) -> RecordKind {
        self.kind
    }

    /// The [room](room) that it takes to work on it.
    pub(crate) fn room(&self) -> usize {
        room(self.edges.len(), self.moves)
    }

    /// The edges, in the order of the file.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = Edge<'a>> + use<'a> {
        let moves = self.moves;
        self.edges.iter().map(move |edge| Edge { mv: moves.text(edge.mv), child: edge.child })
    }

    /// The threat sequence: what a sequence record holds, and in an all record the answer to every legal move that has
    /// no edge. Empty if there is none.
    ///
    /// Its moves are *c1 d1 w1 c2 d2 w2 ... cn*: the favoured side threatens with *c1*, which leaves the other side the
    /// one reply *d1*, since *w1* ends play after every other one; it threatens with *c2*, and so on, and *cn* ends play.
    pub fn sequence(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let moves = self.moves;
        self.sequence.iter().map(move |&mv| moves.text(mv))
    }
}

/// Records that no reader accepts and no writer writes, whatever the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// An edge to the record itself or to an earlier one, in a certificate of version 1.
    #[error(
        "record {record}: the move {mv:?} leads back to record {child}, and a cycle is no proof; every edge must lead \
         to a record with a larger number"
    )]
    Backward {
        /// The record that holds the edge.
        record: u32,
        /// The move.
        mv: String,
        /// The record that the edge leads to.
        child: u32,
    },
    /// An edge to a record that does not exist.
    #[error("record {record}: the move {mv:?} leads to record {child}, but the last record is {}", .count - 1)]
    Dangling {
        /// The record that holds the edge.
        record: u32,
        /// The move.
        mv: String,
        /// The record that the edge leads to.
        child: u64,
        /// The number of records.
        count: u32,
    },
    /// A leaf or a threat sequence with edges, or a choice with another number of moves than one.
    #[error(
        "record {record}: a {kind} record has {}, and this one has {found}",
        if *.kind == RecordKind::Choice { "exactly one move" } else { "no moves" }
    )]
    MoveCount {
        /// The record.
        record: u32,
        /// Its kind.
        kind: RecordKind,
        /// The number of its moves.
        found: usize,
    },
    /// A threat sequence of a length that none has, or a sequence record without one.
    #[error(
        "record {record}: a threat sequence has one move, or three more for each further threat (the threat, the reply \
         that it leaves, and the move that ends play after any other), and this one has {found}"
    )]
    SequenceLength {
        /// The record.
        record: u32,
        /// The number of moves.
        found: usize,
    },
    /// A threat sequence where there can be none.
    #[error("record {record}: only sequence and all records of version 3 hold threat sequences, and this is a record of the kind {kind} in version {}", .version.number())]
    Sequence {
        /// The record.
        record: u32,
        /// Its kind.
        kind: RecordKind,
        /// The version of the certificate.
        version: Version,
    },
}

/// Checks that a record with this number, out of `count`, can be part of a certificate of this version.
pub(crate) fn check_shape<'a>(
    version: Version,
    record: u32,
    count: u32,
    kind: RecordKind,
    edges: impl ExactSizeIterator<Item = Edge<'a>>,
    sequence: usize,
) -> Result<(), ShapeError> {
    let fits = match kind {
        RecordKind::Leaf | RecordKind::Sequence => edges.len() == 0,
        RecordKind::Choice => edges.len() == 1,
        RecordKind::All => true,
    };
    if !fits {
        return Err(ShapeError::MoveCount { record, kind, found: edges.len() });
    }
    for Edge { mv, child } in edges {
        if child <= record && version != Version::Cyclic {
            return Err(ShapeError::Backward { record, mv: mv.to_owned(), child });
        }
        if child >= count {
            return Err(ShapeError::Dangling { record, mv: mv.to_owned(), child: child.into(), count });
        }
    }
    let may_have_one = version == Version::Sequences && matches!(kind, RecordKind::All | RecordKind::Sequence);
    match (sequence, kind) {
        (0, RecordKind::Leaf | RecordKind::Choice | RecordKind::All) => Ok(()),
        _ if !may_have_one => Err(ShapeError::Sequence { record, kind, version }),
        (moves, _) if moves % 3 == 1 => Ok(()),
        (found, _) => Err(ShapeError::SequenceLength { record, found }),
    }
}

/// An edge whose move is a number in the [`Dictionary`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredEdge {
    pub(crate) mv: u32,
    pub(crate) child: u32,
}

/// Texts of so many bytes take the room of a state.
const BYTES_OF_A_STATE: usize = 128;

/// The room of the edges of a record and of all texts, in states: an edge has one, which is made when the record is checked.
pub(crate) fn room(edges: usize, moves: &Dictionary) -> usize {
    edges + moves.bytes() / BYTES_OF_A_STATE
}

/// The move texts met so far, end to end in one string: a few bytes per text, however many there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionary {
    text: String,
    ends: Vec<usize>,
}

impl Dictionary {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that it takes: lists that grow have as much again in reserve.
    fn bytes(&self) -> usize {
        2 * (self.text.len() + size_of_val(&self.ends[..]))
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    pub(crate) fn text(&self, id: u32) -> &str {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.text[start..self.ends[id]]
    }
}

#[cfg(test)]
mod tests {
    use super::Dictionary;

    #[test]
    fn dictionary_gives_back_every_text() {
        let texts = ["e2e4", "", "é", "e2e4"];
        let mut dictionary = Dictionary::default();
        for text in texts {
            dictionary.push(text);
        }
        assert_eq!(dictionary.len(), 4);
        for (id, text) in (0..).zip(texts) {
            assert_eq!(dictionary.text(id), text);
        }
    }
}
