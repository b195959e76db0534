//! Goals as text.

use insta::assert_snapshot;
use proofset_chess::{Attacker, MateGoal};

fn endless() -> [MateGoal; 2] {
    [MateGoal::MATE_NO_CLOCK, MateGoal::MATED_NO_CLOCK]
}

#[test]
fn only_questions_without_the_clock_have_none() {
    assert!(endless().iter().all(|goal| !goal.has_clock() && goal.moves().is_none() && goal.plies().is_none()));
    assert!([MateGoal::MATE, MateGoal::MATED].iter().all(|goal| goal.has_clock()));
    assert!(MateGoal::mate_in(3).is_ok_and(MateGoal::has_clock));
    assert_eq!(endless().map(MateGoal::attacker), [Attacker::SideToMove, Attacker::Opponent]);
}

#[test]
fn goals_are_written_and_read_back() {
    let bounded = [1, 2, 17, MateGoal::MAX_MOVES].map(|moves| [MateGoal::mate_in(moves), MateGoal::mated_in(moves)]);
    let bounded = bounded.into_iter().flatten().map(|goal| goal.expect("the bound is in range"));
    let goals: Vec<MateGoal> = endless().into_iter().chain([MateGoal::MATE, MateGoal::MATED]).chain(bounded).collect();
    let texts: Vec<String> = goals.iter().map(ToString::to_string).collect();
    assert_snapshot!(
        texts.join(" "),
        @"mate:no-clock mated:no-clock mate mated mate-in:1 mate-in:-1 mate-in:2 mate-in:-2 mate-in:17 mate-in:-17 mate-in:6400 mate-in:-6400",
    );
    let read: Vec<MateGoal> = texts.iter().map(|text| text.parse().expect("goals are read back")).collect();
    assert_eq!(read, goals);
    assert_eq!(" mate-in: 3 ".parse(), MateGoal::mate_in(3));
}

#[test]
fn restrictions_are_written_and_read_back() {
    let bounded = MateGoal::mated_in(3).expect("the bound is in range");
    let confined = |goal: MateGoal, most| goal.with_king_moves(most).expect("the limit is in range");
    let goals = [MateGoal::MATE.by_checks(), confined(MateGoal::MATED_NO_CLOCK, 8), confined(bounded.by_checks(), 0)];
    let texts = goals.map(|goal| goal.to_string());
    assert_eq!(texts, ["mate:checks", "mated:no-clock:king-moves=8", "mate-in:-3:checks:king-moves=0"]);
    assert_eq!(texts.map(|text| text.parse()), goals.map(Ok));
    assert_eq!("mate : king-moves=2 : checks".parse(), Ok(confined(MateGoal::MATE.by_checks(), 2)));
    assert_eq!(goals[2].within(7).map(|goal| goal.to_string()), Ok("mate-in:-7:checks:king-moves=0".to_owned()));
    assert_eq!(goals[2].with_attacker(Attacker::SideToMove).to_string(), "mate:checks:king-moves=0");
    assert!(goals.iter().all(|goal| goal.is_restricted()) && !bounded.is_restricted());
}

/// The attacker's last move is the last half-move.
#[test]
fn bounds_in_half_moves() {
    let plies = |text: &str| {
        let goal: MateGoal = text.parse().expect("the goal is well formed");
        (goal.attacker(), goal.moves(), goal.plies())
    };
    assert_eq!(plies("mate"), (Attacker::SideToMove, None, None));
    assert_eq!(plies("mated"), (Attacker::Opponent, None, None));
    assert_eq!(plies("mate:no-clock"), (Attacker::SideToMove, None, None));
    assert_eq!(plies("mated:no-clock"), (Attacker::Opponent, None, None));
    assert_eq!(plies("mate-in:1"), (Attacker::SideToMove, Some(1), Some(1)));
    assert_eq!(plies("mate-in:4"), (Attacker::SideToMove, Some(4), Some(7)));
    assert_eq!(plies("mate-in:-1"), (Attacker::Opponent, Some(1), Some(2)));
    assert_eq!(plies("mate-in:-4"), (Attacker::Opponent, Some(4), Some(8)));
}

fn error(text: &str) -> String {
    text.parse::<MateGoal>().expect_err("the goal is bad").to_string()
}

#[test]
fn errors_say_what_is_expected() {
    assert_snapshot!(
        error("mate:king-moves=1:king-moves=2"),
        @"`king-moves` is given twice in the goal `mate:king-moves=1:king-moves=2`; expected it once",
    );
    assert_snapshot!(
        error(""),
        @"`` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`, with N below 0 if the side to move \
          is mated, and maybe `:no-clock`, `:checks` or `:king-moves=N` behind it",
    );
    assert_snapshot!(
        error("win"),
        @"`win` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`, with N below 0 if the side to \
          move is mated, and maybe `:no-clock`, `:checks` or `:king-moves=N` behind it",
    );
    assert_snapshot!(
        error("mate in 3"),
        @"`mate in 3` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`, with N below 0 if the side \
          to move is mated, and maybe `:no-clock`, `:checks` or `:king-moves=N` behind it",
    );
    assert_snapshot!(
        error("mate-in:"),
        @"`` in the goal `mate-in:` is not a number of moves; expected one such as 3, or -3 if the side to move is \
          mated",
    );
    assert_snapshot!(
        error("mate-in:x"),
        @"`x` in the goal `mate-in:x` is not a number of moves; expected one such as 3, or -3 if the side to move \
          is mated",
    );
    assert_snapshot!(
        error("mate-in:2.5"),
        @"`2.5` in the goal `mate-in:2.5` is not a number of moves; expected one such as 3, or -3 if the side to \
          move is mated",
    );
    assert_snapshot!(error("mate-in:0"), @"a mate takes at least 1 move; expected a number other than 0");
    assert_snapshot!(error("mate-in:6401"), @"a mate in 6401 is out of range; expected at most 6400 moves");
    assert_snapshot!(error("mate-in:-6401"), @"a mate in 6401 is out of range; expected at most 6400 moves");
    assert_snapshot!(
        error("mate-in:--1"),
        @"`--1` in the goal `mate-in:--1` is not a number of moves; expected one such as 3, or -3 if the side to \
          move is mated",
    );
    assert_snapshot!(error("mate-in:2147483648"), @"a mate in 2147483648 is out of range; expected at most 6400 moves");
    assert_eq!(MateGoal::mated_in(0).unwrap_err().to_string(), error("mate-in:-0"));
    assert_eq!(MateGoal::mate_in(u16::MAX).unwrap_err().to_string(), error("mate-in:65535"));
}
