//! Books as searches and their users have them: opened, learned from, added to, and written anew.
//!
//! The idea: a record is a whole certificate, with a head that says what it is about. What is used of it has first been checked with
//! the rules of the question at hand, so nothing depends on who wrote the file. Records are appended, each with checksums, and are
//! on the disk before the next begins; so a program that is killed loses at most the record that it was writing, which the
//! next reader sees to be cut off. Everybody who reads or writes holds a lock of the system on the file meanwhile: several programs
//! may use one book.

use std::collections::HashMap;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use proofset_catalog::{KnownPositions, Run, Task};
use proofset_certificate::{Form, read_up_to};

use crate::error::{BookError, Fault};
use crate::pages::{BEGIN, Contents, Entry, Found, Head, Pages, Reach, contents, contents_since, record};

/// A book that is used by searches.
pub struct Book {
    path: PathBuf,
    /// The file of the entries. Another one may take its place, and this one stays as it is.
    file: File,
    entries: Vec<Entry>,
    /// How far the file was read, with what others have added meanwhile.
    reach: Reach,
    warning: Option<String>,
    /// What was learned for each game and goal, and from how many of the records.
    learned: HashMap<[String; 2], (KnownPositions, usize)>,
}

/// Opens a book, with a lock that others may share or not. The beginning is looked at.
fn open(path: &Path, writes: bool) -> Result<File, Fault> {
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
        read_up_to(&mut &file, BEGIN.len() as u64, &mut begin)?;
        if begin == BEGIN || writes && begin.is_empty() {
            return Ok(file);
        }
        let is_other = begin.starts_with(b"proofset known ");
        let what = if is_other { "it is a book of another form" } else { "it is no book of known positions" };
        return Err(Fault::Begin(what));
    }
}

/// True if a file is the one that a path leads to.
fn is_at(file: &File, path: &Path) -> bool {
    matches!((file.metadata(), std::fs::metadata(path)), (Ok(one), Ok(other)) if is_same(&one, &other))
}

/// True if two files are one.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Refuses what is no file.
fn check_kind(path: &Path) -> Result<(), Fault> {
    let found = std::fs::metadata(path)?;
    if found.is_file() {
        return Ok(());
    }
    Err(Fault::Kind(if found.is_dir() { "it is a folder" } else { "it is no file that can be kept" }))
}

/// Reads a book.
fn read(path: &Path) -> Result<(File, Contents), Fault> {
    check_kind(path)?;
    let file = open(path, false)?;
    let contents = contents(&mut Pages::of(&file)?, false)?;
    Ok((file, contents))
}

/// Makes a book, unless there is a file.
fn make(path: &Path) -> Result<(), Fault> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => drop(made?),
    }
    check_kind(path)?;
    // A file without a byte is a book without a record, whose beginning was not written yet.
    let file = open(path, true)?;
    if file.metadata()?.len() == 0 {
        (&file).write_all(BEGIN)?;
    }
    Ok(())
}

/// What is in a book, and its certificates, one after the other; `None` for one that was changed.
///
/// # Errors
///
/// [`BookError`] if it cannot be read, and what the visitor says.
pub fn each<E: From<BookError>>(
    path: &Path,
    mut visit: impl FnMut(&Entry, Option<Vec<u8>>) -> Result<(), E>,
) -> Result<Contents, E> {
    let unreadable = BookError::unreadable(path);
    let (file, contents) = read(path).map_err(&unreadable)?;
    for entry in &contents.entries {
        let certificate = Pages::of(&file).and_then(|mut pages| pages.certificate(entry));
        visit(entry, certificate.map_err(|error| unreadable(error.into()))?)?;
    }
    Ok(contents)
}

