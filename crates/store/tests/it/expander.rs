//! Expansions: store and graph have the same nodes, whatever happens.

use proofset_core::{Limits, Problem, SolveError, StopReason, Watch};
use proofset_graph::{Dag, LevelSource, Levels, Ranks};
use proofset_store::{Bookkeeping, End, Expander, Interned, Leaf, Leaves, New, Store};

use crate::{Net, node};

type Growing<'n> = Expander<Interned<&'n Net, Leaves<()>>>;

fn growing(net: &Net) -> Growing<'_> {
    Expander::new(Interned::new(net, Leaves::new(())))
}

/// Takes a node into a graph that may have so many.
fn admit(dag: &mut Dag<()>, most: usize) -> impl FnMut(New<Leaf>) -> Result<(), StopReason> {
    move |_| {
        if dag.len() == most {
            return Err(StopReason::Memory);
        }
        dag.add(0, ())?;
        Ok(())
    }
}

fn graph() -> Dag<()> {
    Dag::new(LevelSource::LongestPath)
}

#[test]
fn an_interrupted_expansion_leaves_the_same_nodes_in_store_and_graph() {
    let net = Net { raised_at: Some(100), ..Net::wide(300) };
    let (mut expander, mut dag) = (growing(&net), graph());
    expander.place(0, admit(&mut dag, usize::MAX)).unwrap();
    let (limits, observer) = (net.limits(), &mut ());
    let watch = Watch::new(&limits, observer);
    expander.list(node(0), &watch, 0, |_| 0).unwrap();
    assert_eq!(expander.make(&watch, admit(&mut dag, usize::MAX)), Err(StopReason::Cancelled));
    assert_eq!((dag.len(), expander.store().find(&128), expander.store().find(&129)), (129, Some(node(128)), None));
    assert!(!expander.is_full());

    let (limits, observer) = (Limits::none(), &mut ());
    let watch = Watch::new(&limits, observer);
    expander.list(node(0), &watch, 0, |_| 0).unwrap();
    assert_eq!(expander.make(&watch, admit(&mut dag, usize::MAX)), Ok(()));
    assert_eq!((dag.len(), expander.nodes().len(), expander.widest()), (301, 300, 300));
    assert_eq!(expander.counters().generated, 301);
}

#[test]
fn a_graph_that_cannot_take_a_node_is_full_and_keeps_what_it_has() {
    let net = Net::new(&[&[1, 2, 3, 4]]);
    let (mut expander, mut dag) = (growing(&net), graph());
    expander.place(0, admit(&mut dag, 3)).unwrap();
    let (limits, observer) = (Limits::none(), &mut ());
    let watch = Watch::new(&limits, observer);
    for _ in 0..2 {
        expander.list(node(0), &watch, 0, |_| 0).unwrap();
        assert_eq!(expander.make(&watch, admit(&mut dag, 3)), Err(StopReason::Memory));
        assert_eq!((expander.is_full(), dag.len()), (true, 3));
    }
    // Its own nodes are found, those of the store alone are not, and none is made.
    assert_eq!(expander.place(2, admit(&mut dag, 9)), Ok(node(2)));
    for state in [3, 4, 9] {
        assert_eq!(expander.place(state, admit(&mut dag, 9)), Err(StopReason::Memory));
    }
    assert_eq!(dag.len(), 3);

    dag = graph();
    expander.clear();
    assert!(!expander.is_full());
    assert_eq!(expander.place(9, admit(&mut dag, 3)), Ok(node(0)));
    // A root that was not admitted is no node.
    let (mut expander, mut dag) = (growing(&net), graph());
    for most in [0, 9] {
        assert_eq!(expander.place(0, admit(&mut dag, most)), Err(StopReason::Memory));
    }
}

#[test]
fn an_expansion_takes_no_more_bytes_than_there_are() {
    let net = Net::wide(10);
    // Lists ten successors where the graph takes so many bytes for each, and makes what is listed.
    let expanded = |most: usize, growth: usize| {
        let (mut expander, mut dag) = (growing(&net), graph());
        expander.place(0, admit(&mut dag, usize::MAX)).unwrap();
        let (limits, observer) = (Limits::none().with_bytes(most as u64), &mut ());
        let watch = Watch::new(&limits, observer);
        let listed = expander.list(node(0), &watch, expander.bytes(), |count| count * growth);
        expander.make(&watch, admit(&mut dag, usize::MAX)).unwrap();
        assert_eq!((expander.nodes().len(), dag.len()), if listed.is_ok() { (10, 11) } else { (0, 1) });
        assert!(listed.is_err() || expander.bytes() + 10 * growth <= most, "{} of {most} bytes", expander.bytes());
        listed
    };
    let least = (0..10_000).find(|&most| expanded(most, 0).is_ok()).expect("that is enough");
    assert_eq!(expanded(least + 69, 7), Err(StopReason::Memory), "the graph has no room");
    assert_eq!(expanded(least + 70, 7), Ok(()));
}

#[test]
fn wrong_ranks_and_cycles_are_told_by_state() {
    let (limits, observer) = (Limits::none(), &mut ());
    let watch = Watch::new(&limits, observer);
    let net = Net { ranks: Some(vec![5, 6, 4]), ..Net::new(&[&[1, 2]]) };
    let (mut expander, mut dag) = (growing(&net), graph());
    expander.place(0, admit(&mut dag, usize::MAX)).unwrap();
    expander.list(node(0), &watch, 0, |_| 0).unwrap();
    assert_eq!(expander.check_ranks(node(0)), Err(SolveError::Rank { parent: 5, child: 4 }));
    assert_eq!(expander.make(&watch, admit(&mut dag, usize::MAX)), Ok(()));
    assert_eq!(expander.nodes(), [], "nothing is listed");

    let net = Net::new(&[&[7], &[], &[], &[], &[], &[], &[], &[0]]);
    let (mut expander, mut dag, mut updater) = (growing(&net), graph(), Levels::new());
    let root = expander.place(0, admit(&mut dag, usize::MAX)).unwrap();
    let ranks = Ranks::from_root(net.rank(&0));
    let mut expand = |expander: &mut Growing<'_>, parent| {
        expander.list(parent, &watch, 0, |_| 0).unwrap();
        expander.check_ranks(parent).unwrap();
        expander.make(&watch, admit(&mut dag, usize::MAX)).unwrap();
        expander.connect(parent, &mut dag, &mut updater, ranks)
    };
    assert_eq!(expand(&mut expander, root), Ok(()));
    assert_eq!(expand(&mut expander, node(1)), Err(End::Error(SolveError::Cycle { path: vec![7, 0] })));
    assert!(expander.is_full());
}
