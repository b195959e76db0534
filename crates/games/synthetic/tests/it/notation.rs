//! What is accepted, and what refusals say.

use proofset_core::{Game, Notation};
use proofset_synthetic::{Leaves, Order, Parameters, Synthetic};

use crate::{after, game};

fn refusal(text: &str) -> String {
    text.parse::<Synthetic>().expect_err("it is refused").to_string()
}

#[test]
fn texts_are_written_in_one_order() {
    for (text, written) in [
        ("b=4,d=8", "b=4,d=8,seed=0,values=100"),
        ("b=4,d=8,seed=1,values=100", "b=4,d=8,seed=1,values=100"),
        (" d=8 , early=0.25,b=2..6, values=-3..7", "b=2..6,d=8,seed=0,values=-3..7,early=0.25"),
        ("b=4..4,d=8,values=-5..5,leaves=independent", "b=4,d=8,seed=0,values=5"),
        ("share=0.3,cycles=0.1,b=4,d=8", "b=4,d=8,seed=0,values=100,share=0.3,cycles=0.1"),
        ("b=4,d=8,leaves=incremental,share=1", "b=4,d=8,seed=0,values=100,leaves=incremental,share=1"),
        ("b=4,d=8,ordered=best-first", "b=4,d=8,seed=0,values=100,ordered=best-first"),
        ("b=4,d=8,ordered=0.9,values=0", "b=4,d=8,seed=0,values=0,ordered=0.9"),
        ("seed=7", "b=3,d=6,seed=7,values=100"),
    ] {
        let game = game(text);
        assert_eq!(game.to_string(), written);
        assert_eq!(written.parse::<Parameters>().as_ref(), Ok(game.parameters()));
    }
    let ordered = Parameters { leaves: Leaves::Ordered(Order(1.0)), ..Parameters::tree(4, 8) };
    assert_eq!(game("b=4,d=8,ordered=1").parameters(), &ordered);
}

#[test]
fn refusals_of_parameters_say_what_is_wrong() {
    let texts = [
        "",
        "b=4,d=8,b=3",
        "b=4,d=8,depth=3",
        "b=four,d=8",
        "b=6..2,d=8",
        "b=0,d=8",
        "b=4,d=0",
        "b=4,d=70000",
        "b=2,d=64",
        "b=4,d=8,values=-3",
        "b=4,d=8,values=2000000",
        "b=4,d=8,values=-2147483648..5",
        "b=2,d=8000,share=1,values=1000000,leaves=incremental",
        "b=4,d=8,share=1.5",
        "b=4,d=8,early=nan",
        "b=4,d=8,seed=-1",
        "b=4,d=8,leaves=random",
        "b=4,d=8,ordered=worst-first",
        "b=4,d=8,leaves=incremental,ordered=best-first",
        "b=4,d=8,leaves=incremental,cycles=0.1",
        "b=4,d=8,ordered=1,cycles=0.1",
    ];
    let refusals: Vec<String> = texts.iter().map(|text| format!("{text}: {}", refusal(text))).collect();
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    : there are no parameters; expected b=B,d=D,seed=SEED,values=VALUES,leaves=LEAVES,ordered=ORDERED,share=SHARE,cycles=CYCLES,early=EARLY, as in b=3,d=6,seed=0,values=100
    b=4,d=8,b=3: b is given twice; expected b=B,d=D,seed=SEED,values=VALUES,leaves=LEAVES,ordered=ORDERED,share=SHARE,cycles=CYCLES,early=EARLY, as in b=3,d=6,seed=0,values=100
    b=4,d=8,depth=3: there is no parameter "depth"; expected b=B,d=D,seed=SEED,values=VALUES,leaves=LEAVES,ordered=ORDERED,share=SHARE,cycles=CYCLES,early=EARLY, as in b=3,d=6,seed=0,values=100
    b=four,d=8: b cannot be "four"; give a whole number or a span LOW..HIGH, from 1 to 65536, as in b=3,d=6,seed=0,values=100
    b=6..2,d=8: b cannot be "6..2"; give a whole number or a span LOW..HIGH, from 1 to 65536, as in b=3,d=6,seed=0,values=100
    b=0,d=8: b cannot be "0"; give a whole number or a span LOW..HIGH, from 1 to 65536, as in b=3,d=6,seed=0,values=100
    b=4,d=0: d cannot be "0"; give a whole number from 1 to 65535, as in b=3,d=6,seed=0,values=100
    b=4,d=70000: d cannot be "70000"; give a whole number from 1 to 65535, as in b=3,d=6,seed=0,values=100
    b=2,d=64: ply 64 has more positions than 64 bits can number; expected fewer moves or plies, or a larger share
    b=4,d=8,values=-3: values cannot be "-3"; give a whole number N for -N..N, or a span LOW..HIGH, from -1000000 to 1000000, as in b=3,d=6,seed=0,values=100
    b=4,d=8,values=2000000: values cannot be "2000000"; give a whole number N for -N..N, or a span LOW..HIGH, from -1000000 to 1000000, as in b=3,d=6,seed=0,values=100
    b=4,d=8,values=-2147483648..5: values cannot be "-2147483648..5"; give a whole number N for -N..N, or a span LOW..HIGH, from -1000000 to 1000000, as in b=3,d=6,seed=0,values=100
    b=2,d=8000,share=1,values=1000000,leaves=incremental: the sums of 8000 scores reach 8000000000; expected at most 1000000000
    b=4,d=8,share=1.5: share cannot be "1.5"; give a number from 0 to 1, as in b=3,d=6,seed=0,values=100
    b=4,d=8,early=nan: early cannot be "nan"; give a number from 0 to 1, as in b=3,d=6,seed=0,values=100
    b=4,d=8,seed=-1: seed cannot be "-1"; give a whole number from 0 to 18446744073709551615, as in b=3,d=6,seed=0,values=100
    b=4,d=8,leaves=random: leaves cannot be "random"; give independent or incremental, as in b=3,d=6,seed=0,values=100
    b=4,d=8,ordered=worst-first: ordered cannot be "worst-first"; give a number from 0 to 1, or best-first for 1, as in b=3,d=6,seed=0,values=100
    b=4,d=8,leaves=incremental,ordered=best-first: `leaves` and `ordered` exclude each other: an order has leaves of its own; expected one
    b=4,d=8,leaves=incremental,cycles=0.1: cycles need leaves=independent: what is carried along would not come back
    b=4,d=8,ordered=1,cycles=0.1: cycles and ordered exclude each other: what is carried along would not come back
    "#);
}

