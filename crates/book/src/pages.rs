//! The form of the file: records, each with a head that says what its certificate is about, and with checksums.
//!
//! The invariant: a record whose head cannot be read ends what is used of the file, with an error; only the last one may be cut off.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::Path;

use proofset_certificate::{ReadError, Reader, read_up_to};
use serde::{Deserialize, Serialize};

use crate::error::Fault;

/// What a book begins with; the number is that of the form.
pub(crate) const BEGIN: &[u8] = b"proofset known 1\n";

/// The bytes before the head of a record: the lengths of head and certificate, their checksums, and one of these numbers.
const FIXED: usize = 4 + 8 + 4 + 4 + 4;

/// What a record is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The game with its parameters.
    pub game: String,
    /// The position in canonical notation.
    pub position: String,
    /// The goal in canonical form.
    pub goal: String,
    /// `proven` or `disproven`.
    pub verdict: String,
    /// The number of records of the certificate.
    pub nodes: u64,
}

impl Head {
    /// The head for a certificate.
    fn of(certificate: &[u8]) -> Result<Self, ReadError> {
        let reader = Reader::new(certificate)?;
        let header = reader.header();
        Ok(Self {
            game: header.game.clone(),
            position: header.position.clone(),
            goal: header.goal.clone(),
            verdict: header.verdict.to_string(),
            nodes: reader.record_count().into(),
        })
    }

    /// True if both are about the same question.
    pub fn asks_same(&self, other: &Self) -> bool {
        [&self.game, &self.position, &self.goal] == [&other.game, &other.position, &other.goal]
    }
}

/// A record in its place.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is about.
    pub head: Head,
    /// Where the certificate begins.
    start: u64,
    /// The size of the certificate.
    pub bytes: u64,
    sum: u32,
}

/// What is at a place of a book.
pub(crate) enum Found {
    /// A record, and where the next begins.
    Record(Box<Entry>, u64),
    /// The end.
    End,
    /// A record that goes beyond the end of the file.
    CutOff,
    /// Something else.
    Changed,
}

/// An open file, with its length.
pub(crate) struct Pages<'a> {
    file: &'a File,
    length: u64,
}

impl<'a> Pages<'a> {
    pub(crate) fn of(file: &'a File) -> std::io::Result<Self> {
        Ok(Self { file, length: file.metadata()?.len() })
    }

    fn read(&mut self, start: u64, length: u64) -> std::io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        read_up_to(&mut self.file, length, &mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn at(&mut self, start: u64) -> std::io::Result<Found> {
        let left = self.length.saturating_sub(start);
        if left == 0 {
            return Ok(Found::End);
        }
        let fixed = self.read(start, FIXED as u64)?;
        let Ok(fixed) = <[u8; FIXED]>::try_from(fixed) else { return Ok(Found::CutOff) };
        let number = |from: usize| u32::from_le_bytes([fixed[from], fixed[from + 1], fixed[from + 2], fixed[from + 3]]);
        let (head, low, high) = (u64::from(number(0)), u64::from(number(4)), u64::from(number(8)));
        let bytes = low | high << 32;
        if crc32fast::hash(&fixed[..FIXED - 4]) != number(FIXED - 4) {
            return Ok(Found::Changed);
        }
        let place = start + FIXED as u64;
        if head.checked_add(bytes).is_none_or(|all| all > self.length - place) {
            return Ok(Found::CutOff);
        }
        let text = self.read(place, head)?;
        if crc32fast::hash(&text) != number(12) {
            return Ok(Found::Changed);
        }
        let Ok(about) = serde_json::from_slice(&text) else { return Ok(Found::Changed) };
        let entry = Entry { head: about, start: place + head, bytes, sum: number(16) };
        Ok(Found::Record(Box::new(entry), place + head + bytes))
    }

    /// The certificate of a record; `None` if it was changed.
    pub(crate) fn certificate(&mut self, entry: &Entry) -> std::io::Result<Option<Vec<u8>>> {
        let bytes = self.read(entry.start, entry.bytes)?;
        Ok((bytes.len() as u64 == entry.bytes && crc32fast::hash(&bytes) == entry.sum).then_some(bytes))
    }
}

/// The bytes of a record.
pub(crate) fn record(certificate: &[u8]) -> Result<Vec<u8>, Fault> {
    let head = serde_json::to_vec(&Head::of(certificate)?).map_err(std::io::Error::from)?;
    let mut bytes = Vec::with_capacity(FIXED + head.len() + certificate.len());
    bytes.extend(u32::try_from(head.len()).map_err(|_| Fault::TooLarge)?.to_le_bytes());
    bytes.extend((certificate.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(&head).to_le_bytes());
    bytes.extend(crc32fast::hash(certificate).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(head);
    bytes.extend(certificate);
    Ok(bytes)
}

/// How far a book was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The number of its whole records.
    pub(crate) records: usize,
    /// Where the last of them ends.
    pub(crate) end: u64,
}

impl Reach {
    /// Nothing but the beginning.
    pub(crate) const BEGIN: Self = Self { records: 0, end: BEGIN.len() as u64 };
}

/// What is in a book, as far as it can be read.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Its records.
    pub entries: Vec<Entry>,
    /// Where the last whole record ends.
    pub(crate) reach: Reach,
    /// True if a record behind that is cut off.
    is_cut_off: bool,
    /// Bytes that are no records, and were passed over.
    pub lost: u64,
}

impl Contents {
    /// What is to be told about the file, whose name is given, if its last record is cut off.
    pub fn warning(&self, path: &Path) -> Option<String> {
        self.is_cut_off.then(|| format!("{}: its last record was cut off, and is left out", path.display()))
    }
}

/// Reads the heads of a file whose beginning is right. A changed record is an error, or passed over where `mends` says so.
pub(crate) fn contents(pages: &mut Pages<'_>, mends: bool) -> Result<Contents, Fault> {
    contents_behind(Reach::BEGIN, pages, mends)
}

/// The same with what was read before, whose records are not read again. Where it is not followed by whole records alone, somebody
/// may have put something else in the file, and all of it is read.
pub(crate) fn contents_since(before: Reach, pages: &mut Pages<'_>) -> Result<Contents, Fault> {
    if before.end <= pages.length
        && let Ok(found) = contents_behind(before, pages, false)
        && !found.is_cut_off
    {
        return Ok(found);
    }
    contents(pages, false)
}

/// What lies behind the records that were read before.
fn contents_behind(reach: Reach, pages: &mut Pages<'_>, mends: bool) -> Result<Contents, Fault> {
    let mut found = Contents { entries: Vec::new(), reach, is_cut_off: false, lost: 0 };
    let mut place = reach.end;
    loop {
        match pages.at(place)? {
            Found::Record(entry, next) => {
                found.entries.push(*entry);
                place = next;
                found.reach = Reach { records: found.reach.records + 1, end: next };
            }
            Found::End => break,
            Found::CutOff if !mends => {
                found.is_cut_off = true;
                break;
            }
            Found::Changed if !mends => {
                return Err(Fault::Record { number: found.reach.records + 1, place });
            }
            Found::CutOff | Found::Changed => {
                found.lost += 1;
                place += 1;
            }
        }
    }
    Ok(found)
}
