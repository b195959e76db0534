//! `solve`, `compare` and the lists.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::run::{command, proofset, proofset_with_input, suite, text};

/// Times and rates vary from run to run.
fn stable(text: &str) -> String {
    text.lines()
        .map(|line| match line.split_whitespace().next() {
            Some("time") => "  time        [TIME]".to_owned(),
            Some("expanded") => line.split(" (").next().unwrap_or(line).to_owned(),
            _ => line.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn json(arguments: &[&str]) -> Value {
    let ran = proofset(&[arguments, &["--json"]].concat());
    assert!(ran.status == 0 || ran.status == 3, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("the output is one JSON object")
}

fn counts(arguments: &[&str]) -> (String, u64, u64) {
    let object = json(arguments);
    let number = |key: &str| object[key].as_u64().unwrap();
    (object["verdict"].as_str().unwrap().to_owned(), number("expanded"), number("generated"))
}

/// What `games` shows as an example of each is a command that comes to an answer, where the examples of the book are.
#[test]
#[cfg(unix)]
fn the_examples_of_the_games_are_decided() {
    let catalog = proofset::standard();
    let examples: Vec<&str> = catalog.entries().iter().map(proofset::Entry::example).collect();
    assert!(examples.iter().all(|example| example.starts_with("proofset solve ")), "{examples:?}");
    for example in examples {
        let mut shell = std::process::Command::new("sh");
        let ran = shell.args(["-c", &format!("proofset() {{ \"$0\" \"$@\"; }}; {example}")]);
        let ran = ran
            .arg(env!("CARGO_BIN_EXE_proofset"))
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples"))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{example}: {}{:?}", String::from_utf8_lossy(&ran.stderr), ran.status);
    }
}

/// The second level of a thread has the expansions that this thread has been granted, and no others: the search stops at its limit, before it
/// never, and never behind it.
#[test]
fn second_levels_take_all_expansions_that_threads_are_allowed() {
    let cases = [
        ("dfpn-pn", 2, 100),
        ("dfpn-pn", 2, 1000),
        ("pds-pn", 2, 3000),
        ("dfpn-pn", 4, 20_000),
        ("dfpn-pn", 8, 20_000),
    ];
    for (algorithm, threads, most) in cases {
        let algorithm = format!("{algorithm}:table=keyed,threads={threads}");
        let limit = most.to_string();
        let question = ["solve", "connect-four:5x5", "--goal", "first:win", "--algorithm", &algorithm];
        let found = json(&[&question[..], &["--limit-expansions", &limit]].concat());
        assert_eq!((&found["stop"], &found["expanded"]), (&"expansions".into(), &most.into()), "{algorithm}");
    }
}

#[test]
fn mullers_figures_on_tic_tac_toe() {
    let disproven = |expanded, generated| ("disproven".to_owned(), expanded, generated);
    for (algorithm, expected) in [
        ("pns", disproven(1237, 3202)),
        ("pss:ties=colex,pick=newest", disproven(1114, 2956)),
        ("pss:ties=lex,pick=oldest", disproven(1474, 3552)),
        ("pss:0,0", disproven(1237, 3202)),
        ("pss", disproven(1227, 3176)),
        ("pss:inf,0", disproven(1231, 3187)),
        ("pss:inf,0,ties=lex", disproven(1315, 3348)),
        ("pss:inf,0,ties=colex,pick=newest", disproven(1197, 3093)),
        ("pss:0,inf", disproven(1233, 3191)),
        ("pss:0,inf,ties=lex", disproven(1407, 3433)),
        ("pss:0,inf,ties=colex,pick=newest", disproven(1224, 3128)),
        ("pss:20,20,ties=colex,pick=newest", disproven(1205, 3168)),
        ("pns:graph=tree", disproven(3323, 13950)),
        ("pns:init=mobility", disproven(1159, 3058)),
        ("pns:init=lines", disproven(727, 2137)),
        ("pns:lookahead=one", disproven(399, 1732)),
    ] {
        assert_eq!(counts(&["solve", "tic-tac-toe", "--algorithm", algorithm]), expected, "{algorithm}");
    }
}

#[test]
fn connect_four_on_small_boards() {
    for (board, expanded, generated) in [("4x4", 9321, 20297), ("5x4", 155_560, 375_906), ("4x5", 77858, 170_434)] {
        let expected = ("disproven".to_owned(), expanded, generated);
        assert_eq!(counts(&["solve", &format!("connect-four:{board}"), "--algorithm", "pns"]), expected, "{board}");
    }
}

#[test]
fn connect_four_on_5_columns_and_5_rows() {
    let expected = ("disproven".to_owned(), 1_559_694, 3_909_795);
    assert_eq!(counts(&["solve", "connect-four:5x5", "--algorithm", "pns"]), expected);
}

#[test]
fn a_mate_in_words() {
    let mate = ["solve", "chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "--goal", "mate-in:2", "--algorithm", "pns"];
    let ran = proofset(&mate);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(stable(&ran.stdout), @r#"
        White mates in 2
          line        1. Ra6 bxa6 2. b7#
          algorithm   pns
          expanded    26
          generated   221
          recomputed  59
          time        [TIME]
          memory      17.9 KiB (83 bytes a node)
        "#);
    let ran = proofset(&["solve", "chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "--goal", "mate-in:1"]);
    assert_eq!(ran.status, 0);
    insta::assert_snapshot!(ran.stdout.lines().next().unwrap(), @"disproven: White cannot mate in at most 1 move");
}

#[test]
fn the_json_object_has_the_documented_keys_in_order() {
    let ran = proofset(&["solve", "tic-tac-toe", "--json"]);
    let object: serde_json::Map<String, Value> = serde_json::from_str(&ran.stdout).unwrap();
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    let expected = "game position goal algorithm verdict stop expanded expanded_again second_level visits generated recomputed \
                    uncertain seconds peak_bytes problem_bytes proof disproof line evidence table";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(object["proof"], "inf");
    assert_eq!(object["disproof"], 0);
    assert_eq!((&object["stop"], &object["evidence"]), (&"decided".into(), &"exact".into()));
    assert_eq!((&object["expanded_again"], &object["table"]), (&0.into(), &Value::Null));
    let object = json(&["solve", "tic-tac-toe", "--algorithm", "dfpn:table=keyed"]);
    let table: Vec<&str> = object["table"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(table, ["probes", "hits", "stores", "evictions", "collections", "entries"]);
    assert_eq!(object["evidence"], "keyed:64");
    let counts = ["expanded", "expanded_again", "visits"].map(|key| object[key].as_u64().unwrap());
    assert!(counts[0] + counts[1] == counts[2] && counts[1] > 0, "{counts:?}");
}

#[test]
fn two_level_searches_say_what_the_second_level_did() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("x.proof");
    let proof = text(&proof);
    for algorithm in ["pn2:size=full", "pss2:20,20,size=50", "pds-pn:table=keyed,size=50", "dfpn-pn:size=full"] {
        let object = json(&["solve", "connect-four:4x4", "--algorithm", algorithm, "--certificate", proof]);
        assert_eq!((&object["verdict"], &object["algorithm"]), (&"disproven".into(), &algorithm.into()));
        let [expanded, second] = ["expanded", "second_level"].map(|key| object[key].as_u64().unwrap());
        assert!(second > 0 && second < expanded, "{algorithm}: {second} of {expanded}");
        assert_eq!(proofset(&["verify", proof]).status, 0, "{algorithm}");
        let cyclic = suite("and-or/cyclic/example11_E_proven.json");
        let ran = proofset(&["solve", "and-or", &cyclic, "--algorithm", algorithm]);
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains("it needs an acyclic graph; search with pns, pss, dfpn, pds"), "{}", ran.stderr);
    }
    let ran = proofset(&["compare", "tic-tac-toe", "--algorithms", "pns,pn2:size=50"]);
    let titles: Vec<&str> = ran.stdout.lines().next().unwrap().split("  ").map(str::trim).collect();
    assert!(titles.contains(&"second level"), "{titles:?}");
    let ran = proofset(&["solve", "tic-tac-toe", "--algorithm", "pn2:size=50"]);
    assert!(ran.stdout.contains("\n  2nd level   "), "{}", ran.stdout);
}

/// Every family finds its way through graphs that come back to where they were.
#[test]
fn graphs_with_cycles_are_searched() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("x.proof");
    let proof = text(&proof);
    for algorithm in [
        "dfpn",
        "dfpn:table=keyed,epsilon=0.25",
        "pds",
        "pnstar",
        "cstar",
        "pns",
        "pns:cycles=base-twin",
        "pss",
        "pss:sets=bits",
        "pss:20,20,cycles=exact",
        "pns:sum=weak",
    ] {
        let solve = |name: &str| {
            let graph = suite(&format!("and-or/cyclic/{name}.json"));
            proofset(&["solve", "and-or", &graph, "--algorithm", algorithm, "--certificate", proof])
        };
        let ran = solve("example11_E_proven");
        assert_eq!((ran.status, ran.stdout.lines().next()), (0, Some("proven: A")), "{algorithm}");
        assert_eq!(proofset(&["verify", proof]).status, 0);
        // The attacker runs in circles, and the certificate says so.
        let ran = solve("example11_E_disproven");
        assert_eq!((ran.status, ran.stdout.lines().next()), (0, Some("disproven: A")), "{algorithm}");
        let ran = proofset(&["verify", proof]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.ends_with("lines may go on for ever)\n"), "{}", ran.stdout);
        let ran = solve("example11_E_unknown");
        assert_eq!(ran.status, 3);
        assert!(ran.stdout.starts_with("unknown: the value depends on leaves that the graph leaves open"));
    }
}

#[test]
fn an_undecided_search_says_why_and_exits_with_3() {
    let ran = proofset(&["solve", "connect-four", "--limit-expansions", "1000", "--algorithm", "pns"]);
    assert_eq!(ran.status, 3);
    insta::assert_snapshot!(stable(&ran.stdout), @r#"
        unknown: the limit on expansions was reached
          line        2 5 5 6
          proof       49 (size at the root)
          disproof    139 (size at the root)
          algorithm   pns
          expanded    1,000
          generated   5,035
          recomputed  2,874
          time        [TIME]
          memory      366.6 KiB (74 bytes a node)
        "#);
    for (limit, stop) in
        [(["--time", "0ms"], "time"), (["--memory", "1MiB"], "memory"), (["--limit-expansions", "5"], "expansions")]
    {
        let object = json(&["solve", "connect-four", "--algorithm", "pns", limit[0], limit[1]]);
        assert_eq!((&object["verdict"], &object["stop"]), (&"unknown".into(), &stop.into()));
    }
}

#[test]
fn a_look_ahead_at_the_root_does_not_end_the_game() {
    let ran = proofset(&["solve", "tic-tac-toe", "XX./OO./...", "--algorithm", "pns:lookahead=one"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(stable(&ran.stdout), @r#"
        proven: the first player can force a win
          line        c3
          algorithm   pns:lookahead=one
          expanded    0
          generated   2
          recomputed  0
          time        [TIME]
          memory      132 B (66 bytes a node)
        "#);
    let ran = proofset(&["solve", "tic-tac-toe", "XXX/OO./...", "--algorithm", "pns:lookahead=one", "--quiet"]);
    assert_eq!(
        (ran.status, ran.stdout.as_str()),
        (0, "disproven: the game is over, and the second player has not won\n")
    );
}

#[test]
fn quiet_prints_the_verdict_only() {
    let ran = proofset(&["solve", "tic-tac-toe", "--quiet", "--goal", "second:draw"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout, "proven: the second player can force at least a draw\n");
}

#[test]
fn a_graph_from_a_file_and_from_standard_input() {
    let file = suite("and-or/example3_fig3.json");
    let object = json(&["solve", "and-or", &file]);
    assert_eq!((&object["proof"], &object["disproof"], &object["stop"]), (&5.into(), &1.into(), &"open-leaves".into()));
    let object = json(&["solve", "and-or", &file, "--algorithm", "pss"]);
    assert_eq!((&object["proof"], &object["disproof"]), (&5.into(), &1.into()));
    let object = json(&["solve", "and-or", &suite("and-or/diamond_chain_d6.json"), "--algorithm", "pss"]);
    assert_eq!(object["proof"], 1);
    let object = json(&["solve", "and-or", &suite("and-or/weighted_small.json"), "--algorithm", "pss"]);
    assert_eq!(object["proof"], 5);
    let weighted = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "h": 7}, {"id": "c", "h": 9}],
        "edges": [["a", "b"], ["a", "c"]], "root": "a"}"#;
    for (algorithm, proof, disproof) in [("pss", 7, 16), ("pss:init=costs", 7, 16), ("pss:init=unit", 1, 2)] {
        let object = json(&["solve", "and-or", weighted, "--algorithm", algorithm]);
        assert_eq!((&object["proof"], &object["disproof"]), (&proof.into(), &disproof.into()), "{algorithm}");
    }
    let graph = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "kind": null}, {"id": "c", "kind": null}],
        "edges": [["a", "b"], ["a", "c"]], "root": "a", "leaf_values": {"b": "disproven", "c": "proven"}}"#;
    let ran = proofset_with_input(&["solve", "and-or", "-", "--quiet"], graph);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "proven: a\n"));
}

#[test]
fn what_compare_refuses_has_a_row_and_the_others_run() {
    let algorithms = "pns,nonsense,mate,dfpn:epsilon=0.1,epsilon=0.2,dfpn";
    let ran = proofset(&["compare", "othello:4x4", "--algorithms", algorithms]);
    assert_eq!((ran.status, ran.stderr.as_str()), (2, ""), "{}", ran.stdout);
    let rows: Vec<Vec<&str>> =
        ran.stdout.lines().skip(1).map(|line| line.split_whitespace().take(2).collect()).take(5).collect();
    assert_eq!(
        rows,
        [
            ["pns", "disproven"],
            ["nonsense", "refused"],
            ["mate", "refused"],
            ["dfpn:epsilon=0.1,epsilon=0.2", "refused"],
            ["dfpn", "disproven"]
        ]
    );
    let reasons: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("refused: algorithm ")).collect();
    assert_eq!(reasons.len(), 3, "{}", ran.stdout);
    assert!(
        reasons[1].contains("it searches for mates, and this game brings no such search; search with pns,"),
        "{}",
        reasons[1]
    );

    let ran = proofset(&["compare", "othello:4x4", "--json", "--algorithms", "mate,pns"]);
    let objects: Vec<serde_json::Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.status, objects.len()), (2, 2), "{}", ran.stdout);
    assert!(objects[0]["refused"].as_str().unwrap().contains("it searches for mates"), "{}", objects[0]);
    assert_eq!((&objects[0]["algorithm"], &objects[1]["verdict"]), (&"mate".into(), &"disproven".into()));
}

