//! Far moves: a side that is held near the stones plays farther, so often in a line.

use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_core::{Describe, Problem, Status};
use proofset_go::{Local, LocalQuestion};
use proofset_testkit::conformance::check_packing;

use crate::asked;
use crate::compared::random;
use crate::slow::{diagram, name_of};

/// The moves of a state with the texts of the states behind them, and how many far moves these have left.
fn moves<P: Describe>(problem: &P, state: &P::State, full: [u8; 2]) -> Vec<(String, P::State, [u8; 2])> {
    let mut moves = Vec::new();
    problem.for_each_successor(state, |mv, next| {
        let left = left(&problem.state_text(&next), full);
        moves.push((problem.move_text(state, mv), next, left));
    });
    moves
}

/// What a text says of the far moves that are left; without a word all are.
fn left(text: &str, full: [u8; 2]) -> [u8; 2] {
    let word = text.split(' ').find_map(|word| word.strip_prefix("far:"));
    word.map_or(full, |word| {
        let (one, other) = word.split_once(',').expect("two numbers");
        [one, other].map(|count| count.parse().expect("a number"))
    })
}

/// The moves of the first state of a question.
fn first_moves(rules: &str, text: &str, goal: &str) -> BTreeSet<String> {
    fn names<const W: usize>(local: &Local<W>) -> BTreeSet<String> {
        moves(local, &local.root(), [0; 2]).into_iter().map(|(name, _, _)| name).collect()
    }
    match asked(rules, text, goal) {
        LocalQuestion::Small(local) => names(&local),
        other => panic!("{other:?}"),
    }
}

/// Plays at random, and holds each move against those of questions without far moves. Says how many were far.
fn play_out<P: Describe>(problem: &P, rules: &str, goal: &str, root: P::State, attacks: bool, rng: &mut Rng) -> usize {
    let (full, steps) = ([2, 1], [":near=1", ":near=3"]);
    let (mut state, mut counts, mut attacks, mut far) = (root, full, attacks, 0);
    for _ in 0..12 {
        if !matches!(problem.status(&state), Status::Open(_)) {
            return far;
        }
        // A state is written as a position, with more behind it.
        let text = problem.state_text(&state);
        let words =
            text.split(' ').filter(|word| !["far:", "past:", "passed", "lost:"].iter().any(|no| word.starts_with(no)));
        let position = words.collect::<Vec<_>>().join(" ");
        let [near, wide] = steps.map(|near| first_moves(rules, &position, &format!("{goal}{near}")));
        let side = usize::from(!attacks);
        let mut behind = moves(problem, &state, full);
        let allowed = if counts[side] > 0 { &wide } else { &near };
        if rules.is_empty() {
            let names: BTreeSet<_> = behind.iter().map(|(name, _, _)| name.clone()).collect();
            assert_eq!(&names, allowed, "{text} {goal}");
        }
        // Who may not play at all because of the past may pass where others may not.
        for (name, _, left) in behind.iter().filter(|(name, _, _)| name != "pass") {
            assert!(allowed.contains(name), "{text} {goal}: {name}");
            let mut expected = counts;
            expected[side] -= u8::from(!near.contains(name));
            assert_eq!(*left, expected, "{text} {goal}: {name}");
            far += usize::from(*left != counts);
        }
        if behind.is_empty() {
            return far;
        }
        let (_, next, left) = behind.swap_remove(rng.usize(..behind.len()));
        (state, counts, attacks) = (next, left, !attacks);
    }
    far
}

#[test]
fn far_moves_are_counted() {
    let mut rng = Rng::with_seed(11);
    let mut far = [0; 2];
    for round in 0..300 {
        let (cells, target) = random(&mut rng, &[(5, 5), (7, 4), (6, 6)], 20..60);
        let to_move = ['x', 'o'][rng.usize(..2)];
        let attacks = cells[target.1][target.0] != to_move.to_ascii_uppercase();
        let (text, name) = (format!("{} {to_move}", diagram(&cells)), name_of(target, &cells));
        let goal = format!("capture:{name}:liberties=6");
        let with_far = format!("{goal}:near=1:far=3x2,3x1");
        let rules = ["", "superko=positional"][round % 2];
        // Questions without a past have the moves of a state that begins one.
        let simple = if rules.is_empty() { "" } else { "no-static" };
        far[round % 2] += match asked(rules, &text, &with_far) {
            LocalQuestion::Small(local) => {
                check_packing(&local, 2, round as u64);
                play_out(&local, simple, &goal, local.root(), attacks, &mut rng)
            }
            LocalQuestion::WithHistory(local) => play_out(&local, simple, &goal, local.root(), attacks, &mut rng),
            other => panic!("{other:?}"),
        };
    }
    assert!(far.iter().all(|&far| far > 300), "{far:?}");
}

#[test]
fn a_question_that_is_asked_with_far_moves_is_between_those_without() {
    let mut rng = Rng::with_seed(3);
    let mut between = 0;
    for _ in 0..200 {
        let (cells, target) = random(&mut rng, &[(4, 4), (5, 4)], 30..70);
        let text = format!("{} {}", diagram(&cells), if cells[target.1][target.0] == 'X' { 'o' } else { 'x' });
        let goal = format!("capture:{}", name_of(target, &cells));
        let verdicts = [":near=1,2", ":near=1,2:far=3x1,none", ":near=1,2:far=3x3,none", ":near=3,2"].map(|near| {
            let LocalQuestion::Small(local) = asked("", &text, &format!("{goal}{near}")) else { panic!("{text}") };
            crate::compared::searched(&local, 4_000).map(|verdict| verdict == proofset_core::Verdict::Proven)
        });
        let [Some(near), Some(once), Some(thrice), Some(wide)] = verdicts else { continue };
        assert!(near <= once && once <= thrice && thrice <= wide, "{text} {goal}: {verdicts:?}");
        between += usize::from(once && !near);
    }
    assert!(between > 2, "{between}");
}
