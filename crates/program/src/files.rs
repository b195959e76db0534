//! Files that the program writes, whole or not at all, and what it reads whole.
//!
//! The idea: a regular file is written beside its place and renamed into it, so that it is whole whenever it is there. It
//! keeps the mode and the owner of the file that it replaces; a new one has the usual mode. Symbolic links are followed,
//! and stay. What is no regular file, such as a pipe, a device or a terminal, is written to as it stands. So are standard
//! output and standard error, by whatever name, and files that may be written but not replaced.
//!
//! What can be known to fail is refused before a search begins, by [`check_writable`]. What fails later is a
//! [`Failure::Unwritten`], which the caller keeps until it has printed what was found.

use std::ffi::OsStr;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{BufWriter, Error, ErrorKind, Read, Result as IoResult, Seek, Write};
use std::path::{Path, PathBuf};

use proofset_certificate::read_up_to;
use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::leftovers;

/// The most bytes of an input that is read whole: some, such as devices, have no end.
const MOST_BYTES: u64 = 1 << 30;

/// All of a file, or of standard input: `-`.
pub(crate) fn read_whole(path: &Path) -> IoResult<Vec<u8>> {
    if path == Path::new("-") {
        read_at_most(&mut std::io::stdin(), MOST_BYTES)
    } else {
        read_at_most(&mut File::open(path)?, MOST_BYTES)
    }
}

fn read_at_most(from: &mut dyn Read, most: u64) -> IoResult<Vec<u8>> {
    let mut bytes = Vec::new();
    read_up_to(from, most + 1, &mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it has more than {}; divide it", bytesize::ByteSize(most));
        return Err(Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// What a path leads to.
enum Target {
    /// A regular file, or one that is still to be made, by a path that is no link.
    Regular(PathBuf, Option<Metadata>),
    /// Standard output or standard error, under another name.
    Stream(File),
    /// Anything else that can be written to.
    Other,
}

/// As many links as the system follows.
const MOST_LINKS: usize = 40;

impl Target {
    fn of(path: &Path) -> IoResult<Self> {
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(Error::new(ErrorKind::IsADirectory, "it is a folder")),
            Ok(found) => Ok(match (stream(&found), std::fs::canonicalize(path)) {
                (Some(stream), _) => Self::Stream(stream),
                (None, Ok(place)) if found.is_file() => Self::Regular(place, Some(found)),
                // A file without a name, which some descriptors lead to, cannot be replaced.
                (None, _) => Self::Other,
            }),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                let place = end_of_links(path);
                let folder = folder_of(&place);
                if !folder.is_dir() {
                    Err(Error::new(error.kind(), format!("there is no folder {}", folder.display())))
                } else if !names_file(&place) {
                    Err(Error::new(error.kind(), "this is not the name of a file"))
                } else {
                    Ok(Self::Regular(place, None))
                }
            }
            Err(error) => Err(error),
        }
    }
}

/// False if a path ends with a separator or a dot, or is empty.
fn names_file(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::as_encoded_bytes);
    name.is_some_and(|name| path.as_os_str().as_encoded_bytes().ends_with(name))
}

/// Where links that lead to nothing lead.
fn end_of_links(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&place) else { break };
        place = folder_of(&place).join(next);
    }
    place
}

/// The stream of this program that a file is, if it is one.
#[cfg(unix)]
fn stream(found: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let (out, errors) = (std::io::stdout(), std::io::stderr());
    [out.as_fd(), errors.as_fd()].into_iter().find_map(|stream| {
        let stream = File::from(stream.try_clone_to_owned().ok()?);
        let own = stream.metadata().ok()?;
        ((own.dev(), own.ino()) == (found.dev(), found.ino())).then_some(stream)
    })
}

