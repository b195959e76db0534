//! Order of children, levels, cycles, thinning out.

use proofset_core::NodeId;
use proofset_graph::{ConnectError, Dag, Digraph, Full, LevelSource, Levels, Selection};

fn node(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

fn chain(nodes: usize) -> (Dag<()>, Levels) {
    let mut dag = Dag::new(LevelSource::LongestPath);
    let mut updater = Levels::new();
    for index in 0..nodes {
        assert_eq!(dag.add(0, ()), Ok(node(index)));
    }
    for index in 1..nodes {
        dag.connect(node(index - 1), &[node(index)], &mut updater).unwrap();
    }
    (dag, updater)
}

#[test]
fn children_keep_move_order_without_repetitions() {
    let (mut dag, mut updater) = chain(1);
    for _ in 1..6 {
        dag.add(0, ()).unwrap();
    }
    dag.connect(node(0), &[3, 1, 3, 5, 1, 2].map(node), &mut updater).unwrap();
    assert_eq!(dag.children(node(0)).collect::<Vec<_>>(), [3, 1, 5, 2].map(node));
    assert_eq!(dag.edge_count(), 4);
    dag.connect(node(1), &[node(5)], &mut updater).unwrap();
    assert_eq!(dag.parents(node(5)).collect::<Vec<_>>(), [1, 0].map(node));
    assert!(!dag.has_children(node(5)));
}

#[test]
fn levels_are_longest_distances() {
    let (mut dag, mut updater) = chain(6);
    dag.add(0, ()).unwrap();
    dag.connect(node(5), &[node(6)], &mut updater).unwrap();
    let late = dag.add(0, ()).unwrap();
    dag.connect(late, &[node(3)], &mut updater).unwrap();
    assert_eq!(dag.level(node(6)), 6, "a shorter path changes nothing");
    let above: Vec<NodeId> = (8..20).map(|_| dag.add(0, ()).unwrap()).collect();
    for pair in above.windows(2) {
        dag.connect(pair[0], &pair[1..], &mut updater).unwrap();
    }
    dag.connect(above[11], &[node(2)], &mut updater).unwrap();
    assert_eq!(dag.level(node(2)), 12);
    assert_eq!(dag.level(node(6)), 16, "a longer path raises all descendants");
}

/// A level that does not fit would be another one, and a later edge would look like a fault of the ranks.
#[test]
fn levels_that_do_not_fit_are_refused() {
    let mut dag = Dag::new(LevelSource::Rank);
    assert_eq!(dag.add((1 << 28) - 1, ()), Ok(node(0)));
    for level in [1 << 28, 1 << 30, u32::MAX] {
        assert_eq!(dag.add(level, ()), Err(Full));
    }
    assert_eq!((dag.len(), dag.level(node(0))), (1, (1 << 28) - 1));
}

#[test]
fn a_cycle_is_reported_with_its_path() {
    let (mut dag, mut updater) = chain(5);
    let error = dag.connect(node(4), &[node(2)], &mut updater).unwrap_err();
    assert_eq!(error, ConnectError::Cycle([4, 2, 3].map(node).to_vec()));
    let (mut dag, mut updater) = chain(2);
    let error = dag.connect(node(1), &[node(1)], &mut updater).unwrap_err();
    assert_eq!(error, ConnectError::Cycle(vec![node(1)]));
}

#[test]
fn a_rank_that_does_not_grow_is_reported() {
    let mut dag: Dag<()> = Dag::new(LevelSource::Rank);
    let mut updater = Levels::new();
    let parent = dag.add(7, ()).unwrap();
    let child = dag.add(9, ()).unwrap();
    let wrong = dag.add(7, ()).unwrap();
    dag.connect(parent, &[child], &mut updater).unwrap();
    let error = dag.connect(child, &[wrong], &mut updater).unwrap_err();
    assert_eq!(error, ConnectError::Rank { parent: 9, child: 7 });
}

#[test]
fn a_graph_that_may_have_cycles_keeps_order_as_well() {
    let mut graph = Digraph::new();
    for weight in 0..5 {
        assert_eq!(graph.add(weight), Ok(node(weight)));
    }
    graph.connect_all(node(0), &[3, 0, 3, 1, 0].map(node)).unwrap();
    graph.connect_all(node(3), &[0, 4].map(node)).unwrap();
    assert_eq!(graph.children(node(0)).collect::<Vec<_>>(), [3, 0, 1].map(node));
    assert_eq!(graph.parents(node(0)).collect::<Vec<_>>(), [3, 0].map(node), "the newest first");
    assert_eq!((graph.edge_count(), graph.has_children(node(4))), (5, false));
    *graph.weight_mut(node(4)) += 10;
    let before = graph.bytes();

    let mut chosen = Selection::none_of(5);
    for index in [0, 3, 4] {
        chosen.insert(node(index));
    }
    chosen.number();
    graph.retain(&chosen);
    assert_eq!((graph.len(), graph.edge_count()), (3, 4));
    assert_eq!([0, 1, 2].map(|index| *graph.weight(node(index))), [0, 3, 14]);
    assert_eq!(graph.children(node(0)).collect::<Vec<_>>(), [1, 0].map(node));
    assert_eq!(graph.children(node(1)).collect::<Vec<_>>(), [0, 2].map(node));
    assert_eq!(graph.parents(node(0)).collect::<Vec<_>>(), [1, 0].map(node));
    // Two nodes and an edge less, of 16 bytes each: with a weight of 8 bytes a node takes 16.
    assert_eq!(before - graph.bytes(), 3 * 16);
}

#[test]
fn thinning_out_keeps_labels_levels_and_order() {
    let (mut dag, mut updater) = chain(4);
    let last = dag.add(0, ()).unwrap();
    dag.connect(node(3), &[last], &mut updater).unwrap();
    let mut chosen = Selection::none_of(5);
    for index in [0, 2, 3, 4] {
        chosen.insert(node(index));
    }
    chosen.number();
    dag.retain(&chosen);
    assert_eq!((dag.len(), dag.edge_count()), (4, 2));
    assert_eq!([0, 1, 2, 3].map(|index| dag.level(node(index))), [0, 2, 3, 4]);
    assert_eq!(dag.children(node(1)).collect::<Vec<_>>(), [node(2)]);
    assert_eq!(dag.parents(node(2)).collect::<Vec<_>>(), [node(1)]);
}
