//! Problems with known answers: what lives, what dies, and by which ko.

use proofset_core::{Describe, Limits, Problem, Solver, Status, Verdict};
use proofset_cyclic::Search;
use proofset_go::{Local, enclosed};
use proofset_nodeset::{Count, Pick};
use proofset_testkit::certified::certified;
use proofset_testkit::suite;

use crate::{local, position};

use Verdict::{Disproven as No, Proven as Yes};

/// The verdict, certified, and the nodes that were expanded.
fn solve(local: &Local<1>) -> (Verdict, u64) {
    let mut search = Search::new(local, Count::new(), Count::new(), Pick::Oldest);
    let report = search.solve(&Limits::expansions(100_000), &mut ()).unwrap();
    let value = report.verdict.value().expect("it is small");
    certified(local, &search, value);
    (report.verdict, report.counters.expanded)
}

fn verdict(text: &str, goal: &str) -> Verdict {
    solve(&local("", text, goal)).0
}

/// The verdicts if the attacker's opponent has two threats, if nobody has one, and if the attacker takes kos at will.
fn by_ko(text: &str, goal: &str) -> [Verdict; 3] {
    [":komaster=defender:threats=9", "", ":komaster=attacker"].map(|ko| verdict(text, &format!("{goal}{ko}")))
}

/// The verdict behind a first move.
fn behind(local: &Local<1>, mv: &str) -> Verdict {
    let mut next = None;
    local.for_each_successor(&local.root(), |other, state| {
        if local.move_text(&local.root(), other) == mv {
            next = Some(state);
        }
    });
    let next = next.unwrap_or_else(|| panic!("{mv} is no move"));
    if let Status::Decided(value) = local.status(&next) {
        return Some(value).into();
    }
    let mut search = Search::new(local, Count::new(), Count::new(), Pick::Oldest);
    search.ask(next);
    search.solve(&Limits::expansions(100_000), &mut ()).unwrap().verdict
}

/// What is said of the stones behind a first move without a search, and the moves that are asked for there.
fn seen_behind(text: &str, goal: &str, mv: &str) -> (Option<Verdict>, Vec<String>) {
    let place = if goal.contains(":region=") { "" } else { ":region=board" };
    let local = local("", text, &format!("{goal}{place}"));
    let root = local.root();
    let mut next = None;
    local.for_each_successor(&root, |other, state| {
        if local.move_text(&root, other) == mv {
            next = Some(state);
        }
    });
    let next = next.unwrap_or_else(|| panic!("{mv} is no move"));
    let end = match local.status(&next) {
        Status::Decided(value) => Some(Some(value).into()),
        _ => None,
    };
    let mut moves = Vec::new();
    local.for_each_successor(&next, |other, _| moves.push(local.move_text(&next, other)));
    (end, moves)
}

#[test]
fn a_chain_falls_whose_last_liberty_gains_nothing() {
    let text = "..../X.../O.../.X.. x";
    assert_eq!(seen_behind(text, "capture:A2", "B2").0, Some(Yes));
    // A single stone might be taken back.
    assert_eq!(seen_behind(text, "capture:A2:komaster=defender", "B2").0, None);
    // Two liberties at the end, or a stone beside it to take.
    assert_eq!(seen_behind("..../.XX./.O../.X.. x", "capture:B2", "A2").0, None);
    assert_eq!(seen_behind("..../XO../O.../.X.. x", "capture:A2", "B2").0, None);
    // A way out by A1, beside a point where nobody plays.
    let goal = "capture:A2/D2:region=A1+C1-D1+A2-D4";
    assert_eq!(seen_behind("..../X.../O..O/.... x", goal, "B2").0, None);
}

#[test]
fn a_chain_is_out_that_one_stone_brings_out_of_reach() {
    let text = "..../.X../.O../.X.. x";
    assert_eq!(seen_behind(text, "capture:B2:liberties=3", "A2").0, Some(No));
    assert_eq!(seen_behind(text, "capture:B2:liberties=4", "A2").0, None);
    // Each of two chains gets out by a stone; where the attacker needs but one of them, both have to.
    let two = ".X...X./.O...O./....... x";
    assert_eq!(seen_behind(two, "capture:B2+F2:liberties=4", "D3").0, Some(No));
    assert_eq!(seen_behind(two, "capture:B2/F2:liberties=4", "D3").0, None);
}

#[test]
fn a_chain_with_one_liberty_extends_or_takes() {
    assert_eq!(seen_behind("..../.X../.O../.X.. x", "capture:B2", "A2").1, ["C2", "pass"]);
    assert_eq!(seen_behind("..../OX../.O../.X.. x", "capture:B2", "A2").1, ["C2", "A1", "pass"]);
}

/// What a wall leaves a group, within so many steps.
fn left_by_the_wall(text: &str, stone: &str, steps: usize) -> Vec<String> {
    let position = position(text);
    let point = position.board().size().parse_point(stone).unwrap();
    let mut points: Vec<_> = enclosed(position.board(), &[point], steps).iter().map(ToString::to_string).collect();
    points.sort();
    points
}

