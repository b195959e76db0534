//! The searches, driven by a program with a board.
//!
//! The idea: a graphical program starts this one and talks to it in lines of text, by a protocol that a game of the catalog
//! brings ([`Protocol`]). Lines are read on one thread while a search runs on another, so that `stop` is heard at any time;
//! it raises a flag that every search looks at each few milliseconds. The answer to a question is written by the thread
//! that has searched for it.
//!
//! A search that has a limit is not cut off by the next question, so that a script may write all of its questions at once: what would end it
//! waits, and only `stop` and `quit` are heard before.
//!
//! What cannot be understood is answered by `info string` and ignored: an engine must never die of what a program says.

mod go;
mod session;

use std::ffi::OsString;
use std::io::{self, BufRead, stdin};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use proofset_catalog::{Catalog, Protocol};
use session::Session;

use crate::failure::{Exit, Failure};

/// The arguments of the program, with the protocol among them if it was started by a name that ends with one, such as
/// `proofset-NAME`: many programs with a board start an engine by its path alone.
pub(crate) fn with_protocol(
    catalog: &Catalog,
    arguments: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut arguments = arguments.peekable();
    let name = arguments.peek().and_then(|name| Path::new(name).file_stem()).map(|name| name.to_string_lossy());
    let (protocols, dialogues) = (catalog.protocols(), catalog.dialogues());
    let names = protocols.iter().map(|(_, protocol)| protocol.name());
    let mut names = names.chain(dialogues.iter().map(|dialogue| dialogue.name));
    let named = name.and_then(|name| names.find(|protocol| name.ends_with(&format!("-{protocol}"))));
    let named = named.map(OsString::from);
    let program = arguments.next();
    program.into_iter().chain(named).chain(arguments)
}

/// Lines that are read before they are heard.
const AHEAD: usize = 16;

/// How often is looked whether a search has ended that lines wait for.
const PATIENCE: Duration = Duration::from_millis(2);

/// Lines of standard input, as they come; an empty one is its end.
fn lines() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line).map(|_| line);
            let is_last = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Answers questions about a game until it is told to quit, or nobody asks any more.
pub(crate) fn run(catalog: &Catalog, game: &str, protocol: &Arc<dyn Protocol>) -> Result<Exit, Failure> {
    let mut session = Session::new(catalog.clone(), game.to_owned(), Arc::clone(protocol));
    let lines = lines();
    loop {
        let heard = if session.has_waiting() {
            match lines.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {
                    session.go_on()?;
                    continue;
                }
                heard => heard.ok(),
            }
        } else {
            lines.recv().ok()
        };
        let line = match heard.unwrap_or_else(|| Ok(Vec::new())) {
            Ok(line) if line.is_empty() => return session.end().map(|()| Exit::Done),
            Ok(line) => line,
            Err(error) => {
                let failure = Failure::Input(anyhow::Error::new(error).context("cannot read standard input"));
                let unwritten = session.stop().err();
                return Ok(Exit::Done.after(&unwritten.into_iter().chain([failure]).collect::<Vec<_>>()));
            }
        };
        // Names of files come in whatever encoding they have, and nothing that is understood here is written in another.
        if !session.hear(&String::from_utf8_lossy(&line))? {
            return session.stop().map(|()| Exit::Done);
        }
    }
}
