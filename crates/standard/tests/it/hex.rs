//! Questions about Hex: openings with known winners, certificates of both forms of the game, and files.

use proofset_catalog::{Known, Task};
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// The rows of the suite: size, opening, winner.
fn openings() -> Vec<[&'static str; 3]> {
    let rows = include_str!("../../../testkit/suite/hex.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| row.split('\t').collect::<Vec<_>>().try_into().expect("there are three columns")).collect()
}

fn ask(game: &str, position: &str) -> Task {
    catalog().open(game, Some(position), Some("first:win")).unwrap()
}

#[test]
fn openings_on_small_boards_have_the_winners_of_the_suite() {
    let rows = openings();
    assert_eq!(rows.len(), 29);
    for [size, opening, winner] in rows.into_iter().filter(|[size, ..]| *size == "5") {
        let expected = if winner == "black" { Verdict::Proven } else { Verdict::Disproven };
        for (game, algorithm) in [
            ("", "pns:init=mobility"),
            ("+connections=3", "dfpn:epsilon=0.25,table=keyed"),
            ("+symmetry", "pns:init=distance"),
        ] {
            let task = ask(&format!("hex:{size}x{size}{game}"), opening);
            let mut run = task.begin(&algorithm.parse().unwrap()).unwrap();
            let outcome = run.advance(&Limits::expansions(10_000), &mut ()).unwrap();
            assert_eq!(outcome.verdict, expected, "{size} {opening} {algorithm}");
        }
    }
}

/// With connections the certificate is one of the game with that limit, and its checker finds them anew.
#[test]
fn certificates_name_the_game_with_its_connections() {
    let mut records = Vec::new();
    for (game, position, algorithm) in [
        ("hex:4x4+connections=2", "a3", "pns"),
        ("hex:4x4+connections=2+symmetry", "a3", "dfpn:epsilon=0.25"),
        ("hex:3x3+connections=0", "a3 c1", "pns"),
        ("hex:3x3+connections=0+symmetry", "b2 a1", "dfpn:epsilon=0.25"),
    ] {
        let task = ask(game, position);
        let mut run = task.begin(&algorithm.parse().unwrap()).unwrap();
        assert_ne!(run.advance(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Unknown);
        let mut file = Vec::new();
        run.write_certificate(Form::Binary, &mut file).unwrap();
        let mut reader = Reader::new(Box::new(std::io::Cursor::new(file)) as Box<dyn std::io::Read>).unwrap();
        let header = reader.header().clone();
        // The strategy is followed through the positions that are played, so symmetry is no part of it.
        assert_eq!(&*header.game, game.trim_end_matches("+symmetry"));
        let again = catalog().open(&header.game, Some(&header.position), Some(&header.goal)).unwrap();
        records.push(again.check(&mut reader).unwrap().nodes);
    }
    assert!(records[0] < records[2], "connections need no records: {records:?}");
}

#[test]
fn winners_of_files_are_known_answers() {
    let catalog = catalog();
    let entry = catalog.entries().iter().find(|entry| entry.name() == "hex").unwrap();
    let [column] = entry.columns() else { panic!("there is one column") };
    let known = |text: &str, goal: &str| match column.read(text).unwrap().known {
        Known::Goals(known) => known(goal),
        other => panic!("{other:?}"),
    };
    assert_eq!(known("black", "first:win"), Some(Verdict::Proven));
    assert_eq!(known("second", "first:draw"), Some(Verdict::Disproven));
    assert_eq!(known("White", "second:win"), Some(Verdict::Proven));
    insta::assert_snapshot!(column.read("draw").unwrap_err(), @r#"winner is "draw"; it must be black or first, who moves first, or white or second"#);
}
