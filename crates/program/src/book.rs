//! A book of decided positions (`--known FILE`): certificates of many runs, in one file that grows.
//!
//! The idea: a record is a whole certificate, with a head that says what it is about. What is used of it has first been checked with
//! the rules of the question at hand, so nothing depends on who wrote the file. Records are appended, each with checksums, and are
//! on the disk before the next begins; so a program that is killed loses at most the record that it was writing, which the
//! next reader sees to be cut off. Everybody who reads or writes holds a lock of the system on the file meanwhile: several programs
//! may use one book.
//!
//! The invariant: a record whose head cannot be read ends what is used of the file, with an error; only the last one may be cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use proofset_catalog::{KnownPositions, Learned, Run, Task};
use proofset_certificate::{Form, Reader};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::{files, output};

/// What a book begins with; the number is that of the form.
const BEGIN: &[u8] = b"proofset known 1\n";

/// The bytes before the head of a record: the lengths of head and certificate, their checksums, and one of these numbers.
const FIXED: usize = 4 + 8 + 4 + 4 + 4;

/// What a record is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
    pub(crate) verdict: String,
    /// The number of records of the certificate.
    pub(crate) nodes: u64,
}

impl Head {
    /// The head for a certificate.
    fn of(certificate: &[u8]) -> anyhow::Result<Self> {
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
    pub(crate) fn asks_same(&self, other: &Self) -> bool {
        [&self.game, &self.position, &self.goal] == [&other.game, &other.position, &other.goal]
    }
}

/// A record in its place.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) head: Head,
    /// Where the certificate begins.
    start: u64,
    pub(crate) bytes: u64,
    sum: u32,
}

/// What is at a place of a book.
enum Found {
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
struct Pages<'a> {
    file: &'a File,
    length: u64,
}

impl Pages<'_> {
    fn read(&mut self, start: u64, length: u64) -> std::io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        self.file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn at(&mut self, start: u64) -> std::io::Result<Found> {
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
    fn certificate(&mut self, entry: &Entry) -> std::io::Result<Option<Vec<u8>>> {
        let bytes = self.read(entry.start, entry.bytes)?;
        Ok((bytes.len() as u64 == entry.bytes && crc32fast::hash(&bytes) == entry.sum).then_some(bytes))
    }
}

