//! `solve --shortest`: shortest proofs, and what is left of them when limits come first.

use serde_json::Value;

use crate::run::{Ran, proofset, suite, text};

/// A mate in 4, for which a search that asks for no bound finds a mate in 59 first.
const SLOW: &str = "7k/8/1P1P4/1R6/8/4K3/B7/8 w - - 0 1";

/// White has mated, and so it has been mated in no moves.
const OVER: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

const ALGORITHMS: [&str; 4] = ["pns", "pss:20,20", "dfpn", "dfpn:table=keyed"];

fn shortest(arguments: &[&str]) -> Ran {
    proofset(&[&["solve", "chess"], arguments, &["--shortest"]].concat())
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

/// The mates of the suite: id, position, and the moves of the mate, below 0 if the side to move is mated.
fn mates() -> Vec<(String, String, i32)> {
    let file = std::fs::read_to_string(suite("chess-own.tsv")).unwrap();
    let rows = file.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].to_owned(), fields[1].to_owned(), fields[2].parse().unwrap())
    });
    rows.collect()
}

/// A file with a goal for each of the mates.
fn file_of(folder: &std::path::Path, goal: impl Fn(i32) -> Option<String>) -> String {
    let path = folder.join("mates.tsv");
    let rows = mates().into_iter().filter_map(|(id, fen, moves)| Some(format!("{id}\t{fen}\t{}\n", goal(moves)?)));
    std::fs::write(&path, format!("id\tfen\tgoal\n{}", rows.collect::<String>())).unwrap();
    text(&path).to_owned()
}

#[test]
fn every_algorithm_finds_the_known_lengths_from_questions_without_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let unbounded = |moves| if moves > 0 { "mate" } else { "mated" };
    let path = file_of(folder.path(), |moves| Some(unbounded(moves).to_owned()));
    let proofs = folder.path().join("proofs");
    for algorithm in ALGORITHMS {
        let ran = shortest(&["--file", &path, "--json", "--algorithm", algorithm, "--certificate", text(&proofs)]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{algorithm}");
        assert_eq!(ran.stdout.lines().count(), mates().len());
        for (line, (id, fen, moves)) in ran.stdout.lines().zip(mates()) {
            let object: Value = serde_json::from_str(line).unwrap();
            let found = (&object["verdict"], &object["goal"], &object["shortest"]);
            let goal = format!("mate-in:{moves}");
            assert_eq!(found, (&"proven".into(), &goal.into(), &true.into()), "{algorithm}, {id}: {fen}");
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(object["line"].as_array().unwrap().len(), usize::try_from(plies).unwrap(), "{algorithm}, {id}");
        }
        let written: Vec<_> = std::fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).collect();
        let written: Vec<&str> = written.iter().map(|path| text(path)).collect();
        let ran = proofset(&[&["verify"], &written[..]].concat());
        assert_eq!((ran.status, ran.stdout.lines().count()), (0, mates().len()), "{}", ran.stderr);
        assert!(ran.stdout.lines().all(|line| line.contains(": mate-in:")), "{}", ran.stdout);
    }
    let one_less = |moves: i32| (moves.abs() > 1).then(|| format!("mate-in:{}", moves - moves.signum()));
    let ran = proofset(&["solve", "chess", "--file", &file_of(folder.path(), one_less), "--quiet"]);
    assert!(ran.stdout.starts_with("18 of 18 decided: 0 proven, 18 disproven;"), "{}", ran.stdout);
}

