//! Checkpoints: searches that end anywhere, even killed, go on from the last one, and files that are not whole are refused.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::run::{Ran, command, proofset, text};

/// A question of some hundred thousand expansions, with little memory, so that checkpoints are small.
const QUESTION: [&str; 9] = [
    "solve",
    "connect-four:5x5",
    "--goal",
    "first:win",
    "--algorithm",
    "dfpn:epsilon=0.25,table=keyed",
    "--memory",
    "3MiB",
    "--json",
];

fn solve(more: &[&str]) -> Ran {
    proofset(&[&QUESTION[..], more].concat())
}

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

/// A checkpoint after so many expansions.
fn checkpoint(path: &Path, expansions: &str) {
    let ran = solve(&["--checkpoint", text(path), "--limit-expansions", expansions]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert_eq!(object(&ran)["stop"], "expansions");
}

#[test]
fn a_search_goes_on_from_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (file, proof) = (folder.path().join("a.checkpoint"), folder.path().join("a.proof"));
    checkpoint(&file, "2000");
    let ran = proofset(&["resume", text(&file), "--limit-expansions", "5000", "--threads", "1"]);
    assert_eq!(ran.status, 3, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("going on with first:win in connect-four:5x5, after 2,000 expansions"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stdout.contains("expanded    5,000") && ran.stdout.contains("a.checkpoint (written)"),
        "{}",
        ran.stdout
    );
    let easier = ["solve", "mnk:3,3,3", "--goal", "first:win", "--algorithm", "dfpn:table=keyed"];
    let ran = proofset(&[&easier[..], &["--checkpoint", text(&file), "--limit-expansions", "100"]].concat());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let ran = proofset(&["resume", text(&file), "--certificate", text(&proof), "--json"]);
    assert_eq!((ran.status, &object(&ran)["verdict"]), (0, &Value::from("disproven")), "{}", ran.stderr);
    assert!(object(&ran)["expanded"].as_u64().unwrap() > 100);
    assert_eq!(proofset(&["verify", text(&proof)]).status, 0);
}

#[test]
fn other_threads_and_more_memory_go_on_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let question = ["solve", "connect-four:5x4", "--goal", "first:win", "--algorithm", "dfpn:table=keyed"];
    let limits = ["--checkpoint", text(&file), "--limit-expansions", "3000", "--memory", "64MiB"];
    assert_eq!(proofset(&[&question[..], &limits].concat()).status, 3);
    let ran = proofset(&["resume", text(&file), "--threads", "2", "--limit-expansions", "6000", "--memory", "128MiB"]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let ran = proofset(&["resume", text(&file), "--json"]);
    assert_eq!((ran.status, &object(&ran)["verdict"]), (0, &Value::from("disproven")), "{}", ran.stderr);
    assert_eq!(object(&ran)["algorithm"], "dfpn:table=keyed,threads=2");
}

/// The same expansions lead to the same graph, so nothing is lost but the making of numbers.
#[test]
fn graphs_with_numbers_and_sets_go_on_to_the_node() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let position = ["solve", "connect-four:4x4", "--goal", "first:win", "--json"];
    for algorithm in ["pns", "pss", "pss:4,4", "aostar", "pns:graph=tree,evaluate=delayed", "pn2:size=100"] {
        let question = [&position[..], &["--algorithm", algorithm]].concat();
        let limits = ["--checkpoint", text(&file), "--limit-expansions", "700"];
        assert_eq!(proofset(&[&question[..], &limits].concat()).status, 3, "{algorithm}");
        assert_eq!(
            proofset(&["resume", text(&file), "--limit-expansions", "1500", "--quiet"]).status,
            3,
            "{algorithm}"
        );
        let most = ["--limit-expansions", "20000"];
        let [whole, parts] = [
            proofset(&[&question[..], &most].concat()),
            proofset(&[&["resume", text(&file), "--json"][..], &most].concat()),
        ];
        let [whole, parts] = [object(&whole), object(&parts)];
        for key in ["verdict", "stop", "expanded", "generated", "proof", "disproof", "line"] {
            // Where leaves are searched, the search that was cut short is done again.
            let same = whole[key] == parts[key] || algorithm.starts_with("pn2") && key != "verdict";
            assert!(same, "{algorithm} {key}: {} {}", whole[key], parts[key]);
        }
    }
}

/// The time at which a checkpoint was last written.
fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// The question has no end in sight, so that every run is killed, however fast the machine is.
#[test]
fn killed_at_any_moment_it_goes_on_from_the_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let question = ["solve", "connect-four", "--algorithm", "dfpn:epsilon=0.25,table=keyed", "--memory", "3MiB"];
    let often = ["--checkpoint", text(&file), "--checkpoint-every", "30ms"];
    let first = [&question[..], &often].concat();
    let next = ["resume", text(&file), "--checkpoint-every", "30ms"];
    let mut last = None;
    for kill in 0..6 {
        let arguments = if last.is_none() { &first[..] } else { &next };
        let mut child = command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while written(&file) == last {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(1));
        }
        // At another moment after a checkpoint every time.
        std::thread::sleep(Duration::from_millis(kill * 7 % 31));
        last = written(&file);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // A limit that was passed before ends it at once, and tells how far it was.
    let resume =
        |limit: u64| object(&proofset(&["resume", text(&file), "--limit-expansions", &limit.to_string(), "--json"]));
    let done = resume(1)["expanded"].as_u64().unwrap();
    let found = resume(done + 1000);
    assert_eq!((&found["stop"], &found["expanded"]), (&"expansions".into(), &(done + 1000).into()), "{found}");
}

