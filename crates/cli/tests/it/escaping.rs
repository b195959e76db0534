//! Names from outside, on a terminal and in files: they stay on their line, and change nothing around them.

use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Ran, command, proofset, proofset_with_input, text};

/// A name that would print a line of its own, in colour, backwards, and behind a C1 control.
const NAME: &str = "b\nproven: fake\u{1b}[31m\u{9b}32m\u{202e}\u{2066}\u{2028}\u{7f}<&\"\\";

/// The same on a terminal.
const SHOWN: &str = "b\\nproven: fake\\u{1b}[31m\\u{9b}32m\\u{202e}\\u{2066}\\u{2028}\\u{7f}<&\"\\";

/// Nothing but line ends is left of what a terminal obeys.
fn is_plain(text: &str) -> bool {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.split('\n').all(|line| !line.contains(|c: char| c.is_control() || turns(c)))
}

/// The root has one move, to a proven leaf of that name.
fn graph(name: &str) -> String {
    let nodes = json!([{ "id": "a", "kind": "or" }, { "id": name }]);
    json!({ "nodes": nodes, "edges": [["a", name]], "root": "a", "leaf_values": { name: "proven" } }).to_string()
}

fn plain(ran: Ran) -> Ran {
    assert!(is_plain(&ran.stdout), "{:?}", ran.stdout);
    assert!(is_plain(&ran.stderr), "{:?}", ran.stderr);
    ran
}

#[test]
fn lines_of_play() {
    let ran = plain(proofset(&["solve", "and-or", &graph(NAME)]));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(&format!("\n  line        a -> {SHOWN}\n")), "{}", ran.stdout);
    assert!(!ran.stdout.contains("\nproven: fake"));
    let ran = plain(proofset(&["solve", "and-or", &graph(NAME), "--json"]));
    assert_eq!(ran.stdout.lines().count(), 1);
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["line"], json!([NAME]));
}

#[test]
fn names_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let one_line = |arguments: &[&str]| {
        let ran = plain(proofset(arguments));
        assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{}", ran.stderr);
        ran.stderr
    };
    let missing = folder.path().join("no\nproven: fake\u{202e}.proof");
    for arguments in [
        &["verify", text(&missing)][..],
        &["show", text(&missing)],
        &["solve", "and-or", text(&missing)],
        &["solve", "chess", "--file", text(&missing)],
        &["solve", "tic-tac-toe", "--certificate", &format!("{}/x", text(&missing))],
        &["solve", NAME],
        &["solve", "chess", NAME],
        &["solve", "chess", "--goal", NAME],
        &["solve", "chess", "--algorithm", NAME],
        &["solve", "and-or", &graph("a\nb").replace("\"root\":\"a\"", "\"root\":\"x\\ny\"")],
    ] {
        one_line(arguments);
    }
    // The parser of arguments has messages of several lines; none of them begins with what was given.
    for arguments in [&["solve", "chess", "--time", NAME][..], &[NAME], &["games", &format!("--{NAME}")]] {
        let ran = plain(proofset(arguments));
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains("b\\nproven: fake"), "{}", ran.stderr);
    }
    // Names of files need not be text.
    let output = command(&["verify"]).arg(std::ffi::OsStr::from_bytes(b"\xff\x1b\n.proof")).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

#[test]
fn names_in_tables() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    std::fs::write(place("graph.json"), graph(NAME)).unwrap();
    let id = "x\u{1b}[2J\u{9b}\u{202e}";
    std::fs::write(place("positions.tsv"), format!("id\tposition\n{id}\t{}\n", place("graph.json"))).unwrap();
    let ran = plain(proofset(&["solve", "and-or", "--file", &place("positions.tsv")]));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("x\\u{1b}[2J\\u{9b}\\u{202e}") && ran.stdout.contains(SHOWN), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 3, "{}", ran.stdout);
    let ran = plain(proofset(&["solve", "and-or", "--file", &place("positions.tsv"), "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["id"], id);
}

/// Pictures are well-formed whatever the names are, and say them as a terminal does.
#[test]
fn names_in_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let name = format!("{NAME}\0\u{fffe}&lt;");
    let proof = place("a\u{1b}.proof");
    let ran = plain(proofset(&["solve", "and-or", &graph(&name), "--certificate", &proof]));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(plain(proofset(&["verify", &proof])).status, 0);
    let shown = format!("{SHOWN}\\u{{0}}\\u{{fffe}}&lt;");
    let svg = plain(proofset(&["show", &proof, "--format", "svg"])).stdout;
    let expected = shown.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    assert_eq!(svg.matches(&format!(">{expected}</text>")).count(), 2, "{svg}");
    let dot = plain(proofset(&["show", &proof])).stdout;
    let expected = shown.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;");
    assert!(dot.contains(&format!("[label=\"{expected}\"]")), "{dot}");
    let json = plain(proofset(&["show", &proof, "--format", "json"])).stdout;
    let read: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read["verdict"], "proven");
    assert!(json.contains("\\u009b32m\\u202e"), "{json}");
    for extension in ["svg", "dot", "json"] {
        let file = place(&format!("a.{extension}"));
        assert_eq!(proofset(&["show", &proof, "--output", &file]).status, 0);
        let written = std::fs::read_to_string(&file).unwrap();
        match extension {
            "svg" => assert_eq!(written, svg),
            "dot" => assert_eq!(written, dot),
            _ => assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), read),
        }
    }
    // A second opinion on the XML, where there is a parser.
    let parse = "import sys, xml.dom.minidom as d; d.parse(sys.argv[1])";
    if let Ok(output) = Command::new("python3").args(["-c", parse, &place("a.svg")]).output() {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn commands_of_engines() {
    let ran = plain(proofset_with_input(&["uci"], "x\u{1b}[31m\u{9b}y \nposition fen \u{1b}[31m\ngo\ngo \u{202e}\n"));
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.starts_with("info string unknown command: x\\u{1b}[31m\\u{9b}y\n"), "{}", ran.stdout);
}
