//! Questions about Domineering: how verdicts are worded where safe moves decide, and positions with known winners.

use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// The verdict in words, with so few expansions.
fn explained(game: &str, position: &str) -> String {
    let task = catalog().open(game, Some(position), Some("first:win")).unwrap();
    let mut run = task.begin(&"pns".parse().unwrap()).unwrap();
    let outcome = run.advance(&Limits::expansions(100), &mut ()).unwrap();
    task.explain(&outcome)
}

#[test]
fn verdicts_say_whether_the_game_is_over() {
    assert_eq!(
        explained("domineering:3x3", "b1b2"),
        "proven: the first player can force a win, by moves that the second player cannot prevent"
    );
    assert_eq!(explained("domineering:3x3+no-static", "b1b2"), "proven: the first player can force a win");
    assert_eq!(
        explained("domineering:1x2", ""),
        "disproven: the game is over, and the first player has not won",
        "Vertical has no room"
    );
    assert_eq!(
        explained("domineering:3x3", "###/.../### H"),
        "disproven: the first player cannot force a win, for the second player has moves enough that cannot be prevented"
    );
}

#[test]
fn winners_are_those_of_the_suite() {
    let rows = include_str!("../../../testkit/suite/domineering.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut solved = 0;
    for row in rows {
        let [game, position, winner] = row.split('\t').collect::<Vec<_>>().try_into().expect("there are three columns");
        let task = catalog().open(game, Some(position), Some("first:win")).unwrap();
        let mut run = task.begin(&"pds:table=keyed,init=moves".parse().unwrap()).unwrap();
        let outcome = run.advance(&Limits::expansions(10_000), &mut ()).unwrap();
        let expected = if winner == "first" { Verdict::Proven } else { Verdict::Disproven };
        assert!([expected, Verdict::Unknown].contains(&outcome.verdict), "{row}");
        solved += usize::from(outcome.verdict == expected);
    }
    assert!(solved > 12, "{solved}");
}
