//! Lines of proofs where positions carry a counter: those of wins come back to no position, and those of draws may have to.

use std::collections::HashSet;
use std::io::{Cursor, Read};

use proofset_catalog::{Asks, Outcome, Task};
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// What is proven, and the length of the longest line of its certificate.
fn proven(task: &Task) -> (Outcome, usize) {
    let mut run = task.begin(&task.default_algorithm(Asks::Goal).unwrap()).unwrap();
    let outcome = run.advance(&Limits::none(), &mut ()).unwrap();
    assert_eq!(outcome.verdict, Verdict::Proven);
    let mut certificate = Vec::new();
    run.write_certificate(Form::Binary, &mut certificate).unwrap();
    let mut reader = Reader::new(Box::new(Cursor::new(certificate)) as Box<dyn Read>).unwrap();
    let depth = task.check(&mut reader).unwrap().depth.unwrap();
    (outcome, depth as usize)
}

/// Chasing a king goes round, with larger clocks. The rules do not know that a smaller one is as good, so the certificate does so; the
/// line does not.
#[test]
fn lines_of_wins_at_antichess_come_back_to_no_position() {
    let position = "8/8/5k2/8/8/2R5/8/8 w - - 0 1";
    let task = catalog().open("antichess", Some(position), None).unwrap();
    let (outcome, depth) = proven(&task);
    let mut stood = HashSet::new();
    for count in 0..=outcome.line.len() {
        let text = format!("fen {position} moves {}", outcome.line[..count].join(" "));
        let behind = catalog().open("antichess", Some(text.trim_end_matches(" moves ")), None).unwrap();
        assert!(stood.insert(behind.position().split(' ').take(2).collect::<Vec<_>>().join(" ")), "{text}");
    }
    assert_eq!((outcome.line.len(), outcome.length()), (32, 32));
    assert!(depth > 32);
}

/// Two kings drive another one out of the double corner.
#[test]
fn lines_of_wins_at_checkers_come_back_to_no_position() {
    let task = catalog().open("checkers:english+move-rule", Some("W:WK10,K19:BK5"), Some("win")).unwrap();
    let (outcome, depth) = proven(&task);
    assert_eq!((outcome.line.len(), outcome.length()), (31, 31));
    assert!(depth > 31);
}

/// The counter ends the game, so that a larger one is better for whoever wants no more than that.
#[test]
fn lines_of_draws_come_to_the_end_of_the_counter() {
    for (game, position, plies) in
        [("antichess", "8/8/8/8/3k4/8/8/K7 w - - 84 1", 16), ("checkers:russian+move-rule", "W:WKa1:BKh2:H24", 6)]
    {
        let task = catalog().open(game, Some(position), Some("draw")).unwrap();
        let (outcome, depth) = proven(&task);
        assert_eq!((outcome.line.len(), outcome.length(), depth), (plies, plies, plies), "{game}");
    }
}
