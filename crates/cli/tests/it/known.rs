//! Books of known positions: what they save, what they must not be used for, and files that are not what they should be.

use std::path::{Path, PathBuf};

use proofset_certificate::{Edge, Form, Header, RecordKind, Writer};
use proofset_core::Value as Proof;
use serde_json::Value;

use crate::run::{Ran, command, proofset, text};

/// What a book begins with.
const BEGIN: &[u8] = b"proofset known 1\n";

/// A graph from a file.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/release.json");

fn solve(question: &[&str], book: &Path, more: &[&str]) -> Ran {
    proofset(&[&["solve"], question, &["--known", text(book)], more].concat())
}

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

/// A book with the answers for these positions of Connect Four, 4x4.
fn book(folder: &Path, positions: &[&str]) -> PathBuf {
    let path = folder.join("a.book");
    for position in positions {
        let ran = solve(&["connect-four:4x4", position, "--goal", "first:win"], &path, &[]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(ran.stdout.contains("the answer was added"), "{}", ran.stdout);
    }
    path
}

fn verified(proof: &Path) {
    let ran = proofset(&["verify", text(proof)]);
    assert_eq!(ran.status, 0, "{} {}", ran.stdout, ran.stderr);
}

#[test]
fn a_family_is_solved_once_and_certificates_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["connect-four:4x4", "--goal", "first:win"];
    let positions = ["1", "2", "3", "4"];
    let algorithms = [
        "pns",
        "pns:graph=tree",
        "pns:evaluate=delayed",
        "pns:init=mobility",
        "pss:8,8",
        "pn2:size=50",
        "pn2:size=50,batch=4,threads=2",
        "aostar",
        "dfpn",
        "dfpn:epsilon=0.25,table=keyed",
        "dfpn:epsilon=0.25,table=keyed,threads=2",
        "pds:table=keyed",
        "dfpn-pn:size=50",
    ];
    let path = book(folder.path(), &positions);
    for algorithm in algorithms {
        let own = folder.path().join("own.book");
        std::fs::copy(&path, &own).unwrap();
        let proof = folder.path().join("own.proof");
        let more = ["--algorithm", algorithm, "--json", "--certificate", text(&proof)];
        let ran = solve(&question, &own, &more);
        assert_eq!(ran.status, 0, "{algorithm}: {}", ran.stderr);
        let found = object(&ran);
        assert_eq!(found["verdict"], "disproven", "{algorithm}");
        // All moves from the start are known; each thread may find that out for itself.
        let threads = if algorithm.ends_with("threads=2") { 2 } else { 1 };
        assert!(found["expanded"].as_u64().unwrap() <= threads, "{algorithm}: {}", found["expanded"]);
        assert!(found["line"].as_array().unwrap().len() > 4, "{algorithm}: the line goes on in the book");
        verified(&proof);
        // The certificate is in the book as well, and answers the same question.
        let ran = solve(&question, &own, &["--json", "--certificate", text(&proof)]);
        assert_eq!((object(&ran)["expanded"].as_u64(), ran.status), (Some(0), 0), "{algorithm}: {}", ran.stderr);
        verified(&proof);
        assert_eq!(proofset(&["known", text(&own), "--verify"]).status, 0, "{algorithm}");
    }
}

#[test]
fn searches_that_look_at_no_known_position_use_answers_to_the_very_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = book(folder.path(), &["1", "2"]);
    let question = ["connect-four:4x4", "--goal", "first:win", "--algorithm", "alphabeta", "--json"];
    let alone = object(&proofset(&[&["solve"], &question[..]].concat()));
    let found = object(&solve(&question, &path, &[]));
    assert_eq!([&found["verdict"], &found["expanded"]], [&alone["verdict"], &alone["expanded"]]);
    assert_eq!(object(&solve(&question, &path, &[]))["expanded"], 0);
}

