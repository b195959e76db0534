//! From a chess position to a checked proof: solve, print the line, write a certificate, check it.
//!
//! `cargo run --release -p proofset-best-first --example mate -- "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -" mate-in:2`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_best_first::{Options, pns};
use proofset_certificate::{Form, Header, Reader, Strategy, check, write_certificate};
use proofset_chess::Mate;
use proofset_core::{Limits, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -".to_owned());
    let goal = arguments.next().unwrap_or_else(|| "mate-in:2".to_owned());

    let mate = Mate::parse(&fen, &goal)?;
    println!("{}?", mate.question_text());
    let mut search = pns(&mate, Options::default());
    let report = search.solve(&Limits::expansions(1_000_000), &mut ())?;
    if report.verdict == Verdict::Unknown {
        println!("not decided after {} expansions", report.expanded);
        return Ok(());
    }
    println!("{} after {} expansions: {}", report.verdict, report.expanded, mate.san_line(&report.line)?);

    let strategy = Strategy::extract(&search)?;
    let header = Header::new("chess", mate.position().to_string(), mate.goal().to_string(), strategy.verdict());
    let (file, _) = write_certificate(&mate, &search, &strategy, &header, Form::Binary, Vec::new())?;

    // The checker knows the rules and the file, and not the search.
    let summary = check(&mate, &mut Reader::new(&file[..])?)?;
    println!("a certificate of {} bytes holds: {} positions", file.len(), summary.nodes);
    Ok(())
}
