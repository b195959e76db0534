//! Books that somebody else writes anew while they are in use.

use proofset_book::{Book, Rewrite, each};
use proofset_catalog::{Catalog, Entry, Task};
use proofset_core::{Limits, Verdict};
use proofset_tic_tac_toe::TicTacToe;

/// What a book begins with.
const BEGIN: &[u8] = b"proofset known 1\n";

/// A question about a position and the first player.
fn question(position: &str) -> Task {
    let catalog = Catalog::new().with(Entry::game("tic-tac-toe", |_| Ok(TicTacToe)));
    catalog.open("tic-tac-toe", Some(position), Some("first:win")).expect("a question")
}

fn add(book: &mut Book, position: &str) {
    let task = question(position);
    let mut search = task.begin(&"pns".parse().expect("an algorithm")).expect("a search");
    let report = search.advance(&Limits::none(), &mut ()).expect("an answer");
    assert_ne!(report.verdict, Verdict::Unknown);
    book.add(&*search).expect("it is added");
}

#[test]
fn a_book_that_is_written_anew_has_all_answers_for_those_who_use_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.book");
    let mut book = Book::open(&path).expect("a book");
    // Twice the same, so that the records move when the first is left out.
    for position in ["X........", "X........", "....X...."] {
        add(&mut book, position);
    }
    let mut other = Book::open(&path).expect("the same book");
    let rewrite = Rewrite::begin(&path).expect("nobody writes");
    let mut whole = Vec::new();
    rewrite.write(&[2, 1], &mut whole).expect("memory takes it");
    let new = folder.path().join("new.book");
    std::fs::write(&new, whole).expect("there is room");
    std::fs::rename(&new, &path).expect("it is put in its place");
    drop(rewrite);
    for book in [&mut book, &mut other] {
        for position in ["X........", "....X...."] {
            assert!(book.answer(&question(position)).expect("it can be read").is_some(), "{position}");
        }
        assert!(book.teach(question(".........")).expect("it can be read").1 > 0);
    }
    // What is added goes to the new file, and the entries are those of the new one then.
    add(&mut book, "O...X....");
    add(&mut other, "OX.......");
    for position in ["X........", "....X....", "O...X...."] {
        assert!(book.answer(&question(position)).expect("it can be read").is_some(), "{position}");
    }
    let mut count = 0;
    each::<proofset_book::BookError>(&path, |_, certificate| {
        count += usize::from(certificate.is_some());
        Ok(())
    })
    .expect("it can be read");
    assert_eq!(count, 4);
}

#[test]
fn what_is_added_follows_the_last_whole_record_whoever_wrote_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.book");
    let mut book = Book::open(&path).expect("a book");
    add(&mut book, "X........");
    let short = std::fs::read(&path).expect("it can be read");
    add(&mut book, "....X....");
    // Others add a record, and begin one that they do not finish.
    add(&mut Book::open(&path).expect("the same book"), "O...X....");
    let mut cut = std::fs::read(&path).expect("it can be read");
    cut.extend_from_within(BEGIN.len()..short.len() - 1);
    std::fs::write(&path, &cut).expect("there is room");
    let count = || {
        let mut count = 0;
        each::<proofset_book::BookError>(&path, |_, certificate| {
            count += usize::from(certificate.is_some());
            Ok(())
        })
        .expect("it can be read");
        count
    };
    assert_eq!(count(), 3);
    add(&mut book, "OX.......");
    assert_eq!(count(), 4);
    // The same file has fewer records now than it had.
    std::fs::write(&path, &short).expect("there is room");
    add(&mut book, "X...O....");
    assert_eq!(count(), 2);
}