#[test]
fn parameters_that_are_no_text_are_checked_as_well() {
    let refused = |parameters| Synthetic::new(parameters).expect_err("it is refused").to_string();
    let tree = Parameters::tree(4, 8);
    assert!(refused(Parameters { share: -0.1, ..tree.clone() }).starts_with("share=-0.1 is not a rate"));
    assert!(refused(Parameters { early: f64::NAN, ..tree.clone() }).starts_with("early=NaN is not a rate"));
    assert!(
        refused(Parameters { leaves: Leaves::Ordered(Order(2.0)), ..tree.clone() }).starts_with("ordered=2 is not")
    );
    let empty = std::ops::RangeInclusive::new(3, 2);
    assert!(refused(Parameters { branching: empty, ..tree.clone() }).starts_with("a position has b=3..=2 moves"));
    assert!(
        refused(Parameters { values: std::ops::RangeInclusive::new(1, 0), ..tree }).starts_with("scores are drawn")
    );
}

#[test]
fn refusals_of_positions_say_what_is_wrong() {
    let refusals = |game: &Synthetic, texts: &[&str]| {
        let refusal = |text: &&str| match game.parse_position(text) {
            Ok(position) => panic!("{text} is read as {position:?}"),
            Err(error) => format!("{text}: {error}"),
        };
        texts.iter().map(refusal).collect::<Vec<_>>().join("\n")
    };
    let tree = game("b=2..3,d=6,seed=1,early=0.2");
    let texts = ["", "3", "3:x", "3:-1", "3:07", "1:1:5", "7:0", "2:9", "4:40", "6:300", "6:728", "6:729", "70000:1"];
    insta::assert_snapshot!(refusals(&tree, &texts), @r"
        : `` is not a position; expected ply:number, such as 3:17
        3: `3` is not a position; expected ply:number, such as 3:17
        3:x: `3:x` is not a position; expected ply:number, such as 3:17
        3:-1: `3:-1` is not a position; expected ply:number, such as 3:17
        3:07: `3:07` is not a position; expected ply:number, such as 3:17
        1:1:5: `1:1:5` is not a position; expected ply:number, such as 3:17
        7:0: ply 7 does not exist; expected 0 to 6
        2:9: ply 2 has no position 9; expected 0 to 8
        4:40: `4:40` cannot be reached: 2:4, on the way, is a leaf
        6:300: `6:300` cannot be reached: 2:3, on the way, has no move 3
        6:728: `6:728` cannot be reached: 0:0, on the way, has no move 3
        6:729: ply 6 has no position 729; expected 0 to 728
        70000:1: `70000:1` is not a position; expected ply:number, such as 3:17
        ");
    let carried = game("b=4,d=6,seed=1,values=10,leaves=incremental,share=0.3");
    insta::assert_snapshot!(refusals(&carried, &["3:17", "3:17:31", "3:32:0", "0:0:4", "3:17:+5"]), @r"
    3:17: `3:17` is not a position; expected ply:number:score, such as 3:17:-5
    3:17:31: score 31 cannot occur on ply 3; expected -30 to 30
    3:32:0: ply 3 has no position 32; expected 0 to 31
    0:0:4: score 4 is not that of the start; expected 0:0:0
    3:17:+5: `3:17:+5` is not a position; expected ply:number:score, such as 3:17:-5
    ");
    let cyclic = game("b=3,d=6,seed=1,cycles=0.5");
    insta::assert_snapshot!(refusals(&cyclic, &["6:0", "6:100"]), @r"
    6:0: `6:0` cannot be reached: move 1 on the way leads back to ply 0
    6:100: `6:100` cannot be reached: move 2 on the way leads back to ply 0
    ");
}

#[test]
fn positions_of_trees_bring_back_what_they_carry() {
    for text in ["b=3,d=6,seed=1,leaves=incremental", "b=3,d=6,seed=1,ordered=0.5"] {
        let game = game(text);
        let played = [3, 1, 2, 3].into_iter().fold(game.start(), |position, mv| after(&game, &position, mv));
        assert_eq!(game.position_text(&played), "4:59");
        assert_eq!(game.parse_position("4:59"), Ok(played));
        assert_ne!(played.carried(), 0);
    }
}

#[test]
fn refusals_of_moves_say_what_is_wrong() {
    let game = game("b=3,d=1");
    let start = game.start();
    let refusal = |position, text| game.parse_move(position, text).expect_err("it is refused").to_string();
    assert_eq!(refusal(&start, "4"), "`4` is not a move here; expected a number from 1 to 3");
    assert_eq!(refusal(&start, "0"), "`0` is not a move here; expected a number from 1 to 3");
    assert_eq!(refusal(&start, "one"), "`one` is not a move here; expected a number from 1 to 3");
    assert_eq!(refusal(&after(&game, &start, 1), "1"), "the game is over, there are no moves");
    assert_eq!(game.parse_move(&start, "3"), Ok(3));
}
