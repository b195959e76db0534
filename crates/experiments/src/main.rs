//! The experiments of the book.
//!
//! They take their time. They look into searches where the program does not; what the program itself takes is measured
//! from outside, by `cargo xtask bench`.

#![allow(clippy::print_stdout, reason = "the results are the output")]

mod against;
mod discounts;
mod domains;
mod experiments;
mod measure;
mod meetings;
mod plot;
mod positions;
mod table;

use clap::Parser;

/// Runs an experiment of the book and writes its CSV and its picture.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    experiment: experiments::Arguments,
}

fn main() -> anyhow::Result<()> {
    experiments::run(&Arguments::parse().experiment)
}
