//! Problems with much sharing, as the program opens them: the counts of the experiment on where sets pay, and what is refused.

use proofset_catalog::Asks;
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// What a search expands, and its verdict; the certificate is checked.
fn solve(game: &str, position: Option<&str>, algorithm: &str) -> (u64, Verdict) {
    let task = catalog().open(game, position, None).unwrap();
    let mut run = task.begin(&algorithm.parse().unwrap()).unwrap_or_else(|error| panic!("{game}: {error}"));
    let outcome = run.advance(&Limits::none(), &mut ()).unwrap();
    let mut file = Vec::new();
    run.write_certificate(Form::Binary, &mut file).unwrap();
    let mut reader = Reader::new(Box::new(std::io::Cursor::new(file)) as Box<dyn std::io::Read>).unwrap();
    let header = reader.header().clone();
    let again = catalog().open(&header.game, Some(&header.position), Some(&header.goal)).unwrap();
    again.check(&mut reader).unwrap_or_else(|error| panic!("{game} by {algorithm}: {error}"));
    (outcome.expanded, outcome.verdict)
}

/// The rows of `docs/src/experiments/where-sets-pay.csv` for proof-number search.
#[test]
fn the_program_asks_what_the_experiment_asked() {
    for (game, position, expanded, verdict) in [
        ("lemma-tower:lemmas=2,depth=32,seed=1", None, 28, Verdict::Proven),
        ("lemma-tower:lemmas=4,depth=32,seed=3", None, 804, Verdict::Proven),
        ("gusts:axes=2,legs=5,room=5,seed=1", None, 424, Verdict::Proven),
        ("formula:size=3,seed=1", None, 23, Verdict::Proven),
        ("formula:kind=parity,size=4,seed=2", None, 17, Verdict::Proven),
        ("kayles-sum", Some("4.4.4"), 2421, Verdict::Proven),
    ] {
        assert_eq!(solve(game, position, "pns"), (expanded, verdict), "{game}");
    }
}

#[test]
fn every_search_that_takes_them_agrees() {
    for (game, position, verdict) in [
        ("lemma-tower:lemmas=2,depth=6", None, Verdict::Proven),
        ("lemma-tower:lemmas=0", None, Verdict::Proven),
        ("gusts:axes=1,legs=4,room=1", None, Verdict::Proven),
        ("gusts:axes=1,legs=4,room=0", None, Verdict::Disproven),
        ("gusts:axes=2,legs=4,room=1,helms=1", None, Verdict::Disproven),
        ("formula:size=2", None, Verdict::Proven),
        ("formula:kind=parity,size=3", None, Verdict::Proven),
        ("kayles-sum", Some("3.2"), Verdict::Proven),
        // Two rows of a length cancel out.
        ("kayles-sum", Some("3.3"), Verdict::Disproven),
    ] {
        let algorithms = catalog().open(game, position, None).unwrap().algorithms(Asks::Goal);
        assert!(algorithms.len() > 11, "{algorithms:?}");
        for algorithm in algorithms {
            assert_eq!(solve(game, position, algorithm).1, verdict, "{game} by {algorithm}");
        }
    }
}

#[test]
fn what_is_no_problem_is_refused() {
    let error = |game: &str, position, goal| catalog().open(game, position, goal).err().unwrap().to_string();
    assert_eq!(error("formula:size=8", None, None), "formula: the size of pigeonhole is 1 to 7, not 8");
    assert_eq!(error("formula:kind=parity,size=2", None, None), "formula: the size of parity is 3 to 22, not 2");
    let rows = "bad position for kayles-sum: \"5.0\" is not rows of pins; write their lengths, as in 5.4";
    assert_eq!(error("kayles-sum", Some("5.0"), None), rows);
    let places = "bad position for kayles-sum: with a gap between rows these are 65 places, and there are 64";
    assert_eq!(error("kayles-sum", Some("32.32"), None), places);
    let position = "bad position for gusts: its parameters say all; leave the position out";
    assert_eq!(error("gusts", Some("leg 1 at 0,0"), None), position);
    assert_eq!(
        error("gusts:room=3", None, Some("win")),
        "bad goal for gusts:axes=2,legs=6,room=3,helms=3,seed=0: \"win\" is not one; the only one is proven"
    );
}
