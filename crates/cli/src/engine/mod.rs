//! `proofset usi` and `proofset uci`: the searches for mates, driven by a program with a board.
//!
//! The idea: a graphical program starts this one and talks to it in lines of text, by the Universal Shogi Interface or by
//! the Universal Chess Interface. The two differ in a few words, which a [`Dialect`] has; the rest is here. Lines are read
//! on one thread while a search runs on another, so that `stop` is heard at any time; it raises a flag that every search
//! looks at each few milliseconds. The answer to a question is written by the thread that has searched for it. The
//! references: the Universal Chess Interface (R. Huber and S. Meyer-Kahlen 2000), and the Universal Shogi Interface
//! (T. Romstad 2007).
//!
//! What cannot be understood is answered by `info string` and ignored: an engine must never die of what a program says.

mod dialect;
mod session;

use std::ffi::OsString;
use std::io::{BufRead, stdin};
use std::path::Path;

use proofset_catalog::Catalog;

pub(crate) use dialect::Dialect;
use session::Session;

use crate::failure::{Exit, Failure};

/// The arguments of the program, with the protocol among them if it was started as `proofset-usi` or `proofset-uci`: many
/// programs with a board start an engine by its path alone.
pub(crate) fn with_protocol(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut arguments = arguments.peekable();
    let name = arguments.peek().and_then(|name| Path::new(name).file_stem()).map(|name| name.to_string_lossy());
    let dialects = [Dialect::Usi, Dialect::Uci].into_iter();
    let named =
        name.and_then(|name| dialects.map(Dialect::name).find(|dialect| name.ends_with(&format!("-{dialect}"))));
    let program = arguments.next();
    program.into_iter().chain(named.map(OsString::from)).chain(arguments)
}

/// Answers until it is told to quit, or nobody asks any more.
pub(crate) fn run(catalog: &Catalog, dialect: Dialect) -> Result<Exit, Failure> {
    let mut session = Session::new(catalog.clone(), dialect);
    let mut input = stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => {
                session.end();
                return Ok(Exit::Done);
            }
            Ok(_) => {}
            Err(error) => {
                session.stop();
                return Err(Failure::Input(anyhow::Error::new(error).context("cannot read standard input")));
            }
        }
        // Names of files come in whatever encoding they have, and nothing that is understood here is written in another.
        if !session.hear(&String::from_utf8_lossy(&line))? {
            session.stop();
            return Ok(Exit::Done);
        }
    }
}
