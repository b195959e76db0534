//! `proofset verify`: replay certificates with the rules alone.
//!
//! Nothing of the search runs here: the catalog opens the question that the header names, and the checker replays the
//! records against its rules. A file that is not a whole certificate is bad input (status 2); a whole one whose proof
//! does not hold is a failed check (status 1).
//!
//! With a limit of time, a thread of its own checks: a single record may ask the rules for hours, and they cannot be interrupted.
//! What it has not done in time is left to end with the program.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use anyhow::Context;
use proofset_catalog::{Catalog, CheckLimits};
use proofset_certificate::{CheckError, Reader};

use crate::arguments::VerifyArguments;
use crate::failure::{Exit, Failure};
use crate::output::{complain, grouped, print};
use crate::progress::CheckLine;

/// Opens a certificate, or standard input.
pub(crate) fn reader(path: &Path) -> Result<Reader<Box<dyn Read>>, Failure> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else if path.is_dir() {
        let (folder, files) = (path.display(), path.join("*.proof"));
        return Err(Failure::input(format!("{folder} is a folder; name files in it, such as {}", files.display())));
    } else {
        let file = std::fs::File::open(path)
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::Input)?;
        Box::new(BufReader::new(file))
    };
    Reader::new(input).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// Who is told how far the check is.
trait Listener {
    /// It begins with a file, and this is the gravest end before.
    fn begins(&self, path: &Path, worst: Exit);

    /// What it has found of the file.
    fn found(&self, line: String) -> Result<(), Failure>;
}

/// Prints what is found.
struct Printer;

impl Listener for Printer {
    fn begins(&self, _: &Path, _: Exit) {}

    fn found(&self, line: String) -> Result<(), Failure> {
        print(line)
    }
}

fn check(
    catalog: &Catalog,
    path: &Path,
    limits: &CheckLimits,
    quiet: bool,
    listener: &dyn Listener,
) -> Result<Exit, Failure> {
    let mut certificate = reader(path)?;
    let header = certificate.header().clone();
    let task = catalog
        .open(&header.game, Some(&header.position), Some(&header.goal))
        .with_context(|| path.display().to_string())
        .map_err(Failure::Input)?;
    let line = CheckLine::new(quiet, path);
    let checked = task.check_with(&mut certificate, limits, &mut |now| line.show(&now));
    drop(line);
    match checked {
        Ok(summary) => {
            if !quiet {
                let longest = match summary.depth {
                    Some(1) => "longest line 1 ply".to_owned(),
                    Some(depth) => format!("longest line {depth} plies"),
                    None => "lines may go on for ever".to_owned(),
                };
                // Where the goal is a proof, its name says nothing that the verdict does not.
                let said = match header.goal.as_str() {
                    "proven" => header.verdict.to_string(),
                    goal => format!("{goal} is {}", header.verdict),
                };
                listener.found(format!(
                    "{}: holds. {}: {said} (nodes {}, moves {}, {longest})",
                    path.display(),
                    shown(&header.game, &header.position),
                    grouped(summary.nodes),
                    grouped(summary.edges),
                ))?;
            }
            Ok(Exit::Done)
        }
        Err(error @ (CheckError::Memory { .. } | CheckError::Shelf(_))) => {
            // The other files may need less.
            let error = anyhow::Error::new(error).context(format!("{} is not checked to its end", path.display()));
            complain(&Failure::Unwritten(error));
            Ok(Exit::Undecided)
        }
        Err(error @ CheckError::Read(_)) => Err(Failure::Input(anyhow::anyhow!("{}: {error}", path.display()))),
        Err(error) => {
            listener.found(format!("{}: does not hold. {error}", path.display()))?;
            Ok(Exit::CheckFailed)
        }
    }
}

/// A game and a position, unless the position is too long to print.
fn shown(game: &str, position: &str) -> String {
    if position.len() <= 120 && !position.contains('\n') { format!("{game} {position}") } else { game.to_owned() }
}

pub(crate) fn run(catalog: &Catalog, arguments: &VerifyArguments) -> Result<Exit, Failure> {
    match arguments.time {
        Some(time) => check_for(time, catalog, arguments),
        None => check_all(catalog, arguments, &Printer),
    }
}

/// What the thread says that checks: as [`Listener`] has it, and its end.
enum Said {
    Begins(PathBuf, Exit),
    Found(String),
    Done(Result<Exit, Failure>),
}

/// Nobody hears it where the time is over.
impl Listener for Sender<Said> {
    fn begins(&self, path: &Path, worst: Exit) {
        let _ = self.send(Said::Begins(path.to_owned(), worst));
    }

    fn found(&self, line: String) -> Result<(), Failure> {
        let _ = self.send(Said::Found(line));
        Ok(())
    }
}

/// Checks the files for so long at most.
fn check_for(time: Duration, catalog: &Catalog, arguments: &VerifyArguments) -> Result<Exit, Failure> {
    let started = Instant::now();
    let (say, said) = channel();
    let (catalog, all) = (catalog.clone(), arguments.clone());
    Builder::new().spawn(move || {
        let done = check_all(&catalog, &all, &say);
        let _ = say.send(Said::Done(done));
    })?;
    let (mut at, mut worst) = (arguments.files.first().cloned().unwrap_or_default(), Exit::Done);
    let mut is_found = false;
    loop {
        // Of a file of which all is told nobody says that it is not checked to its end.
        let left = if is_found { Duration::MAX } else { time.saturating_sub(started.elapsed()) };
        match said.recv_timeout(left) {
            Ok(Said::Begins(path, before)) => (at, worst, is_found) = (path, before, false),
            Ok(Said::Found(line)) => {
                print(line)?;
                is_found = true;
            }
            Ok(Said::Done(result)) => return result,
            Err(RecvTimeoutError::Timeout) => {
                let error = anyhow::anyhow!("{} is not checked to its end: the time is over", at.display());
                complain(&Failure::Unwritten(error));
                return Ok(worst.max(Exit::Undecided));
            }
            Err(RecvTimeoutError::Disconnected) => panic!("the thread that checks has panicked"),
        }
    }
}

/// Checks the files one after the other.
fn check_all(catalog: &Catalog, arguments: &VerifyArguments, listener: &dyn Listener) -> Result<Exit, Failure> {
    let mut worst = Exit::Done;
    let mut unreadable: Option<Failure> = None;
    let limits =
        CheckLimits::default().with_bytes(arguments.memory.as_u64()).with_threads(usize::from(arguments.threads));
    for path in &arguments.files {
        listener.begins(path, unreadable.as_ref().map_or(worst, |failure| worst.max(failure.exit())));
        match check(catalog, path, &limits, arguments.quiet, listener) {
            Ok(exit) => worst = worst.max(exit),
            Err(failure @ (Failure::Unwritten(_) | Failure::Internal(_))) => return Err(failure),
            Err(failure) => {
                // Say so at once, go on with the other files, and end with this status.
                if let Some(earlier) = unreadable.replace(failure) {
                    complain(&earlier);
                }
            }
        }
    }
    match unreadable {
        Some(failure) if worst <= Exit::BadInput => Err(failure),
        Some(failure) => {
            complain(&failure);
            Ok(worst)
        }
        None => Ok(worst),
    }
}
