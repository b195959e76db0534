//! States and their numbers.

use std::hash::{Hash, Hasher};

use proofset_core::{LeafCost, Limits, NodeId, Problem, RandomOrder, Role, Size, Status, StopReason, Value, Watch};
use proofset_graph::Selection;
use proofset_store::{
    Children, Interned, InternedStates, Leaf, Leaves, Listed, Making, New, NodeStates, Nodes, Rooted, Store,
};
use proptest::prelude::*;

use crate::{Net, node};

type Plain<P> = Interned<P, Leaves<()>>;

fn store<P: Problem>(problem: P) -> Plain<P> {
    Interned::new(problem, Leaves::new(()))
}

const APART: Making = Making { merges: false, asks_status: true, most_nodes: usize::MAX };

/// The states of all nodes.
fn states<X: Store>(store: &X) -> Vec<<X::Problem as Problem>::State> {
    (0..store.nodes().node_count()).map(|index| store.state(node(index))).collect()
}

/// Lists the successors of a node and makes them.
fn expand<X: Store>(
    store: &mut X,
    parent: NodeId,
    making: &Making,
    limits: &Limits,
) -> (Result<(), StopReason>, Children<X::Fact>) {
    let mut children = Children::new();
    store.nodes_mut().list(parent, usize::MAX).expect("there is room");
    let made = store.nodes_mut().make(making, &Watch::new(limits, &mut ()), &mut children);
    (made, children)
}

#[test]
fn equal_states_are_one_node_and_equal_hashes_are_not_enough() {
    /// All states collide.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Colliding(u32);

    impl Hash for Colliding {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            hasher.write_u32(0);
        }
    }

    struct Any;

    impl Problem for Any {
        type State = Colliding;
        type Move = u32;

        fn root(&self) -> Colliding {
            Colliding(0)
        }

        fn status(&self, _: &Colliding) -> Status {
            Status::Open(Role::Or)
        }

        fn for_each_successor(&self, _: &Colliding, _: impl FnMut(u32, Colliding)) {}
    }

    let mut store = store(Any);
    for round in 0..2 {
        for value in 0..300 {
            let (placed, new) = store.place(Colliding(value), &Making::default()).unwrap();
            assert_eq!((placed, new.is_some()), (node(value as usize), round == 0));
        }
    }
    assert_eq!(store.node_count(), 300);
    assert_eq!(store.find(&Colliding(299)), Some(node(299)));
    assert_eq!(store.find(&Colliding(300)), None);
    assert_eq!(store.state(node(17)), Colliding(17));
}

#[test]
fn successors_are_merged_with_all_nodes_or_with_their_siblings_alone() {
    let net = Net::new(&[&[1, 2, 1], &[2, 0, 3, 3]]);
    let (limits, merging) = (Limits::none(), Making::default());
    let mut merged = store(&net);
    merged.place(0, &merging).unwrap();
    let (_, children) = expand(&mut merged, node(0), &merging, &limits);
    assert_eq!((children.nodes, children.new.len()), ([1, 2, 1].map(node).to_vec(), 2));
    let (_, children) = expand(&mut merged, node(1), &merging, &limits);
    assert_eq!((children.nodes, children.new.len()), ([2, 0, 3, 3].map(node).to_vec(), 1));
    assert_eq!(states(&merged), [0, 1, 2, 3]);

    let mut apart = store(&net);
    apart.place(0, &APART).unwrap();
    let (_, children) = expand(&mut apart, node(0), &APART, &limits);
    assert_eq!(children.nodes, [1, 2].map(node), "two moves to one state");
    let (_, children) = expand(&mut apart, node(1), &APART, &limits);
    assert_eq!((children.nodes, children.new.len()), ([3, 4, 5].map(node).to_vec(), 3));
    assert_eq!(states(&apart), [0, 1, 2, 2, 0, 3]);
    assert_eq!(apart.find(&2), None, "nothing is looked up");
    assert_eq!(apart.place(0, &APART).unwrap().0, node(6));
}

