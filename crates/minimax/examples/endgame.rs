//! The score of a game under best play, and the best play itself: Othello on a small board.
//!
//! `cargo run --release -p proofset-minimax --example endgame -- 4x4 "-----OX--XO----- X"`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_core::{Game, Limits, Notation};
use proofset_minimax::{Method, Options, Search};
use proofset_othello::Othello;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game: Othello = arguments.next().as_deref().unwrap_or("4x4").parse()?;
    let mut position = match arguments.next() {
        Some(text) => game.parse_position(&text)?,
        None => game.start(),
    };
    let mut search = Search::new(&game, Options::new(Method::nega_scout()));
    let found = search.find_value(&position, &Limits::expansions(50_000_000), &mut ())?;
    match found.value() {
        Some(score) => println!("{score} for who is to move"),
        None => println!("from {} to {}, when the limit was reached", found.low, found.high),
    }
    for mv in found.line {
        println!("  {}", game.move_text(&position, mv));
        game.play(&mut position, mv);
    }
    println!("{}", game.position_text(&position));
    Ok(())
}
