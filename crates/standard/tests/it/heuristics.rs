//! Heuristics by name, in every game.

use proofset_core::{Limits, Verdict};

use proofset_catalog::{Outcome, Task};
use proofset_standard::catalog;

const GRAPH: &str = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "h": 7}, {"id": "c", "h": 9}],
    "edges": [["a", "b"], ["a", "c"]], "root": "a"}"#;

fn start(game: &str) -> Task {
    let (position, goal) = match game {
        "and-or" => (Some(GRAPH), None),
        "horn" => (Some("goal <- a, b. goal <- c. a <- b. b <- c, d. c <- d."), Some("goal")),
        // Elsewhere positions repeat.
        "checkers" => return catalog().open("checkers:english+move-rule", None, None).unwrap(),
        "go" => return catalog().open("go:superko=positional", None, None).unwrap(),
        // The start of a smaller board is won by a virtual connection.
        "hex" => return catalog().open("hex:6x6", None, None).unwrap(),
        // Nobody can give check at the start, and without a bound positions repeat.
        "shogi" => (Some("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1"), Some("mate-in:5")),
        _ => (None, None),
    };
    catalog().open(game, position, goal).unwrap()
}

fn advance(task: &Task, algorithm: &str, limits: &Limits) -> Outcome {
    task.begin(&algorithm.parse().unwrap()).unwrap().advance(limits, &mut ()).unwrap()
}

#[test]
fn games_have_the_heuristics_that_they_list() {
    let few = Limits::expansions(30);
    for game in catalog().entries() {
        let task = start(game.name());
        let names: Vec<&str> = game.heuristics().iter().map(|heuristic| heuristic.name).collect();
        for name in &names {
            let outcome = advance(&task, &format!("pss:20,20,init={name},lookahead=one"), &few);
            assert!(outcome.expanded > 0, "{} with {name}", game.name());
        }
        let counts = |algorithm: &str| {
            let outcome = advance(&task, algorithm, &few);
            (outcome.expanded, outcome.generated, outcome.proof, outcome.disproof)
        };
        assert_eq!(counts("pns"), counts(&format!("pns:init={}", names[0])), "the first is the default");
        let error = task.begin(&"pns:init=hope".parse().unwrap()).err().unwrap().to_string();
        let expected = format!(r#"has no heuristic "hope"; init is one of {}"#, names.join(", "));
        assert!(error.starts_with(r#"algorithm "pns:init=hope": "#) && error.ends_with(&expected), "{error}");
    }
}

#[test]
fn weights_change_no_verdict() {
    for position in [None, Some("X../.O./..."), Some("X.O/.X./..O"), Some("XOX/.O./.X.")] {
        for goal in ["first:win", "first:draw", "second:win", "second:draw"] {
            let task = catalog().open("tic-tac-toe", position, Some(goal)).unwrap();
            let expected = advance(&task, "pns", &Limits::none()).verdict;
            assert_ne!(expected, Verdict::Unknown);
            for algorithm in ["pns:init=lines", "pss:init=lines,lookahead=one", "pns:init=mobility,graph=tree"] {
                let found = advance(&task, algorithm, &Limits::none()).verdict;
                assert_eq!(found, expected, "{position:?} {goal} {algorithm}");
            }
        }
    }
}

/// That one player wins, and that the other holds at least a draw, is the same question with the sides exchanged.
#[test]
fn lines_weigh_a_win_and_the_opponents_draw_alike() {
    let counts = |game, goal| {
        let outcome = advance(&catalog().open(game, None, Some(goal)).unwrap(), "pns:init=lines", &Limits::none());
        (outcome.expanded, outcome.generated, outcome.recomputed)
    };
    for game in ["tic-tac-toe", "connect-four:4x4", "mnk:4,3,3"] {
        assert_eq!(counts(game, "first:win"), counts(game, "second:draw"), "{game}");
        assert_eq!(counts(game, "second:win"), counts(game, "first:draw"), "{game}");
    }
}
