//! `solve --file`.

use serde_json::Value;

use crate::run::{proofset, suite, text};

#[test]
fn files_with_known_answers_and_certificates() {
    for (game, file) in [("chess", "chess-own.tsv"), ("chess", "chess-lichess.tsv"), ("antichess", "antichess.tsv")] {
        let folder = tempfile::tempdir().unwrap();
        let path = suite(file);
        let ran = proofset(&["solve", game, "--file", &path, "--certificate", text(folder.path())]);
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
        let proofs: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(proofs.len() >= 10);
        let summary = ran.stdout.lines().last().unwrap();
        assert_eq!(summary, format!("known answers: {} right, 0 wrong", proofs.len()));
        let proofs: Vec<&str> = proofs.iter().map(|path| text(path)).collect();
        let ran = proofset(&[&["verify", "--quiet"], &proofs[..]].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    }
}

/// A taken cell looks as the beginning of a comment does.
#[test]
fn positions_that_begin_as_comments_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    std::fs::write(&path, "# Two boards.\n#.../#.../.... H\n..../..../.... V\n#\n").unwrap();
    let ran = proofset(&["solve", "domineering:3x4", "--file", text(&path), "--json"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let objects = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let said: Vec<String> = objects.map(|object| format!("{} {}", object["id"], object["verdict"])).collect();
    assert_eq!(said, [r#""2" "proven""#, r#""3" "disproven""#]);
}

/// Lines of EPD, as collections of mates have them. The third is wrong on purpose: Rh8 comes a move later.
#[test]
fn operations_of_epd_are_names_and_known_mates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mates.epd");
    let mate = "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -";
    let lines = format!(
        "{mate} dm 2; id \"quiet; by hand\";\n{mate} bm #2; PV: h6f7 a2a1n a8h8;\n{mate} 0 1 dm 1;\n{mate} bm Nf7;\n"
    );
    std::fs::write(&path, lines).unwrap();
    let ran = proofset(&["solve", "chess", "--file", text(&path), "--json"]);
    assert_eq!(ran.status, 1, "a known answer is wrong: {}", ran.stderr);
    let objects: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = objects.iter().map(|object| format!("{} {} {}", object["id"], object["goal"], object["right"]));
    let expected = [
        r#""quiet; by hand" "mate-in:2" true"#,
        r#""2" "mate-in:2" true"#,
        r#""3" "mate-in:1" false"#,
        r#""4" "mate" null"#,
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
    std::fs::write(&path, format!("{mate} dm two;\n")).unwrap();
    let ran = proofset(&["solve", "chess", "--file", text(&path)]);
    let expected = format!("proofset: {}: line 1: dm is \"two\"; it must be a whole number\n", text(&path));
    assert_eq!((ran.status, ran.stderr), (2, expected));
    std::fs::write(&path, format!("{mate} id \"mate; dm 2;\n")).unwrap();
    let ran = proofset(&["solve", "chess", "--file", text(&path)]);
    let expected = format!("proofset: {}: line 1: a quote in its operations is not closed\n", text(&path));
    assert_eq!((ran.status, ran.stderr), (2, expected));
}

/// Lines of an Othello board file. The second player wins the small board by 11 discs to 3, and takes what is left; the second line is wrong on purpose.
#[test]
fn scores_of_board_files_are_known_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("start.obf");
    let start = "-----OX--XO----- X";
    std::fs::write(&path, format!("{start}; b1:-10; a2:-10; % small\n{start}; b1:+2;\n{start}\nb1\n")).unwrap();
    let ran = proofset(&["solve", "othello:4x4", "--file", text(&path), "--value", "--json"]);
    assert_eq!(ran.status, 1, "a known answer is wrong: {}", ran.stderr);
    let objects: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said: Vec<String> = objects.iter().map(|object| format!("{} {}", object["value"], object["right"])).collect();
    assert_eq!(said, ["-10 true", "-10 false", "-10 null", "10 null"]);
}

#[test]
fn json_lines_carry_ids_and_known_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    // The first player wins by 44 on this board; the third answer is wrong on purpose.
    std::fs::write(&path, "id\tmoves\tscore\na\t\t0\nb\t1122331\t1\nc\t\t1\n").unwrap();
    let ran = proofset(&["solve", "connect-four:4x4", "--file", text(&path), "--json"]);
    assert_eq!(ran.status, 1, "a known answer is wrong: {}", ran.stderr);
    let objects: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary: Vec<_> = objects.iter().map(|object| (&object["id"], &object["verdict"], &object["right"])).collect();
    assert_eq!(summary[0], (&"a".into(), &"disproven".into(), &true.into()));
    assert_eq!(summary[2], (&"c".into(), &"disproven".into(), &false.into()));
    assert_eq!(summary.len(), 3);
}

#[test]
fn an_undecided_row_makes_the_batch_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    std::fs::write(&path, "# openings\n44\n4453\n").unwrap();
    let ran = proofset(&["solve", "connect-four", "--file", text(&path), "--limit-expansions", "100"]);
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains("0 of 2 decided"), "{}", ran.stdout);
    assert!(ran.stdout.contains("unknown (expansions)"), "{}", ran.stdout);
}

