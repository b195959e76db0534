//! `cargo xtask`: the tasks of development. One module per command; nothing depends on this crate.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to the terminal")]

mod bench;
mod ci;
mod circles;
mod defaults;
mod examples;
mod experiment;
mod kills;
mod new_game;
mod outside;
mod packages;
mod process;
mod progress;
mod python;
mod record;
mod signature;
mod size;
mod test_programs;
mod tidy;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", about = "Development tasks of proofset")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Format, layer rules, lints, all tests with the signature among them, a new game, the documentation
    Ci,
    /// Check the layers between the crates and the hygiene of the files
    Tidy,
    /// Write the crate of a new game, with its tests, its entry in the catalog, and what else names it
    NewGame {
        /// In lower case, as in tic-tac-toe
        name: String,
    },
    /// Build the Python package and test it with pytest and mypy, in an environment that is made for it
    Python {
        /// All libraries and tests of the workspace have just been built: take them, and build the module alone besides
        #[arg(long)]
        after_tests: bool,
    },
    /// Compare the expansions on the suite, per algorithm, with the recorded ones
    Signature {
        /// Record what is found instead
        #[arg(long)]
        bless: bool,
    },
    /// Time searches and print a table: of this workspace for the record, or of programs that are named, by turns
    Bench(bench::Arguments),
    /// Measure which algorithm solves most problems of each game, and write a dated table to the record
    Defaults(defaults::Arguments),
    /// Count the code that is compiled, and what each game adds to it, and write dated tables to the record
    Size(size::Arguments),
    /// Kill searches at random moments, resume them, and compare verdicts and work with runs that nobody disturbed
    Kills(kills::Arguments),
    /// Run an experiment of the book and write its CSV and its picture to docs/src/experiments/
    Experiment {
        /// The name; a wrong one lists them all
        name: String,
        /// Fewer seeds and smaller problems; the results go to target/experiments/
        #[arg(long)]
        quick: bool,
    },
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Ci => ci::run(),
        Command::Tidy => tidy::run(&root()),
        Command::NewGame { name } => new_game::run(&name),
        Command::Python { after_tests } => {
            python::run(if after_tests { python::Build::Workspace } else { python::Build::Module })
        }
        Command::Signature { bless } => signature::run(bless),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Defaults(arguments) => defaults::run(&arguments),
        Command::Size(arguments) => size::run(&arguments),
        Command::Kills(arguments) => kills::run(&arguments),
        Command::Experiment { name, quick } => experiment::run(&name, quick),
    }
}
