//! `solve --value`: what positions are worth, and certificates for it.

use serde_json::Value;

use crate::run::{proofset, text, without_lists};

fn json(arguments: &[&str]) -> Value {
    let ran = proofset(&[&["solve"], arguments, &["--value", "--json"]].concat());
    assert!(ran.status == 0 || ran.status == 3, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("the output is one JSON object")
}

fn complaint(arguments: &[&str]) -> String {
    let ran = proofset(&[&["solve"], arguments].concat());
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    without_lists(ran.stderr.trim_end())
}

#[test]
fn every_algorithm_finds_the_value() {
    // Kalah: computed by MTD(f) with an unbounded table. Connect Four: by an alpha-beta solver of its own.
    for (game, value) in [("kalah:2,4", -10), ("connect-four:4x4", 0), ("mnk:4,3,3", 3), ("othello:4x4", -10)] {
        for algorithm in [
            "alphabeta",
            "negascout",
            "negascout:entries=0,knowledge=off",
            "scout",
            "test:etc=on",
            "mtdf:guess=2",
            "pns",
            "dfpn",
            "mpns",
            "mopns",
            "cns",
        ] {
            if game == "othello:4x4" && algorithm.contains("knowledge=off") {
                continue;
            }
            let found = json(&[game, "--algorithm", algorithm]);
            assert_eq!(
                (found["value"].as_i64(), &found["stop"]),
                (Some(value), &"decided".into()),
                "{game} {algorithm}"
            );
        }
    }
}

/// Nothing is left to search, and every algorithm says the score; so do goals, for both players.
#[test]
fn finished_games_have_their_score() {
    for (game, position, value) in [("connect-four:4x4", "1212121", -5), ("mnk:3,3,3", "a1 b1 a2 b2 a3", -3)] {
        for algorithm in ["alphabeta", "negascout", "scout", "test", "mtdf", "pns", "dfpn", "mpns", "mopns", "cns"] {
            let found = json(&[game, position, "--algorithm", algorithm]);
            let interval = (found["low"].as_i64(), found["high"].as_i64());
            assert_eq!(interval, (Some(value), Some(value)), "{game} {algorithm}");
            assert_eq!((found["value"].as_i64(), &found["stop"]), (Some(value), &"decided".into()));
        }
        for (player, own) in [("first", -value), ("second", value)] {
            for asked in [own - 1, own, own + 1] {
                let goal = format!("{player}:at-least:{asked}");
                let ran = proofset(&["solve", game, position, "--goal", &goal, "--quiet"]);
                let verdict = if own >= asked { "proven: the game is over" } else { "disproven: the game is over" };
                assert!(ran.stdout.starts_with(verdict), "{goal}: {}", ran.stdout);
            }
        }
    }
}

#[test]
fn a_value_in_words() {
    let ran = proofset(&["solve", "kalah:2,3", "--value", "--quiet"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "value: -2 for the first player, who is to move\n"));
    let ran = proofset(&["solve", "kalah:2,3", "0,4/0 3,3/2 second", "--value"]);
    let first = ran.stdout.lines().next().expect("there is an answer");
    assert!(first.starts_with("value: ") && first.ends_with("for the second player, who is to move"), "{first}");
    let rows: Vec<&str> = ran.stdout.lines().skip(1).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(rows, ["line", "algorithm", "expanded", "visited", "time", "memory"]);
}

#[test]
fn a_limit_leaves_an_interval() {
    let found = json(&["connect-four", "--algorithm", "test", "--limit-expansions", "1000"]);
    let (low, high) = (found["low"].as_i64().unwrap(), found["high"].as_i64().unwrap());
    assert!(found["value"].is_null() && low <= 1 && 1 <= high, "the value of the empty board is 1");
    assert_eq!(found["stop"], "expansions");
    let ran = proofset(&["solve", "connect-four", "--value", "--limit-expansions", "1000", "--quiet"]);
    assert_eq!(ran.status, 3);
    insta::assert_snapshot!(ran.stdout, @"unknown: from -20 to 20 for the first player, who is to move; the limit on expansions was reached");
}

#[test]
fn both_certificates_of_a_value_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.proof");
    for algorithm in ["negascout", "test", "pns", "mopns"] {
        let ran = proofset(&[
            "solve",
            "connect-four:5x4",
            "33",
            "--value",
            "--algorithm",
            algorithm,
            "--certificate",
            text(&path),
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let value: i64 = ran.stdout.split_whitespace().nth(1).unwrap().parse().unwrap();
        let both = [format!("four.at-least-{value}.proof"), format!("four.less-than-{}.proof", value + 1)];
        for (name, verdict) in both.iter().zip(["is proven", "is disproven"]) {
            let ran = proofset(&["verify", text(&folder.path().join(name))]);
            assert!(ran.status == 0 && ran.stdout.contains(verdict), "{name}: {} {}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn a_certificate_of_a_value_holds_for_no_other_score() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.json");
    let task = ["solve", "connect-four:5x4", "33", "--value", "--algorithm", "test", "--certificate", text(&path)];
    let value: i64 = proofset(&task).stdout.split_whitespace().nth(1).unwrap().parse().unwrap();
    let file = folder.path().join(format!("four.at-least-{value}.json"));
    let certificate = std::fs::read_to_string(&file).unwrap();
    assert_eq!(proofset(&["verify", text(&file)]).status, 0);
    assert!(value == 0 && certificate.contains("first:draw"), "{certificate}");
    std::fs::write(&file, certificate.replace("first:draw", "first:win")).unwrap();
    let ran = proofset(&["verify", text(&file)]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn files_of_positions_with_scores() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("othello.tsv");
    // Own positions with ten empty squares; scores by an endgame solver.
    let rows = "board\tside\tscore\n\
        O-XXXX--O-XOXX--OXXXOXXOOOXOOOXOOXOOXOXOOOXXOXXOO-XOXXXO-XXXXX--\tX\t-40\n\
        --OOOOOO--OOOO--OOOXOOOXOOOOXOOXOXOOXXOXOOXOXOXXO-XXOX-X--XXXXXX\tX\t22\n";
    std::fs::write(&path, rows).unwrap();
    let ran = proofset(&["solve", "othello", "--file", text(&path), "--value", "--quiet"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with("known scores: 2 right, 0 wrong\n"), "{}", ran.stdout);

    std::fs::write(&path, rows.replace("22", "24")).unwrap();
    let ran = proofset(&["solve", "othello", "--file", text(&path), "--value"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("WRONG") && ran.stdout.ends_with("known scores: 1 right, 1 wrong\n"), "{}", ran.stdout);

    // Where results are wins, draws and losses, the sign says which.
    std::fs::write(&path, "position\tscore\nX../..O/...\t3\nX../..O/...\t-3\n").unwrap();
    let ran = proofset(&["solve", "tic-tac-toe", "--file", text(&path), "--value", "--quiet"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stdout.ends_with("known scores: 1 right, 1 wrong\n"), "{}", ran.stdout);
}

#[test]
fn goals_by_score() {
    for (goal, verdict) in [
        ("at-least:-10", "proven: the first player can force a score of at least -10"),
        ("at-least:-9", "disproven: the first player cannot force a score of at least -9"),
        ("second:at-least:10", "proven: the second player can force a score of at least 10"),
        ("second:win", "proven: the second player can force a win"),
    ] {
        for algorithm in ["pns", "test", "dfpn"] {
            let ran = proofset(&["solve", "kalah:2,4", "--goal", goal, "--algorithm", algorithm, "--quiet"]);
            assert_eq!(ran.stdout.trim_end(), verdict, "{algorithm}");
        }
    }
}

/// What stands against the scores that are open, while the value is not known.
#[test]
fn numbers_of_leaves_are_told_while_the_value_is_open() {
    for algorithm in ["mpns", "mopns", "cns"] {
        let found = json(&["connect-four:4x4", "--algorithm", algorithm, "--limit-expansions", "50"]);
        let numbers = found["numbers"].as_array().unwrap();
        assert!(!numbers.is_empty(), "{algorithm}");
        assert!(found["value"].is_null());
        let arguments = ["solve", "connect-four:4x4", "--value", "--algorithm", algorithm, "--limit-expansions", "50"];
        let ran = proofset(&arguments);
        let row =
            ran.stdout.lines().find(|line| line.starts_with("  leaves ")).unwrap_or_else(|| panic!("{}", ran.stdout));
        let [score, proof, disproof] = [&numbers[0][0], &numbers[0][1], &numbers[0][2]];
        assert!(row.contains(&format!("at least {score}: {proof} for, {disproof} against")), "{row}");
    }
    // A value that is believed is told as one, and not certified.
    let believed = json(&["connect-four:4x4", "--algorithm", "cns:conspirators=2"]);
    assert!(believed["value"].is_i64() && believed["stop"] == "decided", "{believed}");
    assert_eq!(believed["evidence"], "evaluations");
    for algorithm in ["cns:conspirators=2", "alphabeta:depth=4"] {
        let ran = proofset(&["solve", "connect-four:6x5", "--value", "--algorithm", algorithm, "--quiet"]);
        assert!(ran.stdout.starts_with("estimate: "), "{algorithm}: {}", ran.stdout);
    }
    // What the rules have decided, or a search has proven, is no matter of belief.
    for algorithm in ["alphabeta:depth=4", "cns:conspirators=2"] {
        let known = json(&["connect-four:4x4", "1212121", "--algorithm", algorithm]);
        assert_eq!((known["value"].as_i64(), &known["evidence"]), (Some(-5), &serde_json::json!("exact")));
    }
    let arguments = ["connect-four:4x4", "--value", "--algorithm", "cns:conspirators=2", "--certificate", "x.proof"];
    insta::assert_snapshot!(complaint(&arguments), @"proofset: a value that few leaves do not change rests on evaluations, which no certificate can say; leave out conspirators");
}

#[test]
fn a_value_that_was_deepened_has_certificates_of_whole_searches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("v.proof");
    for algorithm in ["mtdf:deepening=on", "negascout:deepening=on"] {
        let ran = proofset(&["solve", "kalah:2,2", "--value", "--algorithm", algorithm, "--certificate", text(&path)]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        let written: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(written.len(), 2, "{written:?}");
        for path in &written {
            assert_eq!(proofset(&["verify", "--quiet", text(path)]).status, 0);
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn results_without_scores_are_values_as_well() {
    let folder = tempfile::tempdir().unwrap();
    for (game, position, said, certificates) in [
        (
            "tic-tac-toe",
            ".........",
            "value: 0 for the first player, who is to move: a draw",
            &["at-least-0", "less-than-1"][..],
        ),
        (
            "tic-tac-toe:symmetry",
            "X../..O/...",
            "value: 1 for the first player, who is to move: a win",
            &["at-least-1"],
        ),
        ("tic-tac-toe", "X.X/.../.O.", "value: -1 for the second player, who is to move: a loss", &["less-than-0"]),
        ("atari-go:3x3", ".../.../...", "value: 1 for the first player, who is to move: a win", &["at-least-1"]),
        ("antichess", "8/8/8/8/8/8/p7/R7 w - -", "value: -1 for the player, who is to move: a loss", &["less-than-0"]),
    ] {
        let path = folder.path().join("value.proof");
        let ran = proofset(&["solve", game, position, "--value", "--quiet", "--certificate", text(&path)]);
        assert_eq!((ran.stdout.trim_end(), ran.status), (said, 0), "{game} {position}: {}", ran.stderr);
        for certificate in certificates {
            let path = folder.path().join(format!("value.{certificate}.proof"));
            assert_eq!(proofset(&["verify", text(&path)]).status, 0, "{game} {position}: {certificate}");
            std::fs::remove_file(path).unwrap();
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{game} {position}: more certificates");
    }
}

#[test]
fn what_cannot_be_asked() {
    insta::assert_snapshot!(complaint(&["chess", "--value"]), @"proofset: chess: it has no scores to search for (games with scores are [games with scores])");
    // A restricted attack that fails says nothing about the value.
    insta::assert_snapshot!(complaint(&["gomoku:threats", "--value"]), @"proofset: gomoku:threats: it is not searched for what positions are worth, but gomoku is");
    insta::assert_snapshot!(complaint(&["tic-tac-toe", "--value", "--algorithm", "mpns"]), @r#"proofset: algorithm "mpns": tic-tac-toe has no scores to search for (games with scores are [games with scores]); search with pns, pss, aostar, dfpn, pds, pnstar, cstar, pn2, pss2, pds-pn, dfpn-pn or exact"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--value", "--goal", "win"]), @"proofset: --value asks what a position is worth, and --goal asks for one result; give one of them");
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--goal", "at-least:x"]), @r#"proofset: bad goal for kalah:2,4: "x" is not a score; give a whole number, as in at-least:3"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--goal", "at-least:-2147483648"]), @r#"proofset: bad goal for kalah:2,4: -2147483648 is too far from 0; give 1073741823 at most, or -1073741823"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--algorithm", "mpns"]), @r#"proofset: algorithm "mpns": it finds values, which are asked for with --value; search with pns, pss, aostar, dfpn, pds, pnstar, cstar, pn2, pss2, pds-pn, dfpn-pn, alphabeta, negascout, scout, test, mtdf or exact"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--algorithm", "negascout:depth=4"]), @r#"proofset: algorithm "negascout:depth=4": a goal is searched to the end; leave out depth and deepening, or ask for --value"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--algorithm", "negascout:epsilon=1"]), @r#"proofset: algorithm "negascout:epsilon=1": epsilon is an option of dfpn, pds, pnstar, cstar, mate, pds-pn, dfpn-pn; those of negascout are depth, entries, threads, listing, shortcut, deepening, knowledge, table-move, hints, killers, history, etc"#);
    insta::assert_snapshot!(complaint(&["kalah:2,4", "--value", "--algorithm", "mtdf:entries=0"]), @r#"proofset: algorithm "mtdf:entries=0": mtdf needs a table; leave out entries=0, or search with test"#);
    insta::assert_snapshot!(complaint(&["synthetic:b=3,d=6,cycles=0.2", "--value", "--algorithm", "negascout"]), @r#"proofset: algorithm "negascout": positions can repeat, and it searches to the end unless a depth is given, as in depth=8; search with pns, pss, dfpn, pds, pnstar or cstar"#);
    insta::assert_snapshot!(
        complaint(&["kalah:2,4", "--value", "--algorithm", "negascout:depth=3", "--certificate", "x.proof"]),
        @"proofset: a value at a depth limit rests on evaluations, which no certificate can say; leave out depth"
    );
    insta::assert_snapshot!(complaint(&["othello:5x5", "--value"]), @"proofset: othello: columns cannot be \"5\"; give a whole number from 4 to 8 in steps of 2, as in 8x8");
    insta::assert_snapshot!(complaint(&["chess", "--algorithm", "test"]), @r#"proofset: algorithm "test": chess has no scores to search for (games with scores are [games with scores]); search with pns, pss, aostar, dfpn, pds, pnstar, cstar, pn2, pss2, pds-pn, dfpn-pn or exact"#);
}
