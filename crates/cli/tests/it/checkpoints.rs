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

/// What an open leaf weighs, the file says, and no second search has found it out.
#[test]
fn a_search_of_two_levels_goes_on_beside_open_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, file) = (folder.path().join("open.json"), folder.path().join("open.checkpoint"));
    // A tree whose inner nodes alternate, beside a leaf of which nothing is known.
    let (mut nodes, mut edges) = (vec![r#"{"id": "open", "h": 2}"#.to_owned()], vec![r#"["0", "open"]"#.to_owned()]);
    let mut values = Vec::new();
    for node in 0..255_u32 {
        let depth = (node + 1).ilog2();
        let kind = if depth.is_multiple_of(2) { "or" } else { "and" };
        nodes.push(if depth < 7 {
            format!(r#"{{"id": "{node}", "kind": "{kind}"}}"#)
        } else {
            format!(r#"{{"id": "{node}"}}"#)
        });
        if depth < 7 {
            edges.extend([1, 2].map(|side| format!(r#"["{node}", "{}"]"#, 2 * node + side)));
        } else {
            values.push(format!(r#""{node}": "{}""#, if node.is_multiple_of(7) { "proven" } else { "disproven" }));
        }
    }
    let [nodes, edges, values] = [nodes, edges, values].map(|parts| parts.join(", "));
    let text_of = format!(r#"{{"nodes": [{nodes}], "edges": [{edges}], "root": "0", "leaf_values": {{{values}}}}}"#);
    std::fs::write(&graph, text_of).unwrap();
    let asked = ["solve", "and-or", text(&graph), "--algorithm", "pn2"];
    let stopped = proofset(&[&asked[..], &["--limit-expansions", "60", "--checkpoint", text(&file)]].concat());
    assert!(stopped.stdout.contains("open.checkpoint (written)"), "{}{}", stopped.stdout, stopped.stderr);
    let (resumed, whole) =
        (proofset(&["resume", text(&file), "--json"]), proofset(&[&asked[..], &["--json"]].concat()));
    assert_eq!(resumed.status, whole.status, "{}", resumed.stderr);
    assert_eq!(object(&resumed)["stop"], object(&whole)["stop"]);
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
fn a_limit_holds_while_a_graph_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.checkpoint");
    let question = ["solve", "connect-four:6x5", "--algorithm", "pns", "--checkpoint", text(&file)];
    assert_eq!(proofset(&[&question[..], &["--limit-expansions", "30000"]].concat()).status, 3);
    let before = std::fs::read(&file).unwrap();
    let ran = proofset(&["resume", text(&file), "--time", "1ms"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (3, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("% of it had been taken up; the file is as it was"), "{}", ran.stderr);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let ran = proofset(&["resume", text(&file), "--limit-expansions", "30001"]);
    assert!(ran.stdout.contains("expanded    30,001"), "{} {}", ran.stdout, ran.stderr);
}

#[test]
fn a_small_table_goes_on_with_more_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.checkpoint");
    for algorithm in ["dfpn:table=keyed", "pds:table=keyed", "dfpn-pn:table=keyed"] {
        let question = ["solve", "connect-four:5x4", "--algorithm", algorithm, "--memory", "1MiB"];
        let ran = proofset(&[&question[..], &["--checkpoint", text(&file), "--limit-expansions", "3000"]].concat());
        assert_eq!(ran.status, 3, "{}", ran.stderr);
        let more = ["resume", text(&file), "--limit-expansions", "6000", "--memory", "256MiB"];
        let ran = proofset(&more);
        assert_eq!(ran.status, 3, "{algorithm}: {}", ran.stderr);
        assert!(ran.stdout.contains("expanded    6,000"), "{}", ran.stdout);
    }
    let ran = proofset(&["resume", text(&file), "--memory", "100KiB"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("KiB, and there is room for"), "{}", ran.stderr);
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
    // What a kill left half written goes when it is old enough.
    let left = folder.path().join(".proofset-a1B2c3");
    std::fs::write(&left, "half").unwrap();
    let an_hour_ago = SystemTime::now() - Duration::from_hours(1);
    std::fs::File::options().write(true).open(&left).unwrap().set_modified(an_hour_ago).unwrap();
    // A limit that was passed before ends it at once, and tells how far it was.
    let resume =
        |limit: u64| object(&proofset(&["resume", text(&file), "--limit-expansions", &limit.to_string(), "--json"]));
    let done = resume(1)["expanded"].as_u64().unwrap();
    let found = resume(done + 1000);
    assert_eq!((&found["stop"], &found["expanded"]), (&"expansions".into(), &(done + 1000).into()), "{found}");
    assert!(!left.exists());
}

/// `timeout` signals a program and then its group, so that it has the signal twice: that ends no search without an answer.
#[test]
#[cfg(unix)]
fn a_signal_that_comes_twice_at_once_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    for _ in 0..5 {
        let question = ["solve", "connect-four", "--algorithm", "dfpn:epsilon=0.25,table=keyed", "--memory", "3MiB"];
        let often = ["--checkpoint", text(&file), "--checkpoint-every", "10ms", "--quiet"];
        let mut search = command(&[&question[..], &often].concat());
        let child = search.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        while written(&file).is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &id, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), said.starts_with("unknown")), (Some(3), true), "{said}");
        std::fs::remove_file(&file).unwrap();
    }
}

/// However little time there is between two checkpoints, the search goes on.
#[test]
fn checkpoints_without_end_leave_time_to_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    for algorithm in ["pns", "dfpn", "dfpn:table=keyed"] {
        let question = ["solve", "tic-tac-toe", "--goal", "draw", "--algorithm", algorithm, "--quiet"];
        let ran = proofset(&[&question[..], &["--checkpoint", text(&file), "--checkpoint-every", "0s"]].concat());
        assert_eq!((ran.status, &*ran.stderr), (0, ""), "{algorithm}: {}", ran.stdout);
    }
}

/// A checkpoint is read again, which a pipe or a device cannot be.
#[test]
#[cfg(unix)]
fn what_is_no_file_takes_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&pipe, Path::new("/dev/null")] {
        for arguments in [&["solve", "tic-tac-toe", "--checkpoint"][..], &["resume"]] {
            let ran = proofset(&[arguments, &[text(path)]].concat());
            assert_eq!((ran.status, &*ran.stdout), (2, ""), "{arguments:?}");
            assert!(ran.stderr.contains("it is no file that can be kept"), "{}", ran.stderr);
        }
    }
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
        refused(&with_header(&whole, |header| header["algorithm"] = "alphabeta:entries=0".into()))
            .contains("alphabeta:entries=0 cannot be saved")
    );
    assert!(
        refused(&with_header(&whole, |header| header["algorithm"] = "pns".into())).contains("another kind of search")
    );
    assert_eq!(proofset(&["resume", text(folder.path())]).status, 2);
    assert_eq!(proofset(&["resume", text(&folder.path().join("nothing"))]).status, 2);
}

/// A checkpoint whose checksum is right, and that says something else of the search.
fn with_header(whole: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let begin = "proofset checkpoint 3\n".len();
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

/// Resumes a search in steps until it is over, and gives the last answer with the number of steps.
fn in_steps(question: &[&str], key: &str, certificate: Option<&Path>) -> (Value, u32) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let whole = object(&proofset(question));
    let work = whole["expanded"].as_u64().unwrap();
    let (mut most, mut steps) = (work / 4 + 1, 1);
    let first = ["--checkpoint", text(&file), "--limit-expansions", &most.to_string()];
    let mut ran = proofset(&[question, &first].concat());
    while ran.status == 3 {
        most = object(&ran)["expanded"].as_u64().unwrap().max(most) + work / 4 + 1;
        steps += 1;
        let more = certificate.map_or(vec![], |path| vec!["--certificate", text(path)]);
        let resume = ["resume", text(&file), "--json", "--limit-expansions", &most.to_string()];
        ran = proofset(&[&resume[..], &more].concat());
        assert!(steps < 30, "{question:?}: {}", ran.stdout);
    }
    assert_eq!(ran.status, 0, "{question:?}: {}", ran.stderr);
    let found = object(&ran);
    assert_eq!(found[key], whole[key], "{question:?}");
    let all = found["expanded"].as_u64().unwrap();
    assert!(all <= 2 * work + 100, "{question:?}: {all} of {work}");
    (found, steps)
}

#[test]
fn searches_with_a_table_and_second_levels_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    for (game, goal, algorithm) in [
        ("othello:4x4", "first:draw", "dfpn"),
        ("othello:4x4", "first:draw", "pds:table=exact"),
        ("othello:4x4", "first:draw", "pds-pn:size=20"),
        ("mnk:4,3,3", "first:draw", "dfpn-pn:size=20"),
        ("mnk:4,3,3", "first:draw", "pds-pn:size=20,table=keyed"),
        // Compiled for the game.
        ("connect-four:4x4", "first:win", "dfpn"),
        ("connect-four:4x4", "first:win", "alphabeta"),
        ("othello:4x4", "first:draw", "negascout"),
        ("connect-four:4x4", "first:draw", "test"),
        ("kalah:3,3", "first:win", "mtdf"),
    ] {
        let question = ["solve", game, "--goal", goal, "--algorithm", algorithm, "--memory", "8MiB", "--json"];
        let (_, steps) = in_steps(&question, "verdict", Some(&proof));
        assert!(steps >= 3, "{game} {algorithm}: {steps}");
        assert_eq!(proofset(&["verify", text(&proof)]).status, 0, "{game} {algorithm}");
    }
}

/// What a position is worth: by minimax, by numbers for many scores, and by one question after the other.
#[test]
fn searches_for_values_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    for (game, algorithm) in [
        ("kalah:3,3", "negascout"),
        ("connect-four:4x4", "mtdf"),
        ("othello:4x4", "alphabeta:depth=6,deepening=on"),
        ("kalah:2,3", "mpns"),
        ("kalah:2,3", "mopns"),
        ("kalah:3,3", "cns"),
        ("kalah:3,3", "pns"),
        ("kalah:3,3", "dfpn:table=keyed"),
        ("connect-four:4x4", "pn2:size=50"),
        // A game without scores.
        ("tic-tac-toe", "pns"),
    ] {
        let question = ["solve", game, "--value", "--algorithm", algorithm, "--memory", "64MiB", "--json"];
        // A value at a depth limit has no certificate.
        let certificate = Some(&*proof).filter(|_| !algorithm.contains("depth"));
        let (found, steps) = in_steps(&question, "value", certificate);
        assert!(steps >= 3 && found["value"].is_number(), "{game} {algorithm}: {steps} {found}");
        if certificate.is_some() {
            let value = found["value"].as_i64().unwrap();
            let sides = [format!("a.at-least-{value}.proof"), format!("a.less-than-{}.proof", value + 1)];
            for side in sides {
                assert_eq!(proofset(&["verify", text(&folder.path().join(side))]).status, 0, "{game} {algorithm}");
            }
        }
    }
}

#[test]
fn a_search_for_a_value_says_what_it_goes_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let question = ["solve", "kalah:3,3", "--value", "--algorithm", "negascout", "--checkpoint", text(&file)];
    let ran = proofset(&[&question[..], &["--limit-expansions", "300"]].concat());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stdout.contains("a.checkpoint (written)"), "{}", ran.stdout);
    let ran = proofset(&["resume", text(&file), "--known", text(&folder.path().join("book"))]);
    assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}", ran.stderr);
    let ran = proofset(&["resume", text(&file)]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("going on with value in kalah:3,3, after 300 expansions"), "{}", ran.stderr);
    assert!(ran.stdout.starts_with("value: "), "{}", ran.stdout);
}

