//! Long runs look alive: logs, pictures of logs, and answers to a signal.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::run::{command, proofset, proofset_with_input, text};

fn lines(path: &Path) -> Vec<Value> {
    let log = std::fs::read_to_string(path).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

const QUESTION: [&str; 6] =
    ["solve", "connect-four:4x4", "--goal", "first:win", "--algorithm", "dfpn:epsilon=0.25,table=keyed"];

#[test]
fn a_log_tells_of_each_search_from_beginning_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let (log, checkpoint) = (folder.path().join("a.log"), folder.path().join("a.checkpoint"));
    let limits = ["--limit-expansions", "3000", "--checkpoint", text(&checkpoint), "--log", text(&log), "--quiet"];
    assert_eq!(proofset(&[&QUESTION[..], &limits].concat()).status, 3);
    let first = lines(&log);
    assert_eq!(first[0]["search"]["game"], "connect-four:4x4");
    assert_eq!(first[0]["search"]["algorithm"], "dfpn:epsilon=0.25,table=keyed");
    let look = &first[1];
    for key in ["seconds", "expanded", "generated", "bytes", "proof", "disproof", "depth", "entries", "most_entries"] {
        assert!(look[key].is_number(), "{key} in {look}");
    }
    let end = first.last().unwrap();
    assert_eq!((&end["end"]["verdict"], &end["end"]["stop"]), (&Value::from("unknown"), &Value::from("expansions")));
    // A program that was killed has left half a line; the run that goes on begins another one.
    std::fs::write(&log, std::fs::read_to_string(&log).unwrap() + "{\"seconds\":0.").unwrap();
    assert_eq!(proofset(&["resume", text(&checkpoint), "--log", text(&log), "--quiet"]).status, 0);
    let all = std::fs::read_to_string(&log).unwrap();
    assert_eq!(all.lines().filter(|line| line.starts_with("{\"search\"")).count(), 2);
    assert!(all.lines().last().unwrap().contains("\"verdict\":\"disproven\""), "{all}");

    let picture = folder.path().join("a.svg");
    let ran = proofset(&["plot", text(&log), "--output", text(&picture)]);
    assert_eq!((ran.status, &*ran.stdout), (0, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 of its lines are no lines of a log"), "{}", ran.stderr);
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("first:win in connect-four:4x4") && svg.contains("disproven"), "{svg}");
    assert_eq!(proofset_with_input(&["plot", "-"], &all).stdout.trim_end(), svg.trim_end());
}

#[test]
fn every_kind_of_question_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a.log");
    let positions = folder.path().join("positions.txt");
    std::fs::write(&positions, "33\n44\n").unwrap();
    let questions: [(&[&str], usize); 4] = [
        (&["tic-tac-toe"], 1),
        (&["connect-four:4x3", "--value", "--algorithm", "mtdf"], 1),
        (&["connect-four:4x3", "--file", text(&positions)], 2),
        (&["chess", "7k/8/5K2/8/8/8/8/R7 w - -", "--shortest"], 2),
    ];
    for (question, searches) in questions {
        let ran = proofset(&[&["solve"], question, &["--log", text(&log), "--quiet"]].concat());
        assert_eq!(ran.status, 0, "{question:?}: {}", ran.stderr);
        let lines = lines(&log);
        let count = |key: &str| lines.iter().filter(|line| line[key].is_object()).count();
        assert!(count("search") >= searches && count("search") == count("end"), "{question:?}: {lines:?}");
    }
}

#[test]
fn what_cannot_be_logged_or_drawn_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere").join("a.log");
    let ran = proofset(&["solve", "tic-tac-toe", "--log", text(&nowhere)]);
    assert_eq!((ran.status, &*ran.stdout), (2, ""), "{}", ran.stderr);
    // What is refused leaves an older log as it was.
    let log = folder.path().join("a.log");
    std::fs::write(&log, "older\n").unwrap();
    assert_eq!(proofset(&["solve", "tic-tac-toe", "--goal", "nothing", "--log", text(&log)]).status, 2);
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "older\n");
    let ran = proofset(&["plot", text(&log)]);
    assert_eq!((ran.status, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("there is no search in it"), "{}", ran.stderr);
    // A number that no search has is drawn as far as the axis goes.
    assert_eq!(proofset(&["solve", "connect-four:4x4", "--log", text(&log), "--quiet"]).status, 0);
    let written = std::fs::read_to_string(&log).unwrap();
    for key in ["rate", "proof", "bytes"] {
        let begin = written.find(&format!("\"{key}\":")).expect("it is logged") + key.len() + 3;
        let end = begin + written[begin..].find([',', '}']).unwrap();
        std::fs::write(&log, format!("{}1.7e308{}", &written[..begin], &written[end..])).unwrap();
        assert!(matches!(proofset(&["plot", text(&log)]).status, 0 | 2), "{key}");
    }
    std::fs::write(&log, [0xff, 0xfe, b'\n', b'{']).unwrap();
    assert_eq!(proofset(&["plot", text(&log)]).status, 2);
    assert_eq!(proofset(&["plot", text(&folder.path().join("nothing"))]).status, 2);
    assert_eq!(proofset(&["plot", text(folder.path())]).status, 2);
    if Path::new("/dev/full").exists() {
        let ran = proofset(&["solve", "tic-tac-toe", "--log", "/dev/full", "--quiet"]);
        assert_eq!((ran.status, ran.stdout.is_empty()), (3, false), "the verdict is told: {}", ran.stderr);
        assert!(ran.stderr.contains("cannot write /dev/full"), "{}", ran.stderr);
    }
}

/// Asked by a signal, a search says how far it is and goes on.
#[cfg(unix)]
#[test]
fn a_signal_asks_how_far_a_search_is() {
    use std::io::{BufRead, BufReader};
    let question = ["solve", "connect-four", "--algorithm", "dfpn:table=keyed", "--time", "60s", "--json"];
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a.log");
    let mut child = command(&[&question[..], &["--log", text(&log)]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A line in the log tells that it has begun, and is ready for signals.
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("expanded")) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let signal = |name: &str| std::process::Command::new("kill").args([name, &id]).status().unwrap();
    assert!(signal("-USR1").success());
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    errors.read_line(&mut said).unwrap();
    assert!(said.starts_with("proofset: first:win in connect-four:7x6 with dfpn:table=keyed, for "), "{said}");
    for word in ["expansions", "/s, proof ", "disproof ", "depth ", "% full"] {
        assert!(said.contains(word), "{word} in {said}");
    }
    assert!(signal("-TERM").success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"stop\":\"cancelled\""));
}
