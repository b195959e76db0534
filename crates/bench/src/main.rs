//! Measurements: whole searches, timed, and the experiments of the book.
//!
//! Without a command it runs the searches. Both take their time; neither checks verdicts, which the tests do.

#![allow(clippy::print_stdout, reason = "the results are the output")]

mod experiments;
mod measure;
mod plot;
mod positions;
mod searches;
mod table;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(about = "Measurements of proofset", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    searches: searches::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run whole searches and print a table of expansions and recomputations per second and bytes per node
    Searches(searches::Arguments),
    /// Run an experiment and write its CSV and its picture
    Experiment(experiments::Arguments),
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    match arguments.command {
        None => searches::run(&arguments.searches),
        Some(Command::Searches(searches)) => searches::run(&searches),
        Some(Command::Experiment(experiment)) => experiments::run(&experiment),
    }
}
