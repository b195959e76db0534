//! Ranks that are added and hidden.

use proofset_and_or::GraphBuilder;
use proofset_core::{Describe, Problem, Role, Status};
use proofset_testkit::families::complete_dag;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::{Ranked, Unranked};
use proofset_testkit::synthetic::SyntheticGame;

#[test]
fn ranks_strictly_increase_along_edges() {
    for seed in 0..200 {
        let ranked = Ranked::new(RandomGraph::dag().generate(seed));
        let graph = ranked.problem();
        assert_eq!(ranked.state_count(), graph.node_count());
        for node in graph.nodes() {
            for child in graph.children(node) {
                assert!(ranked.rank(&node).expect("reachable") < ranked.rank(child).expect("reachable"), "seed {seed}");
            }
        }
    }
}

#[test]
fn the_rank_is_the_longest_distance() {
    let ranked = Ranked::new(complete_dag(6));
    let rank = |id: &str| ranked.rank(&ranked.problem().index_of(id).expect("a node of the graph"));
    assert_eq!([rank("v0"), rank("v1"), rank("v5"), rank("x")], [Some(0), Some(1), Some(5), Some(6)]);
}

#[test]
fn deep_problems_need_no_stack() {
    let mut builder = GraphBuilder::new();
    builder.node("0", Role::Or).root("0");
    for depth in 1..=100_000 {
        builder.node(depth.to_string(), Role::Or).edge((depth - 1).to_string(), depth.to_string());
    }
    let ranked = Ranked::new(builder.build().expect("a graph"));
    let end = ranked.problem().index_of("100000").expect("the end of the chain");
    assert_eq!(ranked.rank(&end), Some(100_000));
}

#[test]
fn synthetic_games_have_their_ply_as_longest_distance() {
    let game = SyntheticGame { depth: 6, ..SyntheticGame::default() };
    let ranked = Ranked::new(game.clone());
    let mut seen = 0;
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        assert_eq!(ranked.rank(&state), game.rank(&state));
        seen += 1;
        if let Status::Open(_) = game.status(&state) {
            game.for_each_successor(&state, |_, child| open.push(child));
        }
    }
    assert!(seen > 100, "only {seen} states");
}

#[test]
fn nothing_but_the_rank_changes() {
    let graph = RandomGraph::dag().generate(5);
    let (ranked, unranked) = (Ranked::new(graph.clone()), Unranked(Ranked::new(graph.clone())));
    for node in graph.nodes() {
        assert_eq!(unranked.rank(&node), None);
        assert_eq!([ranked.status(&node), unranked.status(&node)], [graph.status(&node); 2]);
        assert_eq!([ranked.state_text(&node), unranked.state_text(&node)], [graph.id(node), graph.id(node)]);
        for problem_children in [children(&ranked, &node), children(&unranked, &node)] {
            assert_eq!(problem_children, children(&graph, &node));
        }
    }
}

/// Moves, successors and texts of moves.
fn children<P: Describe>(problem: &P, state: &P::State) -> Vec<(P::Move, P::State, String)> {
    let mut children = Vec::new();
    problem.for_each_successor(state, |mv, child| children.push((mv, child, problem.move_text(state, mv))));
    children
}
