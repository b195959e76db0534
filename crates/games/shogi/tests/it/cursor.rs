//! A cursor shows what the problem has.

use std::collections::HashMap;

use fastrand::Rng;
use proofset_core::Problem;
use proofset_cursor::Cursor;
use proofset_shogi::{Move, State, Tsume, TsumeCursor, TsumeMark};

use crate::common::placement;

/// The children of the state on which the cursor stands, against the successors of that state.
fn check(cursor: &mut TsumeCursor, state: &State, known: &mut HashMap<u64, State>) -> Vec<(TsumeMark, State)> {
    let problem: &Tsume = cursor.problem();
    let mut successors: Vec<(Move, State)> = Vec::new();
    problem.for_each_successor(state, |mv, next| successors.push((mv, next)));
    let mut children = Vec::new();
    cursor.for_each_child(|child| children.push(child));
    assert_eq!(children.len(), successors.len());
    for (child, (_, next)) in children.iter().zip(&successors) {
        assert_eq!((child.status, child.rank), (problem.status(next), problem.rank(next)));
        assert_eq!(cursor.state_of(&child.mark), *next);
        let view = cursor.view(next);
        assert_eq!((view.key, view.status, view.rank), (child.key, child.status, child.rank));
        assert!(TsumeCursor::same(&view.mark, &child.mark));
        assert_eq!(known.entry(child.key).or_insert(*next), next, "two states with the key {:x}", child.key);
    }
    children.iter().map(|child| child.mark).zip(successors.into_iter().map(|(_, next)| next)).collect()
}

#[test]
fn children_are_the_successors() {
    let mut rng = Rng::with_seed(8);
    let mut longest = 0;
    for goal in ["mate", "mate-in:5"] {
        let mut known = HashMap::new();
        for _ in 0..150 {
            let problem = Tsume::parse(&placement(&mut rng).to_string(), goal).expect("there is a king to be mated");
            let mut cursor = TsumeCursor::new(&problem);
            let mut line = vec![problem.root()];
            cursor.stand(&line[0]);
            while line.len() <= 5 {
                let children = check(&mut cursor, &line[line.len() - 1], &mut known);
                if children.is_empty() {
                    break;
                }
                let (mark, next) = &children[rng.usize(..children.len())];
                cursor.enter(mark);
                line.push(*next);
                assert_eq!(cursor.line(), line);
            }
            longest = longest.max(line.len());
            for _ in 1..line.len() {
                cursor.leave();
            }
            check(&mut cursor, &line[0], &mut known);
        }
        assert!(known.len() > 1000, "{}", known.len());
    }
    assert_eq!(longest, 6);
}
