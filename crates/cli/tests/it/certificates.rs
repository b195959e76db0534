//! Certificates on disk: written whole or not at all, verified, spoilt, drawn.

use crate::run::{proofset, suite, text};

const MATE: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn what_solve_writes_verify_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let tasks: [&[&str]; 5] = [
        &["tic-tac-toe"],
        &["connect-four:4x4", "--algorithm", "pss:8,8"],
        &["mnk:4,3,3", "--algorithm", "pss"],
        &["chess", MATE, "--goal", "mate-in:2"],
        &["chess", MATE, "--goal", "mate-in:1"],
    ];
    for (index, task) in tasks.iter().enumerate() {
        for extension in ["proof", "json"] {
            let path = folder.path().join(format!("{index}.{extension}"));
            let ran = proofset(&[&["solve"], *task, &["--certificate", text(&path)]].concat());
            assert_eq!(ran.status, 0, "{}", ran.stderr);
            let ran = proofset(&["verify", text(&path)]);
            assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
            assert!(ran.stdout.contains(": holds. "), "{}", ran.stdout);
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 10, "no temporary files are left behind");
}

#[test]
fn an_undecided_search_writes_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.proof");
    let ran = proofset(&["solve", "connect-four", "--limit-expansions", "10", "--certificate", text(&path)]);
    assert_eq!(ran.status, 3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_spoilt_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.proof");
    assert_eq!(proofset(&["solve", "chess", MATE, "--goal", "mate-in:2", "--certificate", text(&path)]).status, 0);
    let whole = std::fs::read(&path).unwrap();
    let spoilt = folder.path().join("spoilt.proof");
    let verify = |bytes: &[u8]| {
        std::fs::write(&spoilt, bytes).unwrap();
        proofset(&["verify", text(&spoilt)])
    };
    // Cut short, altered anywhere, or followed by something: not a whole certificate, hence bad input.
    for cut in (0..whole.len()).step_by(7) {
        let ran = verify(&whole[..cut]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "cut at {cut}");
    }
    for at in (0..whole.len()).step_by(5) {
        let mut altered = whole.clone();
        altered[at] ^= 0x20;
        let ran = verify(&altered);
        assert_ne!(ran.status, 0, "altered at {at}: {}", ran.stdout);
    }
    assert_eq!(verify(&[&whole[..], b"x"].concat()).status, 2);
    // A whole certificate whose proof does not hold: a failed check.
    let json = folder.path().join("mate.json");
    assert_eq!(proofset(&["solve", "chess", MATE, "--goal", "mate-in:2", "--certificate", text(&json)]).status, 0);
    let wrong = std::fs::read_to_string(&json).unwrap().replace("mate-in:2", "mate-in:1");
    std::fs::write(&json, wrong).unwrap();
    let ran = proofset(&["verify", text(&json)]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("does not hold"), "{}", ran.stdout);
    // A certificate for a question that nobody can ask.
    let wrong = std::fs::read_to_string(&json).unwrap().replace("\"chess\"", "\"checkers\"");
    std::fs::write(&json, wrong).unwrap();
    assert_eq!(proofset(&["verify", text(&json)]).status, 2);
}

