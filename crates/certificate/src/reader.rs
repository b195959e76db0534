//! Reads a certificate record by record, in either form.
//!
//! The binary form is read as a stream: memory for one record, the dictionary of moves and a buffer. Whoever reads may say how
//! much the first two may take. The JSON form is parsed at once into flat arrays, eight bytes an edge. The invariant of both:
//! every record given out has passed `check_shape`, so its edges lead to records that exist, and forward in version 1; and
//! `Ok(None)` is given only after the whole file was read, ended where it should, and had the right checksum.

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use proofset_core::Value;

use crate::bytes::Bytes;
use crate::format::{
    END_MARK, MAGIC, MAX_HEADER_TEXT, MAX_MOVE_TEXT, MAX_THREATS, TAG_ALL, TAG_ALL_OR_REST, TAG_CHOICE, TAG_LEAF,
    TAG_SEQUENCE,
};
use crate::json::{self, Nodes};
use crate::read_error::{Place, ReadError};
use crate::record::{Dictionary, Header, Record, RecordKind, ShapeError, StoredEdge, Version, check_shape, room};

/// The two forms of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Compact, with a checksum.
    Binary,
    /// For people and scripts.
    Json,
}

enum Source<R> {
    Binary(Bytes<R>),
    Json(Nodes),
}

/// A certificate that is being read.
///
/// ```
/// # fn main() -> Result<(), proofset_certificate::ReadError> {
/// use proofset_certificate::{Reader, RecordKind};
///
/// let file = br#"{"format": "proofset-certificate", "version": 1, "game": "take-away", "position": "0",
///                 "goal": "second:win", "verdict": "proven", "nodes": [{"kind": "leaf"}]}"#;
/// let mut reader = Reader::new(&file[..])?;
/// assert_eq!(reader.header().game, "take-away");
/// assert_eq!(reader.next_record()?.map(|record| record.kind()), Some(RecordKind::Leaf));
/// assert!(reader.next_record()?.is_none());
/// # Ok(())
/// # }
/// ```
pub struct Reader<R> {
    version: Version,
    header: Header,
    count: u32,
    next: u32,
    source: Source<R>,
    moves: Arc<Dictionary>,
    edges: Vec<StoredEdge>,
    sequence: Vec<u32>,
    /// The most [room] that a record and the texts may take.
    most: usize,
    state: State,
}

