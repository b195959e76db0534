//! Where output goes: files keep what they are, what was found is told before what went wrong, nothing panics.

use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Ran, command, proofset, proofset_with_input, suite, text};

const PROGRAM: &str = env!("CARGO_BIN_EXE_proofset");

/// A certificate for this question takes a few hundred bytes.
const SOLVE: [&str; 3] = ["solve", "mnk:3,3,3", "--certificate"];

/// Runs the program in a shell, after these commands.
fn after(commands: &str, arguments: &[&str]) -> Ran {
    let script = format!("{commands}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(arguments).stdin(Stdio::null());
    command.output().expect("the shell starts").into()
}

/// No byte can be written to any regular file, though files can be made: as on a full disk.
fn without_room(arguments: &[&str]) -> Ran {
    after("ulimit -f 0", arguments)
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn holds(path: &Path) {
    let ran = proofset(&["verify", "--quiet", text(path)]);
    assert_eq!((ran.status, &*ran.stderr), (0, ""), "{}", ran.stdout);
}

/// True if the tests may do anything to any file.
fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// Rows are looked at before the first is solved, and what is read then is not there once more.
#[test]
fn a_row_may_be_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.txt");
    std::fs::write(&rows, "-\n").unwrap();
    let graph = r#"{"nodes": [{"id": "A", "kind": "or"}, {"id": "B"}], "edges": [["A", "B"]], "leaf_values": {"B": "proven"}, "root": "A"}"#;
    let ran = proofset_with_input(&["solve", "and-or", "--file", text(&rows), "--quiet"], graph);
    assert_eq!((ran.status, &*ran.stderr), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.starts_with("1 of 1 decided: 1 proven"), "{}", ran.stdout);
}

#[test]
fn new_files_have_the_usual_mode_and_old_ones_keep_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    let drawing = folder.path().join("a.svg");
    for (umask, expected) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        let umask = format!("umask {umask}");
        assert_eq!(after(&umask, &[&SOLVE[..], &[text(&proof)]].concat()).status, 0);
        assert_eq!(after(&umask, &["show", text(&proof), "--output", text(&drawing), "--depth", "1"]).status, 0);
        assert_eq!((mode(&proof), mode(&drawing)), (expected, expected));
        std::fs::remove_file(&drawing).unwrap();
        std::fs::remove_file(&proof).unwrap();
    }
    for kept in [0o600, 0o604, 0o664, 0o755] {
        std::fs::write(&proof, "old").unwrap();
        std::fs::set_permissions(&proof, std::fs::Permissions::from_mode(kept)).unwrap();
        if is_root() {
            std::os::unix::fs::chown(&proof, Some(65534), Some(65533)).unwrap();
        }
        let old = std::fs::metadata(&proof).unwrap();
        assert_eq!(after("umask 077", &[&SOLVE[..], &[text(&proof)]].concat()).status, 0);
        holds(&proof);
        let new = std::fs::metadata(&proof).unwrap();
        assert_eq!((mode(&proof), new.uid(), new.gid()), (kept, old.uid(), old.gid()));
        assert_ne!(new.ino(), old.ino(), "it is replaced by a whole file");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary files are left behind");
}

#[test]
fn links_are_followed_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    std::fs::create_dir(place("far")).unwrap();
    symlink("second.proof", place("first.proof")).unwrap();
    symlink("far/end.proof", place("second.proof")).unwrap();
    // The first time, the links lead to nothing.
    for round in 0..2 {
        let ran = proofset(&[&SOLVE[..], &[text(&place("first.proof"))]].concat());
        assert_eq!((ran.status, &*ran.stderr), (0, ""), "round {round}");
        for link in ["first.proof", "second.proof"] {
            assert!(std::fs::symlink_metadata(place(link)).unwrap().is_symlink(), "{link}, round {round}");
        }
        assert!(std::fs::symlink_metadata(place("far/end.proof")).unwrap().is_file());
        holds(&place("far/end.proof"));
        std::fs::write(place("far/end.proof"), "old").unwrap();
    }
    symlink("nowhere/end.proof", place("broken.proof")).unwrap();
    symlink("circle.proof", place("circle.proof")).unwrap();
    for (link, why) in [("broken.proof", "there is no folder"), ("circle.proof", "symbolic links")] {
        let ran = proofset(&[&SOLVE[..], &[text(&place(link))]].concat());
        assert_eq!((ran.status, &*ran.stdout), (2, ""));
        assert!(ran.stderr.contains(link) && ran.stderr.contains(why), "{}", ran.stderr);
    }
}

