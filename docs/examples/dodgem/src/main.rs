//! The whole program for a game of one's own: `cargo run --release -- solve dodgem`.

mod rules;

use proofset::{Entry, standard};

fn main() -> std::process::ExitCode {
    let dodgem = Entry::game("dodgem", rules::Dodgem::parse)
        .with_summary("cars cross each other's way; who gets all of them off the board first wins")
        .with_parameters("the side of the board: dodgem:4; 3 without")
        .with_position("rows from the top and who moves: >../>../.^^ >")
        .with_example("solve dodgem --goal first:win");
    proofset::main(&standard().with(dodgem))
}
