//! The program `proofset` for the games of any [`Catalog`]: solve a position, check a proof, compare algorithms.
//!
//! [`main`] is the whole program: a crate with a game of its own has every command for it in a few lines. The program knows
//! the catalog only, never a game or an engine. The package `proofset` is this crate with the games that come with it; who
//! needs none of them depends on this one, and compiles less. Results go to standard output, progress and errors to
//! standard error. Exit status: 0 decided (or done), 3 undecided or not written, 2 bad input, 1 a failed check or an
//! internal error.

mod alternatives;
mod answer;
mod arguments;
mod batch;
mod bench;
mod book;
mod checkpoint;
mod compare;
mod comparison;
mod completions;
mod dialogue;
mod engine;
mod escape;
mod failure;
mod files;
mod grade;
mod input;
mod known;
mod leftovers;
mod list;
mod output;
mod plot;
mod positions;
mod progress;
mod results;
mod resume;
mod run_log;
mod shortest;
mod show;
mod solution;
mod solve;
mod team;
mod value;
mod verify;
mod workers;

use std::ffi::OsString;
use std::process::ExitCode;

pub use proofset_catalog::{
    Annotations, Bounded, Catalog, Column, DefaultAlgorithm, EngineOption, Entry, GoWords, Heuristic, HeuristicEntry,
    InputError, Known, Lengths, Opening, Outcome, OwnSearches, PositionSource, Protocol, Question, Repeats, Reply, Run,
    SearchEntry, Settings, Speech, TeamHelper, Texts, Told, number_after,
};
use tracing_subscriber::filter::LevelFilter;

use crate::arguments::{Command, Invocation};
use crate::escape::visible;
use crate::failure::{Exit, Failure};
use crate::progress::Look;
use crate::run_log::RunLog;

/// The program: reads the command line, does what it says on the games of a catalog, and returns the exit status.
///
/// ```no_run
/// use proofset_program::{Catalog, Entry};
/// use proofset_tic_tac_toe::TicTacToe;
///
/// fn main() -> std::process::ExitCode {
///     let noughts = Entry::game("noughts", |_| Ok(TicTacToe)).with_summary("three in a row by another name");
///     proofset_program::main(&Catalog::new().with(noughts))
/// }
/// ```
pub fn main(catalog: &Catalog) -> ExitCode {
    let arguments: Vec<OsString> = engine::with_protocol(catalog, std::env::args_os()).collect();
    let invocation = match arguments::parse(catalog, &arguments) {
        Ok(invocation) => invocation,
        Err(error) => {
            // The message repeats what was given, and has styles of its own: it is made again of arguments that may be shown.
            let shown = |argument: &OsString| visible(&argument.to_string_lossy()).into_owned().into();
            let shown: Vec<OsString> = arguments.iter().map(shown).collect();
            return output::show_help(&arguments::parse(catalog, &shown).err().unwrap_or(error)).into();
        }
    };
    let level = match invocation.verbose() {
        0 => LevelFilter::OFF,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        // A log that cannot be written is no reason to panic.
        .log_internal_errors(false)
        .with_max_level(level)
        .init();
    // A signal that comes before a search is no reason to end.
    let result = progress::heed_signals().and_then(|()| match &invocation {
        Invocation::Command(arguments) => obey(catalog, &arguments.command),
        Invocation::Protocol { game, protocol, .. } => engine::run(catalog, game, protocol),
        Invocation::Dialogue { dialogue, limits, .. } => dialogue::run(catalog, *dialogue, limits),
    });
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => Exit::Done.after(&[failure]).into(),
    }
}

/// Does what a command says.
fn obey(catalog: &Catalog, command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(solve) => {
            solve.check_files()?;
            if let Some(workers) = &solve.workers {
                return workers::run(catalog, solve, workers);
            }
            let log = solve.log.as_deref().map(RunLog::create).transpose()?;
            let look = Look { quiet: solve.quiet || solve.json, log: log.as_ref() };
            let exit = match solve.file.is_empty() {
                false if solve.value => value::run_files(catalog, solve, look),
                false if solve.grade => grade::run_files(catalog, solve, look),
                false => batch::run(catalog, solve, look),
                true if solve.value => value::run(catalog, solve, look),
                true if solve.grade => grade::run(catalog, solve, look),
                true => solve::run(catalog, solve, look),
            };
            Ok(RunLog::close(log, exit?))
        }
        Command::Resume(resume) => {
            resume.check_files()?;
            resume::run(catalog, resume)
        }
        Command::Compare(compare) if !compare.file.is_empty() || compare.orders.is_some() => {
            comparison::run(catalog, compare)
        }
        Command::Compare(compare) => compare::run(catalog, compare),
        Command::Bench(bench) => bench::run(catalog, bench),
        Command::Verify(verify) => verify::run(catalog, verify),
        Command::Show(show) => show::run(catalog, show),
        Command::Known(known) => known::run(catalog, known),
        Command::Plot(plot) => plot::run(plot),
        Command::Games(list) if list.json => list::games_as_json(catalog),
        Command::Games(_) => list::games(catalog),
        Command::Algorithms(list) if list.json => list::algorithms_as_json(catalog),
        Command::Algorithms(_) => list::algorithms(catalog),
        Command::Completions { shell } => {
            let started = std::env::args_os().next();
            let name = completions::name_of(started.as_deref());
            output::print_raw(&completions::script(catalog, *shell, name)).map(|()| Exit::Done)
        }
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
