//! Captures found with zones: they are captures, and their certificates hold, and no others.

use proofset_certificate::{Form, Header, Reader, Strategy, check, write_certificate};
use proofset_core::{Limits, Solver, Verdict};

use crate::zoned::{compare, compare_bans, complete, large, zone_search};

#[test]
fn captures_with_zones_are_captures() {
    let met = compare(1, 300, &[(3, 3), (4, 3), (4, 4), (5, 3), (5, 4)], 64 << 20);
    assert!(met.compared > 200 && met.captured > 50 && met.by_ko > 20, "{met:?}");
}

/// With less room than zones take, work is lost, and no truth.
#[test]
fn captures_with_zones_that_are_forgotten_are_captures() {
    let met = compare(2, 150, &[(4, 3), (4, 4), (5, 3), (5, 4)], 300 << 10);
    assert!(met.compared > 100 && met.captured > 30, "{met:?}");
}

/// What is captured although a part is unknown is captured whatever is there.
#[test]
fn what_is_unknown_may_be_anything() {
    let (captured, completed) = complete(3, 6000);
    assert!(captured > 150 && completed > 500, "{captured} {completed}");
}

/// A ban on the attacker and threats of the defender make a capture harder, and a ban on the defender easier.
#[test]
fn what_is_captured_decides_states_that_are_no_harder() {
    let (decided, kept_apart) = compare_bans(4, 1000);
    assert!(decided > 500 && kept_apart > 20, "{decided} {kept_apart}");
}

/// A stone that is captured on a board with much to do elsewhere, and the question.
const BUSY: &str = ".X..O./X....O/OO.X../O..X.X/XXX..O/XXO.X. x";
const E6: &str = "capture:E6:liberties=5:near=2,all";

#[test]
fn zones_spare_what_does_not_matter() {
    let local = large(BUSY, E6);
    let [with, without] = [true, false].map(|with_zones| {
        let mut search = zone_search(&local, with_zones);
        let limits = Limits::expansions(300_000).with_bytes(64 << 20);
        let report = search.solve(&limits, &mut ()).expect("a repetition has a value");
        (report.verdict, report.counters.expanded)
    });
    assert_eq!([with, without], [(Verdict::Proven, 488), (Verdict::Proven, 39_584)]);
}

/// A certificate as text, whose first answer to a stone is the one to a move elsewhere, wherever there is such.
fn with_wrong_answers(text: &str) -> Vec<String> {
    let certificate: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut forged = Vec::new();
    for (record, node) in certificate["nodes"].as_array().unwrap().iter().enumerate() {
        let moves = node["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(elsewhere) = moves.iter().find(|edge| node["kind"] == "all" && edge[0] == "pass") else { continue };
        for (place, edge) in moves.iter().enumerate().filter(|(_, edge)| edge[1] != elsewhere[1]) {
            let mut other = certificate.clone();
            other["nodes"][record]["moves"][place] = serde_json::json!([edge[0], elsewhere[1]]);
            forged.push(other.to_string());
        }
    }
    forged
}

/// A record stands for all positions that agree with its zone, and for no others.
#[test]
fn a_move_that_changes_the_zone_needs_an_answer_of_its_own() {
    let local = large(BUSY, E6);
    let mut search = zone_search(&local, true);
    let report = search.solve(&Limits::none().with_bytes(64 << 20), &mut ()).unwrap();
    let value = report.verdict.value().unwrap();
    let strategy = Strategy::extract(&search).unwrap();
    let header = Header::new("go", BUSY, E6, value);
    let (file, _) = write_certificate(&&local, &search, &strategy, &header, Form::Json, Vec::new()).unwrap();
    let text = String::from_utf8(file).unwrap();
    let checked = |text: &str| check(&local, &mut Reader::new(text.as_bytes()).unwrap()).is_ok();
    assert!(checked(&text));
    let forged = with_wrong_answers(&text);
    assert!(forged.len() > 10, "{}", forged.len());
    let refused = forged.iter().filter(|text| !checked(text)).count();
    // The others were answered though the same play captures whatever is on that point.
    assert_eq!((refused, forged.len()), (112, 203));
}

#[test]
fn zones_are_kept_in_a_file() {
    let local = large(BUSY, E6);
    let limits = |expansions: u64| Limits::expansions(expansions).with_bytes(64 << 20);
    let mut whole = zone_search(&local, true);
    let report = whole.solve(&limits(1_000_000), &mut ()).unwrap();
    let half = report.counters.expanded / 2;
    let mut first = zone_search(&local, true);
    assert_eq!(first.solve(&limits(half), &mut ()).unwrap().verdict, Verdict::Unknown);
    let mut saved = Vec::new();
    assert!(first.save(&mut saved).unwrap());
    let mut second = zone_search(&local, true);
    second.load(&mut &saved[..], Some(64 << 20)).unwrap();
    let resumed = second.solve(&limits(1_000_000), &mut ()).unwrap();
    assert_eq!(resumed.verdict, report.verdict);
    let more = resumed.counters.expanded as f64 / report.counters.expanded as f64;
    assert!(more < 1.3, "{more}");
    // What is cut off is no file.
    for length in [saved.len() - 1, saved.len() - 100] {
        assert!(zone_search(&local, true).load(&mut &saved[..length], Some(64 << 20)).is_err());
    }
}
