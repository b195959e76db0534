//! One problem with less and less memory: a table that forgets costs expansions and never a verdict. Where memory does not
//! suffice for the rest, the search stops and says so.
//!
//! `cargo run --release -p proofset-depth-first --example little_memory`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
use proofset_depth_first::{Options, Search};
use proofset_mnk::{Mnk, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::connect_four("4x4")?;
    for bytes in [10_000_000, 200_000, 50_000] {
        let problem = Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
        let mut search = Search::new(problem, Options::default());
        let limits = Limits::expansions(10_000_000).with_bytes(bytes);
        let report = search.solve(&limits, &mut ())?;
        println!("{bytes} bytes: {} after {} expansions ({:?})", report.verdict, report.expanded, report.stop);
        assert_ne!(report.verdict, Verdict::Proven, "nobody can force a line on this board");
    }
    Ok(())
}
