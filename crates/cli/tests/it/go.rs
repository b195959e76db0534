//! Go problems as people have them: files, solutions as variations, what is said of a seki.

use serde_json::Value;

use crate::run::{proofset, text};

/// A file of the examples.
fn example(name: &str) -> String {
    format!("{}/../../docs/examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn solutions_are_variations_that_are_read_as_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solution.sgf");
    let corner = example("corner.sgf");
    let ran = proofset(&["solve", "go", &corner, "--solution", text(&path)]);
    assert!(
        ran.stdout.ends_with(&format!("solution    {} (written)\n", path.display())),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    let written = std::fs::read_to_string(&path).unwrap();
    // Six of the nine first moves in the region are right.
    assert_eq!((written.matches("RIGHT").count(), written.matches("WRONG").count()), (6, 3), "{written}");
    assert!(written.contains("(;W[cb]TE[1]C[RIGHT]"), "{written}");
    assert_eq!(written.matches('(').count(), written.matches(')').count(), "{written}");
    // The problem with its solution is the problem, whose answer is known.
    let ran = proofset(&["solve", "go", "--file", &corner, text(&path), "--json"]);
    let objects: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = |object: &Value| [&object["id"], &object["goal"], &object["right"]].map(ToString::to_string);
    let goal = r#""kill:A6:region=A6-D6+A7-A9+C7-D9+B8-B9""#;
    let known: Vec<_> = objects.iter().map(said).collect();
    assert_eq!(known, [[r#""corner""#, goal, "true"], [r#""solution""#, goal, "true"]]);
}

/// A file with variations does not say what they were made of, so they are made only of certificates that hold.
#[test]
fn what_does_not_hold_is_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.json");
    let written = folder.path().join("solution.sgf");
    let show = |position: &str, goal: &str, verdict: &str, nodes: &str| {
        let names = format!(r#""game": "go", "position": "{position}", "goal": "{goal}", "verdict": "{verdict}""#);
        let json = format!(r#"{{"format": "proofset-certificate", "version": 1, {names}, "nodes": [{nodes}]}}"#);
        std::fs::write(&proof, json).unwrap();
        let ran = proofset(&["show", text(&proof), "--output", text(&written)]);
        assert_eq!(ran.stdout, "");
        let told = ran.stderr.replace(text(&proof), "FILE");
        assert_eq!(ran.status == 0, written.exists(), "{told}");
        // The same where the format is asked for, and no name says so.
        let again = proofset(&["show", text(&proof), "--format", "solution"]);
        assert_eq!((again.status, again.stderr, again.stdout.is_empty()), (ran.status, ran.stderr, ran.status > 0));
        (ran.status, told)
    };
    let (net, stone) = ("...../..X../.XO../..X../..... x", "...../...../..O../...../..... x");
    insta::assert_snapshot!(show(net, "save:C3", "proven", r#"{"kind": "all", "moves": [["D3", 1]]}, {"kind": "leaf"}"#).1, @r#"proofset: FILE: it is no solution of the question that it names: record 0, for ...../..X../.XO../..X../..... x: the legal move "A5" is not answered"#);
    let leaf_too_soon = r#"{"kind": "choice", "moves": [["A1", 1]]}, {"kind": "leaf"}"#;
    insta::assert_snapshot!(show(stone, "capture:C3", "proven", leaf_too_soon).1, @r#"proofset: FILE: it is no solution of the question that it names: record 1, for ...../...../..O../...../X.... o: a leaf record, but play is not over"#);
    let illegal = r#"{"kind": "choice", "moves": [["C3", 1]]}, {"kind": "leaf"}"#;
    insta::assert_snapshot!(show(stone, "capture:C3", "proven", illegal).1, @r#"proofset: FILE: it is no solution of the question that it names: record 0, for ...../...../..O../...../..... x: "C3" is not a legal move"#);
    let no_point = r#"{"kind": "all", "moves": [["A1", 1], ["Z99", 1]]}, {"kind": "leaf"}"#;
    let (status, told) = show(stone, "capture:C3", "disproven", no_point);
    insta::assert_snapshot!(told, @r#"proofset: FILE: it is no solution of the question that it names: record 0, for ...../...../..O../...../..... x: "Z99" is not a legal move"#);
    assert_eq!(status, 2);
    // One that holds is written.
    let holds = r#"{"kind": "choice", "moves": [["D3", 1]]}, {"kind": "leaf"}"#;
    assert_eq!(show(net, "capture:C3", "proven", holds), (0, String::new()));
    assert!(std::fs::read_to_string(&written).unwrap().contains("C3 is captured"));
}

/// What a side that fails was held to is said with its answer.
#[test]
fn the_reach_of_who_fails_is_told() {
    let told = |reach: &str| {
        let goal = format!("capture:C4:liberties={reach}");
        let position = "....../..O.../.OXXO./..O.../....../...... x";
        proofset(&["solve", "go", position, "--goal", &goal, "--quiet"]).stdout
    };
    let begin = "disproven: C4 cannot be captured, if the attacker plays within";
    assert_eq!(told("5:near=1"), format!("{begin} 1 step\n"));
    assert_eq!(told("3:near=2"), format!("{begin} 2 steps\n"));
    assert_eq!(told("5:near=1:far=2x1"), format!("{begin} 1 step, and once within 2\n"));
}

/// A file may begin with a mark of the order of its bytes, and have comments in another character set; a ban on a ko is written and read.
#[test]
fn files_are_read_in_their_character_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ko.sgf");
    let question = [".XO./XO.O/.XO. x ko:C2", "--goal", "capture:B2", "--quiet"];
    let ran = proofset(&[&["solve", "go"][..], &question, &["--record", text(&path)]].concat());
    assert_eq!(ran.stdout, "disproven: B2 cannot be captured\n");
    let written = std::fs::read_to_string(&path).unwrap();
    let with = |set: &str, comment: &[u8]| {
        let text = written.replace("UTF-8", set);
        [text.trim_end().trim_end_matches(')').as_bytes(), b";W[]C[", comment, b"])"].concat()
    };
    // The second half of a character of Shift JIS is the bracket that ends a value.
    let files = [
        written.clone().into_bytes(),
        [b"\xef\xbb\xbf", written.as_bytes()].concat(),
        with("Shift_JIS", b"\x8d\x95\x83\x5d"),
        with("ISO-8859-1", b"caf\xe9"),
        with("nothing", b"caf\xe9"),
    ];
    for bytes in files {
        std::fs::write(&path, bytes).unwrap();
        for arguments in [&["solve", "go"][..], &["solve", "go", "--file"]] {
            let ran = proofset(&[arguments, &[text(&path), "--goal", "capture:B2", "--json"]].concat());
            let first: Value = serde_json::from_str(ran.stdout.lines().next().unwrap_or_default()).unwrap();
            assert_eq!((&first["verdict"], &*ran.stderr), (&"disproven".into(), ""), "{arguments:?}");
        }
    }
}

#[test]
fn certificates_are_shown_as_variations() {
    let folder = tempfile::tempdir().unwrap();
    let (proof, sgf) = (folder.path().join("a.proof"), folder.path().join("a.sgf"));
    let small = [".XO./XO.O/.XO. x ko:C2", "--goal", "capture:B2:komaster=attacker"];
    let ran = proofset(&[&["solve", "go"], &small[..], &["--certificate", text(&proof)]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let ran = proofset(&["show", text(&proof), "--output", text(&sgf)]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(std::fs::read_to_string(&sgf).unwrap());
}

#[test]
fn files_may_hold_several_problems() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.sgf");
    let corner = std::fs::read_to_string(example("corner.sgf")).unwrap();
    std::fs::write(&path, format!("{corner}\n{corner}")).unwrap();
    let certificates = folder.path().join("certificates");
    let ran = proofset(&["solve", "go", "--file", text(&path), "--certificate", text(&certificates)]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(" two-1 ") && ran.stdout.contains(" two-2 "), "{}", ran.stdout);
    assert!(certificates.join("two-2.proof").is_file());
    for (content, message) in [
        (format!("{corner}(;SZ[9]AB[zz])"), "problem 2: node 1, AB[zz]: not a point of the board"),
        (format!("{corner}(;SZ[9]"), "game 2, which begins in line 8, does not end; expected `)`"),
        ("nothing".to_owned(), "there is no game, which begins with `(;`; expected SGF"),
        (format!("{corner}(;SZ[9]AB[cc])"), "it is not clear which stones are surrounded"),
    ] {
        std::fs::write(&path, content).unwrap();
        let ran = proofset(&["solve", "go", "--file", text(&path)]);
        assert_eq!(ran.status, 2, "{}", ran.stdout);
        assert!(ran.stderr.contains("two.sgf") && ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn a_file_knows_the_answer_to_its_own_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved.sgf");
    let solved = proofset(&["solve", "go", &example("corner.sgf"), "--solution", text(&path), "--quiet"]);
    assert_eq!(solved.status, 0, "{}", solved.stderr);
    let told = |more: &[&str]| {
        let ran = proofset(&[&["solve", "go", "--file", text(&path)], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout.lines().nth(1).unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    // White kills; so the group does not live if it is White's turn, and of other stones the file says nothing.
    assert!(told(&[]).contains("proven right"), "{}", told(&[]));
    assert!(told(&["--goal", "live:A6"]).contains("disproven right"), "{}", told(&["--goal", "live:A6"]));
    assert!(!told(&["--goal", "kill:E9"]).contains("right"), "{}", told(&["--goal", "kill:E9"]));
    // Another region, two eyes, a komaster: other questions.
    for other in ["kill:A6:region=A9+B9", "kill:A6:eyes", "kill:A6:komaster=attacker", "kill:A6:liberties=2"] {
        let said = told(&["--goal", other]);
        assert!(!said.contains("right") && !said.contains("WRONG"), "{said}");
    }
    // A first move that ends it at once is as right as others are.
    let at_once =
        ["solve", "go", "...X.O/XXXX.O/OOOOOO/...... x", "--goal", "live:A3", "--solution", text(&path), "--quiet"];
    assert_eq!(proofset(&at_once).status, 0);
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.contains("TE[1]C[RIGHT: A3 is safe]") && !written.contains("C[A3 is safe]"), "{written}");
}

#[test]
fn what_is_not_written_for_want_of_memory_is_told_by_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("line.svg");
    let goal = "kill:C3:komaster=defender:threats=9:frame:region=B1-D3+A2-A4+E2-E4+F3+B4+D4";
    let question = [
        "solve",
        "go",
        "......./......./......./..O..../..X..../......./....... o",
        "--goal",
        goal,
        "--memory",
        "2MiB",
    ];
    let ran = proofset(&[&question[..], &["--quiet", "--record", text(&record)]].concat());
    assert_eq!((ran.status, record.exists()), (3, false), "{} {}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("the record was not written: there is no proof with a line"), "{}", ran.stderr);
}

#[test]
fn solutions_that_cannot_be_written_are_refused_first() {
    let complaint = |arguments: &[&str]| {
        let ran = proofset(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        ran.stderr.trim_end().to_owned()
    };
    let corner = example("corner.sgf");
    insta::assert_snapshot!(complaint(&["solve", "go", &corner, "--solution", "a.txt"]), @"proofset: cannot tell from a.txt which form to write; expected a name that ends in one of .sgf");
    insta::assert_snapshot!(complaint(&["solve", "chess", "--solution", "a.sgf"]), @"proofset: there are no files for solutions of chess; leave out --solution");
}

/// Whoever writes that a move is right may mean a success by a ko.
#[test]
fn what_a_file_calls_right_may_be_a_ko() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("right.sgf");
    let told = |position: &str, goal: &str| {
        let asked = ["solve", "go", position, "--goal", goal, "--record", text(&path), "--quiet"];
        assert_eq!(proofset(&asked).status, 0);
        let written = std::fs::read_to_string(&path).unwrap();
        let setup = written.split("C[").next().unwrap();
        std::fs::write(&path, format!("{setup};{}[]C[RIGHT])", if position.contains('x') { "B" } else { "W" }))
            .unwrap();
        let ran = proofset(&["solve", "go", "--file", text(&path), "--goal", goal]);
        let json = proofset(&["solve", "go", "--file", text(&path), "--goal", goal, "--json"]);
        let found: Value = serde_json::from_str(&json.stdout).unwrap();
        (ran.status, ran.stdout.lines().last().unwrap().to_owned(), found["right"].clone())
    };
    let ko = ".XO./XO.O/.XO. x ko:C2";
    let other = "known answers: 0 right, 0 wrong, 1 of a claim that --grade tells apart".to_owned();
    assert_eq!(told(ko, "capture:B2"), (0, other, Value::Null));
    // The seki is one whatever the threats.
    let seki = "....../OOOOOO/OXXXXX/OXOOOO/OX.OOO/OX.OOO o";
    assert_eq!(told(seki, "kill:B1"), (1, "known answers: 0 right, 1 wrong".to_owned(), false.into()));
}

/// A record is of the position as it was given: a ban on a ko is in it, though the side that is komaster needs none.
#[test]
fn a_record_has_the_ban_on_a_ko() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ko.sgf");
    let asked = [".XO./XO.O/.XO. x ko:C2", "--goal", "capture:B2:komaster=attacker"];
    let ran = proofset(&[&["solve", "go"], &asked[..], &["--record", text(&path), "--quiet"]].concat());
    assert_eq!(ran.stdout, "proven: B2 can be captured, if the attacker is komaster\n");
    let again = proofset(&["solve", "go", text(&path), "--goal", "capture:B2", "--quiet"]);
    assert_eq!(again.stdout, "disproven: B2 cannot be captured\n");
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.ends_with(";B[cb]KO[]C[after a threat])\n"), "{written}");
}

/// A problem whose proof is larger than a file holds has an answer to each wrong move all the same.
#[test]
fn a_large_solution_shows_why_each_wrong_move_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.sgf");
    let position =
        "(;SZ[9]AB[be][ce][de][af][bf][df][ef][ff][gf][bg][gg][gh][hh][ih][ii]AW[cg][dg][fg][ah][bh][fh]TR[cg]PL[B])";
    let ran = proofset(&["solve", "go", position, "--solution", text(&path)]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("written, but for moves where it says that they are left out"), "{}", ran.stdout);
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.contains("C[what follows is left out]"));
    let wrong: Vec<&str> = written.split("BM[1]C[WRONG]").skip(1).collect();
    assert!(wrong.len() > 2, "{}", wrong.len());
    assert!(wrong.iter().all(|behind| behind.starts_with(['\n', ';'])), "a wrong move has no answer");
}

#[test]
fn all_problems_of_a_file_are_graded() {
    let folder = tempfile::tempdir().unwrap();
    let (path, proofs) = (folder.path().join("some.txt"), folder.path().join("proofs"));
    std::fs::write(&path, "id\tposition\tgoal\nko\t.XO./XO.O/.XO. x ko:C2\tcapture:B2\nfree\t.X./XOO/.X. o\tsave:B2\n")
        .unwrap();
    let asked = ["solve", "go", "--file", text(&path), "--grade", "--certificate", text(&proofs)];
    let ran = proofset(&asked);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let said = |row: usize| ran.stdout.lines().nth(row).unwrap_or_default();
    assert!(
        said(1).contains("ko    3: B2 can be captured by ko: the attacker has to find the first threat "),
        "{}",
        ran.stdout
    );
    assert!(said(2).contains("free  1: B2 cannot be captured, whatever the threats"), "{}", ran.stdout);
    assert!(said(3).starts_with("2 of 2 known; "), "{}", ran.stdout);
    for proof in ["ko/1.proof", "ko/2.proof", "ko/3.proof", "free/1.proof"] {
        assert_eq!(proofset(&["verify", text(&proofs.join(proof)), "--quiet"]).status, 0, "{proof}");
    }
    let objects = proofset(&[&asked[..5], &["--json"]].concat()).stdout;
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["id"], &objects[1]["known"]), (&"ko".into(), &true.into()));
    // A certificate that cannot be written is told of, and the other rows are graded.
    let taken = proofs.join("ko/1.proof");
    std::fs::remove_file(&taken).unwrap();
    std::os::unix::fs::symlink("/dev/full", &taken).unwrap();
    let ran = proofset(&[&asked[..], &["--quiet"]].concat());
    assert!(ran.status == 3 && ran.stdout.starts_with("1 of 2 known; "), "{}", ran.stdout);
    let complaint = "proofset: the certificate of capture:B2:komaster=defender:threats=9:region=A1-D3 was not written: cannot write ";
    assert!(ran.stderr.starts_with(complaint), "{}", ran.stderr);
    // What is not decided within the limits is no answer, and the other rows are.
    let ran = proofset(&[&asked[..5], &["--limit-expansions", "1", "--quiet"]].concat());
    assert!(ran.status == 3 && ran.stdout.contains(" of 2 known"), "{}", ran.stdout);
    let chess = proofset(&["solve", "tic-tac-toe", "--file", text(&path), "--grade"]);
    assert_eq!(chess.status, 2);
}

#[test]
fn stones_that_are_asked_about_together_are_so_named() {
    let verdict = |goal: &str, more: &[&str]| {
        let position = ".OX../OX.../X..../...../....O o";
        proofset(&[&["solve", "go", position, "--quiet", "--goal", goal], more].concat()).stdout
    };
    insta::assert_snapshot!(verdict("capture:A4+E1:liberties=3", &[]).trim_end(), @"disproven: E1 and A4 cannot all be captured");
    insta::assert_snapshot!(verdict("capture:A4/E1:liberties=3", &[]).trim_end(), @"proven: E1 or A4 can be captured");
    insta::assert_snapshot!(verdict("save:A4/E1", &["--grade"]).trim_end(), @"0: E1 or A4 can be captured");
}

#[test]
fn a_seki_is_named() {
    let grade = |position: &str, stones: &str| {
        let ran = proofset(&["solve", "go", position, "--goal", stones, "--grade", "--quiet"]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout.trim_end().to_owned()
    };
    // Two chains share their two last liberties, and nobody may fill the first.
    insta::assert_snapshot!(grade("....../OOOOOO/OXXXXX/OXOOOO/OX.OOO/OX.OOO x", "live:B1"), @"1: B1 cannot be killed, whatever the threats: in a seki");
    // Stones without two eyes are not captured for that.
    let seki = "....../OOOOOO/OXXXXX/OXOOOO/OX.OOO/OX.OOO";
    insta::assert_snapshot!(grade(&format!("{seki} o"), "kill:B1:eyes"), @"1: B1 cannot get two eyes, even against 9 threats");
    insta::assert_snapshot!(grade(&format!("{seki} x"), "live:B1:eyes"), @"0: B1 cannot get two eyes");
    insta::assert_snapshot!(grade("...X.O/XXXX.O/OOOOOO/...... x", "live:A3"), @"1: A3 cannot be killed, whatever the threats: with two eyes or a way out");
}