/// The most bytes of the JSON form, which is read whole.
const MOST_JSON: u64 = 1 << 30;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    Ended,
    Failed,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a certificate of either form. No buffering is needed around `inner`.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the file is not a certificate or ends within the header; for the JSON form, also if its records
    /// are not as described.
    pub fn new(inner: R) -> Result<Self, ReadError> {
        let mut bytes = Bytes::new(inner);
        match bytes.peek()? {
            Some(b'{' | b' ' | b'\t' | b'\n' | b'\r') => Self::from_json(bytes),
            _ => Self::from_binary(bytes),
        }
    }

    fn from_json(bytes: Bytes<R>) -> Result<Self, ReadError> {
        let (version, header, nodes, moves) = json::parse(&bytes.into_rest(MOST_JSON)?)?;
        let count = nodes.len().ok_or(ReadError::NoRecords)?;
        Ok(Self::reading(version, header, count, Source::Json(nodes), moves))
    }

    fn from_binary(mut bytes: Bytes<R>) -> Result<Self, ReadError> {
        for magic in MAGIC {
            if bytes.byte("the mark `PROOFSET`")? != magic {
                let advice = "its first bytes are not `PROOFSET`, nor does it begin with the `{` of the JSON form";
                return Err(ReadError::NotACertificate(advice.to_owned()));
            }
        }
        let found = bytes.varint("the format version")?;
        let version = Version::from_number(found).ok_or(ReadError::Version { found })?;
        let game = bytes.text(MAX_HEADER_TEXT, "the game")?;
        let position = bytes.text(MAX_HEADER_TEXT, "the position")?;
        let goal = bytes.text(MAX_HEADER_TEXT, "the goal")?;
        let offset = bytes.offset();
        let verdict = match bytes.byte("the verdict")? {
            0 => Value::Disproven,
            1 => Value::Proven,
            other => {
                let expected = "the verdict, 0 for disproven or 1 for proven";
                return Err(bytes.malformed(offset, expected, other.to_string()));
            }
        };
        let offset = bytes.offset();
        let count = match bytes.varint("the number of records")? {
            0 => return Err(ReadError::NoRecords),
            count => u32::try_from(count)
                .map_err(|_| bytes.malformed(offset, "a number of records below 2^32", count.to_string()))?,
        };
        let header = Header::new(game, position, goal, verdict);
        Ok(Self::reading(version, header, count, Source::Binary(bytes), Dictionary::default()))
    }

    fn reading(version: Version, header: Header, count: u32, source: Source<R>, moves: Dictionary) -> Self {
        let (edges, sequence) = (Vec::new(), Vec::new());
        let moves = Arc::new(moves);
        let most = usize::MAX;
        Self { version, header, count, next: 0, source, moves, edges, sequence, most, state: State::Reading }
    }

    /// From now on a record for which there is not so much [room] is an error, as soon as that is known.
    pub(crate) fn set_most(&mut self, most: usize) {
        self.most = most;
    }

    /// The version of the format.
    pub fn version(&self) -> Version {
        self.version
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The move texts met so far.
    pub(crate) fn dictionary(&self) -> &Arc<Dictionary> {
        &self.moves
    }

    /// The form of the file.
    pub fn form(&self) -> Form {
        match self.source {
            Source::Binary(_) => Form::Binary,
            Source::Json(_) => Form::Json,
        }
    }

    /// The number of records that the file says it has. In the binary form, a claim until the end is reached.
    pub fn record_count(&self) -> u32 {
        self.count
    }

    /// The next record; `None` once all were read and the file ended as it should.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the file is cut short, altered or malformed. What was read before is worth nothing then.
    pub fn next_record(&mut self) -> Result<Option<Record<'_>>, ReadError> {
        match self.state {
            State::Failed => return Err(ReadError::AfterError),
            State::Ended => return Ok(None),
            State::Reading => {}
        }
        // Whatever returns early below leaves the reader unusable.
        self.state = State::Failed;
        if self.next == self.count {
            if let Source::Binary(bytes) = &mut self.source {
                read_end(bytes)?;
            }
            self.state = State::Ended;
            return Ok(None);
        }
        let index = self.next;
        self.next += 1;
        let (kind, edges, sequence) = match &mut self.source {
            Source::Binary(bytes) => {
                bytes.place = Place::Record(index);
                let place = Placed { version: self.version, record: index, count: self.count, most: self.most };
                let tag = Tag::read(bytes, self.version)?;
                read_edges(bytes, &mut self.moves, &mut self.edges, tag.edges, place)?;
                self.sequence.clear();
                if tag.has_sequence {
                    let fits = |moves: &Dictionary| check_room(self.edges.len(), moves, self.most);
                    read_sequence(bytes, &mut self.moves, &mut self.sequence, fits)?;
                }
                (tag.kind, &self.edges[..], &self.sequence[..])
            }
            Source::Json(nodes) => nodes.get(index),
        };
        check_room(edges.len(), &self.moves, self.most)?;
        let record = Record { index, kind, edges, sequence, moves: &self.moves };
        check_shape(self.version, index, self.count, kind, record.edges(), sequence.len())?;
        self.state = State::Reading;
        Ok(Some(record))
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("header", &self.header).field("records", &self.count).finish_non_exhaustive()
    }
}

/// Where a record stands, and the room that there is for it.
#[derive(Clone, Copy)]
struct Placed {
    version: Version,
    record: u32,
    count: u32,
    most: usize,
}

fn check_room(edges: usize, moves: &Dictionary, most: usize) -> Result<(), ReadError> {
    if room(edges, moves) > most { Err(ReadError::Room) } else { Ok(()) }
}

impl Placed {
    /// The record that an edge with this delta, as the file has it, leads to; `None` if that is before the first.
    fn target(self, delta: u64) -> Option<u64> {
        let record = u64::from(self.record);
        match self.version {
            Version::Acyclic | Version::Sequences => Some(record.saturating_add(delta)),
            Version::Cyclic if delta.is_multiple_of(2) => Some(record + delta / 2),
            Version::Cyclic => record.checked_sub(delta / 2 + 1),
        }
    }
}

/// What the first number of a record says.
struct Tag {
    kind: RecordKind,
    edges: u64,
    has_sequence: bool,
}

impl Tag {
    fn read<R: Read>(bytes: &mut Bytes<R>, version: Version) -> Result<Self, ReadError> {
        let with_sequences = version == Version::Sequences;
        let (kind, edges, has_sequence) = match bytes.varint("a record")? {
            TAG_LEAF => (RecordKind::Leaf, 0, false),
            TAG_CHOICE => (RecordKind::Choice, 1, false),
            TAG_SEQUENCE if with_sequences => (RecordKind::Sequence, 0, true),
            tag if with_sequences => {
                let rest = tag - TAG_ALL_OR_REST;
                (RecordKind::All, rest / 2, !rest.is_multiple_of(2))
            }
            tag => (RecordKind::All, tag - TAG_ALL, false),
        };
        Ok(Self { kind, edges, has_sequence })
    }
}