#[test]
fn pipes_and_devices_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    assert_eq!(proofset(&[&SOLVE[..], &[text(&place("file.proof"))]].concat()).status, 0);
    let expected = std::fs::read(place("file.proof")).unwrap();
    let pipe = place("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    let ran = proofset(&[&SOLVE[..], &[text(&pipe)]].concat());
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), expected);
    // A descriptor that leads to a device, a file without a name, and standard output under another name.
    let ran = after("exec 3>/dev/null", &[&SOLVE[..], &["/proc/self/fd/3"]].concat());
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    let script = format!("exec 3<>{0} && rm {0}", text(&place("unnamed")));
    let ran = after(&script, &[&SOLVE[..], &["/proc/self/fd/3"]].concat());
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    let json = proofset(&["show", text(&place("file.proof")), "--format", "json"]).stdout;
    for onto in ["|cat", ">file"] {
        let script =
            format!("\"$0\" show file.proof --format json --output /proc/self/fd/1 {onto}; cat file 2>/dev/null");
        let output = Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(folder.path()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), json, "{onto}");
    }
}

/// Somebody may write to a file whose folder is not theirs.
#[test]
fn a_file_that_cannot_be_replaced_is_written_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    std::fs::hard_link(PROGRAM, &program).or_else(|_| std::fs::copy(PROGRAM, &program).map(drop)).unwrap();
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    let (open, shut) = (closed.join("open.proof"), closed.join("shut.proof"));
    let set = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    for (path, mode) in [(&open, 0o666), (&shut, 0o444)] {
        std::fs::write(path, "old ".repeat(10_000)).unwrap();
        set(path, mode);
    }
    set(folder.path(), 0o755);
    set(&closed, 0o555);
    let somebody = |arguments: &[&str]| -> Ran {
        let mut command = Command::new(&program);
        if is_root() {
            command.uid(65534).gid(65534);
        }
        command.args(arguments).stdin(Stdio::null()).output().expect("the program starts").into()
    };
    let solve = |path: &Path| somebody(&[&SOLVE[..], &[text(path)]].concat());
    let ran = solve(&open);
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    holds(&open);
    // Its own content, in another form.
    let ran = somebody(&["show", "--format", "json", text(&open), "--output", text(&open)]);
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    assert!(std::fs::read(&open).unwrap().starts_with(b"{"));
    holds(&open);
    for refused in [shut.clone(), closed.join("new.proof")] {
        let ran = solve(&refused);
        assert_eq!((ran.status, &*ran.stdout), (2, ""));
        assert!(ran.stderr.contains(text(&refused)) && ran.stderr.contains("denied"), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read(&shut).unwrap().len(), 40_000);
    set(&closed, 0o755);
}

/// A way to run the program.
type Run<'a> = &'a dyn Fn(&[&str]) -> Ran;

