//! A tsume-shogi problem from SFEN: is there a mate, how long is it, and what is the line?
//!
//! `cargo run --release -p proofset-mate --example tsume -- "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_core::{Describe, Limits, Problem, Solver};
use proofset_mate::{MateSearch, Options};
use proofset_shogi::{Tsume, TsumeLine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sfen = std::env::args().nth(1).unwrap_or_else(|| "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1".to_owned());
    let tsume = Tsume::parse(&sfen, "mate")?;
    let mut search = MateSearch::new(TsumeLine::new(&tsume), Options::default());
    let report = search.solve(&Limits::expansions(10_000_000).with_bytes(256 << 20), &mut ())?;
    println!("{} after {} expansions", report.verdict, report.expanded);
    if let Some(plies) = search.mate_plies() {
        println!("a mate in at most {plies} plies");
    }

    // A move has its text in the position that it is made in.
    let mut state = tsume.root();
    for &mv in &report.line {
        println!("  {}", tsume.move_text(&state, mv));
        let mut next = None;
        tsume.for_each_successor(&state, |other, successor| {
            if other == mv {
                next = Some(successor);
            }
        });
        let Some(successor) = next else { return Err("the line has a move that is not legal".into()) };
        state = successor;
    }
    Ok(())
}
