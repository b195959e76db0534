//! The whole program for a game of one's own: `cargo run --release -- solve dodgem`.

mod rules;

use proofset::{Column, Entry, Known, Told, standard};
use proofset_core::Verdict;

fn main() -> std::process::ExitCode {
    let dodgem = Entry::game("dodgem", rules::Dodgem::parse)
        .with_summary("cars cross each other's way; who gets all of them off the board first wins")
        .with_parameters("the side of the board: dodgem:4; 3 without")
        .with_position("rows from the top and who moves: >../>../.^^ >")
        .with_column(Column::new("winner", winner).with_summary("who wins: > or ^, or = for a draw"))
        .with_example("solve dodgem --goal first:win");
    proofset::main(&standard().with(dodgem))
}

/// A cell of the column `winner` of a file of positions: it answers all questions about the position.
fn winner(text: &str) -> Result<Told, String> {
    let winner = match text {
        ">" => Some("first"),
        "^" => Some("second"),
        "=" => None,
        _ => return Err("it must be > or ^, who wins, or = for a draw".to_owned()),
    };
    let known = Known::goals(move |goal| {
        let (player, aim) = goal.split_once(':')?;
        let holds = winner.map_or(aim == "draw", |winner| player == winner);
        Some(if holds { Verdict::Proven } else { Verdict::Disproven })
    });
    Ok(Told { goal: None, known })
}
