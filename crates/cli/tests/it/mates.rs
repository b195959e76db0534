//! Mates in shogi and chess as people ask for them: files of problems, other solutions, special goals.

use serde_json::Value;

use crate::run::{Ran, proofset, text};

/// Five plies, with the interposition on the second.
const FIVE: &str = "5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1";

/// A rook checks from afar, and two golds can be put between.
const AFAR: &str = "8k/6+B2/8P/9/9/9/9/9/R8 b 2g 1";

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

#[test]
fn records_are_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mate.kif", "mate.KIFU", "mate.csa"] {
        let path = folder.path().join(name);
        let ran = proofset(&["solve", "shogi", FIVE, "--goal", "mate-in:5", "--record", text(&path), "--json"]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        let object = json(&ran);
        let written = std::fs::read(&path).unwrap();
        // Programs take files of KIF to be in Shift JIS, and other ones in UTF-8.
        let written = match name {
            "mate.kif" => encoding_rs::SHIFT_JIS.decode(&written).0.into_owned(),
            _ => String::from_utf8(written).unwrap(),
        };
        let first = match name {
            "mate.kif" => "#KIF version=2.0 encoding=Shift_JIS\n後手の持駒：",
            "mate.KIFU" => "#KIF version=2.0 encoding=UTF-8\n後手の持駒：",
            _ => "V2.2\n",
        };
        assert!(written.starts_with(first), "{written}");
        let end = if name == "mate.csa" { "%TSUMI\n" } else { "   6 詰み\n" };
        assert!(written.ends_with(end), "{written}");
        let ran = proofset(&["solve", "shogi", FIVE, "--goal", "mate-in:5", "--record", text(&path)]);
        assert!(ran.stdout.ends_with(&format!("record      {} (written)\n", path.display())), "{}", ran.stdout);
        // The file holds the problem as well.
        let again = json(&proofset(&["solve", "shogi", text(&path), "--goal", "mate-in:5", "--json"]));
        assert_eq!((&again["position"], &again["verdict"]), (&object["position"], &"proven".into()));
        let rows = folder.path().join("rows.txt");
        std::fs::write(&rows, format!("{}\n{FIVE}\n", text(&path))).unwrap();
        let ran = proofset(&["solve", "shogi", "--file", text(&rows), "--json"]);
        let positions = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["position"].clone());
        assert!(positions.eq([object["position"].clone(), object["position"].clone()]), "{}", ran.stderr);
    }
}

/// A gold in hand, a pawn and the king, in the encoding of most KIF files: "歩" is 0x95 0xe0, "v玉" is 0x76 0x8b 0xca.
#[test]
fn records_may_be_in_shift_jis() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.kif");
    let (text_utf8, row) = ("先手の持駒：金\n後手の持駒：なし\n", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n");
    let problem = [row.replacen("・ ・ ・ ・ ・ ", "・ ・ ・ ・v玉 ", 1), row.to_owned()].concat();
    let problem = problem + &row.replacen("・ ・ ・ ・ ・ ", "・ ・ ・ ・ 歩 ", 1) + &row.repeat(6) + text_utf8;
    let (bytes, _, unmappable) = encoding_rs::SHIFT_JIS.encode(&problem);
    assert!(!unmappable && bytes.windows(3).any(|bytes| bytes == [0x76, 0x8b, 0xca]));
    std::fs::write(&path, &bytes).unwrap();
    let ran = proofset(&["solve", "shogi", text(&path), "--quiet"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "Black mates in 1 ply\n"), "{}", ran.stderr);
    std::fs::write(&path, [0xff, 0xff]).unwrap();
    let ran = proofset(&["solve", "shogi", text(&path)]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("problem.kif: it is text neither in UTF-8 nor in Shift JIS"), "{}", ran.stderr);
}