/// A move: its number, and its text if it is new.
fn read_move<R: Read>(bytes: &mut Bytes<R>, moves: &mut Arc<Dictionary>) -> Result<u32, ReadError> {
    let offset = bytes.offset();
    let mv = bytes.varint("a move")?;
    let known = moves.len() as u64;
    if mv > known {
        let found = format!("number {mv}, though only {known} moves have occurred before");
        return Err(bytes.malformed(offset, "a move", found));
    }
    let Ok(mv) = u32::try_from(mv) else {
        return Err(bytes.malformed(offset, "at most 2^32 different moves", format!("number {mv}")));
    };
    if u64::from(mv) == known {
        Arc::make_mut(moves).push(&bytes.text(MAX_MOVE_TEXT, "the text of a move")?);
    }
    Ok(mv)
}

/// A threat sequence; its moves go to the end of `sequence`.
fn read_sequence<R: Read>(
    bytes: &mut Bytes<R>,
    moves: &mut Arc<Dictionary>,
    sequence: &mut Vec<u32>,
    fits: impl Fn(&Dictionary) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let (offset, expected) = (bytes.offset(), "the number of threats, from 1 to 4096");
    let threats = bytes.varint(expected)?;
    if !(1..=MAX_THREATS).contains(&threats) {
        return Err(bytes.malformed(offset, expected, threats.to_string()));
    }
    for _ in 0..3 * threats - 2 {
        sequence.push(read_move(bytes, moves)?);
        fits(moves)?;
    }
    Ok(())
}

/// The edges of a record, which take the place of those in `edges`.
fn read_edges<R: Read>(
    bytes: &mut Bytes<R>,
    moves: &mut Arc<Dictionary>,
    edges: &mut Vec<StoredEdge>,
    edge_count: u64,
    place: Placed,
) -> Result<(), ReadError> {
    let Placed { record, count, most, .. } = place;
    edges.clear();
    for _ in 0..edge_count {
        check_room(edges.len() + 1, moves, most)?;
        let mv = read_move(bytes, moves)?;
        let (offset, expected) = (bytes.offset(), "the distance to the move's record");
        let delta = bytes.varint(expected)?;
        let Some(child) = place.target(delta) else {
            return Err(bytes.malformed(offset, expected, "one that leads back beyond record 0".to_owned()));
        };
        let Some(child) = u32::try_from(child).ok().filter(|&child| child < count) else {
            return Err(ShapeError::Dangling { record, mv: moves.text(mv).to_owned(), child, count }.into());
        };
        edges.push(StoredEdge { mv, child });
    }
    Ok(())
}

/// The end mark, the checksum, and the end of the file.
fn read_end<R: Read>(bytes: &mut Bytes<R>) -> Result<(), ReadError> {
    bytes.place = Place::End;
    for mark in END_MARK {
        let offset = bytes.offset();
        let byte = bytes.byte("the end mark `DONE`")?;
        if byte != mark {
            return Err(bytes.malformed(offset, "the end mark `DONE`", format!("the byte {byte:02x}")));
        }
    }
    let computed = bytes.checksum();
    let mut stored = [0; 4];
    for byte in &mut stored {
        *byte = bytes.byte("the checksum")?;
    }
    let stored = u32::from_le_bytes(stored);
    if stored != computed {
        return Err(ReadError::Checksum { stored, computed });
    }
    match bytes.peek()? {
        None => Ok(()),
        Some(_) => Err(ReadError::TrailingBytes { offset: bytes.offset() }),
    }
}

#[cfg(test)]
mod tests {
    use super::{ReadError, Reader};

    #[test]
    fn a_claimed_number_of_edges_reserves_nothing() {
        let mut file = b"PROOFSET\x01\x00\x00\x00\x01\xff\xff\xff\xff\x0f".to_vec();
        file.extend_from_slice(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
        file.extend_from_slice(&[0, 2, b'e', b'4', 1, 0, 2]);
        let mut reader = Reader::new(&file[..]).unwrap();
        assert_eq!(reader.record_count(), u32::MAX);
        let error = reader.next_record().unwrap_err();
        assert!(matches!(error, ReadError::Truncated { .. }), "{error}");
        assert!(reader.edges.capacity() < 16, "{}", reader.edges.capacity());
        assert!(matches!(reader.next_record(), Err(ReadError::AfterError)));
    }
}
