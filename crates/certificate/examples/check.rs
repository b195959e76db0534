//! Checking a certificate: the checker replays it with the rules alone, and refuses what does not hold.
//!
//! `cargo run -p proofset-certificate --example check`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_certificate::{Reader, check};
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// Take one or two stones; who takes the last one wins. Can the player to move win?
struct TakeAway(u32);

impl Problem for TakeAway {
    /// The stones, and whether the player who wants to win is to move.
    type State = (u32, bool);
    type Move = u32;

    fn root(&self) -> Self::State {
        (self.0, true)
    }

    fn status(&self, &(stones, first): &Self::State) -> Status {
        match (stones, first) {
            (0, true) => Status::Decided(Value::Disproven),
            (0, false) => Status::Decided(Value::Proven),
            (_, true) => Status::Open(Role::Or),
            (_, false) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &(stones, first): &Self::State, mut visit: impl FnMut(u32, Self::State)) {
        for take in 1..=stones.min(2) {
            visit(take, (stones - take, !first));
        }
    }
}

/// A certificate names moves as texts, so the checker has to know them.
impl Dominance for TakeAway {}

impl Describe for TakeAway {
    fn state_text(&self, (stones, _): &Self::State) -> String {
        format!("{stones} stones")
    }

    fn move_text(&self, _state: &Self::State, take: u32) -> String {
        take.to_string()
    }
}

/// Four stones: take one, and answer so that three are taken in each round.
const CERTIFICATE: &str = r#"{"format": "proofset-certificate", "version": 1,
    "game": "take-away", "position": "4", "goal": "first:win", "verdict": "proven",
    "nodes": [
        {"kind": "choice", "moves": [["1", 1]]},
        {"kind": "all", "moves": [["1", 2], ["2", 3]]},
        {"kind": "choice", "moves": [["2", 4]]},
        {"kind": "choice", "moves": [["1", 4]]},
        {"kind": "leaf"}
    ]}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let summary = check(&TakeAway(4), &mut Reader::new(CERTIFICATE.as_bytes())?)?;
    assert_eq!((summary.verdict, summary.nodes), (Value::Proven, 5));
    println!("four stones: holds, with {} positions", summary.nodes);

    // An answer is left out, and the proof is none.
    let short = CERTIFICATE.replace(r#"[["1", 2], ["2", 3]]"#, r#"[["1", 2]]"#);
    match check(&TakeAway(4), &mut Reader::new(short.as_bytes())?) {
        Ok(_) => Err("the checker has accepted a certificate without an answer to a move".into()),
        Err(error) => {
            println!("with an answer left out: {error}");
            Ok(())
        }
    }
}
