//! Writes a certificate record by record, in either form.
//!
//! Memory for the dictionary of moves and a buffer. The invariant: whatever a writer finishes, a reader accepts; a
//! record that breaks the shape is refused when it is given, and [`Writer::finish`] refuses a wrong number of records.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use proofset_core::Value;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::format::{
    END_MARK, JSON_FORMAT, MAGIC, MAX_HEADER_TEXT, MAX_MOVE_TEXT, MAX_THREATS, TAG_ALL, TAG_ALL_OR_REST, TAG_CHOICE,
    TAG_LEAF, TAG_SEQUENCE,
};
use crate::read_error::ReadError;
use crate::reader::{Form, Reader};
use crate::record::{Edge, Header, RecordKind, ShapeError, Version, check_shape};

const BUFFER: usize = 1 << 16;

/// Why a certificate cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written.
    #[error("cannot write the certificate: {0}")]
    Io(#[from] io::Error),
    /// A text that the format has no room for.
    #[error("the text of {what} has {len} bytes; the format allows {max}")]
    TextTooLong {
        /// What the text names.
        what: &'static str,
        /// Its bytes.
        len: usize,
        /// The most bytes allowed.
        max: usize,
    },
    /// A threat sequence that the format has no room for.
    #[error("a threat sequence has {threats} threats; the format allows {MAX_THREATS}")]
    SequenceTooLong {
        /// The number of its threats.
        threats: u64,
    },
    /// Edges that no certificate has.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The number of records is not the one announced, or it is zero.
    #[error("{declared} records were announced and {written} written")]
    RecordCount {
        /// The number given to [`Writer::new`].
        declared: u32,
        /// The number of records given to [`Writer::record`]; one too many is counted and not written.
        written: u32,
    },
}

/// A certificate that is being written. It is complete only after [`finish`](Self::finish).
///
/// ```
/// # fn main() -> Result<(), proofset_certificate::WriteError> {
/// use proofset_certificate::{Form, Header, RecordKind, Writer};
/// use proofset_core::Value;
///
/// let header = Header::new("take-away", "0", "second:win", Value::Proven);
/// let mut writer = Writer::new(Vec::new(), Form::Binary, &header, 1)?;
/// writer.record(RecordKind::Leaf, &[])?;
/// let file = writer.finish()?;
/// assert!(file.starts_with(b"PROOFSET"));
/// # Ok(())
/// # }
/// ```
#[must_use = "a certificate is complete only after `finish`"]
pub struct Writer<W: Write> {
    inner: W,
    form: Form,
    version: Version,
    count: u32,
    written: u32,
    buffer: Vec<u8>,
    checksum: Hasher,
    moves: FxHashMap<Box<str>, u32>,
}

impl<W: Write> Writer<W> {
    /// Writes the header of a certificate whose edges all lead forward. No buffering is needed around `inner`.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written, a text is too long, or `record_count` is zero.
    pub fn new(inner: W, form: Form, header: &Header, record_count: u32) -> Result<Self, WriteError> {
        Self::with_version(inner, form, Version::Acyclic, header, record_count)
    }

