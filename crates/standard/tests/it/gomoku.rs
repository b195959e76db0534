//! Questions about Gomoku: attacks by fours and threats, and certificates of the whole game.

use proofset_catalog::Asks;
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// A game of the Renju archive of renju.net (number 92337) after 35 moves: the second player wins by threats, with fours that the
/// first player may not stop at the end.
const RENJU: &str = "h8i9h7j8f8h9g9h10g11f10i10g10i8j9e10k9l9g8j10k7l6k8k6l10i7j6m9i5h4f7g6e6d5f5g4";

/// Asks, and expects a certificate that names the whole game if the verdict is one about it.
fn solve(game: &str, position: &str, goal: &str, algorithm: &str, expected: Verdict, named: &str) -> u64 {
    let task = catalog().open(game, Some(position), Some(goal)).unwrap();
    let algorithm = match algorithm {
        "" => task.default_algorithm(Asks::Goal).unwrap(),
        text => text.parse().unwrap(),
    };
    let mut run = task.begin(&algorithm).unwrap();
    let outcome = run.advance(&Limits::expansions(200_000), &mut ()).unwrap();
    assert_eq!(outcome.verdict, expected, "{game} {algorithm} {position}");
    let mut file = Vec::new();
    run.write_certificate(Form::Binary, &mut file).unwrap();

    let mut reader = Reader::new(Box::new(std::io::Cursor::new(file)) as Box<dyn std::io::Read>).unwrap();
    let header = reader.header().clone();
    assert_eq!((&*header.game, &*header.goal), (named, goal));
    let whole = catalog().open(&header.game, Some(&header.position), Some(&header.goal)).unwrap();
    whole.check(&mut reader).unwrap().nodes
}

/// The positions of the suite, one of each few: rule, moves, who moves, and whether fours alone win.
fn positions() -> Vec<[String; 4]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/suite/gomoku.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.step_by(8).map(|row| std::array::from_fn(|place| row.split('\t').nth(place).unwrap().to_owned())).collect()
}

#[test]
fn attacks_win_and_are_certified_for_the_whole_game() {
    let rows = positions();
    assert!(rows.len() >= 25);
    for [rule, moves, player, attack] in rows {
        let goal = format!("{player}:win");
        let whole = if rule == "freestyle" { "gomoku".to_owned() } else { format!("gomoku:rule={rule}") };
        let game = format!("gomoku:rule={rule},threats");
        solve(&game, &moves, &goal, "", Verdict::Proven, &whole);
        let game = format!("gomoku:rule={rule},fours");
        if attack == "fours" {
            solve(&game, &moves, &goal, "dfpn", Verdict::Proven, &whole);
        } else {
            // That an attack fails says nothing of other ways to win, so the certificate names the attack.
            let named = game.replace("rule=freestyle,", "");
            solve(&game, &moves, &goal, "dfpn", Verdict::Disproven, &named);
        }
    }
}

#[test]
fn the_first_player_of_renju_cannot_stop_everything() {
    for algorithm in ["pns", "dfpn:epsilon=0.25,table=keyed"] {
        let game = "gomoku:rule=renju,threats";
        let nodes = solve(game, RENJU, "second:win", algorithm, Verdict::Proven, "gomoku:rule=renju");
        assert!(nodes > 500, "a proof that branches: {nodes}");
    }
    // Where nothing is prohibited, those threats do not win.
    let game = "gomoku:threats";
    solve(game, RENJU, "second:win", "pns", Verdict::Disproven, game);
}
