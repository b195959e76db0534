//! Endgame tables of English draughts by backward induction: how many positions are won, lost and drawn.
//!
//! `cargo run --release -p proofset-checkers --example tables -- 3`
//!
//! The argument is the number of pieces. Three take a second, four 100 s and 2.1 GB.

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_checkers::{Checkers, Colour};
use proofset_core::{Goal, Player, Solve, Verdict};
use proofset_oracle::solve_all;

/// What is known of the positions with one number of pieces.
#[derive(Clone, Copy, Default)]
struct Counts {
    all: u64,
    won: u64,
    lost: u64,
    longest: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::env::args().nth(1).map_or(Ok(3), |text| text.parse::<u32>())?;
    let game = Checkers::english();
    let mut counts = vec![Counts::default(); most as usize + 1];
    for (player, colour) in [(Player::First, Colour::Black), (Player::Second, Colour::White)] {
        let states = (1..=most).flat_map(|pieces| game.placements(pieces));
        let table = solve_all(&Solve::from_start(game.clone(), Goal::win(player)), states, usize::MAX)?;
        for (position, verdict) in table.iter() {
            let counts = &mut counts[position.pieces() as usize];
            let is_own = position.to_move() == colour;
            counts.all += u64::from(is_own);
            if verdict == Verdict::Proven {
                *if is_own { &mut counts.won } else { &mut counts.lost } += 1;
                counts.longest = counts.longest.max(table.distance(position).unwrap_or(0));
            }
        }
    }
    println!("pieces\tpositions\twon\tlost\tdrawn\tlongest");
    for (pieces, &Counts { all, won, lost, longest }) in counts.iter().enumerate().skip(1) {
        println!("{pieces}\t{all}\t{won}\t{lost}\t{}\t{longest}", all - won - lost);
    }
    Ok(())
}