    /// The same in a version of the format, which says whether edges may lead back.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_version(
        inner: W,
        form: Form,
        version: Version,
        header: &Header,
        record_count: u32,
    ) -> Result<Self, WriteError> {
        if record_count == 0 {
            return Err(WriteError::RecordCount { declared: 0, written: 0 });
        }
        for (what, text) in [("the game", &header.game), ("the position", &header.position), ("the goal", &header.goal)]
        {
            fit(what, text, MAX_HEADER_TEXT)?;
        }
        let mut writer = Self {
            inner,
            form,
            version,
            count: record_count,
            written: 0,
            buffer: Vec::new(),
            checksum: Hasher::new(),
            moves: FxHashMap::default(),
        };
        match form {
            Form::Binary => writer.binary_header(header),
            Form::Json => writer.json_header(header),
        }
        writer.flush_if(BUFFER)?;
        Ok(writer)
    }

    fn binary_header(&mut self, header: &Header) {
        self.buffer.extend_from_slice(&MAGIC);
        varint(&mut self.buffer, self.version.number());
        for text in [&header.game, &header.position, &header.goal] {
            varint(&mut self.buffer, text.len() as u64);
            self.buffer.extend_from_slice(text.as_bytes());
        }
        self.buffer.push(match header.verdict {
            Value::Disproven => 0,
            Value::Proven => 1,
        });
        varint(&mut self.buffer, self.count.into());
    }

    fn json_header(&mut self, header: &Header) {
        let Header { game, position, goal, verdict } = header;
        let [format, game, position, goal] = [JSON_FORMAT, game, position, goal].map(json_string);
        let version = self.version.number();
        self.buffer.extend_from_slice(
            format!(
                "{{\"format\": {format}, \"version\": {version},\n \"game\": {game},\n \"position\": {position},\n \
                 \"goal\": {goal},\n \"verdict\": \"{verdict}\",\n \"nodes\": ["
            )
            .as_bytes(),
        );
    }

    /// Writes the next record.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written or the record cannot be part of a certificate. After an error the
    /// file is of no use.
    pub fn record(&mut self, kind: RecordKind, edges: &[Edge<'_>]) -> Result<(), WriteError> {
        self.record_with(kind, edges, &[])
    }

    /// Writes the next record with its [threat sequence](crate::Record::sequence), which may be empty.
    ///
    /// # Errors
    ///
    /// As for [`record`](Self::record).
    pub fn record_with(&mut self, kind: RecordKind, edges: &[Edge<'_>], sequence: &[&str]) -> Result<(), WriteError> {
        if self.written == self.count {
            return Err(WriteError::RecordCount { declared: self.count, written: self.written.saturating_add(1) });
        }
        check_shape(self.version, self.written, self.count, kind, edges.iter().copied(), sequence.len())?;
        for mv in edges.iter().map(|edge| edge.mv).chain(sequence.iter().copied()) {
            fit("a move", mv, MAX_MOVE_TEXT)?;
        }
        let threats = sequence.len().div_ceil(3) as u64;
        if threats > MAX_THREATS {
            return Err(WriteError::SequenceTooLong { threats });
        }
        match self.form {
            Form::Binary => self.binary_record(kind, edges, sequence),
            Form::Json => self.json_record(kind, edges, sequence),
        }
        self.written += 1;
        self.flush_if(BUFFER)
    }

    fn binary_record(&mut self, kind: RecordKind, edges: &[Edge<'_>], sequence: &[&str]) {
        let tag = match kind {
            RecordKind::Leaf => TAG_LEAF,
            RecordKind::Choice => TAG_CHOICE,
            RecordKind::Sequence => TAG_SEQUENCE,
            RecordKind::All if self.version == Version::Sequences => {
                TAG_ALL_OR_REST + 2 * edges.len() as u64 + u64::from(!sequence.is_empty())
            }
            RecordKind::All => TAG_ALL + edges.len() as u64,
        };
        varint(&mut self.buffer, tag);
        for edge in edges {
            self.binary_move(edge.mv);
            let delta = self.delta(edge.child);
            varint(&mut self.buffer, delta);
        }
        if !sequence.is_empty() {
            varint(&mut self.buffer, sequence.len().div_ceil(3) as u64);
            for mv in sequence {
                self.binary_move(mv);
            }
        }
    }

    /// The number of a move, and its text if it is new.
    fn binary_move(&mut self, mv: &str) {
        if let Some(&id) = self.moves.get(mv) {
            varint(&mut self.buffer, id.into());
        } else {
            let id = self.moves.len() as u32;
            self.moves.insert(mv.into(), id);
            varint(&mut self.buffer, id.into());
            varint(&mut self.buffer, mv.len() as u64);
            self.buffer.extend_from_slice(mv.as_bytes());
        }
    }

    /// The distance from the record that is being written to another, as this version writes it.
    fn delta(&self, child: u32) -> u64 {
        let distance = u64::from(self.written.abs_diff(child));
        match self.version {
            Version::Acyclic | Version::Sequences => distance,
            Version::Cyclic if child >= self.written => 2 * distance,
            Version::Cyclic => 2 * distance - 1,
        }
    }

    fn json_record(&mut self, kind: RecordKind, edges: &[Edge<'_>], sequence: &[&str]) {
        let separator = if self.written == 0 { "\n" } else { ",\n" };
        let mut line = format!("{separator}  {{\"kind\": \"{kind}\"");
        if matches!(kind, RecordKind::Choice | RecordKind::All) {
            let moves: Vec<String> =
                edges.iter().map(|edge| format!("[{}, {}]", json_string(edge.mv), edge.child)).collect();
            line.push_str(", \"moves\": [");
            line.push_str(&moves.join(", "));
            line.push(']');
        }
        if !sequence.is_empty() {
            let moves: Vec<String> = sequence.iter().map(|mv| json_string(mv)).collect();
            line.push_str(", \"sequence\": [");
            line.push_str(&moves.join(", "));
            line.push(']');
        }
        line.push('}');
        self.buffer.extend_from_slice(line.as_bytes());
    }

    /// Completes the certificate, flushes the file and gives it back.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written or records are missing.
    pub fn finish(mut self) -> Result<W, WriteError> {
        if self.written != self.count {
            return Err(WriteError::RecordCount { declared: self.count, written: self.written });
        }
        match self.form {
            Form::Binary => {
                self.buffer.extend_from_slice(&END_MARK);
                self.checksum.update(&self.buffer);
                self.inner.write_all(&self.buffer)?;
                self.buffer.clear();
                self.inner.write_all(&self.checksum.finalize().to_le_bytes())?;
            }
            Form::Json => {
                self.buffer.extend_from_slice(b"\n ]}\n");
                self.flush_if(0)?;
            }
        }
        self.inner.flush()?;
        Ok(self.inner)
    }

    fn flush_if(&mut self, len: usize) -> Result<(), WriteError> {
        if self.buffer.len() > len {
            self.checksum.update(&self.buffer);
            self.inner.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

fn fit(what: &'static str, text: &str, max: usize) -> Result<(), WriteError> {
    if text.len() > max { Err(WriteError::TextTooLong { what, len: text.len(), max }) } else { Ok(()) }
}

fn varint(buffer: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        buffer.push(value as u8 | 0x80);
        value >>= 7;
    }
    buffer.push(value as u8);
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Why a certificate cannot be converted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The certificate cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The certificate cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Copies a certificate from its first record on, in this form and its own version. The proof is not checked.
///
/// # Errors
///
/// [`ConvertError`] if the certificate cannot be read to its end or the copy cannot be written.
pub fn convert<R: Read, W: Write>(reader: &mut Reader<R>, form: Form, inner: W) -> Result<W, ConvertError> {
    let mut writer = Writer::with_version(inner, form, reader.version(), reader.header(), reader.record_count())?;
    while let Some(record) = reader.next_record()? {
        let edges: Vec<Edge<'_>> = record.edges().collect();
        let sequence: Vec<&str> = record.sequence().collect();
        writer.record_with(record.kind(), &edges, &sequence)?;
    }
    Ok(writer.finish()?)
}
