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
fn searches_by_threads_are_timed_where_counts_may_differ() {
    let arguments =
        ["bench", "connect-four:4x4", "--algorithms", "dfpn:table=keyed,threads=2", "--runs", "3", "--quiet"];
    let ran = proofset(&[&arguments[..], &["--counts-may-differ"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("| disproven | "), "{}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn what_was_measured_before_is_kept_until_all_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let stem = folder.path().join("kept");
    let arguments = ["bench", "tic-tac-toe", "--algorithms", "pns", "--runs", "1", "--quiet", "--out", text(&stem)];
    assert_eq!(proofset(&arguments).status, 0);
    let before = std::fs::read_to_string(stem.with_extension("jsonl")).unwrap();
    let ran = proofset(&[&arguments[..], &["--program", "/bin/true"]].concat());
    assert!(ran.status == 2 && ran.stderr.contains("has printed no answer"), "{} {}", ran.status, ran.stderr);
    assert_eq!(std::fs::read_to_string(stem.with_extension("jsonl")).unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);

    // Links are followed, and stay.
    let (link, place) = (stem.with_extension("md"), folder.path().join("elsewhere"));
    std::fs::rename(&link, &place).unwrap();
    std::os::unix::fs::symlink(&place, &link).unwrap();
    std::fs::write(&place, "old").unwrap();
    assert_eq!(proofset(&arguments).status, 0);
    assert!(link.is_symlink() && std::fs::read_to_string(&place).unwrap().contains("| tic-tac-toe | `pns` |"));
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
        (&["bench", "tic-tac-toe", "--out", "no/such/x"], "there is no folder no/such"),
        (&["bench", "tic-tac-toe", "--out", "."], "is no name for the results"),
        (&["bench", "tic-tac-toe", "--quite"], "there is no option --quite here"),
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
