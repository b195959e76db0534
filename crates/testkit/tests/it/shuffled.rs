//! Problems with their moves in another order.

use std::collections::BTreeSet;

use proofset_core::{Describe, Problem, Status};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::shuffled::{MoveOrder, Shuffled};
use proofset_testkit::synthetic::SyntheticGame;

const ORDERS: [MoveOrder; 2] = [MoveOrder::ByState, MoveOrder::ByMove];

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Move, P::State)> {
    let mut successors = Vec::new();
    problem.for_each_successor(state, |mv, next| successors.push((mv, next)));
    successors
}

fn game() -> SyntheticGame {
    SyntheticGame { depth: 5, branching: 4..=4, terminal: 0.0, ..SyntheticGame::default() }
}

#[test]
fn nothing_but_the_order_changes() {
    for order in ORDERS {
        for seed in 0..50 {
            let graph = RandomGraph::dag().generate(seed);
            let shuffled = Shuffled::new(graph.clone(), order, seed);
            assert_eq!(shuffled.root(), graph.root());
            for node in graph.nodes() {
                assert_eq!(shuffled.status(&node), graph.status(&node));
                assert_eq!(shuffled.rank(&node), Problem::rank(&graph, &node));
                assert_eq!(shuffled.state_text(&node), graph.state_text(&node));
                let sorted = |list: Vec<(_, _)>| list.into_iter().map(|(_, next)| next).collect::<BTreeSet<_>>();
                assert_eq!(sorted(successors(&shuffled, &node)), sorted(successors(&graph, &node)), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_seed_is_an_order() {
    for order in ORDERS {
        let orders = |seed| successors(&Shuffled::new(game(), order, seed), &0);
        let different: BTreeSet<_> = (0..500).map(orders).collect();
        assert_eq!(different.len(), 24, "{order:?}: 500 draws of 24 orders miss one with probability below 2e-8");
        assert_eq!(orders(7), orders(7));
    }
}

#[test]
fn all_orders_are_about_equally_likely() {
    for order in ORDERS {
        let first = (0..4000).filter(|&seed| successors(&Shuffled::new(game(), order, seed), &0)[0].0 == 2).count();
        assert!((900..1100).contains(&first), "{order:?}: a move of four came first {first} times in 4000");
    }
}

#[test]
fn orders_by_move_are_the_same_everywhere_and_orders_by_state_are_not() {
    let moves = |problem: &Shuffled<SyntheticGame>, state| {
        successors(problem, &state).into_iter().map(|(mv, _)| mv).collect::<Vec<_>>()
    };
    for seed in 0..20 {
        let by_move = Shuffled::new(game(), MoveOrder::ByMove, seed);
        let by_state = Shuffled::new(game(), MoveOrder::ByState, seed);
        let states: Vec<u64> = successors(&game(), &0)
            .into_iter()
            .flat_map(|(_, child)| successors(&game(), &child))
            .map(|(_, grandchild)| grandchild)
            .filter(|state| matches!(game().status(state), Status::Open(_)))
            .collect();
        assert!(states.len() >= 10);
        assert!(states.iter().all(|&state| moves(&by_move, state) == moves(&by_move, 0)), "seed {seed}");
        assert!(states.iter().any(|&state| moves(&by_state, state) != moves(&by_state, 0)), "seed {seed}");
    }
}
