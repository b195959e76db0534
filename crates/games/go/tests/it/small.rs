//! Random small positions, by every set of rules: what a search finds is what all of play comes to by the slow rules, and it is
//! certified. The module `all_of_play` takes as many as one likes.

use fastrand::Rng;
use proofset_core::Verdict;
use proofset_go::{Local, LocalQuestion, Rules};

use crate::compared::{SIZES, compare, random, searched};
use crate::position;
use crate::slow::{Superko, all_cells, at, diagram, name_of, swept};

/// A region in a board that the attacker has all around is the region with a frame.
#[test]
fn a_frame_is_a_wall_around_the_region() {
    let mut rng = Rng::with_seed(4);
    let mut compared = 0;
    for _ in 0..200 {
        let (cells, target) = random(&mut rng, &[(3, 2), (3, 3), (4, 3)], 20..95);
        let (columns, rows) = (cells[0].len(), cells.len());
        let color = at(&cells, target).unwrap();
        let attacker = if color == 'X' { 'O' } else { 'X' };
        // In the lower left corner of a larger board, with and without the wall.
        let board = |wall: char| {
            let mut large = vec![vec!['.'; columns + 2]; rows + 2];
            for (row, line) in cells.iter().enumerate() {
                large[row + 2][..columns].copy_from_slice(line);
                large[row + 2][columns] = wall;
            }
            large[1][..=columns].fill(wall);
            large
        };
        let goal = format!("capture:{}", name_of(target, &cells));
        let corner: Vec<String> = all_cells(&cells).map(|cell| name_of(cell, &cells)).collect();
        let region = corner.join("+");
        let ask = |wall: char, goal: String| {
            let large = board(wall);
            if swept(&large) != large {
                return None;
            }
            let text = format!("{} x", diagram(&large));
            let LocalQuestion::Small(local) =
                LocalQuestion::new(Rules::default(), &position(&text), Some(&goal)).ok()?
            else {
                panic!()
            };
            searched::<Local<1>>(&local, 50_000)
        };
        let walled = ask(attacker, format!("{goal}:region={region}"));
        let framed = ask('.', format!("{goal}:region={region}:frame"));
        if let (Some(walled), Some(framed)) = (walled, framed) {
            assert_eq!(walled, framed, "{} {goal}", diagram(&cells));
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn ko_by_the_simple_rule() {
    let compared = compare(1, 300, Superko::No, SIZES, 20..95, 2_500);
    assert!(compared > 150, "{compared}");
}

#[test]
fn nothing_comes_back_by_superko() {
    let sizes = &[(2, 1), (3, 1), (2, 2), (3, 2), (4, 1), (5, 1), (3, 3), (4, 2), (4, 3)];
    for (seed, superko) in [(2, Superko::Positional), (3, Superko::Situational)] {
        let compared = compare(seed, 150, superko, sizes, 50..100, 1_500);
        assert!(compared > 50, "{compared}");
    }
}

/// What stands behind a pass, with the other side to move, has been there: the stone that takes back may not bring it back.
#[test]
fn what_stands_behind_a_pass_may_not_come_back() {
    for (text, goal) in [(".O.O o", "capture:B1:region=board"), ("O.O. o", "kill:C1:region=board")] {
        let rules = Rules::parse("superko=situational").unwrap();
        let asked = LocalQuestion::new(rules, &text.parse().unwrap(), Some(goal)).unwrap();
        let LocalQuestion::WithHistory(local) = asked else { panic!("superko needs what there was") };
        assert_eq!(searched(&local, 50_000), Some(Verdict::Proven), "{text} {goal}");
    }
}
