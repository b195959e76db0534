//! Which algorithms take a question, which one is taken if none is named, and whether the messages and pages say so.

use std::path::Path;

use proofset_catalog::{ALGORITHMS, AlgorithmSpec, Asks, InputError, Task};
use proofset_standard::catalog;

/// The names of all algorithms.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = ALGORITHMS.iter().map(|entry| entry.syntax.split(':').next().unwrap()).collect();
    names.dedup();
    names
}

/// Why an algorithm with its usual options is refused; `None` if it is not.
fn refusal(task: &Task, question: Asks, name: &str) -> Option<InputError> {
    let algorithm: AlgorithmSpec = name.parse().unwrap();
    match question {
        Asks::Goal => task.begin(&algorithm).err(),
        Asks::Value => task.begin_value(&algorithm).err(),
    }
}

/// `a, b or c`.
fn any_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap();
    if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) }
}

const CYCLE: &str = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "kind": "and"}], "edges": [["a", "b"], ["b", "a"]], "root": "a""#;

#[test]
fn a_refusal_names_all_that_take_the_question() {
    let plain = format!("{CYCLE}}}");
    let mover_loses = format!("{CYCLE}, \"repetition\": \"mover-loses\"}}");
    let questions: [(&str, Option<&str>, Option<&str>); 13] = [
        ("tic-tac-toe", None, None),
        ("connect-four:4x4", None, None),
        ("othello:4x4", None, None),
        ("kalah:2,2", None, None),
        ("checkers", None, None),
        ("checkers:russian+move-rule", None, None),
        ("chess", None, Some("mate-in:1")),
        ("chess", None, Some("mate:no-clock")),
        ("antichess", None, Some("win:no-clock")),
        ("shogi", None, Some("mate")),
        ("synthetic:b=3,d=4,cycles=1.0", None, None),
        ("and-or", Some(&plain), None),
        ("and-or", Some(&mover_loses), None),
    ];
    let mut refused = 0;
    for (game, position, goal) in questions {
        let task = catalog().open(game, position, goal).unwrap();
        for question in [Asks::Goal, Asks::Value] {
            let takers = task.algorithms(question);
            let advice = format!("; search with {}", if takers.is_empty() { String::new() } else { any_of(&takers) });
            for name in names() {
                match refusal(&task, question, name) {
                    None => assert!(takers.contains(&name), "{game} {question:?}: {name} is not named"),
                    Some(error) => {
                        refused += 1;
                        assert!(!takers.contains(&name), "{game} {question:?}: {name} is named, and {error}");
                        assert!(takers.is_empty() || error.to_string().ends_with(&advice), "{game}: {error}");
                    }
                }
            }
        }
    }
    assert!(refused > 50, "{refused}");
    let repeating = catalog().open("synthetic:b=3,d=4,cycles=1.0", None, None).unwrap();
    insta::assert_snapshot!(
        refusal(&repeating, Asks::Goal, "aostar").unwrap(),
        @r#"algorithm "aostar": positions can repeat, and it needs an acyclic graph; search with pns, pss, dfpn, pds, pnstar or cstar"#
    );
}

#[test]
fn options_that_a_graph_with_cycles_has_no_use_for_are_refused_for_the_cycle() {
    let cyclic = catalog().open("and-or", Some(&format!("{CYCLE}}}")), None).unwrap();
    let tree = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b"}], "edges": [["a", "b"]], "root": "a"}"#;
    let acyclic = catalog().open("and-or", Some(tree), None).unwrap();
    for option in ["graph=tree", "evaluate=delayed", "lookahead=one", "updates=fifo"] {
        let algorithm: AlgorithmSpec = format!("pns:{option}").parse().unwrap();
        assert!(acyclic.begin(&algorithm).is_ok(), "{option}");
        let message = cyclic.begin(&algorithm).err().unwrap().to_string();
        let why = "the graph has a cycle, a -> b -> a, and the search for graphs with cycles has no ";
        assert!(message.contains(why) && message.ends_with("; leave it out"), "{message}");
        // The file has no cycle, and the message speaks of none.
        let algorithm: AlgorithmSpec = format!("pns:{option},cycles=exact").parse().unwrap();
        let message = acyclic.begin(&algorithm).err().unwrap().to_string();
        assert!(message.contains("cycles=exact asks for cycles to be expected"), "{message}");
    }
}