#[test]
fn bad_names_of_records_are_refused_before_the_search() {
    let complaint = |arguments: &[&str]| {
        let ran = proofset(&[&["solve"], arguments].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        ran.stderr.trim_end().to_owned()
    };
    insta::assert_snapshot!(complaint(&["shogi", FIVE, "--record", "mate.txt"]), @"proofset: cannot tell from mate.txt which form to write; expected a name that ends in one of .kif, .kifu, .csa");
    insta::assert_snapshot!(complaint(&["chess", "--record", "mate.kif"]), @"proofset: there are no files for lines of play of chess; leave out --record");
    insta::assert_snapshot!(complaint(&["shogi", "none.kif"]), @"proofset: cannot read none.kif: No such file or directory (os error 2)");
    insta::assert_snapshot!(complaint(&["tic-tac-toe", "--alternatives"]), @"proofset: tic-tac-toe with the goal first:win: its proofs have no length, which --alternatives is about; it is for questions about chess, shogi");
}

/// What stays of the details when figures that differ from machine to machine are left out.
fn details(ran: &Ran) -> String {
    let figures = ["expanded", "generated", "recomputed", "time", "memory", "algorithm", "questions"];
    let kept = ran.stdout.lines().filter(|line| !figures.iter().any(|name| line.trim_start().starts_with(name)));
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn alternatives() {
    let solve = |arguments: &[&str]| {
        let ran = proofset(&[&["solve"], arguments].concat());
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        details(&ran)
    };
    insta::assert_snapshot!(solve(&["shogi", FIVE, "--shortest", "--alternatives=9"]), @"
Black mates in 5 plies
  line        4a2c 1b1a P*1b 1a2b 3c3b+
  shortest    yes, mate-in:3 is disproven
  other moves at ply 5 instead of 3c3b+: none
  other moves at ply 3 instead of P*1b: none
  other moves at ply 1 instead of 4a2c: none
");
    insta::assert_snapshot!(solve(&["shogi", "4k4/9/4P4/9/9/9/9/9/9 b 2GS2r2b2g3s4n4l17p 1", "--shortest", "--alternatives"]), @"
Black mates in 1 ply
  line        G*5b
  shortest    yes, nothing is shorter
  other moves at ply 1 instead of G*5b: none
");
    insta::assert_snapshot!(solve(&["chess", "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -", "--shortest", "--alternatives"]), @"
White mates in 1
  line        1. Ra8#
  shortest    yes, nothing is shorter
  other moves at ply 1 instead of Ra8#: Rb8#
");
    insta::assert_snapshot!(solve(&["chess", "7k/8/5K2/8/8/8/8/R7 w - -", "--shortest", "--alternatives=2"]), @"
White mates in 2
  line        1. Kf7 Kh7 2. Rh1#
  shortest    yes, mate-in:1 is disproven
  other moves at ply 3 instead of Rh1#: none
  other moves at ply 1 instead of Kf7: Kg6
");
    // Without room for the searches it is not known, and that is said.
    let few = ["shogi", FIVE, "--goal", "mate-in:5", "--alternatives=3", "--algorithm", "mate:mate-in-one=off"];
    let expanded = json(&proofset(&[&["solve"], &few[..4], &few[5..], &["--json"]].concat()))["expanded"].to_string();
    let ran = proofset(&[&["solve"], &few[..], &["--limit-expansions", &expanded, "--json"]].concat());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let open: usize = json(&ran)["alternatives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["open"].as_array().unwrap().len())
        .sum();
    assert!(open > 0);
}

/// Qa7+ mates as fast if nothing was before. But after Kf8 it takes Kf6, to a position that has stood twice.
#[test]
fn alternatives_heed_what_has_stood_twice() {
    let moves = "f8g8 a7h7 g8f8 h7a7 f8g8 a7b8 g8h7 f6f5 h7g7";
    let position = format!("fen 5k2/Q7/5K2/8/8/8/8/8 b - - 0 1 moves {moves}");
    for (position, is_other) in [("1Q6/6k1/8/5K2/8/8/8/8 w - - 9 1", true), (&position, false)] {
        let object = json(&proofset(&["solve", "chess", position, "--shortest", "--alternatives=3", "--json"]));
        assert_eq!((&object["goal"], &object["verdict"]), (&"mate-in:3".into(), &"proven".into()), "{position}");
        let first = object["alternatives"].as_array().unwrap().last().unwrap();
        assert_eq!(first["ply"], 1, "{position}");
        let others = first["others"].as_array().unwrap();
        assert_eq!(others.contains(&"Qa7+".into()), is_other, "{position}: {others:?}");
    }
}

#[test]
fn futile_interpositions_are_left_out_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("mate.proof");
    for algorithm in ["mate", "pns", "dfpn", "dfpn:table=keyed", "pss:20,20"] {
        for (goal, length) in [("mate", 5), ("mate:no-futile", 1)] {
            let ran = proofset(&[
                "solve",
                "shogi",
                AFAR,
                "--goal",
                goal,
                "--shortest",
                "--algorithm",
                algorithm,
                "--certificate",
                text(&proof),
                "--json",
            ]);
            assert_eq!(json(&ran)["line"].as_array().unwrap().len(), length, "{algorithm} {goal}");
            assert_eq!(proofset(&["verify", "--quiet", text(&proof)]).status, 0, "{algorithm} {goal}");
        }
    }
    let ran = proofset(&["solve", "shogi", AFAR, "--goal", "mate-in:1:no-futile", "--quiet"]);
    assert_eq!(ran.stdout, "Black mates in 1 ply, futile interpositions left out\n");
}

/// A mate by checks alone takes a move more, and by checks that leave the king no move there is none at all.
#[test]
fn what_the_attacker_may_play_is_part_of_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("mate.proof");
    let fen = "8/8/8/8/8/5k2/q7/7K b - -";
    for (goal, verdict) in [
        ("mate-in:1", "proven"),
        ("mate-in:1:checks", "proven"),
        ("mate-in:1:king-moves=0", "proven"),
        ("mate:no-clock:checks:king-moves=0", "proven"),
    ] {
        for algorithm in ["pns", "dfpn", "dfpn:table=keyed"] {
            let ran = proofset(&[
                "solve",
                "chess",
                fen,
                "--goal",
                goal,
                "--algorithm",
                algorithm,
                "--certificate",
                text(&proof),
                "--json",
            ]);
            assert_eq!(json(&ran)["verdict"], verdict, "{algorithm} {goal}");
            let ran = proofset(&["verify", text(&proof)]);
            assert!(ran.status == 0 && ran.stdout.contains(&format!("{goal} is {verdict}")), "{}", ran.stdout);
        }
    }
    let quiet = |fen: &str, goal: &str| proofset(&["solve", "chess", fen, "--goal", goal, "--quiet"]).stdout;
    let rook = "7k/8/5K2/8/8/8/8/R7 w - -";
    insta::assert_snapshot!(quiet(rook, "mate-in:2"), @"White mates in 2");
    insta::assert_snapshot!(quiet(rook, "mate-in:2:checks"), @"disproven: White cannot mate in at most 2 moves by checks");
    insta::assert_snapshot!(quiet(rook, "mate-in:3:king-moves=1"), @"White mates in at most 2 by moves that leave the king 1 move at most");
}