#[test]
fn the_rules_are_asked_about_new_nodes_and_a_probe_about_open_ones() {
    let net = Net { proven: vec![1], ranks: Some(vec![3, 4, 5]), ..Net::new(&[&[1, 2]]) };
    let mut probed = Vec::new();
    let cost = |state: u32| LeafCost { proof: Size::new(10 + state), disproof: Size::new(20 + state) };
    let mut store = Interned::new(
        &net,
        Leaves::new(|_: &&Net, &state: &u32| {
            probed.push(state);
            cost(state)
        }),
    );
    let (_, new) = store.place(0, &Making::default()).unwrap();
    let open = Some(Status::Open(Role::Or));
    assert_eq!(new, Some(New { rank: Some(3), fact: Leaf { status: open, cost: cost(0) } }));
    let (_, children) = expand(&mut store, node(0), &Making::default(), &Limits::none());
    let proven = Leaf { status: Some(Status::Decided(Value::Proven)), cost: LeafCost::UNIT };
    let expected =
        [New { rank: Some(4), fact: proven }, New { rank: Some(5), fact: Leaf { status: open, cost: cost(2) } }];
    assert_eq!(children.new, expected);
    assert_eq!(net.asked.get(), 3);
    store.clear();
    assert_eq!((store.node_count(), store.find(&0)), (0, None));

    // Without asking the rules, nobody knows which leaves are open.
    let later = Making { asks_status: false, ..Making::default() };
    let (first, new) = store.place(1, &later).unwrap();
    assert_eq!(new.map(|new| new.fact), Some(Leaf { status: None, cost: cost(1) }));
    assert_eq!(net.asked.get(), 3);
    assert_eq!(store.status(first), Status::Decided(Value::Proven));
    drop(store);
    assert_eq!(probed, [0, 2, 1]);
}

#[test]
fn what_is_made_before_an_interruption_stays() {
    let net = Net { raised_at: Some(100), ..Net::wide(300) };
    let mut store = store(&net);
    let making = Making::default();
    store.place(0, &making).unwrap();
    let (made, children) = expand(&mut store, node(0), &making, &net.limits());
    assert_eq!(made, Err(StopReason::Cancelled));
    assert_eq!(children.nodes.len(), 128, "the flag is looked at every 64 children");
    assert_eq!((children.new.len(), store.node_count()), (128, 129));
    // The list is forgotten.
    let mut none = Children::new();
    store.make(&making, &Watch::new(&Limits::none(), &mut ()), &mut none).unwrap();
    assert_eq!((none.nodes.len(), store.node_count()), (0, 129));
    // The next expansion finds the nodes.
    let (made, children) = expand(&mut store, node(0), &making, &Limits::none());
    assert_eq!((made, children.nodes.len(), children.new.len()), (Ok(()), 300, 172));
    assert_eq!(states(&store), (0..=300).collect::<Vec<_>>());
}

#[test]
fn no_more_nodes_are_made_than_may_be() {
    let net = Net { proven: vec![3], ..Net::new(&[&[1, 2, 3]]) };
    for making in [Making { most_nodes: 3, ..Making::default() }, Making { most_nodes: 3, ..APART }] {
        let mut store = store(&net);
        store.place(0, &making).unwrap();
        let (made, children) = expand(&mut store, node(0), &making, &Limits::none());
        assert_eq!((made, children.nodes), (Err(StopReason::Memory), [1, 2].map(node).to_vec()));
        assert_eq!((children.new.len(), store.node_count()), (2, 3));
        assert_eq!(store.place(9, &making), Err(StopReason::Memory));
        assert_eq!(store.place_decided(node(0), Value::Proven, &making), Err(StopReason::Memory));
        let known = store.place(2, &making);
        assert_eq!(known, if making.merges { Ok((node(2), None)) } else { Err(StopReason::Memory) });
        assert_eq!(store.node_count(), 3);
        let more = Making { most_nodes: 9, ..making };
        assert_eq!(store.place(9, &more).map(|(placed, _)| placed), Ok(node(3)));
    }
}