#[test]
fn every_game_is_answered_from_its_own_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let questions: [&[&str]; 7] = [
        &["tic-tac-toe", "XXX/OO./..."],
        &["chess", "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -", "--goal", "mate-in:2"],
        &["shogi", "8k/6+B2/8P/9/9/9/9/9/R8 b 2g 1"],
        &["tic-tac-toe:symmetry"],
        &["connect-four:4x4+symmetry"],
        &["checkers", "W:WK14,K17:BK2"],
        &["and-or", EXAMPLE],
    ];
    for question in questions {
        let first = solve(question, &path, &["--json"]);
        let proof = folder.path().join("a.proof");
        let again = solve(question, &path, &["--json", "--certificate", text(&proof)]);
        assert_eq!((first.status, again.status), (0, 0), "{question:?}: {} {}", first.stderr, again.stderr);
        let (first, again) = (object(&first), object(&again));
        assert_eq!(first["verdict"], again["verdict"], "{question:?}");
        assert_eq!(again["expanded"], 0, "{question:?}");
        verified(&proof);
    }
}

#[test]
fn other_questions_are_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = book(folder.path(), &["1", "2", "3", "4"]);
    for other in [
        ["connect-four:4x4", "--goal", "second:win"],
        ["connect-four:4x4", "--goal", "first:draw"],
        ["connect-four:5x4", "--goal", "first:win"],
        ["mnk:4,4,4,gravity", "--goal", "first:win"],
    ] {
        let alone = object(&proofset(&[&["solve"], &other[..], &["--algorithm", "pns", "--json"]].concat()));
        let found = object(&solve(&other, &path, &["--algorithm", "pns", "--json"]));
        assert_eq!([&found["verdict"], &found["expanded"]], [&alone["verdict"], &alone["expanded"]], "{other:?}");
    }
}