#[test]
fn verify_goes_on_after_a_failure_and_reports_the_worst() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.proof");
    let bad = folder.path().join("bad.proof");
    assert_eq!(proofset(&["solve", "tic-tac-toe", "--certificate", text(&good)]).status, 0);
    std::fs::write(&bad, "not a certificate").unwrap();
    let ran = proofset(&["verify", text(&bad), text(&good)]);
    assert_eq!(ran.status, 2);
    assert!(ran.stdout.contains("good.proof: holds"));
    assert!(ran.stderr.contains("bad.proof"));
    assert_eq!(proofset(&["verify", "--quiet", text(&good)]).stdout, "");
    // A proof that does not hold is graver than a file that is none, and both are told.
    let json = folder.path().join("wrong.json");
    assert_eq!(proofset(&["solve", "tic-tac-toe", "--certificate", text(&json)]).status, 0);
    let wrong = std::fs::read_to_string(&json).unwrap().replace("first:win", "first:draw");
    std::fs::write(&json, wrong).unwrap();
    let ran = proofset(&["verify", text(&bad), text(&json), text(&good)]);
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("wrong.json: does not hold") && ran.stdout.contains("good.proof: holds"));
    assert!(ran.stderr.contains("bad.proof"), "{}", ran.stderr);
    // A folder is no file.
    let ran = proofset(&["verify", text(folder.path())]);
    let folder = text(folder.path());
    let complaint = format!("proofset: {folder} is a folder; name files in it, such as {folder}/*.proof\n");
    assert_eq!((ran.status, ran.stdout, ran.stderr), (2, String::new(), complaint));
}

/// How many records there are is what the file says, and no reason for memory.
#[test]
fn a_short_file_that_claims_to_be_long_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.proof");
    let claim = b"PROOFSET\x01\x0btic-tac-toe\x0b.../.../...\x09first:win\x00\xff\xff\xff\xff\x0f\x00";
    std::fs::write(&path, claim).unwrap();
    for command in ["show", "verify"] {
        let ran = proofset(&[command, text(&path)]);
        assert!(matches!(ran.status, 1 | 2) && ran.stderr.len() + ran.stdout.len() > 0, "{command}");
    }
}

