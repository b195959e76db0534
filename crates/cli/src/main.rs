//! `proofset`: solve a position, check a proof, compare algorithms.
//!
//! The program knows the catalog only, never a game or an engine. Results go to standard output, progress and errors to
//! standard error. Exit status: 0 decided (or done), 3 undecided or not written, 2 bad input, 1 a failed check or an
//! internal error.

mod alternatives;
mod answer;
mod arguments;
mod batch;
mod compare;
mod engine;
mod escape;
mod failure;
mod files;
mod list;
mod output;
mod positions;
mod progress;
mod results;
mod shortest;
mod show;
mod solve;
mod value;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::arguments::{Arguments, Command};
use crate::escape::visible;
use crate::failure::Exit;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = engine::with_protocol(std::env::args_os()).collect();
    let arguments = Arguments::try_parse_from(&arguments).unwrap_or_else(|error| {
        // The message repeats what was given, and has styles of its own: it is made again of arguments that may be shown.
        let shown = arguments.iter().map(|argument| visible(&argument.to_string_lossy()).into_owned());
        Arguments::try_parse_from(shown).err().unwrap_or(error).exit()
    });
    let level = match arguments.verbose {
        0 => "off",
        1 => "info",
        _ => "debug",
    };
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        // A log that cannot be written is no reason to panic.
        .log_internal_errors(false)
        .with_env_filter(tracing_subscriber::EnvFilter::new(level))
        .init();
    let result = match &arguments.command {
        Command::Solve(solve) => match &solve.file {
            Some(file) if solve.value => value::run_file(solve, file),
            Some(file) => batch::run(solve, file),
            None if solve.value => value::run(solve),
            None => solve::run(solve),
        },
        Command::Compare(compare) => compare::run(compare),
        Command::Verify(verify) => verify::run(verify),
        Command::Show(show) => show::run(show),
        Command::Usi => engine::run(engine::Dialect::Usi),
        Command::Uci => engine::run(engine::Dialect::Uci),
        Command::Games => list::games(),
        Command::Algorithms => list::algorithms(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "proofset", &mut script);
            output::print_raw(String::from_utf8_lossy(&script).trim_end()).map(|()| Exit::Done)
        }
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => Exit::Done.after(&[failure]).into(),
    }
}
