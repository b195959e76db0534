//! Problems with much sharing: their verdicts against theory, and the laws of problems.

use proofset_core::{Describe, Problem, Value};
use proofset_sharing::gusts::WindyCourse;
use proofset_sharing::kayles::KaylesSum;
use proofset_sharing::lemmas::LemmaTower;
use proofset_sharing::refutation::Refutation;
use proofset_testkit::conformance::check_whole;

fn value<P: Describe>(problem: &P) -> Value {
    check_whole(problem)[&problem.root()]
}

/// The order in which the states of a problem list their moves, a few levels deep.
fn orders<P: Problem>(problem: &P, levels: u32) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let mut layer = vec![problem.root()];
    for _ in 0..levels {
        let mut next = Vec::new();
        for state in layer {
            problem.for_each_successor(&state, |mv, child| {
                moves.push(mv);
                next.push(child);
            });
        }
        layer = next;
    }
    moves
}

#[test]
fn lemma_towers_are_proven_and_their_decoys_are_trees() {
    for (lemmas, decoys, decoy_depth) in [(0, 2, 4), (1, 0, 0), (3, 2, 6), (5, 1, 5)] {
        let tower = LemmaTower { seed: 3, lemmas, decoys, decoy_depth };
        let known = check_whole(&tower);
        assert_eq!(known[&tower.root()], Value::Proven);
        for (state, value) in &known {
            let text = tower.state_text(state);
            assert_eq!(*value == Value::Disproven, text.starts_with("decoy"), "{text}");
        }
        let tree = (2_u32 << decoy_depth) - 1;
        assert_eq!(known.len() as u32, 1 + u32::from(lemmas) * (4 + u32::from(decoys) * tree));
    }
    let tower = |seed| LemmaTower { seed, lemmas: 6, decoys: 3, decoy_depth: 2 };
    assert_eq!(orders(&tower(1), 4), orders(&tower(1), 4));
    assert_ne!(orders(&tower(1), 4), orders(&tower(2), 4));
}

/// Whoever leans exactly where the craft is off holds it in a band of one cell; without room there is no such course.
#[test]
fn the_helm_wins_if_and_only_if_there_is_room() {
    for axes in 1..=3 {
        for seed in 0..3 {
            let legs = if axes == 3 { 3 } else { 6 };
            assert_eq!(value(&WindyCourse { seed, axes, legs, room: 1, helms: axes }), Value::Proven);
            assert_eq!(value(&WindyCourse { seed, axes, legs, room: 4, helms: axes }), Value::Proven);
            assert_eq!(value(&WindyCourse { seed, axes, legs, room: 0, helms: axes }), Value::Disproven);
        }
    }
    assert_eq!(value(&WindyCourse { seed: 0, axes: 1, legs: 0, room: 0, helms: 1 }), Value::Proven);
    // Against one helm a wind that always pushes along both axes gains a cell on each leg, and there is room for so many on both.
    for room in 0..4_i16 {
        for legs in 0..=2 * room.unsigned_abs() + 2 {
            let held = legs <= 2 * room.unsigned_abs();
            let expected = if held { Value::Proven } else { Value::Disproven };
            assert_eq!(
                value(&WindyCourse { seed: 1, axes: 2, legs, room, helms: 1 }),
                expected,
                "{legs} legs, room {room}"
            );
        }
    }
    let course = |seed| WindyCourse { seed, axes: 2, legs: 5, room: 5, helms: 2 };
    assert_eq!(orders(&course(1), 3), orders(&course(1), 3));
    assert_ne!(orders(&course(1), 3), orders(&course(2), 3));
}

/// The values of single rows (Guy and Smith 1956); a sum is lost for the player to move if they cancel out.
#[test]
fn kayles_has_the_values_of_guy_and_smith() {
    let nimbers = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
    for first in 1..=7 {
        for second in first..=7 {
            let won = nimbers[first as usize] ^ nimbers[second as usize] != 0;
            let expected = if won { Value::Proven } else { Value::Disproven };
            assert_eq!(value(&KaylesSum::new(&[first, second])), expected, "rows of {first} and {second}");
        }
    }
    assert_eq!(value(&KaylesSum::new(&[11])), Value::Proven);
    assert_eq!(value(&KaylesSum::new(&[1, 2, 3])), Value::Disproven);
    assert_eq!(value(&KaylesSum::new(&[1, 2, 5])), Value::Proven);
}

#[test]
#[should_panic(expected = "do not fit into 64 bits")]
fn too_many_pins_are_refused() {
    KaylesSum::new(&[40, 30]);
}

/// All assignments of few variables, tried one after the other.
fn is_satisfiable(clauses: &[Vec<i32>], variables: u32) -> bool {
    (0..1_u32 << variables).any(|assignment| {
        clauses.iter().all(|clause| {
            clause.iter().any(|literal| (assignment >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0))
        })
    })
}

#[test]
fn refutations_agree_with_truth_tables() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut satisfiable = 0;
    for seed in 0..200 {
        let variables = 6;
        let clauses: Vec<Vec<i32>> = (0..26)
            .map(|_| {
                let mut names: Vec<i32> = (1..=variables).collect();
                rng.shuffle(&mut names);
                names[..3].iter().map(|&name| if rng.bool() { name } else { -name }).collect()
            })
            .collect();
        let expected = is_satisfiable(&clauses, 6);
        satisfiable += usize::from(expected);
        let found = value(&Refutation::new(&clauses, seed));
        assert_eq!(found == Value::Disproven, expected, "formula {seed}");
    }
    assert!((20..180).contains(&satisfiable), "{satisfiable} of 200 can be satisfied");
}

#[test]
fn the_classical_formulas_can_be_refuted() {
    for seed in 0..3 {
        assert_eq!(value(&Refutation::pigeonhole(2, seed)), Value::Proven);
        assert_eq!(value(&Refutation::pigeonhole(3, seed)), Value::Proven);
        assert_eq!(value(&Refutation::parity(3, seed)), Value::Proven);
        assert_eq!(value(&Refutation::parity(4, seed)), Value::Proven);
    }
    assert_eq!(value(&Refutation::new(&[vec![1, 2], vec![-1]], 0)), Value::Disproven);
    assert_eq!(value(&Refutation::new(&[vec![1], vec![-1]], 0)), Value::Proven);
    assert_eq!(value(&Refutation::new(&[], 0)), Value::Disproven);
}
