//! `bench`: whole searches, timed.

use serde_json::Value;

use crate::run::{proofset, text};

#[test]
fn a_search_is_timed_and_compared_with_earlier_runs() {
    let folder = tempfile::tempdir().unwrap();
    let stem = folder.path().join("earlier");
    let arguments = ["bench", "tic-tac-toe", "--algorithms", "pns,pss:0,0", "--runs", "2", "--quiet"];
    let ran = proofset(&[&arguments[..], &["--out", text(&stem)]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows.len(), 4, "{}", ran.stdout);
    assert!(rows[2].starts_with("| tic-tac-toe | `pns` | disproven | 1237 | 3202 |"), "{}", rows[2]);
    assert!(rows[3].starts_with("| tic-tac-toe | `pss:0,0` | disproven | 1237 | 3202 |"), "{}", rows[3]);

    let file = stem.with_extension("jsonl");
    let earlier = std::fs::read_to_string(&file).unwrap();
    assert_eq!(earlier.lines().count(), 2);
    let ran = proofset(&[&arguments[..], &["--baseline", text(&file), "--json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let row: Value = serde_json::from_str(ran.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&row["expanded"], row["seconds"].as_array().unwrap().len()), (&1237.into(), 2));

    // What was found before is contradicted by what is found now.
    std::fs::write(&file, earlier.replace("disproven", "proven")).unwrap();
    let ran = proofset(&[&arguments[..], &["--baseline", text(&file)]].concat());
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("tic-tac-toe, pns: disproven here, and proven in what it is compared with"));
}

#[test]
fn values_are_timed_with_the_algorithm_that_solve_takes() {
    let ran = proofset(&["bench", "kalah:3,2", "--value", "--runs", "1", "--quiet", "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let row: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&row["verdict"], &row["program"]), (&"4".into(), &Value::Null));
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_runs() {
    for (arguments, message) in [
        (&["bench", "nonesuch"][..], "there is no game"),
        (&["bench", "tic-tac-toe", "--algorithms", "pns,nonesuch"], "nonesuch"),
        (&["bench", "tic-tac-toe", "--algorithms", ","], "names no algorithm"),
        (&["bench", "chess", "7k/8/6K1/8/8/8/8/R7 w - -", "--algorithms", "pns,negascout"], "negascout"),
        (&["bench", "tic-tac-toe", "--program", "no/such/program"], "there is no program"),
        (
            &["bench", "tic-tac-toe", "--baseline", "no/such/file"],
            "cannot compare with no/such/file; give --baseline a .jsonl file",
        ),
    ] {
        let ran = proofset(arguments);
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stdout.is_empty() && ran.stderr.contains(message), "{}", ran.stderr);
    }
}