/// A proof that cannot be written takes nothing from the verdict.
#[test]
fn the_verdict_comes_before_the_complaint() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "44\n443\n").unwrap();
    std::fs::write(&proof, "old").unwrap();
    let full =
        |arguments: &[&str]| after("exec 3>/dev/full", &[arguments, &["--certificate", "/proc/self/fd/3"]].concat());
    let room = |arguments: &[&str]| without_room(&[arguments, &["--certificate", text(&proof)]].concat());
    let runs: [(Run<'_>, &str, &str); 2] =
        [(&full, "/proc/self/fd/3", "No space left on device"), (&room, text(&proof), "File too large")];
    for (run, name, why) in runs {
        let complaint = |ran: &Ran, count: usize| {
            assert_eq!(ran.status, 3, "{}{}", ran.stdout, ran.stderr);
            assert_eq!(ran.stderr.lines().count(), count, "{}", ran.stderr);
            for line in ran.stderr.lines() {
                assert!(line.starts_with("proofset: cannot write ") && line.contains(why), "{line}");
            }
            assert!(name == text(&proof) || ran.stderr.contains(name), "{}", ran.stderr);
        };
        let verdict = "disproven: the first player cannot force a win\n";
        let ran = run(&["solve", "tic-tac-toe"]);
        complaint(&ran, 1);
        assert!(ran.stdout.starts_with(verdict), "{}", ran.stdout);
        assert!(ran.stdout.contains("certificate not written: cannot write"), "{}", ran.stdout);
        let ran = run(&["solve", "tic-tac-toe", "--quiet"]);
        complaint(&ran, 1);
        assert_eq!(ran.stdout, verdict);
        let ran = run(&["solve", "tic-tac-toe", "--json"]);
        complaint(&ran, 1);
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["verdict"], "disproven");
        let ran = run(&["solve", "tic-tac-toe", "--goal", "draw", "--quiet"]);
        complaint(&ran, 1);
        let ran = run(&["solve", "connect-four:4x4", "--value", "--quiet"]);
        complaint(&ran, 2);
        assert_eq!(ran.stdout, "value: 0 for the first player, who is to move\n");
    }
    assert_eq!(std::fs::read_to_string(&proof).unwrap(), "old", "what cannot be replaced whole stays");
    // A batch goes on, and tells all at its end.
    let proofs = folder.path().join("proofs");
    let batch = ["solve", "connect-four:4x4", "--file", text(&file), "--certificate", text(&proofs)];
    for (value, summary) in [(None, "2 of 2 decided"), (Some("--value"), "2 of 2 values found")] {
        let ran = without_room(&[&batch[..], value.as_slice()].concat());
        assert_eq!(
            (ran.status, ran.stderr.lines().count()),
            (3, 2 + 2 * usize::from(value.is_some())),
            "{}",
            ran.stderr
        );
        assert!(ran.stdout.contains(summary), "{}", ran.stdout);
        let ran = without_room(&[&batch[..], &["--json"], value.as_slice()].concat());
        assert_eq!((ran.status, ran.stdout.lines().count()), (3, 2), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read_dir(&proofs).unwrap().count(), 0);
}

#[test]
fn other_outputs_lose_nothing_either() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let ran = without_room(&["solve", "shogi", sfen, "--record", text(&place("a.kif"))]);
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.starts_with("Black mates in 1 ply\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("a.kif: File too large"), "{}", ran.stderr);
    // Of a batch, the answers that cannot be kept are printed all the same.
    std::fs::write(place("positions.txt"), "44\n443\n").unwrap();
    let batch = |more: &[&str]| {
        let (file, results) = (place("positions.txt"), place("results.jsonl"));
        [&["solve", "connect-four:4x4", "--file", text(&file), "--results", text(&results)], more]
            .concat()
            .iter()
            .map(|&argument| argument.to_owned())
            .collect::<Vec<_>>()
    };
    let arguments = batch(&[]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = without_room(&arguments);
    assert_eq!((ran.status, ran.stderr.lines().count()), (3, 1), "{}", ran.stderr);
    assert!(ran.stdout.contains("2 of 2 decided"), "{}", ran.stdout);
    assert!(ran.stderr.contains("results.jsonl: File too large"), "{}", ran.stderr);
    // There is room for one answer and a part of the other, of which nothing is left in the file.
    assert_eq!(proofset(&arguments).status, 0);
    let answers = std::fs::read_to_string(place("results.jsonl")).unwrap();
    let blocks = answers.lines().next().unwrap().len() / 512 + 1;
    assert!(blocks * 512 < answers.len(), "{answers}");
    std::fs::remove_file(place("results.jsonl")).unwrap();
    let ran = after(&format!("ulimit -f {blocks}"), &arguments);
    assert_eq!((ran.status, ran.stderr.lines().count()), (3, 1), "{}", ran.stderr);
    let kept = std::fs::read_to_string(place("results.jsonl")).unwrap();
    assert!(kept.ends_with("}\n") && kept.lines().count() == 1, "{kept}");
    let ran = proofset(&arguments);
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    // Answers go to a device as well, which has none yet.
    let ran = after(
        "exec 3>/dev/full",
        &["solve", "connect-four:4x4", "--file", arguments[3], "--results", "/proc/self/fd/3"],
    );
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains("2 of 2 decided") && ran.stderr.contains("No space left"), "{}", ran.stderr);
    assert_eq!(proofset(&[&SOLVE[..], &[text(&place("a.proof"))]].concat()).status, 0);
    let ran = without_room(&["show", text(&place("a.proof")), "--depth", "1", "--output", text(&place("a.dot"))]);
    assert_eq!(ran.status, 3);
    assert!(ran.stderr.ends_with("a.dot: File too large (os error 27)\n"), "{}", ran.stderr);
    assert!(!place("a.dot").exists());
}

#[test]
fn what_can_be_known_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    std::fs::write(place("file"), "").unwrap();
    let proof = place("a.proof");
    assert_eq!(proofset(&[&SOLVE[..], &[&proof]].concat()).status, 0);
    let cases = [
        (place("no-such-folder/x"), "there is no folder "),
        (place("file/x"), "there is no folder "),
        (place(""), "it is a folder"),
        (place("x/"), "this is not the name of a file"),
        (place(&"x".repeat(300)), "File name too long"),
        (place(&"folder/".repeat(700)), "File name too long"),
    ];
    for (path, why) in &cases {
        for arguments in [
            &["solve", "connect-four", "--limit-expansions", "9", "--certificate", path][..],
            &["solve", "connect-four", "--limit-expansions", "9", "--value", "--certificate", path],
            &["show", &proof, "--output", path],
        ] {
            let ran = proofset(arguments);
            assert_eq!((ran.status, &*ran.stdout), (2, ""), "{arguments:?}");
            assert!(ran.stderr.contains(why), "{}", ran.stderr);
        }
    }
    std::fs::write(place("positions.tsv"), format!("id\tposition\n{}\t44\n", "x".repeat(300))).unwrap();
    let ran =
        proofset(&["solve", "connect-four", "--file", &place("positions.tsv"), "--certificate", &place("proofs")]);
    assert_eq!((ran.status, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("line 2: ") && ran.stderr.contains("File name too long"), "{}", ran.stderr);
}

/// Whoever reads may stop at any time.
#[test]
fn a_closed_output_ends_the_program_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let proof = text(&folder.path().join("a.proof")).to_owned();
    assert_eq!(proofset(&[&SOLVE[..], &[&proof]].concat()).status, 0);
    let file = suite("chess-own.tsv");
    for arguments in [
        &["--help"][..],
        &["games"],
        &["algorithms"],
        &["completions", "bash"],
        &["solve", "tic-tac-toe"],
        &["solve", "tic-tac-toe", "--json"],
        &["solve", "chess", "--file", &file],
        &["compare", "tic-tac-toe"],
        &["verify", &proof],
        &["show", &proof, "--depth", "1"],
        &["show", &proof, "--format", "json"],
        &["solve", "tic-tac-toe", "--certificate", "/proc/self/fd/1"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.code().is_some_and(|code| code < 100), "{arguments:?}: {:?}", output.status);
        // A full one is complained of.
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = Ran::from(command(arguments).stdout(full).output().unwrap());
        assert_eq!(ran.status, 3, "{arguments:?}");
        assert!(ran.stderr.ends_with(": No space left on device (os error 28)\n"), "{}", ran.stderr);
    }
    // Nobody listens to logs either.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["-vv", "solve", "tic-tac-toe", "--quiet"]).stderr(full).output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
}