#[cfg(not(unix))]
fn stream(_found: &Metadata) -> Option<File> {
    None
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file beside another one, which vanishes unless it takes its place. It has the mode and the owner of the old one.
fn beside(place: &Path, old: Option<&Metadata>) -> IoResult<NamedTempFile> {
    let mut builder = leftovers::builder();
    let Some(old) = old else {
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        return made_in(folder_of(place), &builder);
    };
    // What must not be written to must not be replaced either.
    OpenOptions::new().write(true).open(place)?;
    let file = made_in(folder_of(place), &builder)?;
    take_after(file.as_file(), old)?;
    Ok(file)
}

/// A file in a folder. An error names the folder, and not the file, whose name is ours.
fn made_in(folder: &Path, builder: &tempfile::Builder<'_, '_>) -> IoResult<NamedTempFile> {
    let file = builder.tempfile_in(folder).map_err(|error| {
        let kind = error.kind();
        Error::new(kind, format!("no file can be made in the folder {} ({kind})", folder.display()))
    })?;
    leftovers::hold(file.as_file());
    Ok(file)
}

#[cfg(unix)]
fn take_after(file: &File, old: &Metadata) -> IoResult<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        fchown(file, Some(old.uid()), Some(old.gid()))?;
    }
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn take_after(file: &File, old: &Metadata) -> IoResult<()> {
    file.set_permissions(old.permissions())
}

/// True if a file cannot be replaced, but perhaps be written where it is: its folder or its owner belongs to somebody
/// else, or it is mounted.
fn must_stay(error: &Error) -> bool {
    use ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), CrossesDevices | PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// Makes sure that a file can be written later: a long search should not fail at its very end.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Err(Failure::input(
            "- is standard input; give /dev/stdout for standard output, or ./- for a file of this name",
        ));
    }
    let check = || match Target::of(path)? {
        Target::Regular(place, old) => match beside(&place, old.as_ref()) {
            Err(error) if old.is_some() && must_stay(&error) => OpenOptions::new().write(true).open(&place).map(drop),
            file => file.map(drop),
        },
        // To open a pipe would wait for its reader, and to close it again would tell the reader that this is all.
        Target::Stream(_) | Target::Other => Ok(()),
    };
    check().map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))
}

/// Pictures that are not drawn here.
const PICTURES: [&str; 6] = ["gif", "jpeg", "jpg", "pdf", "png", "webp"];

