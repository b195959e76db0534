//! Which states decide others: with the clock, those of the same position do, and what they decide is so.

use std::collections::{HashMap, HashSet};

use proofset_chess::{Mate, State};
use proofset_core::{Dominance, Problem, Status, Value, Verdict};
use proofset_oracle::solve_all;

use crate::common::mate;

#[test]
fn a_smaller_clock_is_as_good_for_the_attacker() {
    // Five moves away from a draw, so that the clock decides much, beside what has stood before.
    let shuffled = "fen 7k/8/5K2/8/8/8/8/Q7 w - - 84 1 moves a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8";
    let shuffled = Mate::behind(shuffled.parse().unwrap(), "mate".parse().unwrap());
    for (question, expected) in [
        (mate("7k/8/5K2/8/8/8/8/Q7 w - - 93 1", "mate"), (29_780, 13_066, [5399, 274])),
        (shuffled, (49_161, 25_750, [10_847, 269])),
    ] {
        let root = question.root();
        let mut states = vec![root];
        let mut met = HashSet::from([root]);
        while let Some(state) = states.pop() {
            if matches!(question.status(&state), Status::Decided(_)) {
                continue;
            }
            question.for_each_successor(&state, |_, next| {
                if met.insert(next) {
                    states.push(next);
                }
            });
        }
        let values = solve_all(&question, [root], 4_000_000).unwrap();
        let mut alike: HashMap<State, Vec<State>> = HashMap::new();
        for &state in &met {
            alike.entry(question.without_clock(&state).unwrap().0).or_default().push(state);
        }
        let (mut pairs, mut decided) = (0, [0, 0]);
        for group in alike.values() {
            for (known, state) in group.iter().flat_map(|known| group.iter().map(move |state| (known, state))) {
                let verdict = values.get(known).unwrap();
                let value = if verdict == Verdict::Proven { Value::Proven } else { Value::Disproven };
                pairs += usize::from(known != state);
                if known != state && question.decides(known, value, state) {
                    assert_eq!(values.get(state), Some(verdict), "{known:?} {state:?}");
                    assert_eq!(question.common(known, value, state), Some(*known));
                    decided[usize::from(value == Value::Proven)] += 1;
                }
            }
        }
        assert_eq!((met.len(), pairs, decided), expected);
    }
}