#[test]
fn a_rank_that_does_not_grow_is_found_among_the_listed() {
    let ranks = Some(vec![2, 3, 2, 1]);
    let net = Net { ranks: ranks.clone(), ..Net::new(&[&[1, 2, 3], &[]]) };
    let mut store = store(&net);
    store.place(0, &Making::default()).unwrap();
    assert_eq!(store.rank_fault(node(0)), None, "nothing is listed");
    store.list(node(0), usize::MAX).unwrap();
    assert_eq!(store.rank_fault(node(0)), Some((2, 2)), "the first of them");
    store.drop_list();

    let right = Net { ranks, ..Net::new(&[&[1]]) };
    let without = Net::new(&[&[1, 2, 3]]);
    for net in [right, without] {
        let mut store = self::store(&net);
        store.place(0, &Making::default()).unwrap();
        store.list(node(0), usize::MAX).unwrap();
        assert_eq!(store.rank_fault(node(0)), None);
    }
}

#[test]
fn a_successor_that_the_rules_decide_is_placed() {
    let net = Net { proven: vec![2, 3], ..Net::new(&[&[1, 2, 3], &[3], &[1]]) };
    let making = Making::default();
    let mut store = store(&net);
    for state in [0, 1, 2] {
        store.place(state, &making).unwrap();
    }
    assert_eq!(store.place_decided(node(0), Value::Disproven, &making), Ok(None));
    assert_eq!(store.place_decided(node(0), Value::Proven, &making), Ok(Some((node(2), None))), "the first");
    let (placed, new) = store.place_decided(node(1), Value::Proven, &making).unwrap().unwrap();
    assert_eq!((placed, store.state(placed)), (node(3), 3));
    assert_eq!(new.map(|new| new.fact.status), Some(Some(Status::Decided(Value::Proven))));
    assert_eq!(store.place_decided(node(2), Value::Proven, &making), Ok(None));
    assert_eq!(store.node_count(), 4);
}

#[test]
fn bytes_are_those_of_states_index_and_list() {
    let net = Net::wide(100_000);
    let making = Making::default();
    let mut store = store(&net);
    assert_eq!((store.bytes(), store.state_bytes(), store.growth_ahead()), (0, 4, 0));
    store.place(0, &making).unwrap();
    let index = store.bytes() - 4;
    assert!(index > 0);
    assert_eq!(store.growth_ahead(), 2 * index, "a small index is about to grow");

    assert_eq!(store.list(node(0), 399_999), None, "the list takes 400,000 bytes");
    assert_eq!(store.bytes(), 4 + index, "nothing is listed");
    let Listed { count, bytes } = store.list(node(0), usize::MAX).unwrap();
    assert_eq!(count, 100_000);
    assert!(store.bytes() >= 400_004 + index, "the list counts");
    store.drop_list();
    assert_eq!(store.bytes(), 4 + index, "a long list is given back");
    assert!(bytes >= 800_000, "the list and the states");

    let (_, children) = expand(&mut store, node(0), &making, &Limits::none());
    assert_eq!(children.new.len(), 100_000);
    let full = store.bytes();
    assert!((400_004 + 5 * 100_001..=4 + index + bytes).contains(&full), "{full}, {bytes}");
    let mut chosen = Selection::none_of(100_001);
    (0..100).for_each(|index| assert!(chosen.insert(node(index))));
    chosen.number();
    store.retain(&chosen);
    store.shrink();
    assert!((400 + 500..3000).contains(&store.bytes()), "{}", store.bytes());

    let mut apart = self::store(&net);
    apart.place(0, &APART).unwrap();
    assert_eq!((apart.bytes(), apart.growth_ahead()), (4, 0), "no index");
}