/// A true certificate of a few bytes, whose check takes billions of moves: there is a limit of time for those of strangers.
#[test]
fn a_check_ends_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.json");
    let certificate = r#"{"format": "proofset-certificate", "version": 3, "game": "synthetic:b=65535,d=4,seed=0,values=5..5",
        "position": "0:0", "goal": "second:at-least:-5", "verdict": "proven",
        "nodes": [{"kind": "all", "sequence": ["1", "1", "1", "1"]}]}"#;
    std::fs::write(&path, certificate).unwrap();
    let ran = proofset(&["verify", text(&path), "--time", "0s"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (3, ""));
    assert_eq!(ran.stderr, format!("proofset: {} is not checked to its end: the time is over\n", path.display()));
    // Where there is time, nothing is different.
    let proof = folder.path().join("short.proof");
    assert_eq!(proofset(&["solve", "tic-tac-toe", "--certificate", text(&proof)]).status, 0);
    let ran = proofset(&["verify", text(&proof), "--time", "1000h"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("short.proof: holds. "), "{}", ran.stdout);
    std::fs::write(&proof, certificate.replace("65535", "2").replace(r#"["1""#, r#"["9""#)).unwrap();
    assert_eq!(proofset(&["verify", text(&proof), "--time", "1000h"]).status, 1);
}

/// Chess without the fifty-move rule: a mate is forced in finitely many moves, and a draw may be held for ever.
#[test]
fn endgames_without_the_clock_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("endgame.proof");
    let solve = |fen: &str, goal: &str, algorithm: &str| {
        let command = ["solve", "chess", fen, "--goal", goal, "--algorithm", algorithm, "--certificate", text(&proof)];
        proofset(&command)
    };
    // The pawn queens; and a pawn on the edge, whose king is in its corner, does not.
    for (fen, goal, holds) in [
        ("4k3/8/4K3/4P3/8/8/8/8 b - -", "mated:no-clock", "mated:no-clock is proven"),
        ("k7/8/K7/P7/8/8/8/8 w - -", "mate:no-clock", "lines may go on for ever"),
    ] {
        for algorithm in ["dfpn:table=keyed,epsilon=0.25", "pns", "pns:cycles=base-twin"] {
            assert_eq!(solve(fen, goal, algorithm).status, 0, "{algorithm}");
            let ran = proofset(&["verify", text(&proof)]);
            assert_eq!(ran.status, 0);
            assert!(ran.stdout.contains(holds), "{}", ran.stdout);
        }
    }
    // A search for graphs without cycles says what to do.
    for algorithm in ["exact", "aostar", "pn2", "dfpn-pn"] {
        let ran = solve("k7/8/K7/P7/8/8/8/8 w - -", "mate:no-clock", algorithm);
        assert_eq!(ran.status, 2);
        let what =
            "positions can repeat, and it needs an acyclic graph; search with pns, pss, dfpn, pds, pnstar or cstar\n";
        assert!(ran.stderr.ends_with(what), "{}", ran.stderr);
    }
    // There is no question with a bound that it could be compared with.
    let ran = proofset(&["solve", "chess", MATE, "--goal", "mate:no-clock", "--shortest"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("chess with the goal mate:no-clock: its proofs have no length"), "{}", ran.stderr);
}

#[test]
fn show_draws_dot_and_svg() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("mate.proof");
    assert_eq!(proofset(&["solve", "chess", MATE, "--goal", "mate-in:2", "--certificate", text(&proof)]).status, 0);
    let dot = proofset(&["show", text(&proof)]);
    assert_eq!(dot.status, 0);
    insta::assert_snapshot!(dot.stdout);
    let svg = folder.path().join("mate.svg");
    assert_eq!(proofset(&["show", text(&proof), "--output", text(&svg)]).status, 0);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let capitals = folder.path().join("again.SVG");
    assert_eq!(proofset(&["show", text(&proof), "--output", text(&capitals)]).status, 0);
    assert_eq!(std::fs::read_to_string(capitals).unwrap(), svg);
    assert_eq!(svg.matches("<rect x").count() + svg.matches("<circle").count(), dot.stdout.matches("shape=").count());
    let picture = proofset(&["show", text(&proof), "--output", "mate.PNG"]);
    insta::assert_snapshot!(picture.stderr.trim_end(), @"proofset: cannot draw mate.PNG: there are no pictures of the form png; write .svg, or .dot and have Graphviz draw it");
    assert_eq!(picture.status, 2);
    let plotted = proofset(&["plot", "a.log", "--output", "a.pdf"]);
    insta::assert_snapshot!(plotted.stderr.trim_end(), @"proofset: cannot draw a.pdf: there are no pictures of the form pdf; write .svg");
    let dash = proofset(&["show", text(&proof), "--output", "-"]);
    insta::assert_snapshot!(dash.stderr.trim_end(), @"proofset: - is standard input; give /dev/stdout for standard output, or ./- for a file of this name");
    assert_eq!((plotted.status, dash.status), (2, 2));
    let cut = proofset(&["show", text(&proof), "--depth", "1"]);
    assert!(cut.stdout.contains("style=dashed"), "nodes whose moves are left out are dashed");
    let ran = proofset(&["show", text(&proof), "--max-nodes", "2"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--depth"), "{}", ran.stderr);
}

#[test]
fn show_writes_solutions_as_the_games_own_files_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("clauses.proof");
    let clauses = "goal <- a, b. goal <- c. a <- b. b. c <- goal.";
    let solve = ["solve", "horn", clauses, "--goal", "goal", "--certificate", text(&proof), "--quiet"];
    let ran = proofset(&solve);
    assert_eq!((ran.status, &*ran.stdout), (0, "proven: goal follows\n"), "{}", ran.stderr);
    assert_eq!(proofset(&["verify", text(&proof)]).status, 0);
    let shown = proofset(&["show", text(&proof), "--format", "solution"]);
    assert_eq!(shown.stdout, "b.\na <- b.\ngoal <- a, b.\n");
    let file = folder.path().join("clauses.horn");
    assert_eq!(proofset(&["show", text(&proof), "--output", text(&file)]).status, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), shown.stdout);
    // What is written is read: the goal follows from it as well.
    assert_eq!(proofset(&["solve", "horn", text(&file), "--goal", "goal", "--quiet"]).stdout, ran.stdout);
    let why = folder.path().join("why.horn");
    let solve = ["solve", "horn", "a <- b. b <- a.", "--goal", "a", "--solution", text(&why), "--quiet"];
    assert_eq!(proofset(&solve).stdout, "disproven: a does not follow\n");
    let remarks = "% a does not follow.\n% a <- b: not b.\n% b <- a: not a.\n";
    assert_eq!(std::fs::read_to_string(&why).unwrap(), remarks);
    let proof = folder.path().join("board.proof");
    assert_eq!(proofset(&["solve", "tic-tac-toe", "X../..O/...", "--certificate", text(&proof)]).status, 0);
    let ran = proofset(&["show", text(&proof), "--format", "solution"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("there are no files for solutions of tic-tac-toe; leave out --format solution"));
}

/// Moves that lead back to earlier records are told apart, in both kinds of pictures and in JSON.
#[test]
fn show_draws_strategies_that_may_go_on_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("circle.proof");
    let graph = suite("and-or/cyclic/example11_E_disproven.json");
    let solve = ["solve", "and-or", &graph, "--algorithm", "dfpn", "--certificate", text(&proof)];
    assert_eq!(proofset(&solve).status, 0);
    let ran = proofset(&["verify", text(&proof)]);
    assert!(
        ran.stdout.ends_with(": holds. and-or: disproven (nodes 5, moves 5, lines may go on for ever)\n"),
        "{}",
        ran.stdout
    );
    insta::assert_snapshot!(proofset(&["show", text(&proof)]).stdout, @r#"
        digraph proof {
          label="and-or, proven: disproven"; labelloc=t; node [label="", width=0.3, height=0.3];
          n0 [shape=ellipse];
          n1 [shape=box];
          n2 [shape=ellipse];
          n3 [shape=circle, style=filled, fillcolor=black, width=0.15, height=0.15];
          n4 [shape=box];
          n0 -> n1 [label="B"];
          n1 -> n2 [label="C"];
          n2 -> n3 [label="E"];
          n2 -> n4 [label="F"];
          n4 -> n2 [label="C", style=dashed, constraint=false];
        }
        "#);
    let svg = folder.path().join("circle.svg");
    assert_eq!(proofset(&["show", text(&proof), "--output", text(&svg)]).status, 0);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert_eq!((svg.matches("<path ").count(), svg.matches("<line ").count()), (1, 4));
    assert!(svg.contains("dashed: back to an earlier one"));
    let json = proofset(&["show", text(&proof), "--format", "json"]).stdout;
    assert!(json.contains("\"version\": 2"), "{json}");
    // The upper part alone, with and without the move that leads back.
    let cut = proofset(&["show", text(&proof), "--depth", "2"]);
    assert!(cut.stdout.contains("style=dashed") && !cut.stdout.contains("constraint=false"), "{}", cut.stdout);
}

/// What several threads find is certified as what one finds, and the checker knows nothing of threads.
#[test]
fn searches_by_several_threads_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threads.proof");
    for (game, algorithm) in [
        ("connect-four:4x4", "dfpn:epsilon=0.25,table=keyed"),
        ("atari-go:3x3", "dfpn:table=keyed,init=liberties"),
        ("tic-tac-toe", "pds:table=keyed"),
        ("mnk:4,3,3", "pnstar:table=keyed"),
        ("go", "dfpn:epsilon=0.25,table=keyed,init=liberties"),
        ("connect-four:4x4", "pn2:size=200,batch=4"),
        ("atari-go:3x3", "pss2:8,8,size=50,batch=8"),
        ("connect-four:4x4", "dfpn-pn:size=50,batch=4"),
        ("tic-tac-toe", "pds-pn:size=20,batch=8,table=keyed"),
        ("chess", "dfpn:epsilon=0.25,table=keyed,init=king-moves"),
    ] {
        let position =
            if game == "chess" { &["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--goal", "mate-in:1"][..] } else { &[] };
        let solve =
            [&["solve", game], position, &["--algorithm", algorithm, "--threads", "3", "--certificate", text(&path)]];
        let ran = proofset(&solve.concat());
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{game}");
        assert!(ran.stdout.contains("threads=3"), "{}", ran.stdout);
        let ran = proofset(&["verify", text(&path)]);
        assert_eq!(ran.status, 0, "{game}: {}", ran.stdout);
    }
}

#[test]
fn searches_with_one_thread_say_so() {
    let complaint = |algorithm: &str, threads: &str| {
        let ran = proofset(&["solve", "tic-tac-toe", "--algorithm", algorithm, "--threads", threads]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        ran.stderr.lines().next().unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!(complaint("pns", "2"), @r#"proofset: algorithm "pns": it searches with one thread; more can have mate, alphabeta, negascout, scout, test and mtdf, with table=keyed dfpn, pds, pnstar, cstar, dfpn-pn and pds-pn, and with batch=K pn2, pss2, dfpn-pn and pds-pn"#);
    insta::assert_snapshot!(complaint("pn2", "2"), @r#"proofset: algorithm "pn2": threads share the leaves of a batch; give batch=8 or so as well"#);
    insta::assert_snapshot!(complaint("dfpn", "2"), @r#"proofset: algorithm "dfpn": threads share a table of keys; give table=keyed as well"#);
    insta::assert_snapshot!(complaint("dfpn-pn", "2"), @r#"proofset: algorithm "dfpn-pn": threads share a table of keys, or the leaves of a batch; give table=keyed or batch=8 as well"#);
    insta::assert_snapshot!(complaint("dfpn:table=keyed", "0"), @"error: invalid value '0' for '--threads <N>': 0 is not in 1..=1024");
    assert_eq!(proofset(&["solve", "tic-tac-toe", "--algorithm", "pns", "--threads", "1"]).status, 0);
    let ran = proofset(&["solve", "tic-tac-toe", "--algorithm", "dfpn:threads=2"]);
    insta::assert_snapshot!(ran.stderr, @r#"proofset: algorithm "dfpn:threads=2": threads share a table of keys; give table=keyed as well"#);
}

/// What a batch expands depends on how many leaves it has; for other threads that is refused.
#[test]
fn searches_are_the_same_with_any_number_of_threads_where_that_is_asked_for() {
    let ask = |algorithm: &str, threads: &str| {
        proofset(&[
            "solve",
            "connect-four:4x4",
            "--algorithm",
            algorithm,
            "--threads",
            threads,
            "--deterministic",
            "--json",
        ])
    };
    let counted = |algorithm: &str, threads: &str| {
        let ran = ask(algorithm, threads);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{threads}");
        let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        ["verdict", "expanded", "second_level", "visits", "generated", "recomputed", "peak_bytes", "line"]
            .map(|key| found[key].clone())
    };
    for algorithm in ["pn2:size=200,batch=4", "dfpn-pn:size=50,batch=4", "dfpn-pn:size=50,batch=2,table=keyed"] {
        let one = counted(algorithm, "1");
        assert_eq!([counted(algorithm, "2"), counted(algorithm, "5")], [one.clone(), one], "{algorithm}");
    }
    assert_eq!(ask("dfpn:table=keyed", "1").status, 0, "one thread always is");
    for algorithm in ["dfpn:table=keyed", "mtdf", "dfpn-pn:table=keyed"] {
        let ran = ask(algorithm, "2");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{algorithm}");
        let expected = "what its threads expand differs from run to run; take one thread, or pn2, pss2, dfpn-pn or pds-pn with batch=K, \
                        which are the same with any number of threads";
        assert_eq!(
            ran.stderr,
            format!("proofset: algorithm \"{algorithm},threads=2\": {expected}\n").replace("mtdf,", "mtdf:")
        );
    }
}