/// A record with right checksums, whatever its certificate says.
fn record(certificate: &[u8], header: &Header) -> Vec<u8> {
    let head = serde_json::json!({
        "game": header.game, "position": header.position, "goal": header.goal, "verdict": header.verdict.to_string(), "nodes": 1,
    });
    let head = head.to_string().into_bytes();
    let mut bytes = (head.len() as u32).to_le_bytes().to_vec();
    bytes.extend((certificate.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(&head).to_le_bytes());
    bytes.extend(crc32fast::hash(certificate).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    [bytes, head, certificate.to_vec()].concat()
}

#[test]
fn false_records_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let mut bytes = BEGIN.to_vec();
    let empty = "..../..../..../....";
    // The first only say so; the second have a move, to where nobody has won, so that there are positions to learn.
    for (position, moves) in
        [(empty, &[][..]), ("X.../..../..../....", &[]), (empty, &["1"]), ("X.../..../..../....", &["2"])]
    {
        for goal in ["first:win", "second:win"] {
            let is_choice = (goal == "first:win") == (position == empty);
            let header = Header::new("connect-four:4x4", position, goal, Proof::Proven);
            let mut writer = Writer::new(Vec::new(), Form::Binary, &header, 1 + moves.len() as u32).unwrap();
            if let [mv] = moves {
                let kind = if is_choice { RecordKind::Choice } else { RecordKind::All };
                writer.record(kind, &[Edge { mv, child: 1 }]).unwrap();
            }
            writer.record(RecordKind::Leaf, &[]).unwrap();
            bytes.extend(record(&writer.finish().unwrap(), &header));
        }
    }
    std::fs::write(&path, &bytes).unwrap();
    let proof = folder.path().join("a.proof");
    let forged = std::fs::read(&path).unwrap();
    for (goal, algorithm) in
        [("first:win", "test"), ("first:win", "pns"), ("second:win", "dfpn"), ("second:win", "pss")]
    {
        std::fs::write(&path, &forged).unwrap();
        let more = ["--algorithm", algorithm, "--json", "--certificate", text(&proof)];
        let ran = solve(&["connect-four:4x4", "--goal", goal], &path, &more);
        assert_eq!(
            (ran.status, &object(&ran)["verdict"]),
            (0, &Value::from("disproven")),
            "{algorithm}: {}",
            ran.stderr
        );
        verified(&proof);
    }
    let ran = proofset(&["known", text(&path), "--verify"]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("1 answer holds") && ran.stdout.contains("8 do not"), "{}", ran.stdout);
}

#[test]
fn changed_files_are_refused_and_cut_off_records_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let question = ["mnk:3,3,3", "a1 b2 c3", "--goal", "first:win"];
    assert_eq!(solve(&question, &path, &[]).status, 0);
    assert_eq!(solve(&["mnk:3,3,3", "a1 b2 c1", "--goal", "first:win"], &path, &[]).status, 0);
    let whole = std::fs::read(&path).unwrap();
    let own = folder.path().join("own.book");
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        let mut changed = whole.clone();
        changed[place] ^= 4;
        std::fs::write(&own, &changed).unwrap();
        let ran = solve(&["mnk:3,3,3", "a1 b2", "--goal", "first:win"], &own, &[]);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "byte {place}: {}", ran.stderr);
        assert_eq!(std::fs::read(&own).unwrap(), changed, "a file that is refused is left alone");
        if place >= BEGIN.len() {
            let ran = proofset(&["known", text(&own), "--compact"]);
            assert_eq!(ran.status, 0, "byte {place}: {}", ran.stderr);
            assert!(ran.stdout.contains("1 answer kept"), "byte {place}: {}", ran.stdout);
            assert_eq!(proofset(&["known", text(&own), "--verify"]).status, 0);
        }
    }
    let full = proofset(&["known", text(&path), "--json"]).stdout;
    assert_eq!(full.lines().count(), 2);
    for length in (BEGIN.len()..whole.len()).step_by(whole.len() / 12).skip(1) {
        std::fs::write(&own, &whole[..length]).unwrap();
        let ran = proofset(&["known", text(&own)]);
        assert_eq!(ran.status, 0, "{length} bytes: {}", ran.stderr);
        assert!(ran.stderr.contains("was cut off"), "{length} bytes: {}", ran.stderr);
        // The record that is lost is found out and added again.
        for position in ["a1 b2 c3", "a1 b2 c1"] {
            assert_eq!(solve(&["mnk:3,3,3", position, "--goal", "first:win"], &own, &[]).status, 0);
        }
        let ran = proofset(&["known", text(&own), "--verify"]);
        assert!(ran.status == 0 && ran.stdout.contains("2 answers hold"), "{length} bytes: {}", ran.stdout);
    }
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other");
    std::fs::write(&other, "proofset known 2\n").unwrap();
    let none = folder.path().join("none");
    std::fs::write(&none, "something else").unwrap();
    let nowhere = folder.path().join("nowhere").join("a.book");
    for (path, why) in [
        (&*other, "a book of another form"),
        (&none, "no book of known positions"),
        (folder.path(), "it is a folder"),
        (Path::new("/dev/null"), "it is no file that can be kept"),
        (&nowhere, "there is no folder"),
    ] {
        let ran = solve(&["tic-tac-toe"], path, &[]);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}: {}", path.display(), ran.stderr);
        assert!(ran.stderr.contains(why), "{}: {}", path.display(), ran.stderr);
    }
    assert_eq!(proofset(&["known", text(&nowhere)]).status, 2);
    assert_eq!(std::fs::read(&none).unwrap(), b"something else");
}

#[test]
fn several_programs_add_to_one_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let positions = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"];
    let start = |position: &&str| {
        let goal = ["--goal", "first:win", "--known", text(&path), "--quiet"];
        command(&[&["solve", "mnk:3,3,3", position], &goal[..]].concat())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = positions.iter().map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let ran = proofset(&["known", text(&path), "--verify"]);
    assert!(ran.status == 0 && ran.stdout.contains("8 answers hold"), "{} {}", ran.stdout, ran.stderr);
}

#[test]
fn a_batch_learns_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let (file, path) = (folder.path().join("rows"), folder.path().join("a.book"));
    std::fs::write(&file, "1\n2\n3\n4\n12\n").unwrap();
    let question = ["solve", "connect-four:4x4", "--file", text(&file), "--goal", "first:win", "--algorithm", "pns"];
    let arguments = [&question[..], &["--known", text(&path)]].concat();
    let ran = proofset(&[&arguments[..], &["--json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(proofset(&["known", text(&path), "--json"]).stdout.lines().count(), 5);
    // A second run has nothing to do.
    let ran = proofset(&arguments);
    assert!(ran.stdout.contains("; 0 expansions"), "{}", ran.stdout);
    let ran = proofset(&["known", text(&path), "--compact"]);
    assert!(ran.stdout.contains("5 answers kept"), "{}", ran.stdout);
}