#[test]
fn an_index_with_room_for_nodes_does_not_grow() {
    let net = Net::wide(1000);
    let making = Making::default();
    let growing = |reserved: usize| {
        let mut store = store(&net);
        store.reserve(reserved);
        let begun = store.bytes();
        (0..1000).for_each(|state| assert!(store.place(state, &making).is_ok()));
        store.bytes() - begun - 4 * store.node_count()
    };
    assert_eq!(growing(1000), 0);
    assert!(growing(0) > 5 * 1000, "the whole index");
}

#[test]
fn a_search_can_begin_elsewhere() {
    let net = Net::new(&[&[1], &[2]]);
    let store = store(&net);
    assert_eq!(store.root(), 0);
    let mut other = store.rooted_at(1);
    assert_eq!((other.root(), other.node_count()), (1, 0));
    assert_eq!(other.place(other.root(), &Making::default()).unwrap().0, node(0));
}

proptest! {
    /// Against a list of states: whatever is placed, expanded and removed.
    #[test]
    fn nodes_are_numbered_without_gaps(
        successors in prop::collection::vec(prop::collection::vec(0..60_u32, 0..9), 60),
        steps in prop::collection::vec((0..4_u8, any::<u32>()), 1..60),
        merges: bool,
    ) {
        let net = Net { successors, ..Net::default() };
        let mut store = store(&net);
        let making = Making { merges, ..Making::default() };
        let mut model: Vec<u32> = Vec::new();
        let add = |model: &mut Vec<u32>, state: u32, since: usize| {
            let from = if merges { 0 } else { since };
            let known = model[from..].iter().position(|&other| other == state);
            known.map_or_else(|| { model.push(state); (model.len() - 1, true) }, |place| (from + place, false))
        };
        for (step, seed) in steps {
            match step {
                0 | 1 if !model.is_empty() => {
                    let parent = seed as usize % model.len();
                    let before = model.len();
                    let bytes = store.bytes();
                    let listed = store.list(node(parent), usize::MAX).unwrap();
                    let mut children = Children::new();
                    store.make(&making, &Watch::new(&Limits::none(), &mut ()), &mut children).unwrap();
                    prop_assert!(store.bytes() <= bytes + listed.bytes, "no more than was said");
                    let (mut expected, mut new) = (Vec::new(), 0);
                    for &next in &net.successors[model[parent] as usize] {
                        let (place, is_new) = add(&mut model, next, before);
                        new += usize::from(is_new);
                        if merges || is_new {
                            expected.push(node(place));
                        }
                    }
                    prop_assert_eq!(children.nodes, expected);
                    prop_assert_eq!(children.new.len(), new);
                }
                2 if !model.is_empty() => {
                    let mut chosen = Selection::none_of(model.len());
                    let stays = |index: usize| (seed >> (index % 32)) & 1 != 0;
                    (0..model.len()).filter(|&index| stays(index)).for_each(|index| { chosen.insert(node(index)); });
                    chosen.number();
                    store.retain(&chosen);
                    let mut index = 0..;
                    model.retain(|_| index.next().is_some_and(stays));
                }
                _ => {
                    let state = seed % 60;
                    let since = model.len();
                    let (place, is_new) = add(&mut model, state, since);
                    let (placed, new) = store.place(state, &making).unwrap();
                    prop_assert_eq!((placed, new.is_some()), (node(place), is_new));
                }
            }
            prop_assert_eq!(states(&store), model.clone());
            for state in 0..60 {
                let place = model.iter().position(|&other| other == state).filter(|_| merges);
                prop_assert_eq!(store.find(&state), place.map(node));
            }
        }
    }
}

