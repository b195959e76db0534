//! Laws of numbers over scores.

use std::collections::HashMap;

use proofset_core::{AtLeast, Game, LeafCost, Limits, NodeId, Player, Role, Score, Size, Solver, ValuedGame};
use proofset_multi_valued::{MultiValued, MultipleOutcome, Options, Selection, ValueGraph};
use proofset_nodeset::{Count, SortedSet, TieOrder};
use proofset_synthetic::{Position, Synthetic};

use crate::{Cost, SHAPES, counting, game};

fn nodes(count: usize) -> impl Iterator<Item = NodeId> {
    (0..count).filter_map(NodeId::new)
}

/// Proof and disproof numbers of the nodes of a graph for one score, from scratch.
fn numbers<S: ValueGraph>(
    graph: &S,
    node: NodeId,
    score: Score,
    leaf: &impl Fn(NodeId) -> (Size, Size),
    known: &mut HashMap<NodeId, (Size, Size)>,
) -> (Size, Size) {
    if let Some(&sizes) = known.get(&node) {
        return sizes;
    }
    let children: Vec<NodeId> = graph.children(node).collect();
    let sizes = match (graph.role(node), children.is_empty()) {
        (None, _) if graph.bounds(node).low >= score => (Size::ZERO, Size::INFINITE),
        (None, _) => (Size::INFINITE, Size::ZERO),
        (Some(_), true) => leaf(node),
        (Some(role), false) => {
            let parts: Vec<_> = children.iter().map(|&child| numbers(graph, child, score, leaf, known)).collect();
            let (proofs, disproofs) = (parts.iter().map(|part| part.0), parts.iter().map(|part| part.1));
            match role {
                Role::Or => (proofs.min().unwrap_or(Size::INFINITE), disproofs.sum()),
                Role::And => (proofs.sum(), disproofs.min().unwrap_or(Size::INFINITE)),
            }
        }
    };
    known.insert(node, sizes);
    sizes
}

/// On a graph that stays as it is, the numbers are those of each question, from scratch; the higher the score, the
/// harder it is to prove and the easier to disprove. Leaves keep their costs.
#[test]
fn numbers_are_monotone_in_the_score() {
    fn cost(position: &Position) -> LeafCost {
        let draw = |times: u64| Size::new(1 + u32::try_from(position.number() * times % 5).expect("it is below 5"));
        LeafCost { proof: draw(7), disproof: draw(11) }
    }
    let mut probe = |_: &AtLeast<Synthetic>, position: &Position| cost(position);
    let mut compared = 0;
    for shape in SHAPES {
        for seed in 0..20 {
            let game = game(shape, seed);
            let (proof, disproof) = (Count::new(), Count::new());
            let start = game.start();
            let options = Options::default();
            let probe: Cost<'_> = &mut probe;
            let mut search =
                MultiValued::with_probe(game.clone(), start, Player::First, proof, disproof, options, probe);
            let limits = Limits::expansions(3 + seed);
            let before = search.find_value(&limits, &mut ()).expect("it is acyclic").generated;
            let (low, high) = game.bounds(&start);
            let mut previous: Option<Vec<(Size, Size)>> = None;
            for score in low..=high + 1 {
                search.ask(score);
                let report = search.solve(&Limits::expansions(0), &mut ()).expect("it is acyclic");
                assert_eq!(report.generated, before, "nothing is expanded");
                let leaf = |node| {
                    let LeafCost { proof, disproof } = cost(&search.state(node));
                    (proof, disproof)
                };
                let mut known = HashMap::new();
                let now: Vec<_> = nodes(search.node_count()).map(|node| search.sizes(node)).collect();
                for (node, &sizes) in nodes(search.node_count()).zip(&now) {
                    assert_eq!(sizes, numbers(&search, node, score, &leaf, &mut known), "{game}, {node}, {score}");
                    compared += 1;
                }
                if let Some(previous) = previous.replace(now) {
                    for (node, before) in nodes(search.node_count()).zip(previous) {
                        let now = search.sizes(node);
                        assert!(before.0 <= now.0 && before.1 >= now.1, "{game}, {node}: {before:?}, then {now:?}");
                    }
                }
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

/// The numbers for all scores at once are those of each score alone, for the scores that the root leaves open.
#[test]
fn numbers_for_all_scores_are_those_of_each() {
    let mut compared = 0;
    for shape in SHAPES {
        for seed in 0..20 {
            let game = game(shape, seed);
            let mut search = MultipleOutcome::new(game.clone(), game.start(), Player::First);
            for expansions in 1..40 {
                let _ = search.find_value(&Limits::expansions(expansions), &mut ()).expect("it is acyclic");
                let bracket = search.bracket();
                let (low, high) = bracket.low().zip(bracket.high()).expect("the game has bounds");
                for score in low + 1..=high {
                    let mut known = HashMap::new();
                    for node in nodes(search.node_count()).filter(|&node| search.bounds(node).answer(score).is_none()) {
                        let expected = numbers(&search, node, score, &|_| (Size::ONE, Size::ONE), &mut known);
                        assert_eq!(search.sizes(node, score), Some(expected), "{game}, {node}, {score}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// Sets on a graph that stays: a set counts what is in it once, so it is never larger than the number.
#[test]
fn sets_are_no_larger_than_numbers() {
    for seed in 0..20 {
        let game = game("b=3,d=6,values=9,share=0.5", seed);
        let sets = || SortedSet::new(TieOrder::Lex);
        let start = game.start();
        let mut search = MultiValued::new(game.clone(), start, Player::First, sets(), sets(), Options::default());
        let _ = search.find_value(&Limits::expansions(25), &mut ()).expect("it is acyclic");
        for score in -8..=9 {
            search.ask(score);
            let _ = search.solve(&Limits::expansions(0), &mut ()).expect("it is acyclic");
            let mut known = HashMap::new();
            for node in nodes(search.node_count()) {
                let sums = numbers(&search, node, score, &|_| (Size::ONE, Size::ONE), &mut known);
                let sizes = search.sizes(node);
                assert!(sizes.0 <= sums.0 && sizes.1 <= sums.1);
                assert_eq!((sizes.0.is_zero(), sizes.1.is_zero()), (sums.0.is_zero(), sums.1.is_zero()));
            }
        }
    }
}

/// The two selections look at different leaves; where there is but one line to look at, they do the same.
#[test]
fn selections_differ_where_there_is_a_choice() {
    let expanded = |game: &Synthetic| {
        [Selection::GoalDirected, Selection::MostProving].map(|selection| {
            let report = counting(game, Player::First, selection).find_value(&Limits::none(), &mut ());
            report.expect("it is acyclic").expanded
        })
    };
    let mut different = 0;
    for seed in 0..20 {
        let [aimed, proving] = expanded(&game("b=3,d=6,values=9", seed));
        different += usize::from(aimed != proving);
        assert_eq!(expanded(&game("b=1,d=6,values=9", seed)), [6, 6]);
    }
    assert!(different > 10, "{different}");
}
