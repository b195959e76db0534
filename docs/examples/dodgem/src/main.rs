//! The whole program for a game of one's own: `cargo run --release -- solve dodgem`.

mod rules;

use proofset::{Column, Entry, Known, Told, standard};
use proofset_core::{Parameter, Parameters, Verdict};
use rules::Dodgem;

fn main() -> std::process::ExitCode {
    let side = Parameter::whole("side", "cells of a side of the board", Dodgem::SIDES, 3);
    let dodgem = Entry::game("dodgem", |arguments| Ok(Dodgem::new(arguments.whole("side"))))
        .with_summary("cars cross each other's way; who gets all of them off the board first wins")
        .with_parameters(Parameters::places(',').with(side))
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