/// Where nothing is looked up, siblings are nodes of their own but where their states are equal, few and many of them.
#[test]
fn equal_siblings_are_one_child_however_many_there_are() {
    for (width, other) in [(3, 2), (16, 15), (17, 9), (1_000, 300), (1_000, 997)] {
        let list: Vec<u32> = (0..width).map(|place| 1 + place % other).collect();
        let mut store = store(Net::new(&[&list]));
        store.place(0, &APART).expect("there is room");
        let (made, children) = expand(&mut store, node(0), &APART, &Limits::none());
        assert_eq!(made, Ok(()));
        assert_eq!(children.nodes.len(), width.min(other) as usize, "{width} moves to {other} states");
        assert_eq!(states(&store)[1..], (1..=width.min(other)).collect::<Vec<_>>());
        // Another expansion makes nodes of its own.
        let (_, again) = expand(&mut store, node(0), &APART, &Limits::none());
        assert_eq!(again.nodes.len(), children.nodes.len());
    }
}

/// What states own is counted while it is listed, where nodes are made, and no more where they have gone.
#[test]
fn what_states_own_is_counted() {
    /// Lists of equal numbers: the root leads to all that are one longer, of which some are equal.
    struct Lists;

    const OWNED: usize = 1 << 10;

    impl Problem for Lists {
        type State = Vec<u8>;
        type Move = u8;

        fn root(&self) -> Vec<u8> {
            Vec::new()
        }

        fn status(&self, _: &Vec<u8>) -> Status {
            Status::Open(Role::Or)
        }

        fn for_each_successor(&self, list: &Vec<u8>, mut visit: impl FnMut(u8, Vec<u8>)) {
            for mv in 0..10 {
                visit(mv, vec![mv / 2; list.len() + OWNED]);
            }
        }

        fn owned_bytes(&self, list: &Vec<u8>) -> usize {
            list.capacity()
        }
    }

    let count = 5;
    for making in [Making { merges: true, ..APART }, APART] {
        let mut store = store(Lists);
        store.place(Vec::new(), &making).expect("there is room");
        let before = store.nodes().bytes();
        assert!(store.nodes_mut().list(node(0), 5 * OWNED).is_none(), "what is listed takes more");
        let listed = store.nodes_mut().list(node(0), usize::MAX).expect("there is room");
        assert!(listed.bytes >= 20 * OWNED, "ten are listed, and may become nodes");
        store.nodes_mut().drop_list();
        let (made, _) = expand(&mut store, node(0), &making, &Limits::none());
        assert_eq!((made, store.nodes().node_count()), (Ok(()), 1 + count));
        let owned = store.nodes().bytes() - before;
        assert!((count * OWNED..count * OWNED + OWNED).contains(&owned), "{owned}");
        let mut chosen = Selection::none_of(count + 1);
        chosen.insert(node(0));
        chosen.number();
        store.nodes_mut().retain(&chosen);
        store.nodes_mut().shrink();
        assert!(store.nodes().bytes() < before + OWNED, "the others have gone");
    }
}

/// What is made again of places that were told is what it was, in another order of moves too.
#[test]
fn places_go_by_the_order() {
    let making = Making::default();
    let mut orders = std::collections::HashSet::new();
    for seed in 0..8 {
        let fresh = || {
            let mut states = InternedStates::new(Net::wide(5));
            states.set_order(RandomOrder::new(seed));
            let root = states.place(&0, &making).unwrap();
            (states, root)
        };
        let (mut states, root) = fresh();
        assert_eq!(states.list(root, usize::MAX).map(|listed| listed.count), Some(5));
        let mut nodes = Vec::new();
        states.make_listed(0..5, &making, &mut nodes).unwrap();
        let listed: Vec<u32> = nodes.iter().map(|node| states.states()[node.index()]).collect();
        assert_eq!(states.places_of(root, &[nodes[1], nodes[4]]), [1, 4]);
        let (mut again, root) = fresh();
        let mut made = Vec::new();
        again.make_some(root, &[1, 4], &making, &mut made).unwrap();
        let made: Vec<u32> = made.iter().map(|node| again.states()[node.index()]).collect();
        assert_eq!(made, [listed[1], listed[4]]);
        orders.insert(listed);
    }
    assert!(orders.len() > 5, "{orders:?}");
}