/// A search that goes on uses a book that was not there when it began, and adds its answer.
#[test]
fn a_book_is_used_and_grows() {
    let folder = tempfile::tempdir().unwrap();
    let [file, book, proof] = ["a.checkpoint", "four.book", "a.proof"].map(|name| folder.path().join(name));
    let goal = ["--goal", "first:win"];
    for column in ["1", "2"] {
        let known = ["solve", "connect-four:4x4", column, "--known", text(&book), "--quiet"];
        assert_eq!(proofset(&[&known[..], &goal].concat()).status, 0);
    }
    for algorithm in ["dfpn:table=keyed", "dfpn", "pns", "negascout"] {
        let question = ["solve", "connect-four:4x4", "--algorithm", algorithm, "--json"];
        let whole = object(&proofset(&[&question[..], &goal].concat()));
        let limits = ["--limit-expansions", "200", "--checkpoint", text(&file)];
        assert_eq!(proofset(&[&question[..], &goal, &limits].concat()).status, 3, "{algorithm}");
        let copy = folder.path().join(algorithm.replace(':', "-"));
        std::fs::copy(&book, &copy).unwrap();
        let resume = ["resume", text(&file), "--known", text(&copy), "--certificate", text(&proof)];
        let ran = proofset(&resume);
        assert_eq!(ran.status, 0, "{algorithm}: {}", ran.stderr);
        assert!(ran.stdout.contains("the answer was added"), "{algorithm}: {}", ran.stdout);
        let looks_up = algorithm.starts_with("dfpn");
        assert_eq!(ran.stdout.contains("of which this search looks up none but this one"), !looks_up, "{}", ran.stdout);
        assert_eq!(proofset(&["verify", text(&proof)]).status, 0, "{algorithm}");
        assert!(proofset(&["known", text(&copy), "--verify"]).stdout.contains("3 answers hold"), "{algorithm}");
        // Now the book has the answer.
        let again = proofset(&[&resume[..], &["--json"]].concat());
        assert_eq!((again.status, &object(&again)["expanded"]), (0, &0.into()), "{algorithm}");
        if algorithm == "dfpn:table=keyed" {
            let other = folder.path().join("other.book");
            std::fs::copy(&book, &other).unwrap();
            let ran = proofset(&["resume", text(&file), "--known", text(&other), "--json"]);
            let (with, without) = (object(&ran)["expanded"].clone(), whole["expanded"].clone());
            assert!(with.as_u64() < without.as_u64(), "known positions are not searched: {with} {without}");
        }
    }
}