#[test]
fn files_that_are_no_whole_checkpoint_of_this_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    checkpoint(&file, "500");
    let whole = std::fs::read(&file).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let ran = proofset(&["resume", text(&file)]);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}", ran.stderr);
        ran.stderr.trim_end().rsplit_once("a.checkpoint: ").expect("the file is named").1.to_owned()
    };
    for place in [30, 40, 200, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[place] ^= 4;
        assert_eq!(refused(&flipped), "it was cut off or changed: its checksum is another one", "{place}");
        assert_eq!(refused(&whole[..place]), "it was cut off or changed: its checksum is another one", "{place}");
    }
    let no_checkpoint = "it is no checkpoint; give a file that solve --checkpoint has written with this version";
    for bytes in [&b""[..], b"P", b"\xff\xfe", b"proofset check", &whole[1..]] {
        assert_eq!(refused(bytes), no_checkpoint);
    }
    let mut older = whole.clone();
    older["proofset checkpoint ".len()] = b'0';
    let another =
        "it is a checkpoint of another form; give a file that solve --checkpoint has written with this version";
    assert_eq!(refused(&older), another);
    assert!(
        refused(&with_header(&whole, |header| header["version"] = "0.0.1".into())).starts_with("it was written by")
    );
    let other = "the rules are others than those by which it was written";
    assert!(
        refused(&with_header(&whole, |header| header["position"] = "...../...../...../...../X....".into()))
            .ends_with(other)
    );
    assert!(refused(&with_header(&whole, |header| header["rules"] = 1.into())).ends_with(other));
    assert!(refused(&with_header(&whole, |header| header["game"] = "chess960".into())).contains("chess960"));
    assert!(
        refused(&with_header(&whole, |header| header["algorithm"] = "dfpn".into())).contains("dfpn cannot be saved")
    );
    assert!(
        refused(&with_header(&whole, |header| header["algorithm"] = "pns".into())).contains("another kind of search")
    );
    assert_eq!(proofset(&["resume", text(folder.path())]).status, 2);
    assert_eq!(proofset(&["resume", text(&folder.path().join("nothing"))]).status, 2);
}

/// A checkpoint whose checksum is right, and that says something else of the search.
fn with_header(whole: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let begin = "proofset checkpoint 2\n".len();
    let length = u64::from_le_bytes(whole[begin..begin + 8].try_into().unwrap()) as usize;
    let (text, rest) = whole[begin + 8..whole.len() - 4].split_at(length);
    let mut header: Value = serde_json::from_slice(text).unwrap();
    change(&mut header);
    let text = header.to_string();
    let mut bytes = [&whole[..begin], &(text.len() as u64).to_le_bytes(), text.as_bytes(), rest].concat();
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn tables_that_compare_states_in_full_and_second_levels_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (file, proof) = (folder.path().join("a.checkpoint"), folder.path().join("a.proof"));
    for (game, algorithm) in [
        ("othello:4x4", "dfpn"),
        ("othello:4x4", "pds:table=exact"),
        ("othello:4x4", "pds-pn:size=20"),
        ("mnk:4,3,3", "dfpn-pn:size=20"),
        ("mnk:4,3,3", "pds-pn:size=20,table=keyed"),
    ] {
        let question = ["solve", game, "--goal", "first:draw", "--algorithm", algorithm, "--json"];
        let whole = object(&proofset(&question));
        let work = whole["expanded"].as_u64().unwrap();
        let (mut most, mut steps) = (work / 4 + 1, 1);
        let mut ran = proofset(
            &[&question[..], &["--checkpoint", text(&file), "--limit-expansions", &most.to_string()]].concat(),
        );
        while ran.status == 3 {
            most = object(&ran)["expanded"].as_u64().unwrap().max(most) + work / 4 + 1;
            steps += 1;
            let more = ["--certificate", text(&proof), "--json"];
            ran = proofset(&[&["resume", text(&file), "--limit-expansions", &most.to_string()][..], &more].concat());
        }
        assert_eq!(ran.status, 0, "{game} {algorithm}: {}", ran.stderr);
        let found = object(&ran);
        assert_eq!(found["verdict"], whole["verdict"], "{game} {algorithm}");
        assert!(steps >= 3, "{game} {algorithm}: {steps}");
        let all = found["expanded"].as_u64().unwrap();
        assert!(all <= 2 * work + 100, "{game} {algorithm}: {all} of {work}");
        assert_eq!(proofset(&["verify", text(&proof)]).status, 0, "{game} {algorithm}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_search_that_cannot_be_saved_is_refused_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    for algorithm in ["alphabeta", "dfpn"] {
        let ran = proofset(&["solve", "mnk:3,3,3", "--algorithm", algorithm, "--checkpoint", text(&file)]);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("cannot be saved here"), "{}", ran.stderr);
        assert!(!file.exists());
    }
    let nowhere = folder.path().join("nowhere").join("a.checkpoint");
    let ran = solve(&["--checkpoint", text(&nowhere)]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
}