#[test]
fn defaults_take_questions_of_every_kind() {
    let taken = |game: &str, position: Option<&str>, goal: Option<&str>, question: Asks| {
        let task = catalog().open(game, position, goal).unwrap();
        let algorithm = task.default_algorithm(question).unwrap();
        assert!(refusal(&task, question, &algorithm.to_string()).is_none(), "{game}: {algorithm}");
        algorithm.to_string()
    };
    for goal in ["mate", "mated", "mate-in:3", "mate:no-clock"] {
        assert_eq!(taken("chess", None, Some(goal), Asks::Goal), "dfpn:epsilon=0.25,table=keyed,init=king-moves");
    }
    for goal in ["win", "loss", "draw:no-clock"] {
        assert_eq!(taken("antichess", None, Some(goal), Asks::Goal), "dfpn:epsilon=0.25,table=keyed,init=pieces");
    }
    for game in ["checkers", "checkers:english+move-rule", "checkers:international"] {
        assert_eq!(taken(game, None, Some("draw"), Asks::Goal), "dfpn:epsilon=0.25,table=keyed");
        assert_eq!(taken(game, None, None, Asks::Value), "dfpn:epsilon=0.25,table=keyed");
    }
    for goal in ["mate", "mate-in:3"] {
        assert_eq!(taken("shogi", None, Some(goal), Asks::Goal), "mate");
    }
    assert_eq!(taken("synthetic:b=3,d=4,cycles=1.0", None, None, Asks::Goal), "dfpn:epsilon=0.25,table=keyed");
    assert_eq!(taken("synthetic:b=3,d=4,cycles=1.0", None, None, Asks::Value), "dfpn");
    assert_eq!(taken("and-or", Some(&format!("{CYCLE}}}")), None, Asks::Goal), "pns");
    let mover_loses = format!("{CYCLE}, \"repetition\": \"mover-loses\"}}");
    assert_eq!(taken("and-or", Some(&mover_loses), None, Asks::Goal), "dfpn");
    let error = catalog().open("chess", None, None).unwrap().default_algorithm(Asks::Value).unwrap_err();
    let scored = catalog().scored_games().join(", ");
    assert_eq!(error.to_string(), format!("chess: it has no scores to search for (games with scores are {scored})"));
}

/// The rows of the last table that `cargo xtask defaults` wrote: game, question, candidate, solved, ..., mark.
fn record() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/record");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with("-defaults.md"));
    files.sort_unstable();
    let text = std::fs::read_to_string(files.last().expect("there is a table")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).skip(1).collect()).collect()
}

#[test]
fn defaults_are_the_best_of_the_last_record_and_say_what_it_says() {
    let record = record();
    for game in catalog().entries() {
        for (defaults, is_value) in [(game.goal_defaults(), false), (game.value_defaults(), true)] {
            let Some(default) = defaults.first() else { continue };
            let asked = |row: &&Vec<String>| row[0] == game.name() && (row[1] == "--value") == is_value;
            // A new game has what the catalog takes for all, until it is measured.
            if default.reason.is_empty() && !record.iter().any(|row| asked(&row)) {
                continue;
            }
            let rows: Vec<_> = record.iter().filter(asked).filter(|row| row[2] == default.algorithm).collect();
            assert!(!rows.is_empty(), "{}: {} was not measured", game.name(), default.algorithm);
            let solved = |row: &Vec<String>| row[3].split(' ').next().unwrap().parse::<u32>().unwrap();
            for row in &rows {
                let most = record.iter().filter(|other| other[..2] == row[..2]).map(solved).max().unwrap();
                assert_eq!(solved(row), most, "{}: {} does not solve most", game.name(), default.algorithm);
            }
            assert!(rows.iter().any(|row| default.reason.contains(&row[3])), "{}: {}", game.name(), default.reason);
        }
    }
}

#[test]
fn every_search_takes_every_game_that_it_is_not_about_something_else_in() {
    for game in catalog().entries() {
        let lacks = catalog().lacks(game);
        let by_score = ["alphabeta", "negascout", "scout", "test", "mtdf", "mpns", "mopns", "cns"];
        for name in lacks {
            assert!(
                name == "mate" || (by_score.contains(&name) && game.value_defaults().is_empty()),
                "{} is without {name}",
                game.name()
            );
        }
    }
}
