//! Goals as text.

use insta::assert_snapshot;
use proofset_shogi::{Attacker, TsumeGoal};

#[test]
fn goals_are_written_and_read_back() {
    for text in ["mate", "mated", "mate-in:1", "mate-in:1525", "mated-in:2", "mate-in:32767", "mated-in:32766"] {
        let goal: TsumeGoal = text.parse().expect("the goal is well formed");
        assert_eq!(goal.to_string(), text);
        let no_futile = goal.without_futile();
        assert!(no_futile.leaves_out_futile() && !goal.leaves_out_futile());
        assert_eq!(
            (no_futile.to_string(), no_futile.to_string().parse()),
            (format!("{text}:no-futile"), Ok(no_futile))
        );
    }
    let no_futile = TsumeGoal::MATED.without_futile();
    assert_eq!(no_futile.within(4).map(|goal| goal.to_string()), Ok("mated-in:4:no-futile".to_owned()));
    assert!(no_futile.within(3).is_err());
    assert_eq!(no_futile.with_attacker(Attacker::SideToMove).to_string(), "mate:no-futile");
    assert_eq!(" mate-in: 3 ".parse(), TsumeGoal::mate_in(3));
    assert_eq!("mated-in:4".parse(), TsumeGoal::mated_in(4));
    let goal = |text: &str| {
        let goal: TsumeGoal = text.parse().expect("the goal is well formed");
        (goal.attacker(), goal.plies())
    };
    assert_eq!(goal("mate"), (Attacker::SideToMove, None));
    assert_eq!(goal("mated"), (Attacker::Opponent, None));
    assert_eq!(goal("mate-in:3"), (Attacker::SideToMove, Some(3)));
    assert_eq!(goal("mated-in:2"), (Attacker::Opponent, Some(2)));
}

fn error(text: &str) -> String {
    text.parse::<TsumeGoal>().expect_err("the goal is bad").to_string()
}

#[test]
fn errors_say_what_is_expected() {
    assert_snapshot!(
        error("win"),
        @"`win` is not a goal of tsume-shogi; expected `mate`, `mate-in:N`, `mated` or `mated-in:N`, with N counting the moves of both sides, and maybe `:no-futile` behind it"
    );
    assert_snapshot!(error("mate-in:"), @"`` in the goal `mate-in:` is not a number of plies; expected one such as 5");
    assert_snapshot!(error("mate-in:-3"), @"`-3` in the goal `mate-in:-3` is not a number of plies; expected one such as 5");
    assert_snapshot!(error("mate-in:4"), @"a mate that the side to move gives has an odd number of plies, not 4; expected one such as 3 or 5");
    assert_snapshot!(error("mated-in:3"), @"a mate that the side to move suffers has an even number of plies, not 3; expected one such as 2 or 4");
    assert_snapshot!(error("mated-in:0"), @"0 plies are out of range; expected a number from 2 to 32767");
    assert_snapshot!(error("mate-in:70000"), @"70000 plies are out of range; expected a number from 1 to 32767");
}
