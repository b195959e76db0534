//! Searches up to symmetry: verdicts as without it, certificates of the game that is played.

use proofset_catalog::Asks;
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// The verdict, the expansions, and the certificate's game and number of records, from which the rules follow the line as
/// well.
fn solve(game: &str, position: &str, goal: &str, algorithm: &str) -> (Verdict, u64, String) {
    let task = catalog().open(game, Some(position), Some(goal)).unwrap();
    let mut run = task.begin(&algorithm.parse().unwrap()).unwrap();
    let outcome = run.advance(&Limits::expansions(1_000_000), &mut ()).unwrap();
    let mut file = Vec::new();
    run.write_certificate(Form::Binary, &mut file).unwrap();
    let mut reader = Reader::new(Box::new(std::io::Cursor::new(file)) as Box<dyn std::io::Read>).unwrap();
    let header = reader.header().clone();
    let played = catalog().open(&header.game, Some(&header.position), Some(&header.goal)).unwrap();
    played.check(&mut reader).unwrap_or_else(|error| panic!("{game} {position} {algorithm}: {error}"));
    (outcome.verdict, outcome.expanded, header.game)
}

#[test]
fn verdicts_are_those_without_symmetry_and_certificates_name_the_game() {
    for (game, symmetric, position) in [
        ("tic-tac-toe", "tic-tac-toe:symmetry", "........."),
        ("tic-tac-toe", "tic-tac-toe:symmetry", "X....O..."),
        ("mnk:4,3,3", "mnk:4,3,3,symmetry", ""),
        ("mnk:4,4,4", "mnk:4,4,4,symmetry", "b2 c3 c2"),
        ("connect-four:4x4", "connect-four:4x4+symmetry", "2"),
        ("othello:4x4", "othello:4x4+symmetry", "-----XO--OX----- X"),
        ("othello:6x4", "othello:6x4+symmetry", "--------OX----XO-------- X"),
        ("atari-go:4x4+crosscut", "atari-go:4x4+crosscut+symmetry", "..../.OX./.XO./...."),
    ] {
        for algorithm in ["pns", "pss:20,20", "dfpn:epsilon=0.25,table=keyed", "pds", "pn2", "dfpn-pn"] {
            for goal in ["first:win", "second:win"] {
                let usual = solve(game, position, goal, algorithm);
                let (verdict, expanded, named) = solve(symmetric, position, goal, algorithm);
                assert_eq!((verdict, &*named), (usual.0, game), "{symmetric} {position} {goal} {algorithm}");
                assert!(expanded <= 2 * usual.1, "{symmetric} {goal} {algorithm}: {expanded}, and {} without", usual.1);
            }
        }
    }
}

#[test]
fn fewer_positions_are_searched() {
    let expanded = |game, algorithm| solve(game, ".........", "first:win", algorithm).1;
    let (usual, symmetric) = (expanded("tic-tac-toe", "pns"), expanded("tic-tac-toe:symmetry", "pns"));
    assert!(4 * symmetric < usual, "{symmetric} and {usual}");
}

#[test]
fn what_goes_by_scores_is_not_offered_with_symmetry() {
    let task = catalog().open("othello:4x4+symmetry", None, None).unwrap();
    assert_eq!(task.default_algorithm(Asks::Goal).unwrap().to_string(), "dfpn:epsilon=0.25,table=keyed");
    let error = task.begin(&"test".parse().unwrap()).err().unwrap().to_string();
    assert!(
        error.contains("othello:4x4+symmetry is not searched for what positions are worth, but othello:4x4 is"),
        "{error}"
    );
    assert!(!task.algorithms(Asks::Goal).contains(&"test"));
}
