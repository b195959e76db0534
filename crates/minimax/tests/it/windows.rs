//! The contract of windows: a result at or below alpha bounds the value from above, one at or above beta from below,
//! and one between is the value.

use proofset_core::{Game, Limits, Score, ValuedGame};
use proofset_minimax::{Method, Search};

use crate::common::{Plain, all_options, random_games};

fn check(value: Score, alpha: Score, beta: Score, result: Score, limit: Score) {
    if result <= alpha {
        assert!(value <= result, "{value} in ({alpha}, {beta}) came back as {result}");
    } else if result >= beta {
        assert!(value >= result, "{value} in ({alpha}, {beta}) came back as {result}");
    } else {
        assert_eq!(value, result, "({alpha}, {beta})");
    }
    assert!((-limit..=limit).contains(&result), "fail-soft scores are scores");
}

#[test]
fn all_windows_of_random_games() {
    let (mut below, mut within, mut above) = (0, 0, 0);
    for game in random_games(3) {
        let value = Plain::new(&game).final_value(&game.start());
        let limit = game.limit();
        for options in all_options() {
            if matches!(options.method, Method::Scout | Method::Test | Method::Mtd { .. }) {
                continue;
            }
            let step = (limit / 4).max(1);
            for alpha in (-limit - 1..=limit).step_by(step.unsigned_abs() as usize) {
                for beta in [alpha + 1, alpha + step, limit + 1] {
                    let mut search = Search::new(&game, options);
                    let result = search.score(&game.start(), alpha, beta, &Limits::none(), &mut ());
                    let result = result.expect("nothing limits the search");
                    check(value, alpha, beta, result, limit);
                    below += u32::from(result <= alpha);
                    above += u32::from(result >= beta);
                    within += u32::from(alpha < result && result < beta);
                }
            }
        }
    }
    assert!(below > 1000 && within > 1000 && above > 1000, "{below}, {within}, {above}");
}