/// Refuses the name of a file that says that it is another picture than the one that it would be, with what is drawn instead.
pub(crate) fn check_picture(path: &Path, instead: &str) -> Result<(), Failure> {
    match extension(path, &PICTURES) {
        Some(picture) => Err(Failure::input(format!(
            "cannot draw {}: there are no pictures of the form {picture}; write {instead}",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// The extension of a file name, if it is one of these.
pub(crate) fn extension(path: &Path, extensions: &[&'static str]) -> Option<&'static str> {
    let found = path.extension()?.to_str()?;
    extensions.iter().find(|extension| found.eq_ignore_ascii_case(extension)).copied()
}

/// Refuses to write a file twice, or one that is read: what one purpose needs, the other would lose. Each path is given with its purpose.
/// Pipes and devices may be shared.
pub(crate) fn check_apart(read: &[(&str, &Path)], written: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let read = read.iter().filter(|(_, path)| path.is_file()).map(|&(purpose, path)| (purpose, path, false));
    let written = written.iter().filter_map(|&(purpose, path)| Some((purpose, path?, true)));
    let mut places: Vec<(PathBuf, &str)> = Vec::new();
    for (purpose, path, is_written) in read.chain(written) {
        let Some(place) = place_of(path) else { continue };
        if let Some((_, other)) = places.iter().find(|(other, _)| is_written && *other == place) {
            let path = path.display();
            return Err(Failure::input(format!(
                "{path} is given as {other} and as {purpose}; give each a file of its own"
            )));
        }
        places.push((place, purpose));
    }
    Ok(())
}

/// Where a regular file is, or will be, without links on the way.
fn place_of(path: &Path) -> Option<PathBuf> {
    match Target::of(path).ok()? {
        Target::Regular(place, Some(_)) => Some(place),
        Target::Regular(place, None) => Some(std::fs::canonicalize(folder_of(&place)).ok()?.join(place.file_name()?)),
        Target::Stream(_) | Target::Other => None,
    }
}

/// Refuses what is no regular file, for what is to be read again.
pub(crate) fn check_kept(path: &Path) -> Result<(), Failure> {
    if is_stream(path) {
        let name = path.display();
        return Err(Failure::input(format!(
            "cannot write {name}: it is no file that can be kept; give a regular file"
        )));
    }
    Ok(())
}

/// Removes what a killed program has left beside a file that it was writing, in the folder of this one.
pub(crate) fn clear_beside(path: &Path) {
    if let Ok(Target::Regular(place, _)) = Target::of(path) {
        leftovers::remove(folder_of(&place));
    }
}

/// True if a path leads to something that is written to as it stands, such as a pipe or a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Ok(Target::Stream(_) | Target::Other))
}

/// Lets `write` fill a file. Returns what `write` does, and the number of bytes.
pub(crate) fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<(T, u64), Failure> {
    once(write, |write| write_file(path, write))
}

/// Lets `write` write to something that is open. Returns what `write` does, and the number of bytes. A failure to write
/// is reported as one, whatever `write` makes of it.
pub(crate) fn fill<T>(
    out: &mut dyn Write,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<(T, u64), Failure> {
    once(write, |write| fill_open(out, name, write))
}

/// Writes something, if it can be written.
type Writing<'a> = dyn FnMut(&mut dyn Write) -> Result<(), Failure> + 'a;

/// Lets `place` call what writes, once, and returns what that does beside what `place` says.
fn once<T>(
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
    place: impl FnOnce(&mut Writing<'_>) -> Result<u64, Failure>,
) -> Result<(T, u64), Failure> {
    let (mut write, mut done) = (Some(write), None);
    let bytes = place(&mut |out| {
        let write = write.take().expect("it is written once");
        done = Some(write(out)?);
        Ok(())
    })?;
    Ok((done.expect("what can be written was written"), bytes))
}

fn write_file(path: &Path, write: &mut Writing<'_>) -> Result<u64, Failure> {
    let name = path.display().to_string();
    let fault = |error: Error| Failure::unwritten(&name, error);
    let open = |place: &Path| OpenOptions::new().write(true).truncate(true).open(place);
    let (place, old) = match Target::of(path).map_err(fault)? {
        Target::Stream(mut stream) => return fill_open(&mut stream, &name, write),
        Target::Other => return fill_open(&mut open(path).map_err(fault)?, &name, write),
        Target::Regular(place, old) => (place, old),
    };
    let file = match beside(&place, old.as_ref()) {
        Err(error) if old.is_some() && must_stay(&error) => {
            // What is in the file may be read while it is written anew.
            let mut whole = Vec::new();
            let bytes = fill_open(&mut whole, &name, write)?;
            open(&place).and_then(|mut file| file.write_all(&whole)).map_err(fault)?;
            return Ok(bytes);
        }
        file => file.map_err(fault)?,
    };
    let bytes = fill_open(&mut file.as_file(), &name, write)?;
    file.as_file().sync_all().map_err(fault)?;
    match file.persist(&place) {
        Ok(_) => {}
        Err(refused) if old.is_some() && must_stay(&refused.error) => {
            let mut file = refused.file;
            let copied = file.rewind().and_then(|()| std::io::copy(&mut file, &mut open(&place)?));
            copied.map_err(fault)?;
        }
        Err(refused) => return Err(fault(refused.error)),
    }
    Ok(bytes)
}

fn fill_open(out: &mut dyn Write, name: &str, write: &mut Writing<'_>) -> Result<u64, Failure> {
    let mut out = Watched { out: BufWriter::new(out), written: 0, error: None };
    let result = write(&mut out).and_then(|()| Ok(out.flush()?));
    match out.error {
        Some(error) => Err(Failure::unwritten(name, error)),
        None => result.map(|()| out.written),
    }
}

/// Counts what is written, and keeps the error that ends it.
struct Watched<'a> {
    out: BufWriter<&'a mut dyn Write>,
    written: u64,
    error: Option<Error>,
}

impl Watched<'_> {
    fn watch<T>(&mut self, result: IoResult<T>) -> IoResult<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let result = self.out.write(bytes);
        let count = self.watch(result)?;
        self.written += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> IoResult<()> {
        let result = self.out.flush();
        self.watch(result)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, repeat};

    use super::read_at_most;

    #[test]
    fn an_input_without_end_is_refused() {
        assert_eq!(read_at_most(&mut &[1, 2, 3][..], 3).unwrap(), [1, 2, 3]);
        let error = read_at_most(&mut repeat(0), 4096).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::FileTooLarge, "it has more than 4.0 KiB; divide it")
        );
    }
}
