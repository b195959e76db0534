//! Questions about antichess: goals, what files know, words of verdicts, and heuristics.

use proofset_catalog::{Asks, Known};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

const WIN: &str = "8/p3kp1p/8/8/7P/3r4/8/7R w - -";
const LOSS: &str = "8/2Qp4/8/p7/8/P7/4PP2/8 w - -";

#[test]
fn goals_are_of_the_side_to_move() {
    let explained = |position: &str, goal: &str| {
        let task = catalog().open("antichess", Some(position), Some(goal)).unwrap();
        assert_eq!(task.goal(), goal);
        let mut run = task.begin(&task.default_algorithm(Asks::Goal).unwrap()).unwrap();
        let outcome = run.advance(&Limits::expansions(10_000), &mut ()).unwrap();
        task.explain(&outcome)
    };
    assert_eq!(explained(WIN, "win"), "proven: White can force a win");
    assert_eq!(explained(WIN, "loss"), "disproven: Black cannot force a win");
    assert_eq!(explained(WIN, "draw"), "proven: White can force at least a draw");
    assert_eq!(explained(LOSS, "win:no-clock"), "disproven: White cannot force a win, with no fifty-move rule");
    assert_eq!(explained(LOSS, "loss:no-clock"), "proven: Black can force a win, with no fifty-move rule");
    assert_eq!(explained(LOSS, "draw"), "disproven: White cannot force even a draw");
    assert_eq!(explained("8/8/8/8/8/8/8/r7 w - -", "win"), "proven: the game is over, and White has won");
    assert_eq!(explained("8/8/8/8/8/8/8/r7 w - -", "loss"), "disproven: the game is over, and Black has not won");
    assert_eq!(explained("8/8/8/8/8/8/8/Bb6 w - -", "draw"), "proven: the game is over, and White has not lost");
}

#[test]
fn what_is_no_goal_and_no_position_is_refused() {
    let error = |position: &str, goal: &str| catalog().open("antichess", Some(position), Some(goal)).err().unwrap();
    for goal in ["first:win", "mate", "win:no-clocks", "win:no-clock:no-clock", ""] {
        let message = error(WIN, goal).to_string();
        assert!(message.contains(&format!("{goal:?} is not one; give win, loss")), "{message}");
    }
    let message = error("8/8/8/8/8/8/8/R7 w - -", "win").to_string();
    assert!(message.starts_with("bad position for antichess: Black has no piece"), "{message}");
    let message = catalog().open("antichess:fics", None, None).err().unwrap().to_string();
    assert!(message.contains("stalemate"), "{message}");
}

#[test]
fn a_known_value_answers_all_goals() {
    let catalog = catalog();
    let entry = catalog.entry("antichess").unwrap();
    let column = entry.columns().iter().find(|column| column.name() == "value").unwrap();
    let told = |text: &str| column.read(text).unwrap();
    assert_eq!((told("win").goal.as_deref(), told("loss").goal.as_deref()), (Some("win"), Some("loss")));
    let known = |known: &Known, goal: &str| {
        catalog.open("antichess", Some(WIN), Some(goal)).unwrap().known_verdict(known).unwrap() == Some(Verdict::Proven)
    };
    let goals = ["win", "draw", "loss", "win:no-clock", "loss:no-clock"];
    assert_eq!(goals.map(|goal| known(&told("win").known, goal)), [true, true, false, true, false]);
    assert_eq!(goals.map(|goal| known(&told("loss").known, goal)), [false, false, true, false, true]);
    assert_eq!(column.read("draw").unwrap_err(), r#"value is "draw"; it must be win or loss"#);
}

#[test]
fn every_heuristic_solves_the_same() {
    for (position, verdict) in [(WIN, Verdict::Proven), (LOSS, Verdict::Disproven)] {
        let task = catalog().open("antichess", Some(position), Some("win")).unwrap();
        for algorithm in
            ["pns", "pns:init=mobility", "pns:init=pieces", "dfpn:init=pieces", "dfpn:table=keyed,init=pieces"]
        {
            let mut run = task.begin(&algorithm.parse().unwrap()).unwrap();
            assert_eq!(run.advance(&Limits::none(), &mut ()).unwrap().verdict, verdict, "{position} {algorithm}");
        }
    }
}

#[test]
fn lines_are_written_as_in_books() {
    let task = catalog().open("antichess", Some("startpos moves d2d3"), None).unwrap();
    let line: Vec<String> = ["g7g5", "c1g5", "f8g7"].map(str::to_owned).to_vec();
    assert_eq!(task.line_text(&line), "1... g5 2. Bxg5 Bg7");
}
