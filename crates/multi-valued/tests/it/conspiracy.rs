//! Conspiracy numbers: what they are, against trying all sets of leaves, and the search that goes by them.

use std::collections::HashMap;

use proofset_core::{Game, Limits, NodeId, Player, Role, Score, Size, ValuedGame};
use proofset_multi_valued::{MultipleOutcome, ValueGraph};
use proofset_synthetic::Synthetic;

use crate::{SHAPES, game, unlimited, value_of};

/// Roots are first.
const ROOT: NodeId = NodeId::from_bits(0);

/// Worth something else than a leaf seems: more, or less, than every score.
const ENDS: [Score; 2] = [Score::MIN, Score::MAX];

fn search(game: &Synthetic, enough: Option<u32>) -> MultipleOutcome<Synthetic> {
    MultipleOutcome::conspiracy(game.clone(), game.start(), Player::First, enough.map(Size::new))
}

/// What a node is worth if leaves are worth what the game says, but for some.
fn worth(
    search: &MultipleOutcome<Synthetic>,
    game: &Synthetic,
    node: NodeId,
    changed: &HashMap<NodeId, Score>,
) -> Score {
    let state = search.state(node);
    let own = |score: Score| if game.to_move(&state) == Player::First { score } else { -score };
    let children = search.children(node).map(|child| worth(search, game, child, changed));
    match search.role(node) {
        None => own(game.score(&state).unwrap()),
        Some(_) if search.children(node).next().is_none() => {
            changed.get(&node).copied().unwrap_or_else(|| own(game.evaluate(&state)))
        }
        Some(Role::Or) => children.max().unwrap(),
        Some(Role::And) => children.min().unwrap(),
    }
}

/// The fewest leaves of a graph that bring the root to a score, or below it, by trying all sets of leaves.
fn fewest(search: &MultipleOutcome<Synthetic>, game: &Synthetic, score: Score, above: bool) -> Option<u32> {
    let nodes = (0..search.node_count()).filter_map(NodeId::new);
    let leaves: Vec<NodeId> =
        nodes.filter(|&node| search.role(node).is_some() && search.children(node).next().is_none()).collect();
    let holds = |set: u32| {
        let members = leaves.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let changed = members.map(|(_, &leaf)| (leaf, ENDS[usize::from(above)])).collect();
        (worth(search, game, ROOT, &changed) >= score) == above
    };
    (0..1_u32 << leaves.len()).filter(|&set| holds(set)).map(u32::count_ones).min()
}

#[test]
fn they_are_the_fewest_leaves_that_change_the_value_of_a_tree() {
    let (mut compared, mut larger) = (0, 0);
    for shape in
        ["b=2,d=5,values=10,leaves=incremental", "b=1..3,d=4,values=5,early=0.2,leaves=incremental", "b=3,d=3,values=4"]
    {
        for seed in 0..12 {
            let game = game(shape, seed);
            for expansions in 0..6 {
                let mut search = search(&game, None);
                let report = search.find_value(&Limits::expansions(expansions), &mut ()).unwrap();
                for numbers in report.numbers {
                    for (number, above) in [(numbers.proof, true), (numbers.disproof, false)] {
                        let expected = fewest(&search, &game, numbers.score, above);
                        assert_eq!(number.finite(), expected, "{game}: {} after {expansions}", numbers.score);
                        compared += 1;
                        larger += u32::from(expected > Some(1));
                    }
                }
            }
        }
    }
    assert!(compared > 500 && larger > 50, "{compared}, {larger}");
}

#[test]
fn the_search_finds_the_value_of_plain_minimax() {
    for shape in SHAPES {
        for seed in 0..20 {
            let game = game(shape, seed);
            let report = search(&game, None).find_value(&unlimited(), &mut ()).unwrap();
            assert_eq!(report.value(), Some(value_of(&game, Player::First)), "{game}");
            assert!(report.numbers.is_empty(), "{game}");
        }
    }
}

#[test]
fn a_value_is_believed_when_so_many_leaves_would_have_to_be_wrong() {
    let (mut wrong, mut stopped) = (0, 0);
    for shape in SHAPES {
        for seed in 0..20 {
            let game = game(shape, seed);
            for enough in [1, 2, 4, 1_000_000] {
                let mut search = search(&game, Some(enough));
                let report = search.find_value(&unlimited(), &mut ()).unwrap();
                let value = report.value().unwrap();
                assert_eq!(worth(&search, &game, ROOT, &HashMap::new()), value, "{game}");
                for numbers in &report.numbers {
                    let number = if numbers.score > value { numbers.proof } else { numbers.disproof };
                    assert!(number >= Size::new(enough), "{game}: {numbers:?}");
                    stopped += 1;
                }
                wrong += u32::from(value != value_of(&game, Player::First));
                let is_proven = enough == 1_000_000;
                assert!(!is_proven || value == value_of(&game, Player::First), "{game}");
            }
        }
    }
    assert!(wrong > 20 && stopped > 100, "evaluations can be wrong: {wrong}, {stopped}");
}

/// A search that is stopped goes on where it was, and expands the same.
#[test]
fn stopping_changes_nothing() {
    for seed in 0..10 {
        let game = game("b=3,d=5,values=8,share=0.6,early=0.1", seed);
        let whole = search(&game, None).find_value(&unlimited(), &mut ()).unwrap();
        let mut search = search(&game, None);
        let stopped = (1..=whole.expanded).map(|most| search.find_value(&Limits::expansions(most), &mut ()).unwrap());
        let last = stopped.last().unwrap();
        assert_eq!((last.expanded, last.value()), (whole.expanded, whole.value()), "{game}");
    }
}