#[test]
fn the_answer_is_the_shortest_and_says_so() {
    let ran = proofset(&["solve", "chess", SLOW, "--quiet", "--algorithm", "pns"]);
    assert_eq!(ran.stdout, "White mates in at most 15\n");
    let ran = shortest(&[SLOW, "--algorithm", "pss:20,20,ties=lex"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let rows: Vec<&str> = ran.stdout.lines().take(4).collect();
    insta::assert_snapshot!(rows.join("\n"), @r"
    White mates in 4
      line        1. d7 Kg7 2. d8=Q Kg6 3. Qf8 Kh7 4. Bb1#
      shortest    yes, mate-in:3 is disproven
      questions   4 (mate, mate-in:5, mate-in:4, mate-in:3)
    ");
    let ran = shortest(&[SLOW]);
    let questions = ran.stdout.lines().find(|line| line.trim_start().starts_with("questions")).unwrap();
    insta::assert_snapshot!(questions, @"  questions   9 (mate, mate-in:12, ..., mate-in:4, mate-in:3)");
    assert_eq!(shortest(&[SLOW, "--quiet"]).stdout, "White mates in 4\n");
}

/// The last proof may answer a question that allows more; a last search names the length.
#[test]
fn the_goal_is_the_length_whatever_was_asked() {
    for goal in ["mate", "mate-in:9", "mate-in:5", "mate-in:4"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mate.proof");
        let ran = shortest(&[SLOW, "--goal", goal, "--json", "--certificate", text(&path)]);
        let object = json(&ran);
        assert_eq!((ran.status, &object["goal"], &object["shortest"]), (0, &"mate-in:4".into(), &true.into()));
        assert_eq!((&object["stop"], &object["proof"]), (&"decided".into(), &0.into()));
        let ran = proofset(&["verify", text(&path)]);
        assert!(ran.stdout.contains(": mate-in:4 is proven ("), "{}{}", ran.stdout, ran.stderr);
    }
    let ran = shortest(&["8/6R1/4K3/8/8/8/k7/5R2 w - -", "--algorithm", "exact"]);
    insta::assert_snapshot!(ran.stdout.lines().take(4).collect::<Vec<_>>().join("\n"), @r"
    White mates in 2
      line        1. Rb7 Ka3 2. Ra1#
      shortest    yes, mate-in:1 is disproven
      questions   3 (mate, mate-in:1, mate-in:2)
    ");
}

#[test]
fn what_cannot_be_shorter_is_the_shortest() {
    for algorithm in ALGORITHMS {
        for goal in ["mated", "mate-in:-3"] {
            let object = json(&shortest(&[OVER, "--goal", goal, "--json", "--algorithm", algorithm]));
            assert_eq!((&object["goal"], &object["shortest"]), (&goal.into(), &true.into()), "{algorithm}");
            assert_eq!((&object["expanded"], &object["line"]), (&0.into(), &Value::Array(Vec::new())));
        }
        let object = json(&shortest(&["k7/6R1/1B2K3/2P4R/r1P5/8/8/8 b - -", "--goal", "mated", "--json"]));
        assert_eq!((&object["goal"], &object["shortest"]), (&"mate-in:-1".into(), &true.into()), "{algorithm}");
    }
    let ran = shortest(&[OVER, "--goal", "mated"]);
    insta::assert_snapshot!(ran.stdout.lines().take(2).collect::<Vec<_>>().join("\n"), @r"
    White has mated already
      shortest    yes, nothing is shorter
    ");
}

/// Bounded and unbounded questions know the fifty-move rule alike.
#[test]
fn the_fifty_move_rule_holds_for_every_question() {
    let position = |clock| format!("8/6R1/4K3/8/8/8/k7/5R2 w - - {clock} 90");
    for algorithm in ALGORITHMS {
        let answer = |clock| json(&shortest(&[&position(clock), "--json", "--algorithm", algorithm]));
        let last = answer(97);
        assert_eq!((&last["goal"], &last["shortest"]), (&"mate-in:2".into(), &true.into()), "{algorithm}");
        let late = answer(98);
        assert_eq!((&late["verdict"], &late["shortest"]), (&"disproven".into(), &Value::Null), "{algorithm}");
    }
}

#[test]
fn what_is_not_proven_stays_as_it_is() {
    let without = |object: &Value, keys: &[&str]| {
        let mut object = object.as_object().unwrap().clone();
        object.retain(|key, _| !keys.contains(&key.as_str()));
        object
    };
    for (arguments, status) in
        [(&["--goal", "mate-in:3"][..], 0), (&["--limit-expansions", "20"], 3), (&["--memory", "100KiB"], 3)]
    {
        let plain = proofset(&[&["solve", "chess", SLOW, "--json"], arguments].concat());
        let asked = shortest(&[&[SLOW, "--json"], arguments].concat());
        assert_eq!((plain.status, asked.status), (status, status), "{arguments:?}");
        let (plain, asked) = (json(&plain), json(&asked));
        assert_eq!(asked["shortest"], Value::Null);
        assert_eq!(plain.get("shortest"), None, "the key is there only if it was asked for");
        assert_eq!(without(&plain, &["seconds"]), without(&asked, &["seconds", "shortest"]));
    }
}

#[test]
fn limits_hold_for_all_searches_together_and_leave_the_best_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.proof");
    for algorithm in ALGORITHMS {
        let whole = json(&shortest(&[SLOW, "--json", "--algorithm", algorithm]));
        let expansions = whole["expanded"].as_u64().unwrap();
        let (mut unknown, mut lengths) = (0, Vec::new());
        let part = |eighth: u64| if eighth == 8 { expansions + 1 } else { eighth * expansions / 8 };
        for limit in (0..=8).map(part) {
            let limit_text = limit.to_string();
            let limits = ["--limit-expansions", &limit_text, "--algorithm", algorithm, "--certificate", text(&path)];
            let ran = shortest(&[&[SLOW, "--json"], &limits[..]].concat());
            let object = json(&ran);
            assert!(object["expanded"].as_u64().unwrap() <= limit, "{algorithm}");
            if object["verdict"] == "unknown" {
                assert_eq!((ran.status, &object["shortest"]), (3, &Value::Null), "{algorithm}");
                assert!(!path.exists(), "{algorithm}: nothing is certified");
                unknown += 1;
                continue;
            }
            let known = limit > expansions;
            let found = (ran.status, &object["stop"], &object["shortest"]);
            let stop = if known { "decided" } else { "expansions" };
            assert_eq!(found, (if known { 0 } else { 3 }, &stop.into(), &known.into()), "{algorithm}");
            assert_eq!((&object["verdict"], &object["proof"]), (&"proven".into(), &0.into()), "{algorithm}");
            // The certificate is that of the best proof so far.
            let plies = object["line"].as_array().unwrap().len();
            let goal = object["goal"].as_str().unwrap().to_owned();
            let ran = proofset(&["verify", text(&path)]);
            let end = format!("longest line {plies} plies)\n");
            assert!(
                ran.stdout.contains(&format!(": {goal} is proven")) && ran.stdout.ends_with(&end),
                "{}",
                ran.stdout
            );
            lengths.push(plies);
        }
        assert!(unknown >= 1, "{algorithm}");
        assert!(lengths.len() >= 3 && lengths.is_sorted_by(|longer, shorter| longer >= shorter), "{algorithm}");
        assert_eq!(lengths.last(), Some(&7), "{algorithm}");
        std::fs::remove_file(&path).unwrap();
    }
    let ran = shortest(&[SLOW, "--limit-expansions", "2000", "--quiet", "--algorithm", "pns"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (3, ""));
    insta::assert_snapshot!(ran.stdout, @r"
    White mates in 6
    not known to be the shortest: the limit on expansions was reached at the question mate-in:5
    ");
}

/// As memory grows, more becomes known. A search with a table may decide and have no room left for its proof; then there
/// is no length either.
#[test]
fn whatever_the_memory_the_answer_is_consistent() {
    let mut kinds = std::collections::BTreeSet::new();
    for algorithm in ["pns", "dfpn"] {
        for kibibytes in (60..=700).step_by(20) {
            let memory = format!("{kibibytes}KiB");
            let ran = shortest(&[SLOW, "--memory", &memory, "--algorithm", algorithm, "--quiet"]);
            assert_eq!(ran.stderr, "");
            let lines: Vec<&str> = ran.stdout.lines().collect();
            let kind = match (ran.status, &lines[..]) {
                (0, ["White mates in 4"]) => "known",
                (3, ["unknown: the memory limit was reached"]) => "unknown",
                (3, [first, second]) => {
                    let cut = "not known to be the shortest: the memory limit was reached at the question mate-in:";
                    let lost = "not known to be the shortest: there was no room or time to put together the proof of ";
                    assert!(first.starts_with("White mates in ") || second.starts_with(lost), "{}", ran.stdout);
                    assert!(second.starts_with(cut) || second.starts_with(lost), "{}", ran.stdout);
                    if second.ends_with("of mate") {
                        assert_eq!(*first, "White forces mate");
                        "no length"
                    } else {
                        "not known"
                    }
                }
                _ => panic!("{algorithm}, {memory}: status {}, {}", ran.status, ran.stdout),
            };
            kinds.insert(kind);
        }
    }
    assert!(kinds.contains("known") && kinds.contains("unknown") && kinds.contains("not known"), "{kinds:?}");
}

#[test]
fn games_without_lengths_are_refused() {
    let refused = |arguments: &[&str]| {
        let ran = proofset(&[arguments, &["--shortest"]].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        ran.stderr.trim_end().to_owned()
    };
    insta::assert_snapshot!(refused(&["solve", "tic-tac-toe"]), @"proofset: tic-tac-toe with the goal first:win: its proofs have no length, which --shortest is about; it is for questions about chess, shogi");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "3\n").unwrap();
    let proofs = folder.path().join("proofs");
    let message = refused(&["solve", "connect-four:4x4", "--file", text(&path), "--certificate", text(&proofs)]);
    insta::assert_snapshot!(message, @"proofset: connect-four:4x4 with the goal second:win: its proofs have no length, which --shortest is about; it is for questions about chess, shogi");
    assert!(!proofs.exists());
}

#[test]
fn a_file_of_positions_has_one_row_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mates.tsv");
    let rows = format!("four\t{SLOW}\tmate\nthree\t{SLOW}\tmate-in:3\nover\t{OVER}\tmated\n");
    std::fs::write(&path, format!("id\tfen\tgoal\n{rows}")).unwrap();
    let solve = |limit: &str| {
        shortest(&["--file", text(&path), "--algorithm", "pss:20,20,ties=lex", "--limit-expansions", limit])
    };
    let columns = |ran: &Ran| {
        let words = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        ran.stdout.lines().take(4).map(words).collect::<Vec<_>>().join("\n")
    };
    let whole = solve("10000");
    assert_eq!((whole.status, whole.stderr.as_str()), (0, ""));
    assert!(
        whole.stdout.lines().next().unwrap().contains(" verdict    known  shortest  plies  expanded "),
        "{}",
        whole.stdout
    );
    insta::assert_snapshot!(columns(&whole), @r"
    id goal verdict known
    four mate-in:4 proven yes
    three mate-in:3 disproven 998
    over mated proven yes
    ");
    assert!(whole.stdout.ends_with("\nshortest proofs: 2 known, 0 not known\n"), "{}", whole.stdout);
    let cut = solve("5000");
    assert_eq!(cut.status, 3, "one proof is not known to be the shortest");
    insta::assert_snapshot!(columns(&cut), @r"
    id goal verdict known
    four mate-in:5 proven unknown
    three mate-in:3 disproven 998
    over mated proven yes
    ");
    assert!(cut.stdout.contains("\n3 of 3 decided: 2 proven, 1 disproven;"), "{}", cut.stdout);
    assert!(cut.stdout.ends_with("\nshortest proofs: 1 known, 1 not known\n"), "{}", cut.stdout);
}
