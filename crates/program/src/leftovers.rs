//! Files that a killed program has left beside those that it was writing.
//!
//! The idea: whoever writes a file beside its place holds a lock on it, and the system gives the lock up when the program ends,
//! however it ends. So a file that nobody holds is left over. Where there are no locks nothing is taken for that.

use std::ffi::OsStr;
use std::fs::{DirEntry, File, OpenOptions};
use std::path::Path;
use std::time::Duration;

/// What the names of such files begin with.
const PREFIX: &str = ".proofset-";

/// Random letters and digits behind it.
const LETTERS: usize = 6;

/// A file that was changed since may have been made just now, and not be held yet.
const YOUNG: Duration = Duration::from_mins(10);

/// Makes files with such names.
pub(crate) fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(LETTERS);
    builder
}

/// Holds a file until it is closed. Without locks it is not held, and not taken for left over either.
pub(crate) fn hold(file: &File) {
    let _ = file.try_lock();
}

/// Removes what was left in a folder. What cannot be removed stays, for it harms nobody but by the room that it takes.
pub(crate) fn remove(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(is_left_over) {
        let _ = std::fs::remove_file(entry.path());
    }
}

fn is_left_over(entry: &DirEntry) -> bool {
    // A link is none, and what it leads to is somebody else's.
    let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
    if !is_file || !is_name(&entry.file_name()) {
        return false;
    }
    let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { return false };
    let age = file.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age >= YOUNG) && file.try_lock().is_ok()
}

fn is_name(name: &OsStr) -> bool {
    let letters = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    letters.is_some_and(|letters| letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::{YOUNG, builder, hold, remove};

    #[test]
    fn what_nobody_holds_any_more_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        let old = SystemTime::now() - YOUNG;
        let made = |name: &str, time: SystemTime| {
            let file = File::create(place.join(name)).unwrap();
            file.set_modified(time).unwrap();
            file
        };
        let held = builder().tempfile_in(place).unwrap();
        hold(held.as_file());
        held.as_file().set_modified(old).unwrap();
        drop(made(".proofset-aB3dE6", old));
        drop(made(".proofset-young1", SystemTime::now()));
        drop(made(".proofset-notes.txt", old));
        drop(made("proofset-aB3dE6", old));
        std::fs::create_dir(place.join(".proofset-folder")).unwrap();
        remove(place);
        let mut left: Vec<_> = std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
        let names = [".proofset-folder", ".proofset-notes.txt", ".proofset-young1", "proofset-aB3dE6"];
        let mut expected: Vec<_> = names.map(|name| place.join(name)).into();
        expected.push(held.path().to_owned());
        left.sort();
        expected.sort();
        assert_eq!(left, expected);
        remove(&place.join("nowhere"));
    }
}