/// The table of a search may have room for a verdict and none for its proof.
#[test]
fn a_proof_that_is_missing_is_told_of_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    let (proofs, book) = (folder.path().join("proofs"), folder.path().join("a.book"));
    let small = ["solve", "connect-four:4x4", "--algorithm", "dfpn", "--memory", "200KiB"];
    let value = ["solve", "kalah:3,2", "--value", "--memory", "64KiB"];
    let certificate = ["--certificate", text(&proofs)];
    for (question, to, positions, what) in [
        (&small[..], certificate, "1\n44\n", "the certificate was not written"),
        (&small, ["--known", text(&book)], "1\n44\n", "nothing was added to the book"),
        (&value, certificate, "2,2,2/0 2,2,2/0 first\n", "a certificate was not written"),
    ] {
        std::fs::write(&path, positions).unwrap();
        for more in [&[][..], &["--json"], &["--quiet"]] {
            let ran = proofset(&[question, &["--file", text(&path)], &to, more].concat());
            assert_eq!(ran.status, 3, "{}{}", ran.stdout, ran.stderr);
            let complaint = |row| {
                let place = format!("proofset: {}, line {row}", text(&path));
                format!("{place}: {what}: there was no room or time left to put the proof together\n")
            };
            assert_eq!(ran.stderr, (1..=positions.lines().count()).map(complaint).collect::<String>());
        }
    }
}

#[test]
fn a_bad_row_stops_the_batch_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    std::fs::write(&path, "44\n449\n").unwrap();
    let proofs = folder.path().join("proofs");
    let ran = proofset(&["solve", "connect-four", "--file", text(&path), "--certificate", text(&proofs)]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr.trim_end().replace(text(folder.path()), "[FOLDER]"), @"proofset: [FOLDER]/positions.txt, line 2: bad position for connect-four:7x6: character 3: `9` is not a column; columns are 1 to 7");
    assert!(!proofs.exists());
}

#[test]
fn two_rows_must_not_write_the_same_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    std::fs::write(&path, "id\tposition\na/1\tX........\na_1\tO........\n").unwrap();
    let proofs = folder.path().join("proofs");
    let arguments = ["solve", "tic-tac-toe", "--file", text(&path), "--certificate", text(&proofs)];
    assert_eq!(proofset(&arguments).status, 2, "the second position is impossible");
    std::fs::write(&path, "id\tposition\na/1\tX........\na_1\t.X.......\n").unwrap();
    let ran = proofset(&arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("a_1; give them different ids"), "{}", ran.stderr);
    assert!(!proofs.exists());
}

/// Certificates of a smaller form of a game are about the whole game, and hold for the rows that were asked in the smaller form.
#[test]
fn certificates_of_smaller_forms_are_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "h8 a1 g8 a15 i8 o1\n").unwrap();
    for again in [false, true] {
        let arguments = ["solve", "gomoku:threats", "--file", text(&file)];
        let results = folder.path().join("results.jsonl");
        let proofs = folder.path().join("proofs");
        let files = ["--results", text(&results), "--certificate", text(&proofs)];
        let ran = proofset(&[&arguments[..], &files].concat());
        assert_eq!((ran.status, &*ran.stderr), (0, ""));
        assert_eq!(ran.stdout.contains("answered by an earlier run: 1\n"), again, "{}", ran.stdout);
    }
}

/// An answer to one row leaves no certificate of another one that asks the same.
#[test]
fn rows_with_one_question_have_certificates_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (folder.path().join("positions.tsv"), folder.path().join("results.jsonl"));
    let proofs = folder.path().join("proofs");
    let run = |rows: &str| {
        std::fs::write(&file, format!("id\tposition\n{rows}")).unwrap();
        let files = ["--file", text(&file), "--results", text(&results), "--certificate", text(&proofs)];
        proofset(&[&["solve", "connect-four:4x4"][..], &files].concat())
    };
    for (rows, earlier) in [("a\t1213\n", 0), ("a\t1213\nb\t1312\n", 1), ("a\t1213\nb\t1312\n", 2)] {
        let ran = run(rows);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        let told = format!("answered by an earlier run: {earlier}\n");
        assert_eq!(ran.stdout.contains(&told), earlier > 0, "{}", ran.stdout);
        assert!(!ran.stdout.contains("solved again"), "{}", ran.stdout);
    }
    // Both were answered, whichever answer the file has last.
    for name in ["a.proof", "b.proof"] {
        std::fs::remove_file(proofs.join(name)).unwrap();
    }
    let ran = run("a\t1213\nb\t1312\n");
    assert_eq!((ran.status, ran.stderr.matches(".proof, is missing; the position is solved again\n").count()), (0, 2));
    assert!(ran.stdout.contains("solved again, for want of a certificate that holds: 2\n"), "{}", ran.stdout);
}

