//! Reading suites, and refusing broken ones.

use std::fs;

use proofset_core::Verdict;
use proofset_testkit::suite::{self, SuiteEntry, SuiteError, load};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a temporary file");
    }
    folder
}

fn entry(name: &str, verdict: &str) -> String {
    let fixed = "game = \"g\"\nposition = \"p\"\ngoal = \"first:win\"";
    format!("[[problem]]\nname = \"{name}\"\n{fixed}\nverdict = \"{verdict}\"\n")
}

/// The complaint, with the changing name of the folder taken out.
fn complaint(files: &[(&str, &str)]) -> String {
    let folder = folder(files);
    let error = load(folder.path()).expect_err("the suite is broken").to_string();
    error.replace(&folder.path().display().to_string(), "problems")
}

#[test]
fn entries_come_in_the_order_of_names_and_lines() {
    let folder = folder(&[
        ("b.toml", &(entry("third", "unknown") + "note = \"open\"\n")),
        ("a.toml", &(entry("first", "proven") + &entry("second", "disproven"))),
        ("readme.md", "not a suite"),
    ]);
    let entries = load(folder.path()).expect("a sound suite");
    let expected = [
        ("first", Verdict::Proven, None),
        ("second", Verdict::Disproven, None),
        ("third", Verdict::Unknown, Some("open")),
    ];
    let expected = expected.map(|(name, verdict, note)| SuiteEntry {
        name: name.to_owned(),
        game: "g".to_owned(),
        position: "p".to_owned(),
        goal: "first:win".to_owned(),
        verdict,
        note: note.map(str::to_owned),
    });
    assert_eq!(entries, expected);
}

#[test]
fn broken_suites() {
    assert_eq!(complaint(&[]), "problems has no *.toml files with problems");
    assert_eq!(complaint(&[("a.toml", "problem = []\n")]), "problems has no *.toml files with problems");
    assert_eq!(
        complaint(&[("a.toml", &entry("twin", "proven")), ("b.toml", &entry("twin", "proven"))]),
        "problems/b.toml: there is another problem with the name \"twin\"; rename one"
    );
    insta::assert_snapshot!(complaint(&[("a.toml", &entry("a", "won"))]), @r#"
    problems/a.toml: TOML parse error at line 6, column 11
      |
    6 | verdict = "won"
      |           ^^^^^
    unknown variant `won`, expected one of `proven`, `disproven`, `unknown`
    "#);
    insta::assert_snapshot!(complaint(&[("a.toml", &(entry("a", "proven") + "notes = \"typo\"\n"))]), @r#"
    problems/a.toml: TOML parse error at line 7, column 1
      |
    7 | notes = "typo"
      | ^^^^^
    unknown field `notes`, expected one of `name`, `game`, `position`, `goal`, `verdict`, `note`
    "#);
    insta::assert_snapshot!(complaint(&[("a.toml", "[[problem]]\nname = \"a\"\n")]), @r#"
    problems/a.toml: TOML parse error at line 1, column 1
      |
    1 | [[problem]]
      | ^^^^^^^^^^^
    missing field `game`
    "#);
}

#[test]
fn a_missing_folder() {
    let folder = folder(&[]);
    let error = load(&folder.path().join("absent")).expect_err("nothing is there");
    assert!(matches!(error, SuiteError::Read { ref path, .. } if path.ends_with("absent")), "{error}");
}

#[test]
fn the_suite_of_the_repository_can_be_read() {
    let entries = load(&suite::folder()).unwrap_or_else(|error| panic!("{error}"));
    for verdict in [Verdict::Proven, Verdict::Disproven] {
        assert!(entries.iter().any(|entry| entry.verdict == verdict), "no problem of the suite is {verdict}");
    }
}