/// The bytes of a record.
fn record(certificate: &[u8]) -> anyhow::Result<Vec<u8>> {
    let head = serde_json::to_vec(&Head::of(certificate)?)?;
    let mut bytes = Vec::with_capacity(FIXED + head.len() + certificate.len());
    bytes.extend(u32::try_from(head.len())?.to_le_bytes());
    bytes.extend((certificate.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(&head).to_le_bytes());
    bytes.extend(crc32fast::hash(certificate).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(head);
    bytes.extend(certificate);
    Ok(bytes)
}

/// What is in a book, as far as it can be read.
pub(crate) struct Contents {
    pub(crate) entries: Vec<Entry>,
    /// Where the last whole record ends.
    end: u64,
    /// True if a record behind that is cut off.
    pub(crate) is_cut_off: bool,
    /// Bytes that are no records, and were passed over.
    pub(crate) lost: u64,
}

/// Reads the heads of a file whose beginning is right. A changed record is an error, or passed over where `mends` says so.
fn contents(pages: &mut Pages<'_>, mends: bool) -> anyhow::Result<Contents> {
    let mut found = Contents { entries: Vec::new(), end: BEGIN.len() as u64, is_cut_off: false, lost: 0 };
    let mut place = found.end;
    loop {
        match pages.at(place)? {
            Found::Record(entry, next) => {
                found.entries.push(*entry);
                (place, found.end) = (next, next);
            }
            Found::End => break,
            Found::CutOff if !mends => {
                found.is_cut_off = true;
                break;
            }
            Found::Changed if !mends => {
                let number = found.entries.len() + 1;
                return Err(anyhow!(
                    "record {number}, at byte {place}, was changed: its checksum is another one; known --compact keeps the others"
                ));
            }
            Found::CutOff | Found::Changed => {
                found.lost += 1;
                place += 1;
            }
        }
    }
    Ok(found)
}

/// A book that is used by searches.
pub(crate) struct Book {
    path: PathBuf,
    entries: Vec<Entry>,
    /// What was learned for each game and goal, and from how many of the records.
    learned: HashMap<[String; 2], (KnownPositions, usize)>,
}

/// Opens a book, with a lock that others may share or not. The beginning is looked at.
fn open(path: &Path, writes: bool) -> anyhow::Result<File> {
    loop {
        let file = OpenOptions::new().read(true).write(writes).open(path)?;
        if writes {
            file.lock()?;
        } else {
            file.lock_shared()?;
        }
        if !is_at(&file, path) {
            // Somebody has put another file in its place meanwhile.
            continue;
        }
        let mut begin = Vec::new();
        (&file).take(BEGIN.len() as u64).read_to_end(&mut begin)?;
        if begin == BEGIN || writes && begin.is_empty() {
            return Ok(file);
        }
        let is_other = begin.starts_with(b"proofset known ");
        let what = if is_other { "it is a book of another form" } else { "it is no book of known positions" };
        return Err(anyhow!(
            "{what}; give a file that solve --known has written with this version, or one that does not exist"
        ));
    }
}

/// True if a file is the one that a path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same =
        |one: &std::fs::Metadata, other: &std::fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    matches!((file.metadata(), std::fs::metadata(path)), (Ok(one), Ok(other)) if same(&one, &other))
}

#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Refuses what is no file.
fn check_kind(path: &Path) -> anyhow::Result<()> {
    let found = std::fs::metadata(path)?;
    if found.is_file() {
        return Ok(());
    }
    let what = if found.is_dir() { "it is a folder" } else { "it is no file that can be kept" };
    Err(anyhow!("{what}; give the name of a file"))
}

fn named(path: &Path) -> impl FnOnce(anyhow::Error) -> Failure {
    let name = path.display().to_string();
    move |error| Failure::Input(error.context(name))
}

/// Reads a book.
fn read(path: &Path) -> anyhow::Result<(File, Contents)> {
    check_kind(path)?;
    let file = open(path, false)?;
    let length = file.metadata()?.len();
    let contents = contents(&mut Pages { file: &file, length }, false)?;
    Ok((file, contents))
}

/// What is in a book, and its certificates, one after the other; `None` for one that was changed.
pub(crate) fn each(
    path: &Path,
    mut visit: impl FnMut(&Entry, Option<Vec<u8>>) -> Result<(), Failure>,
) -> Result<Contents, Failure> {
    let (file, contents) = read(path).map_err(named(path))?;
    for entry in &contents.entries {
        let length = file.metadata()?.len();
        let certificate = Pages { file: &file, length }.certificate(entry)?;
        visit(entry, certificate)?;
    }
    Ok(contents)
}

impl Book {
    /// Opens a book, which is made if there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if !path.exists() {
            files::check_writable(path)?;
            let create = || -> anyhow::Result<()> {
                let made = OpenOptions::new().write(true).create_new(true).open(path);
                match made {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
                    made => Ok(made.map(drop)?),
                }
            };
            create().map_err(named(path))?;
        }
        check_kind(path).map_err(named(path))?;
        let begin = || -> anyhow::Result<()> {
            // A file without a byte is a book without a record, whose beginning was not written yet.
            let file = open(path, true)?;
            if file.metadata()?.len() == 0 {
                (&file).write_all(BEGIN)?;
            }
            Ok(())
        };
        begin().map_err(named(path))?;
        let (_, contents) = read(path).map_err(named(path))?;
        if contents.is_cut_off {
            let name = path.display();
            output::warn(&format!(
                "{name}: its last record was cut off, and is left out; the next one takes its place"
            ));
        }
        Ok(Self { path: path.to_owned(), entries: contents.entries, learned: HashMap::new() })
    }

    /// The certificate of a record. One that was changed is an error.
    fn certificate(&self, entry: &Entry) -> Result<Vec<u8>, Failure> {
        let read = || -> anyhow::Result<Vec<u8>> {
            let file = open(&self.path, false)?;
            let length = file.metadata()?.len();
            let certificate = Pages { file: &file, length }.certificate(entry)?;
            certificate.ok_or_else(|| {
                let Head { position, goal, .. } = &entry.head;
                anyhow!("the certificate of {goal} for {position} was changed: its checksum is another one; known --compact keeps the others")
            })
        };
        read().map_err(named(&self.path))
    }

    /// The same question, for which the positions of the book are finished; and how many these are.
    pub(crate) fn teach(&mut self, task: Task) -> Result<(Task, usize), Failure> {
        if task.no_known_positions().is_some() {
            return Ok((task, 0));
        }
        let key = [task.game(), task.goal()].map(str::to_owned);
        let (mut known, next) = self.learned.remove(&key).unwrap_or_default();
        for entry in &self.entries[next..] {
            if [&*entry.head.game, &*entry.head.goal] == [task.game(), task.goal()] {
                let certificate = self.certificate(entry)?;
                let learned = task.learn(&mut known, &certificate);
                learned.map(|_: Learned| ()).context("a certificate in it is not whole").map_err(named(&self.path))?;
            }
        }
        let count = known.len();
        self.learned.insert(key, (known.clone(), self.entries.len()));
        Ok((task.with_known(known), count))
    }

    /// The answer to this very question, if the book has one that holds.
    pub(crate) fn answer(&self, task: &Task) -> Result<Option<Box<dyn Run>>, Failure> {
        for entry in self.entries.iter().rev() {
            if [&*entry.head.position, &*entry.head.goal] != [task.position(), task.goal()] {
                continue;
            }
            if let Ok(Some(run)) = task.recorded(self.certificate(entry)?) {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    /// Adds the certificate of a decided search. It is on the disk when this returns.
    pub(crate) fn add(&mut self, run: &dyn Run) -> Result<(), Failure> {
        let mut certificate = Vec::new();
        run.write_certificate(Form::Binary, &mut certificate)?;
        let append = || -> anyhow::Result<Entry> {
            let record = record(&certificate)?;
            let file = open(&self.path, true)?;
            let length = file.metadata()?.len();
            // Others may have added records, or have been killed while they did.
            let end = contents(&mut Pages { file: &file, length }, false)?.end;
            file.set_len(end)?;
            (&file).seek(SeekFrom::Start(end))?;
            (&file).write_all(&record)?;
            file.sync_data()?;
            let length = file.metadata()?.len();
            match (Pages { file: &file, length }).at(end)? {
                Found::Record(entry, _) => Ok(*entry),
                _ => Err(anyhow!("what was written is not what is there")),
            }
        };
        let entry = append().map_err(|error| {
            Failure::Unwritten(error.context(format!("cannot add the answer to {}", self.path.display())))
        })?;
        self.entries.push(entry);
        Ok(())
    }
}

/// Writes a book anew, with these records, in the place of the one that is there. The lock is held until that is done.
pub(crate) fn replace(path: &Path, choose: impl FnOnce(&[Entry]) -> Vec<usize>) -> Result<(Contents, usize), Failure> {
    let lock = || -> anyhow::Result<File> {
        check_kind(path)?;
        open(path, true)
    };
    let file = lock().map_err(named(path))?;
    let length = file.metadata()?.len();
    let mut pages = Pages { file: &file, length };
    let mut contents = contents(&mut pages, true).map_err(named(path))?;
    let mut whole = Vec::new();
    for entry in std::mem::take(&mut contents.entries) {
        match pages.certificate(&entry)? {
            Some(_) => whole.push(entry),
            None => contents.lost += entry.bytes,
        }
    }
    contents.entries = whole;
    let chosen = choose(&contents.entries);
    files::write_whole(path, |out| {
        out.write_all(BEGIN)?;
        for &place in &chosen {
            let certificate = pages.certificate(&contents.entries[place])?;
            let certificate = certificate.ok_or_else(|| Failure::input("a record was changed while it was copied"))?;
            out.write_all(&record(&certificate).map_err(Failure::Internal)?)?;
        }
        Ok(())
    })?;
    Ok((contents, chosen.len()))
}