#[test]
fn compare_puts_algorithms_side_by_side() {
    let ran = proofset(&["compare", "tic-tac-toe", "--algorithms", "pns,pss:20,20,ties=colex,pick=newest,pss"]);
    assert_eq!(ran.status, 0);
    let columns = |line: &str| line.split_whitespace().take(6).collect::<Vec<_>>().join(" ");
    insta::assert_snapshot!(ran.stdout.lines().map(columns).collect::<Vec<_>>().join("\n"), @r#"
        algorithm verdict expanded visits generated recomputed
        pns disproven 1,237 6,949 3,202 9,120
        pss:20,20,ties=colex,pick=newest disproven 1,205 1,710 3,168 12,676
        pss disproven 1,227 6,900 3,176 11,239
        "#);
    let ran = proofset(&["compare", "connect-four", "--limit-expansions", "100", "--json", "--algorithms", "pns pss"]);
    assert_eq!((ran.status, ran.stdout.lines().count()), (3, 2));
}

#[test]
fn the_lists_are_printed_as_json() {
    let objects = |list: &str| -> Vec<serde_json::Value> {
        let ran = proofset(&[list, "--json"]);
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
    };
    let games = objects("games");
    let kalah = games.iter().find(|game| game["game"] == "kalah").expect("kalah is a game");
    assert_eq!(kalah["parameters"]["syntax"], "HOUSES,SEEDS[+empty-capture]");
    assert_eq!(kalah["parameters"]["default"], "6,4");
    let houses = &kalah["parameters"]["list"][0];
    assert_eq!((houses["name"].as_str(), houses["kind"].as_str()), (Some("houses"), Some("whole")));
    assert!(houses["least"].as_u64().is_some_and(|least| Some(least) < houses["most"].as_u64()), "{houses}");
    let algorithms = objects("algorithms");
    let dfpn = algorithms.iter().find(|algorithm| algorithm["syntax"] == "dfpn").expect("dfpn is an algorithm");
    let options = dfpn["options"].as_array().expect("options are a list");
    assert!(options.iter().any(|option| option["name"] == "table"), "{options:?}");
}

#[test]
fn the_lists_name_everything() {
    let games = proofset(&["games"]);
    for name in ["tic-tac-toe", "connect-four", "mnk", "chess", "and-or"] {
        assert!(games.stdout.lines().any(|line| line.starts_with(name)), "{name}");
    }
    let algorithms = proofset(&["algorithms"]);
    insta::assert_snapshot!("algorithms", algorithms.stdout);
    for text in [&games.stdout, &algorithms.stdout] {
        for name in ["init", "unit", "mobility", "lines", "king-moves", "costs"] {
            assert!(text.contains(name), "{name}");
        }
    }
    let help = proofset(&["--help"]);
    assert!(
        help.stdout.starts_with("Solves games and AND/OR graphs by proof-number and proof-set search"),
        "{}",
        help.stdout
    );
    for (arguments, same) in [(["help", "--help"], help.stdout), (["help", "-h"], proofset(&["-h"]).stdout)] {
        assert_eq!(proofset(&arguments).stdout, same);
    }
    let completions = proofset(&["completions", "bash"]);
    assert!(completions.stdout.contains("--limit-expansions"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_search_and_prints_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a.log");
    let mut child = command(&["solve", "connect-four", "--json", "--log", text(&log)])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A line in the log tells that it has begun, and is ready for signals.
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("expanded")) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let object: Value = serde_json::from_slice(&output.stdout).expect("the result was printed");
    assert_eq!((&object["verdict"], &object["stop"]), (&"unknown".into(), &"cancelled".into()));
    assert!(object["expanded"].as_u64().unwrap() > 0);
}

/// What was read is no part of what the search took, and the report says so.
#[test]
fn the_size_of_a_large_graph_is_reported_beside_the_memory_of_the_search() {
    let chain = |nodes: usize| {
        let kinds = (0..nodes).map(|node| serde_json::json!({"id": format!("n{node}"), "kind": "or"}));
        let edges = (1..nodes).map(|node| serde_json::json!([format!("n{}", node - 1), format!("n{node}")]));
        let last = format!("n{}", nodes - 1);
        let (nodes, edges): (Vec<Value>, Vec<Value>) = (kinds.collect(), edges.collect());
        serde_json::json!({"nodes": nodes, "edges": edges, "root": "n0", "leaf_values": {last: "proven"}}).to_string()
    };
    let (small, large) = (chain(20), chain(20_000));
    let found = json(&["solve", "and-or", &small]);
    let bytes = found["problem_bytes"].as_u64().expect("it is a number");
    assert!((20 * 60..20 * 200).contains(&bytes), "{bytes} bytes");
    assert!(!proofset(&["solve", "and-or", &small]).stdout.contains("problem"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain.json");
    std::fs::write(&file, large).unwrap();
    let ran = proofset(&["solve", "and-or", file.to_str().unwrap(), "--memory", "100KiB"]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let line = ran.stdout.lines().find(|line| line.starts_with("  problem ")).expect("the graph is large");
    assert!(line.contains("MiB beside it"), "{line}");
}

/// A ko that the attacker may not take at once: its own threat makes the difference. Each question leaves a certificate.
#[test]
fn the_strongest_claim_that_holds_is_said_and_certified() {
    let folder = tempfile::tempdir().unwrap();
    let position = ".XO./XO.O/.XO. x ko:C2";
    let asked = ["solve", "go", position, "--goal", "capture:B2", "--grade"];
    let ran = proofset(&[&asked[..], &["--certificate", text(folder.path()), "--quiet"]].concat());
    let said = "3: B2 can be captured by ko: the attacker has to find the first threat\n";
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (0, said, ""));
    let files: Vec<_> = (1..=3).map(|number| folder.path().join(format!("{number}.proof"))).collect();
    for (file, verdict) in files.iter().zip(["disproven", "disproven", "proven"]) {
        let ran = proofset(&["verify", text(file)]);
        assert!(ran.status == 0 && ran.stdout.contains(&format!("is {verdict}")), "{}", ran.stdout);
    }
    let object: Value = serde_json::from_str(&proofset(&[&asked[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!((&object["known"], object["questions"].as_array().unwrap().len()), (&Value::Bool(true), 3));
    let limited = proofset(&["solve", "go", "--grade", "--limit-expansions", "5", "--quiet"]);
    assert_eq!(limited.status, 3);
    assert!(
        limited.stdout.starts_with("unknown: expansions at the question kill:A3:komaster=defender:threats=9:"),
        "{}",
        limited.stdout
    );
    let refused = proofset(&["solve", "tic-tac-toe", "--grade"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("leave --grade out"), "{}", refused.stderr);
}

/// The picture of the book is what the program draws.
#[test]
fn a_line_of_go_is_drawn_and_written_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corner = root.join("docs/examples/corner.sgf");
    for name in ["line.svg", "line.sgf"] {
        let file = folder.path().join(name);
        let ran = proofset(&["solve", "go", text(&corner), "--record", text(&file), "--quiet"]);
        assert_eq!((ran.status, &*ran.stdout), (0, "proven: A6 can be killed\n"));
    }
    let drawn = std::fs::read_to_string(folder.path().join("line.svg")).unwrap();
    assert_eq!(drawn, std::fs::read_to_string(root.join("docs/src/images/go-corner.svg")).unwrap());
    let again = proofset(&["solve", "go", text(&folder.path().join("line.sgf")), "--quiet"]);
    assert_eq!(&*again.stdout, "proven: A6 can be killed\n");
    let refused = proofset(&["solve", "go", text(&corner), "--record", "line.kif"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("expected a name that ends in one of .sgf, .svg"), "{}", refused.stderr);
}
