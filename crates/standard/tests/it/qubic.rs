//! Questions about Qubic: smaller forms of the game, and certificates of the whole one.

use proofset_catalog::Asks;
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// Won by threats alone.
const THREATS: &str = "111 444 411 144 414 141";
/// Won, but not by threats alone.
const QUIET: &str = "111 444 411 144";

#[test]
fn what_is_found_in_a_smaller_form_is_certified_for_the_whole_game() {
    let mut records = Vec::new();
    for (game, position) in [
        ("qubic", THREATS),
        ("qubic:forced", THREATS),
        ("qubic:sequences=200", THREATS),
        ("qubic:sequences=200,symmetry=64", THREATS),
        ("qubic:sequences=3000,symmetry=12", QUIET),
    ] {
        for (goal, algorithm, expected) in [
            ("first:win", "dfpn:epsilon=0.25,table=keyed", Verdict::Proven),
            ("second:draw", "dfpn:epsilon=0.25", Verdict::Disproven),
            ("first:win", "pns", Verdict::Proven),
        ] {
            if position == QUIET && (goal, algorithm) != ("first:win", "dfpn:epsilon=0.25,table=keyed") {
                continue;
            }
            let task = catalog().open(game, Some(position), Some(goal)).unwrap();
            let mut run = task.begin(&algorithm.parse().unwrap()).unwrap();
            let outcome = run.advance(&Limits::expansions(200_000), &mut ()).unwrap();
            assert_eq!(outcome.verdict, expected, "{game} {algorithm}");
            let said = task.explain(&outcome);
            assert!(said.ends_with("force a win") || said.ends_with("cannot force even a draw"), "{said}");
            let mut file = Vec::new();
            run.write_certificate(Form::Binary, &mut file).unwrap();

            // The certificate names the game that people play, and its rules alone bear it out.
            let mut reader = Reader::new(Box::new(std::io::Cursor::new(file)) as Box<dyn std::io::Read>).unwrap();
            let header = reader.header().clone();
            assert_eq!((&*header.game, &*header.position, &*header.goal), ("qubic", task.position(), goal));
            let whole = catalog().open(&header.game, Some(&header.position), Some(&header.goal)).unwrap();
            let summary = whole.check(&mut reader).unwrap();
            if (goal, algorithm) == ("first:win", "dfpn:epsilon=0.25,table=keyed") {
                records.push(summary.nodes);
            }
            // The line is one of the whole game: it can be played from the position, and ends it.
            let moves = format!("{position} {}", outcome.line.join(" "));
            let end = catalog().open("qubic", Some(&moves), Some(goal)).unwrap();
            let mut over = end.begin(&end.default_algorithm(Asks::Goal).unwrap()).unwrap();
            let at_the_end = over.advance(&Limits::expansions(0), &mut ()).unwrap();
            assert_eq!(at_the_end.verdict, expected, "{game} {algorithm}: {moves}");
        }
    }
    assert!(records[1] < records[0] / 10, "answers that are left out need no records: {records:?}");
    assert_eq!(records[2..4], [1, 1], "one threat sequence");
}
