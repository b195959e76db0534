//! `cargo xtask`: the tasks of development. One module per command; nothing depends on this crate.

#![allow(clippy::print_stdout, reason = "a task talks to the terminal")]

mod bench;
mod ci;
mod defaults;
mod experiment;
mod process;
mod signature;
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
    /// Format, layer rules, lints, all tests with the signature among them, the documentation
    Ci,
    /// Check the layers between the crates and the hygiene of the files
    Tidy,
    /// Compare the expansions on the suite, per algorithm, with the recorded ones
    Signature {
        /// Record what is found instead
        #[arg(long)]
        bless: bool,
    },
    /// Run the benchmarks and write a dated table to record/
    Bench {
        /// Small boards and short measurements
        #[arg(long)]
        quick: bool,
        /// Leave out the criterion benchmarks of single crates
        #[arg(long)]
        searches_only: bool,
    },
    /// Measure which algorithm solves most problems of each game, and write a dated table to record/
    Defaults {
        /// The program to run; without it, a release build of this workspace
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
        /// Processor time for each problem, in seconds
        #[arg(long, value_name = "N", default_value_t = 2)]
        seconds: u32,
        /// Memory for each problem
        #[arg(long, value_name = "SIZE", default_value = "512MiB")]
        memory: String,
        /// These games only, and print the table instead of writing it
        #[arg(long, value_name = "NAME")]
        game: Vec<String>,
    },
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
        Command::Tidy => tidy::run(),
        Command::Signature { bless } => signature::run(bless),
        Command::Bench { quick, searches_only } => bench::run(quick, searches_only),
        Command::Defaults { program, seconds, memory, game } => {
            defaults::run(program.as_deref(), seconds, &memory, &game)
        }
        Command::Experiment { name, quick } => experiment::run(&name, quick),
    }
}
