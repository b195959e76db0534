//! The shogi line says of nodes what the rules say.

use std::collections::HashMap;

use fastrand::Rng;
use proofset_core::{Problem, Status, Value};
use proofset_cursor::{FirstLook, FirstLookOptions, MateLine, MateNode};
use proofset_shogi::{State, TsumeLine};

use crate::common::{little_problem, question};

const ALL: FirstLookOptions = FirstLookOptions { ruling: true, mate_in_one: true, unit: 3, weighed: true };

/// True if one of the attacker's moves mates.
fn mates_in_one(problem: &impl Problem<State = State>, state: &State) -> bool {
    let mut mates = false;
    problem.for_each_successor(state, |_, next| mates |= problem.status(&next) == Status::Decided(Value::Proven));
    mates
}

#[test]
fn moves_lead_to_the_nodes_that_they_name_and_first_looks_are_true() {
    let mut rng = Rng::with_seed(31);
    let (mut nodes, mut mates, mut no_checks) = (0, 0, 0);
    for _ in 0..2000 {
        let tsume = question(&little_problem(&mut rng), None, rng.bool());
        let problem = &tsume;
        let mut known = HashMap::<MateNode, State>::new();
        let mut line = TsumeLine::new(problem);
        let mut states = vec![problem.root()];
        line.stand(&states[0]);
        while states.len() <= 6 && problem.status(&states[states.len() - 1]) == Status::Open(line.role()) {
            let mut successors = Vec::new();
            problem.for_each_successor(&states[states.len() - 1], |mv, next| successors.push((mv, next)));
            let mut moves = Vec::new();
            line.for_each_move(|mv| moves.push(mv));
            assert_eq!(moves.len(), successors.len());
            for (shown, (mv, next)) in moves.iter().zip(&successors) {
                assert!(shown.mv == *mv && shown.node == line.node_of(next).0);
                assert_eq!(known.entry(shown.node).or_insert(*next), next, "two states in one node");
                match (line.first_look(*mv, ALL), problem.status(next)) {
                    (FirstLook::Decided { value, plies: 0, .. }, Status::Decided(ruling)) => {
                        assert_eq!(value, ruling);
                        no_checks += usize::from(ruling == Value::Disproven);
                    }
                    (FirstLook::Decided { value: Value::Proven, plies: 1, .. }, Status::Open(_)) => {
                        assert!(mates_in_one(&problem, next));
                        mates += 1;
                    }
                    (FirstLook::Open { proof, disproof }, Status::Open(_)) => {
                        assert!(proof >= 3 && disproof >= 3);
                        assert!(line.role() == proofset_core::Role::Or || !mates_in_one(&problem, next));
                    }
                    (look, status) => panic!("{look:?} and {status:?}"),
                }
                assert!(matches!(
                    line.first_look(*mv, FirstLookOptions { ruling: false, ..ALL }),
                    FirstLook::Open { .. }
                ));
            }
            let (mv, next) = successors[rng.usize(..successors.len())];
            line.enter(mv);
            states.push(next);
            assert_eq!(line.line(), states);
        }
        for _ in 1..states.len() {
            line.leave();
        }
        nodes += known.len();
    }
    assert!(nodes > 10_000 && mates > 100 && no_checks > 100, "{nodes} {mates} {no_checks}");
}