#[test]
fn a_place_ends_where_its_wall_has_a_gap() {
    // The gap is below the wall on the right: D1 belongs to it, and what is behind does not.
    let text = "....../XXX.../...X../.O.X../...X../...... o";
    assert_eq!(left_by_the_wall(text, "B3", 1), ["A3", "B2", "B3", "B4", "C3"]);
    let all = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1"];
    assert_eq!(left_by_the_wall(text, "B3", 9), all);
    // Stones that the group holds are in its place, however many liberties they have.
    let text = "......./OOOOO../XXXXO../...XO../OO.XO../...XO../...XO.. x";
    assert_eq!(left_by_the_wall(text, "D1", 9).len(), 20);
}

/// Where several stones may be taken off by suicide, the points below them can be empty again: White fills C1, its three stones
/// are gone, and then it takes two of the points and has a liberty left when it fills the eye.
#[test]
fn an_eye_below_stones_that_suicide_takes_off_is_none() {
    let goal = "save:B1:eyes:region=board";
    assert_eq!(solve(&local("suicide", ".X.OO o", goal)).0, No);
    assert_eq!(solve(&local("", ".X.OO o", goal)).0, Yes);
}

/// Problems of the tests of the program tsumego-solver by Cameron Martin (2020), taken as facts: the move that solves them, and the
/// nodes that its proof-number search looks at.
#[test]
fn four_problems_take_fewer_nodes_than_in_a_program_for_them() {
    for (rows, solution, nodes) in [
        (["...XO...........", "XXXXO...........", "OOOOO...........", "................"], "B8", 5),
        (["..XO...OX.......", "..XOOOOOX.......", "..XXXXXXX.......", "................"], "F8", 219),
        ([".XOOOX..........", "OO..OX..........", "XXOOOX..........", ".XXXXX.........."], "C7", 2_989),
        (["..........XX.OX.", "..........XO.O.O", "..........XOO...", "..........XXX.OO"], "P6", 176_977),
    ] {
        let fifth = if solution == "P6" { "............XXXX" } else { "................" };
        let below = ["................"; 3].join("/");
        let local = local("", &format!("{}/{fifth}/{below} x", rows.join("/")), "");
        let (verdict, expanded) = solve(&local);
        assert_eq!(verdict, Yes, "{rows:?}");
        assert!(expanded < nodes, "{expanded}");
        assert_eq!(behind(&local, solution), Yes, "{solution}");
    }
}

/// A row of the suite: the position, the question, and by which ko the mover succeeds.
fn rows() -> Vec<(String, String, usize)> {
    let text = std::fs::read_to_string(suite::folder().join("go.tsv")).expect("the suite has a table");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0].to_owned(), cells[1].to_owned(), cells[2].parse().expect("a kind"))
    });
    rows.collect()
}

#[test]
fn the_rows_of_the_suite_are_decided_by_their_ko() {
    let rows = rows();
    assert_eq!(rows.len(), 60);
    let mut seen = [0; 4];
    for (text, goal, kind) in rows.into_iter().step_by(3) {
        seen[kind] += 1;
        // From the side that moves: without a threat, with the opponent's threat to be found first, with its own.
        let mut answers = by_ko(&text, &goal);
        if goal.starts_with("live") {
            answers.reverse();
        }
        let expected = [kind == 1, kind == 1 || kind == 2, kind > 0].map(|holds| if holds { Yes } else { No });
        assert_eq!(answers, expected, "{text} {goal}");
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn three_in_a_row_live_or_die_by_the_middle() {
    for (to_move, expected) in [("x", Yes), ("o", No)] {
        assert_eq!(verdict(&format!("...X.O/XXXX.O/OOOOOO/...... {to_move}"), "live:A3"), expected);
    }
}

#[test]
fn four_in_a_square_die_and_four_in_a_row_live() {
    for to_move in ["x", "o"] {
        assert_eq!(verdict(&format!("..XO./..XO./XXXO./OOOO. {to_move}"), "live:C3"), No);
        assert_eq!(verdict(&format!("....XO./XXXXXO./OOOOOO. {to_move}"), "live:A2"), Yes);
    }
}

/// Two liberties that both sides share: who fills one is captured.
#[test]
fn seki_is_life() {
    let seki = "......./OOOOOOO/XXXXXXO/.OOO.XO";
    for goal in ["live:A2", "live:B1"] {
        for to_move in ["x", "o"] {
            assert_eq!(verdict(&format!("{seki} {to_move}"), goal), Yes, "{goal} {to_move}");
        }
    }
}

/// White's stone on B2 has just taken Black's on C2: Black needs a threat elsewhere before taking it back.
#[test]
fn who_may_not_take_back_at_once_needs_a_threat() {
    let ko = ".XO./XO.O/.XO. x ko:C2";
    assert_eq!(by_ko(ko, "capture:B2"), [No, No, Yes]);
    // What is taken by a ko is taken back by a defender with threats.
    assert_eq!(by_ko(".XO./XO.O/.XO. x", "capture:B2"), [No, Yes, Yes]);
    assert_eq!(by_ko(".XO./XO.O/.XO. o", "capture:B2"), [No, No, No]);
}

/// Black takes a ko back again and again, but not for ever.
#[test]
fn threats_that_come_to_an_end_do_not_keep_a_ko() {
    let corner = "O....XOO./..XO.XOO./XXX.XXOO./OOOOOOOO./OOOOOOOO./........./........./........./......... o";
    let killed = |ko| verdict(corner, &format!("kill:A7{ko}"));
    assert_eq!([":komaster=defender", ":komaster=defender:threats=9"].map(killed), [No, Yes]);
}
