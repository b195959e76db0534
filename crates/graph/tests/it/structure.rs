//! Interning, order of children, levels, cycles.

use proofset_core::NodeId;
use proofset_graph::{ConnectError, Dag, Full, LevelSource, Levels};

fn node(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

fn chain(nodes: usize) -> (Dag<usize, ()>, Levels) {
    let mut dag = Dag::new(LevelSource::LongestPath);
    let mut updater = Levels::new();
    for state in 0..nodes {
        dag.insert(state, 0, ()).unwrap();
    }
    for state in 1..nodes {
        dag.connect(node(state - 1), &[node(state)], &mut updater).unwrap();
    }
    (dag, updater)
}

#[test]
fn equal_states_are_one_node_and_equal_hashes_are_not_enough() {
    /// All values collide.
    #[derive(Clone, PartialEq, Eq)]
    struct Colliding(u32);
    impl std::hash::Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            hasher.write_u32(0);
        }
    }
    let mut dag: Dag<Colliding, u32> = Dag::new(LevelSource::LongestPath);
    for round in 0..2 {
        for value in 0..300 {
            let label = |node: NodeId, _: &Colliding| Ok::<_, Full>(node.to_bits());
            assert_eq!(dag.intern(Colliding(value), 0, label), Ok((node(value as usize), round == 0)));
        }
    }
    assert_eq!(dag.len(), 300);
    assert_eq!(dag.find(&Colliding(299)), Some(node(299)));
    assert_eq!(dag.find(&Colliding(300)), None);
}

#[test]
fn a_failed_label_leaves_no_trace() {
    let mut dag: Dag<u32, ()> = Dag::new(LevelSource::LongestPath);
    assert_eq!(dag.intern(1, 0, |_, _| Err(Full)), Err(Full));
    assert_eq!(dag.len(), 0);
    assert_eq!(dag.find(&1), None);
}

#[test]
fn children_keep_move_order_without_repetitions() {
    let (mut dag, mut updater) = chain(1);
    for state in 1..6 {
        dag.insert(state, 0, ()).unwrap();
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
    dag.insert(6, 0, ()).unwrap();
    dag.connect(node(5), &[node(6)], &mut updater).unwrap();
    let late = dag.insert(7, 0, ()).unwrap();
    dag.connect(late, &[node(3)], &mut updater).unwrap();
    assert_eq!(dag.level(node(6)), 6, "a shorter path changes nothing");
    let above: Vec<NodeId> = (8..20).map(|state| dag.insert(state, 0, ()).unwrap()).collect();
    for pair in above.windows(2) {
        dag.connect(pair[0], &pair[1..], &mut updater).unwrap();
    }
    dag.connect(above[11], &[node(2)], &mut updater).unwrap();
    assert_eq!(dag.level(node(2)), 12);
    assert_eq!(dag.level(node(6)), 16, "a longer path raises all descendants");
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
    let mut dag: Dag<u32, ()> = Dag::new(LevelSource::Rank);
    let mut updater = Levels::new();
    let parent = dag.insert(0, 7, ()).unwrap();
    let child = dag.insert(1, 9, ()).unwrap();
    let wrong = dag.insert(2, 7, ()).unwrap();
    dag.connect(parent, &[child], &mut updater).unwrap();
    let error = dag.connect(child, &[wrong], &mut updater).unwrap_err();
    assert_eq!(error, ConnectError::Rank { parent: 9, child: 7 });
}