/// A time that is none is no answer, which is found again.
#[test]
fn answers_with_impossible_times_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (folder.path().join("positions.txt"), folder.path().join("results.jsonl"));
    std::fs::write(&file, "44\n").unwrap();
    let run = || proofset(&["solve", "connect-four:4x4", "--file", text(&file), "--results", text(&results)]);
    assert_eq!(run().status, 0);
    let line = std::fs::read_to_string(&results).unwrap();
    let begin = line.find("\"seconds\":").unwrap() + 10;
    let end = begin + line[begin..].find(',').unwrap();
    for seconds in ["-1.0", "1e300"] {
        std::fs::write(&results, format!("{}{seconds}{}", &line[..begin], &line[end..])).unwrap();
        let ran = run();
        assert_eq!((ran.status, ran.stdout.contains("answered by an earlier run")), (0, false), "{seconds}");
    }
}

#[test]
fn a_batch_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (folder.path().join("positions.txt"), folder.path().join("results.jsonl"));
    std::fs::write(&file, "44\n443\n11222\n").unwrap();
    let run = |more: &[&str]| {
        let arguments = ["solve", "connect-four:4x4", "--algorithm", "pns"];
        let files = ["--file", text(&file), "--results", text(&results)];
        proofset(&[&arguments[..], &files, more].concat())
    };
    let lines = || std::fs::read_to_string(&results).unwrap().lines().count();
    // The last position needs some 600 expansions, the others more.
    let ran = run(&["--limit-expansions", "1000"]);
    assert_eq!((ran.status, lines()), (3, 3), "{}", ran.stderr);
    assert!(ran.stdout.contains("1 of 3 decided") && !ran.stdout.contains("earlier"), "{}", ran.stdout);
    // As if the program had been killed while it wrote, in the middle of a letter.
    std::fs::write(&results, [&std::fs::read(&results).unwrap(), &b"{\"game\":\"caf\xc3"[..]].concat()).unwrap();
    let ran = run(&[]);
    assert_eq!((ran.status, lines()), (0, 5), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("3 of 3 decided") && ran.stdout.contains("answered by an earlier run: 1\n"),
        "{}",
        ran.stdout
    );
    let table = ran.stdout;
    // All are answered now, but not with certificates; then those are made, and nothing is left.
    let proofs = folder.path().join("proofs");
    assert_eq!((run(&["--certificate", text(&proofs)]).status, lines()), (0, 8));
    let ran = run(&["--certificate", text(&proofs)]);
    assert_eq!((ran.status, lines()), (0, 8));
    assert!(ran.stdout.contains("answered by an earlier run: 3\n"), "{}", ran.stdout);
    let row =
        |text: &str| text.lines().nth(1).unwrap().split_whitespace().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(row(&table), row(&ran.stdout));

    // A certificate that is missing, spoilt, or of another position is no certificate.
    let proof = |row: u32| proofs.join(format!("{row}.proof"));
    std::fs::remove_file(proof(1)).unwrap();
    let mut bytes = std::fs::read(proof(2)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(proof(2), bytes).unwrap();
    let other = folder.path().join("other.proof");
    let answer = ["solve", "connect-four:4x4", "1122", "--certificate", text(&other)];
    assert_eq!(proofset(&answer).status, 0);
    std::fs::copy(&other, proof(3)).unwrap();
    let ran = run(&["--certificate", text(&proofs)]);
    assert_eq!((ran.status, lines()), (0, 11), "{}", ran.stderr);
    assert!(ran.stdout.contains("solved again, for want of a certificate that holds: 3\n"), "{}", ran.stdout);
    let says = |row: usize, what: &str| {
        let line = ran.stderr.lines().nth(row).unwrap_or_default();
        assert!(line.contains(&format!("line {}: ", row + 1)) && line.contains(what), "{}", ran.stderr);
        assert!(line.ends_with("the position is solved again"), "{line}");
    };
    says(0, "1.proof, is missing; ");
    says(1, "2.proof, does not hold: ");
    says(1, "the checksum is");
    says(2, "it answers another question");
    assert_eq!(proofset(&["verify", text(&proof(1)), text(&proof(2)), text(&proof(3))]).status, 0);
    let ran = run(&["--certificate", text(&proofs)]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("answered by an earlier run: 3\n"), "{}", ran.stdout);

    // An answer that lacks the end of its line alone is one.
    let whole = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, whole.trim_end()).unwrap();
    let ran = run(&["--certificate", text(&proofs)]);
    assert!(ran.stdout.contains("answered by an earlier run: 3\n"), "{}", ran.stdout);
    assert_eq!(std::fs::read_to_string(&results).unwrap(), whole);

    // What a batch has not written stays as it is.
    for foreign in ["44\n4453\n", "44", "{\"name\":1}", "my precious notes"] {
        std::fs::write(&results, foreign).unwrap();
        let ran = run(&[]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("line 1: this is no answer of a batch"), "{}", ran.stderr);
        assert_eq!(std::fs::read_to_string(&results).unwrap(), foreign);
    }
}
