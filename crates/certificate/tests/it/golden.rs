//! The exact bytes of one certificate of each version, in both forms. They must not change while the version stays the same.

use std::fmt::Write as _;

use proofset_core::{Repetition, Role, Status, Value};

use crate::model::check_bytes;
use crate::problems::{Diagram, TakeAway, certify};

pub(crate) fn hex_dump(file: &[u8]) -> String {
    let mut dump = String::new();
    for line in file.chunks(16) {
        let bytes: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(dump, "{}", bytes.join(" ")).unwrap();
    }
    dump
}

pub(crate) const FOUR_STONES: TakeAway = TakeAway { stones: 4, most: 2 };

#[test]
fn four_stones_in_binary() {
    let (binary, _) = certify(&FOUR_STONES).unwrap();
    insta::assert_snapshot!(hex_dump(&binary), @"
        50 52 4f 4f 46 53 45 54 01 09 74 61 6b 65 2d 61
        77 61 79 01 34 09 66 69 72 73 74 3a 77 69 6e 01
        05 01 00 01 31 01 04 00 01 01 01 32 02 01 01 02
        01 00 01 00 44 4f 4e 45 a2 e0 5e 8d
        ");
}

#[test]
fn four_stones_in_json() {
    let (_, json) = certify(&FOUR_STONES).unwrap();
    insta::assert_snapshot!(String::from_utf8(json).unwrap(), @r#"
        {"format": "proofset-certificate", "version": 1,
         "game": "take-away",
         "position": "4",
         "goal": "first:win",
         "verdict": "proven",
         "nodes": [
          {"kind": "choice", "moves": [["1", 1]]},
          {"kind": "all", "moves": [["1", 2], ["2", 3]]},
          {"kind": "choice", "moves": [["2", 4]]},
          {"kind": "choice", "moves": [["1", 4]]},
          {"kind": "leaf"}
         ]}
        "#);
}

#[test]
fn four_stones_hold() {
    let (binary, json) = certify(&FOUR_STONES).unwrap();
    for file in [binary, json] {
        let summary = check_bytes(&FOUR_STONES, &file).unwrap();
        assert_eq!(summary.verdict, Value::Proven);
        assert_eq!((summary.nodes, summary.edges, summary.leaves), (5, 5, 1));
        assert_eq!((summary.depth, summary.held), (Some(3), 2));
    }
}

/// The attacker opens a door, the defender closes it or lets him pass.
pub(crate) fn door() -> Diagram {
    let nodes = vec![
        (Status::Open(Role::Or), vec![1]),
        (Status::Open(Role::And), vec![2, 0]),
        (Status::Decided(Value::Proven), Vec::new()),
    ];
    Diagram { nodes, repetition: Some(Repetition::Disproves) }
}

#[test]
fn a_door_that_is_closed_for_ever() {
    let (binary, json) = certify(&door()).unwrap();
    insta::assert_snapshot!(hex_dump(&binary), @"
        50 52 4f 4f 46 53 45 54 02 09 74 61 6b 65 2d 61
        77 61 79 01 34 09 66 69 72 73 74 3a 77 69 6e 00
        02 03 00 06 65 64 67 65 2d 30 02 01 01 06 65 64
        67 65 2d 31 01 44 4f 4e 45 e2 74 84 53
        ");
    insta::assert_snapshot!(String::from_utf8(json.clone()).unwrap(), @r#"
        {"format": "proofset-certificate", "version": 2,
         "game": "take-away",
         "position": "4",
         "goal": "first:win",
         "verdict": "disproven",
         "nodes": [
          {"kind": "all", "moves": [["edge-0", 1]]},
          {"kind": "choice", "moves": [["edge-1", 0]]}
         ]}
        "#);
    for file in [binary, json] {
        let summary = check_bytes(&door(), &file).unwrap();
        assert_eq!(summary.verdict, Value::Disproven);
        assert_eq!((summary.nodes, summary.edges, summary.leaves), (2, 2, 0));
        assert_eq!((summary.depth, summary.held), (None, 2));
    }
}