/// A search that knows positions is written down, and goes on with the book, without it, and with another one.
#[test]
fn what_was_learned_from_a_book_is_no_part_of_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let [file, book, other, proof] =
        ["a.checkpoint", "four.book", "other.book", "a.proof"].map(|name| folder.path().join(name));
    let goal = ["--goal", "first:win"];
    let known = ["solve", "connect-four:4x4", "1", "--known", text(&book), "--quiet"];
    assert_eq!(proofset(&[&known[..], &goal].concat()).status, 0);
    let algorithms = [
        "dfpn:table=keyed",
        "dfpn:table=keyed,threads=2",
        "dfpn",
        "dfpn-pn:size=20",
        "pns",
        "pn2:size=20",
        "negascout",
    ];
    for algorithm in algorithms {
        let copy = folder.path().join("copy.book");
        for more in [None, Some(&copy), Some(&other)] {
            std::fs::copy(&book, &copy).unwrap();
            let _ = std::fs::remove_file(&other);
            let question = ["solve", "connect-four:4x4", "--algorithm", algorithm, "--known", text(&copy)];
            let limits = ["--limit-expansions", "300", "--checkpoint", text(&file)];
            let ran = proofset(&[&question[..], &goal, &limits].concat());
            assert_eq!(ran.status, 3, "{algorithm}: {}", ran.stderr);
            let looks_up = algorithm.starts_with("dfpn");
            let looks_up_none = "of which this search looks up none but this one; nothing was added";
            assert_eq!(ran.stdout.contains(looks_up_none), !looks_up, "{algorithm}: {}", ran.stdout);
            let mut resume = vec!["resume", text(&file), "--certificate", text(&proof)];
            resume.extend(more.iter().flat_map(|path| ["--known", text(path)]));
            let ran = proofset(&resume);
            assert_eq!(ran.status, 0, "{algorithm} {more:?}: {} {}", ran.stdout, ran.stderr);
            assert!(ran.stdout.starts_with("disproven"), "{algorithm} {more:?}: {}", ran.stdout);
            assert_eq!(proofset(&["verify", text(&proof)]).status, 0, "{algorithm} {more:?}");
        }
    }
    // The answer of a search that writes checkpoints is added, and found again.
    let question = ["solve", "connect-four:4x4", "--checkpoint", text(&file), "--known", text(&book), "--json"];
    let first = proofset(&[&question[..], &goal, &["--algorithm", "dfpn:table=keyed"]].concat());
    let again = proofset(&[&question[..], &goal].concat());
    assert_eq!((first.status, again.status), (0, 0), "{} {}", first.stderr, again.stderr);
    assert_eq!(object(&again)["expanded"], 0);
}

#[test]
fn what_differs_from_run_to_run_is_refused_where_that_is_not_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    checkpoint(&file, "500");
    let one = ["resume", text(&file), "--deterministic", "--limit-expansions", "700", "--json"];
    let ran = proofset(&one);
    assert_eq!((ran.status, &object(&ran)["expanded"]), (3, &700.into()), "{}", ran.stderr);
    let ran = proofset(&[&one[..], &["--threads", "2"]].concat());
    assert_eq!((ran.status, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("differs from run to run"), "{}", ran.stderr);
}

#[test]
fn a_search_that_cannot_be_saved_is_refused_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    for question in [
        &["mnk:3,3,3", "--algorithm", "alphabeta:entries=0"][..],
        &["mnk:3,3,3", "--value", "--algorithm", "negascout:entries=0"],
    ] {
        let ran = proofset(&[&["solve"][..], question, &["--checkpoint", text(&file)]].concat());
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("cannot be saved here"), "{}", ran.stderr);
        assert!(!file.exists());
    }
    let nowhere = folder.path().join("nowhere").join("a.checkpoint");
    let ran = solve(&["--checkpoint", text(&nowhere)]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
}