impl Book {
    /// Opens a book, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`BookError::Unreadable`].
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let opened = make(path).and_then(|()| read(path));
        // Others may write to it from now on: what is there stays as it is.
        let opened = opened.and_then(|(file, contents)| file.unlock().map(|()| (file, contents)).map_err(Fault::from));
        let (file, contents) = opened.map_err(BookError::unreadable(path))?;
        let warning = contents.warning(path);
        let Contents { entries, reach, .. } = contents;
        Ok(Self { path: path.to_owned(), file, entries, reach, warning, learned: HashMap::new() })
    }

    /// What is to be told about the file, if its last record was cut off when it was opened. That is left out, and the next
    /// one takes its place.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// The certificate of a record. One that was changed is an error.
    fn certificate(&self, entry: &Entry) -> Result<Vec<u8>, BookError> {
        let read = || {
            let certificate = Pages::of(&self.file)?.certificate(entry)?;
            let Head { position, goal, .. } = &entry.head;
            certificate.ok_or_else(|| Fault::Certificate { position: position.clone(), goal: goal.clone() })
        };
        read().map_err(BookError::unreadable(&self.path))
    }

    /// The same question, for which the positions of the book are finished; and how many these are.
    ///
    /// # Errors
    ///
    /// [`BookError::Unreadable`].
    pub fn teach(&mut self, task: Task) -> Result<(Task, usize), BookError> {
        if task.no_known_positions().is_some() {
            return Ok((task, 0));
        }
        let key = [task.game(), task.goal()].map(str::to_owned);
        let (mut known, next) = self.learned.remove(&key).unwrap_or_default();
        for entry in &self.entries[next..] {
            if [&*entry.head.game, &*entry.head.goal] == [task.game(), task.goal()] {
                let certificate = self.certificate(entry)?;
                let learned = task.learn(&mut known, &certificate);
                learned.map_err(|error| BookError::unreadable(&self.path)(error.into()))?;
            }
        }
        let count = known.len();
        // Both have one list. It is copied only if something is learned while the question is still there.
        self.learned.insert(key, (known.clone(), self.entries.len()));
        Ok((task.with_known(known), count))
    }

    /// The answer to this very question, if the book has one that holds.
    ///
    /// # Errors
    ///
    /// [`BookError::Unreadable`].
    pub fn answer(&self, task: &Task) -> Result<Option<Box<dyn Run>>, BookError> {
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
    ///
    /// # Errors
    ///
    /// [`BookError::Run`] if there is no certificate, and [`BookError::NotAdded`].
    pub fn add(&mut self, run: &dyn Run) -> Result<(), BookError> {
        let mut certificate = Vec::new();
        run.write_certificate(Form::Binary, &mut certificate)?;
        let append = || {
            let record = record(&certificate)?;
            let file = open(&self.path, true)?;
            let is_same =
                matches!((file.metadata(), self.file.metadata()), (Ok(one), Ok(other)) if is_same(&one, &other));
            // Others may have added records, or have been killed while they did.
            let before = if is_same { self.reach } else { Reach::BEGIN };
            let Contents { entries, reach, .. } = contents_since(before, &mut Pages::of(&file)?)?;
            file.set_len(reach.end)?;
            (&file).seek(SeekFrom::Start(reach.end))?;
            (&file).write_all(&record)?;
            file.sync_data()?;
            match Pages::of(&file)?.at(reach.end)? {
                Found::Record(entry, end) => {
                    file.unlock()?;
                    let anew = (!is_same).then_some((file, entries));
                    Ok((anew, Reach { records: reach.records + 1, end }, *entry))
                }
                _ => Err(Fault::NotThere),
            }
        };
        let (anew, reach, entry) = append().map_err(BookError::not_added(&self.path))?;
        if let Some(anew) = anew {
            // Somebody has written the book anew meanwhile, and this record is in the new file.
            (self.file, self.entries) = anew;
            self.learned.clear();
        }
        self.reach = reach;
        self.entries.push(entry);
        Ok(())
    }
}

/// A book that is about to be written anew, without what was cut off or changed. Nobody else can use it meanwhile.
#[derive(Debug)]
pub struct Rewrite {
    path: PathBuf,
    file: File,
    contents: Contents,
}

impl Rewrite {
    /// Takes hold of a book, and reads it.
    ///
    /// # Errors
    ///
    /// [`BookError::Unreadable`].
    pub fn begin(path: &Path) -> Result<Self, BookError> {
        let read = || {
            check_kind(path)?;
            let file = open(path, true)?;
            let mut pages = Pages::of(&file)?;
            let mut contents = contents(&mut pages, true)?;
            let mut whole = Vec::new();
            for entry in std::mem::take(&mut contents.entries) {
                match pages.certificate(&entry)? {
                    Some(_) => whole.push(entry),
                    None => contents.lost += entry.bytes,
                }
            }
            contents.entries = whole;
            Ok((file, contents))
        };
        let (file, contents) = read().map_err(BookError::unreadable(path))?;
        Ok(Self { path: path.to_owned(), file, contents })
    }

    /// The records that are whole.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Writes a book of the records in these places. It is for the caller to put it where the old one is, before this is dropped.
    ///
    /// # Errors
    ///
    /// What `out` says, and if the old book cannot be read any more.
    pub fn write(&self, places: &[usize], out: &mut dyn Write) -> Result<(), BookError> {
        let mut write = || {
            let mut pages = Pages::of(&self.file)?;
            out.write_all(BEGIN)?;
            for &place in places {
                let Entry { head, .. } = &self.contents.entries[place];
                let certificate = pages.certificate(&self.contents.entries[place])?;
                let changed = || Fault::Certificate { position: head.position.clone(), goal: head.goal.clone() };
                out.write_all(&record(&certificate.ok_or_else(changed)?)?)?;
            }
            Ok(())
        };
        write().map_err(BookError::unreadable(&self.path))
    }
}