/// The format of certificates has a longest text of a move; a longer name hides no verdict.
#[test]
fn a_name_that_no_certificate_holds_hides_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, proof) = (folder.path().join("long.json"), folder.path().join("long.proof"));
    let leaf = "b".repeat(5000);
    let content = serde_json::json!({
        "nodes": [{"id": "a", "kind": "or"}, {"id": leaf}],
        "edges": [["a", leaf]],
        "root": "a",
        "leaf_values": {&leaf: "proven"},
    });
    std::fs::write(&graph, content.to_string()).unwrap();
    let ran = proofset(&["solve", "and-or", text(&graph), "--certificate", text(&proof)]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("proven: a\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("the text of a move has 5000 bytes; the format allows 4096"), "{}", ran.stderr);
    assert!(!proof.exists());
}

/// The text of a graph is the position of its certificate, and may be longer than the format allows.
#[test]
fn a_position_that_no_certificate_holds_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, proof) = (folder.path().join("long.json"), folder.path().join("long.proof"));
    let name = "a".repeat(1 << 24);
    let content = serde_json::json!({
        "nodes": [{"id": name, "kind": "or"}],
        "edges": [],
        "root": name,
        "leaf_values": {&name: "proven"},
    });
    std::fs::write(&graph, content.to_string()).unwrap();
    let ran = proofset(&["solve", "and-or", text(&graph), "--certificate", text(&proof)]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    let complaint = format!("proofset: cannot write {}: the text of the position has ", text(&proof));
    assert!(ran.stderr.starts_with(&complaint), "{}", ran.stderr);
    assert!(ran.stderr.ends_with(" bytes; the format allows 16777216\n"), "{}", ran.stderr);
    assert!(!proof.exists());
}

