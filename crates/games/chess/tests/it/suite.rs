//! The project's own mates: each has exactly the length that the suite says, by plain search.

use std::fs;

use proofset_chess::Mate;
use proofset_core::Value;
use proofset_testkit::suite;

use crate::common::{board, is_mated, mates, position, value};

/// The rows of a table: position and length.
fn rows(file: &str) -> Vec<(String, i32)> {
    let path = suite::folder().join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        (columns[1].to_owned(), columns[2].parse().expect("bm is a number"))
    };
    lines.map(row).collect()
}

#[test]
fn own_mates_are_exact() {
    let rows = rows("chess-own.tsv");
    assert_eq!(rows.len(), 24);
    for (fen, length) in rows {
        let moves = length.unsigned_abs();
        let start = position(&fen);
        let board = board(&start);
        if length > 0 {
            assert!(mates(&board, moves) && !mates(&board, moves - 1), "{fen}");
            let keys = start.legal_moves().filter(|&mv| is_mated(&crate::common::board(&start.after(mv)), moves - 1));
            assert_eq!(keys.count(), 1, "{fen}");
        } else {
            assert!(is_mated(&board, moves) && !is_mated(&board, moves - 1), "{fen}");
        }
        let question = Mate::parse(&fen, &format!("mate-in:{length}")).expect("the row is well formed");
        assert_eq!(value(&question), Value::Proven, "{fen}");
    }
}

/// Mates in two moves, from games.
#[test]
fn lichess_mates_are_read_and_the_short_ones_proven() {
    let rows = rows("chess-lichess.tsv");
    assert_eq!(rows.len(), 30);
    let mut proven = 0;
    for (fen, length) in rows {
        let question = Mate::parse(&fen, &format!("mate-in:{length}")).expect("the row is well formed");
        if length == 2 {
            assert_eq!(value(&question), Value::Proven, "{fen}");
            assert!(!mates(&board(question.position()), 1), "{fen}");
            proven += 1;
        }
    }
    assert_eq!(proven, 5);
}
