//! Everything by name: a game, an algorithm, a position and a goal from the arguments, and the answer in words.
//!
//! `cargo run --release -p proofset-standard --example by_name -- connect-four:4x4 pss:8,8`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_catalog::AlgorithmSpec;
use proofset_core::Limits;
use proofset_standard::catalog;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize| arguments.get(place).map(String::as_str);
    let Some(game) = argument(0) else {
        return Err("give a game, and perhaps an algorithm, a position and a goal".into());
    };
    let algorithm: AlgorithmSpec = argument(1).unwrap_or("pns").parse()?;
    let task = catalog().open(game, argument(2), argument(3))?;
    let mut search = task.begin(&algorithm)?;
    let outcome = search.advance(&Limits::expansions(1_000_000), &mut ())?;
    println!("{}", task.explain(&outcome));
    println!("{} expanded", outcome.expanded);
    Ok(())
}