#[test]
fn a_file_has_one_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let (book, other, link) = (place("book"), place("other"), place("link"));
    let question = ["solve", "connect-four:4x4", "1", "--goal", "first:win", "--algorithm", "pns"];
    assert_eq!(proofset(&[&question[..], &["--known", text(&book)]].concat()).status, 0);
    let kept = std::fs::read(&book).unwrap();
    symlink(&book, &link).unwrap();
    let indirect = folder.path().join(".").join("new");
    let refused = |arguments: &[&str], message: &str| {
        let ran = proofset(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    };
    for purpose in ["--certificate", "--checkpoint", "--log"] {
        let arguments = [&question[..], &["--known", text(&book), purpose, text(&link)]].concat();
        refused(&arguments, "give each a file of its own");
    }
    refused(
        &[&question[..], &["--certificate", text(&place("new")), "--log", text(&indirect)]].concat(),
        "is given as --certificate and as --log",
    );
    std::fs::write(&other, "3\n").unwrap();
    refused(
        &["solve", "connect-four:4x4", "--file", text(&other), "--results", text(&other)],
        "is given as --file and as --results",
    );
    refused(&["show", text(&book), "--output", text(&link)], "is given as the certificate and as --output");
    refused(&["plot", text(&other), "--output", text(&other)], "is given as the log and as --output");
    refused(&["resume", text(&book), "--log", text(&book)], "is given as the checkpoint and as --log");
    assert_eq!((std::fs::read(&book).unwrap(), std::fs::read(&other).unwrap()), (kept, b"3\n".to_vec()));
    // A device takes all.
    let ran = proofset(&[&question[..], &["--certificate", "/dev/null", "--log", "/dev/null"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}
