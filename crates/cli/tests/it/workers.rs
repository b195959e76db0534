//! Many workers: what the program hands over to the Python package, and what it says without it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::run::{Ran, command, proofset, text};

/// Something that stands for Python: it answers the question whether the package is there with this status, and else writes out
/// what it was called with, a word a line, and ends with status 3.
fn python(folder: &Path, has_package: bool) -> PathBuf {
    let path = folder.join("python");
    let found = u8::from(!has_package);
    let script = format!("#!/bin/sh\nif [ \"$1\" = -c ]; then exit {found}; fi\nprintf '%s\\n' \"$@\"\nexit 3\n");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn run(python: &Path, arguments: &[&str]) -> Ran {
    let output: Output = command(arguments).env("PROOFSET_PYTHON", python).output().expect("the program starts");
    output.into()
}

#[test]
fn the_question_is_handed_over_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let python = python(folder.path(), true);
    let ran = run(
        &python,
        &[
            "solve",
            "atari-go:4x4",
            "-",
            "--workers",
            "ray:4",
            "--goal",
            "win",
            "--threads",
            "2",
            "--memory",
            "1GiB",
            "--time",
            "1500ms",
            "--json",
        ],
    );
    assert_eq!(ran.status, 3, "the status is that of the other program");
    insta::assert_snapshot!(ran.stdout, @r"
    -m
    proofset.cluster
    --workers=ray:4
    --goal=win
    --threads=2
    --memory=1073741824
    --time=1.5
    --checkpoint-every=300
    --json
    --
    atari-go:4x4
    -
    ");
    let ran = run(&python, &["solve", "tic-tac-toe", "--workers", "3", "--algorithm", "dfpn", "--quiet"]);
    assert!(ran.stdout.contains("--workers=local:3\n--algorithm=dfpn\n"), "{}", ran.stdout);
}

#[test]
fn without_python_or_the_package_it_is_said_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["solve", "tic-tac-toe", "--workers", "ray:2"];
    let ran = run(&python(folder.path(), false), &question);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr.replace(text(folder.path()), "[FOLDER]"), @r#"proofset: [FOLDER]/python has not the Python package proofset, which --workers needs; install it from a clone by pip install ./crates/python, with Ray for other machines by pip install "./crates/python[ray]", or name another Python in PROOFSET_PYTHON"#);
    let ran = run(&folder.path().join("nowhere"), &question);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr.replace(text(folder.path()), "[FOLDER]"), @"proofset: cannot start [FOLDER]/nowhere, which --workers needs: No such file or directory (os error 2); PROOFSET_PYTHON names another Python");
}

#[test]
fn workers_that_there_are_not_are_refused() {
    for workers in ["0", "ray:0", "ray:", "mpi:2", "local:-1", "65536"] {
        let ran = proofset(&["solve", "tic-tac-toe", "--workers", workers]);
        assert_eq!(ran.status, 2, "{workers}");
        assert!(ran.stderr.contains("give a number from 1 to 65535, local:N or ray:N"), "{workers}: {}", ran.stderr);
    }
    let ran = proofset(&["solve", "tic-tac-toe", "--workers", "2", "--limit-expansions", "10"]);
    assert!(ran.status == 2 && ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
    let ran = proofset(&["solve", "tic-tac-toe", "--workers", "2", "--certificate", "no/such/folder/a.proof"]);
    assert!(ran.status == 2 && ran.stderr.contains("there is no folder no/such/folder"), "{}", ran.stderr);
}
