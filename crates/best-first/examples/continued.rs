//! A search that is watched, stops at a limit, and goes on: running out loses nothing.
//!
//! `cargo run --release -p proofset-best-first --example continued`

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::ops::ControlFlow;

use proofset_best_first::{Options, pss_truncated};
use proofset_core::{Goal, Limits, Player, Progress, Solve, Solver, Verdict};
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::TieOrder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Mnk::<1>::new(Rules::connect_four("4x4")?);
    let problem = Solve::from_start(game, Goal::win(Player::First));
    let mut search = pss_truncated(problem, 20, 20, TieOrder::Lex, Options::default());

    // Called after every batch of work; `ControlFlow::Break(())` would stop the search.
    let mut watch = |now: &Progress| {
        println!("  {} expanded, proof size {}, disproof size {}", now.expanded, now.proof, now.disproof);
        ControlFlow::Continue(())
    };
    let mut limits = Limits::expansions(1_000);
    loop {
        let report = search.solve(&limits, &mut watch)?;
        println!("{} after {} expansions ({:?})", report.verdict, report.expanded, report.stop);
        if report.verdict != Verdict::Unknown {
            return Ok(());
        }
        limits = Limits::expansions(4 * report.expanded);
    }
}
